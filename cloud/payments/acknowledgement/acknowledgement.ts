// Takes in what the store did with the news that an order was paid, or that it says nothing for too long. Money for
// which nobody will make anything goes back.
import { and, asc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import type { Outcome } from '@balcao/shared/link/commands.ts';
import {
  answerOfOrder,
  decideAcknowledgement,
  silenceOf,
  type StoreAnswer,
  type StoreSilence,
} from '@balcao/shared/payment/store-answer.ts';
import type { Db, Tx } from '../../storage/open.ts';
import type { PaymentLog } from '../ports.ts';
import { lockOrder, planRefund, refundsOf, saveAttempt } from '../repository.ts';
import { endReviewItem, raiseReviewItem } from '../review-items.ts';
import { paymentAttempts, type AttemptRow } from '../schema.ts';
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

/** The last payment that a round came to. */
export type LastSeen = Pick<AttemptRow, 'paidAtMs' | 'id'>;

/**
 * Looks at the paid orders that their stores have not answered for, so many at a time, the oldest first. A shop that is gone never answers, so
 * the next round goes on after the last of these: they keep nobody else waiting. Null when there were no more.
 */
export async function watchAcknowledgements(
  deps: AcknowledgementDeps,
  after: LastSeen | null = null,
): Promise<LastSeen | null> {
  const { paidAtMs, acknowledgedAtMs, id } = paymentAttempts;
  const isAfter =
    after === null || after.paidAtMs === null
      ? undefined
      : or(gt(paidAtMs, after.paidAtMs), and(eq(paidAtMs, after.paidAtMs), gt(id, after.id)));
  const waiting = await deps.db
    .select()
    .from(paymentAttempts)
    .where(and(isNotNull(paidAtMs), isNull(acknowledgedAtMs), isAfter))
    .orderBy(asc(paidAtMs), asc(id))
    .limit(ROUND_MAX);
  for (const row of waiting) {
    // Most wait for a moment only: no lock is taken for these.
    if ((await storeAnswerOf(deps, deps.db, row)) === 'in-time') continue;
    // One that cannot be written, of a shop that moves, holds up no other.
    await settleAnswer(deps, row).catch((error: unknown) =>
      deps.log.error(
        { storeId: row.storeId, attemptId: row.id, err: error },
        'what the store did not answer for could not be taken in',
      ),
    );
  }
  return waiting.length < ROUND_MAX ? null : (waiting.at(-1) ?? null);
}

async function settleAnswer(deps: AcknowledgementDeps, { storeId, orderId, id }: AttemptRow): Promise<void> {
  const nowMs = deps.clock();
  const recorded = await deps.db.transaction(async (tx) => {
    const row = (await lockOrder(tx, storeId, orderId)).find((one) => one.id === id);
    if (row === undefined) return null;
    // Asked again: an answer may have come at the last moment.
    const answer = await storeAnswerOf(deps, tx, row);
    const decided = decideAcknowledgement(row, await refundsOf(tx, storeId, [id]), answer);
    if (decided === null) return null;
    if (decided.isOver) {
      await saveAttempt(tx, { ...row, acknowledgedAtMs: nowMs });
      await endReviewItem(tx, storeId, { attemptId: id, kind: 'unacknowledged' }, nowMs);
    }
    if (decided.refund !== null) await planRefund(tx, storeId, decided.refund, nowMs);
    for (const kind of decided.raise) await raiseReviewItem(tx, storeId, { attemptId: id, kind }, nowMs);
    return answer;
  });
  if (recorded === 'given-up')
    deps.log.error(
      { storeId, orderId, attemptId: id },
      'the store did not answer for a paid order, the money goes back',
    );
  if (recorded === 'not-made' || recorded === 'paid-otherwise')
    deps.log.warn(
      { storeId, orderId, attemptId: id, answer: recorded },
      'a paid order was not honoured, the money goes back',
    );
}

/** The first answer, to the fact that money came or to a newer one that took its place; or how long there was none. */
async function storeAnswerOf(
  { clock, alarmMs, refundMs }: AcknowledgementDeps,
  db: Db | Tx,
  row: AttemptRow,
): Promise<StoreAnswer | StoreSilence> {
  for (const outcome of await answersTo(db, row.storeId, [row.paidCommandId, row.factCommandId])) {
    const answer = answerOf(outcome, row);
    if (answer !== null) return answer;
  }
  return silenceOf(clock() - (row.paidAtMs ?? clock()), {
    alarmMs,
    refundMs,
    isAtTerminal: row.terminalId !== null,
  });
}

function answerOf(
  outcome: Outcome,
  { id, terminalId, amountCents, partId }: Pick<AttemptRow, 'id' | 'terminalId' | 'amountCents' | 'partId'>,
): StoreAnswer | null {
  switch (outcome.status) {
    case 'deferred':
      return null;
    // Wholesale is never paid here.
    case 'wholesale':
    case 'refused':
      return 'not-made';
    case 'done':
      return answerOfOrder(outcome.order, {
        isAtTerminal: terminalId !== null,
        amountCents,
        part: partId === null ? null : { id: partId, attemptId: id },
      });
  }
}
