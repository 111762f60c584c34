// The simulator's own promises: what it refuses, how it settles, and how badly it can behave when asked.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PNG } from 'pngjs';
import { CARD_OUTCOMES } from './card-outcomes.ts';
import { DEMO_ACCESS_TOKEN, DEMO_COLLECTOR_ID, DEMO_PUBLIC_KEY } from './demo-credentials.ts';
import { faultsSchema } from './faults.ts';
import { crc16 } from './pix-code.ts';
import { startMercadoPagoSimulator } from './simulator.ts';
import type { MercadoPagoSimulator } from './simulator.ts';
import { startWebhookSink } from './webhook-sink.ts';
import type { WebhookSink } from './webhook-sink.ts';

const START_MS = Date.parse('2026-11-21T15:00:00Z');
const MINUTE_MS = 60_000;

let nowMs: number;
/** How much passes whenever somebody looks at the clock. */
let passingMs = 0;
let simulator: MercadoPagoSimulator;
let sink: WebhookSink;
let keys: number;

beforeEach(async () => {
  nowMs = START_MS;
  keys = 0;
  sink = await startWebhookSink();
  passingMs = 0;
  simulator = await startMercadoPagoSimulator({
    port: 0,
    now: () => (nowMs += passingMs),
    webhookRetryDelaysMs: [1, 1],
  });
});
afterEach(async () => {
  await simulator.close();
  await sink.close();
});

type Json = Record<string, unknown> & { id: number; status: string; status_detail: string };
type Answer = { status: number; headers: Headers; json: Json };

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(simulator.url + path, {
    method,
    headers: {
      authorization: `Bearer ${DEMO_ACCESS_TOKEN}`,
      'content-type': 'application/json',
      'x-idempotency-key': `key-${(keys += 1)}`,
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json };
}

const inMinutes = (minutes: number): string =>
  new Date(nowMs + minutes * MINUTE_MS - 3 * 60 * MINUTE_MS).toISOString().replace('Z', '-03:00');

const pix = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  transaction_amount: 27.9,
  description: 'Pedido 12',
  payment_method_id: 'pix',
  payer: { email: 'cliente@exemplo.com' },
  external_reference: 'pedido-12',
  notification_url: sink.url,
  date_of_expiration: inMinutes(31),
  ...over,
});

async function token(name: string, number = '4235647728025682'): Promise<string> {
  const made = await call('POST', `/v1/card_tokens?public_key=${DEMO_PUBLIC_KEY}`, {
    card_number: number,
    security_code: '123',
    expiration_month: 11,
    expiration_year: 2030,
    cardholder: { name, identification: { type: 'CPF', number: '12345678909' } },
  });
  expect(made.status).toBe(201);
  return String(made.json.id);
}

const card = async (name: string, over: Record<string, unknown> = {}): Promise<Answer> =>
  call('POST', '/v1/payments', {
    transaction_amount: 40,
    token: await token(name),
    installments: 2,
    payment_method_id: 'visa',
    payer: { email: 'cliente@exemplo.com' },
    external_reference: 'pedido-13',
    notification_url: sink.url,
    ...over,
  });

