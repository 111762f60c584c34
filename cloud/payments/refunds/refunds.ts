// Giving money back: asked for under a fixed key, carried out until the provider has answered, seen to its end.
import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { isWholeRefund } from '@balcao/shared/payment/refund.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { endReviewItem, raiseReviewItem } from '../review-items.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Db } from '../../storage/open.ts';
import { isDueBy } from '../../storage/due.ts';
import { mapConcurrent } from '../../storage/jobs.ts';
import type { PaymentLog } from '../ports.ts';
import type { Provider, ProviderFailure } from '../provider/provider.ts';
import { paymentAttempts, paymentRefunds, type AttemptRow, type RefundRow } from '../schema.ts';
import { lockOrder, planRefund, wholeRefundId } from '../repository.ts';
import type { RefundRefusal } from '@balcao/shared/http/refusals/payment.ts';
import type { Settle } from '../attempts/settle.ts';

export type RefundRequest = {
  attemptId: string;
  /** Null for all that is left. */
  amountCents: number | null;
  /** The asker's own key for a part, so that asking twice gives back once. A whole needs none. */
  refundId: string | null;
};

const RETRY_MS = [5000, 10_000, 30_000, 60_000, 300_000];
const UNDER_WAY_CHECK_MS = 60_000;
const PUT_OFF_MS_MAX = Math.max(...RETRY_MS, UNDER_WAY_CHECK_MS);
const REFUNDS_PER_ROUND_MAX = 20;
/** After so many tries without an answer a person should know, while we go on. */
const TRIES_BEFORE_ATTENTION = 8;

