// The words on the recovery sheet: 130 random bits and ten that notice a slip of the pen. From it the key is made that seals
// what the relay keeps and must not read; the relay never hears it.
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { normalizeCode } from '@balcao/shared/ids.ts';
import { readMeta, writeMeta } from '../db/identity.ts';
import type { Db } from '../db/open.ts';
import { inTransaction } from '../db/transaction.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SECRET_CHARS = 26;
const CHECK_CHARS = 2;
const GROUP = 4;
const KEY = 'recovery_code';

const letters = (bytes: Uint8Array): string => Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('');
const checkOf = (secret: string): string =>
  letters(createHash('sha256').update(secret).digest().subarray(0, CHECK_CHARS));

/** The code of this store, made once. */
export function recoveryCode(db: Db): string {
  return inTransaction(db, () => {
    const known = readMeta(db, KEY);
    if (known !== null) return known;
    const secret = letters(randomBytes(SECRET_CHARS));
    const made = secret + checkOf(secret);
    writeMeta(db, KEY, made);
    return made;
  });
}

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

export const sealingKey = (code: string): Buffer =>
  Buffer.from(hkdfSync('sha256', code, '', 'balcao recovery copy', 32));