describe('what it refuses', () => {
  test('a call without the access token, or with another', async () => {
    expect((await call('GET', '/users/me', undefined, { authorization: '' })).status).toBe(401);
    expect((await call('GET', '/users/me', undefined, { authorization: 'Bearer TEST-outro' })).status).toBe(
      401,
    );
    expect((await call('GET', '/users/me')).json.id).toBe(DEMO_COLLECTOR_ID);
  });

  test('a creation or a refund without an idempotency key', async () => {
    const made = await call('POST', '/v1/payments', pix());
    expect((await call('POST', '/v1/payments', pix(), { 'x-idempotency-key': '' })).status).toBe(400);
    const refund = await call(
      'POST',
      `/v1/payments/${made.json.id}/refunds`,
      {},
      { 'x-idempotency-key': '' },
    );
    expect(refund.status).toBe(400);
    expect(simulator.control.payments()).toHaveLength(1);
  });

  test.each([
    ['three decimals', { transaction_amount: 10.005 }],
    ['an amount of zero', { transaction_amount: 0 }],
    ['a negative amount', { transaction_amount: -1 }],
    ['an amount as text', { transaction_amount: '10.00' }],
    ['no e-mail', { payer: {} }],
    ['an e-mail without a domain', { payer: { email: 'cliente@loja' } }],
    [
      'a CPF with wrong digits',
      { payer: { email: 'a@b.co', identification: { type: 'CPF', number: '12345678900' } } },
    ],
    ['an unknown method', { payment_method_id: 'boleto-magico' }],
    ['a reference that is not text', { external_reference: 12 }],
    ['a notification address that is no URL', { notification_url: 'loja/avisos' }],
    ['a misspelt field', { transaction_ammount: 1 }],
    ['an expiry without an offset', { date_of_expiration: '2026-11-21T16:00:00.000' }],
    ['a card token with pix', { token: 'abc' }],
  ])('%s', async (_, over) => {
    const refused = await call('POST', '/v1/payments', pix(over));
    expect(refused.status).toBe(400);
    expect(refused.json['cause']).toHaveLength(1);
    expect(simulator.control.payments()).toEqual([]);
  });

  test('a PIX that would live less than 30 minutes or more than 30 days', async () => {
    expect((await call('POST', '/v1/payments', pix({ date_of_expiration: inMinutes(29.9) }))).status).toBe(
      400,
    );
    expect(
      (await call('POST', '/v1/payments', pix({ date_of_expiration: inMinutes(30 * 24 * 60 + 1) }))).status,
    ).toBe(400);
    expect((await call('POST', '/v1/payments', pix({ date_of_expiration: inMinutes(30) }))).status).toBe(201);
  });

  test('a card token used twice, of another brand, or with too many installments', async () => {
    const once = await token('APRO');
    expect((await card('APRO', { token: once })).status).toBe(201);
    expect((await card('APRO', { token: once })).status).toBe(400);
    expect((await card('APRO', { payment_method_id: 'master' })).status).toBe(400);
    expect((await card('APRO', { installments: 13 })).status).toBe(400);
    expect((await card('APRO', { token: 'nunca-existiu' })).status).toBe(400);
  });

  test('a token for a number that fails its check digit, with the card kept out of the answer', async () => {
    const wrong = await call('POST', `/v1/card_tokens?public_key=${DEMO_PUBLIC_KEY}`, {
      card_number: '4235647728025683',
    });
    expect(wrong.status).toBe(400);
    const made = await card('APRO');
    expect(JSON.stringify(simulator.control.payments())).not.toContain('4235647728025682');
    expect(made.json['card']).toMatchObject({ first_six_digits: '423564', last_four_digits: '5682' });
  });
});

describe('a PIX', () => {
  test('brings a BR Code with a right checksum and a picture of it', async () => {
    const made = await call('POST', '/v1/payments', pix());
    expect(made.json).toMatchObject({
      status: 'pending',
      status_detail: 'pending_waiting_transfer',
      currency_id: 'BRL',
      live_mode: false,
      collector_id: DEMO_COLLECTOR_ID,
      transaction_amount: 27.9,
      transaction_amount_refunded: 0,
      date_approved: null,
    });
    const interaction = made.json['point_of_interaction'] as {
      transaction_data: { qr_code: string; qr_code_base64: string; ticket_url: string };
    };
    const { qr_code: code, qr_code_base64: picture, ticket_url: ticket } = interaction.transaction_data;
    expect(code).toMatch(/^000201.*540527\.905802BR.*6304[0-9A-F]{4}$/);
    expect(code.slice(-4)).toBe(crc16(code.slice(0, -4)));
    expect(crc16('123456789')).toBe('29B1');
    const png = PNG.sync.read(Buffer.from(picture, 'base64'));
    expect(png.width).toBe(png.height);
    expect(png.width).toBeGreaterThan(150);
    expect(await (await fetch(ticket)).text()).toContain('Pagar com PIX');
  });

  test('expires by itself at its time and may still be paid late', async () => {
    const made = await call('POST', '/v1/payments', pix());
    nowMs += 31 * MINUTE_MS - 1;
    expect((await call('GET', `/v1/payments/${made.json.id}`)).json.status).toBe('pending');
    nowMs += 1;
    const expired = (await call('GET', `/v1/payments/${made.json.id}`)).json;
    expect([expired.status, expired.status_detail]).toEqual(['cancelled', 'expired']);
    expect(simulator.control.approve(made.json.id).status).toBe('approved');
  });

  test('is created once per key; another body under the same key is a conflict', async () => {
    const key = { 'x-idempotency-key': 'tentativa-1' };
    const first = await call('POST', '/v1/payments', pix(), key);
    const again = await call('POST', '/v1/payments', pix(), key);
    expect(again.json.id).toBe(first.json.id);
    expect((await call('POST', '/v1/payments', pix({ transaction_amount: 28 }), key)).status).toBe(409);
    expect(simulator.control.payments()).toHaveLength(1);
  });

  test('can be cancelled while pending and not after it was paid', async () => {
    const made = await call('POST', '/v1/payments', pix());
    const paid = await call('POST', '/v1/payments', pix());
    simulator.control.approve(paid.json.id);
    expect(
      (await call('PUT', `/v1/payments/${made.json.id}`, { status: 'cancelled' })).json.status_detail,
    ).toBe('by_collector');
    expect((await call('PUT', `/v1/payments/${paid.json.id}`, { status: 'cancelled' })).status).toBe(400);
  });
});

