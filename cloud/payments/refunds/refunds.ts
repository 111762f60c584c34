// Giving money back: asked for under a fixed key, carried out until the provider has answered, seen to its end. What becomes
// of a refund is decided in `shared/payment/refund.ts`; here it is asked, read and written down.
import { and, asc, eq, isNotNull, ne, or } from 'drizzle-orm';
import { isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import {
  decideRefund,
  REFUND_DELAY_MS_MAX,
  REFUND_TRIES_BEFORE_REVIEW,
  type RefundEvent,
} from '@balcao/shared/payment/refund.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { isDoorShut } from '../account-faults.ts';
import { alarmReviewItemAgain, raiseAccountFault, raiseReviewItemAnew } from '../review-items.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Db, Tx } from '../../storage/open.ts';
import { isDueBy } from '../../storage/due.ts';
import { mapConcurrent } from '../../storage/jobs.ts';
import type { PaymentLog } from '../ports.ts';
import type { Provider, ProviderFailure } from '../provider/provider.ts';
import { paymentAttempts, paymentRefunds, type AttemptRow, type RefundRow } from '../schema.ts';
import { lockAttempt, lockOrder, planRefund, refundsOf, wholeRefundId } from '../repository.ts';
import type { RefundRefusal } from '@balcao/shared/http/refusals/payment.ts';
import type { Settle } from '../attempts/settle.ts';
import {
  allOf,
  detailOf,
  endAnsweredReviews,
  endRefundReviews,
  eventOf,
  leftOf,
  newestUnder,
} from './attempt-refunds.ts';
import { createByHand } from './by-hand.ts';
import { createReconcileUnanswered, isUnclear } from './reconcile-unanswered.ts';
import { createFindListed, type RefundCall } from './find-listed.ts';

export type RefundRequest = {
  attemptId: string;
  /** Null for all that is left. */
  amountCents: number | null;
  /** The asker's own key for a part, so that asking twice gives back once. A whole needs none. */
  refundId: string | null;
};

const REFUNDS_PER_ROUND_MAX = 20;
const LOOK_AGAIN_MS = 5000;

export function createRefunds(deps: {
  db: Db;
  provider: Pick<Provider, 'refund' | 'readRefund' | 'listRefunds' | 'fetch'>;
  credentials: Pick<Credentials, 'of'>;
  settle: Pick<Settle, 'settle'>;
  log: PaymentLog;
  clock: () => number;
}) {
  const { db, provider, credentials, settle, log, clock } = deps;
  const findListed = createFindListed({ db, provider });
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
    const first = await plan(attempt, request, { isRead: false });
    const planned =
      !first.ok && first.refusal.code === 'refund-unread' && (await reconcileUnanswered(attempt))
        ? await plan(attempt, request, { isRead: true })
        : first;
    if (!planned.ok || (planned.value.state !== 'planned' && planned.value.state !== 'sent')) return planned;
    return accepted(await run(planned.value));
  }

  /** Writes it down, where so much is left; `isRead`: what went out was read just now. */
  function plan(
    { storeId, id: attemptId, orderId }: AttemptRow,
    request: RefundRequest,
    { isRead }: { isRead: boolean },
  ): Promise<Result<RefundRow, RefundRefusal>> {
    const nowMs = clock();
    return db.transaction(async (tx): Promise<Result<RefundRow, RefundRefusal>> => {
      const row = (await lockOrder(tx, storeId, orderId)).find((one) => one.id === attemptId);
      if (row === undefined) return refused({ code: 'attempt-not-found' });
      const refunds = await refundsOf(tx, storeId, [row.id]);
      const key = request.amountCents === null ? wholeRefundId(row.id) : request.refundId;
      if (key === null) return refused({ code: 'key-needed' });
      const { id, before } = newestUnder(key, refunds);
      if (before !== null) {
        const isOther = request.amountCents !== null && before.amountCents !== request.amountCents;
        if (isOther) return refused({ code: 'key-reused' });
        if (before.state === 'to-review') return accepted(await step(tx, before, { kind: 'asked-again' }));
        if (before.state !== 'refused') return accepted(before);
      }
      if (!isMoneyIn(row.status)) return refused({ code: 'nothing-to-refund' });
      if (!isRead && isUnclear(row, refunds)) return refused({ code: 'refund-unread' });
      const leftCents = leftOf(row, refunds, before);
      if (leftCents <= 0) return refused({ code: 'nothing-to-refund' });
      if (request.amountCents !== null && request.amountCents > leftCents)
        return refused({ code: 'too-much', leftCents });
      const amountCents = request.amountCents ?? allOf(refunds, leftCents);
      const refund = { id, attemptId: row.id, amountCents, reason: 'asked' } as const;
      const planned = await planRefund(tx, storeId, refund, nowMs);
      await endAnsweredReviews(tx, row, { before, ...request }, nowMs);
      return accepted(planned);
    });
  }

  /** Writes down what is heard, by the table, with what a person is told of it. */
  async function step(tx: Tx, refund: RefundRow, event: RefundEvent): Promise<RefundRow> {
    const { storeId, attemptId } = refund;
    const nowMs = clock();
    const { progress, raise, endsReview } = decideRefund(refund, event, nowMs);
    // What is heard of one that a person gave back brought nothing back there, unless it says so.
    const isBackThere = progress.state === 'done' && event.kind === 'carried-out';
    const columns = { ...progress, doneAtMs: refund.doneAtMs ?? (isBackThere ? nowMs : null) };
    await tx.update(paymentRefunds).set(columns).where(rowWhere(refund));
    if (endsReview) await endRefundReviews(tx, storeId, attemptId, nowMs);
    if (raise !== null) await raiseReviewItemAnew(tx, storeId, { attemptId, kind: raise }, nowMs);
    // Each is one of its own, also while that of another part is listed; of one that is tried daily it was said.
    if (raise !== null && refund.state !== 'to-review')
      await alarmReviewItemAgain(tx, storeId, { attemptId, kind: raise }, nowMs);
    return { ...refund, ...columns };
  }

  /** Written with what was answered: killed or unheard before the payment was looked at, the attempt's own check tells the store. */
  const lookSoon = (tx: Tx | Db, { storeId, attemptId }: RefundRow): Promise<unknown> =>
    tx
      .update(paymentAttempts)
      .set({ nextCheckAtMs: clock() + LOOK_AGAIN_MS })
      .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, attemptId)));

  /** The same for a refund of which another process may have heard more meanwhile. */
  async function recordEvent(refund: RefundRow, event: RefundEvent): Promise<RefundRow> {
    const { storeId, attemptId, id: refundId } = refund;
    const recorded = await db.transaction(async (tx) => {
      await lockAttempt(tx, storeId, attemptId);
      // Looks are few (`schedule.ts`): the minutes in which the bank is at it use up none, for each of them looks by itself.
      const isNewlyTaken = event.kind === 'taken' && refund.state !== 'in-process';
      if (event.kind === 'carried-out' || isNewlyTaken) await lookSoon(tx, refund);
      const [row] = await tx.select().from(paymentRefunds).where(rowWhere(refund)).for('update');
      return row === undefined ? refund : step(tx, row, event);
    });
    const details = { storeId, attemptId, refundId, reason: refund.reason, state: recorded.state };
    if (recorded.state === 'refused')
      log.error({ ...details, error: recorded.lastError }, 'a refund failed and needs a person');
    else if (recorded.state === 'done') {
      // Whoever was not answered may have been given it all the same; what a person gave did not go back here.
      if (event.kind !== 'begun' && recorded.doneAtMs !== null) log.info(details, 'money was given back');
    } else if (event.kind === 'unanswered' || event.kind === 'no-balance')
      log.warn(
        { ...details, error: recorded.lastError, tries: recorded.tries },
        'a refund is not through yet',
      );
    else if (recorded.state === 'in-process' && refund.state !== 'in-process')
      log.info(details, 'a refund was taken');
    return recorded;
  }

  /** One try. Safe to run twice at once: the key is the same. */
  async function run(refund: RefundRow): Promise<RefundRow> {
    const attempt = await attemptOf(refund.storeId, refund.attemptId);
    if (attempt === null || attempt.providerPaymentId === null)
      return recordEvent(refund, { kind: 'refused', detail: 'nothing was paid under this attempt' });
    const account = await credentials.of(refund.storeId);
    if (account === null) return recordEvent(refund, { kind: 'unanswered', detail: 'no account' });
    const call = { refund, attempt, account, paymentId: attempt.providerPaymentId };
    const event = refund.state === 'in-process' ? await readOwn(call) : await send(call);
    if (event === null) return (await reload(refund)) ?? refund;
    // It is tried again, for the token may be mended: by somebody who has to be told.
    if (event.kind === 'unanswered' && isDoorShut(event.detail)) {
      const isOfIt = and(eq(paymentAttempts.storeId, refund.storeId), eq(paymentAttempts.id, attempt.id));
      // Its words are read from there.
      await db.update(paymentAttempts).set({ lastError: event.detail }).where(isOfIt);
      await raiseAccountFault(db, refund.storeId, refund.attemptId, clock());
    }
    const recorded = await recordEvent(refund, event);
    if (recorded.state !== 'done' && recorded.state !== 'in-process') return recorded;
    await fetchAndSettle(call);
    return (await reload(refund)) ?? recorded;
  }

  async function reload(refund: RefundRow): Promise<RefundRow | undefined> {
    const [row] = await db.select().from(paymentRefunds).where(rowWhere(refund));
    return row;
  }

  /** How one that the bank carries out stands, by its own name. */
  async function readOwn({ refund, account, paymentId }: RefundCall): Promise<RefundEvent> {
    // Taken up by a relay that kept no name of it: the payment alone can show it.
    if (refund.providerRefundId === null) return { kind: 'taken', providerRefundId: null };
    const read = await provider.readRefund(account, paymentId, refund.providerRefundId);
    return read.ok ? eventOf(read.value) : { kind: 'unanswered', detail: detailOf(read.refusal) };
  }

  /**
   * Asks the provider, unless it lists the refund already: one that was sent may have been carried out unanswered. Null where it was over
   * meanwhile, as when a person gave it back by hand.
   */
  async function send(call: RefundCall): Promise<RefundEvent | null> {
    const { refund, account, paymentId } = call;
    if (refund.state !== 'planned') {
      const found = await findListed(call);
      if (found !== null) return found;
    }
    // Written before it goes out: whoever finds it after a crash reads before it sends.
    const { state } = await recordEvent(refund, { kind: 'begun' });
    if (state !== 'sent' && state !== 'to-review') return null;
    const { amountCents, id } = refund;
    const answer = await provider.refund(account, { paymentId, refundId: id, amountCents });
    if (answer.ok) return eventOf(answer.value);
    const detail = detailOf(answer.refusal);
    switch (answer.refusal.kind) {
      case 'unreachable':
      case 'busy':
      case 'credentials':
        return { kind: 'unanswered', detail };
      case 'no-balance':
        return { kind: 'no-balance', detail };
      case 'not-now':
      case 'not-found':
      case 'refused':
        return (await findListed(call)) ?? (await judgeRefusal(call, answer.refusal));
    }
  }

  /** A refusal of what the payment's list does not show. */
  async function judgeRefusal(call: RefundCall, refusal: ProviderFailure): Promise<RefundEvent> {
    const detail = detailOf(refusal);
    if (refusal.kind !== 'not-now') return { kind: 'refused', detail };
    // Perhaps given back by hand meanwhile: the payment says so.
    const settled = await fetchAndSettle(call);
    if (settled?.status === 'refunded') return { kind: 'carried-out', providerRefundId: null };
    // Unseen, it may be so all the same, and a refused refund looks no more.
    if (settled === null) await lookSoon(db, call.refund);
    // The key may be refused because an earlier try is still under way.
    const { tries } = call.refund;
    return tries > 0 && tries < REFUND_TRIES_BEFORE_REVIEW
      ? { kind: 'unanswered', detail }
      : { kind: 'refused', detail };
  }

  /** What the payment looks like now goes to the store. */
  async function fetchAndSettle({ refund, account, paymentId }: RefundCall): Promise<AttemptRow | null> {
    const fetched = await provider.fetch(account, paymentId);
    if (fetched.ok) {
      const settled = await settle.settle(refund.storeId, account, fetched.value);
      if (settled.ok) return settled.value;
    }
    return null;
  }

  const reconcileUnanswered = createReconcileUnanswered({
    db,
    credentials,
    findListed,
    readOwn,
    recordEvent,
    fetchAndSettle,
  });

  return {
    ask,

    /** Carries out what is due; the number says how much there was. */
    async runDue(): Promise<number> {
      const { state, nextTryAtMs } = paymentRefunds;
      const due = await db
        .select()
        .from(paymentRefunds)
        .where(
          and(
            isNotNull(nextTryAtMs),
            or(
              and(ne(state, 'to-review'), isDueBy(nextTryAtMs, clock(), REFUND_DELAY_MS_MAX.soon)),
              and(eq(state, 'to-review'), isDueBy(nextTryAtMs, clock(), REFUND_DELAY_MS_MAX['to-review'])),
            ),
          ),
        )
        .orderBy(asc(nextTryAtMs))
        .limit(REFUNDS_PER_ROUND_MAX);
      await mapConcurrent(due, 4, run);
      return due.length;
    },

    ...createByHand({ db, credentials, attemptOf, findListed, recordEvent, step, fetchAndSettle, clock }),

    of: (storeId: string, attemptId: string): Promise<RefundRow[]> => refundsOf(db, storeId, [attemptId]),
  };
}
