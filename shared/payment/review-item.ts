// What a person must look at. Which rule raises which kind is in `SPEC.md`.

/** Why a person must look at an attempt. One of each kind per attempt, however often it is found. */
export type ReviewItemKind =
  | 'mismatch'
  | 'second-approval'
  | 'charged-back'
  /** The payer complains to the provider, which holds the money back meanwhile. */
  | 'claim'
  /** The provider suspects fraud: what was paid is not to be handed over. */
  | 'stop-delivery'
  | 'late'
  | 'refused-by-store'
  | 'unacknowledged'
  | 'refunded-unacknowledged'
  | 'refund-failed'
  | 'refund-no-balance'
  | 'refund-unanswered'
  | 'refunded-outside'
  /** The provider refused to make a payment, for the account's sake and not for the payer's. */
  | 'creation-refused';

/** One thing to look at. */
export type ReviewItem = {
  attemptId: string;
  kind: ReviewItemKind;
  /** It happened once more: listed and alarmed anew where a person had ended the first. */
  again?: true;
};

/** What ends an item whose money a person gave back otherwise. It is asked about before: nothing lists that money any more. */
export const GIVEN_BY_HAND = { action: 'acknowledge', actionText: 'Já devolvi' } as const;