describe('a card', () => {
  test.each([
    ['4235647728025682', 'visa', 'credit_card'],
    ['5031433215406351', 'master', 'credit_card'],
    ['5067766783888311', 'debelo', 'debit_card'],
  ])('of the sandbox, %s, is a %s', async (number, method, type) => {
    const made = await card('APRO', {
      token: await token('APRO', number),
      payment_method_id: method,
      installments: 1,
    });
    expect(made.json['payment_type_id']).toBe(type);
  });

  test.each(Object.entries(CARD_OUTCOMES))(
    'in the name of %s ends as the table says',
    async (name, outcome) => {
      const made = await card(name);
      expect(made.status).toBe(201);
      expect([made.json.status, made.json.status_detail]).toEqual([outcome.status, outcome.detail]);
    },
  );

  test('left in process is decided later, and never stays so in binary mode', async () => {
    const made = await card('CONT');
    expect(simulator.control.reject(made.json.id, 'cc_rejected_high_risk').status_detail).toBe(
      'cc_rejected_high_risk',
    );
    expect((await card('CONT', { binary_mode: true })).json.status).toBe('rejected');
  });
});

describe('refunds', () => {
  test('go by parts up to the whole, and no further', async () => {
    const { id } = (await card('APRO')).json;
    const part = await call('POST', `/v1/payments/${id}/refunds`, { amount: 15.5 });
    expect(part.json).toMatchObject({ amount: 15.5, status: 'approved', payment_id: id });
    expect(simulator.control.payment(id)).toMatchObject({
      status: 'approved',
      status_detail: 'partially_refunded',
      transaction_amount_refunded: 15.5,
    });
    expect((await call('POST', `/v1/payments/${id}/refunds`, { amount: 24.51 })).status).toBe(400);
    const rest = { 'x-idempotency-key': 'resto' };
    const first = await call('POST', `/v1/payments/${id}/refunds`, {}, rest);
    const again = await call('POST', `/v1/payments/${id}/refunds`, {}, rest);
    expect(again.json.id).toBe(first.json.id);
    expect(simulator.control.payment(id)).toMatchObject({
      status: 'refunded',
      transaction_amount_refunded: 40,
    });
    expect((await call('POST', `/v1/payments/${id}/refunds`)).status).toBe(400);
  });

  test('still under way are an error without the header and in_process with it', async () => {
    const { id } = (await call('POST', '/v1/payments', pix())).json;
    simulator.control.approve(id);
    simulator.control.setFaults({ inProcessRefunds: 1 });
    const key = { 'x-idempotency-key': 'devolver' };
    expect((await call('POST', `/v1/payments/${id}/refunds`, {}, key)).status).toBe(400);
    const shown = await call(
      'POST',
      `/v1/payments/${id}/refunds`,
      {},
      { ...key, 'x-render-in-process-refunds': 'true' },
    );
    expect([shown.status, shown.json.status]).toEqual([201, 'in_process']);
    expect(simulator.control.payment(id).status).toBe('approved');
    expect(simulator.control.settleRefunds(id).status).toBe('refunded');
  });
});