export function createRefunds(deps: {
  db: Db;
  provider: Pick<Provider, 'refund' | 'fetch'>;
  credentials: Pick<Credentials, 'of'>;
  settle: Pick<Settle, 'settle'>;
  log: PaymentLog;
  clock: () => number;
}) {
  const { db, provider, credentials, settle, log, clock } = deps;
  const rowWhere = (refund: RefundRow) =>
    and(eq(paymentRefunds.storeId, refund.storeId), eq(paymentRefunds.id, refund.id));

  async function attemptOf(storeId: string, attemptId: string): Promise<AttemptRow | null> {
    const [row] = await db
      .select()
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, attemptId)));
    return row ?? null;
  }

  /** Writes the refund down and carries it out; the value says how far it got. */
  async function ask(storeId: string, request: RefundRequest): Promise<Result<RefundRow, RefundRefusal>> {
    const attempt = await attemptOf(storeId, request.attemptId);
    if (attempt === null) return refused({ code: 'attempt-not-found' });
    const nowMs = clock();
    const planned = await db.transaction(async (tx): Promise<Result<RefundRow, RefundRefusal>> => {
      const row = (await lockOrder(tx, storeId, attempt.orderId)).find((one) => one.id === attempt.id);
      if (row === undefined) return refused({ code: 'attempt-not-found' });
      const known = await tx
        .select()
        .from(paymentRefunds)
        .where(and(eq(paymentRefunds.storeId, storeId), eq(paymentRefunds.attemptId, row.id)));
      const whole = request.amountCents === null;
      const id = whole ? wholeRefundId(row.id) : request.refundId;
      if (id === null) return refused({ code: 'key-needed' });
      const before = known.find((one) => one.id === id);
      if (before !== undefined) {
        if (before.amountCents !== request.amountCents) return refused({ code: 'key-reused' });
        if (before.state !== 'failed') return accepted(before);
      }
      if (!isMoneyIn(row.status)) return refused({ code: 'nothing-to-refund' });
      const underWayCents = known
        .filter((one) => one.state === 'asked' || one.state === 'under-way')
        .reduce((sum, one) => sum + (one.amountCents ?? 0), 0);
      const wholeAsked = known.some((one) => isWholeRefund(one) && one.id !== id);
      const leftCents = wholeAsked ? 0 : row.amountCents - row.refundedCents - underWayCents;
      if (leftCents <= 0) return refused({ code: 'nothing-to-refund' });
      if (request.amountCents !== null && request.amountCents > leftCents)
        return refused({ code: 'too-much', leftCents });
      if (before !== undefined) {
        // A person asks again for what the provider refused: same key, new try.
        const again = { state: 'asked' as const, nextTryAtMs: nowMs, tries: 0, lastError: null };
        await tx.update(paymentRefunds).set(again).where(rowWhere(before));
        await endReviewItem(tx, storeId, { attemptId: row.id, kind: 'refund-failed' }, nowMs);
        return accepted({ ...before, ...again });
      }
      return accepted(
        await planRefund(
          tx,
          storeId,
          { id, attemptId: row.id, amountCents: request.amountCents, reason: 'asked' },
          nowMs,
        ),
      );
    });
    if (!planned.ok || planned.value.state !== 'asked') return planned;
    return accepted(await run(planned.value));
  }

  /** One try. Safe to run twice at once: the key is the same. */
  async function run(refund: RefundRow): Promise<RefundRow> {
    const attempt = await attemptOf(refund.storeId, refund.attemptId);
    const account = await credentials.of(refund.storeId);
    if (attempt === null || attempt.providerPaymentId === null) {
      return end(refund, 'failed', 'nothing was paid under this attempt', attempt);
    }
    if (account === null) return again(refund, { kind: 'credentials', detail: 'no account' }, attempt);

    if (refund.state === 'asked') {
      const made = await provider.refund(account, {
        paymentId: attempt.providerPaymentId,
        refundId: refund.id,
        amountCents: refund.amountCents,
      });
      if (!made.ok) {
        if (made.refusal.kind === 'not-now') {
          // Perhaps given back by hand meanwhile: the payment says so.
          const settled = await look(refund, attempt.providerPaymentId);
          if (settled?.status === 'refunded') return end(refund, 'done', null, settled);
          return end(refund, 'failed', made.refusal.detail, attempt);
        }
        if (made.refusal.kind === 'refused' || made.refusal.kind === 'not-found') {
          return end(
            refund,
            'failed',
            'detail' in made.refusal ? made.refusal.detail : made.refusal.kind,
            attempt,
          );
        }
        return again(refund, made.refusal, attempt);
      }
      const state = made.value.state === 'done' ? ('done' as const) : ('under-way' as const);
      const next = {
        state,
        providerRefundId: made.value.id,
        nextTryAtMs: state === 'done' ? null : clock() + UNDER_WAY_CHECK_MS,
        lastError: null,
      };
      await db.update(paymentRefunds).set(next).where(rowWhere(refund));
      log.info(
        { storeId: refund.storeId, attemptId: attempt.id, refundId: refund.id, reason: refund.reason, state },
        'money was given back',
      );
      refund = { ...refund, ...next };
    } else {
      await db
        .update(paymentRefunds)
        .set({ nextTryAtMs: clock() + UNDER_WAY_CHECK_MS })
        .where(rowWhere(refund));
    }
    await look(refund, attempt.providerPaymentId);
    const [now] = await db.select().from(paymentRefunds).where(rowWhere(refund));
    return now ?? refund;
  }

  /** What the payment looks like now goes to the store. */
  async function look(refund: RefundRow, paymentId: string): Promise<AttemptRow | null> {
    const account = await credentials.of(refund.storeId);
    if (account === null) return null;
    const fetched = await provider.fetch(account, paymentId);
    if (fetched.ok) {
      const settled = await settle.settle(refund.storeId, account, fetched.value);
      if (settled.ok) return settled.value;
    }
    // The refund stands; that the store hears of it is left to the attempt's own check.
    await db
      .update(paymentAttempts)
      .set({ nextCheckAtMs: clock() + 5000 })
      .where(and(eq(paymentAttempts.storeId, refund.storeId), eq(paymentAttempts.id, refund.attemptId)));
    return null;
  }

  async function again(refund: RefundRow, failure: ProviderFailure, attempt: AttemptRow): Promise<RefundRow> {
    const tries = refund.tries + 1;
    const delayMs = RETRY_MS[Math.min(tries, RETRY_MS.length) - 1] ?? 300_000;
    const next = {
      tries,
      nextTryAtMs: clock() + delayMs,
      lastError: 'detail' in failure ? failure.detail : failure.kind,
    };
    await db.update(paymentRefunds).set(next).where(rowWhere(refund));
    log.warn(
      { storeId: refund.storeId, refundId: refund.id, failure: failure.kind, tries },
      'a refund is not through yet',
    );
    if (tries === TRIES_BEFORE_ATTENTION)
      await db.transaction((tx) =>
        raiseReviewItem(tx, attempt.storeId, { attemptId: attempt.id, kind: 'refund-failed' }, clock()),
      );
    return { ...refund, ...next };
  }

  async function end(
    refund: RefundRow,
    state: 'done' | 'failed',
    error: string | null,
    attempt: AttemptRow | null,
  ): Promise<RefundRow> {
    const next = { state, nextTryAtMs: null, lastError: error };
    await db.transaction(async (tx) => {
      await tx.update(paymentRefunds).set(next).where(rowWhere(refund));
      if (state === 'failed' && attempt !== null)
        await raiseReviewItem(tx, attempt.storeId, { attemptId: attempt.id, kind: 'refund-failed' }, clock());
    });
    if (state === 'failed')
      log.error(
        { storeId: refund.storeId, attemptId: refund.attemptId, refundId: refund.id, error },
        'a refund failed and needs a person',
      );
    return { ...refund, ...next };
  }

  return {
    ask,

    /** Carries out what is due; the number says how much there was. */
    async runDue(): Promise<number> {
      const due = await db
        .select()
        .from(paymentRefunds)
        .where(
          and(
            isNotNull(paymentRefunds.nextTryAtMs),
            isDueBy(paymentRefunds.nextTryAtMs, clock(), PUT_OFF_MS_MAX),
          ),
        )
        .orderBy(asc(paymentRefunds.nextTryAtMs))
        .limit(REFUNDS_PER_ROUND_MAX);
      await mapConcurrent(due, 4, run);
      return due.length;
    },

    of: (storeId: string, attemptId: string): Promise<RefundRow[]> =>
      db
        .select()
        .from(paymentRefunds)
        .where(and(eq(paymentRefunds.storeId, storeId), eq(paymentRefunds.attemptId, attemptId)))
        .orderBy(asc(paymentRefunds.createdAtMs)),
  };
}
