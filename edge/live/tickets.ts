// Short-lived tickets for the live stream: they name the orders one may hear of. Tokens themselves never stand in a URL.
import { createHmac, timingSafeEqual } from 'node:crypto';

const TICKET_MS = 12 * 3_600_000;
const ORDERS_PER_TICKET_MAX = 50;

export type TicketGrant = { orderIds: string[]; expiresAtMs: number };
export type Tickets = ReturnType<typeof createTickets>;

export function createTickets(secret: Buffer, clock: () => number) {
  const sign = (body: string): string =>
    createHmac('sha256', secret).update(`ticket:${body}`).digest('base64url');
  return {
    issue(orderIds: string[]): string {
      const grant: TicketGrant = {
        orderIds: orderIds.slice(0, ORDERS_PER_TICKET_MAX),
        expiresAtMs: clock() + TICKET_MS,
      };
      const body = Buffer.from(JSON.stringify(grant)).toString('base64url');
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
  };
}
