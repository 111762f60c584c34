// Money that goes back: what a refund can be, and what becomes of it with what is heard of it: a full table and a pure `decide`.
import type { ReviewItemKind } from './review-item.ts';

/**
 * `planned`: written down, nobody was asked yet. `sent`: asked, and nothing that could be built on was answered.
 * `in-process`: the provider took it, the bank carries it out. `refused`: no, for good; a person is called.
 * `to-review`: the account's balance did not cover it; a person is called, and it is tried daily, staying so while it is.
 */
export type RefundState = (typeof REFUND_STATES)[number];

/** All of them, in the order in which a refund may go through them. */
export const REFUND_STATES = ['planned', 'sent', 'in-process', 'done', 'refused', 'to-review'] as const;

/** Why money goes back: somebody asked, or one of the rules of `SPEC.md`. */
export type RefundReason = 'asked' | 'second-approval' | 'refused-by-store' | 'unacknowledged';

/** One refund of one attempt. `amountCents`: null for all that is left. */
export type Refund = {
  id: string;
  attemptId: string;
  amountCents: number | null;
  reason: RefundReason;
  state: RefundState;
  /** When it was known to have gone back at the provider; not of what was given back by hand. */
  doneAtMs?: number | null;
};

/** A refund to be written down. `id`: null for the whole, which has one key per attempt, so that it happens once. */
export type PlannedRefund = {
  id: string | null;
  attemptId: string;
  amountCents: number | null;
  reason: RefundReason;
};

/** What is heard of a refund. `refused` only once the payment's refund list was read and does not show it. */
export type RefundEventKind =
  | 'begun'
  | 'unanswered'
  | 'taken'
  | 'carried-out'
  | 'refused'
  | 'no-balance'
  | 'asked-again'
  | 'given-by-hand';

/** `providerRefundId`: the provider's own name for it, once it is known. */
export type RefundEvent =
  | { kind: 'taken' | 'carried-out'; providerRefundId: string | null }
  | { kind: 'unanswered' | 'refused' | 'no-balance'; detail: string }
  | { kind: 'begun' | 'asked-again' | 'given-by-hand' };

/** State × what is heard: the state from then on. Every cell is decided. */
export const REFUND_TRANSITIONS: Record<RefundState, Record<RefundEventKind, RefundState>> = {
  planned: {
    begun: 'sent',
    unanswered: 'planned',
    taken: 'in-process',
    'carried-out': 'done',
    refused: 'refused',
    'no-balance': 'to-review',
    'asked-again': 'planned',
    'given-by-hand': 'done',
  },
  sent: {
    begun: 'sent',
    unanswered: 'sent',
    taken: 'in-process',
    'carried-out': 'done',
    refused: 'refused',
    'no-balance': 'to-review',
    'asked-again': 'sent',
    'given-by-hand': 'done',
  },
  'in-process': {
    begun: 'in-process',
    unanswered: 'in-process',
    taken: 'in-process',
    'carried-out': 'done',
    refused: 'refused',
    'no-balance': 'in-process',
    'asked-again': 'in-process',
    // The bank is at it: what a person hands out as well would go back twice.
    'given-by-hand': 'in-process',
  },
  done: {
    begun: 'done',
    unanswered: 'done',
    taken: 'done',
    'carried-out': 'done',
    refused: 'done',
    'no-balance': 'done',
    'asked-again': 'done',
    'given-by-hand': 'done',
  },
  refused: {
    begun: 'refused',
    unanswered: 'refused',
    taken: 'in-process',
    'carried-out': 'done',
    refused: 'refused',
    'no-balance': 'refused',
    // Its key stands for the refusal at the provider: a refund with a key of its own takes its place.
    'asked-again': 'refused',
    'given-by-hand': 'done',
  },
  'to-review': {
    // Listed as long as it is not through, also while a try is under way.
    begun: 'to-review',
    unanswered: 'to-review',
    taken: 'in-process',
    'carried-out': 'done',
    refused: 'refused',
    'no-balance': 'to-review',
    'asked-again': 'sent',
    'given-by-hand': 'done',
  },
};

