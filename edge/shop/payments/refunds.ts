// Money that goes back, as a person of the shop asks for it: which payments give how much, and what it does to the order, in one
// transaction with the rows of refund-intents.ts. Nothing here speaks with the provider.
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Problem } from '@balcao/shared/http/problem.ts';
import { ORDER_REFUSALS } from '@balcao/shared/http/refusals/order.ts';
import type { RefundReply, RefundRequest } from '@balcao/shared/http/refunds.ts';
import { formatCents } from '@balcao/shared/money.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { paidDifferencesOf, provedPartsOf } from '@balcao/shared/payment/paid-difference.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { payments } from '../../storage/schema/payments.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import type { Cash } from '../cash/cash.ts';
import { changeOrder } from '../orders/change-order.ts';
import type { OrderContext } from '../orders/context.ts';
import type { Difference } from '../orders/online-payments.ts';
import type { AskRelay } from '../relay/ask-relay.ts';
import type { createRefundIntents, HandedOver, RefundPart } from './refund-intents.ts';
import { nameRefundPart, nameRefundWhole } from './refund-names.ts';
import { settledByRefund } from './settled-by-refund.ts';
import { NO_ORDER, NOTHING_ONLINE, NOTHING_TO_REFUND, REFUND_FAILED, tooMuch } from './refund-problems.ts';

const AttemptRefunds = z.object({
  attempts: z.array(
    z.object({
      attemptId: z.string(),
      refunds: z.array(
        z.object({ refundId: z.string(), amountCents: z.number().nullable(), state: z.string() }),
      ),
    }),
  ),
});

/** Books what of an order that is called off was paid by hand, in the running transaction. */
export type GaveBackByHand = (actor: Actor, order: Order) => void;
/** Books what goes back of a part of an order that came through the provider, as soon as it is asked for. In the running transaction. */
export type PartReturns = Pick<Cash, 'leftProved' | 'bookedProved' | 'goneUnder'>;
/** Money that pays no order: what came of it. */
export type SetAside = { attemptId: string; orderId: string; cents: number };

