// What an answer of the Orders API to one try of a write says: that the order's state does not allow it, that it may have happened, or no.
import { MercadoPagoConfig } from 'mercadopago';
import { afterEach, expect, it, vi } from 'vitest';
import { failureOf } from './mercado-pago-failure.ts';
import { writeOrder } from './mercado-pago-order-request.ts';

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
