// Sales that were paid while the store was away: on the device until it has them, once each, in their order, and said where it asks for more.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { WAITING_SALES_KEY } from '../../data/stored-keys.ts';
import { changeSale, newSale, readyToSend } from './sale.ts';
import { ApiError } from '../../data/request.ts';
import {
  isUnheard,
  isUnsold,
  loadWaitingSales,
  saveWaitingSales,
  sellWaitingSale,
  sendWaitingSale,
  type WaitingSale,
} from './waiting-sales.ts';

let stored: Map<string, string>;
const asked: { path: string; body: Record<string, unknown> }[] = [];
let answers: Response[];
let full: boolean;
beforeEach(() => {
  stored = new Map();
  full = false;
  asked.length = 0;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new Error('full');
      stored.set(key, value);
    },
  });
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    asked.push({ path, body: JSON.parse(body) as Record<string, unknown> });
    const answer = answers.shift();
    return answer ? Promise.resolve(answer) : Promise.reject(new TypeError('unplugged'));
  });
});
afterEach(() => vi.unstubAllGlobals());

const item = {
  priceCents: 3200,
  productId: 'taca',
  id: 'a',
  sizeId: null,
  baseId: null,
  iceCreamId: null,
  meioAMeio: false,
  secondaryIceCreamId: null,
  toppings: [],
};
const waiting = (change: Partial<WaitingSale> = {}): WaitingSale => ({
  keptId: 'first',
  sale: readyToSend(changeSale(newSale(), { items: [item], observations: 'sem canudo' }), 3200),
  totalCents: 3200,
  receivedCents: 5000,
  askedCents: 3200,
  userId: 'ana',
  atMs: 1000,
  outcome: null,
  ...change,
});
const order = (totalCents = 3200) => sampleOrder({ totalCents, panelNumber: 12 });
const placed = (totalCents?: number) => Response.json({ order: order(totalCents), trackingToken: 't' });
const paid = (totalCents?: number) => Response.json({ order: order(totalCents) });
const problem = (status: number, code: string, more: object = {}) =>
  Response.json({ type: 'about:blank', title: 'x', status, detail: 'palavras', code, ...more }, { status });
/** Sends it, keeping what is to be kept before. */
const send = async (one: WaitingSale) => {
  let kept = one;
  const outcome = await sendWaitingSale(one, (next) => {
    kept = next;
  });
  return { outcome, kept };
};

it('is as it was kept, in its order, whoever looks', () => {
  const both = [
    waiting(),
    waiting({ keptId: 'other', atMs: 2000, outcome: { kind: 'refused', words: 'não' } }),
  ];
  expect(saveWaitingSales(both)).toBe(true);
  expect(loadWaitingSales()).toEqual(both);
});

it('is told from others by the id of its first try, also as an older version kept it', () => {
  const one = waiting();
  saveWaitingSales([one]);
  const [kept] = JSON.parse(stored.get(WAITING_SALES_KEY) ?? '[]') as [{ keptId?: string }];
  delete kept.keptId;
  stored.set(WAITING_SALES_KEY, JSON.stringify([kept]));
  expect(loadWaitingSales()).toEqual([{ ...one, keptId: one.sale.id }]);
});

it('is not said to be kept by a device that cannot, and nothing is made of what cannot be read', () => {
  full = true;
  vi.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
  expect(saveWaitingSales([waiting()])).toBe(false);
  for (const text of ['{', '{}', '[{}]', JSON.stringify([{ ...waiting(), items: 1 }])]) {
    stored.set(WAITING_SALES_KEY, text);
    expect(loadWaitingSales()).toEqual([]);
  }
});

it('is placed under the id of the first try and paid with what was handed over, needing no drawer', async () => {
  answers = [placed(), paid()];
  const one = waiting();
  expect(await send(one)).toEqual({ outcome: null, kept: one });
  expect(asked.map(({ path }) => path)).toEqual([
    '/api/staff/orders',
    `/api/staff/orders/${order().id}/moves`,
  ]);
  expect(asked[0]?.body).toMatchObject({ id: one.sale.id, expectedTotalCents: 3200 });
  expect(asked[1]?.body).toEqual({ kind: 'confirm-payment', method: 'cash', receivedCents: 5000 });
});

