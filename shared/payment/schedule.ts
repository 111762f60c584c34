// When to look at an attempt again unasked. Webhooks are faster; this finds what they miss. Pure.
import type { Order } from '../order/order.ts';
import type { Attempt } from './attempt.ts';
import type { AttemptStatus } from './attempt-status.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An attempt that the provider does not know after so long was never made there. */
export const NEVER_CREATED_MS = 3 * MINUTE;

type Steps = { first: readonly number[]; thenMs: number | null };

// `checks` counts the looks since the status last changed.
const STEPS: Record<'creating' | 'waiting' | 'in_process' | 'closed' | 'paid', Steps> = {
  creating: { first: [5 * SECOND, 10 * SECOND, 20 * SECOND, MINUTE, 2 * MINUTE], thenMs: 5 * MINUTE },
  waiting: { first: [MINUTE, 2 * MINUTE], thenMs: 3 * MINUTE },
  in_process: { first: [20 * SECOND, 40 * SECOND, MINUTE, MINUTE, 2 * MINUTE], thenMs: 10 * MINUTE },
  // A PIX can still be paid late, and its webhook be lost.
  closed: { first: [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR, 2 * DAY], thenMs: null },
  // Refunds by hand in the provider's panel and chargebacks.
  paid: { first: [HOUR, DAY, 7 * DAY, 30 * DAY, 90 * DAY], thenMs: null },
};

const KIND: Record<AttemptStatus, keyof typeof STEPS | null> = {
  created: 'creating',
  pending: 'waiting',
  in_process: 'in_process',
  rejected: null,
  cancelled: 'closed',
  expired: 'closed',
  approved: 'paid',
  partially_refunded: 'paid',
  refunded: null,
  charged_back: null,
};

/** The delay until the next look, or null when nothing more is expected. */
export function nextCheckMs(status: AttemptStatus, checks: number): number | null {
  const kind = KIND[status];
  if (kind === null) return null;
  const { first, thenMs } = STEPS[kind];
  return first[checks] ?? thenMs;
}

/** When to look at an attempt again unasked, in ms; null when nothing more is expected. */
export function nextCheckAtMs(
  attempt: Pick<Attempt, 'status' | 'checks' | 'providerExpiresAtMs'>,
  nowMs: number,
): number | null {
  const delayMs = nextCheckMs(attempt.status, attempt.checks);
  if (delayMs === null) return null;
  const { providerExpiresAtMs } = attempt;
  // A code that runs out is looked at then, not minutes later.
  return attempt.status === 'pending' && providerExpiresAtMs !== null && providerExpiresAtMs > nowMs
    ? Math.min(nowMs + delayMs, providerExpiresAtMs + 2000)
    : nowMs + delayMs;
}

/** An attempt that the provider, once asked, does not know: it was never made there. */
export const isNeverMade = (attempt: Attempt, nowMs: number): boolean =>
  attempt.providerPaymentId === null &&
  attempt.status === 'created' &&
  nowMs - attempt.createdAtMs >= NEVER_CREATED_MS;

/** What its payment depends on. */
type PayableOrder = Pick<Order, 'status' | 'balanceCents'>;

/** Whether nobody should be able to pay an open attempt any more; `order` null where it is not known. */
export const mustEnd = (attempt: Attempt, order: PayableOrder | null, nowMs: number): boolean =>
  attempt.cancelAskedAtMs !== null ||
  (attempt.method === 'pix' && attempt.providerExpiresAtMs !== null && nowMs > attempt.providerExpiresAtMs) ||
  (order !== null && !isAwaitedBy(order, attempt, nowMs));

/**
 * A difference is awaited by a paid order that owes that much; anything else by one that is not paid. What it owes is believed once the code is a minute
 * old: it is made before the order's change has come over the link.
 */
function isAwaitedBy(
  { status, balanceCents = 0 }: PayableOrder,
  { isDifference, amountCents, createdAtMs }: Pick<Attempt, 'isDifference' | 'amountCents' | 'createdAtMs'>,
  nowMs: number,
): boolean {
  if (!isDifference) return status === 'PENDING';
  return status !== 'CANCELLED' && (balanceCents >= amountCents || nowMs - createdAtMs < MINUTE);
}
