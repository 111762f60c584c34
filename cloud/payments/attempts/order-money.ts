// What several payments of one order mean together: which one pays it, which go back, what the store may hear.
// Pure, and the same whatever was heard first.
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { isWholeRefund } from '../refunds/refund-plan.ts';
import type { AttemptRow, RefundRow } from '../schema.ts';

/** Money that came, and is what was asked. */
export const isGood = (row: AttemptRow): boolean => isMoneyIn(row.status) && row.mismatch === null;

/** `before`: the attempt as it was known until now. One that was over and is paid all the same is late whatever the clocks say. */
export function paidLate(before: AttemptRow, row: AttemptRow, orderCancelled: boolean): boolean {
  const wasOver =
    before.providerPaymentId !== null && (before.status === 'expired' || before.status === 'cancelled');
  const limits = [row.providerExpiresAtMs, row.cancelAskedAtMs].filter((atMs) => atMs !== null);
  const { approvedAtMs } = row;
  return orderCancelled || wasOver || (approvedAtMs !== null && limits.some((atMs) => approvedAtMs > atMs));
}

/** The payment that pays the order: the first that was approved over there, whichever we heard of first. */
export function keeperOf(rows: readonly AttemptRow[], refunds: readonly RefundRow[]): AttemptRow | null {
  const given = new Set(
    refunds
      .filter((refund) => isWholeRefund(refund) && refund.reason !== 'second-approval')
      .map((refund) => refund.attemptId),
  );
  const at = (row: AttemptRow): number => row.approvedAtMs ?? row.createdAtMs;
  return (
    rows
      .filter((row) => isGood(row) && !given.has(row.id))
      .sort((a, b) => at(a) - at(b) || (a.id < b.id ? -1 : 1))[0] ?? null
  );
}

/**
 * The store hears of one approved payment at a time: a second one only once it was given back, and the one
 * that takes its place only once the other was.
 */
export function mayTell(row: AttemptRow, all: readonly AttemptRow[], refunds: readonly RefundRow[]): boolean {
  if (!isGood(row)) return true;
  const goingBack = refunds.some(
    (refund) => refund.attemptId === row.id && refund.reason === 'second-approval' && isWholeRefund(refund),
  );
  if (goingBack && row.paidCommandId === null) return false;
  return !all.some((other) => other.id !== row.id && isGood(other) && other.paidCommandId !== null);
}
