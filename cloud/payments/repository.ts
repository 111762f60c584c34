// The rows about an order's payments, read and, inside the transaction of whoever decides, locked and written. Nothing is decided here.
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { PlannedRefund } from '@balcao/shared/payment/refund.ts';
import type { Db, Tx } from '../storage/open.ts';
import { stableId } from '../storage/stable-id.ts';
import { paymentAttempts, paymentRefunds, type AttemptRow, type RefundRow } from './schema.ts';

/** The key under which an attempt is given back whole: whoever asks, and however often, it happens once. */
export const wholeRefundId = (attemptId: string): string => stableId('whole refund', attemptId);

/** Before one of its refunds, as whoever settles locks them: what is to be seen of an attempt's refunds is written by one at a time. */
export const lockAttempt = (tx: Tx, storeId: string, attemptId: string): Promise<unknown> =>
  tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, attemptId)))
    .for('update');

/** All attempts of an order, locked: what concerns several of them is decided by one at a time. */
export const lockOrder = (tx: Tx, storeId: string, orderId: string): Promise<AttemptRow[]> =>
  tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.orderId, orderId)))
    .orderBy(asc(paymentAttempts.id))
    .for('update');

/** All that went back of these attempts, or is to, oldest first. */
export async function refundsOf(
  db: Db | Tx,
  storeId: string,
  attemptIds: readonly string[],
): Promise<RefundRow[]> {
  if (attemptIds.length === 0) return [];
  return db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.storeId, storeId), inArray(paymentRefunds.attemptId, [...attemptIds])))
    .orderBy(asc(paymentRefunds.createdAtMs));
}

export async function saveAttempt(tx: Tx, { storeId, id, ...columns }: AttemptRow): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set(columns)
    .where(and(eq(paymentAttempts.storeId, storeId), eq(paymentAttempts.id, id)));
}

/** Writes down that money goes back, before the provider is asked. The same refund is written once. */
export async function planRefund(
  tx: Tx,
  storeId: string,
  refund: PlannedRefund,
  nowMs: number,
): Promise<RefundRow> {
  const id = refund.id ?? wholeRefundId(refund.attemptId);
  await tx
    .insert(paymentRefunds)
    .values({ ...refund, storeId, id, state: 'planned', createdAtMs: nowMs, nextTryAtMs: nowMs })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.storeId, storeId), eq(paymentRefunds.id, id)));
  if (row === undefined) throw new Error('a refund that was just written is not there');
  return row;
}

export async function saveRefund(
  tx: Db | Tx,
  storeId: string,
  id: string,
  columns: Partial<Omit<RefundRow, 'storeId' | 'id' | 'attemptId'>>,
): Promise<void> {
  await tx
    .update(paymentRefunds)
    .set(columns)
    .where(and(eq(paymentRefunds.storeId, storeId), eq(paymentRefunds.id, id)));
}
