// Money that goes back, as a person of the shop asks for it: which payments give how much, and what it does to the order, in one
// transaction with the rows of refund-intents.ts. Nothing here speaks with the provider.
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Problem } from '@balcao/shared/http/problem.ts';
import { ORDER_REFUSALS } from '@balcao/shared/http/refusals/order.ts';
import type { RefundReply, RefundRequest } from '@balcao/shared/http/refunds.ts';
import type { GivenBack, Order } from '@balcao/shared/order/order.ts';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { provedPartsOf } from '@balcao/shared/payment/paid-difference.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { payments } from '../../storage/schema/payments.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import { backText, cancelText, moneyOfText } from '../audit/sentences.ts';
import type { Cash } from '../cash/cash.ts';
import { changeOrder } from '../orders/change-order.ts';
import type { OrderContext } from '../orders/context.ts';
import type { Difference } from '../orders/online-payments.ts';
import type { AskRelay } from '../relay/ask-relay.ts';
import type { createRefundIntents, HandedOver, RefundPart } from './refund-intents.ts';
import { nameRefundPart, nameRefundWhole } from './refund-names.ts';
import { settledByRefund } from './settled-by-refund.ts';
import { splitRefund } from './split-refund.ts';
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

/** Books what of an order that is called off was paid by hand, in the running transaction; answers what goes back. */
export type GaveBackByHand = (actor: Actor, order: Order) => GivenBack[];
/** Books what goes back of a part of an order that came through the provider, as soon as it is asked for. In the running transaction. */
export type PartReturns = Pick<Cash, 'leftProved' | 'bookedProved' | 'goneUnder'>;
/** A payment that pays no order, with what is left of it. */
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
  const goodPaymentsOf = (order: Order) =>
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

  /** The parts of an equal refund that is still under way: the same amount asked for again is that refund, and no second one. */
  const earlierPartsOf = (
    orderId: string,
    goodPayments: ReturnType<typeof goodPaymentsOf>,
    cents: number,
    key?: string,
  ): RefundPart[] => {
    const bookedUnder = (idOf: (fact: PaymentFact) => string, isWhole: boolean): RefundPart[] =>
      goodPayments.flatMap(({ fact, partName }) => {
        const id = idOf(fact);
        const bookedCents =
          partName === null
            ? (intents.waitingOf(fact.attemptId).find((waiting) => waiting.id === id)?.cents ?? 0)
            : deps.parts.goneUnder(orderId, `${partName}.${id}`);
        const amountCents = isWhole ? null : bookedCents;
        return bookedCents === 0 ? [] : [{ attemptId: fact.attemptId, amountCents, cents: bookedCents, id }];
      });
    const parts = bookedUnder((fact) => nameRefundPart(fact, cents, key), false);
    if (parts.length > 0 || key !== undefined) return parts;
    // Of what was left beside a part that is under way.
    const wholeParts = bookedUnder(({ attemptId }) => nameRefundWhole(attemptId), true);
    return sumOf(wholeParts) === cents ? wholeParts : [];
  };

  /** What is asked back of parts of the order is gone from the books now, and not when the provider has carried it out. */
  function bookParts(order: Order, parts: readonly RefundPart[]): void {
    for (const { id, proved } of provedPartsOf(order)) {
      const askedPart = parts.find(({ attemptId }) => attemptId === proved.attemptId);
      if (askedPart === undefined || askedPart.cents === 0) continue;
      const leftCents = Math.max(0, deps.parts.bookedProved(order.id, id) - askedPart.cents);
      deps.parts.leftProved(order.id, { id, proved }, leftCents, askedPart.id);
    }
  }

  return {
    /**
     * What came for all of an order, and for its changed lines, and was not asked back as a whole: nothing else gives it back when the order is
     * over.
     */
    keptCents(order: Order): number {
      const differences = new Set((order.paidDifferences ?? []).map(({ id }) => id));
      return goodPaymentsOf(order)
        .filter(({ fact: { part } }) => part === undefined || differences.has(part))
        .filter(({ fact }) => !intents.wasWritten(nameRefundWhole(fact.attemptId)))
        .reduce((sum, { heardCents }) => sum + heardCents, 0);
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
        const isAudited = parts.every(({ id }) => !intents.wasWritten(id) || intents.isRefused(id));
        intents.write({ id: orderId }, parts);
        const auditText = `pediu a devolução de ${moneyOfText(cents, orders.repository.byId(orderId))}, que estavam separados`;
        if (isAudited) audit.record(actor, 'order', 'refund', auditText);
      });
      const outcomes = await intents.handOverAll(parts);
      orders.wake.notify('log');
      return replyOf(outcomes, cents);
    },

    /** Asks the relay once more for what the provider refused of an attempt. */
    async retry(actor: Actor, attemptId: string): Promise<Result<null, Problem>> {
      const orderId = orderOf(attemptId);
      if (orderId === null) return refused(NO_ORDER);
      const attempts = await ask(`/edge/payments/attempts?orderId=${orderId}`, AttemptRefunds);
      if (!attempts.ok) return attempts;
      const attemptRefunds =
        attempts.value.attempts.find((attempt) => attempt.attemptId === attemptId)?.refunds ?? [];
      const fact = attemptsOf(orderId).find((one) => one.attemptId === attemptId);
      const leftCents = fact === undefined ? 0 : fact.amountCents - fact.refundedCents;
      let retriedCents = 0;
      for (const { refundId, amountCents } of attemptRefunds.filter(isStuck)) {
        retriedCents += amountCents ?? leftCents;
        const retried = await intents.askRelay({
          attemptId,
          amountCents,
          refundId: amountCents === null ? null : refundId,
        });
        if (!retried.ok) return retried;
        if (retried.value.state === 'failed') return refused(REFUND_FAILED);
      }
      const moneyText = moneyOfText(retriedCents, orders.repository.byId(orderId));
      audit.record(actor, 'order', 'refund', `tentou de novo a devolução de ${moneyText} pelo Mercado Pago`);
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
      const goodPayments = goodPaymentsOf(order);
      const heardCents = goodPayments.reduce((sum, payment) => sum + payment.heardCents, 0);
      if (heardCents === 0) return refused(NOTHING_ONLINE[order.paymentMethod ?? ''] ?? NOTHING_TO_REFUND);
      const bookedCents = goodPayments.reduce((sum, payment) => sum + payment.leftCents, 0);
      // Where all of it is on its way back, all of it once more is that.
      const isAllGoingBack = bookedCents === 0 && (amountCents ?? heardCents) === heardCents;
      const leftCents = isAllGoingBack ? heardCents : bookedCents;
      const key = difference?.key;
      const earlier = amountCents === null ? [] : earlierPartsOf(orderId, goodPayments, amountCents, key);
      const cents = amountCents ?? leftCents;
      if (earlier.length === 0 && cents > leftCents) return refused(tooMuch(leftCents));
      const payable = isAllGoingBack
        ? goodPayments.map((payment) => ({ ...payment, leftCents: payment.heardCents }))
        : goodPayments;
      const parts =
        earlier.length > 0 ? earlier : splitRefund(payable, cents, { key, isAll: cents === leftCents });
      const auditText = `pediu a devolução de ${moneyOfText(cents, order)}`;
      // What the relay has in its books is the same refund still: only what was never asked for leaves the books here.
      const newParts =
        earlier.length > 0 || isAllGoingBack ? [] : parts.filter(({ id }) => !intents.wasWritten(id));
      const hasNew = newParts.length > 0;
      const isAudited = hasNew || (earlier.length === 0 && parts.some(({ id }) => intents.isRefused(id)));
      const returned = newParts.flatMap(({ attemptId, cents: goingCents }) =>
        goodPayments
          .filter(({ fact }) => fact.attemptId === attemptId)
          .map(({ fact: { method } }) => ({ method, cents: goingCents })),
      );
      // A part that goes back from elsewhere than the list of differences is that difference all the same.
      const settleDifference = (): void => {
        const current = orders.repository.byId(orderId);
        const after = current && settledByRefund(current, returned, orders.clock());
        if (!after) return;
        orders.repository.update(after);
        orders.repository.updateChanges(after);
        orders.log(after);
      };
      const writeRefund = (): void => {
        intents.write(order, parts);
        bookParts(order, newParts);
        if (hasNew && difference === null) settleDifference();
        if (hasNew) difference?.along(returned);
        if (isAudited) audit.record(actor, 'order', 'refund', auditText);
      };
      // What is too much of an order that stays is a part of it, whatever else was paid.
      if (
        difference === null &&
        earlier.length === 0 &&
        cents === leftCents &&
        order.status !== 'DELIVERED' &&
        order.status !== 'CANCELLED'
      ) {
        const cancelReason = reason ?? 'estornado';
        const cancelled = changeOrder(
          orders,
          orderId,
          { kind: 'cancel', reason: cancelReason, ...(seen ? { seen } : {}) },
          (_before, after) => {
            writeRefund();
            // What was added to it later may have been paid by hand.
            const back = deps.gaveBackByHand(actor, after);
            audit.record(actor, 'order', 'cancel', `${cancelText(after, cancelReason)}${backText(back)}`);
          },
        );
        if (!cancelled.ok) return refused(ORDER_REFUSALS.problemOf(cancelled.refusal));
      } else inTransaction(db, writeRefund);
      const outcomes = await intents.handOverAll(parts);
      orders.wake.notify('log');
      return replyOf(outcomes, sumOf(parts));
    },
  };
}

const sumOf = (parts: readonly Pick<RefundPart, 'cents'>[]): number =>
  parts.reduce((sum, { cents }) => sum + cents, 0);

/** Refused, or not answered as it should be: asking again begins the next try. */
const isStuck = ({ state }: { state: string }): boolean => state === 'failed' || state === 'asked';

function replyOf(outcomes: readonly HandedOver[], refundedCents: number): Result<RefundReply, Problem> {
  const refusal = outcomes.find((outcome) => outcome.kind === 'refused');
  if (refusal !== undefined) return refused(refusal.why);
  const states = outcomes.map((outcome) => (outcome.kind === 'handed-over' ? outcome.state : null));
  if (states.includes('failed')) return refused(REFUND_FAILED);
  if (states.includes(null)) return accepted({ state: 'noted', refundedCents });
  return accepted({ state: states.every((state) => state === 'done') ? 'done' : 'waiting', refundedCents });
}