it.each([
  ['nobody answers', () => []],
  ['the money is not answered', () => [placed()]],
  ['the store is away', () => [problem(503, 'relay-away')]],
  ['it was asked too often', () => [problem(429, 'too-many')]],
])('waits on while %s, and is the same sale at the next try', async (_case, answered) => {
  answers = answered();
  const { outcome, kept } = await send(waiting());
  expect(outcome).toBe('later');
  const tries = asked.filter(({ path }) => path === '/api/staff/orders');
  asked.length = 0;
  answers = [placed(), paid()];
  expect((await send(kept)).outcome).toBeNull();
  expect(asked[0]?.body).toEqual(tries[0]?.body);
});

it.each([
  [3201, 5000],
  [5000, 5000],
  [5001, undefined],
  [2000, 5000],
])(
  'is sold at the price of the store, %i, under the same id, and the difference is said',
  async (cents, received) => {
    answers = [problem(409, 'price-changed', { totalCents: cents }), placed(cents), paid(cents)];
    const one = waiting();
    const { outcome, kept } = await send(one);
    expect(outcome).toEqual({ kind: 'differs', number: 12, totalCents: cents });
    expect(
      asked.slice(0, 2).map(({ body }) => [body['id'], body['expectedTotalCents'], body['replaces']]),
    ).toEqual([
      [one.sale.id, 3200, undefined],
      [one.sale.id, cents, undefined],
    ]);
    // Less than the price was not handed over for it.
    expect(asked[2]?.body['receivedCents']).toBe(received);
    expect(kept).toMatchObject({ askedCents: cents, totalCents: 3200 });
  },
);

it('asks at the price that the store named when the answer to that was lost', async () => {
  answers = [problem(409, 'price-changed', { totalCents: 3500 })];
  const { outcome, kept } = await send(waiting());
  expect(outcome).toBe('later');
  const lost = asked[1]?.body;
  asked.length = 0;
  answers = [placed(3500), paid(3500)];
  expect((await send(kept)).outcome).toMatchObject({ kind: 'differs', totalCents: 3500 });
  expect(asked[0]?.body).toEqual(lost);
});

it('says in the words of the store that it is not taken, and leaves the end of a session to the page', async () => {
  answers = [problem(422, 'invalid-order')];
  expect((await send(waiting())).outcome).toEqual({ kind: 'refused', words: 'palavras' });
  answers = [problem(401, 'unauthenticated')];
  await expect(send(waiting())).rejects.toMatchObject({ status: 401 });
});

it('is sold with the PIN of a manager where the store asks for one, at whatever price, and the device keeps no PIN', async () => {
  answers = [problem(403, 'manager-needed', { hasPin: true })];
  const one = waiting();
  expect(await send(one)).toEqual({
    outcome: { kind: 'refused', words: 'palavras', forManager: true },
    kept: one,
  });
  asked.length = 0;
  answers = [problem(409, 'price-changed', { totalCents: 3500 }), placed(3500), paid(3500)];
  const kept: WaitingSale[] = [];
  const outcome = await sellWaitingSale(one, (next) => kept.push(next), { pin: '4071' });
  expect(outcome).toMatchObject({ kind: 'differs', totalCents: 3500 });
  expect(asked.map(({ body }) => body['pin'])).toEqual(['4071', '4071', undefined]);
  expect(JSON.stringify(kept)).not.toContain('4071');
});

it('one that waits, or that the store refused, is still to be sold; one at another price is sold', () => {
  expect(isUnsold(waiting())).toBe(true);
  expect(isUnsold(waiting({ outcome: { kind: 'refused', words: 'Não há mais.' } }))).toBe(true);
  expect(isUnsold(waiting({ outcome: { kind: 'differs', number: 12, totalCents: 3000 } }))).toBe(false);
});

it.each([
  [0, true],
  [400, false],
  [409, false],
  [429, false],
  [500, false],
  [502, true],
  [503, true],
  [504, true],
])('an answer of %i, heard from nobody who sells: %s', (status, unheard) => {
  const body = { type: 'about:blank' as const, title: 'x', status, detail: 'palavras', code: 'x' };
  expect(isUnheard(new ApiError(status, body))).toBe(unheard);
  expect(isUnheard(new TypeError('a slip of the page'))).toBe(false);
});