const RETRY_MS = [5000, 10_000, 30_000, 60_000, 300_000];
const IN_PROCESS_CHECK_MS = 60_000;
/** As long as one try may be under way in some process. */
const TRY_MS_MAX = 60_000;
/** After so many tries without an answer a person should know, while it goes on. */
export const REFUND_TRIES_BEFORE_REVIEW = 8;
/** The longest wait for the next try, in ms, of a refund in that state; the balance is asked for again daily. */
export const REFUND_DELAY_MS_MAX = {
  soon: Math.max(...RETRY_MS, IN_PROCESS_CHECK_MS, TRY_MS_MAX),
  'to-review': 86_400_000,
} as const;

/** What tells a person of a refund; ended by the course of things once the refund is through or asked for anew. */
export const REFUND_REVIEW_KINDS = [
  'refund-failed',
  'refund-no-balance',
  'refund-unanswered',
] as const satisfies readonly ReviewItemKind[];

/** The kinds of review item that stay open for the refunds of one attempt. */
export function listOpenReviewKinds(
  refunds: readonly Pick<RefundProgress, 'state' | 'tries'>[],
): ReadonlySet<(typeof REFUND_REVIEW_KINDS)[number]> {
  return new Set(
    refunds.flatMap(({ state, tries }) => {
      if (state === 'refused') return ['refund-failed' as const];
      if (state === 'to-review') return ['refund-no-balance' as const];
      const isUnanswered = state === 'planned' || state === 'sent';
      return isUnanswered && tries >= REFUND_TRIES_BEFORE_REVIEW ? ['refund-unanswered' as const] : [];
    }),
  );
}

/** The state that each of these has in common; 'refund-unanswered' is no person's to end by giving back. */
export const STATE_GIVEN_BY_HAND = { 'refund-failed': 'refused', 'refund-no-balance': 'to-review' } as const;

/** What is kept of a refund beside what it is. Times in ms; `nextTryAtMs` null when nothing more is tried. */
export type RefundProgress = {
  state: RefundState;
  providerRefundId: string | null;
  /** Tries without an answer since the last one, or looks at one in process. */
  tries: number;
  nextTryAtMs: number | null;
  lastError: string | null;
};

/** What is to be written. `raise`: what a person is told, anew if it was ended; `endsReview`: nothing is left to be told of this refund. */
export type RefundStep = {
  progress: RefundProgress;
  raise: (typeof REFUND_REVIEW_KINDS)[number] | null;
  endsReview: boolean;
};

/** What is heard of a refund makes of it, by the table; times are counted from `nowMs`. Refuses nothing. */
export function decideRefund(before: RefundProgress, event: RefundEvent, nowMs: number): RefundStep {
  const state = REFUND_TRANSITIONS[before.state][event.kind];
  const isNew = state !== before.state;
  const tries =
    event.kind === 'unanswered'
      ? before.tries + 1
      : event.kind === 'no-balance' || (isNew && event.kind !== 'begun')
        ? 0
        : before.tries;
  const detail = 'detail' in event ? event.detail : null;
  const progress = {
    state,
    tries: event.kind === 'asked-again' ? 0 : tries,
    providerRefundId: refundIdAfter(before, event, state),
    nextTryAtMs: nextTryAtMs(state, event.kind, tries, nowMs),
    // A try that goes out has said nothing yet.
    lastError: state === 'done' || event.kind === 'begun' ? null : (detail ?? before.lastError),
  };
  return {
    progress,
    raise: reviewKindRaised(state, event.kind, isNew, tries),
    endsReview:
      (isNew && state === 'done') || (isNew && state === 'in-process') || event.kind === 'asked-again',
  };
}

/** Given by hand, it has none: what had that name was turned down. */
const refundIdAfter = (before: RefundProgress, event: RefundEvent, state: RefundState): string | null =>
  event.kind === 'given-by-hand' && before.state !== 'done' && state === 'done'
    ? null
    : (('providerRefundId' in event ? event.providerRefundId : null) ?? before.providerRefundId);

