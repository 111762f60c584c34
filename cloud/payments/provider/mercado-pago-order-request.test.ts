// What an answer of the Orders API to one try of a write says: that the order's state does not allow it, that it may have happened, or no.
import { MercadoPagoConfig } from 'mercadopago';
import { afterEach, expect, it, vi } from 'vitest';
import { failureOf } from './mercado-pago-failure.ts';
import { cardOrderOf, pixOrderOf, terminalOrderOf, writeOrder } from './mercado-pago-order-request.ts';

afterEach(() => vi.unstubAllGlobals());

const config = new MercadoPagoConfig({ accessToken: 'APP_USR-1' });
async function write(path: string, status: number, body: object, headers = {}): Promise<unknown> {
  vi.stubGlobal('fetch', async () => Response.json(body, { status, headers }));
  return writeOrder(config, path, { key: 'a key' }).catch((error: unknown) => failureOf(error));
}
const CREATE = '';
const REFUND = '/ORD1/refund';

it.each([
  // Nothing is there yet whose state could be wrong.
  [CREATE, 422, 'invalid_properties', 'refused'],
  [REFUND, 422, 'cannot_refund_order', 'not-now'],
  [REFUND, 409, 'order_already_canceled', 'not-now'],
  // Another try by the same key is under way or went through.
  [CREATE, 409, 'idempotency_key_already_used', 'unreachable'],
  [REFUND, 409, 'idempotency_key_already_used', 'unreachable'],
])('"%s" that is answered %i %s is %s', async (path, status, code, kind) => {
  expect(await write(path, status, { errors: [{ code, message: 'no' }] })).toMatchObject({ kind });
});

it('a refused card is an answer, and 402 without an order in it is a no', async () => {
  const order = { id: 'ORD1', status: 'failed' };
  expect(await write(CREATE, 402, { errors: [{ code: 'failed' }], data: order })).toMatchObject(order);
  // Without the words of a failure around it, it is the same order.
  expect(await write(CREATE, 402, order)).toMatchObject(order);
  expect(await write(CREATE, 402, { errors: [{ code: 'failed' }] })).toMatchObject({ kind: 'refused' });
});

it.each([
  [{ cause: [{ code: 13253 }] }, 400, { kind: 'refused', code: '13253' }],
  [{ error: 'forbidden' }, 403, { kind: 'credentials', code: 'forbidden' }],
  [{ errors: [], cause: [{ code: 4390 }], error: 'forbidden' }, 403, { kind: 'refused', code: '4390' }],
  [{ cause: [{ code: 'order_already_refunded' }] }, 409, { kind: 'not-now' }],
])('what answers in the words of the other interface is understood: %j', async (body, status, failure) => {
  expect(await write(REFUND, status, body)).toMatchObject(failure);
});

it('no other answer is one for the order that is in it', async () => {
  for (const status of [404, 500])
    expect(await write(REFUND, status, { id: 'ORD1', status: 'failed' })).not.toHaveProperty('status');
});

it.each([
  [{ 'retry-after': '7' }, 7000],
  [{}, 1000],
])('who asks too often waits as long as is said, or a second: %j', async (headers, retryAfterMs) => {
  expect(await write(CREATE, 429, { errors: [{ code: 'too_many_requests' }] }, headers)).toEqual({
    kind: 'busy',
    retryAfterMs,
  });
});

const cup = { id: 'cup', title: 'Açaí 500 ml', unitCents: 1990 };
const pixOf = (amountCents: number, validForMs = 60_000) =>
  pixOrderOf({
    ...{
      attemptId: 'the-attempt',
      orderId: 'the-order',
      amountCents,
      description: 'Pedido',
      items: [cup, cup],
    },
    ...{ expiresAtMs: 0, validForMs, payerEmail: 'a@example.com', noticeUrl: null },
  });
const ONE_LINE = { title: 'Pedido', quantity: 1, external_code: 'the-attempt' };

it.each([
  [
    'what was bought, where it adds up',
    3980,
    [
      { title: 'Açaí 500 ml', unit_price: '19.90', quantity: 1, external_code: 'the-attempt' },
      { title: 'Açaí 500 ml', unit_price: '19.90', quantity: 1, external_code: 'cup' },
    ],
  ],
  ['one line, with a delivery fee', 4480, [{ ...ONE_LINE, unit_price: '44.80' }]],
  ['one line, with a discount', 3480, [{ ...ONE_LINE, unit_price: '34.80' }]],
])('an order has %s: the API refuses items that do not come to its total', (_, amountCents, items) => {
  expect(pixOf(amountCents)).toMatchObject({ items });
});

it.each([
  [60_000, 'PT1M'],
  [60_001, 'PT2M'],
  [31 * 60_000, 'PT31M'],
])(
  'a code that is to be good for %i ms is good for whole minutes, and no shorter: %s',
  (validForMs, span) => {
    expect(pixOf(3980, validForMs)).toMatchObject({
      transactions: { payments: [{ expiration_time: span }] },
    });
  },
);

const card = (brand: string) =>
  cardOrderOf({
    ...{ attemptId: 'the-attempt', orderId: 'the-order', amountCents: 3980, description: 'Pedido' },
    ...{ items: [cup, cup], noticeUrl: null, token: 'the-token', installments: 3, brand, issuerId: null },
    payer: {
      ...{ email: 'a@example.com', firstName: 'Ana', lastName: 'Souza' },
      identification: { type: 'CPF', number: '39053344705' },
    },
  });

it.each([
  ['visa', 'credit_card'],
  ['debelo', 'debit_card'],
])('a card of %s is a %s, in its name and instalments, and taken at once', (brand, type) => {
  expect(card(brand)).toMatchObject({
    ...{ external_reference: 'the-order', total_amount: '39.80', capture_mode: 'automatic' },
    transactions: {
      payments: [
        { amount: '39.80', payment_method: { id: brand, type, token: 'the-token', installments: 3 } },
      ],
    },
    payer: {
      ...{ email: 'a@example.com', first_name: 'Ana', last_name: 'Souza' },
      identification: { type: 'CPF', number: '39053344705' },
    },
  });
});

it('an amount waits at the terminal for whole minutes, and no shorter; the terminal prints no slip of ours', () => {
  expect(
    terminalOrderOf({
      ...{ attemptId: 'the-attempt', orderId: 'the-order', amountCents: 2490, description: 'Pedido' },
      ...{ validForMs: 300_001, terminalId: 'PAX__1' },
    }),
  ).toEqual({
    type: 'point',
    external_reference: 'the-order',
    description: 'Pedido',
    expiration_time: 'PT6M',
    transactions: { payments: [{ amount: '24.90' }] },
    config: { point: { terminal_id: 'PAX__1', print_on_terminal: 'no_ticket' } },
  });
});
