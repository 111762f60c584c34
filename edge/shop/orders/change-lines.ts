// Lines that come to an order after it was placed, and lines that go: who may, at today's prices, in one transaction with items, money owed,
// audit, log row and paper.
import type { LineChangeAsk } from '@balcao/shared/http/order-lines.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { MoveRefusal } from '@balcao/shared/http/refusals/order-routes.ts';
import type { Me } from '@balcao/shared/http/staff.ts';
import { decideLines, lineRightOf } from '@balcao/shared/order/change-lines.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { emptyLine, quote } from '@balcao/shared/pricing/quote.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { approvedText, linesText } from '../audit/sentences.ts';
import type { Approver, ManagerPins } from '../users/manager-pins.ts';
import { wakeAfterChange } from './change-order.ts';
import type { OrderContext } from './context.ts';
import { mayGive, receiveOrder } from './counter-sale.ts';
import type { OnlinePayments } from './online-payments.ts';

type Changer = { me: Me; actor: Actor };
type Changed = { order: Order; wasUnpaid: boolean; isNew: boolean };

export function createLineChanges(deps: {
  orders: OrderContext;
  audit: Audit;
  pins: ManagerPins;
  payments: Pick<OnlinePayments, 'cancelOpen'>;
}) {
  const { orders, audit, pins, payments } = deps;

  function write(
    actor: Actor,
    id: string,
    { add, ...ask }: LineChangeAsk,
    approver: Approver | null,
  ): Result<Changed, Refusal> {
    return inTransaction(orders.db, (): Result<Changed, Refusal> => {
      const before = orders.repository.byId(id);
      if (!before) return refused({ code: 'order-not-found' });
      const nowMs = orders.clock();
      const isRepeat = (before.changes ?? []).some((one) => one.id === ask.id);
      // Of a repeat no price is asked: it is told by the ids alone.
      const priced = isRepeat
        ? accepted({ items: add.map(emptyLine) })
        : quote(orders.menu.priceList(), add, nowMs);
      if (!priced.ok) return refused({ code: 'invalid-order', errors: priced.refusal });
      const decided = decideLines(before, { ...ask, add: priced.value.items }, nowMs);
      if (!decided.ok) return decided;
      const { order, change } = decided.value;
      if (change === null) return accepted({ order, wasUnpaid: false, isNew: false });
      const refusal = refusalToGive(before, order, approver);
      if (refusal !== null) return refused(refusal);

      orders.removeSold(id);
      orders.repository.updateLines(order);
      orders.repository.update(order);
      orders.log(order);
      audit.record(actor, 'order', 'lines', `${linesText(before, order)}${approvedText(actor, approver)}`);
      orders.enqueueChange(order, nowMs);
      const wasUnpaid = before.status === 'PENDING';
      if (!wasUnpaid || order.totalCents > 0) return accepted({ order, wasUnpaid, isNew: true });
      const received = receiveOrder(orders, order);
      return received.ok ? accepted({ order: received.value, wasUnpaid, isNew: true }) : received;
    });
  }

  /** What is given away beyond what was: by whoever may give so much. */
  function refusalToGive(before: Order, after: Order, approver: Approver | null): Refusal | null {
    const { concession } = after;
    if (!concession || concession.cents <= (before.concession?.cents ?? 0)) return null;
    const by = { approver, hasPin: pins.any() };
    return mayGive(orders, by, concession, after.totalCents + concession.cents);
  }

  return async (
    { me, actor }: Changer,
    id: string,
    { pin, ...ask }: LineChangeAsk,
  ): Promise<Result<Order, MoveRefusal | Problem>> => {
    const approved = await pins.approverOf(me, actor, pin);
    if (!approved.ok)
      return approved.refusal === 'wrong-pin' ? refused({ code: 'wrong-pin' }) : refused(approved.refusal);
    const order = orders.repository.byId(id);
    const right = order === null ? 'seller' : lineRightOf(order, ask);
    if (me.role !== 'ADMIN') {
      if (right === 'admin') return refused({ code: 'forbidden' });
      if (right === 'manager' && approved.value === null)
        return refused({ code: 'manager-needed', hasPin: pins.any() });
    }
    const changed = write(actor, id, ask, approved.value);
    if (!changed.ok) return changed;
    const { wasUnpaid, isNew } = changed.value;
    if (isNew) wakeAfterChange(orders);
    // A code for the old amount must not be paid; the relay sees to it, nobody here waits.
    if (wasUnpaid) void payments.cancelOpen(id);
    return accepted(changed.value.order);
  };
}
