// AES-256-GCM for secrets at rest. A sealed value opens only with the key, for the place it was sealed for.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const prepared = new WeakMap<Uint8Array, KeyObject>();

/** The key as the library takes it without looking at it anew, which costs more than to seal a few words. Its bytes stay as they are. */
export function preparedKey(key: Uint8Array): KeyObject {
  const known = prepared.get(key);
  if (known !== undefined) return known;
  const made = createSecretKey(key);
  prepared.set(key, made);
  return made;
}

/** `place` names row and column, so that a value copied to another store does not open there. */
export function seal(key: Uint8Array, place: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', preparedKey(key), nonce).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Null when the key, the place or the value is not the one: a changed SECRETS_KEY must not stop the relay. */
export function unseal(key: Uint8Array, place: string, sealed: string): string | null {
  const [version, body = ''] = sealed.split('.');
  const bytes = Buffer.from(body, 'base64url');
  if (version !== VERSION || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', preparedKey(key), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  } catch {
    return null;
  }
}

/** While SECRETS_KEY is being changed, what is not sealed anew yet opens with the one before. */
export function unsealWithAny(
  keys: readonly (Uint8Array | null | undefined)[],
  place: string,
  sealed: string,
): string | null {
  for (const key of keys) {
    const text = key ? unseal(key, place, sealed) : null;
    if (text !== null) return text;
  }
  return null;
}

/** SECRETS_KEY as people give it: 32 bytes in hex or base64, or else any text of at least 32 characters. */
export function readSecretsKey(text: string): Uint8Array {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const decoded = Buffer.from(text, 'base64');
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text) && decoded.length === 32) return decoded;
  if (text.length < 32)
    throw new RangeError('SECRETS_KEY needs 32 bytes in hex or base64, or a text of at least 32 characters');
  return createHash('sha256').update(text).digest();
}
