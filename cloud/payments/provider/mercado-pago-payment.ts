// Reads a Mercado Pago payment into our words. Pure; what cannot be read becomes null, never a guess.
import { WON_BACK } from '@balcao/shared/payment/payment.ts';
import { z } from 'zod';
import type { ProviderMethod, ProviderPayment } from './provider.ts';
import { centsOfReais } from './reais.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const text = z.string().nullish();

export const PaymentJson = z.looseObject({
  id,
  status: z.string(),
  status_detail: text,
  payment_type_id: text,
  payment_method_id: text,
  transaction_amount: z.unknown().optional(),
  transaction_amount_refunded: z.unknown().optional(),
  currency_id: text,
  collector_id: id.nullish(),
  collector: z.looseObject({ id: id.nullish() }).nullish(),
  external_reference: text,
  metadata: z.record(z.string(), z.unknown()).nullish(),
  date_created: text,
  date_approved: text,
  date_of_expiration: text,
  point_of_interaction: z
    .looseObject({
      transaction_data: z
        .looseObject({ qr_code: text, qr_code_base64: text, transaction_id: z.unknown().optional() })
        .nullish(),
    })
    .nullish(),
  transaction_details: z.looseObject({ transaction_id: z.unknown().optional() }).nullish(),
});
export type PaymentJson = z.infer<typeof PaymentJson>;

/** Null when the status is one that nobody told us of: better no fact than a wrong one. */
export function paymentOf(json: PaymentJson): ProviderPayment | null {
  const refundedCents = centsOfReais(json.transaction_amount_refunded ?? 0) ?? 0;
  const status = statusOf(json.status, json.status_detail ?? null, refundedCents);
  if (status === null) return null;
  const amountCents = centsOfReais(json.transaction_amount);
  const data = json.point_of_interaction?.transaction_data;
  const attemptId = json.metadata?.['attempt_id'];
  return {
    id: json.id,
    status,
    statusDetail: json.status_detail?.slice(0, 80) ?? null,
    method: methodOf(json),
    amountCents,
    // A refunded payment gave everything back, also where the sum is not shown.
    refundedCents: status === 'refunded' ? Math.max(refundedCents, amountCents ?? 0) : refundedCents,
    currency: json.currency_id ?? null,
    payeeId: json.collector_id ?? json.collector?.id ?? null,
    reference: json.external_reference ?? null,
    attemptId: typeof attemptId === 'string' ? attemptId : null,
    createdAtMs: dateOf(json.date_created),
    // Either is documented for a PIX; of a static code neither was tried.
    transactionIds: [data?.transaction_id, json.transaction_details?.transaction_id].filter(isText),
    approvedAtMs: dateOf(json.date_approved),
    expiresAtMs: dateOf(json.date_of_expiration),
    pix:
      data?.qr_code && data.qr_code_base64
        ? { qrCode: data.qr_code, qrCodeBase64: data.qr_code_base64 }
        : null,
    ...(json.status === 'in_mediation' ? { isDisputed: true } : {}),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function statusOf(
  status: string,
  detail: string | null,
  refundedCents: number,
): ProviderPayment['status'] | null {
  switch (status) {
    case 'pending':
    case 'in_process':
    case 'rejected':
    case 'refunded':
      return status;
    // A dispute that the shop won: the money is there again.
    case 'charged_back':
      if (detail !== WON_BACK) return status;
      return refundedCents > 0 ? 'partially_refunded' : 'approved';
    // Reserved on the card but not taken: no money yet.
    case 'authorized':
      return 'in_process';
    // Disputed, not lost: the money came.
    case 'in_mediation':
    case 'approved':
      return detail === 'partially_refunded' || refundedCents > 0 ? 'partially_refunded' : 'approved';
    case 'cancelled':
      return detail === 'expired' ? 'expired' : 'cancelled';
    default:
      return null;
  }
}

function methodOf(json: PaymentJson): ProviderMethod | null {
  if (json.payment_method_id === 'pix') return 'pix';
  switch (json.payment_type_id) {
    case 'credit_card':
      return 'credit_card';
    case 'debit_card':
    case 'prepaid_card':
      return 'debit_card';
    default:
      return null;
  }
}

/** A moment in ms; null where there is none that can be read. */
export function dateOf(value: string | null | undefined): number | null {
  const atMs = value ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** ISO 8601 with milliseconds and a numeric offset, the only form that the API takes. */
export const dateText = (atMs: number): string => new Date(atMs).toISOString().replace('Z', '+00:00');
