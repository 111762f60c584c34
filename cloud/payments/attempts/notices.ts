// Webhooks: verified, stored, answered, and only then acted upon. A notice says which payment to fetch and
// nothing else; what it claims about it is never read.
import { and, asc, desc, eq, isNotNull, lt, lte } from 'drizzle-orm';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Db } from '../../storage/open.ts';
import { mapConcurrent } from '../../storage/jobs.ts';
import type { PaymentLog } from '../ports.ts';
import { isDoorShut } from '../account-faults.ts';
import type { Account, NoticeEnvelope, NoticeRefusal, NoticeTopic, Provider } from '../provider/provider.ts';
import { raiseAccountFault, raiseDispute } from '../review-items.ts';
import { paymentAttempts, paymentNotices, type NoticeRow } from '../schema.ts';
import type { Settle } from './settle.ts';

const RETRY_MS = [1000, 3000, 10_000, 30_000, 120_000];
const TRIES_MAX = 12;
const AT_ONCE_MAX = 16;
const PER_ROUND_MAX = 50;
/** Long enough for a notice that somebody replays to be recognised while its signature is still taken. */
const KEPT_MS = 31 * 86_400_000;
/** Refused notices that are remembered, so that the test of an account can say that the secret is another. */
const REFUSED_MAX = 100;

const DISPUTE_KINDS = {
  chargeback: 'charged-back',
  claim: 'claim',
  'stop-delivery': 'stop-delivery',
} as const;

export type Notices = ReturnType<typeof createNotices>;

