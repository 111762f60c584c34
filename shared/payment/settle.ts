// Decides what a payment fetched from the provider does to an order's attempts, refunds and review items, and what the
// store hears. Pure: clock, payee and the ids of commands are inputs; the caller reads before and writes after, in one transaction.
import { accepted, refused, type Result } from '../result.ts';
import { factOf, isNews, isUnreadable, seenAs, type Attempt, type SeenPayment } from './attempt.ts';
import { hasMoneyCome, isOpen } from './attempt-status.ts';
import { isGood, findOrderPayment, mayTell, paidLate } from './order-money.ts';
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
  orderPayments: OrderPayments<A>,
  look: Look,
  at: SettleAt,
): Result<Settlement<A>, { code: 'other-payment' }> {
  const before = attemptOf(orderPayments.attempts, look.attemptId);
  // Each part of an order is paid by a payment of its own: payments are second ones of the same part alone.
  const samePartPayments = {
    ...orderPayments,
    attempts: orderPayments.attempts.filter((attempt) => attempt.partId === before.partId),
  };
  if (before.providerPaymentId !== null && before.providerPaymentId !== look.payment.id)
    return refused({ code: 'other-payment' });
  if (isUnreadable(before, look.payment, look.payeeId)) {
    const sinceMs = before.unreadableSinceMs ?? at.nowMs;
    // One bad answer must not set money aside for good.
    if (at.nowMs - sinceMs < UNREADABLE_MS_MAX)
      return accepted(unreadableSettlement({ ...before, unreadableSinceMs: sinceMs }, at.nowMs));
  }
  const seenAttempt = seenAs(before, look.payment, look.payeeId, at.nowMs);
  const after = withNextCheck(before, seenAttempt, look.payment, at.nowMs);
  const attemptsSeen = replaceAttempt(samePartPayments.attempts, after);

  const payingAttempt = findOrderPayment(attemptsSeen, samePartPayments.refunds);
  const secondPayments = secondApprovals(attemptsSeen, payingAttempt, samePartPayments.refunds);
  const refundsPlanned = secondPayments
    // One that failed under the same key waits for a person.
    .filter(
      (attempt) =>
        !samePartPayments.refunds.some(
          (refund) => refund.attemptId === attempt.id && refund.amountCents === null,
        ),
    )
    .map(({ id }) => ({ id: null, attemptId: id, amountCents: null, reason: 'second-approval' as const }));
  const refunds = [...samePartPayments.refunds, ...refundsPlanned.map(toRefund)];
  const attemptsWithCancels = attemptsSeen.map((attempt) =>
    mustBeCancelled(attempt, payingAttempt) ? withCancelAsked(attempt, at.nowMs) : attempt,
  );
  const { attempts, facts } = withStoreFacts(
    attemptsWithCancels,
    refunds,
    isNews(before, after) ? after.id : null,
    at,
  );

  return accepted({
    settled: attemptOf(attempts, after.id),
    attempts: attempts.filter((attempt) =>
      isChanged(attemptOf(samePartPayments.attempts, attempt.id), attempt),
    ),
    refundsDone: refundsShownDone(after, samePartPayments.refunds),
    refundsPlanned,
    reviewItems: [
      ...reviewItemsOf(before, after, look),
      ...returnedOutside(before, after, samePartPayments.refunds),
      ...secondPayments.map(({ id }): ReviewItem => ({ attemptId: id, kind: 'second-approval' })),
    ],
    facts,
  });
}

/** Nothing but that the provider is looked at again soon. */
const unreadableSettlement = <A extends Attempt>(attempt: A, nowMs: number): Settlement<A> => {
  const unreadableAttempt = { ...attempt, nextCheckAtMs: nowMs + UNREADABLE_RETRY_MS };
  return {
    settled: unreadableAttempt,
    attempts: [unreadableAttempt],
    refundsDone: [],
    refundsPlanned: [],
    reviewItems: [],
    facts: [],
  };
};

/** Closes an attempt that the provider never made, or refused to make; null when that is not what it is any more. */
export function decideClose<A extends Attempt>(
  attempt: A,
  closure: { status: 'cancelled' | 'rejected'; detail: string; error: string | null },
  at: { nowMs: number; commandId: string },
): { attempt: A; fact: TellFact } | null {
  if (attempt.status !== 'created' || attempt.providerPaymentId !== null) return null;
  const closed: A = {
    ...attempt,
    status: closure.status,
    statusDetail: closure.detail,
    lastError: closure.error,
    observedAtMs: at.nowMs,
    checks: 0,
  };
  return withStoreFact({ ...closed, nextCheckAtMs: nextCheckAtMs(closed, at.nowMs) }, at.commandId, at.nowMs);
}

