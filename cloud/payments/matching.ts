// The daily matching: what the provider says of a day against our attempts and the store's orders. Reads, and
// asks for another look at what differs; it changes no state itself.
import { and, eq, gte, inArray, lt, or } from 'drizzle-orm';
import type { MatchingDay, MatchingRow } from '@balcao/shared/http/matching.ts';
import { hasMoneyCome, isMoneyIn } from '@balcao/shared/payment/attempt-status.ts';
import { isRefundUnderWay, isRefusedRefund, isWholeRefund } from '@balcao/shared/payment/refund.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { startOfDate } from '@balcao/shared/store/business-day.ts';
import { TEST_REFERENCE } from './account-test.ts';
import type { Credentials } from './provider/credentials.ts';
import type { Db } from '../storage/open.ts';
import type { PaymentOrders } from './ports.ts';
import type { Provider, ProviderFailure, ProviderPayment } from './provider/provider.ts';
import { refundsOf } from './repository.ts';
import { paymentAttempts, type AttemptRow, type RefundRow } from './schema.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function matchDay(
  deps: { db: Db; provider: Provider; credentials: Credentials; orders: PaymentOrders; clock: () => number },
  storeId: string,
  day: string,
  timeZone: string,
): Promise<Result<MatchingDay, ProviderFailure>> {
  const account = await deps.credentials.of(storeId);
  if (account === null) return refused({ kind: 'credentials', detail: 'no account' });
  const [fromMs, toMs] = spanOf(day, timeZone);
  const listed = await deps.provider.searchByCreation(account, fromMs, toMs);
  if (!listed.ok) return listed;

  const ids = listed.value.map((payment) => payment.id);
  const attempts = await attemptsOfDay(deps.db, storeId, ids, { fromMs, toMs });
  const byPayment = new Map(
    attempts.flatMap((row) =>
      row.providerPaymentId === null ? [] : [[row.providerPaymentId, row] as const],
    ),
  );

  const refunds = await refundsOf(
    deps.db,
    storeId,
    attempts.map(({ id }) => id),
  );
  const refundsIn = (attempt: AttemptRow | null): RefundRow[] =>
    refunds.filter(({ attemptId }) => attemptId === attempt?.id);

  const rows: MatchingRow[] = [];
  const compareTo = async (attempt: AttemptRow | null, payment: ProviderPayment | null): Promise<void> =>
    void rows.push(await compare(deps.orders, storeId, attempt, payment, refundsIn(attempt)));
  let foreign = 0;
  for (const payment of listed.value) {
    const attempt = byPayment.get(payment.id) ?? null;
    const ourReference = payment.reference !== null && UUID.test(payment.reference);
    // A test of the account, called off at once.
    if (payment.reference?.startsWith(TEST_REFERENCE)) continue;
    if (attempt === null && !ourReference) {
      foreign += 1;
      continue;
    }
    if (attempt === null && !hasMoneyCome(payment.status)) continue;
    await compareTo(attempt, payment);
  }
  const listedIds = new Set(ids);
  for (const attempt of attempts) {
    if (attempt.providerPaymentId !== null && listedIds.has(attempt.providerPaymentId)) continue;
    if (!hasMoneyCome(attempt.status)) continue;
    // Near midnight the two clocks may put it on different days; only a whole day's absence counts.
    const fetched =
      attempt.providerPaymentId === null
        ? null
        : await deps.provider.fetch(account, attempt.providerPaymentId);
    await compareTo(attempt, fetched?.ok === true ? fetched.value : null);
  }
  rows.sort((a, b) => a.createdAtMs - b.createdAtMs);

  const stale = rows.flatMap((row) =>
    row.attemptId !== null && row.differences.length > 0 ? [row.attemptId] : [],
  );
  if (stale.length > 0) {
    await deps.db
      .update(paymentAttempts)
      .set({ nextCheckAtMs: deps.clock() })
      .where(and(eq(paymentAttempts.storeId, storeId), inArray(paymentAttempts.id, stale)));
  }
  return accepted({ day, rows, totals: totalsOf(rows), foreign });
}

/** Attempts that were begun in that time, and those whose payments the provider has in it. */
function attemptsOfDay(
  db: Db,
  storeId: string,
  ids: readonly string[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<AttemptRow[]> {
  return db
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.storeId, storeId),
        or(
          ids.length === 0 ? undefined : inArray(paymentAttempts.providerPaymentId, [...ids]),
          and(gte(paymentAttempts.createdAtMs, fromMs), lt(paymentAttempts.createdAtMs, toMs)),
        ),
      ),
    );
}