describe('the search', () => {
  test('finds by reference and period, newest first, in pages', async () => {
    for (let count = 0; count < 3; count += 1) {
      await call('POST', '/v1/payments', pix());
      nowMs += MINUTE_MS;
    }
    await call('POST', '/v1/payments', pix({ external_reference: 'outro' }));
    const page = (await call('GET', '/v1/payments/search?external_reference=pedido-12&limit=2')).json;
    expect(page['paging']).toEqual({ total: 3, limit: 2, offset: 0 });
    const ids = (page['results'] as Json[]).map((each) => each.id);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    const recent = await call(
      'GET',
      '/v1/payments/search?range=date_created&begin_date=NOW-2MINUTES&end_date=NOW',
    );
    expect((recent.json['paging'] as { total: number }).total).toBe(3);
    expect(
      (await call('GET', '/v1/payments/search?range=date_created&begin_date=ontem&end_date=NOW')).status,
    ).toBe(400);
  });

  test('does not see a payment yet while its index lags', async () => {
    simulator.control.setFaults({ searchLagMs: 5000 });
    await call('POST', '/v1/payments', pix());
    const total = async (): Promise<unknown> =>
      (
        (await call('GET', '/v1/payments/search?external_reference=pedido-12')).json['paging'] as {
          total: number;
        }
      ).total;
    expect(await total()).toBe(0);
    nowMs += 5000;
    expect(await total()).toBe(1);
  });
});

describe('webhooks', () => {
  const actions = (): string[] => sink.received.map((each) => each.body.action);

  test('tell of every change with the id in body and query', async () => {
    const { id } = (await call('POST', '/v1/payments', pix())).json;
    await simulator.control.webhooksSettled();
    simulator.control.approve(id);
    simulator.control.chargeback(id);
    await simulator.control.webhooksSettled();
    expect(actions().sort()).toEqual(['payment.created', 'payment.updated', 'payment.updated']);
    for (const each of sink.received) {
      expect(each.query.get('data.id')).toBe(String(id));
      expect(each.query.get('type')).toBe('payment');
      expect(each.body).toMatchObject({
        data: { id: String(id) },
        live_mode: false,
        user_id: String(DEMO_COLLECTOR_ID),
      });
    }
  });

  test('are tried again until answered with 2xx, and given up after the last retry', async () => {
    sink.answers.push(500, 404);
    simulator.control.setFaults({ millisecondWebhooks: 3 });
    passingMs = 1000;
    await call('POST', '/v1/payments', pix());
    await simulator.control.webhooksSettled();
    expect(simulator.control.deliveries().map((each) => each.result)).toEqual([500, 404, 200]);
    // As the provider may: signed once, so that the last of them is two weeks old when it comes.
    const signedAt = sink.received.map(
      ({ headers }) => /^ts=(\d+),/.exec(String(headers['x-signature']))?.[1],
    );
    expect(signedAt[0]).toMatch(/^\d+$/);
    expect(new Set(signedAt).size).toBe(1);
    sink.answers.push(500, 500, 500);
    await call('POST', '/v1/payments', pix());
    await simulator.control.webhooksSettled();
    expect(sink.received).toHaveLength(6);
  });

  test('can be lost, doubled and held back to arrive in reverse', async () => {
    simulator.control.setFaults({ loseWebhooks: 1 });
    const { id } = (await call('POST', '/v1/payments', pix())).json;
    await simulator.control.webhooksSettled();
    expect(sink.received).toHaveLength(0);
    simulator.control.setFaults({ duplicateWebhooks: 1 });
    simulator.control.approve(id);
    await simulator.control.webhooksSettled();
    expect(sink.received).toHaveLength(2);
    expect(new Set(sink.received.map((each) => each.headers['x-request-id'])).size).toBe(2);
    sink.received.length = 0;
    simulator.control.setFaults({ reorderWebhooks: 2 });
    const other = (await call('POST', '/v1/payments', pix())).json;
    simulator.control.approve(other.id);
    await simulator.control.webhooksSettled();
    expect(actions()).toEqual(['payment.updated', 'payment.created']);
  });
});

