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
    const own = listed.find((one) => one.id === refund.providerRefundId);
    if (own !== undefined) return own;
  }
  const standing = listed.filter((one) => one.state !== 'rejected');
  const missingCents = attempt.paidCents - standing.reduce((cents, one) => cents + (one.amountCents ?? 0), 0);
  const isRest = (one: ListedRefund): boolean =>
    one.amountCents !== null && isTurnedDownSince(listed, one, missingCents);
  const isOurs = (one: ListedRefund): boolean =>
    !attempt.otherProviderRefundIds.includes(one.id) &&
    (one.createdAtMs === null || one.createdAtMs >= refund.createdAtMs - CLOCKS_APART_MS) &&
    // The whole is what the others leave.
    (refund.amountCents === null ? isRest(one) : one.amountCents === refund.amountCents);
  return standing.find(isOurs) ?? null;
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
