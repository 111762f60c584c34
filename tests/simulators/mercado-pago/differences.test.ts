// What the real provider is known to do and a friendly stand-in would not: statuses, codes and forms, as its documentation and those who
// use it tell them. Asked over HTTP, so that nothing of ours stands between.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeCardToken } from '../../harness/card-token.ts';
import { DEMO_ACCESS_TOKEN, DEMO_COLLECTOR_ID, DEMO_WEBHOOK_SECRET } from './demo-credentials.ts';
import type { Faults } from './faults.ts';
import { startMercadoPagoSimulator, type MercadoPagoSimulator } from './simulator.ts';
import { startWebhookSink, type WebhookSink } from './webhook-sink.ts';
import { signWebhook } from './webhooks.ts';

const START_MS = Date.parse('2026-11-21T15:00:00Z');
const DAY_MS = 86_400_000;

let nowMs: number;
let simulator: MercadoPagoSimulator;
let sink: WebhookSink;
const start = async (accessToken = DEMO_ACCESS_TOKEN): Promise<void> => {
  simulator = await startMercadoPagoSimulator({
    port: 0,
    now: () => nowMs,
    accessToken,
    webhookRetryDelaysMs: [],
    panelUrl: sink.url,
  });
};
beforeEach(async () => {
  nowMs = START_MS;
  sink = await startWebhookSink();
});
afterEach(async () => {
  await simulator.close();
  await sink.close();
});

type Json = Record<string, unknown>;
async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(simulator.url + path, {
    method,
    headers: {
      authorization: `Bearer ${DEMO_ACCESS_TOKEN}`,
      'content-type': 'application/json',
      'x-idempotency-key': randomUUID(),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json()) as Json };
}

const PAYER = { email: 'cliente@exemplo.com' };
const pix = (over: Json = {}): Json => ({
  transaction_amount: 27.9,
  payment_method_id: 'pix',
  external_reference: 'pedido-12',
  payer: PAYER,
  ...over,
});
const order = (over: Json = {}, payment: Json = {}): Json => ({
  type: 'online',
  external_reference: 'pedido-12',
  total_amount: '27.90',
  transactions: {
    payments: [{ amount: '27.90', payment_method: { id: 'pix', type: 'bank_transfer' }, ...payment }],
  },
  payer: PAYER,
  ...over,
});
const card = async (holder = 'APRO') => ({
  payment_method: {
    id: 'master',
    type: 'credit_card',
    token: await makeCardToken(simulator.url, holder),
    installments: 1,
  },
});
/** The code of a refusal, in the form of either interface. */
const codeOf = ({ json }: { json: Json }): unknown => {
  const [first] = (json['cause'] ?? json['errors'] ?? []) as { code: unknown }[];
  return first?.code ?? json['error'];
};
const APIS = [
  ['payments', () => call('POST', '/v1/payments', pix())],
  ['orders', () => call('POST', '/v1/orders', order())],
] as const;

describe.each(APIS)('a creation by %s is refused', (_, create) => {
  test.each<[Faults['refuseCreates']['reason'], number, number | string]>([
    ['no-pix-key', 400, 13253],
    ['payer-is-collector', 403, 4390],
    ['not-for-charging', 401, 7],
    ['payer-nil', 500, 'payer_cannot_be_nil'],
    ['lasting-500', 500, 'internal_server_error'],
  ])('%s: %i, code %s, while the account itself is in order', async (reason, status, code) => {
    await start();
    simulator.control.setFaults({ refuseCreates: { count: 1, reason } });
    const refused = await create();
    expect([refused.status, String(codeOf(refused))]).toEqual([status, String(code)]);
    expect((await call('GET', '/users/me')).status).toBe(200);
    expect(simulator.control.payments()).toEqual([]);
    expect((await create()).status).toBe(201);
  });
});

