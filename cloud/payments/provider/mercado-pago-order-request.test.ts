// What an answer of the Orders API to one try of a write says: that the order's state does not allow it, that it may have happened, or no.
import { MercadoPagoConfig } from 'mercadopago';
import { afterEach, expect, it, vi } from 'vitest';
import { failureOf } from './mercado-pago-failure.ts';
import { pixOrderOf, writeOrder } from './mercado-pago-order-request.ts';

afterEach(() => vi.unstubAllGlobals());

const config = new MercadoPagoConfig({ accessToken: 'APP_USR-1' });
async function write(path: string, status: number, body: object): Promise<unknown> {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
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
  expect(await write(CREATE, 402, { errors: [{ code: 'failed' }] })).toMatchObject({ kind: 'refused' });
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
