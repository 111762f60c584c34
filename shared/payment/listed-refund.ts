// The refunds that the provider lists under a payment, and which of them is one of ours.

/** A refund as the provider lists it under its payment. Amount in centavos, null where it cannot be read. */
export type ListedRefund = {
  id: string;
  amountCents: number | null;
  state: 'done' | 'in_process' | 'rejected';
  createdAtMs: number | null;
};

/** The two clocks may differ by so much. */
const CLOCKS_APART_MS = 300_000;

/**
 * Which of the payment's listed refunds is this one; null when none is. One whose name is known is found by it. Else by its
 * amount, among those that are not rejected, not another refund's of ours, and not from before this one was written down.
 */
export function findListedRefund(
  refund: { amountCents: number | null; providerRefundId: string | null; createdAtMs: number },
  listed: readonly ListedRefund[],
  /** What was paid, in centavos, and the names of the other refunds of the attempt. */
  attempt: { paidCents: number; otherProviderRefundIds: readonly string[] },
): ListedRefund | null {
  if (refund.providerRefundId !== null) {
    const namedRefund = listed.find((entry) => entry.id === refund.providerRefundId);
    if (namedRefund !== undefined) return namedRefund;
  }
  const notRejected = listed.filter((entry) => entry.state !== 'rejected');
  const missingCents =
    attempt.paidCents - notRejected.reduce((cents, entry) => cents + (entry.amountCents ?? 0), 0);
  const isAllMissing = (entry: ListedRefund): boolean =>
    entry.amountCents !== null && isTurnedDownSince(listed, entry, missingCents);
  const isOurs = (entry: ListedRefund): boolean =>
    !attempt.otherProviderRefundIds.includes(entry.id) &&
    (entry.createdAtMs === null || entry.createdAtMs >= refund.createdAtMs - CLOCKS_APART_MS) &&
    // The whole is what the others leave.
    (refund.amountCents === null ? isAllMissing(entry) : entry.amountCents === refund.amountCents);
  return notRejected.find(isOurs) ?? null;
}

/** Whether refunds that may have stood when this one was made, and were turned down since, come to so many cents; none come to 0. */
function isTurnedDownSince(listed: readonly ListedRefund[], made: ListedRefund, cents: number): boolean {
  const sums = new Set([0]);
  for (const { state, amountCents, createdAtMs } of listed) {
    const isLater = made.createdAtMs !== null && createdAtMs !== null && createdAtMs > made.createdAtMs;
    if (state !== 'rejected' || amountCents === null || isLater) continue;
    for (const sum of [...sums]) if (sum + amountCents <= cents) sums.add(sum + amountCents);
  }
  return sums.has(cents);
}
