// What a payment that was asked for a part of an order, or for the difference of a paid one, does to the order: the part is taken, and goes when
// its money goes. In the running transaction.
import { owing, payDifference } from '@balcao/shared/order/change-lines.ts';
import { decide, type Decision } from '@balcao/shared/order/decide.ts';
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import {
  provedPartsOf,
  withPaidDifference,
  type ProvedPart,
} from '@balcao/shared/payment/paid-difference.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { isTheSameMoney, partSaidByHand } from '@balcao/shared/payment/store-answer.ts';
import { tenderOfPayment } from '@balcao/shared/payment/tender.ts';
import type { Cash } from '../cash/cash.ts';
import type { Attention } from './attention.ts';
import type { OrderContext } from './context.ts';

/** A fact of a part. */
type PartFact = PaymentFact & { part: string };
/** The books in which parts stand. */
export type PartBooks = Pick<
  Cash,
  'cameProved' | 'leftProved' | 'bookedProved' | 'wasGivenBack' | 'hasPart' | 'returnProvedParts'
>;
type Effect = { decision: Decision; attention: Attention | null };

/** What of the payment's money is with the provider for this part. */
const leftCentsOf = (fact: PaymentFact | null): number =>
  fact === null || fact.mismatch !== null || !isMoneyIn(fact.status)
    ? 0
    : fact.amountCents - fact.refundedCents;

/** `before`: what was known of the payment until now. */
export function settlePart(
  context: OrderContext,
  books: PartBooks,
  order: Order,
  { before, fact }: { before: PaymentFact | null; fact: PartFact },
): Effect {
  const stays: Decision = { order, changed: false, ticket: null };
  const paidPart = provedPartsOf(order).find(({ id }) => id === fact.part);
  if (paidPart?.proved.attemptId === fact.attemptId) {
    const attention = fact.status === 'charged_back' ? ('charged-back' as const) : null;
    const isMoved = leftCentsOf(fact) !== leftCentsOf(before);
    // Of one that was called off all is on its way back, and booked so.
    if (!isMoved || order.status === 'CANCELLED') return { decision: stays, attention };
    // More is booked as gone than the provider says by now: another refund is on its way, and no money came again.
    const isOnItsWay =
      leftCentsOf(fact) < leftCentsOf(before) &&
      books.bookedProved(order.id, paidPart.id) < leftCentsOf(fact);
    if (isOnItsWay) return { decision: stays, attention };
    return { decision: moved(context, books, order, paidPart, fact), attention };
  }
  if (!isMoneyIn(fact.status)) return { decision: stays, attention: null };
  if (fact.mismatch !== null) return { decision: stays, attention: 'mismatch' };
  const came = { isAtTerminal: fact.terminal === true, amountCents: fact.amountCents };
  const part = { id: fact.part, attemptId: fact.attemptId };
  const said =
    order.status === 'CANCELLED' || leftCentsOf(before) > 0
      ? null
      : partSaidByHand(order.tenders, came, part);
  if (said !== null) return { decision: markHeard(context, order, said, fact), attention: null };
  // Staff gave up the split, and said of the whole order that the terminal took it.
  if (isTheSameMoney(order, came)) return { decision: stays, attention: null };
  return bookPayment(context, books, order, { before, fact });
}

/** What staff said by hand is this payment, and no other one. */
function markHeard({ clock }: OrderContext, order: Order, said: Tender, { attemptId }: PartFact): Decision {
  const tenders = (order.tenders ?? []).map((one) =>
    one.id === said.id ? { ...one, heardAs: attemptId } : one,
  );
  return { order: { ...order, tenders, updatedAtMs: clock() }, changed: true, ticket: null };
}

