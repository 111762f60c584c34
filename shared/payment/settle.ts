// Decides what a payment fetched from the provider does to an order's attempts, refunds and review items, and what the
// store hears. Pure: clock, payee and the ids of commands are inputs; the caller reads before and writes after, in one transaction.
import { accepted, refused, type Result } from '../result.ts';
import { factOf, isNews, isUnreadable, seenAs, type Attempt, type SeenPayment } from './attempt.ts';
import { hasMoneyCome, isOpen } from './attempt-status.ts';
import { isGood, keeperOf, mayTell, paidLate } from './order-money.ts';
import type { PaymentFact } from './payment.ts';
import {
  isRefusedRefund,
  isWholeRefund,
  refundsShownDone,
  type PlannedRefund,
  type Refund,
} from './refund.ts';
import type { ReviewItem } from './review-item.ts';
import { nextCheckAtMs } from './schedule.ts';

/** So long is asked again before what cannot be read of money counts as a difference, and so often. */
const UNREADABLE_MS_MAX = 600_000;
const UNREADABLE_RETRY_MS = 30_000;

/** Every attempt of one order and every refund of these. */
export type OrderPayments<A extends Attempt = Attempt> = {
  attempts: readonly A[];
  refunds: readonly Refund[];
};

/** The payment of one attempt as it was fetched; `payeeId`: who should have been paid. */
export type Look = { attemptId: string; payment: SeenPayment; payeeId: string; isOrderCancelled: boolean };

/** `commandIds`: by attempt, the id under which the store would hear of it. */
export type SettleAt = { nowMs: number; commandIds: ReadonlyMap<string, string> };

/** What the store hears, under the id of its command. */
export type TellFact = { commandId: string; fact: PaymentFact };

/** What is to be written. `settled`: the attempt as it is now, written only when it is among `attempts`. */
export type Settlement<A extends Attempt = Attempt> = {
  settled: A;
  attempts: A[];
  refundsDone: Refund[];
  refundsPlanned: PlannedRefund[];
  reviewItems: ReviewItem[];
  facts: TellFact[];
};

/** Refused when another payment has become this attempt's meanwhile: the fetched one is a payment of its own. */
export function decideSettle<A extends Attempt>(
  all: OrderPayments<A>,
  look: Look,
  at: SettleAt,
): Result<Settlement<A>, { code: 'other-payment' }> {
  const before = attemptOf(all.attempts, look.attemptId);
  // Each part of an order is paid by a payment of its own: payments are second ones of the same part alone.
  const known = { ...all, attempts: all.attempts.filter((one) => one.partId === before.partId) };
  if (before.providerPaymentId !== null && before.providerPaymentId !== look.payment.id)
    return refused({ code: 'other-payment' });
  if (isUnreadable(before, look.payment, look.payeeId)) {
    const sinceMs = before.unreadableSinceMs ?? at.nowMs;
    // One bad answer must not set money aside for good.
    if (at.nowMs - sinceMs < UNREADABLE_MS_MAX)
      return accepted(unreadable({ ...before, unreadableSinceMs: sinceMs }, at.nowMs));
  }
  const seen = seenAs(before, look.payment, look.payeeId, at.nowMs);
  const after = rescheduled(before, seen, look.payment, at.nowMs);
  const looked = replace(known.attempts, after);

  const kept = keeperOf(looked, known.refunds);
  const seconds = secondApprovals(looked, kept, known.refunds);
  const refundsPlanned = seconds
    // One that failed under the same key waits for a person.
    .filter(
      (one) => !known.refunds.some((refund) => refund.attemptId === one.id && refund.amountCents === null),
    )
    .map(({ id }) => ({ id: null, attemptId: id, amountCents: null, reason: 'second-approval' as const }));
  const refunds = [...known.refunds, ...refundsPlanned.map(asAsked)];
  const closing = looked.map((one) => (isInTheWay(one, kept) ? cancelAsked(one, at.nowMs) : one));
  const { attempts, facts } = tellStore(closing, refunds, isNews(before, after) ? after.id : null, at);

  return accepted({
    settled: attemptOf(attempts, after.id),
    attempts: attempts.filter((one) => isChanged(attemptOf(known.attempts, one.id), one)),
    refundsDone: refundsShownDone(after, known.refunds),
    refundsPlanned,
    reviewItems: [
      ...itemsOf(before, after, look),
      ...returnedOutside(before, after, known.refunds),
      ...seconds.map(({ id }): ReviewItem => ({ attemptId: id, kind: 'second-approval' })),
    ],
    facts,
  });
}

/** Nothing but that the provider is looked at again soon. */
const unreadable = <A extends Attempt>(attempt: A, nowMs: number): Settlement<A> => {
  const waiting = { ...attempt, nextCheckAtMs: nowMs + UNREADABLE_RETRY_MS };
  return {
    settled: waiting,
    attempts: [waiting],
    refundsDone: [],
    refundsPlanned: [],
    reviewItems: [],
    facts: [],
  };
};

/** Closes an attempt that the provider never made, or refused to make; null when that is not what it is any more. */
export function decideClose<A extends Attempt>(
  attempt: A,
  as: { status: 'cancelled' | 'rejected'; detail: string; error: string | null },
  at: { nowMs: number; commandId: string },
): { attempt: A; fact: TellFact } | null {
  if (attempt.status !== 'created' || attempt.providerPaymentId !== null) return null;
  const closed: A = {
    ...attempt,
    status: as.status,
    statusDetail: as.detail,
    lastError: as.error,
    observedAtMs: at.nowMs,
    checks: 0,
  };
  return tell({ ...closed, nextCheckAtMs: nextCheckAtMs(closed, at.nowMs) }, at.commandId, at.nowMs);
}