/** Refunds as staff ask for them; `attemptsOf` gives what is known of an order's online payments. */
export function createStoreRefunds(deps: {
  ask: AskRelay;
  orders: OrderContext;
  audit: Audit;
  intents: ReturnType<typeof createRefundIntents>;
  attemptsOf: (orderId: string) => PaymentFact[];
  gaveBackByHand: GaveBackByHand;
  parts: PartReturns;
}) {
  const { ask, orders, audit, intents, attemptsOf } = deps;
  const { db } = orders;

  const orderOf = (attemptId: string): string | null =>
    db.select({ orderId: payments.orderId }).from(payments).where(eq(payments.attemptId, attemptId)).get()
      ?.orderId ?? null;

  /**
   * The good payments of the order. `heardCents`: what each has left as far as was heard; `leftCents`: without what was asked back of a part
   * since, which the books know. `partName`: its part.
   */
  const paidOf = (order: Order) =>
    attemptsOf(order.id)
      .filter((fact) => isMoneyIn(fact.status) && fact.mismatch === null)
      .map((fact) => {
        const partName =
          provedPartsOf(order).find(({ proved }) => proved.attemptId === fact.attemptId)?.id ?? null;
        const heardCents = fact.amountCents - fact.refundedCents;
        // Of a payment of the whole order the store knows only what the relay has not got yet.
        const bookedCents =
          partName === null
            ? heardCents - sumOf(intents.waitingOf(fact.attemptId))
            : deps.parts.bookedProved(order.id, partName);
        return { fact, partName, heardCents, leftCents: Math.min(heardCents, bookedCents) };
      })
      // A part that the order does not have any more is on its way back.
      .filter(
        ({ fact: { part }, partName, heardCents }) =>
          heardCents > 0 && (part === undefined || partName !== null),
      );

  /** Of the first payments as much as they have; `isAll`: it is all that is left of them. */
  function partsOf(
    paid: readonly { fact: PaymentFact; leftCents: number }[],
    cents: number,
    { key, isAll }: { key: string | undefined; isAll: boolean },
  ): RefundPart[] {
    const parts: RefundPart[] = [];
    let restCents = cents;
    for (const { fact, leftCents } of paid) {
      const part = Math.min(restCents, leftCents);
      if (part === 0) continue;
      const isRest = isAll && key === undefined;
      parts.push({
        attemptId: fact.attemptId,
        amountCents: isRest ? null : part,
        cents: part,
        id: isRest ? nameRefundWhole(fact.attemptId) : nameRefundPart(fact, cents, key),
      });
      restCents -= part;
    }
    return parts;
  }

  /** The same amount once more, before the first was heard of: the same refund, of the parts of which it was booked. */
  const askedBefore = (
    orderId: string,
    paid: ReturnType<typeof paidOf>,
    cents: number,
    key?: string,
  ): RefundPart[] => {
    const under = (idOf: (fact: PaymentFact) => string, isWhole: boolean): RefundPart[] =>
      paid.flatMap(({ fact, partName }) => {
        const id = idOf(fact);
        const gone =
          partName === null
            ? (intents.waitingOf(fact.attemptId).find((one) => one.id === id)?.cents ?? 0)
            : deps.parts.goneUnder(orderId, `${partName}.${id}`);
        const amountCents = isWhole ? null : gone;
        return gone === 0 ? [] : [{ attemptId: fact.attemptId, amountCents, cents: gone, id }];
      });
    const parts = under((fact) => nameRefundPart(fact, cents, key), false);
    if (parts.length > 0 || key !== undefined) return parts;
    // Of what was left beside a part that is under way.
    const rest = under(({ attemptId }) => nameRefundWhole(attemptId), true);
    return sumOf(rest) === cents ? rest : [];
  };

  /** What is asked back of parts of the order is gone from the books now, and not when the provider has carried it out. */
  function bookParts(order: Order, parts: readonly RefundPart[]): void {
    for (const { id, proved } of provedPartsOf(order)) {
      const asked = parts.find(({ attemptId }) => attemptId === proved.attemptId);
      if (asked === undefined || asked.cents === 0) continue;
      const leftCents = Math.max(0, deps.parts.bookedProved(order.id, id) - asked.cents);
      deps.parts.leftProved(order.id, { id, proved }, leftCents, asked.id);
    }
  }

  return {
    /**
     * What came for all of an order and was not asked back as a whole: nothing else gives it back when the order is over. With what came
     * for its changed lines, which stays where that does.
     */
    keptCents(order: Order): number {
      const sumOfKept = (isMeant: (fact: PaymentFact) => boolean): number =>
        paidOf(order)
          .filter(({ fact }) => isMeant(fact) && !intents.wasWritten(nameRefundWhole(fact.attemptId)))
          .reduce((sum, { heardCents }) => sum + heardCents, 0);
      const wholeCents = sumOfKept(({ part }) => part === undefined);
      const differences = new Set(paidDifferencesOf(order).map(({ id }) => id));
      return wholeCents === 0 ? 0 : wholeCents + sumOfKept(({ part = '' }) => differences.has(part));
    },

    /** Gives back all that is left of a part of an order, which leaves it or is called off. In the running transaction. */
    returnPart(orderId: string, attemptId: string, cents: number): void {
      const order = orders.repository.byId(orderId);
      if (order)
        intents.write(order, [{ attemptId, amountCents: null, cents, id: nameRefundWhole(attemptId) }]);
    },

    /** Whether what was set aside is on its way back, and not in the relay's books yet. */
    isGoingBack: (attemptId: string): boolean => intents.isWaiting(nameRefundWhole(attemptId)),

    /** Gives back all of what was set aside; its order, if there is one, stays as it is. */
    async giveAsideBack(
      actor: Actor,
      { attemptId, orderId, cents }: SetAside,
    ): Promise<Result<RefundReply, Problem>> {
      const parts = [{ attemptId, amountCents: null, cents, id: nameRefundWhole(attemptId) }];
      inTransaction(db, () => {
        // Asked once more it is the same refund, which is said again only where it was refused.
        const isToldOf = parts.every(({ id }) => !intents.wasWritten(id) || intents.isRefused(id));
        intents.write({ id: orderId }, parts);
        const told = `devolveu ${formatCents(cents)} que estavam separados`;
        if (isToldOf) audit.record(actor, 'order', 'refund', told);
      });
      const handed = await intents.handOverAll(parts);
      orders.wake.notify('log');
      return replyOf(handed, cents);
    },

    /** Asks the relay once more for what the provider refused of an attempt. */
    async retry(actor: Actor, attemptId: string): Promise<Result<null, Problem>> {
      const orderId = orderOf(attemptId);
      if (orderId === null) return refused(NO_ORDER);
      const listed = await ask(`/edge/payments/attempts?orderId=${orderId}`, AttemptRefunds);
      if (!listed.ok) return listed;
      const given = listed.value.attempts.find((one) => one.attemptId === attemptId)?.refunds ?? [];
      for (const { refundId, amountCents } of given.filter(isStuck)) {
        const again = await intents.askRelay({
          attemptId,
          amountCents,
          refundId: amountCents === null ? null : refundId,
        });
        if (!again.ok) return again;
        if (again.value.state === 'failed') return refused(REFUND_FAILED);
      }
      audit.record(actor, 'order', 'refund', 'tentou de novo uma devolução pelo Mercado Pago');
      orders.wake.notify('log');
      return accepted(null);
    },

    /**
     * Gives an order's online payment back, whole or in part. A whole one calls the order off, unless it was handed over: for
     * `reason`, or as refunded.
     */
    async refund(
      actor: Actor,
      orderId: string,
      { amountCents, reason, seen }: RefundRequest,
      difference: Difference | null = null,
    ): Promise<Result<RefundReply, Problem>> {
      const order = orders.repository.byId(orderId);
      if (!order) return refused(NO_ORDER);
      const paid = paidOf(order);
      const heardCents = paid.reduce((sum, one) => sum + one.heardCents, 0);
      if (heardCents === 0) return refused(NOTHING_ONLINE[order.paymentMethod ?? ''] ?? NOTHING_TO_REFUND);
      const bookedCents = paid.reduce((sum, one) => sum + one.leftCents, 0);
      // Where all of it is on its way back, all of it once more is that.
      const isOnItsWay = bookedCents === 0 && (amountCents ?? heardCents) === heardCents;
      const leftCents = isOnItsWay ? heardCents : bookedCents;
      const key = difference?.key;
      const before = amountCents === null ? [] : askedBefore(orderId, paid, amountCents, key);
      const cents = amountCents ?? leftCents;
      if (before.length === 0 && cents > leftCents) return refused(tooMuch(leftCents));
      const from = isOnItsWay ? paid.map((one) => ({ ...one, leftCents: one.heardCents })) : paid;
      const parts = before.length > 0 ? before : partsOf(from, cents, { key, isAll: cents === leftCents });
      const told = `devolveu ${formatCents(cents)} do pedido nº ${order.simpleId}`;
      // What the relay has in its books is the same refund still: only what was never asked for leaves the books here.
      const fresh = before.length > 0 || isOnItsWay ? [] : parts.filter(({ id }) => !intents.wasWritten(id));
      const isNew = fresh.length > 0;
      const isToldOf = isNew || (before.length === 0 && parts.some(({ id }) => intents.isRefused(id)));
      const goesBack = fresh.flatMap(({ attemptId, cents: goingCents }) =>
        paid
          .filter(({ fact }) => fact.attemptId === attemptId)
          .map(({ fact: { method } }) => ({ method, cents: goingCents })),
      );
      // A part that goes back from elsewhere than the list of differences is that difference all the same.
      const settle = (): void => {
        const owed = orders.repository.byId(orderId);
        const after = owed && settledByRefund(owed, goesBack, orders.clock());
        if (!after) return;
        orders.repository.update(after);
        orders.repository.updateChanges(after);
        orders.log(after);
      };
      const both = (): void => {
        intents.write(order, parts);
        bookParts(order, fresh);
        if (isNew && difference === null) settle();
        if (isNew) difference?.along(goesBack);
        if (isToldOf) audit.record(actor, 'order', 'refund', told);
      };
      // What is too much of an order that stays is a part of it, whatever else was paid.
      if (
        difference === null &&
        before.length === 0 &&
        cents === leftCents &&
        order.status !== 'DELIVERED' &&
        order.status !== 'CANCELLED'
      ) {
        const why = reason ?? 'estornado';
        const called = changeOrder(
          orders,
          orderId,
          { kind: 'cancel', reason: why, ...(seen ? { seen } : {}) },
          (_before, after) => {
            both();
            // What was added to it later may have been paid by hand.
            deps.gaveBackByHand(actor, after);
            audit.record(actor, 'order', 'cancel', `cancelou o pedido nº ${order.simpleId} (motivo: ${why})`);
          },
        );
        if (!called.ok) return refused(ORDER_REFUSALS.problemOf(called.refusal));
      } else inTransaction(db, both);
      const handed = await intents.handOverAll(parts);
      orders.wake.notify('log');
      return replyOf(handed, sumOf(parts));
    },
  };
}

const sumOf = (parts: readonly Pick<RefundPart, 'cents'>[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0);

/** Refused, or not answered as it should be: asking again begins the next try. */
const isStuck = ({ state }: { state: string }): boolean => state === 'failed' || state === 'asked';

function replyOf(handed: readonly HandedOver[], refundedCents: number): Result<RefundReply, Problem> {
  const no = handed.find((one) => one.kind === 'refused');
  if (no !== undefined) return refused(no.why);
  const states = handed.map((one) => (one.kind === 'handed-over' ? one.state : null));
  if (states.includes('failed')) return refused(REFUND_FAILED);
  if (states.includes(null)) return accepted({ state: 'noted', refundedCents });
  return accepted({ state: states.every((state) => state === 'done') ? 'done' : 'waiting', refundedCents });
}
