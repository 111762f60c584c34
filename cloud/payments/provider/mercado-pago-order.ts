// Reads an order of Mercado Pago's Orders API into our words. Pure; what cannot be read becomes null, never a guess.
import { z } from 'zod';
import { WON_BACK } from '@balcao/shared/payment/payment.ts';
import type { ListedRefund } from '@balcao/shared/payment/listed-refund.ts';
import { TERMINAL_DETAILS } from '@balcao/shared/payment/terminal.ts';
import { dateOf } from './mercado-pago-payment.ts';
import type { ProviderMethod, ProviderPayment } from './provider.ts';
import { centsOfReais } from './reais.ts';

/** Whether a payment's id is one of the Orders API; those of the Payments API are numbers. */
export const isOrderId = (paymentId: string): boolean => /^ORD/i.test(paymentId);

const id = z.union([z.string(), z.number()]).transform(String);
const text = z.string().nullish();

const OrderRefundJson = z.looseObject({
  id,
  amount: z.unknown().optional(),
  status: text,
  date_created: text,
});
const OrderPaymentJson = z.looseObject({
  id,
  status: text,
  status_detail: text,
  amount: z.unknown().optional(),
  refunded_amount: z.unknown().optional(),
  date_of_expiration: text,
  payment_method: z.looseObject({ id: text, type: text, qr_code: text, qr_code_base64: text }).nullish(),
});
export const OrderJson = z.looseObject({
  id: z.string().regex(/^ORD[0-9A-Za-z]{1,61}$/),
  type: text,
  status: z.string(),
  status_detail: text,
  total_amount: z.unknown().optional(),
  currency: text,
  country_code: text,
  user_id: id.nullish(),
  external_reference: text,
  created_date: text,
  last_updated_date: text,
  items: z.array(z.looseObject({ external_code: text })).nullish(),
  transactions: z
    .looseObject({
      payments: z.array(OrderPaymentJson).nullish(),
      refunds: z.array(OrderRefundJson).nullish(),
    })
    .nullish(),
});
export type OrderJson = z.infer<typeof OrderJson>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** An account sells in the currency of its country; these are how the API writes ours. */
const BRAZIL = new Set(['BR', 'BRA']);

/** Null when the status is one that nobody told us of: better no fact than a wrong one. */
export function paymentOfOrder(json: OrderJson): ProviderPayment | null {
  const payments = json.transactions?.payments ?? [];
  // We ask for one payment an order; of several no amount is the order's.
  const own = payments.length === 1 ? payments[0] : undefined;
  const amountCents = payments.length > 1 ? null : centsOfReais(own?.amount ?? json.total_amount);
  const refundedCents = refundedOf(json, own?.refunded_amount);
  const detail = own?.status_detail ?? json.status_detail ?? null;
  const status = statusOf(json.status, json.status_detail ?? detail, { amountCents, refundedCents });
  if (status === null) return null;
  const method = own?.payment_method;
  return {
    id: json.id,
    status,
    statusDetail: detail === null ? null : (SAME_DETAILS[detail] ?? detail).slice(0, 80),
    method: methodOf(method?.id ?? null, method?.type ?? null),
    amountCents,
    refundedCents: status === 'refunded' ? Math.max(refundedCents, amountCents ?? 0) : refundedCents,
    currency: json.currency ?? (BRAZIL.has(json.country_code ?? '') ? 'BRL' : null),
    payeeId: json.user_id ?? null,
    reference: json.external_reference ?? null,
    attemptId: json.items?.map((item) => item.external_code).find((code) => UUID.test(code ?? '')) ?? null,
    createdAtMs: dateOf(json.created_date),
    // The order has no moment of its own for it: the last change, where that was the approval.
    approvedAtMs: status === 'approved' ? dateOf(json.last_updated_date) : null,
    expiresAtMs: dateOf(own?.date_of_expiration),
    pix:
      method?.qr_code && method.qr_code_base64
        ? { qrCode: method.qr_code, qrCodeBase64: method.qr_code_base64 }
        : null,
    ...(json.type === 'point' ? { isAtTerminal: true } : {}),
  };
}