describe('calls that go wrong', () => {
  test('a creation that hangs is stored, and its key finds it again', async () => {
    simulator.control.setFaults({ hangCreates: { count: 1, answerAfterMs: null } });
    const init = {
      method: 'POST',
      headers: { authorization: `Bearer ${DEMO_ACCESS_TOKEN}`, 'x-idempotency-key': 'lenta' },
      body: JSON.stringify(pix()),
    };
    const impatience = new AbortController();
    const asked = fetch(`${simulator.url}/v1/payments`, { ...init, signal: impatience.signal });
    const abortOnceStored = async () => {
      await expect.poll(() => simulator.control.payments()).toHaveLength(1);
      impatience.abort();
    };
    await Promise.all([expect(asked).rejects.toThrow(), abortOnceStored()]);
    const again = (await (await fetch(`${simulator.url}/v1/payments`, init)).json()) as Json;
    expect(again.id).toBe(simulator.control.payments()[0]?.id);
    expect(simulator.control.payments()).toHaveLength(1);
  });

  test('429 and 5xx come as often as asked, and do nothing', async () => {
    simulator.control.setFaults({ failRequests: { count: 1, status: 429, retryAfterSeconds: 2 } });
    const refused = await call('POST', '/v1/payments', pix());
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    expect(simulator.control.payments()).toEqual([]);
    simulator.control.setFaults({ failCreatesAfterStoring: 1 });
    expect((await call('POST', '/v1/payments', pix())).status).toBe(500);
    expect(simulator.control.payments()).toHaveLength(1);
    expect((await call('POST', '/v1/payments', pix())).status).toBe(201);
  });

  test.each([
    ['amount', 'transaction_amount', 0.01],
    ['currency', 'currency_id', 'USD'],
    ['payee', 'collector_id', DEMO_COLLECTOR_ID + 1],
    ['reference', 'external_reference', 'referencia-de-outro-pedido'],
  ] as const)('the next fetched payment lies about its %s, once', async (field, name, lie) => {
    const made = (await call('POST', '/v1/payments', pix())).json;
    simulator.control.setFaults({ tamperFetches: { count: 1, field } });
    expect((await call('GET', `/v1/payments/${made.id}`)).json[name]).toBe(lie);
    expect((await call('GET', `/v1/payments/${made.id}`)).json[name]).toBe(made[name]);
  });
});

describe('steering from outside', () => {
  test('actions and faults work over HTTP, and nonsense is refused', async () => {
    const { id } = (await call('POST', '/v1/payments', pix())).json;
    expect((await call('POST', `/simulator/payments/${id}/approve`)).json.status).toBe('approved');
    expect((await call('POST', `/simulator/payments/${id}/approve`)).status).toBe(400);
    expect((await call('POST', '/simulator/faults', { loseWebhooks: 3 })).json['loseWebhooks']).toBe(3);
    expect((await call('POST', '/simulator/faults', { loseEverything: 3 })).status).toBe(400);
    expect((await call('DELETE', '/simulator/faults')).json['loseWebhooks']).toBe(0);
  });

  test('the page has a control for each fault, and what it may send is taken', async () => {
    const page = await (await fetch(simulator.url)).text();
    const set = (patch: object) =>
      fetch(`${simulator.url}/simulator/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(patch),
      });
    for (const fault of Object.keys(faultsSchema.shape))
      expect(page).toMatch(new RegExp(`name="${fault}[".]`));
    const current = simulator.control.faults() as unknown as Record<string, object>;
    for (const [, name = '', options = ''] of page.matchAll(/<select name="([^"]+)">(.*?)<\/select>/gs)) {
      const [fault = '', field] = name.split('.');
      for (const [, value = ''] of options.matchAll(/value="([^"]+)"/g)) {
        const read = /^\d+$/.test(value)
          ? Number(value)
          : value === 'true' || (value === 'false' ? false : value);
        const patch = { [fault]: field === undefined ? read : { ...current[fault], [field]: read } };
        expect([patch, (await set(patch)).status]).toEqual([patch, 200]);
      }
    }
  });

  test('the page lists payments without letting their text become markup', async () => {
    await call('POST', '/v1/payments', pix({ external_reference: '<script>alert(1)</script>' }));
    const page = await (await fetch(simulator.url)).text();
    expect(page).toContain('R$&nbsp;27,90'.replace('&nbsp;', '\u00a0'));
    expect(page).toContain('&lt;script&gt;alert(1)');
    const lists = await fetch(`${simulator.url}/simulator/lists`);
    const etag = lists.headers.get('etag') ?? '';
    expect(
      (await fetch(`${simulator.url}/simulator/lists`, { headers: { 'if-none-match': etag } })).status,
    ).toBe(304);
  });

  test('the browser script is served for other origins, tokens too', async () => {
    const script = await fetch(`${simulator.url}/sdk/js/v2`);
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await script.text()).toContain('window.MercadoPago');
    const preflight = await fetch(`${simulator.url}/v1/card_tokens?public_key=${DEMO_PUBLIC_KEY}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://loja.exemplo', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  });
});