function nextTryAtMs(state: RefundState, kind: RefundEventKind, tries: number, nowMs: number): number | null {
  if (kind === 'asked-again' && (state === 'planned' || state === 'sent')) return nowMs;
  switch (state) {
    case 'done':
    case 'refused':
      return null;
    case 'to-review':
      // What went out unanswered may be through: it is read soon.
      if (kind === 'begun') return nowMs + TRY_MS_MAX;
      return (
        nowMs +
        ((kind === 'unanswered' ? RETRY_MS[tries - 1] : undefined) ?? REFUND_DELAY_MS_MAX['to-review'])
      );
    case 'in-process':
      return nowMs + IN_PROCESS_CHECK_MS;
    case 'planned':
    case 'sent':
      return nowMs + (kind === 'begun' ? TRY_MS_MAX : (RETRY_MS[Math.min(tries, RETRY_MS.length) - 1] ?? 0));
  }
}

function reviewKindRaised(
  state: RefundState,
  kind: RefundEventKind,
  isNew: boolean,
  tries: number,
): RefundStep['raise'] {
  if (isNew && state === 'refused') return 'refund-failed';
  if (kind === 'no-balance' && state === 'to-review') return 'refund-no-balance';
  const isUnanswered = (state === 'planned' || state === 'sent') && kind === 'unanswered';
  return isUnanswered && tries === REFUND_TRIES_BEFORE_REVIEW ? 'refund-unanswered' : null;
}

/** Nothing more is tried, and nothing went back under it. */
export const isRefusedRefund = (refund: Pick<Refund, 'state'>): boolean => refund.state === 'refused';

/** A person gave it back, and the provider knows nothing of it. */
export const isGivenByHand = (refund: {
  state: RefundState;
  doneAtMs: number | null;
  providerRefundId: string | null;
}): boolean => refund.state === 'done' && refund.doneAtMs === null && refund.providerRefundId === null;

/** Listed, while a try of it is at the provider: whether it goes through with that one is not known yet. */
export const isTriedNow = (
  { state, lastError, nextTryAtMs }: Pick<RefundProgress, 'state' | 'lastError' | 'nextTryAtMs'>,
  nowMs: number,
): boolean => state === 'to-review' && lastError === null && nextTryAtMs !== null && nextTryAtMs > nowMs;

/** Listed, and the last try has no answer, perhaps because the process that sent it died: the refund may have gone through. */
export const isLastTryUnanswered = ({
  state,
  tries,
  lastError,
}: Pick<RefundProgress, 'state' | 'tries' | 'lastError'>): boolean =>
  state === 'to-review' && (tries > 0 || lastError === null);

/** Money may yet go back under it without anybody doing more. */
export const isRefundUnderWay = (refund: Pick<Refund, 'state'>): boolean =>
  refund.state !== 'done' && refund.state !== 'refused';

/** A whole refund that gives something back: a refused one does not. */
export const isWholeRefund = (refund: Refund): boolean =>
  refund.amountCents === null && !isRefusedRefund(refund);

/**
 * The refunds that an attempt, as it is seen now, shows to be done: of one that is whole back all that anybody was asked for, else the
 * parts in process once all parts together went back. Beside a whole nothing tells what of it went: there each part is read by its own name.
 */
export function refundsShownDone(
  attempt: { id: string; status: string; amountCents: number; refundedCents: number },
  refunds: readonly Refund[],
): Refund[] {
  const ownRefunds = refunds.filter((refund) => refund.attemptId === attempt.id);
  const askedCents = ownRefunds
    .filter((refund) => !isRefusedRefund(refund))
    .reduce((sum, refund) => sum + (refund.amountCents ?? 0), 0);
  const isBesideWhole = ownRefunds.some(isWholeRefund);
  const isWholeBack = attempt.status === 'refunded' || attempt.refundedCents >= attempt.amountCents;
  return ownRefunds.filter(
    (refund) =>
      (isWholeBack && refund.state !== 'done' && refund.state !== 'planned') ||
      (!isBesideWhole &&
        refund.state === 'in-process' &&
        refund.amountCents !== null &&
        attempt.refundedCents >= askedCents),
  );
}
