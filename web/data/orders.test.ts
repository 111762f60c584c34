// What is sent about orders: the proof that they are this device's goes with each call that needs it, and with no other.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepOrder } from './kept-orders.ts';
import {
  cancelOrder,
  outcomeOf,
  payCash,
  placeOrder,
  readOrder,
  readPix,
  startPix,
  trackOrder,
} from './orders.ts';
import { stubStorage } from './testing/stub-storage.ts';
import { placeWholesale } from './wholesale.ts';

const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
beforeEach(() => {
  stubStorage();
  asked.mockReset();
  asked.mockImplementation(async () => Response.json({}));
  vi.stubGlobal('fetch', asked);
});
afterEach(() => vi.unstubAllGlobals());

const sent = () => {
  const [path, { method, body, headers }] = asked.mock.lastCall ?? expect.fail('nothing was sent');
  return {
    path,
    method,
    body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
    proof: new Headers(headers).get('authorization'),
  };
};
const keepTwo = (): void => {
  keepOrder({ code: 'OLDER', token: '', atMs: 1 });
  keepOrder({ code: 'MINE', token: 'token-1', atMs: 2 });
};

it.each<[string, () => Promise<unknown>, { path: string; method: string; body?: unknown }]>([
  ['to read it', () => readOrder('MINE'), { path: '/api/orders/MINE', method: 'GET' }],
  [
    'to pay it in cash',
    () => payCash('MINE', 5000),
    { path: '/api/orders/MINE/cash', method: 'POST', body: { changeForCents: 5000 } },
  ],
  ['to call it off', () => cancelOrder('MINE'), { path: '/api/orders/MINE/cancel', method: 'POST' }],
  ['to have a PIX code', () => startPix('MINE'), { path: '/api/orders/MINE/pix', method: 'POST' }],
  ['to look at the PIX', () => readPix('MINE', 'a1'), { path: '/api/orders/MINE/pix/a1', method: 'GET' }],
])('the token of the order goes along %s', async (_, ask, call) => {
  keepTwo();
  await ask();
  expect(sent()).toEqual({ body: undefined, ...call, proof: 'Bearer token-1' });
});

it('an order of another device is asked for without a token', async () => {
  keepTwo();
  await readOrder('THEIRS');
  expect(sent()).toMatchObject({ path: '/api/orders/THEIRS', proof: null });
});

it('what became of an order is asked for with the secret that it was placed with', async () => {
  await outcomeOf('id-1', 'claim-1');
  expect(sent()).toMatchObject({ path: '/api/orders/by-id/id-1', proof: 'Bearer claim-1' });
});

it('whoever searches by a number shows the tokens of this device, as far as there are any', async () => {
  await trackOrder({ query: '12' });
  expect(sent()).toMatchObject({ path: '/api/track', body: { query: '12' } });
  keepTwo();
  await trackOrder({ query: '12', lastFour: '4321' });
  expect(sent().body).toEqual({ query: '12', lastFour: '4321', tokens: ['token-1'] });
});

it('whoever searches by a phone shows none', async () => {
  keepTwo();
  await trackOrder({ phone: '11987654321' });
  expect(sent().body).toEqual({ phone: '11987654321' });
});

const ORDER = { id: 'o', observations: '', customerPhone: '11987654321', items: [], expectedTotalCents: 0 };
const BUYER = { customerName: 'Ana', customerCpfCnpj: '', customerAddress: '' };

it.each<[string, () => Promise<unknown>, number]>([
  ['a code for a PIX', () => startPix('MINE'), 30_000],
  ['an order', () => placeOrder({ ...ORDER, consumptionType: 'local' }), 20_000],
  ['an order of wholesale', () => placeWholesale({ ...ORDER, ...BUYER }), 20_000],
])('%s is waited for longer than another answer: provider or store make it', async (_, ask, ms) => {
  keepTwo();
  const bounds = vi.spyOn(AbortSignal, 'timeout');
  await ask();
  expect(bounds.mock.calls).toEqual([[ms]]);
  bounds.mockRestore();
});
