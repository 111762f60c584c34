// An attempt as the customer's page sees it. What went wrong inside is not told here.
import type { PixPayment } from '@balcao/shared/http/orders.ts';
import type { CardAnswer } from '@balcao/shared/http/payments.ts';
import type { AttemptRow } from '../schema.ts';

/** How long a PIX code is shown; the provider is told a little more. */
export const PIX_SHOWN_MS = 30 * 60_000;

export function pixAnswer(row: AttemptRow, nowMs: number): PixPayment {
  return {
    attemptId: row.id,
    paymentId: row.providerPaymentId ?? '',
    qrCode: row.qrCode ?? '',
    qrCodeBase64: row.qrCodeBase64 ?? '',
    expiresAtMs: row.expiresAtMs ?? row.createdAtMs + PIX_SHOWN_MS,
    status: pixStatus(row, nowMs),
  };
}

function pixStatus(row: AttemptRow, nowMs: number): PixPayment['status'] {
  switch (row.status) {
    case 'approved':
    case 'partially_refunded':
    case 'refunded':
    case 'charged_back':
      // Money that is set aside does not pay the order: the customer keeps waiting for a person.
      return row.mismatch === null ? 'approved' : 'pending';
    case 'rejected':
      return 'rejected';
    case 'expired':
      return 'expired';
    case 'cancelled':
      // After its time a code is cancelled by us, to be sure.
      return isOver(row, nowMs) ? 'expired' : 'rejected';
    case 'created':
    case 'pending':
    case 'in_process':
      return isOver(row, nowMs) ? 'expired' : 'pending';
  }
}

const isOver = ({ expiresAtMs }: AttemptRow, nowMs: number): boolean =>
  expiresAtMs !== null && nowMs >= expiresAtMs;

export function cardAnswer(row: AttemptRow): CardAnswer {
  const good = row.mismatch === null;
  const status =
    row.status === 'created' || row.status === 'pending' || !good
      ? 'in_process'
      : row.status === 'partially_refunded' || row.status === 'refunded' || row.status === 'charged_back'
        ? 'approved'
        : row.status === 'expired'
          ? 'cancelled'
          : row.status;
  return {
    attemptId: row.id,
    paymentId: row.providerPaymentId,
    status,
    statusDetail: row.status === 'created' ? 'waiting_provider' : row.statusDetail,
  };
}
