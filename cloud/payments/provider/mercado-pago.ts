// The one place that speaks with Mercado Pago, through its SDK. Says what happened in the words of provider.ts;
// logs nothing, for its errors may carry what was sent.
import { MercadoPagoConfig, Payment, PaymentMethod, PaymentRefund, User } from 'mercadopago';
import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { RestClient } from 'mercadopago/dist/utils/restClient/index.js';
import { z } from 'zod';
import { accepted, refused } from '@balcao/shared/result.ts';
import { failureOf, within } from './mercado-pago-failure.ts';
import { verifyNotice } from './mercado-pago-notice.ts';
import { ChargebackJson, ClaimJson, disputeOfChargeback, disputeOfClaim } from './mercado-pago-dispute.ts';
import { dateText, PaymentJson, paymentOf } from './mercado-pago-payment.ts';
import { RefundJson, refundOf, RefundsJson } from './mercado-pago-refund.ts';
import type {
  Account,
  PaidItem,
  Provider,
  ProviderFailure,
  ProviderPayment,
  ProviderResult,
} from './provider.ts';
import { reaisOf } from './reais.ts';

export type MercadoPagoOptions = {
  /** Another address than the provider's own, such as the simulator's. The SDK keeps it for the whole process. */
  baseUrl?: string | undefined;
  /** For one try, body included. */
  timeoutMs?: number;
  triesMax?: number;
  retryDelayMs?: number;
};

const RETRY_DELAY_MS_MAX = 4000;
const SEARCH_PAGE = 50;
const SEARCH_PAGES_MAX = 40;
/** Without it a refund that takes its time looks like an error, and is left out where refunds are read. */
const SHOW_IN_PROCESS = { 'X-Render-In-Process-Refunds': 'true' };

const SearchJson = z.looseObject({
  results: z.array(PaymentJson),
  paging: z.looseObject({ total: z.number() }).nullish(),
});
const UserJson = z.looseObject({
  id: z.union([z.string(), z.number()]),
  nickname: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});
const MethodsJson = z.array(z.looseObject({ id: z.string(), status: z.string().nullish() }));

type Tries = { idempotencyKey?: string; headers?: Record<string, string> };

export function createMercadoPago(options: MercadoPagoOptions = {}): Provider {
  const { timeoutMs = 8000, triesMax = 3, retryDelayMs = 300 } = options;
  // The SDK declares the address read-only and reads it at each call.
  if (options.baseUrl)
    (AppConfig as { BASE_URL: string }).BASE_URL = options.baseUrl.replace(/(?<!\/)\/+$/, '');

  // A client per call: the SDK writes the options of a call (the key too) into the client's own configuration.
  const configFor = (account: Account, tries: Tries): MercadoPagoConfig => {
    const requestOptions = {
      timeout: timeoutMs,
      // Retries are ours: the SDK's time-out ends with the headers, and a body that never ends would hang us.
      maxRetries: 0,
      ...(tries.idempotencyKey === undefined ? {} : { idempotencyKey: tries.idempotencyKey }),
      // Not in the SDK's types, but what it spreads over its own headers.
      ...(tries.headers === undefined
        ? {}
        : { headers: { Authorization: `Bearer ${account.accessToken}`, ...tries.headers } }),
    };
    return new MercadoPagoConfig({ accessToken: account.accessToken, options: requestOptions });
  };

  async function call<T>(
    account: Account,
    shape: z.ZodType<T>,
    run: (config: MercadoPagoConfig) => Promise<unknown>,
    tries: Tries = {},
  ): Promise<ProviderResult<T>> {
    let failure: ProviderFailure = { kind: 'unreachable', detail: 'not tried' };
    let mayHaveHappened = false;
    for (let attempt = 1; attempt <= triesMax; attempt += 1) {
      try {
        const answer = shape.safeParse(await within(timeoutMs + 500, run(configFor(account, tries))));
        if (answer.success) return accepted(answer.data);
        failure = { kind: 'unreachable', detail: 'unreadable answer' };
      } catch (error) {
        failure = failureOf(error);
      }
      // A 'no' to the second try does not undo a first one that was never answered.
      if (failure.kind === 'unreachable') mayHaveHappened = true;
      else if (mayHaveHappened && tries.idempotencyKey !== undefined && isNo(failure))
        failure = { kind: 'unreachable', detail: 'detail' in failure ? failure.detail : failure.kind };
      const delayMs =
        failure.kind === 'unreachable'
          ? retryDelayMs * 2 ** (attempt - 1)
          : failure.kind === 'busy'
            ? failure.retryAfterMs
            : null;
      // To be told to wait for longer than a customer would is an answer.
      if (delayMs === null || delayMs > RETRY_DELAY_MS_MAX || attempt === triesMax) return refused(failure);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    return refused(failure);
  }

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
    const found: ProviderPayment[] = [];
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
        if (payment !== null) found.push(payment);
      }
      const seen = page * SEARCH_PAGE + read.value.results.length;
      if (
        read.value.results.length < SEARCH_PAGE ||
        seen >= (read.value.paging?.total ?? Number.POSITIVE_INFINITY)
      )
        break;
    }
    return accepted(found);
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
    name: 'mercadopago',

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

    async testCredentials(account) {
      const read = await call(account, UserJson, (config) => new User(config).get());
      if (!read.ok) return read;
      return accepted({
        payeeId: String(read.value.id),
        name: read.value.nickname ?? '',
        sandbox: account.accessToken.startsWith('TEST-') || (read.value.tags ?? []).includes('test_user'),
      });
    },

    async listMethods(account) {
      const read = await call(account, MethodsJson, (config) => new PaymentMethod(config).get());
      if (!read.ok) return read;
      return accepted(read.value.filter(({ status }) => status === 'active').map(({ id }) => id));
    },

    async readDispute(account, topic, id) {
      if (topic === 'chargeback') {
        const read = await call(account, ChargebackJson, (config) =>
          ask(`/v1/chargebacks/${encodeURIComponent(id)}`, config),
        );
        return read.ok ? accepted(disputeOfChargeback(read.value)) : read;
      }
      const read = await call(account, ClaimJson, (config) =>
        ask(`/post-purchase/v1/claims/${encodeURIComponent(id)}`, config),
      );
      return read.ok ? accepted(disputeOfClaim(read.value)) : read;
    },

    verifyNotice: (account, envelope, nowMs) => verifyNotice(account.webhookSecret, envelope, nowMs),
  };
}

/** What the SDK has no client for, or one that leaves out the deadline. */
const ask = (path: string, { accessToken, options }: MercadoPagoConfig): Promise<unknown> =>
  RestClient.fetch(path, { ...options, headers: { Authorization: `Bearer ${accessToken}` } });

const isNo = ({ kind }: ProviderFailure): boolean =>
  kind === 'refused' || kind === 'not-found' || kind === 'not-now';
