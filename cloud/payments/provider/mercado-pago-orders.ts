// Mercado Pago's Orders API: one order with one payment a thing, under an `ORD…` id. Translates only; whose money it is, and whether it
// may go back, is judged in shared/payment.
import { randomUUID } from 'node:crypto';
import { Order } from 'mercadopago';
import { z } from 'zod';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { ListedRefund } from '@balcao/shared/payment/listed-refund.ts';
import type { Call, MercadoPagoOptions } from './mercado-pago-calls.ts';
import { OrderJson, paymentOfOrder, refundableOf, refundsOfOrder } from './mercado-pago-order.ts';
import { cardOrderOf, pixOrderOf, terminalOrderOf, writeOrder } from './mercado-pago-order-request.ts';
import { dateText } from './mercado-pago-payment.ts';
import type { Account, PaymentCalls, Provider, ProviderPayment, ProviderResult } from './provider.ts';
import { reaisTextOf } from './reais.ts';

const PAGE = 50;
const PAGES_MAX = 40;
const DAY_MS = 86_400_000;
/** The search wants days: an order of ours is paid, cancelled or over long before. */
const REFERENCE_DAYS = 60;
/** A refund that the order's money allows and the provider does not yet: asked again after so long. */
const NOT_YET_MS = 5000;

/** Without it only what no terminal shows yet is cancelled. */
const EVEN_WHERE_IT_IS_SHOWN = { 'x-allow-cancelable-status': 'at_terminal' };

const SearchJson = z.looseObject({ data: z.array(OrderJson).nullish() });

/** The calls of the port that concern one payment, through the Orders API. */
export function createOrdersApi(
  call: Call,
  { clock = Date.now }: MercadoPagoOptions,
): PaymentCalls & Pick<Provider, 'createAtTerminal'> {
  /** An order that was just made under our key for our order is this attempt's, also where it does not repeat the attempt's id. */
  async function create(
    account: Account,
    request: { attemptId: string; orderId: string },
    body: object,
  ): Promise<ProviderResult<ProviderPayment>> {
    const key = request.attemptId;
    const answer = onePayment(
      await call(account, OrderJson, (config) => writeOrder(config, '', { body, key }), {
        idempotencyKey: key,
      }),
    );
    return answer.ok && answer.value.attemptId === null && answer.value.reference === request.orderId
      ? accepted({ ...answer.value, attemptId: request.attemptId })
      : answer;
  }

  return {
    createPix: (account, request) => create(account, request, pixOrderOf(request)),
    createCard: (account, request) => create(account, request, cardOrderOf(request)),
    createAtTerminal: (account, request) => create(account, request, terminalOrderOf(request)),
    fetch: async (account, paymentId) => onePayment(await readOrder(call, account, paymentId)),

    searchByReference: (account, reference) =>
      search(call, account, [clock() - REFERENCE_DAYS * DAY_MS, clock() + DAY_MS], {
        external_reference: reference,
      }),
    searchByCreation: (account, fromMs, toMs) => search(call, account, [fromMs, toMs - 1], {}),

    cancel: async (account, paymentId) =>
      onePayment(
        await call(account, OrderJson, async (config) => {
          const answer = await writeOrder(config, `/${encodeURIComponent(paymentId)}/cancel`, {
            key: randomUUID(),
            headers: EVEN_WHERE_IT_IS_SHOWN,
          });
          // What a terminal is asked to let go of may be answered without the order.
          return OrderJson.safeParse(answer).success ? answer : new Order(config).get({ id: paymentId });
        }),
      ),

    refund: (account, request) => refund(call, account, request),

    async readRefund(account, paymentId, providerRefundId) {
      const read = await readOrder(call, account, paymentId);
      if (!read.ok) return read;
      const own = refundsOfOrder(read.value).find(({ id }) => id === providerRefundId);
      return own === undefined ? refused({ kind: 'not-found' }) : accepted(own);
    },

    async listRefunds(account, paymentId) {
      const read = await readOrder(call, account, paymentId);
      return read.ok ? accepted(refundsOfOrder(read.value)) : read;
    },
  };
}

const readOrder = (call: Call, account: Account, id: string): Promise<ProviderResult<OrderJson>> =>
  call(account, OrderJson, (config) => new Order(config).get({ id }));

async function search(
  call: Call,
  account: Account,
  [fromMs, toMs]: readonly [number, number],
  filter: { external_reference?: string },
): Promise<ProviderResult<ProviderPayment[]>> {
  const found: ProviderPayment[] = [];
  const span = { begin_date: dateText(fromMs), end_date: dateText(toMs) };
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const read = await call(account, SearchJson, (config) =>
      new Order(config).search({
        options: {
          ...span,
          ...filter,
          page,
          page_size: PAGE,
          sort_by: 'created_date',
          sort_order: 'asc',
        },
      }),
    );
    if (!read.ok) return read;
    const orders = read.value.data ?? [];
    found.push(...orders.flatMap((json) => paymentOfOrder(json) ?? []));
    if (orders.length < PAGE) break;
  }
  return accepted(found);
}

async function refund(
  call: Call,
  account: Account,
  { paymentId, refundId, amountCents }: Parameters<PaymentCalls['refund']>[1],
): Promise<ProviderResult<ListedRefund>> {
  const before = await readOrder(call, account, paymentId);
  if (!before.ok) return before;
  // A part is asked for by its payment's name: without one the whole would go.
  if (amountCents !== null && refundableOf(before.value) === null)
    return refused({ kind: 'not-now', detail: 'no one payment to give a part back of' });
  const body = refundBodyOf(before.value, amountCents);
  const answer = await call(
    account,
    OrderJson,
    (config) => writeOrder(config, `/${encodeURIComponent(paymentId)}/refund`, { body, key: refundId }),
    { idempotencyKey: refundId },
  );
  if (!answer.ok) {
    // Just after the approval the provider says no to what it will soon allow.
    const isNotYet = answer.refusal.kind === 'not-now' && isRefundable(before.value, amountCents);
    return isNotYet ? refused({ kind: 'busy', retryAfterMs: NOT_YET_MS }) : answer;
  }
  const idsBefore = new Set(refundsOfOrder(before.value).map(({ id }) => id));
  const refunds = refundsOfOrder(answer.value);
  // The same key again answers as it did the first time: then the refund is a known one.
  const own = refunds.findLast(({ id }) => !idsBefore.has(id)) ?? refunds.at(-1);
  return own === undefined
    ? refused({ kind: 'unreachable', detail: 'a refund that is not in its answer' })
    : accepted(own);
}

function onePayment(read: ProviderResult<OrderJson>): ProviderResult<ProviderPayment> {
  if (!read.ok) return read;
  const payment = paymentOfOrder(read.value);
  return payment === null
    ? refused({ kind: 'unreachable', detail: `unknown status ${read.value.status.slice(0, 40)}` })
    : accepted(payment);
}

/** Nothing for the whole of what nothing was given back of; else the payment in the order and how much of it. */
function refundBodyOf(order: OrderJson, amountCents: number | null): object | undefined {
  const refundable = refundableOf(order);
  if (refundable === null || (amountCents === null && refundsOfOrder(order).length === 0)) return undefined;
  const cents = amountCents ?? refundable.leftCents;
  return { transactions: [{ id: refundable.transactionId, amount: reaisTextOf(cents) }] };
}

function isRefundable(order: OrderJson, amountCents: number | null): boolean {
  const leftCents = refundableOf(order)?.leftCents ?? 0;
  return order.status === 'processed' && leftCents > 0 && (amountCents ?? leftCents) <= leftCents;
}
