// What a person says to have given back by hand. It ends the refund, so it is not believed while the provider may have given it back as well.
import { and, eq } from 'drizzle-orm';
import type { EndAttentionRefusal } from '@balcao/shared/http/refusals/payment.ts';
import { isTriedNow, isLastTryUnanswered, type RefundEvent } from '@balcao/shared/payment/refund.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Credentials } from '../provider/credentials.ts';
import type { Db, Tx } from '../../storage/open.ts';
import { lockAttempt, refundsOf } from '../repository.ts';
import { endReviewItem } from '../review-items.ts';
import { paymentRefunds, type AttemptRow, type RefundRow } from '../schema.ts';
import type { FindListed, RefundCall } from './find-listed.ts';
import { listedUnder, type GivenByHandKind } from './attempt-refunds.ts';

/** Who could not be believed, for the provider was away, comes again: so long nothing goes out that was perhaps given back by hand. */
const HELD_MS = 3_600_000;

export function createByHand(deps: {
  db: Db;
  credentials: Pick<Credentials, 'of'>;
  attemptOf: (storeId: string, attemptId: string) => Promise<AttemptRow | null>;
  findListed: FindListed;
  recordEvent: (refund: RefundRow, event: RefundEvent) => Promise<RefundRow>;
  step: (tx: Tx, refund: RefundRow, event: RefundEvent) => Promise<RefundRow>;
  fetchAndSettle: (call: RefundCall) => Promise<unknown>;
  clock: () => number;
}) {
  const { db, credentials, attemptOf, findListed, recordEvent, step, fetchAndSettle, clock } = deps;

  /** What the provider says of a refund whose last try it did not answer: null when it has nothing of it. */
  async function lookUp(refund: RefundRow): Promise<EndAttentionRefusal | null> {
    const attempt = await attemptOf(refund.storeId, refund.attemptId);
    const account = await credentials.of(refund.storeId);
    // Nothing can have gone out.
    if (attempt === null || attempt.providerPaymentId === null) return null;
    if (account === null) return parkRefund(refund, 'no account');
    const call = { refund, attempt, account, paymentId: attempt.providerPaymentId };
    const event = await findListed(call);
    if (event?.kind === 'unanswered') return parkRefund(refund, event.detail);
    if (event?.kind !== 'carried-out' && event?.kind !== 'taken') return null;
    const { state } = await recordEvent(refund, event);
    await fetchAndSettle(call);
    return { code: state === 'done' ? 'refund-returned' : 'refund-under-way' };
  }

  async function parkRefund(
    { storeId, id, tries }: RefundRow,
    lastError: string,
  ): Promise<EndAttentionRefusal> {
    const { state } = paymentRefunds;
    const isListed = and(
      eq(paymentRefunds.storeId, storeId),
      eq(paymentRefunds.id, id),
      eq(state, 'to-review'),
    );
    await db
      .update(paymentRefunds)
      .set({ nextTryAtMs: clock() + HELD_MS, tries: Math.max(tries, 1), lastError })
      .where(isListed);
    return { code: 'refund-unknown' };
  }

  return {
    /**
     * A person gave back what is listed under this kind: nothing more of it is tried. Other refunds of the attempt go on: nobody said anything
     * of these. Refused, and nothing ended, where the provider has one of them, may have it, or is asked for it now.
     */
    async endByHand(
      storeId: string,
      attemptId: string,
      kind: GivenByHandKind,
    ): Promise<Result<{ ended: boolean }, EndAttentionRefusal>> {
      const unanswered = listedUnder(kind, await refundsOf(db, storeId, [attemptId])).filter(
        isLastTryUnanswered,
      );
      const asleep = unanswered.filter((refund) => !isTriedNow(refund, clock()));
      for (const refund of asleep) {
        const refusal = await lookUp(refund);
        if (refusal !== null) return refused(refusal);
      }
      // Another try of it was not answered meanwhile.
      const isNews = (refund: RefundRow): boolean =>
        isLastTryUnanswered(refund) &&
        !asleep.some(({ id, nextTryAtMs }) => id === refund.id && nextTryAtMs === refund.nextTryAtMs);
      return db.transaction(async (tx) => {
        await lockAttempt(tx, storeId, attemptId);
        const listed = listedUnder(kind, await refundsOf(tx, storeId, [attemptId]));
        if (listed.some((refund) => isTriedNow(refund, clock()) || isNews(refund)))
          return refused({ code: 'refund-under-way' });
        // Before the steps, which end it too: the person is told that it is over.
        const ended = await endReviewItem(tx, storeId, { attemptId, kind }, clock());
        for (const refund of listed) await step(tx, refund, { kind: 'given-by-hand' });
        return accepted({ ended });
      });
    },
  };
}