/** Money that came for a part that was taken otherwise, was given back or has no room any more is known to nobody else: it goes back. */
function bookPayment(
  context: OrderContext,
  books: PartBooks,
  order: Order,
  { before, fact }: { before: PaymentFact | null; fact: PartFact },
): Effect {
  const stays: Decision = { order, changed: false, ticket: null };
  const attention = order.status === 'CANCELLED' ? 'refund-late' : 'refund-duplicate';
  // What it did when it came is done: since then it was given back.
  if (leftCentsOf(before) > 0) return { decision: stays, attention: null };
  const isTaken = books.bookedProved(order.id, fact.part) > 0 || books.wasGivenBack(order.id, fact.part);
  if (order.status === 'CANCELLED' || isTaken) return { decision: stays, attention };
  // In the making, or handed over: the payment that had brought the part went, and this one takes its place.
  if (provedPartsOf(order).some(({ id }) => id === fact.part))
    return { decision: replaced(context, books, order, fact), attention: null };
  const taken =
    fact.difference === true ? takeDifference(context, order, fact) : takePart(context, order, fact);
  if (taken === null) return { decision: stays, attention };
  const proved = { attemptId: fact.attemptId, method: fact.method };
  // Its own name is of what came first: of a payment that went, and was won again or has another one in its place.
  if (books.hasPart(order.id, fact.part))
    books.leftProved(order.id, { id: fact.part, proved }, leftCentsOf(fact));
  else books.cameProved(order.id, { id: fact.part, cents: fact.amountCents, proved });
  return { decision: taken, attention: null };
}

/** Null where the order has no room for it. */
function takePart(context: OrderContext, order: Order, fact: PartFact): Decision | null {
  const nowMs = context.clock();
  const at = { nowMs, panel: context.panel.slot(nowMs) };
  const taken = decide(order, { kind: 'take-tender', tender: tenderOfPayment(fact) }, at);
  return taken.ok && taken.value.changed ? taken.value : null;
}

/** Null where the order does not owe that much any more. */
function takeDifference({ clock }: OrderContext, order: Order, fact: PartFact): Decision | null {
  const paid = payDifference(order, fact, clock());
  return paid === null ? null : { order: paid, changed: true, ticket: null };
}

/** The part stands by another payment now, and is owed no longer. */
function replaced(context: OrderContext, books: PartBooks, order: Order, fact: PartFact): Decision {
  const now = tenderOfPayment(fact);
  const proved = { attemptId: fact.attemptId, method: fact.method };
  const part = { id: now.id, cents: now.cents, atMs: context.clock(), proved };
  const tenders = order.tenders?.map((one) => (one.id === now.id ? { ...one, ...now } : one));
  const standing =
    fact.difference === true
      ? withPaidDifference(order, part)
      : { ...order, ...(tenders !== undefined && { tenders }) };
  const after = moved(context, books, standing, part, fact);
  return { ...after, order: { ...after.order, updatedAtMs: context.clock() }, changed: true };
}

/**
 * Money of a part went, in the provider's panel or by the bank, or came again. An order that still waits, waits for it too; one that is in
 * the making owes it, and is not handed over without; of one that was handed over the books say it.
 */
function moved(
  context: OrderContext,
  books: PartBooks,
  order: Order,
  part: ProvedPart,
  fact: PartFact,
): Decision {
  const leftCents = leftCentsOf(fact);
  const goneCents = books.leftProved(order.id, part, leftCents);
  const stays: Decision = { order, changed: false, ticket: null };
  if (goneCents === 0 || order.status === 'DELIVERED') return stays;
  const updatedAtMs = context.clock();
  if (order.status !== 'PENDING') {
    const balanceCents = (order.balanceCents ?? 0) + goneCents;
    return { order: { ...owing(order, balanceCents), updatedAtMs }, changed: true, ticket: null };
  }
  const { tenders = [], ...bare } = order;
  const rest = tenders
    .map((one) => (one.id === part.id ? { ...one, cents: leftCents } : one))
    .filter(({ cents }) => cents > 0);
  return {
    order: { ...bare, ...(rest.length > 0 && { tenders: rest }), updatedAtMs },
    changed: true,
    ticket: null,
  };
}
