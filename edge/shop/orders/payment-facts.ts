// What a payment fact from the relay does: merge it into its attempt, and move the order when money came.
import { eq } from 'drizzle-orm';
import { isAvailable } from '@balcao/shared/menu/availability.ts';
import { owing } from '@balcao/shared/order/change-lines.ts';
import { decide, type Decision } from '@balcao/shared/order/decide.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { isTakenByHand } from '@balcao/shared/order/taken-by-hand.ts';
import { hasMoneyCome, isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { derivePaymentStatus, mergeFacts, type PaymentFact } from '@balcao/shared/payment/payment.ts';
import { isTakenAtCounter, isTheSameMoney } from '@balcao/shared/payment/store-answer.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { openState } from '@balcao/shared/store/opening.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { payments } from '../../storage/schema/payments.ts';
import { saveDecision, wakeAfterChange } from './change-order.ts';
import type { Attention } from './attention.ts';
import type { OrderContext } from './context.ts';
import type { LogPayment } from './online-payments.ts';
import { settlePart, type PartBooks } from './part-facts.ts';

export type PaymentFacts = { apply(fact: PaymentFact): Result<Order, Refusal> };

export function createPaymentFacts(deps: {
  orders: OrderContext;
  books: PartBooks;
  logPayment: LogPayment;
}): PaymentFacts {
  const { orders: context, books, logPayment } = deps;
  const { db } = context;

  const known = (attemptId: string) =>
    db.select().from(payments).where(eq(payments.attemptId, attemptId)).get();
  const attemptsOf = (orderId: string): PaymentFact[] =>
    db
      .select({ fact: payments.fact })
      .from(payments)
      .where(eq(payments.orderId, orderId))
      .all()
      .map((row) => JSON.parse(row.fact) as PaymentFact);

  const isWithdrawn = (orderId: string): boolean =>
    db
      .select({ attention: payments.attention })
      .from(payments)
      .where(eq(payments.orderId, orderId))
      .all()
      .some((row) => row.attention === 'withdrawn');

  function save(fact: PaymentFact, attention: Attention | null, nowMs: number): void {
    const row = {
      attemptId: fact.attemptId,
      orderId: fact.orderId,
      fact: JSON.stringify(fact),
      attention,
      updatedAtMs: nowMs,
    };
    db.insert(payments)
      .values(row)
      .onConflictDoUpdate({
        target: payments.attemptId,
        set: { fact: row.fact, attention, updatedAtMs: nowMs },
      })
      .run();
    logPayment(fact, attention, nowMs);
  }

  return {
    apply(fact) {
      let isNews = false;
      const result = inTransaction(db, (): Result<Order, Refusal> => {
        const order = context.repository.byId(fact.orderId);
        if (!order) return refused({ code: 'order-not-found' });
        const nowMs = context.clock();
        const before = known(fact.attemptId);
        const beforeFact = before ? (JSON.parse(before.fact) as PaymentFact) : null;
        const merged = mergeFacts(beforeFact, fact);
        if (beforeFact && JSON.stringify(merged) === JSON.stringify(beforeFact)) return accepted(order);

        if (merged.part !== undefined) {
          const { decision, attention } = settlePart(context, books, order, {
            before: beforeFact,
            fact: { ...merged, part: merged.part },
          });
          isNews = true;
          save(merged, attention, nowMs);
          if (decision.changed) saveDecision(context, order, decision, nowMs);
          return accepted(decision.order);
        }
        const others = attemptsOf(fact.orderId).filter(
          (one) => one.attemptId !== fact.attemptId && one.part === undefined,
        );
        const isPaidByOthers = others.some((one) => isMoneyIn(one.status) && one.mismatch === null);
        const paidAlready = isPaidByOthers || isTakenAtCounter(order);
        const isSaidByHand =
          !isPaidByOthers &&
          isTheSameMoney(order, {
            isAtTerminal: merged.terminal === true,
            amountCents: merged.amountCents,
          });
        const replacesRefund = others.length > 0 && isWithdrawn(fact.orderId);
        const settled = settle(context, order, merged, { paidAlready, isSaidByHand, replacesRefund }, nowMs);
        isNews = true;
        const derived = withPaymentStatus(settled.order, [...others, merged], beforeFact === null, nowMs);
        const withdrawn = withdraw(context, derived, nowMs);
        save(merged, withdrawn === null ? settled.attention : 'withdrawn', nowMs);
        if (withdrawn !== null) books.returnProvedParts(order.id);
        const decision = withdrawn ?? {
          order: derived,
          changed: settled.approved || derived !== order,
          ticket: settled.approved ? ('kitchen' as const) : null,
        };
        if (decision.changed) saveDecision(context, order, decision, nowMs);
        return accepted(decision.order);
      });
      if (isNews) wakeAfterChange(context);
      return result;
    },
  };
}

/** What the merged fact means for the order: approved now, or a reason for a person to look. */
function settle(
  context: OrderContext,
  order: Order,
  fact: PaymentFact,
  {
    paidAlready,
    isSaidByHand,
    replacesRefund,
  }: { paidAlready: boolean; isSaidByHand: boolean; replacesRefund: boolean },
  nowMs: number,
): { order: Order; approved: boolean; attention: Attention | null } {
  if (fact.status === 'charged_back') return { order, approved: false, attention: 'charged-back' };
  if (!isMoneyIn(fact.status)) return { order, approved: false, attention: null };
  if (fact.mismatch !== null) return { order, approved: false, attention: 'mismatch' };
  if (isSaidByHand) return { order, approved: false, attention: null };
  if (paidAlready) return { order, approved: false, attention: 'refund-duplicate' };
  const decided = decide(
    order,
    {
      kind: 'approve',
      method: fact.method,
      lateButMakeable: makeable(context, order, nowMs),
      replacesRefund,
    },
    { nowMs, panel: context.panel.slot(nowMs) },
  );
  if (!decided.ok) return { order, approved: false, attention: 'refund-late' };
  const { order: paid, changed } = decided.value;
  // Its lines were changed while somebody paid what it cost before: the rest is owed.
  const isOther = changed && paid.changes !== undefined && fact.amountCents !== paid.totalCents;
  return {
    order: isOther ? owing(paid, paid.totalCents - fact.amountCents) : paid,
    approved: changed,
    attention: null,
  };
}

/** Out of the kitchen, once all its money went back over there; null when it is not in it, or is paid all the same. */
function withdraw(context: OrderContext, order: Order, nowMs: number): Decision | null {
  const isInKitchen = order.status === 'RECEBIDO' || order.status === 'PREPARING' || order.status === 'READY';
  if (!isInKitchen || order.paymentStatus !== 'refunded') return null;
  const decided = decide(
    order,
    { kind: 'cancel', reason: 'estornado' },
    { nowMs, panel: context.panel.slot(nowMs) },
  );
  return decided.ok ? decided.value : null;
}

/** Whether an order that expired could still be made: store open, everything in it available. */
function makeable({ menu, timeZone }: OrderContext, order: Order, nowMs: number): boolean {
  const open = openState(menu.catalog().settings, nowMs, timeZone).state;
  if (open === 'closed' || open === 'paused') return false;
  const list = menu.priceList();
  const has = (
    from: Map<string, { active: boolean; soldOutUntilMs: number | null }>,
    id: string | null,
  ): boolean => {
    if (id === null) return true;
    const entry = from.get(id);
    return entry !== undefined && isAvailable(entry, nowMs);
  };
  return order.items.every(
    (item) =>
      has(list.products, item.productId) &&
      has(list.sizes, item.sizeId) &&
      has(list.bases, item.baseId) &&
      has(list.iceCreams, item.iceCreamId) &&
      has(list.iceCreams, item.secondaryIceCreamId) &&
      item.toppings.every((topping) => has(list.toppings, topping.toppingId)),
  );
}

// Cash, terminal and offline PIX are not attempts: an order paid by hand, if only in part, keeps its status whatever attempts say.
function withPaymentStatus(
  order: Order,
  attempts: PaymentFact[],
  attemptIsNew: boolean,
  nowMs: number,
): Order {
  if (isTakenAtCounter(order)) return order;
  const newest = attempts.at(-1);
  const paymentStatus = derivePaymentStatus(attempts);
  // What waits for its money at the counter goes on waiting there, whatever code was shown for it and whichever terminal shows it: it never
  // expires for that.
  const waitsHere =
    order.paymentMethod === 'cash' && (order.source === 'counter' || newest?.terminal === true);
  const startsHere =
    !waitsHere &&
    attemptIsNew &&
    order.status === 'PENDING' &&
    newest !== undefined &&
    !isMoneyIn(newest.status);
  // Who had chosen cash and paid by a code after the order was called off paid by the code: left as cash, it would be money that staff took,
  // which no news of the provider changes.
  const paying =
    order.status === 'CANCELLED' && order.paymentMethod !== null && isTakenByHand(order.paymentMethod)
      ? attempts.findLast(({ status, mismatch }) => mismatch === null && hasMoneyCome(status))
      : undefined;
  const paymentMethod = startsHere ? newest.method : (paying?.method ?? order.paymentMethod);
  const changeForCents = paymentMethod === 'cash' ? order.changeForCents : null;
  if (paymentStatus === order.paymentStatus && paymentMethod === order.paymentMethod) return order;
  return { ...order, paymentStatus, paymentMethod, changeForCents, updatedAtMs: nowMs };
}