test('a token that begins with TEST- opens the account, and makes neither a PIX nor a card’s payment', async () => {
  await start('TEST-1234');
  const authorization = { authorization: 'Bearer TEST-1234' };
  expect((await call('GET', '/users/me', undefined, authorization)).status).toBe(200);
  for (const [path, body] of [
    ['/v1/payments', pix()],
    ['/v1/orders', order()],
  ] as const) {
    const refused = await call('POST', path, body, authorization);
    expect([refused.status, codeOf(refused)]).toEqual([500, 'not_found']);
  }
  const { payment_method: method } = await card();
  const byCard = await call(
    'POST',
    '/v1/payments',
    pix({ payment_method_id: 'master', token: method.token, installments: 1 }),
    authorization,
  );
  expect([byCard.status, codeOf(byCard)]).toEqual([403, 4390]);
  expect(simulator.control.payments()).toEqual([]);
});

test.each([
  ['pedido-x@loja.test', 400, 4050],
  ['pedido-x@loja.local', 400, 4050],
  ['pedido-x@loja.invalid', 400, 4050],
  ['alguem@loja-do-simulador.com.br', 403, 4390],
])('a payer of %s is refused for the domain: %i, code %i', async (email, status, code) => {
  await start();
  for (const [path, body] of [
    ['/v1/payments', pix({ payer: { email } })],
    ['/v1/orders', order({ payer: { email } })],
  ] as const) {
    const refused = await call('POST', path, body);
    expect([refused.status, String(codeOf(refused))]).toEqual([status, String(code)]);
  }
});

describe('refunds by the Payments API', () => {
  const paid = async (): Promise<string> => {
    await start();
    const made = await call('POST', '/v1/payments', pix());
    simulator.control.approve(String(made.json['id']));
    return `/v1/payments/${String(made.json['id'])}/refunds`;
  };
  const SHOWN = { 'x-render-in-process-refunds': 'true' };

  test('of a payment of more than 180 days are answered 404, code 2024', async () => {
    const refunds = await paid();
    nowMs += 180 * DAY_MS;
    expect((await call('POST', refunds, { amount: 1 })).status).toBe(201);
    nowMs += 1000;
    const refused = await call('POST', refunds, { amount: 1 });
    expect([refused.status, codeOf(refused)]).toEqual([404, 2024]);
  });

  test('under a key that was used are answered 404, code 2032, and stand in the list all the same', async () => {
    const refunds = await paid();
    const key = { 'x-idempotency-key': 'uma' };
    const made = await call('POST', refunds, { amount: 5 }, key);
    simulator.control.setFaults({ denyKnownRefundKeys: 1 });
    const refused = await call('POST', refunds, { amount: 5 }, key);
    expect([refused.status, codeOf(refused)]).toEqual([404, 2032]);
    expect((await call('GET', refunds)).json).toMatchObject([{ id: made.json['id'], amount: 5 }]);
  });

  test('that the balance does not cover are answered 400, code 2030', async () => {
    const refunds = await paid();
    simulator.control.setFaults({ refundsWithoutBalance: 1 });
    const refused = await call('POST', refunds);
    expect([refused.status, codeOf(refused)]).toEqual([400, 2030]);
  });

  test('under way may be turned down after all: the money stays with the shop, and may be asked for again', async () => {
    const refunds = await paid();
    simulator.control.setFaults({ inProcessRefunds: 1 });
    const made = await call('POST', refunds, undefined, SHOWN);
    expect(made.json).toMatchObject({ status: 'in_process' });
    const own = `${refunds}/${String(made.json['id'])}`;
    expect((await call('GET', own)).status).toBe(404);
    const [, , , id = ''] = refunds.split('/');
    simulator.control.rejectRefunds(id);
    expect((await call('GET', own, undefined, SHOWN)).json).toMatchObject({ status: 'rejected' });
    expect(simulator.control.payment(id)).toMatchObject({
      status: 'approved',
      transaction_amount_refunded: 0,
    });
    expect((await call('POST', refunds)).json).toMatchObject({ status: 'approved', amount: 27.9 });
  });
});

