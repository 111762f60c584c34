// The one place that speaks with Mercado Pago. New payments are made through the account's interface; a payment that was made is
// known by its id, and goes on through the interface that made it.
import { PaymentMethod, User } from 'mercadopago';
import { z } from 'zod';
import { hasMoneyCome } from '@balcao/shared/payment/attempt-status.ts';
import { accepted } from '@balcao/shared/result.ts';
import { createCall, getJson, type MercadoPagoOptions } from './mercado-pago-calls.ts';
import {
  ChargebackJson,
  ClaimJson,
  ClaimsJson,
  disputeOfChargeback,
  disputeOfClaim,
} from './mercado-pago-dispute.ts';
import { verifyNotice } from './mercado-pago-notice.ts';
import { isOrderId } from './mercado-pago-order.ts';
import { createOrdersApi } from './mercado-pago-orders.ts';
import { createPaymentsApi } from './mercado-pago-payments.ts';
import { createTerminals } from './mercado-pago-terminals.ts';
import type {
  Account,
  Dispute,
  PaymentCalls,
  Provider,
  ProviderFailure,
  ProviderPayment,
  ProviderResult,
} from './provider.ts';

const UserJson = z.looseObject({
  id: z.union([z.string(), z.number()]),
  nickname: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});
const MethodsJson = z.array(z.looseObject({ id: z.string(), status: z.string().nullish() }));

const DAY_MS = 86_400_000;
const CLAIMS_AT_ONCE = 50;
/** A shop has a few: beyond this somebody plays with its account. */
const CLAIMS_MAX = 500;
const openClaims = (offset: number): string =>
  `/post-purchase/v1/claims/search?status=opened&resource=payment&limit=${CLAIMS_AT_ONCE}&offset=${offset}`;

export function createMercadoPago(options: MercadoPagoOptions = {}): Provider {
  const call = createCall(options);
  const apis = { payments: createPaymentsApi(call), orders: createOrdersApi(call, options) };
  const apiOf = (paymentId: string): PaymentCalls => (isOrderId(paymentId) ? apis.orders : apis.payments);
  const usesOrders = (account: Account): boolean => account.api === 'orders' || account.hasChangedApi;

  /** An order's money has a number at the Payments API too, which bears none of our names. */
  const isTwin = (account: Account, payment: ProviderPayment): boolean =>
    usesOrders(account) && !isOrderId(payment.id) && payment.attemptId === null;

  /** Through the account's interface, and through its former one where there was one. */
  async function search(
    account: Account,
    through: (api: PaymentCalls) => Promise<ProviderResult<ProviderPayment[]>>,
  ): Promise<ProviderResult<ProviderPayment[]>> {
    const found = await through(apis[account.api]);
    if (!found.ok || !account.hasChangedApi) return found;
    const former = await through(account.api === 'orders' ? apis.payments : apis.orders);
    if (!former.ok) return former;
    return accepted([...found.value, ...former.value].filter((payment) => !isTwin(account, payment)));
  }

  async function fetch(account: Account, paymentId: string): Promise<ProviderResult<ProviderPayment>> {
    const read = await apiOf(paymentId).fetch(account, paymentId);
    return read.ok && isTwin(account, read.value) ? accepted({ ...read.value, isTwin: true }) : read;
  }

  /** Disputes name the number of the Payments API: the order of the same money, where there is one. */
  async function withOrder(account: Account, dispute: Dispute): Promise<ProviderResult<Dispute>> {
    if (dispute.paymentId === null || !usesOrders(account)) return accepted(dispute);
    const read = await fetch(account, dispute.paymentId);
    if (!read.ok) return read;
    if (read.value.isTwin !== true || read.value.reference === null) return accepted(dispute);
    const { amountCents, createdAtMs, reference } = read.value;
    // Disputes come months later, when a search by the reference alone does not reach back so far.
    const orders = await (createdAtMs === null
      ? apis.orders.searchByReference(account, reference)
      : apis.orders.searchByCreation(account, createdAtMs - DAY_MS, createdAtMs + DAY_MS));
    if (!orders.ok) return orders;
    const candidates = orders.value
      .filter(
        (order) =>
          order.reference === reference && order.amountCents === amountCents && hasMoneyCome(order.status),
      )
      .toSorted((a, b) => apart(a.createdAtMs, createdAtMs) - apart(b.createdAtMs, createdAtMs));
    return accepted({ ...dispute, paymentId: candidates[0]?.id ?? dispute.paymentId });
  }

  return {
    name: 'mercadopago',
    createPix: (account, request) => apis[account.api].createPix(account, request),
    createCard: (account, request) => apis[account.api].createCard(account, request),
    createAtTerminal: (account, request) => apis.orders.createAtTerminal(account, request),
    ...createTerminals(call),
    fetch,
    searchByReference: (account, reference) =>
      search(account, (api) => api.searchByReference(account, reference)),
    searchByCreation: (account, fromMs, toMs) =>
      search(account, (api) => api.searchByCreation(account, fromMs, toMs)),
    cancel: (account, paymentId) => apiOf(paymentId).cancel(account, paymentId),
    refund: (account, request) => apiOf(request.paymentId).refund(account, request),
    readRefund: (account, paymentId, refundId) => apiOf(paymentId).readRefund(account, paymentId, refundId),
    listRefunds: (account, paymentId) => apiOf(paymentId).listRefunds(account, paymentId),

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
      switch (topic) {
        case 'stop-delivery':
          return withOrder(account, { paymentId: id, dueAtMs: null });
        case 'chargeback': {
          const path = `/v1/chargebacks/${encodeURIComponent(id)}`;
          const read = await call(account, ChargebackJson, (config) => getJson(path, config));
          return read.ok ? withOrder(account, disputeOfChargeback(read.value)) : read;
        }
        case 'claim': {
          const path = `/post-purchase/v1/claims/${encodeURIComponent(id)}`;
          const read = await call(account, ClaimJson, (config) => getJson(path, config));
          return read.ok ? withOrder(account, disputeOfClaim(read.value)) : read;
        }
      }
    },

    async listOpenClaims(account) {
      const disputes: Dispute[] = [];
      let failure: ProviderFailure | null = null;
      for (let offset = 0; offset < CLAIMS_MAX; offset += CLAIMS_AT_ONCE) {
        const read = await call(account, ClaimsJson, (config) => getJson(openClaims(offset), config));
        if (!read.ok) return { disputes, failure: read.refusal };
        const claims = read.value.data ?? [];
        for (const claim of claims) {
          const dispute = await withOrder(account, disputeOfClaim(claim));
          // The others have deadlines too.
          if (dispute.ok) disputes.push(dispute.value);
          else failure = dispute.refusal;
        }
        if (claims.length < CLAIMS_AT_ONCE) break;
      }
      return { disputes, failure };
    },

    verifyNotice: (account, envelope, nowMs) => verifyNotice(account.webhookSecret, envelope, nowMs),
  };
}

const apart = (a: number | null, b: number | null): number =>
  a === null || b === null ? Number.MAX_SAFE_INTEGER : Math.abs(a - b);
