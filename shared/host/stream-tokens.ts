// Short-lived tokens for the live stream: they name the orders one may hear of, and how much of each. Encrypted, for they stand in
// URLs and in the hands of strangers: nothing of an order is read from one, and all are of one length. Any process that has the secret
// reads them.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Sight } from '../http/orders.ts';

const TOKEN_MS = 12 * 3_600_000;
const ORDERS_MAX = 22;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** More than the longest grant has. */
const GRANT_CHARS = 1536;

/** `phone` is the one that was searched for: new orders of it are heard too. */
export type StreamGrant = {
  orders: [orderId: string, sight: Sight][];
  phone: string | null;
  /** The orders are wholesale ones: of them is heard only that they changed. */
  wholesale?: true;
};

/** `Grant` is what one token admits to. */
export type StreamTokens<Grant extends StreamGrant = StreamGrant> = {
  /** Of more than 22 orders, the first. */
  issue(grant: Grant): string;
  /** What a token admits to; null when it is forged or over. */
  read(token: string): Grant | null;
};

/** Those of a relay say of which store the orders are, for it serves several. */
export type StoreStreamGrant = StreamGrant & { storeId: string };
/** The relay's tokens, which say of which store. */
export type StoreStreamTokens = StreamTokens<StoreStreamGrant>;

/** Seals what a stream may tell into a token that its page brings back, signed with a key made of `secret`. */
export function createStreamTokens<Grant extends StreamGrant = StreamGrant>(
  secret: Uint8Array,
  clock: () => number,
): StreamTokens<Grant> {
  const key = createHmac('sha256', secret).update('live tickets').digest();
  return {
    issue(grant) {
      const dated = { ...grant, orders: grant.orders.slice(0, ORDERS_MAX), expiresAtMs: clock() + TOKEN_MS };
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = [cipher.update(JSON.stringify(dated).padEnd(GRANT_CHARS), 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
    },

    read(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== NONCE_BYTES + GRANT_CHARS + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
          decipher.final(),
        ]).toString('utf8');
        const grant = JSON.parse(text) as Grant & { expiresAtMs: number };
        return grant.expiresAtMs > clock() ? grant : null;
      } catch {
        return null;
      }
    },
  };
}

/** Admits to hearing when one of these wholesale orders changes. */
export const wholesaleGrant = (orders: readonly { id: string }[]): StreamGrant => ({
  orders: orders.map(({ id }) => [id, 'public']),
  phone: null,
  wholesale: true,
});
