// Payment attempts and refunds in the log: how the newest state of one is written, and how it comes back.
import { eq } from 'drizzle-orm';
import { paymentRow } from '@balcao/shared/link/aggregates/payment.ts';
import { refundIntentRow } from '@balcao/shared/link/aggregates/setting.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import type { Db } from '../../storage/open.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import { payments, refundIntents } from '../../storage/schema/payments.ts';
import type { PrivateLog } from '../../storage/sealing.ts';

/** In the transaction that keeps the fact. */
export const logPayment = (
  outbox: Pick<Outbox, 'append'>,
  fact: PaymentFact,
  attention: string | null,
  atMs: number,
): void => void outbox.append(paymentRow, fact.attemptId, { fact, attention }, atMs);

export const readPaymentRows = (db: Db): RowReader =>
  readRows(paymentRow, (attemptId, { fact, attention }, { atMs }) => {
    const row = { orderId: fact.orderId, fact: JSON.stringify(fact), attention, updatedAtMs: atMs };
    db.insert(payments)
      .values({ attemptId, ...row })
      .onConflictDoUpdate({ target: payments.attemptId, set: row })
      .run();
  });

type Intent = typeof refundIntents.$inferSelect;

/** Null: the relay has it, or a person gave it back. Tries are not told. In the transaction of its change. */
export function logRefundIntent(log: PrivateLog, id: string, intent: Intent | null, atMs: number): void {
  if (intent === null) return log.append(refundIntentRow, `refund.${id}`, { deleted: true }, atMs);
  const { orderId, attemptId, amountCents, cents, state, lastError, createdAtMs } = intent;
  const refused = state === 'refused';
  const body = { orderId, attemptId, amountCents, cents, refused, lastError, createdAtMs };
  log.append(refundIntentRow, `refund.${id}`, body, atMs);
}

/** It is handed over anew, under the key that it had: what the relay has of it happens once. */
export const readRefundIntentRows = (db: Db): RowReader =>
  readRows(refundIntentRow, (aggregateId, body, { atMs }) => {
    const id = aggregateId.slice('refund.'.length);
    db.delete(refundIntents).where(eq(refundIntents.id, id)).run();
    if ('deleted' in body) return;
    const { refused, ...row } = body;
    db.insert(refundIntents)
      .values({
        ...row,
        id,
        state: refused ? 'refused' : 'planned',
        tries: 0,
        nextTryAtMs: refused ? null : atMs,
      })
      .run();
  });
