// A sale of the counter: placed with what is given away of it, what it stands for called off, and received at once where nothing is left to
// pay. One transaction with its audit lines.
import { decide } from '@balcao/shared/order/decide.ts';
import type { Concession, Order } from '@balcao/shared/order/order.ts';
import type { PlaceOrder } from '@balcao/shared/order/place.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { isWithinLimit } from '@balcao/shared/pricing/concession.ts';
import { accepted, type Result } from '@balcao/shared/result.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { concessionText, replacedText } from '../audit/sentences.ts';
import type { Approver } from '../users/manager-pins.ts';
import { saveDecision, wakeAfterChange } from './change-order.ts';
import type { OrderContext } from './context.ts';
import { placeOrder, type Giver } from './place-order.ts';

/** Who sells, who approves what they may not give away alone, and whether anybody could. */
export type Seller = { actor: Actor; approver: Approver | null; hasPin: boolean };

export function placeCounterSale(
  context: OrderContext,
  audit: Audit,
  request: PlaceOrder,
  { actor, approver, hasPin }: Seller,
): Result<Order, Refusal> {
  const giver: Giver = {
    name: actor.userName ?? '',
    mayGive: (concession, chargedCents) => mayGive(context, { approver, hasPin }, concession, chargedCents),
  };
  const sold = inTransaction(context.db, (): Result<Order, Refusal> => {
    const placed = placeOrder(context, request, 'counter', null, giver);
    if (!placed.ok) return placed;
    const { order, fresh, replaced } = placed.value;
    if (!fresh) return accepted(order);
    for (const before of replaced) audit.record(actor, 'order', 'replace', replacedText(before, order));
    if (!order.concession) return accepted(order);
    audit.record(actor, 'order', order.concession.kind, concessionText(order, actor, approver));
    return order.totalCents === 0 ? receiveOrder(context, order) : accepted(order);
  });
  if (sold.ok && sold.value.status !== 'PENDING') wakeAfterChange(context);
  return sold;
}

/** Null, or that so much is not theirs to give without a manager. */
export function mayGive(
  { menu }: OrderContext,
  { approver, hasPin }: Pick<Seller, 'approver' | 'hasPin'>,
  { kind, cents }: Concession,
  chargedCents: number,
): Refusal | null {
  const { attendantDiscountPercentMax } = menu.catalog().settings;
  const isTheirs = kind === 'discount' && isWithinLimit(cents, chargedCents, attendantDiscountPercentMax);
  return isTheirs || approver !== null ? null : { code: 'manager-needed', hasPin };
}

/** Nothing is left to pay. In the running transaction. */
export function receiveOrder(context: OrderContext, order: Order): Result<Order, Refusal> {
  const nowMs = context.clock();
  const decided = decide(
    order,
    { kind: 'approve', method: null },
    { nowMs, panel: context.panel.slot(nowMs) },
  );
  if (!decided.ok) return decided;
  saveDecision(context, order, decided.value, nowMs);
  return accepted(decided.value.order);
}
