// Paper of what changed in an order that the kitchen has: a slip for what came and one for what went, where those items are made.
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import { splitByStation, type StationPart, type StationRules } from '@balcao/shared/order/stations.ts';
import { ticketOf, ticketsOf, type Ticket } from '@balcao/shared/order/ticket.ts';
import type { Jobs, Slip } from './jobs.ts';
import { writeDocument } from './receipt/document.ts';

export type ChangePurpose = Extract<Ticket['purpose'], 'added' | 'taken-off'>;
export const CHANGE_PURPOSES = ['added', 'taken-off'] as const satisfies ChangePurpose[];
/** More than there are stations. */
const PARTS_PER_CHANGE = 10;

type Places = {
  jobs: Jobs;
  /** Each ticket to its station's printer. */
  sharesOf: (parts: readonly StationPart[], tickets: readonly Ticket[], usual: readonly string[]) => Slip[];
  /** Where the kitchen prints. */
  usual: readonly string[];
  rules: StationRules;
};

/**
 * Queues what the order's newest change brought and took. Nothing before the kitchen has the order: its ticket comes with the payment, as
 * the order is then. What still asks for the old amount is taken back.
 */
export function queueChange({ jobs, sharesOf, usual, rules }: Places, order: Order, nowMs: number): void {
  for (const { id } of jobs.ofOrder(order.id, 'charge')) jobs.advance(id, 'discard', nowMs);
  const change = order.changes?.at(-1);
  if (!change?.inKitchen) return;
  const items: Record<ChangePurpose, OrderItem[]> = {
    added: order.items.filter(({ id }) => change.addedIds.includes(id)),
    'taken-off': change.takenOff,
  };
  // A change is no further copy of the one before: it has places of its own among the parts.
  const firstPart = (order.changes?.length ?? 1) * PARTS_PER_CHANGE;
  for (const purpose of CHANGE_PURPOSES) {
    const changedOrder = { ...order, items: items[purpose] };
    if (changedOrder.items.length === 0) continue;
    const parts = splitByStation(changedOrder.items, rules);
    const wholeTicket = (): string =>
      writeDocument({ kind: 'ticket', ticket: ticketOf(changedOrder, purpose) });
    const slips =
      parts.length > 0
        ? sharesOf(parts, ticketsOf(changedOrder, parts, purpose), usual)
        : usual.map((printerId): Slip => ({ printerId, part: 0, content: wholeTicket() }));
    for (const { part, ...slip } of slips)
      jobs.insert({ ...slip, part: firstPart + part, purpose, orderId: order.id, copy: 1, nowMs });
  }
}
