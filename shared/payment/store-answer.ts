// What the store did with the news that an order was paid, and what its answer, or its silence, does to the money. Pure.
import type { Order, OrderPaymentStatus, OrderStatus, Tender } from '../order/order.ts';
import { isTakenByHand } from '../order/taken-by-hand.ts';
import { provedPartsOf } from './paid-difference.ts';
import { hasTenders } from './tender.ts';
import type { Attempt } from './attempt.ts';
import { isGood } from './order-money.ts';
import type { PlannedRefund, Refund, RefundReason } from './refund.ts';
import type { ReviewItemKind } from './review-item.ts';

/** Honoured: it is being made. Paid otherwise: staff took the money beside it. */
export type StoreAnswer = 'honoured' | 'not-made' | 'paid-otherwise';
/** No answer yet: in time, long enough to call a person, or too long to keep the money. */
export type StoreSilence = 'in-time' | 'overdue' | 'given-up';

/** Whether staff took the money: such an order is paid whatever becomes of its attempts. */
export const isPaidByHand = (order: Pick<Order, 'paymentStatus' | 'paymentMethod'>): boolean =>
  order.paymentStatus === 'approved' && order.paymentMethod !== null && isTakenByHand(order.paymentMethod);

/** Whether staff took the money or a part of it: what comes online beside it goes back. */
export const isTakenAtCounter = (
  order: Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod' | 'tenders'>,
): boolean => isPaidByHand(order) || hasTenders(order);

/**
 * Whether staff said by hand that the terminal took the money, and this is that money: it was sent there by us, and the terminal has its own line. Another way by
 * hand, another amount, or a part is money beside it. An order whose lines were changed since does not say any more what it cost then: there
 * the amount is not asked, for what went back by mistake is lost, and what came twice is seen by whoever paid it.
 */
export const isTheSameMoney = (
  order: Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod' | 'tenders' | 'totalCents' | 'changes'>,
  payment: { isAtTerminal: boolean; amountCents: number },
): boolean =>
  payment.isAtTerminal &&
  isPaidByHand(order) &&
  order.paymentMethod === 'terminal' &&
  !hasTenders(order) &&
  (order.changes !== undefined || payment.amountCents === order.totalCents);

/** What a person reads of an order's money: of one that was called off, what staff had taken is back in its customer's hands. */
export const shownPaymentStatus = (
  order: Pick<Order, 'status' | 'paymentStatus' | 'paymentMethod' | 'tenders'>,
): OrderPaymentStatus =>
  order.status === 'CANCELLED' && (isPaidByHand(order) || order.tenders !== undefined)
    ? 'refunded'
    : order.paymentStatus;

/** Whether money of this order came through the provider and is not all gone back. */
export const isPaidOnline = (order: Pick<Order, 'paymentStatus' | 'paymentMethod'>): boolean =>
  (order.paymentStatus === 'approved' || order.paymentStatus === 'partially_refunded') &&
  order.paymentMethod !== null &&
  !isTakenByHand(order.paymentMethod);

const IS_MADE: Record<OrderStatus, boolean> = {
  PENDING: true,
  RECEBIDO: true,
  PREPARING: true,
  READY: true,
  DELIVERED: true,
  CANCELLED: false,
};

/** Money that came: `part`, of a part of the order, with the attempt that paid it. */
type ReceivedPayment = {
  isAtTerminal: boolean;
  amountCents: number;
  part?: { id: string; attemptId: string } | null;
};

/** Whether a part that staff took by hand under its id is the money that the terminal took for it. */
const isTheSamePart = (
  tender: Pick<Tender, 'method' | 'cents' | 'proved'>,
  payment: { isAtTerminal: boolean; amountCents: number },
): boolean =>
  payment.isAtTerminal &&
  tender.proved === undefined &&
  tender.method === 'terminal' &&
  tender.cents === payment.amountCents;

/**
 * The part that staff said by hand of the terminal and that is the money which the terminal took for `part`; none where that one stands
 * otherwise. Under another id it is that money where no other payment is it, and where it was said after the part was sent there: whoever sends
 * a part after another one was typed in by hand means a part of its own. Ids carry the moment in which they were given.
 */
export function partSaidByHand(
  tenders: readonly Tender[] | undefined,
  payment: { isAtTerminal: boolean; amountCents: number },
  part: NonNullable<ReceivedPayment['part']>,
): Tender | null {
  const { attemptId } = part;
  const matchingTenders = (tenders ?? []).filter(
    (tender) =>
      isTheSamePart(tender, payment) && (tender.heardAs === undefined || tender.heardAs === attemptId),
  );
  const ownTender =
    matchingTenders.find((tender) => tender.heardAs === attemptId) ??
    matchingTenders.find(({ id }) => id === part.id);
  if (ownTender !== undefined) return ownTender;
  const tenderOfPart = tenders?.find(({ id }) => id === part.id);
  if (tenderOfPart !== undefined && !isTheSamePart(tenderOfPart, payment)) return null;
  return matchingTenders.find(({ id }) => id > part.id) ?? null;
}