describe('the Orders API', () => {
  test('calls an order ORD…, shows amounts as text, and lets a PIX live as long as its span says', async () => {
    await start();
    const made = await call('POST', '/v1/orders', order({}, { expiration_time: 'PT31M' }));
    expect(made).toMatchObject({
      status: 201,
      json: {
        id: expect.stringMatching(/^ORD[0-9A-Z]{20,}$/) as string,
        total_amount: '27.90',
        status: 'action_required',
        user_id: String(DEMO_COLLECTOR_ID),
        transactions: { payments: [{ amount: '27.90', expiration_time: 'PT31M' }] },
      },
    });
    const path = `/v1/orders/${String(made.json['id'])}`;
    nowMs += 31 * 60_000 - 1;
    expect((await call('GET', path)).json).toMatchObject({ status: 'action_required' });
    nowMs += 1;
    expect((await call('GET', path)).json).toMatchObject({ status: 'expired' });
  });

  test.each<[string, Json, Json]>([
    ['an amount as a number', { total_amount: 27.9 }, {}],
    ['a payment’s amount as a number', {}, { amount: 27.9 }],
    ['amounts that differ', {}, { amount: '27.91' }],
    ['a moment for the span', {}, { expiration_time: '2026-11-21T16:00:00.000-03:00' }],
    ['a moment as the other interface has it', {}, { date_of_expiration: '2026-11-21T16:00:00.000-03:00' }],
    ['an address for notices', { notification_url: 'https://loja.example.com' }, {}],
    ['metadata', { metadata: { attempt_id: 'x' } }, {}],
    ['items that do not add up', { items: [{ title: 'Açaí', unit_price: '27.00', quantity: 1 }] }, {}],
  ])('takes no order with %s', async (_, over, payment) => {
    await start();
    expect((await call('POST', '/v1/orders', order(over, payment))).status).toBe(400);
    expect(simulator.control.payments()).toEqual([]);
  });

  test('answers a refused card with 402 and the order inside', async () => {
    await start();
    const refused = await call(
      'POST',
      '/v1/orders',
      order({ capture_mode: 'automatic' }, await card('FUND')),
    );
    expect(refused).toMatchObject({
      status: 402,
      json: {
        errors: [{ code: 'failed' }],
        data: {
          id: expect.stringMatching(/^ORD/) as string,
          status: 'failed',
          status_detail: 'insufficient_amount',
        },
      },
    });
    const { id } = refused.json['data'] as { id: string };
    expect((await call('GET', `/v1/orders/${id}`)).json).toMatchObject({ status: 'failed' });
  });

  test('says not yet, 409 or 422, of a refund that it will take a moment later', async () => {
    await start();
    const { id } = (await call('POST', '/v1/orders', order())).json;
    simulator.control.approve(String(id));
    simulator.control.setFaults({ ordersNotYet: 2 });
    const answers = [];
    for (let asked = 0; asked < 3; asked += 1)
      answers.push((await call('POST', `/v1/orders/${String(id)}/refund`)).status);
    expect(answers).toEqual([422, 409, 201]);
  });

  test('tells of its orders under the topic order, where the panel says, with the signature of the secret', async () => {
    await start();
    const { id } = (await call('POST', '/v1/orders', order())).json;
    await simulator.control.webhooksSettled();
    const [told] = sink.received;
    expect(told?.body).toMatchObject({ type: 'order', action: 'order.action_required', data: { id } });
    expect([told?.query.get('type'), told?.query.get('data.id')]).toEqual(['order', id]);
    const { 'x-signature': signature = '', 'x-request-id': requestId = '' } = told?.headers ?? {};
    const ts = String(START_MS / 1000);
    expect(signature).toBe(signWebhook(DEMO_WEBHOOK_SECRET, String(id), requestId, ts));
    // As those of test accounts are reported to.
    simulator.control.setFaults({ orderSignaturesInvalid: true });
    simulator.control.approve(String(id));
    await simulator.control.webhooksSettled();
    const last = sink.received.at(-1)?.headers ?? {};
    expect(last['x-signature']).toMatch(/^ts=\d+,v1=[0-9a-f]{64}$/);
    expect(last['x-signature']).not.toBe(
      signWebhook(DEMO_WEBHOOK_SECRET, String(id), last['x-request-id'] ?? '', ts),
    );
    // Without an address in the panel nobody is told.
    simulator.control.setPanelUrl(null);
    const before = sink.received.length;
    await call('POST', '/v1/orders', order());
    await simulator.control.webhooksSettled();
    expect(sink.received).toHaveLength(before);
  });
});
