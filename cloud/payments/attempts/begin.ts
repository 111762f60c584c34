// Which attempt a payment goes on with: the open one of its way, or a new one once the open one was ended. Two are never open at once, so that no
// order is charged twice.
import { randomUUID } from 'node:crypto';
import { isOpen } from '@balcao/shared/payment/attempt-status.ts';
import { isGood } from '@balcao/shared/payment/order-money.ts';
import { BESIDE_OPEN, type OpenAttempt } from '@balcao/shared/payment/terminal.ts';
import type { PaymentRefusal } from '@balcao/shared/http/refusals/payment.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../../storage/open.ts';
import { refusalOfFailure } from '../refusal-of-failure.ts';
import { lockOrder } from '../repository.ts';
import { paymentAttempts, type AttemptRow } from '../schema.ts';
import type { PaidItem } from '../provider/provider.ts';
import { PIX_SHOWN_MS } from './answers.ts';
import type { Checks } from './checks.ts';

/** What is to be paid, as the store said it. */
export type Payable = {
  orderId: string;
  code: string;
  totalCents: number;
  items: readonly PaidItem[];
  /** The part of the order that `totalCents` is for; absent for all of it. */
  partId?: string;
  /** That part is what it still owes: it was paid, and its lines changed. */
  isDifference?: true;
};
/** How it is to be paid. `validForMs`: how long the provider takes it. */
export type Way =
  | { kind: 'pix'; validForMs: number }
  | { kind: 'card' }
  | { kind: 'terminal'; terminalId: string; validForMs: number };

type Claimed = { kind: 'go-on' | 'close-first'; attempt: AttemptRow };

/** Later than this the provider would not take the attempt's expiry any more. */
const RETRY_MS = 45_000;
/** As long as a creation may be under way in some process. */
const CREATION_MS_MAX = 40_000;
export const CARD_REJECTIONS_MAX = 3;
const CARD_PAUSE_MS = 10 * 60_000;

export function createBegin({
  db,
  checks,
  clock,
}: {
  db: Db;
  checks: Pick<Checks, 'closeOpen'>;
  clock: () => number;
}) {
  const claim = (storeId: string, order: Payable, way: Way): Promise<Result<Claimed, PaymentRefusal>> =>
    db.transaction(async (tx): Promise<Result<Claimed, PaymentRefusal>> => {
      const nowMs = clock();
      const rows = await lockOrder(tx, storeId, order.orderId);
      // Another part that is paid is none of this one's; whether all of it is paid in parts is the store's to say. Of the whole each part is, but
      // for what is owed beside the whole.
      const isOfThis = ({ partId }: AttemptRow): boolean =>
        order.partId === undefined ||
        partId === order.partId ||
        (partId === null && order.isDifference !== true);
      if (rows.some((row) => isOfThis(row) && isGood(row))) return refused({ code: 'already-paid' });
      const open = rows.find((row) => isOpen(row.status));
      if (open !== undefined) return besideOpen(open, order, way, nowMs);
      if (way.kind === 'card') {
        const waitMs = cardPauseMs(rows, nowMs);
        if (waitMs > 0)
          return refused({ code: 'too-many-attempts', retryAfterSeconds: Math.ceil(waitMs / 1000) });
      }
      const [attempt] = await tx
        .insert(paymentAttempts)
        .values({ storeId, ...freshAttempt(order, way, nowMs) })
        .onConflictDoNothing()
        .returning();
      // Another request was quicker: its attempt is the one.
      if (attempt === undefined) return refused({ code: 'provider-unreachable', retryAfterSeconds: 1 });
      return accepted({ kind: 'go-on', attempt });
    });

  /** The attempt to go on with: the open one of the same way, or a new one after the open one was ended. */
  return async function begin(
    storeId: string,
    order: Payable,
    way: Way,
  ): Promise<Result<AttemptRow, PaymentRefusal>> {
    // Each round ends an open attempt; two are never open at once, so few rounds are many.
    for (let round = 0; round < 3; round += 1) {
      const found = await claim(storeId, order, way);
      if (!found.ok || found.value.kind === 'go-on') return found.ok ? accepted(found.value.attempt) : found;
      const closed = await checks.closeOpen(found.value.attempt);
      if (!closed.ok) return refused(refusalOfFailure(closed.refusal));
      if (isOpen(closed.value.status)) return refused(busyWith(closed.value));
      // Whose it ever is, what was asked here did not know of it: the store hears of it first, and asks again for what is left then.
      if (isGood(closed.value)) return refused({ code: 'already-paid' });
    }
    return refused({ code: 'provider-unreachable', retryAfterSeconds: 2 });
  };
}

