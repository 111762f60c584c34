// Refunds of an attempt that went out and of which nobody has read what became: heard of before anybody counts what is left of its money.
import { isRefundUnderWay, isWholeRefund, type RefundEvent } from '@balcao/shared/payment/refund.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Db } from '../../storage/open.ts';
import { refundsOf } from '../repository.ts';
import type { AttemptRow, RefundRow } from '../schema.ts';
import type { FindListed, RefundCall } from './find-listed.ts';
import { isGoneThere } from './attempt-refunds.ts';

/**
 * Whether what is left cannot be told: more is known to be back than the refunds that are through, and another one may be it or may be yet
 * to come. Counted with both, its money would be off twice.
 */
export function isUnclear(attempt: AttemptRow, refunds: readonly RefundRow[]): boolean {
  const through = refunds.filter(isGoneThere);
  // All that was left went with it.
  if (through.some(isWholeRefund)) return false;
  const throughCents = through.reduce((sum, one) => sum + (one.amountCents ?? 0), 0);
  return attempt.refundedCents > throughCents && refunds.some(isOut);
}

const isOut = (refund: RefundRow): boolean => isRefundUnderWay(refund) && refund.state !== 'planned';

export function createReconcileUnanswered(deps: {
  db: Db;
  credentials: Pick<Credentials, 'of'>;
  findListed: FindListed;
  readOwn: (call: RefundCall) => Promise<RefundEvent>;
  recordEvent: (refund: RefundRow, event: RefundEvent) => Promise<RefundRow>;
  fetchAndSettle: (call: RefundCall) => Promise<unknown>;
}) {
  const { db, credentials, findListed, readOwn, recordEvent, fetchAndSettle } = deps;

  /** Reads each of them at the provider, sends nothing. False where one could not be read. */
  return async function reconcileUnanswered(attempt: AttemptRow): Promise<boolean> {
    const { storeId, providerPaymentId: paymentId } = attempt;
    const account = await credentials.of(storeId);
    if (account === null || paymentId === null) return false;
    for (const refund of (await refundsOf(db, storeId, [attempt.id])).filter(isOut)) {
      const call = { refund, attempt, account, paymentId };
      const event = await (refund.state === 'in-process' ? readOwn(call) : findListed(call));
      if (event?.kind === 'unanswered') return false;
      if (event === null || (event.kind === 'taken' && refund.state === 'in-process')) continue;
      const { state } = await recordEvent(refund, event);
      // How much is back is known with it.
      if (state === 'done') await fetchAndSettle(call);
    }
    return true;
  };
}