export function createNotices(deps: {
  db: Db;
  provider: Provider;
  credentials: Credentials;
  settle: Settle;
  log: PaymentLog;
  clock: () => number;
}) {
  const { db, provider, credentials, settle, log, clock } = deps;
  const running = new Set<Promise<void>>();
  const refusedOf = new Map<string, NoticeRefusal>();
  const rowWhere = (notice: NoticeRow) =>
    and(eq(paymentNotices.storeId, notice.storeId), eq(paymentNotices.noticeId, notice.noticeId));

  /** True when it was new. A refusal has no effect at all. */
  async function receive(storeId: string, envelope: NoticeEnvelope): Promise<Result<boolean, NoticeRefusal>> {
    const account = await credentials.of(storeId);
    if (account === null) return refused('unsigned');
    const verified = provider.verifyNotice(account, envelope, clock());
    if (!verified.ok) {
      rememberRefused(storeId, envelope.dataId, verified.refusal);
      return verified;
    }
    if (verified.value === null) return accepted(false);
    const { noticeId, paymentId, topic } = verified.value;
    const nowMs = clock();
    const [stored] = await db
      .insert(paymentNotices)
      // The due time is a while off: the work starts at once below, the round is there for crashes.
      .values({
        storeId,
        noticeId,
        providerPaymentId: paymentId,
        topic,
        receivedAtMs: nowMs,
        nextTryAtMs: nowMs + 5000,
      })
      .onConflictDoNothing()
      .returning();
    if (stored === undefined) return accepted(false);
    if (running.size < AT_ONCE_MAX) {
      // After the answer has gone out: whoever notifies waits for nothing but the insert.
      const work = new Promise<void>((resolve) => setImmediate(() => void guarded(stored).finally(resolve)));
      running.add(work);
      void work.finally(() => running.delete(work));
    }
    return accepted(true);
  }

  function rememberRefused(storeId: string, dataId: string | null, refusal: NoticeRefusal): void {
    if (dataId === null || dataId.length > 64) return;
    const [oldest] = refusedOf.keys();
    if (refusedOf.size >= REFUSED_MAX && oldest !== undefined) refusedOf.delete(oldest);
    refusedOf.set(refusedKey(storeId, dataId), refusal);
  }

  async function guarded(notice: NoticeRow): Promise<void> {
    try {
      await process(notice);
    } catch (error) {
      log.error(
        { err: error, storeId: notice.storeId, paymentId: notice.providerPaymentId },
        'a notice could not be dealt with, it is tried again',
      );
    }
  }

  async function process(notice: NoticeRow): Promise<void> {
    const account = await credentials.of(notice.storeId);
    if (account === null) return scheduleRetry(notice, 'no account');
    if (notice.topic !== 'payment') return processDispute(notice, account, notice.topic);
    const fetched = await provider.fetch(account, notice.providerPaymentId);
    if (!fetched.ok) {
      if (fetched.refusal.kind === 'credentials')
        await tellOfAccount(notice.storeId, notice.providerPaymentId, fetched.refusal.detail);
      return scheduleRetry(
        notice,
        'detail' in fetched.refusal ? fetched.refusal.detail : fetched.refusal.kind,
      );
    }
    const settled = await settle.settle(notice.storeId, account, fetched.value);
    if (!settled.ok) return scheduleRetry(notice, settled.refusal.kind);
    await db
      .update(paymentNotices)
      .set({ nextTryAtMs: null, lastError: settled.value === null ? 'not one of ours' : null })
      .where(rowWhere(notice));
  }

  /** The account is shut, as far as a payment of ours that was not to be had shows: its owner hears of it now, not with the next look. */
  async function tellOfAccount(storeId: string, providerPaymentId: string, lastError: string): Promise<void> {
    const isOfIt = and(
      eq(paymentAttempts.storeId, storeId),
      eq(paymentAttempts.providerPaymentId, providerPaymentId),
    );
    const [attempt] = await db.update(paymentAttempts).set({ lastError }).where(isOfIt).returning();
    if (attempt !== undefined) await raiseAccountFault(db, storeId, attempt.id, clock());
  }

  /** The same where it is not known which payment it is about: told with the newest, for it is the account's fault and not that payment's. */
  async function tellOfShutDoor(storeId: string, lastError: string): Promise<void> {
    const [newest] = await db
      .select({ paymentId: paymentAttempts.providerPaymentId })
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.storeId, storeId), isNotNull(paymentAttempts.providerPaymentId)))
      .orderBy(desc(paymentAttempts.createdAtMs))
      .limit(1);
    if (newest?.paymentId) await tellOfAccount(storeId, newest.paymentId, lastError);
  }

  /** Listed with its deadline where the payment is one of ours; what the payment became is looked at as well. */
  async function processDispute(
    notice: NoticeRow,
    account: Account,
    topic: Exclude<NoticeTopic, 'payment'>,
  ): Promise<void> {
    const read = await provider.readDispute(account, topic, notice.providerPaymentId);
    if (!read.ok) {
      const detail = 'detail' in read.refusal ? read.refusal.detail : read.refusal.kind;
      if (isDoorShut(detail)) await tellOfShutDoor(notice.storeId, detail);
      return scheduleRetry(notice, detail);
    }
    const { paymentId, dueAtMs } = read.value;
    const { storeId } = notice;
    const [attempt] =
      paymentId === null
        ? []
        : await db
            .update(paymentAttempts)
            .set({ nextCheckAtMs: clock() })
            .where(
              and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.providerPaymentId, paymentId)),
            )
            .returning({ id: paymentAttempts.id });
    if (attempt !== undefined)
      await raiseDispute(
        db,
        storeId,
        { attemptId: attempt.id, kind: DISPUTE_KINDS[topic], dueAtMs },
        clock(),
      );
    await db
      .update(paymentNotices)
      .set({ nextTryAtMs: null, lastError: attempt === undefined ? 'not one of ours' : null })
      .where(rowWhere(notice));
  }

  async function scheduleRetry(notice: NoticeRow, error: string): Promise<void> {
    const tries = notice.tries + 1;
    const delayMs = RETRY_MS[Math.min(tries, RETRY_MS.length) - 1] ?? 120_000;
    // Given up here, it is still found by the attempt's own checks.
    const nextTryAtMs = tries >= TRIES_MAX ? null : clock() + delayMs;
    await db.update(paymentNotices).set({ tries, nextTryAtMs, lastError: error }).where(rowWhere(notice));
    log.warn(
      { storeId: notice.storeId, paymentId: notice.providerPaymentId, tries, error },
      'a notified payment could not be fetched yet',
    );
  }

  return {
    receive,

    /**
     * What became of the notices of one payment that was just made; of `wrong-time` the signature is right and its moment is not now. What is
     * refused is known only to the process that it came to.
     */
    async outcomeOf(
      storeId: string,
      paymentId: string,
    ): Promise<'proved' | 'refused' | 'wrong-time' | 'none'> {
      const [notice] = await db
        .select({ noticeId: paymentNotices.noticeId })
        .from(paymentNotices)
        .where(and(eq(paymentNotices.storeId, storeId), eq(paymentNotices.providerPaymentId, paymentId)))
        .limit(1);
      if (notice !== undefined) return 'proved';
      const refusal = refusedOf.get(refusedKey(storeId, paymentId));
      return refusal === undefined ? 'none' : refusal === 'too-old' ? 'wrong-time' : 'refused';
    },

    async runDue(): Promise<number> {
      const nowMs = clock();
      const due = await db
        .select()
        .from(paymentNotices)
        .where(and(isNotNull(paymentNotices.nextTryAtMs), lte(paymentNotices.nextTryAtMs, nowMs)))
        .orderBy(asc(paymentNotices.nextTryAtMs))
        .limit(PER_ROUND_MAX);
      await mapConcurrent(due, 4, guarded);
      return due.length;
    },

    forgetOld: () => db.delete(paymentNotices).where(lt(paymentNotices.receivedAtMs, clock() - KEPT_MS)),

    /** Resolves when what was started has ended. */
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** An order's id is written in capitals or not, as the provider likes. */
const refusedKey = (storeId: string, paymentId: string): string => `${storeId} ${paymentId.toLowerCase()}`;
