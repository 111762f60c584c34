// Short-lived tickets for the live stream: they name the orders one may hear of. Tokens themselves never stand in a URL.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TICKET_MS = 12 * 3_600_000;
const ORDERS_PER_TICKET_MAX = 50;

/** `phone` is the one that was searched for: new orders of it are heard too. */
export type TicketGrant = { storeId: string; orderIds: string[]; phone: string | null; expiresAtMs: number };
export type Tickets = ReturnType<typeof createTickets>;

export function createTickets(secret: Buffer, clock: () => number) {
  const sign = (body: string): string =>
    createHmac('sha256', secret).update(`ticket:${body}`).digest('base64url');
  return {
    issue(storeId: string, orderIds: string[], phone: string | null = null): string {
      const grant: TicketGrant = {
        storeId,
        orderIds: orderIds.slice(0, ORDERS_PER_TICKET_MAX),
        phone: null,
        expiresAtMs: clock() + TICKET_MS,
      };
      const body = Buffer.from(
        JSON.stringify({ ...grant, phone: phone === null ? null : phoneKey(phone) }),
      ).toString('base64url');
      return `${body}.${sign(body)}`;
    },

    /** What a ticket admits to; null when it is forged or over. */
    read(ticket: string): TicketGrant | null {
      const [body = '', signature = ''] = ticket.split('.');
      const expected = Buffer.from(sign(body));
      const given = Buffer.from(signature);
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null;
      const grant = JSON.parse(Buffer.from(body, 'base64url').toString()) as TicketGrant;
      return grant.expiresAtMs > clock() ? grant : null;
    },

    phoneKey,
  };

  // A ticket stands in a URL: it must not spell the phone.
  function phoneKey(phone: string): string {
    return createHmac('sha256', secret).update(`phone:${phone}`).digest('base64url').slice(0, 22);
  }
}