function freshAttempt(order: Payable, way: Way, nowMs: number) {
  return {
    id: randomUUID(),
    orderId: order.orderId,
    orderCode: order.code,
    // What is held against a terminal is known once it is paid.
    method: way.kind === 'pix' ? ('pix' as const) : ('credit_card' as const),
    terminalId: way.kind === 'terminal' ? way.terminalId : null,
    partId: order.partId ?? null,
    isDifference: order.isDifference ?? false,
    amountCents: order.totalCents,
    status: 'created' as const,
    observedAtMs: nowMs,
    createdAtMs: nowMs,
    expiresAtMs: way.kind === 'pix' ? nowMs + PIX_SHOWN_MS : null,
    // Whole seconds: what comes back must compare equal to what was sent.
    providerExpiresAtMs: way.kind === 'card' ? null : Math.ceil((nowMs + way.validForMs) / 1000) * 1000,
    // The request itself comes first; the round is there for when it dies.
    nextCheckAtMs: nowMs + CREATION_MS_MAX,
  };
}

const kindOf = (row: AttemptRow): Exclude<OpenAttempt, 'creating'> =>
  row.terminalId !== null ? 'terminal' : row.method === 'pix' ? 'pix' : 'card';

const busyWith = (row: AttemptRow): PaymentRefusal =>
  row.terminalId === null
    ? { code: 'payment-in-process', attemptId: row.id }
    : { code: 'at-terminal', attemptId: row.id };

/** What is to be done about the open attempt: `BESIDE_OPEN`. */
function besideOpen(
  open: AttemptRow,
  order: Payable,
  way: Way,
  nowMs: number,
): Result<Claimed, PaymentRefusal> {
  const isCreating = open.providerPaymentId === null;
  const ageMs = nowMs - open.createdAtMs;
  const isSame =
    way.kind !== 'card' &&
    kindOf(open) === way.kind &&
    (way.kind === 'pix' || open.terminalId === way.terminalId) &&
    open.partId === (order.partId ?? null) &&
    open.amountCents === order.totalCents &&
    open.cancelAskedAtMs === null &&
    (isCreating ? ageMs < RETRY_MS : isPayable(open, nowMs));
  const step =
    BESIDE_OPEN[isCreating && ageMs < CREATION_MS_MAX ? 'creating' : kindOf(open)][
      isSame ? 'same' : way.kind
    ];
  return step === 'wait' ? refused(busyWith(open)) : accepted({ kind: step, attempt: open });
}

/** Of a code as long as it is shown; of a terminal as long as it waits there. */
function isPayable({ expiresAtMs, providerExpiresAtMs }: AttemptRow, nowMs: number): boolean {
  const untilMs = expiresAtMs ?? providerExpiresAtMs;
  return untilMs !== null && nowMs < untilMs;
}

/** How long the next card has to wait: three rejections, then a pause, then three more. Where no payment was made no card was looked at. */
export function cardPauseMs(rows: readonly AttemptRow[], nowMs: number): number {
  const rejectedAt = rows
    .filter(
      (row) =>
        row.method !== 'pix' &&
        row.terminalId === null &&
        row.status === 'rejected' &&
        row.providerPaymentId !== null,
    )
    .map((row) => row.createdAtMs);
  if (rejectedAt.length === 0 || rejectedAt.length % CARD_REJECTIONS_MAX !== 0) return 0;
  return Math.max(0, Math.max(...rejectedAt) + CARD_PAUSE_MS - nowMs);
}
