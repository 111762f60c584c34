// A relay whose shop uses a terminal, and an order's amount sent to it, as the store asks for it.
import { sql } from 'drizzle-orm';
import type { TerminalPayment } from '@balcao/shared/http/terminals.ts';
import { DEMO_TERMINALS } from '../simulators/mercado-pago/terminals.ts';
import { rowsOf } from './database.ts';
import type { TestRelay } from './payments.ts';

export const READY = DEMO_TERMINALS[0]?.id ?? '';
export const BY_ITSELF = DEMO_TERMINALS[1]?.id ?? '';
export type Placed = ReturnType<TestRelay['placeOrder']>;

export const keep = (relay: TestRelay, id = READY, name = 'Balcão') =>
  relay.edge('PUT', `/edge/payments/terminals/${id}`, { name });
export async function withTerminal(start: (options: { api: 'orders' }) => Promise<TestRelay>) {
  const relay = await start({ api: 'orders' });
  const kept = await keep(relay);
  if (kept.status !== 200) throw new Error(JSON.stringify(kept.body));
  return relay;
}
export const sendRaw = (
  relay: TestRelay,
  { order }: Placed,
  more: { totalCents?: number; terminalId?: string } = {},
) =>
  relay.edge('POST', '/edge/payments/terminal', {
    order: { id: order.id, code: order.code, totalCents: more.totalCents ?? order.totalCents },
    terminalId: more.terminalId ?? READY,
  });
export async function send(relay: TestRelay, placed: Placed): Promise<TerminalPayment> {
  const sent = await sendRaw(relay, placed);
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  return sent.body as unknown as TerminalPayment;
}
export const paymentIdOf = async (relay: TestRelay, { attemptId }: TerminalPayment): Promise<string> => {
  const [row] = await rowsOf<{ id: string }>(
    relay.db,
    sql`select provider_payment_id as id from payment_attempts where id = ${attemptId}`,
  );
  return row?.id ?? '';
};
