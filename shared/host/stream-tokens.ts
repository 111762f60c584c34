// Short-lived tickets for the live stream: they name the orders one may hear of, and how much of each. Encrypted, for they stand in
// URLs and in the hands of strangers: nothing of an order is read from one, and all are of one length.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Sight } from '../http/orders.ts';

const TICKET_MS = 12 * 3_600_000;
const ORDERS_PER_TICKET_MAX = 22;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** More than the longest grant has. */
const GRANT_CHARS = 1536;

/** `phone` is the one that was searched for: new orders of it are heard too. */
export type StreamGrant = {
  orders: [orderId: string, sight: Sight][];
  phone: string | null;
  expiresAtMs: number;
};
export type StreamTokens = ReturnType<typeof createStreamTokens>;

export function createStreamTokens(secret: Buffer, clock: () => number) {
  const key = createHmac('sha256', secret).update('live tickets').digest();
  return {
    issue(orders: StreamGrant['orders'], phone: string | null = null): string {
      const grant: StreamGrant = {
        orders: orders.slice(0, ORDERS_PER_TICKET_MAX),
        phone,
        expiresAtMs: clock() + TICKET_MS,
      };
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = [cipher.update(JSON.stringify(grant).padEnd(GRANT_CHARS), 'utf8'), cipher.final()];
      return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url');
    },

    /** What a ticket admits to; null when it is forged or over. */
    read(ticket: string): StreamGrant | null {
      const bytes = Buffer.from(ticket, 'base64url');
      if (bytes.length !== NONCE_BYTES + GRANT_CHARS + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)),
          decipher.final(),
        ]).toString('utf8');
        const grant = JSON.parse(text) as StreamGrant;
        return grant.expiresAtMs > clock() ? grant : null;
      } catch {
        return null;
      }
    },
  };
}
