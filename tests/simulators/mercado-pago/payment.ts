// One payment as the simulator keeps it, and the JSON that the API shows of it. No decision is made here.

import type { PixCode } from './pix-code.ts';

export type PaymentStatus =
  | 'pending'
  | 'approved'
  | 'authorized'
  | 'in_process'
  | 'rejected'
  | 'cancelled'
  | 'refunded'
  | 'charged_back';

export type Refund = {
  id: number;
  amountCents: number;
  status: 'approved' | 'in_process' | 'rejected';
  createdAtMs: number;
};

export type Card = {
  firstSix: string;
  lastFour: string;
  expirationMonth: number;
  expirationYear: number;
  holderName: string;
  holderIdentification: { type: string; number: string } | null;
};

/** What an order keeps beside its payment. */
export type OrderPart = {
  id: string;
  transactionId: string;
  items: unknown[];
  expirationTime: string | null;
  /** The terminal that it was sent to, and since when that is asked to let go of it. */
  terminal: { id: string; cancelAskedAtMs: number | null } | null;
};

export type Payment = {
  id: number;
  /** What the bank's transaction is called, of money that came to the account's key without anybody's asking. */
  transactionId: string | null;
  /** Of one that was made through the Orders API. */
  order: OrderPart | null;
  status: PaymentStatus;
  statusDetail: string;
  amountCents: number;
  methodId: string;
  typeId: 'bank_transfer' | 'credit_card' | 'debit_card';
  description: string | null;
  externalReference: string | null;
  notificationUrl: string | null;
  metadata: Record<string, unknown>;
  additionalInfo: Record<string, unknown>;
  payer: { email: string; firstName: string | null; lastName: string | null; identification: unknown };
  installments: number;
  issuerId: string | null;
  statementDescriptor: string | null;
  binaryMode: boolean;
  captured: boolean;
  card: Card | null;
  pix: PixCode | null;
  createdAtMs: number;
  updatedAtMs: number;
  approvedAtMs: number | null;
  expiresAtMs: number | null;
  refunds: Refund[];
};

export type ApiPayment = Record<string, unknown> & { id: number; status: PaymentStatus };

/** Centavos as the reais number of the API: 1990 → 19.9. */
export const reais = (cents: number): number => cents / 100;

/**
 * The provider's own date format: milliseconds and a numeric offset that is not the store's, so that nobody
 * gets away with cutting the string at the tenth character.
 */
export function apiDate(ms: number): string {
  return new Date(ms - 4 * 3_600_000).toISOString().replace('Z', '-04:00');
}

const dateOrNull = (ms: number | null): string | null => (ms === null ? null : apiDate(ms));

export const refundedCents = (payment: Payment): number =>
  payment.refunds.filter((r) => r.status === 'approved').reduce((sum, r) => sum + r.amountCents, 0);

/** PIX costs 0.99 %, cards 4.98 %: close enough to make a report with fees look like one. */
function feeCents(payment: Payment): number {
  return Math.round(payment.amountCents * (payment.typeId === 'bank_transfer' ? 0.0099 : 0.0498));
}

export function refundJson(payment: Payment, refund: Refund): Record<string, unknown> {
  return {
    id: refund.id,
    payment_id: payment.id,
    amount: reais(refund.amountCents),
    adjustment_amount: 0,
    amount_refunded_to_payer: reais(refund.amountCents),
    date_created: apiDate(refund.createdAtMs),
    metadata: {},
    reason: null,
    refund_mode: 'standard',
    source: { id: 'simulador', name: 'Loja do simulador', type: 'collector' },
    status: refund.status,
    unique_sequence_number: null,
  };
}

export function paymentJson(payment: Payment, host: { collectorId: number; publicUrl: string }): ApiPayment {
  const approved = payment.approvedAtMs !== null;
  const fee = approved ? feeCents(payment) : 0;
  return {
    id: payment.id,
    date_created: apiDate(payment.createdAtMs),
    date_approved: dateOrNull(payment.approvedAtMs),
    date_last_updated: apiDate(payment.updatedAtMs),
    date_of_expiration: dateOrNull(payment.expiresAtMs),
    money_release_date: dateOrNull(payment.approvedAtMs),
    operation_type: 'regular_payment',
    issuer_id: payment.issuerId,
    payment_method_id: payment.methodId,
    payment_type_id: payment.typeId,
    payment_method: { id: payment.methodId, type: payment.typeId, issuer_id: payment.issuerId },
    status: payment.status,
    status_detail: payment.statusDetail,
    currency_id: 'BRL',
    description: payment.description,
    live_mode: false,
    authorization_code:
      approved && payment.card !== null ? String(payment.id % 1_000_000).padStart(6, '0') : null,
    collector_id: host.collectorId,
    payer: {
      id: null,
      type: null,
      email: payment.payer.email,
      first_name: payment.payer.firstName,
      last_name: payment.payer.lastName,
      identification: payment.payer.identification,
    },
    metadata: payment.metadata,
    additional_info: payment.additionalInfo,
    external_reference: payment.externalReference,
    transaction_amount: reais(payment.amountCents),
    transaction_amount_refunded: reais(refundedCents(payment)),
    coupon_amount: 0,
    taxes_amount: 0,
    shipping_amount: 0,
    installments: payment.installments,
    transaction_details: {
      net_received_amount: approved ? reais(payment.amountCents - fee) : 0,
      total_paid_amount: reais(payment.amountCents),
      overpaid_amount: 0,
      installment_amount: reais(Math.round(payment.amountCents / payment.installments)),
      external_resource_url: null,
      financial_institution: null,
    },
    fee_details: approved ? [{ type: 'mercadopago_fee', amount: reais(fee), fee_payer: 'collector' }] : [],
    captured: payment.captured,
    binary_mode: payment.binaryMode,
    statement_descriptor: payment.statementDescriptor,
    card: payment.card === null ? {} : cardJson(payment.card),
    notification_url: payment.notificationUrl,
    processing_mode: 'aggregator',
    refunds: payment.refunds.filter((r) => r.status === 'approved').map((r) => refundJson(payment, r)),
    point_of_interaction:
      payment.pix === null
        ? payment.transactionId === null
          ? { type: 'UNSPECIFIED' }
          : { type: 'PIX_TRANSFER', transaction_data: { transaction_id: payment.transactionId } }
        : {
            type: 'OPENPLATFORM',
            business_info: { unit: 'online_payments', sub_unit: 'default' },
            transaction_data: {
              qr_code: payment.pix.text,
              qr_code_base64: payment.pix.pngBase64,
              ticket_url: `${host.publicUrl}/payments/${payment.id}/ticket`,
              bank_info: { payer: {}, collector: {} },
            },
          },
  };
}

function cardJson(card: Card): Record<string, unknown> {
  return {
    id: null,
    first_six_digits: card.firstSix,
    last_four_digits: card.lastFour,
    bin: card.firstSix,
    expiration_month: card.expirationMonth,
    expiration_year: card.expirationYear,
    cardholder: {
      name: card.holderName,
      identification: card.holderIdentification ?? { type: null, number: null },
    },
  };
}
