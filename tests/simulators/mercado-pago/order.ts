// An order of the simulated Orders API: its payment as the books have it, shown as that API shows it. No decision is made here.
import { apiDate, refundedCents, type OrderPart, type Payment, type Refund } from './payment.ts';

/** Amounts are text there: 1990 → '19.90'. */
const reaisText = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** An id as the API makes them: a prefix and 26 characters, later ones after earlier ones. */
export const orderIds = (nowMs: number, count: number): Pick<OrderPart, 'id' | 'transactionId'> => {
  const tail = `${nowMs.toString(36)}${count.toString(36).padStart(6, '0')}`.toUpperCase().padStart(24, '0');
  return { id: `ORD01${tail}`, transactionId: `PAY01${tail}` };
};

/** What the Orders API calls otherwise than the Payments API. */
const OTHER_DETAILS: Partial<Record<string, string>> = {
  cc_rejected_bad_filled_card_number: 'bad_filled_card_data',
  cc_rejected_bad_filled_date: 'bad_filled_card_data',
  cc_rejected_bad_filled_other: 'bad_filled_card_data',
  cc_rejected_bad_filled_security_code: 'invalid_security_code',
  cc_rejected_call_for_authorize: 'required_call_for_authorize',
  cc_rejected_card_disabled: 'card_disabled',
  cc_rejected_high_risk: 'high_risk',
  cc_rejected_insufficient_amount: 'insufficient_amount',
  cc_rejected_invalid_installments: 'invalid_installments',
  cc_rejected_max_attempts: 'max_attempts_exceeded',
  cc_rejected_other_reason: 'rejected_by_issuer',
  pending_review_manual: 'in_review',
};

/** Status and detail of the order and of its payment alike. */
export function orderStatusOf(payment: Payment): [string, string] {
  const { status, statusDetail: detail } = payment;
  const isAtTerminal = payment.order !== null && payment.order.terminal !== null;
  switch (status) {
    case 'pending':
      if (!isAtTerminal) return ['action_required', 'waiting_transfer'];
      return detail === 'check_on_terminal' ? ['action_required', detail] : [detail, detail];
    case 'in_process':
      return ['processing', OTHER_DETAILS[detail] ?? 'in_process'];
    case 'authorized':
      return ['action_required', 'waiting_capture'];
    case 'approved':
      return ['processed', detail === 'partially_refunded' ? 'partially_refunded' : 'accredited'];
    case 'rejected':
      return ['failed', OTHER_DETAILS[detail] ?? detail];
    case 'cancelled':
      if (detail === 'expired') return ['expired', 'expired'];
      return ['canceled', isAtTerminal && detail !== 'by_collector' ? detail : 'canceled'];
    case 'refunded':
      return ['refunded', 'refunded'];
    case 'charged_back':
      return ['charged_back', payment.statusDetail];
  }
}

const REFUND_STATUS = { approved: 'processed', in_process: 'processing', rejected: 'failed' } as const;

export const orderRefundJson = (payment: Payment, refund: Refund): Record<string, unknown> => ({
  id: `REF01${refund.id}`,
  transaction_id: payment.order?.transactionId,
  reference_id: String(refund.id),
  amount: reaisText(refund.amountCents),
  status: REFUND_STATUS[refund.status],
});

export function orderJson(payment: Payment, collectorId: number): Record<string, unknown> {
  const [status, detail] = orderStatusOf(payment);
  const amount = reaisText(payment.amountCents);
  const isPaid = payment.approvedAtMs !== null;
  const terminal = payment.order?.terminal ?? null;
  return {
    id: payment.order?.id,
    ...(terminal === null
      ? { type: 'online' }
      : { type: 'point', config: { point: { terminal_id: terminal.id } } }),
    processing_mode: 'automatic',
    external_reference: payment.externalReference,
    description: payment.description,
    total_amount: amount,
    ...(isPaid ? { total_paid_amount: amount } : {}),
    country_code: 'BRA',
    currency: 'BRL',
    user_id: String(collectorId),
    status,
    status_detail: detail,
    capture_mode: 'automatic',
    created_date: apiDate(payment.createdAtMs),
    last_updated_date: apiDate(payment.updatedAtMs),
    integration_data: { application_id: 'SIMULADOR' },
    ...(terminal === null ? { items: payment.order?.items } : {}),
    transactions: {
      payments: [
        {
          id: payment.order?.transactionId,
          amount,
          ...(isPaid ? { paid_amount: amount } : {}),
          ...(refundedCents(payment) > 0 ? { refunded_amount: reaisText(refundedCents(payment)) } : {}),
          // The number under which the Payments API knows the same money.
          reference_id: String(payment.id),
          status,
          status_detail: detail,
          ...(payment.expiresAtMs === null
            ? {}
            : {
                expiration_time: payment.order?.expirationTime,
                date_of_expiration: apiDate(payment.expiresAtMs),
              }),
          // At a terminal the way is chosen there.
          ...(terminal !== null && payment.status === 'pending'
            ? {}
            : { payment_method: methodJson(payment) }),
        },
      ],
      ...(payment.refunds.length === 0
        ? {}
        : { refunds: payment.refunds.map((refund) => orderRefundJson(payment, refund)) }),
    },
  };
}

const methodJson = (payment: Payment): Record<string, unknown> => ({
  id: payment.methodId,
  type: payment.typeId,
  ...(payment.methodId === 'pix' ? {} : { installments: payment.installments }),
  ...(payment.pix === null ? {} : { qr_code: payment.pix.text, qr_code_base64: payment.pix.pngBase64 }),
});
