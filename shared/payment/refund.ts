// Money that goes back: what a refund can be, what may be given back, and what becomes of a refund. Pure.

/** `asked` is repeated until the provider answers; `under-way` waits for the bank; `failed` needs a person. */
export type RefundState = 'asked' | 'under-way' | 'done' | 'failed';

/** Why money goes back: somebody asked, or one of the rules of `SPEC.md`. */
export type RefundReason = 'asked' | 'second-approval' | 'refused-by-store' | 'unacknowledged';

/** One refund of one attempt. `amountCents`: null for all that is left. */
export type Refund = {
  id: string;
  attemptId: string;
  amountCents: number | null;
  reason: RefundReason;
  state: RefundState;
};

/** A refund to be written down. `id`: null for the whole, which has one key per attempt, so that it happens once. */
export type PlannedRefund = {
  id: string | null;
  attemptId: string;
  amountCents: number | null;
  reason: RefundReason;
};

/** A whole refund that gives something back: a failed one does not. */
export const isWholeRefund = (refund: Refund): boolean =>
  refund.amountCents === null && refund.state !== 'failed';

/** The refunds under way that an attempt, as it is seen now, shows to be done: the whole, or all parts together. */
export function refundsShownDone(
  attempt: { id: string; status: string; amountCents: number; refundedCents: number },
  refunds: readonly Refund[],
): Refund[] {
  const mine = refunds.filter((refund) => refund.attemptId === attempt.id);
  const askedCents = mine
    .filter((refund) => refund.state !== 'failed')
    .reduce((sum, refund) => sum + (refund.amountCents ?? 0), 0);
  const isWholeBack = attempt.status === 'refunded' || attempt.refundedCents >= attempt.amountCents;
  return mine.filter(
    (refund) =>
      refund.state === 'under-way' &&
      (isWholeBack || (refund.amountCents !== null && attempt.refundedCents >= askedCents)),
  );
}
