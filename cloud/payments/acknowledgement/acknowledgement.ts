// What the store did with the news that an order was paid: honoured, or not, or nothing for too long. Money
// for which nobody will make anything goes back.
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Outcome } from '@balcao/shared/link/commands.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { endReviewItem, raiseReviewItem } from '../review-items.ts';
import type { Db, Tx } from '../../storage/open.ts';
import type { PaymentLog } from '../ports.ts';
import { planRefund, wholeRefundId } from '../refunds/refund-plan.ts';
import { paymentAttempts, paymentRefunds, type AttemptRow } from '../schema.ts';
import { isGood } from '../attempts/order-money.ts';
import { lockOrder, save } from '../attempts/settle.ts';
import { answersTo } from './store-answers.ts';

export const UNACKNOWLEDGED_ALARM_MS = 2 * 60_000;
export const UNACKNOWLEDGED_REFUND_MS = 15 * 60_000;
const ROUND_MAX = 200;

export type AcknowledgementDeps = {
  db: Db;
  log: PaymentLog;
  clock: () => number;
  alarmMs: number;
  refundMs: number;
};

type Answer = { kind: 'honoured' } | { kind: 'not-made' } | { kind: 'paid-otherwise' };

/** A paid order that stays cancelled was not honoured; one that was paid by hand needs no second payment. */
export function answerOf(outcome: Outcome): Answer | null {
  switch (outcome.status) {
    case 'deferred':
      return null;
    // Wholesale is never paid here.
    case 'wholesale':
    case 'refused':
      return { kind: 'not-made' };
    case 'done':
      if (outcome.order.status === 'CANCELLED') return { kind: 'not-made' };
      return paidByHand(outcome.order) ? { kind: 'paid-otherwise' } : { kind: 'honoured' };
  }
}

const paidByHand = (order: Order): boolean =>
  order.paymentStatus === 'approved' &&
  (order.paymentMethod === 'cash' ||
    order.paymentMethod === 'terminal' ||
    order.paymentMethod === 'pix_manual');

/** Looks at every paid order that the store has not answered for. */
export async function watchAcknowledgements(deps: AcknowledgementDeps): Promise<void> {
  const { db, clock } = deps;
  const waiting = await db
    .select()
    .from(paymentAttempts)
    .where(and(isNotNull(paymentAttempts.paidAtMs), isNull(paymentAttempts.acknowledgedAtMs)))
    .orderBy(asc(paymentAttempts.paidAtMs))
    .limit(ROUND_MAX);
  for (const row of waiting) {
    const answer = await answerFor(db, row);
    if (answer !== null) {
      await acknowledge(deps, row, answer);
      continue;
    }
    const waitedMs = clock() - (row.paidAtMs ?? clock());
    if (waitedMs >= deps.refundMs) await giveBack(deps, row);
    else if (waitedMs >= deps.alarmMs)
      await db.transaction((tx) => raiseReviewItem(tx, row, 'unacknowledged', clock()));
  }
}

/** What the first answer says: to the fact that money came, or to a newer one that took its place. */
async function answerFor(db: Db | Tx, row: AttemptRow): Promise<Answer | null> {
  for (const outcome of await answersTo(db, row.storeId, [row.paidCommandId, row.factCommandId])) {
    const answer = answerOf(outcome);
    if (answer !== null) return answer;
  }
  return null;
}

async function acknowledge(
  { db, log, clock }: AcknowledgementDeps,
  { storeId, orderId, id }: AttemptRow,
  answer: Answer,
): Promise<void> {
  const nowMs = clock();
  await db.transaction(async (tx) => {
    const row = (await lockOrder(tx, storeId, orderId)).find((one) => one.id === id);
    if (row === undefined || row.acknowledgedAtMs !== null) return;
    row.acknowledgedAtMs = nowMs;
    await endReviewItem(tx, storeId, id, 'unacknowledged', nowMs);
    if (answer.kind !== 'honoured' && isGood(row)) {
      const byHand = answer.kind === 'paid-otherwise';
      await planRefund(
        tx,
        row,
        { id: wholeRefundId(id), amountCents: null, reason: byHand ? 'second-approval' : 'refused-by-store' },
        nowMs,
      );
      await raiseReviewItem(tx, row, byHand ? 'second-approval' : 'refused-by-store', nowMs);
    }
    await save(tx, row);
  });
  if (answer.kind !== 'honoured')
    log.warn(
      { storeId, orderId, attemptId: id, answer: answer.kind },
      'a paid order was not honoured, the money goes back',
    );
}

async function giveBack(
  { db, log, clock }: AcknowledgementDeps,
  { storeId, orderId, id }: AttemptRow,
): Promise<void> {
  const nowMs = clock();
  const planned = await db.transaction(async (tx) => {
    const row = (await lockOrder(tx, storeId, orderId)).find((one) => one.id === id);
    if (row === undefined || row.acknowledgedAtMs !== null || !isGood(row)) return false;
    // Answered at the last moment: the next round takes it in.
    if ((await answerFor(tx, row)) !== null) return false;
    const refundId = wholeRefundId(id);
    const [known] = await tx
      .select({ id: paymentRefunds.id })
      .from(paymentRefunds)
      .where(and(eq(paymentRefunds.storeId, storeId), eq(paymentRefunds.id, refundId)));
    if (known !== undefined) return false;
    await planRefund(tx, row, { id: refundId, amountCents: null, reason: 'unacknowledged' }, nowMs);
    await raiseReviewItem(tx, row, 'unacknowledged', nowMs);
    await raiseReviewItem(tx, row, 'refunded-unacknowledged', nowMs);
    return true;
  });
  if (planned)
    log.error(
      { storeId, orderId, attemptId: id },
      'the store did not answer for a paid order, the money goes back',
    );
}
