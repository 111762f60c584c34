// The one place that speaks with Mercado Pago, through its SDK. Says what happened in the words of provider.ts;
// logs nothing, for its errors may carry what was sent.
import {
  MercadoPagoConfig,
  MercadoPagoError,
  MPRateLimitError,
  Payment,
  PaymentMethod,
  PaymentRefund,
  User,
} from 'mercadopago';
import { AppConfig } from 'mercadopago/dist/utils/config/index.js';
import { RestClient } from 'mercadopago/dist/utils/restClient/index.js';
import { z } from 'zod';
import type { ListedRefund } from '@balcao/shared/payment/refund.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import { verifyNotice } from './mercado-pago-notice.ts';
import { ChargebackJson, ClaimJson, disputeOfChargeback, disputeOfClaim } from './mercado-pago-dispute.ts';
import { dateOf, dateText, PaymentJson, paymentOf } from './mercado-pago-payment.ts';
import type { Account, Provider, ProviderFailure, ProviderPayment, ProviderResult } from './provider.ts';
import { centsOfReais, reaisOf } from './reais.ts';

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
/** Refusals that say 'this payment is not in a state for that'. */
const NOT_NOW = new Set(['2018', '2063', '2032', '4039']);
/** Faults of the request or the account that the provider answers with 500: asking again changes nothing. */
const FINAL_500 = new Set(['not_found', 'payer_cannot_be_nil']);
/** 403 that is no matter of the token: the payer is the shop itself, or a test's and the shop's accounts are mixed. */
const FORBIDDEN_PAYER = '4390';
/** The balance of the account does not cover a refund. */
const NO_BALANCE = new Set(['2030', '2031']);
/** Without it a refund that takes its time looks like an error, and is left out where refunds are read. */
const SHOW_IN_PROCESS = { 'X-Render-In-Process-Refunds': 'true' };

const RefundJson = z.looseObject({
  id: z.union([z.string(), z.number()]),
  amount: z.unknown().optional(),
  status: z.string().nullish(),
  date_created: z.string().nullish(),
});
const RefundsJson = z.array(RefundJson);
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
const CauseJson = z.looseObject({ code: z.union([z.string(), z.number()]) });

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
    orderId: string;
    attemptId: string;
    noticeUrl: string | null;
  }) => ({
    transaction_amount: reaisOf(request.amountCents),
    description: request.description,
    external_reference: request.orderId,
    metadata: { attempt_id: request.attemptId },
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

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLate()), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

class TooLate extends Error {}

const isNo = ({ kind }: ProviderFailure): boolean =>
  kind === 'refused' || kind === 'not-found' || kind === 'not-now';

function refundOf({ id, amount, status, date_created }: z.infer<typeof RefundJson>): ListedRefund {
  const isOver = status === 'rejected' || status === 'cancelled';
  return {
    id: String(id),
    amountCents: centsOfReais(amount),
    state: isOver ? 'rejected' : status === 'in_process' ? 'in_process' : 'done',
    createdAtMs: dateOf(date_created),
  };
}

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof TooLate) return { kind: 'unreachable', detail: 'no answer in time' };
  if (!(error instanceof MercadoPagoError)) throw error;
  if (error instanceof MPRateLimitError)
    return { kind: 'busy', retryAfterMs: (error.retryAfter ?? 1) * 1000 };
  const code = String(CauseJson.safeParse(error.causes[0]).data?.code ?? error.error).slice(0, 40);
  // Only code and status: the message may repeat what was sent.
  const detail = `HTTP ${error.status} ${code}`.trim();
  switch (true) {
    case error.status === 500 && FINAL_500.has(code):
    case error.status === 403 && code === FORBIDDEN_PAYER:
      return { kind: 'refused', code, detail };
    // A conflict over a key means that another request with it is under way or went through.
    case error.status === 0 || error.status >= 500 || [408, 409, 423, 424].includes(error.status):
      return { kind: 'unreachable', detail: error.status === 0 ? 'no connection' : detail };
    case error.status === 401 || error.status === 403:
      return { kind: 'credentials', code, detail };
    // Also as a 404: in the provider's words a key that was used and a refund that is not there are one code.
    case NOT_NOW.has(code):
      return { kind: 'not-now', detail };
    case NO_BALANCE.has(code):
      return { kind: 'no-balance', detail };
    case error.status === 404:
      return { kind: 'not-found' };
    default:
      return { kind: 'refused', code, detail };
  }
}