/**
 * Parts of the same way and amount that came by themselves and that whoever says a part by hand does not know of: what is said may be that
 * money, and is counted only once it was said to be other money beside it. `cameCents`: what came as a part, before something of it went back.
 */
export const partsUnknownTo = (
  tenders: readonly Tender[] | undefined,
  manualTender: Pick<Tender, 'method' | 'cents'> & { besideParts?: readonly string[] | undefined },
  receivedCents: (id: string) => number | undefined,
): string[] =>
  (tenders ?? [])
    .filter(({ proved, method }) => proved !== undefined && method === manualTender.method)
    .filter(({ id, cents }) => manualTender.cents === cents || manualTender.cents === receivedCents(id))
    .map(({ id }) => id)
    .filter((id) => !(manualTender.besideParts ?? []).includes(id));

/** A part, or a difference, is honoured where it stands in the order, by this payment or as this money. */
function answerOfPart(
  order: Parameters<typeof answerOfOrder>[0],
  payment: ReceivedPayment,
  part: NonNullable<ReceivedPayment['part']>,
): StoreAnswer {
  const isTaken =
    provedPartsOf(order).some(({ id, proved }) => id === part.id && proved.attemptId === part.attemptId) ||
    partSaidByHand(order.tenders, payment, part) !== null ||
    isTheSameMoney(order, payment);
  return isTaken ? 'honoured' : 'paid-otherwise';
}

/** The answer that lies in the order as the store has it once it has heard that money came. */
export function answerOfOrder(
  order: Parameters<typeof isTheSameMoney>[0] & Pick<Order, 'paidDifferences'>,
  payment: ReceivedPayment,
): StoreAnswer {
  if (!IS_MADE[order.status]) return 'not-made';
  if (payment.part) return answerOfPart(order, payment, payment.part);
  if (isTheSameMoney(order, payment)) return 'honoured';
  return isTakenAtCounter(order) ? 'paid-otherwise' : 'honoured';
}

/**
 * What a wait of so many ms is. At its limit it is over; not for what a terminal in the shop took, which has a line of its own: whoever paid stands there and is
 * served, whether the shop's line is up or not, so that it waits for the store however long.
 */
export const silenceOf = (
  waitedMs: number,
  { alarmMs, refundMs, isAtTerminal }: { alarmMs: number; refundMs: number; isAtTerminal: boolean },
): StoreSilence =>
  waitedMs >= refundMs && !isAtTerminal ? 'given-up' : waitedMs >= alarmMs ? 'overdue' : 'in-time';

type Step = { isOver: boolean; refund: RefundReason | null; raise: readonly ReviewItemKind[] };

const NO_STEP: Step = { isOver: false, refund: null, raise: [] };
const FINISHED: Step = { isOver: true, refund: null, raise: [] };

/** Answer or silence × whether the money is good and still there: every cell decided. `isOver`: nothing is awaited any more. */
export const STORE_ANSWERS: Record<StoreAnswer | StoreSilence, Record<'good' | 'not-good', Step>> = {
  honoured: { good: FINISHED, 'not-good': FINISHED },
  'not-made': {
    good: { isOver: true, refund: 'refused-by-store', raise: ['refused-by-store'] },
    'not-good': FINISHED,
  },
  'paid-otherwise': {
    good: { isOver: true, refund: 'second-approval', raise: ['second-approval'] },
    'not-good': FINISHED,
  },
  'in-time': { good: NO_STEP, 'not-good': NO_STEP },
  overdue: {
    good: { isOver: false, refund: null, raise: ['unacknowledged'] },
    'not-good': { isOver: false, refund: null, raise: ['unacknowledged'] },
  },
  'given-up': {
    good: {
      isOver: false,
      refund: 'unacknowledged',
      raise: ['unacknowledged', 'refunded-unacknowledged'],
    },
    'not-good': NO_STEP,
  },
};

/** What is to be written. `isOver`: the attempt is acknowledged, and 'unacknowledged' is no longer listed. */
export type Acknowledgement = {
  isOver: boolean;
  refund: PlannedRefund | null;
  raise: readonly ReviewItemKind[];
};

/** What follows from the store's answer; null when nothing does, or it was taken in before. */
export function decideAcknowledgement(
  attempt: Pick<Attempt, 'id' | 'status' | 'mismatch' | 'acknowledgedAtMs'>,
  refunds: readonly Refund[],
  answer: StoreAnswer | StoreSilence,
): Acknowledgement | null {
  if (attempt.acknowledgedAtMs !== null) return null;
  const step = STORE_ANSWERS[answer][isGood(attempt) ? 'good' : 'not-good'];
  if (step === NO_STEP) return null;
  // Given up once: that it goes back was said, and one that failed waits for a person.
  const isGoingBack = refunds.some(
    (refund) => refund.attemptId === attempt.id && refund.amountCents === null,
  );
  if (answer === 'given-up' && isGoingBack) return null;
  const refund =
    step.refund === null ? null : { id: null, attemptId: attempt.id, amountCents: null, reason: step.refund };
  return { isOver: step.isOver, refund, raise: step.raise };
}
