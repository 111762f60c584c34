// The words on the recovery sheet: 130 random bits and ten that notice a slip of the pen. From it the key is made that seals
// what the relay keeps and must not read; the relay never hears it.
import { createHash, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { normalizeCode } from '@balcao/shared/ids.ts';
import { deleteMeta, readMeta, writeMeta } from './identity.ts';
import type { Db } from './open.ts';
import { inTransaction } from './transaction.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SECRET_CHARS = 26;
const CHECK_CHARS = 2;
const GROUP = 4;
const KEY = 'recovery_code';
const PREVIOUS = 'recovery_code_previous';

const letters = (bytes: Uint8Array): string => Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('');
const checkOf = (secret: string): string =>
  letters(createHash('sha256').update(secret).digest().subarray(0, CHECK_CHARS));

/** The code of this store, made once. */
export function recoveryCode(db: Db): string {
  const known = readMeta(db, KEY);
  if (known !== null) return known;
  return inTransaction(db, () => {
    const made = newRecoveryCode();
    writeMeta(db, KEY, made);
    return made;
  });
}

function newRecoveryCode(): string {
  const secret = letters(randomBytes(SECRET_CHARS));
  return secret + checkOf(secret);
}

/** The present code, and those before it as long as copies or rows may be under them. */
export function recoveryCodes(db: Db): [present: string, ...before: string[]] {
  const before = readMeta(db, PREVIOUS);
  return before === null ? [recoveryCode(db)] : [recoveryCode(db), ...before.split(' ')];
}

/** Another code. The ones before stay until nothing is under them. Inside a transaction. */
export function changeRecoveryCode(db: Db): void {
  writeMeta(db, PREVIOUS, recoveryCodes(db).join(' '));
  writeMeta(db, KEY, newRecoveryCode());
}

export const purgePreviousCode = (db: Db): void => deleteMeta(db, PREVIOUS);

export const keepRecoveryCode = (db: Db, code: string): void => writeMeta(db, KEY, code);

/** As it is printed: groups of four. */
export const formatRecoveryCode = (code: string): string =>
  (code.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-');

/** What a person typed, as it is kept; null when a letter is wrong or missing. */
export function readRecoveryCode(text: string): string | null {
  const code = normalizeCode(text);
  const secret = code.slice(0, SECRET_CHARS);
  return code.length === SECRET_CHARS + CHECK_CHARS && code.slice(SECRET_CHARS) === checkOf(secret)
    ? code
    : null;
}

/** Labels from which keys are derived. A label never changes, and no two purposes share a key. */
const LABELS = {
  /** Bodies of private rows, as versions before protocol 8 sealed them. */
  'sealing-1': 'balcao recovery copy',
  /** Bodies of private rows. */
  sealing: 'balcao sealing 2',
  /** Proofs of the log's rows (row-proof.ts). */
  rows: 'balcao rows 1',
} as const;
type KeyPurpose = keyof typeof LABELS;

export const keyFrom = (code: string, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', code, '', LABELS[purpose], 32));

/** The key for a purpose by the code of the moment: it follows when the code is replaced. */
export function keyOf(code: () => string, purpose: KeyPurpose): () => KeyObject {
  // As a key object: taking raw bytes anew for each row took longer than its signature.
  let made: { code: string; key: KeyObject } | null = null;
  return () => {
    const present = code();
    if (made?.code !== present) made = { code: present, key: createSecretKey(keyFrom(present, purpose)) };
    return made.key;
  };
}