/** News begin the looks anew; what is open over there and closed here has to be cancelled, or somebody may still pay it. */
function rescheduled<A extends Attempt>(before: A, seen: A, payment: SeenPayment, nowMs: number): A {
  const hasNews = isNews(before, seen);
  const after = { ...seen, lastError: null, unreadableSinceMs: null };
  if (hasNews) Object.assign(after, { observedAtMs: nowMs, checks: 0 });
  if (hasNews) after.nextCheckAtMs = nextCheckAtMs(after, nowMs);
  if (isOpen(payment.status) && !isOpen(after.status)) {
    after.cancelAskedAtMs ??= nowMs;
    if (hasNews) after.nextCheckAtMs = nowMs;
  }
  return after;
}

function itemsOf(
  before: Attempt,
  after: Attempt,
  { payment, isOrderCancelled }: Pick<Look, 'payment' | 'isOrderCancelled'>,
): ReviewItem[] {
  const items: ReviewItem[] = [];
  const raise = (kind: ReviewItem['kind']) => items.push({ attemptId: after.id, kind });
  if (after.mismatch !== null && hasMoneyCome(after.status)) raise('mismatch');
  if (after.status === 'charged_back') raise('charged-back');
  // Its notice, which has the deadline, may never come.
  if (payment.isDisputed === true) raise('claim');
  if (isGood(after) && paidLate(before, after, isOrderCancelled)) raise('late');
  return items;
}

/**
 * More went back than all refunds of ours could have brought back: somebody gave it back in the provider's panel. Listed again only where more came
 * back with this look than ours of which the last one cannot have known: one of ours beside what a person has seen is no news.
 */
function returnedOutside(before: Attempt, after: Attempt, refunds: readonly Refund[]): ReviewItem[] {
  const ours = refunds.filter((refund) => refund.attemptId === after.id && !isRefusedRefund(refund));
  const moreCents = after.refundedCents - before.refundedCents;
  if (moreCents <= 0 || after.mismatch !== null || ours.some(isWholeRefund)) return [];
  if (after.refundedCents <= sumOf(ours)) return [];
  const isNew = ({ state, doneAtMs = null }: Refund): boolean =>
    state !== 'done' || (doneAtMs !== null && doneAtMs > before.observedAtMs);
  const again = moreCents > sumOf(ours.filter(isNew)) ? ({ again: true } as const) : {};
  return [{ attemptId: after.id, kind: 'refunded-outside', ...again }];
}

const sumOf = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);

/** Good payments beside the one that pays the order, of which no whole refund is under way or done. */
const secondApprovals = <A extends Attempt>(
  attempts: readonly A[],
  kept: A | null,
  refunds: readonly Refund[],
): A[] =>
  attempts.filter(
    (one) =>
      kept !== null &&
      one.id !== kept.id &&
      isGood(one) &&
      !refunds.some((refund) => refund.attemptId === one.id && isWholeRefund(refund)),
  );

const asAsked = ({ attemptId, amountCents, reason }: PlannedRefund): Refund => ({
  id: '',
  attemptId,
  amountCents,
  reason,
  state: 'planned',
});

const isInTheWay = (one: Attempt, kept: Attempt | null): boolean =>
  kept !== null && one.id !== kept.id && isOpen(one.status) && one.cancelAskedAtMs === null;

const cancelAsked = <A extends Attempt>(attempt: A, nowMs: number): A => ({
  ...attempt,
  cancelAskedAtMs: nowMs,
  nextCheckAtMs: nowMs,
});

function tellStore<A extends Attempt>(
  attempts: readonly A[],
  refunds: readonly Refund[],
  newsOf: string | null,
  at: SettleAt,
): { attempts: readonly A[]; facts: TellFact[] } {
  const facts: TellFact[] = [];
  let now = attempts;
  // Money that went first: the store must not see two payments at once.
  for (const { id } of [...attempts].sort((a, b) => Number(isGood(a)) - Number(isGood(b)))) {
    const one = attemptOf(now, id);
    const isUntold = isGood(one) && one.paidCommandId === null;
    if (!mayTell(one, now, refunds) || (id !== newsOf && !isUntold)) continue;
    const commandId = at.commandIds.get(id);
    if (commandId === undefined) throw new Error('no id was given for the command of an attempt');
    const told = tell(one, commandId, at.nowMs);
    facts.push(told.fact);
    now = replace(now, told.attempt);
  }
  return { attempts: now, facts };
}

function tell<A extends Attempt>(
  attempt: A,
  commandId: string,
  nowMs: number,
): { attempt: A; fact: TellFact } {
  const isFirst = isGood(attempt) && attempt.paidCommandId === null;
  const told: A = {
    ...attempt,
    factCommandId: commandId,
    ...(isFirst ? { paidCommandId: commandId, paidAtMs: nowMs } : {}),
  };
  return { attempt: told, fact: { commandId, fact: factOf(told) } };
}

/** Whether an attempt is to be written: an error that is over, or a look without news, is not worth it. */
const isChanged = (before: Attempt, after: Attempt): boolean =>
  isNews(before, after) ||
  after.cancelAskedAtMs !== before.cancelAskedAtMs ||
  after.unreadableSinceMs !== before.unreadableSinceMs ||
  after.factCommandId !== before.factCommandId;

const replace = <A extends Attempt>(attempts: readonly A[], changed: A): A[] =>
  attempts.map((one) => (one.id === changed.id ? changed : one));

function attemptOf<A extends Attempt>(attempts: readonly A[], id: string): A {
  const found = attempts.find((one) => one.id === id);
  if (found === undefined) throw new Error('an attempt vanished');
  return found;
}
