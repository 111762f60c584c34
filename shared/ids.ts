// The names of an order: the client's id, the store's random code. Order numbers are the store's counters.
import { z } from 'zod';

/** Made by the client before it sends; the key of idempotency from end to end. */
export const OrderId = z.uuidv7();

// Crockford's alphabet: no I, L, O, U, so nothing is mistaken when read aloud or typed from paper.
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** In characters, without the space that people read it with. */
export const CODE_LENGTH = 10;

/** Turns ≥10 random bytes into an order code of 50 random bits. */
export function codeFromBytes(bytes: Uint8Array): string {
  if (bytes.length < CODE_LENGTH) throw new RangeError(`an order code needs ${CODE_LENGTH} random bytes`);
  return Array.from(bytes.subarray(0, CODE_LENGTH), (byte) => CODE_ALPHABET[byte & 31]).join('');
}

export { formatCode, isCode, normalizeCode } from './order/code.ts';
