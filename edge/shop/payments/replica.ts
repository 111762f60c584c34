// Payment attempts in the log: how the newest fact of one is written, and how it comes back.
import { paymentRow } from '@balcao/shared/link/aggregates/payment.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import type { Db } from '../../storage/open.ts';
import type { Outbox } from '../../storage/outbox.ts';
import { readRows, type RowReader } from '../../storage/replica.ts';
import { payments } from '../../storage/schema.ts';

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