async function compare(
  orders: PaymentOrders,
  storeId: string,
  attempt: AttemptRow | null,
  payment: ProviderPayment | null,
  refunds: readonly RefundRow[],
): Promise<MatchingRow> {
  const orderId = attempt?.orderId ?? payment?.reference ?? null;
  const order = orderId === null ? null : await orders.byId(storeId, orderId);
  const differences: MatchingRow['differences'] = [];
  if (attempt === null) differences.push('unknown-payment');
  if (payment === null) differences.push('not-at-provider');
  if (attempt !== null && payment !== null) {
    const isOurRefund = isExplained(attempt, payment, refunds);
    if (attempt.status !== payment.status && !isOurRefund) differences.push('status');
    if (attempt.amountCents !== payment.amountCents) differences.push('amount');
    if (attempt.refundedCents !== payment.refundedCents && !isOurRefund) differences.push('refunded');
    // Given back whole, it waits for nobody.
    if (attempt.mismatch !== null && payment.status !== 'refunded') differences.push('mismatch');
  }
  const paid = isMoneyIn(payment?.status ?? attempt?.status ?? 'created');
  if (paid && order === null) differences.push('order-missing');
  else if (
    paid &&
    !refunds.some((refund) => isWholeRefund(refund) && isRefundUnderWay(refund)) &&
    (order?.paymentStatus === 'pending' || order?.status === 'CANCELLED' || order?.status === 'PENDING') &&
    !isTakenPart(order, attempt)
  )
    differences.push('order-unpaid');
  return {
    providerPaymentId: payment?.id ?? attempt?.providerPaymentId ?? null,
    attemptId: attempt?.id ?? null,
    orderId,
    orderCode: attempt?.orderCode ?? order?.code ?? null,
    method: payment?.method ?? attempt?.method ?? null,
    providerStatus: payment?.status ?? null,
    attemptStatus: attempt?.status ?? null,
    orderPaymentStatus: order?.paymentStatus ?? null,
    paidCents: payment?.amountCents ?? null,
    expectedCents: attempt?.amountCents ?? order?.totalCents ?? null,
    refundedCents: payment?.refundedCents ?? attempt?.refundedCents ?? 0,
    createdAtMs: payment?.createdAtMs ?? attempt?.createdAtMs ?? 0,
    differences,
  };
}

/** A part that the store took, of an order that still waits for the rest. */
const isTakenPart = (order: Order | null, attempt: AttemptRow | null): boolean =>
  attempt !== null &&
  order?.status === 'PENDING' &&
  (order.tenders ?? []).some(({ proved }) => proved?.attemptId === attempt.id);

/** What went back over there is what we asked to go back, and have not looked at again. */
function isExplained(attempt: AttemptRow, payment: ProviderPayment, refunds: readonly RefundRow[]): boolean {
  if (!isMoneyIn(attempt.status) || payment.status === 'charged_back') return false;
  const askedRefunds = refunds.filter((refund) => !isRefusedRefund(refund));
  const isWhole = askedRefunds.some(({ amountCents }) => amountCents === null);
  const partsCents = askedRefunds.reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
  const moreCents = payment.refundedCents - attempt.refundedCents;
  return moreCents > 0 && (isWhole || payment.refundedCents <= partsCents);
}

function totalsOf(rows: readonly MatchingRow[]): MatchingDay['totals'] {
  const moneyRows = rows.filter(
    (row) => row.providerStatus !== null && hasMoneyCome(row.providerStatus as AttemptRow['status']),
  );
  return {
    // What the bank took back did not come: it is listed by itself.
    approvedCents: moneyRows
      .filter((row) => row.providerStatus !== 'charged_back')
      .reduce((sum, row) => sum + (row.paidCents ?? 0), 0),
    refundedCents: moneyRows.reduce((sum, row) => sum + row.refundedCents, 0),
    payments: moneyRows.length,
    differences: rows.filter((row) => row.differences.length > 0).length,
  };
}

/** The calendar day, as the provider's own statements have it. */
function spanOf(day: string, timeZone: string): [number, number] {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const fromMs = startOfDate(year, month, date, timeZone);
  const nextDay = new Date(Date.UTC(year, month - 1, date + 1));
  return [
    fromMs,
    startOfDate(nextDay.getUTCFullYear(), nextDay.getUTCMonth() + 1, nextDay.getUTCDate(), timeZone),
  ];
}
