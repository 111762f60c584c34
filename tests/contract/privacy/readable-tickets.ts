// Live tickets as they were before they were encrypted: signed, so that nobody makes one up, and readable by who holds them.
import { createHmac } from 'node:crypto';

const sign = (secret: Uint8Array, body: string): string =>
  createHmac('sha256', secret).update(body).digest('base64url');

export function createReadableTickets<Grant extends object>(secret: Uint8Array, clock: () => number) {
  return {
    issue(grant: Grant): string {
      const dated = { ...grant, expiresAtMs: clock() + 3_600_000 };
      const body = Buffer.from(JSON.stringify(dated)).toString('base64url');
      return `${body}.${sign(secret, body)}`;
    },
    read(ticket: string): Grant | null {
      const [body = '', signature] = ticket.split('.');
      return signature === sign(secret, body)
        ? (JSON.parse(Buffer.from(body, 'base64url').toString()) as Grant)
        : null;
    },
  };
}