/** News begin the looks anew; what is open over there and closed here has to be cancelled, or somebody may still pay it. */
function withNextCheck<A extends Attempt>(before: A, seenAttempt: A, payment: SeenPayment, nowMs: number): A {
  const hasNews = isNews(before, seenAttempt);
  const after = { ...seenAttempt, lastError: null, unreadableSinceMs: null };
  if (hasNews) Object.assign(after, { observedAtMs: nowMs, checks: 0 });
  if (hasNews) after.nextCheckAtMs = nextCheckAtMs(after, nowMs);
  if (isOpen(payment.status) && !isOpen(after.status)) {
    after.cancelAskedAtMs ??= nowMs;
    if (hasNews) after.nextCheckAtMs = nowMs;
  }
  return after;
}

function reviewItemsOf(
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
  const ourRefunds = refunds.filter((refund) => refund.attemptId === after.id && !isRefusedRefund(refund));
  const moreCents = after.refundedCents - before.refundedCents;
  if (moreCents <= 0 || after.mismatch !== null || ourRefunds.some(isWholeRefund)) return [];
  if (after.refundedCents <= sumOf(ourRefunds)) return [];
  const isNew = ({ state, doneAtMs = null }: Refund): boolean =>
    state !== 'done' || (doneAtMs !== null && doneAtMs > before.observedAtMs);
  const listAgain = moreCents > sumOf(ourRefunds.filter(isNew)) ? ({ again: true } as const) : {};
  return [{ attemptId: after.id, kind: 'refunded-outside', ...listAgain }];
}

const sumOf = (refunds: readonly Refund[]): number =>
  refunds.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);

/** Good payments beside the one that pays the order, of which no whole refund is under way or done. */
const secondApprovals = <A extends Attempt>(
  attempts: readonly A[],
  payingAttempt: A | null,
  refunds: readonly Refund[],
): A[] =>
  attempts.filter(
    (attempt) =>
      payingAttempt !== null &&
      attempt.id !== payingAttempt.id &&
      isGood(attempt) &&
      !refunds.some((refund) => refund.attemptId === attempt.id && isWholeRefund(refund)),
  );

const toRefund = ({ attemptId, amountCents, reason }: PlannedRefund): Refund => ({
  id: '',
  attemptId,
  amountCents,
  reason,
  state: 'planned',
});

const mustBeCancelled = (attempt: Attempt, payingAttempt: Attempt | null): boolean =>
  payingAttempt !== null &&
  attempt.id !== payingAttempt.id &&
  isOpen(attempt.status) &&
  attempt.cancelAskedAtMs === null;

const withCancelAsked = <A extends Attempt>(attempt: A, nowMs: number): A => ({
  ...attempt,
  cancelAskedAtMs: nowMs,
  nextCheckAtMs: nowMs,
});

function withStoreFacts<A extends Attempt>(
  attempts: readonly A[],
  refunds: readonly Refund[],
  newsOf: string | null,
  at: SettleAt,
): { attempts: readonly A[]; facts: TellFact[] } {
  const facts: TellFact[] = [];
  let now = attempts;
  // Money that went first: the store must not see two payments at once.
  for (const { id } of [...attempts].sort((a, b) => Number(isGood(a)) - Number(isGood(b)))) {
    const attempt = attemptOf(now, id);
    const isUntold = isGood(attempt) && attempt.paidCommandId === null;
    if (!mayTell(attempt, now, refunds) || (id !== newsOf && !isUntold)) continue;
    const commandId = at.commandIds.get(id);
    if (commandId === undefined) throw new Error('no id was given for the command of an attempt');
    const notified = withStoreFact(attempt, commandId, at.nowMs);
    facts.push(notified.fact);
    now = replaceAttempt(now, notified.attempt);
  }
  return { attempts: now, facts };
}

function withStoreFact<A extends Attempt>(
  attempt: A,
  commandId: string,
  nowMs: number,
): { attempt: A; fact: TellFact } {
  const isFirst = isGood(attempt) && attempt.paidCommandId === null;
  const notifiedAttempt: A = {
    ...attempt,
    factCommandId: commandId,
    ...(isFirst ? { paidCommandId: commandId, paidAtMs: nowMs } : {}),
  };
  return { attempt: notifiedAttempt, fact: { commandId, fact: factOf(notifiedAttempt) } };
}

/** Whether an attempt is to be written: an error that is over, or a look without news, is not worth it. */
const isChanged = (before: Attempt, after: Attempt): boolean =>
  isNews(before, after) ||
  after.cancelAskedAtMs !== before.cancelAskedAtMs ||
  after.unreadableSinceMs !== before.unreadableSinceMs ||
  after.factCommandId !== before.factCommandId;

const replaceAttempt = <A extends Attempt>(attempts: readonly A[], changed: A): A[] =>
  attempts.map((attempt) => (attempt.id === changed.id ? changed : attempt));

function attemptOf<A extends Attempt>(attempts: readonly A[], id: string): A {
  const found = attempts.find((attempt) => attempt.id === id);
  if (found === undefined) throw new Error('an attempt vanished');
  return found;
}