function refundedOf(json: OrderJson, total: unknown): number {
  const listed = refundsOfOrder(json)
    .filter(({ state }) => state === 'done')
    .reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0);
  return Math.max(listed, centsOfReais(total) ?? 0);
}

function statusOf(
  status: string,
  detail: string | null,
  { amountCents, refundedCents }: { amountCents: number | null; refundedCents: number },
): ProviderPayment['status'] | null {
  switch (status) {
    case 'created':
    case 'at_terminal':
      return 'pending';
    // Reserved on the card but not taken: no money yet.
    case 'action_required':
      return detail === 'waiting_capture' ? 'in_process' : 'pending';
    case 'processing':
      return 'in_process';
    case 'processed':
      if (detail === 'refunded' || (amountCents !== null && refundedCents >= amountCents)) return 'refunded';
      return detail === 'partially_refunded' || refundedCents > 0 ? 'partially_refunded' : 'approved';
    case 'failed':
      return 'rejected';
    // Written in both ways, by the page.
    case 'canceled':
    case 'cancelled':
      return detail === 'expired' ? 'expired' : 'cancelled';
    case 'charged_back':
      if (detail !== WON_BACK) return status;
      return refundedCents > 0 ? 'partially_refunded' : 'approved';
    case 'expired':
    case 'refunded':
      return status;
    default:
      return null;
  }
}

/** What the Payments API calls otherwise: screens have one text for each. */
const SAME_DETAILS: Partial<Record<string, string>> = {
  bad_filled_card_data: 'cc_rejected_bad_filled_other',
  card_disabled: 'cc_rejected_card_disabled',
  high_risk: 'cc_rejected_high_risk',
  insufficient_amount: 'cc_rejected_insufficient_amount',
  invalid_card_token: 'cc_rejected_bad_filled_other',
  invalid_installments: 'cc_rejected_invalid_installments',
  invalid_security_code: 'cc_rejected_bad_filled_security_code',
  max_attempts_exceeded: 'cc_rejected_max_attempts',
  rejected_by_issuer: 'cc_rejected_other_reason',
  required_call_for_authorize: 'cc_rejected_call_for_authorize',
  in_review: 'pending_review_manual',
  // Of a terminal. Of one status the later word is the greater one: facts merge by it.
  created: TERMINAL_DETAILS.sent,
  at_terminal: TERMINAL_DETAILS.shown,
  check_on_terminal: TERMINAL_DETAILS.unsure,
  canceled_on_terminal: TERMINAL_DETAILS.cancelledThere,
  waiting_transfer: 'pending_waiting_transfer',
  waiting_payment: 'pending_waiting_payment',
};

function methodOf(methodId: string | null, type: string | null): ProviderMethod | null {
  if (methodId === 'pix') return 'pix';
  switch (type) {
    case 'credit_card':
      return 'credit_card';
    case 'debit_card':
    case 'prepaid_card':
      return 'debit_card';
    default:
      return null;
  }
}

const REFUND_DONE = new Set(['processed', 'approved', 'refunded']);
const REFUND_OVER = new Set(['failed', 'rejected', 'canceled', 'cancelled']);

/** Every refund of an order. One whose end is not named is under way, and is asked for again. */
export const refundsOfOrder = (json: OrderJson): ListedRefund[] =>
  (json.transactions?.refunds ?? []).map(({ id: name, amount, status, date_created: created }) => ({
    id: name,
    amountCents: centsOfReais(amount),
    state: REFUND_DONE.has(status ?? '') ? 'done' : REFUND_OVER.has(status ?? '') ? 'rejected' : 'in_process',
    createdAtMs: dateOf(created),
  }));

/** The one payment of an order and what of it has neither gone back nor is on its way, in centavos; null where it cannot be told. */
export function refundableOf(json: OrderJson): { transactionId: string; leftCents: number } | null {
  const [own, more] = json.transactions?.payments ?? [];
  const amountCents = centsOfReais(own?.amount ?? json.total_amount);
  if (own === undefined || more !== undefined || amountCents === null) return null;
  const standing = refundsOfOrder(json).filter(({ state }) => state !== 'rejected');
  const takenCents = standing.reduce((sum, refund) => sum + (refund.amountCents ?? 0), 0);
  return { transactionId: own.id, leftCents: Math.max(0, amountCents - takenCents) };
}
