// What stands of an attempt's refunds: under which key the next one goes, how much is left, and what of them a person is still to see.
import type { ListedRefund } from '@balcao/shared/payment/listed-refund.ts';
import {
  isGivenByHand,
  isRefundUnderWay,
  isWholeRefund,
  listOpenReviewKinds,
  REFUND_REVIEW_KINDS,
  STATE_GIVEN_BY_HAND,
  type RefundEvent,
} from '@balcao/shared/payment/refund.ts';
import type { Tx } from '../../storage/open.ts';
import { stableId } from '../../storage/stable-id.ts';
import { refundsOf } from '../repository.ts';
import { endReviewItem } from '../review-items.ts';
import type { ProviderFailure } from '../provider/provider.ts';
import type { AttemptRow, RefundRow } from '../schema.ts';

/** What a refund is called that takes the place of a refused one: what the provider remembers of a key is that refusal. */
const nextKey = (id: string): string => stableId('refund asked again', id);

/** The refund that was asked for under a key, or the newest that took the place of a refused one. `id`: what the next one has to be called. */
export function newestUnder(
  key: string,
  refunds: readonly RefundRow[],
): { id: string; before: RefundRow | null } {
  let id = key;
  let before: RefundRow | null = null;
  for (;;) {
    const one = refunds.find((refund) => refund.id === id);
    if (one === undefined) return { id, before };
    before = one;
    if (one.state !== 'refused') return { id, before };
    id = nextKey(one.id);
  }
}

/** Without those whose place a newer one took. */
export const withoutReplaced = (refunds: readonly RefundRow[]): RefundRow[] => {
  const ids = new Set(refunds.map(({ id }) => id));
  return refunds.filter(({ id }) => !ids.has(nextKey(id)));
};

/** What is listed until a person says that it was given back. */
export type GivenByHandKind = keyof typeof STATE_GIVEN_BY_HAND;

/** The refunds that are listed under this kind. */
export const listedUnder = (kind: GivenByHandKind, refunds: readonly RefundRow[]): RefundRow[] =>
  withoutReplaced(refunds).filter(({ state }) => state === STATE_GIVEN_BY_HAND[kind]);

/**
 * What of an attempt neither went back, there or by hand, nor is on its way, in centavos. `before`: what was refused and is asked for again; turned down by the
 * bank after the whole of the rest went, it was no part of that.
 */
export function leftOf(attempt: AttemptRow, refunds: readonly RefundRow[], before: RefundRow | null): number {
  // Who gave back the whole by hand gave what had been turned down as well.
  const isAll = (one: RefundRow): boolean =>
    isWholeRefund(one) && (before === null || isRefundUnderWay(one) || isGivenByHand(one));
  if (refunds.some(isAll)) return 0;
  const goneCents = refunds
    .filter((one) => isRefundUnderWay(one) || isGivenByHand(one))
    .reduce((sum, one) => sum + (one.amountCents ?? 0), 0);
  return attempt.amountCents - attempt.refundedCents - goneCents;
}

/** It went back at the provider, as far as it said. */
export const isGoneThere = (one: RefundRow): boolean => one.state === 'done' && !isGivenByHand(one);

/** What to ask of the provider for all that is left. Null is all that it has: more, once a person gave back a part by hand. */
export const allOf = (refunds: readonly RefundRow[], leftCents: number): number | null =>
  refunds.some(isGivenByHand) ? leftCents : null;

export function eventOf(listed: ListedRefund): RefundEvent {
  switch (listed.state) {
    case 'done':
      return { kind: 'carried-out', providerRefundId: listed.id };
    case 'in_process':
      return { kind: 'taken', providerRefundId: listed.id };
    case 'rejected':
      return { kind: 'refused', detail: 'turned down by the bank' };
  }
}

export const detailOf = (failure: ProviderFailure): string =>
  'detail' in failure ? failure.detail : failure.kind;

/** What was listed and is answered by a new refund: of one asked for again that it was refused, of the whole of what was set aside that it was. */
export async function endAnsweredReviews(
  tx: Tx,
  { storeId, id: attemptId, mismatch }: AttemptRow,
  { before, amountCents }: { before: RefundRow | null; amountCents: number | null },
  nowMs: number,
): Promise<void> {
  if (before !== null) await endRefundReviews(tx, storeId, attemptId, nowMs);
  if (amountCents === null && mismatch !== null)
    await endReviewItem(tx, storeId, { attemptId, kind: 'mismatch' }, nowMs);
}

/** Ends what is listed of an attempt's refunds, but what one of them still stands for: several parts may go back, and each is to be seen. */
export async function endRefundReviews(
  tx: Tx,
  storeId: string,
  attemptId: string,
  nowMs: number,
): Promise<void> {
  const openKinds = listOpenReviewKinds(withoutReplaced(await refundsOf(tx, storeId, [attemptId])));
  for (const kind of REFUND_REVIEW_KINDS)
    if (!openKinds.has(kind)) await endReviewItem(tx, storeId, { attemptId, kind }, nowMs);
}
