// Writes down that money goes back, before the provider is asked. The same refund is written once.
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../storage/open.ts';
import { paymentRefunds, type AttemptRow, type RefundReason, type RefundRow } from '../schema.ts';
import { stableId } from '../../storage/stable-id.ts';

/** The key under which an attempt is given back whole: whoever asks, and however often, it happens once. */
export const wholeRefundId = (attemptId: string): string => stableId('whole refund', attemptId);

/** A failed one gives nothing back. */
export const isWholeRefund = (refund: RefundRow): boolean =>
  refund.amountCents === null && refund.state !== 'failed';

export async function planRefund(
  tx: Tx,
  row: AttemptRow,
  refund: { id: string; amountCents: number | null; reason: RefundReason },
  nowMs: number,
): Promise<RefundRow> {
  await tx
    .insert(paymentRefunds)
    .values({
      storeId: row.storeId,
      attemptId: row.id,
      ...refund,
      state: 'asked',
      createdAtMs: nowMs,
      nextTryAtMs: nowMs,
    })
    .onConflictDoNothing();
  const [kept] = await tx
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.storeId, row.storeId), eq(paymentRefunds.id, refund.id)));
  if (kept === undefined) throw new Error('a refund that was just written is not there');
  return kept;
}
