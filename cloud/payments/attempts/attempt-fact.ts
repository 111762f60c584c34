// An attempt's row as a payment fact and back, and what a fetched payment says about it. Pure.
import { mergeFacts, type PaymentFact } from '@balcao/shared/payment/payment.ts';
import type { ProviderPayment } from '../provider/provider.ts';
import type { AttemptRow } from '../schema.ts';

export const CURRENCY = 'BRL';

export const factOf = (row: AttemptRow): PaymentFact => ({
  attemptId: row.id,
  orderId: row.orderId,
  provider: 'mercadopago',
  providerPaymentId: row.providerPaymentId,
  method: row.method,
  status: row.status,
  statusDetail: row.statusDetail,
  amountCents: row.amountCents,
  refundedCents: row.refundedCents,
  mismatch: row.mismatch,
  observedAtMs: row.observedAtMs,
});

/** What differs between what was asked and what the provider shows; an unreadable value is a difference. */
export function mismatchOf(
  row: AttemptRow,
  payment: ProviderPayment,
  payeeId: string,
): PaymentFact['mismatch'] {
  if (payment.reference !== row.orderId) return 'reference';
  if (payment.payeeId !== payeeId) return 'payee';
  if (payment.currency !== CURRENCY) return 'currency';
  if (payment.amountCents !== row.amountCents) return 'amount';
  return null;
}

/** The row's new columns after one more look at the provider: the same whatever the order of looks. */
export function merged(
  row: AttemptRow,
  payment: ProviderPayment,
  payeeId: string,
  nowMs: number,
): Partial<AttemptRow> & Pick<AttemptRow, 'status' | 'mismatch'> {
  const fact = mergeFacts(factOf(row), {
    ...factOf(row),
    providerPaymentId: payment.id,
    status: payment.status,
    statusDetail: payment.statusDetail,
    refundedCents: payment.refundedCents,
    mismatch: mismatchOf(row, payment, payeeId),
    observedAtMs: nowMs,
  });
  return {
    status: fact.status,
    statusDetail: fact.statusDetail,
    refundedCents: fact.refundedCents,
    mismatch: fact.mismatch,
    providerPaymentId: payment.id,
    method: payment.method ?? row.method,
    // The first approval counts: a later look may no longer show it.
    approvedAtMs: row.approvedAtMs ?? payment.approvedAtMs,
    paidCents: row.paidCents ?? payment.amountCents,
    providerExpiresAtMs: row.providerExpiresAtMs ?? payment.expiresAtMs,
    qrCode: row.qrCode ?? payment.pix?.qrCode ?? null,
    qrCodeBase64: row.qrCodeBase64 ?? payment.pix?.qrCodeBase64 ?? null,
  };
}

const TOLD = ['status', 'statusDetail', 'refundedCents', 'mismatch', 'providerPaymentId', 'method'] as const;

/** Whether the store has something new to hear. */
export const differs = (row: AttemptRow, columns: Partial<AttemptRow>): boolean =>
  TOLD.some((column) => columns[column] !== undefined && columns[column] !== row[column]);
