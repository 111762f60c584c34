// Our side of the provider's monthly statement: what came and what went back, by the provider's names of it. Reads only.
import { and, asc, eq, gte, inArray, isNotNull, lt } from 'drizzle-orm';
import type { BookedMonth } from '@balcao/shared/http/matching.ts';
import { hasMoneyCome } from '@balcao/shared/payment/attempt-status.ts';
import { isGivenByHand } from '@balcao/shared/payment/refund.ts';
import { isWon } from '@balcao/shared/payment/payment.ts';
import { startOfDate } from '@balcao/shared/store/business-day.ts';
import type { Db } from '../storage/open.ts';
import { isOrderId } from './provider/mercado-pago-order.ts';
import { withoutReplaced } from './refunds/attempt-refunds.ts';
import { paymentAttempts, paymentRefunds, type AttemptRow, type RefundRow } from './schema.ts';

/** So long the provider takes refunds: a payment of before the month may go back in it. */
const REFUND_WINDOW_MS = 190 * 86_400_000;
const PAYMENTS_MAX = 50_000;

export async function listBooked(
  db: Db,
  storeId: string,
  month: string,
  timeZone: string,
): Promise<BookedMonth> {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const fromMs = startOfDate(year, number, 1, timeZone);
  const toMs =
    number === 12 ? startOfDate(year + 1, 1, 1, timeZone) : startOfDate(year, number + 1, 1, timeZone);
  const rows = await db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.storeId, storeId),
        isNotNull(paymentAttempts.providerPaymentId),
        gte(paymentAttempts.createdAtMs, fromMs - REFUND_WINDOW_MS),
        lt(paymentAttempts.createdAtMs, toMs),
      ),
    )
    .orderBy(asc(paymentAttempts.createdAtMs))
    .limit(PAYMENTS_MAX);
  const payments = rows.filter(
    (row) =>
      hasMoneyCome(row.status) &&
      // When a dispute was lost or won is not kept: the payment is in the list of each month from then on.
      (approvedAt(row) >= fromMs || row.refundedCents > 0 || row.status === 'charged_back' || isWonBack(row)),
  );
  const ids = payments.map(({ id }) => id);
  const refunds =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(paymentRefunds)
          .where(
            and(
              eq(paymentRefunds.storeId, storeId),
              eq(paymentRefunds.state, 'done'),
              inArray(paymentRefunds.attemptId, ids),
            ),
          );
  // One that another took the place of is done with the payment, and its money is the other one's.
  const refundsMade = withoutReplaced(refunds);
  return {
    fromMs,
    toMs,
    payments: payments.map((row) =>
      bookedOf(
        row,
        refundsMade.filter(({ attemptId }) => attemptId === row.id),
      ),
    ),
  };
}

/** Also of what went back since; rows of before this was kept say it as long as their payment does. */
const isWonBack = (row: AttemptRow): boolean => row.wonBackAtMs !== null || isWon(row);

const approvedAt = (row: AttemptRow): number => row.approvedAtMs ?? row.paidAtMs ?? row.createdAtMs;

function bookedOf(row: AttemptRow, refunds: readonly RefundRow[]): BookedMonth['payments'][number] {
  const paidCents = row.paidCents ?? row.amountCents;
  // Without what a person gave back by hand, of which the provider knows nothing.
  const refundsMade = refunds.filter((refund) => !isGivenByHand(refund));
  const partsCents = refundsMade.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
  return {
    providerPaymentId: row.providerPaymentId ?? '',
    orderCode: row.orderCode,
    // The provider's report names the number of the money, not the order at the Orders API.
    reference: isOrderId(row.providerPaymentId ?? '') ? row.orderId : null,
    status: row.status,
    isWonBack: isWonBack(row),
    paidCents,
    refundedCents: row.refundedCents,
    approvedAtMs: approvedAt(row),
    // The whole is what the parts before it had left.
    refunds: refundsMade.map(({ amountCents, createdAtMs, doneAtMs }) => ({
      cents: amountCents ?? paidCents - partsCents,
      atMs: createdAtMs,
      doneAtMs,
    })),
  };
}
