// Live tickets as they were before they were encrypted: signed, so that nobody makes one up, and readable by who holds them.
import { createHmac } from 'node:crypto';

type Orders = [orderId: string, sight: string][];

const sign = (secret: Uint8Array, body: string): string =>
  createHmac('sha256', secret).update(body).digest('base64url');

function readable<Grant extends object>(secret: Uint8Array) {
  return {
    write(grant: Grant): string {
      const body = Buffer.from(JSON.stringify(grant)).toString('base64url');
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

export function createStoreTickets(secret: Uint8Array, clock: () => number) {
  const tickets = readable<{ orders: Orders; phone: string | null; expiresAtMs: number }>(secret);
  return {
    issue: (orders: Orders, phone: string | null = null) =>
      tickets.write({ orders, phone, expiresAtMs: clock() + 3_600_000 }),
    read: tickets.read,
  };
}

export function createRelayTickets(secret: Uint8Array, clock: () => number) {
  const tickets = readable<{ storeId: string; orders: Orders; phone: string | null; expiresAtMs: number }>(
    secret,
  );
  return {
    issue: (storeId: string, orders: Orders, phone: string | null = null) =>
      tickets.write({ storeId, orders, phone, expiresAtMs: clock() + 3_600_000 }),
    read: tickets.read,
  };
}
