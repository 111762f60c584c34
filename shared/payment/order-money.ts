// What several payments of one order mean together: which one pays it, which go back, what the store may hear.
// Pure, and the same whatever was heard first.
import type { Attempt } from './attempt.ts';
import { isMoneyIn } from './attempt-status.ts';
import { isWholeRefund, type Refund } from './refund.ts';

/** Money that came, and is what was asked. */
export const isGood = (attempt: Pick<Attempt, 'status' | 'mismatch'>): boolean =>
  isMoneyIn(attempt.status) && attempt.mismatch === null;

/**
 * `before`: the attempt as it was known until now. One that was over and is paid all the same is late whatever the clocks say; one whose money was
 * there before its order was called off is not.
 */
export function paidLate(before: Attempt, attempt: Attempt, isOrderCancelled: boolean): boolean {
  const wasOver =
    before.providerPaymentId !== null && (before.status === 'expired' || before.status === 'cancelled');
  const deadlines = [attempt.providerExpiresAtMs, attempt.cancelAskedAtMs].filter((atMs) => atMs !== null);
  const { approvedAtMs } = attempt;
  const isOfCancelled = isOrderCancelled && !isGood(before);
  return isOfCancelled || wasOver || (approvedAtMs !== null && deadlines.some((atMs) => approvedAtMs > atMs));
}

/** The attempt that pays the order: the first that the provider approved, in whatever order the news of them came. */
export function findOrderPayment<A extends Attempt>(
  attempts: readonly A[],
  refunds: readonly Refund[],
): A | null {
  const returnedIds = new Set(
    refunds
      .filter((refund) => isWholeRefund(refund) && refund.reason !== 'second-approval')
      .map((refund) => refund.attemptId),
  );
  const approvedOrCreatedAtMs = (attempt: Attempt): number => attempt.approvedAtMs ?? attempt.createdAtMs;
  return (
    attempts
      .filter((attempt) => isGood(attempt) && !returnedIds.has(attempt.id))
      .sort((a, b) => approvedOrCreatedAtMs(a) - approvedOrCreatedAtMs(b) || (a.id < b.id ? -1 : 1))[0] ??
    null
  );
}

/**
 * The store hears of one approved payment at a time: a second one only once it was given back, and the one
 * that takes its place only once the other was.
 */
export function mayTell(attempt: Attempt, all: readonly Attempt[], refunds: readonly Refund[]): boolean {
  if (!isGood(attempt)) return true;
  const goingBack = refunds.some(
    (refund) =>
      refund.attemptId === attempt.id && refund.reason === 'second-approval' && isWholeRefund(refund),
  );
  if (goingBack && attempt.paidCommandId === null) return false;
  return !all.some((other) => other.id !== attempt.id && isGood(other) && other.paidCommandId !== null);
}
