// Everything that moves an order after it was placed: one way to decide, save, log and queue tickets.
import type { OrderCommand } from '@balcao/shared/order/command.ts';
import { decide, setStatus, type Decision } from '@balcao/shared/order/decide.ts';
import type { Order, OrderStatus } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { OrderContext } from './context.ts';

/** What is written in the same transaction when the order really changed: audit, cash. */
export type Alongside = (before: Order, after: Order) => void;

/** Decides `command` on the order and writes the decision. */
export const changeOrder = (
  context: OrderContext,
  orderId: string,
  command: OrderCommand,
  alongside?: Alongside,
): Result<Order, Refusal> => change(context, orderId, (order, at) => decide(order, command, at), alongside);

/** The admin's dropdown: a paid order, freely among the four statuses. */
export const setOrderStatus = (
  context: OrderContext,
  orderId: string,
  to: 'RECEBIDO' | 'PREPARING' | 'READY' | 'DELIVERED',
  seen: OrderStatus | undefined,
  alongside?: Alongside,
): Result<Order, Refusal> =>
  change(context, orderId, (order, { nowMs }) => setStatus(order, to, { nowMs, seen }), alongside);

function change(
  context: OrderContext,
  orderId: string,
  decision: (
    order: Order,
    at: { nowMs: number; panel: ReturnType<OrderContext['panel']['slot']> },
  ) => Result<Decision, Refusal>,
  alongside?: Alongside,
): Result<Order, Refusal> {
  let changed = false;
  const result = inTransaction(context.db, (): Result<Order, Refusal> => {
    const order = context.repository.byId(orderId);
    if (!order) return refused({ code: 'order-not-found' });
    const nowMs = context.clock();
    const decided = decision(order, { nowMs, panel: context.panel.slot(nowMs) });
    if (!decided.ok) return decided;
    changed = saveDecision(context, order, decided.value, nowMs);
    if (changed) alongside?.(order, decided.value.order);
    return accepted(decided.value.order);
  });
  if (changed) wakeAfterChange(context);
  return result;
}

/** Writes a decision inside the running transaction; answers whether anything changed. */
export function saveDecision(
  context: OrderContext,
  before: Order,
  { order, changed, ticket }: Decision,
  nowMs: number,
): boolean {
  if (changed) {
    if (
      before.panelNumber === null &&
      order.panelNumber !== null &&
      order.panelDate !== null &&
      order.panelSeries !== null
    ) {
      context.panel.takeNumber({
        date: order.panelDate,
        series: order.panelSeries,
        number: order.panelNumber,
      });
    }
    context.repository.update(order);
    context.log(order);
  }
  if (ticket) context.enqueueTicket(order, ticket, nowMs);
  return changed;
}

export function wakeAfterChange({ wake }: Pick<OrderContext, 'wake'>): void {
  wake.notify('log');
  wake.notify('print');
}
