// Mercado Pago's Payments API, through its SDK: one payment a thing, under a number. Says what happened in the words of provider.ts.
import { Payment, PaymentRefund } from 'mercadopago';
import { z } from 'zod';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Call } from './mercado-pago-calls.ts';
import { dateText, PaymentJson, paymentOf } from './mercado-pago-payment.ts';
import { RefundJson, refundOf, RefundsJson } from './mercado-pago-refund.ts';
import type { Account, PaidItem, PaymentCalls, ProviderPayment, ProviderResult } from './provider.ts';
import { reaisOf } from './reais.ts';

const SEARCH_PAGE = 50;
const SEARCH_PAGES_MAX = 40;
/** Without it a refund that takes its time looks like an error, and is left out where refunds are read. */
const SHOW_IN_PROCESS = { 'X-Render-In-Process-Refunds': 'true' };

const SearchJson = z.looseObject({
  results: z.array(PaymentJson),
  paging: z.looseObject({ total: z.number() }).nullish(),
});

/** The calls of the port that concern one payment, through the Payments API. */
export function createPaymentsApi(call: Call): PaymentCalls {
  const onePayment = async (
    result: Promise<ProviderResult<PaymentJson>>,
  ): Promise<ProviderResult<ProviderPayment>> => {
    const read = await result;
    if (!read.ok) return read;
    const payment = paymentOf(read.value);
    return payment === null
      ? refused({ kind: 'unreachable', detail: `unknown status ${read.value.status.slice(0, 40)}` })
      : accepted(payment);
  };

  async function search(
    account: Account,
    query: Record<string, string>,
  ): Promise<ProviderResult<ProviderPayment[]>> {
    const payments: ProviderPayment[] = [];
    for (let page = 0; page < SEARCH_PAGES_MAX; page += 1) {
      const read = await call(account, SearchJson, (config) =>
        new Payment(config).search({
          options: {
            ...query,
            sort: 'date_created',
            criteria: 'asc',
            limit: SEARCH_PAGE,
            offset: page * SEARCH_PAGE,
          },
        }),
      );
      if (!read.ok) return read;
      for (const json of read.value.results) {
        const payment = paymentOf(json);
        if (payment !== null) payments.push(payment);
      }
      const readCount = page * SEARCH_PAGE + read.value.results.length;
      if (
        read.value.results.length < SEARCH_PAGE ||
        readCount >= (read.value.paging?.total ?? Number.POSITIVE_INFINITY)
      )
        break;
    }
    return accepted(payments);
  }

  const common = (request: {
    amountCents: number;
    description: string;
    items: readonly PaidItem[];
    orderId: string;
    attemptId: string;
    noticeUrl: string | null;
  }) => ({
    transaction_amount: reaisOf(request.amountCents),
    description: request.description,
    external_reference: request.orderId,
    metadata: { attempt_id: request.attemptId },
    ...(request.items.length > 0 && {
      additional_info: {
        items: request.items.map(({ id, title, unitCents }) => ({
          id,
          title,
          quantity: 1,
          unit_price: reaisOf(unitCents),
        })),
      },
    }),
    ...(request.noticeUrl === null ? {} : { notification_url: request.noticeUrl }),
  });

  return {
    createPix: (account, request) =>
      onePayment(
        call(
          account,
          PaymentJson,
          (config) =>
            new Payment(config).create({
              body: {
                ...common(request),
                payment_method_id: 'pix',
                date_of_expiration: dateText(request.expiresAtMs),
                payer: { email: request.payerEmail },
              },
            }),
          { idempotencyKey: request.attemptId },
        ),
      ),

    createCard: (account, request) =>
      onePayment(
        call(
          account,
          PaymentJson,
          (config) =>
            new Payment(config).create({
              body: {
                ...common(request),
                token: request.token,
                // Approved or not, at once: a review takes up to two days, and nobody waits so long for an açaí.
                binary_mode: true,
                installments: request.installments,
                payment_method_id: request.brand,
                ...(request.issuerId === null ? {} : { issuer_id: Number(request.issuerId) }),
                payer: {
                  email: request.payer.email,
                  first_name: request.payer.firstName,
                  last_name: request.payer.lastName,
                  ...(request.payer.identification === null
                    ? {}
                    : { identification: request.payer.identification }),
                },
              },
            }),
          { idempotencyKey: request.attemptId },
        ),
      ),

    fetch: (account, paymentId) =>
      onePayment(call(account, PaymentJson, (config) => new Payment(config).get({ id: paymentId }))),

    searchByReference: (account, reference) => search(account, { external_reference: reference }),

    searchByCreation: (account, fromMs, toMs) =>
      search(account, { range: 'date_created', begin_date: dateText(fromMs), end_date: dateText(toMs - 1) }),

    cancel: (account, paymentId) =>
      onePayment(call(account, PaymentJson, (config) => new Payment(config).cancel({ id: paymentId }))),

    async refund(account, request) {
      const read = await call(
        account,
        RefundJson,
        (config) =>
          new PaymentRefund(config).create({
            payment_id: request.paymentId,
            body: request.amountCents === null ? {} : { amount: reaisOf(request.amountCents) },
          }),
        { idempotencyKey: request.refundId, headers: SHOW_IN_PROCESS },
      );
      return read.ok ? accepted(refundOf(read.value)) : read;
    },

    async readRefund(account, paymentId, providerRefundId) {
      const read = await call(
        account,
        RefundJson,
        (config) => new PaymentRefund(config).get({ payment_id: paymentId, refund_id: providerRefundId }),
        { headers: SHOW_IN_PROCESS },
      );
      return read.ok ? accepted(refundOf(read.value)) : read;
    },

    async listRefunds(account, paymentId) {
      const read = await call(
        account,
        RefundsJson,
        (config) => new PaymentRefund(config).list({ payment_id: paymentId }),
        { headers: SHOW_IN_PROCESS },
      );
      return read.ok ? accepted(read.value.map(refundOf)) : read;
    },
  };
}
