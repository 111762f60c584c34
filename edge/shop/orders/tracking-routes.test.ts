import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryCount } from '@balcao/shared/host/memory-limit.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { giveBackAll, takeAll } from './tracking-routes.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const HOUR_MS = 3_600_000;
const PHONE = '11987654321';
const order = (changes: Partial<Order> = {}): Order =>
  sell(store, store.clock.nowMs, { status: 'RECEBIDO', customerPhone: PHONE, ...changes });
/** A search as a device of its own in the shop makes it. */
const track = async (json: unknown, clientIp = '192.168.0.9') => {
  const answer = await store.app.request(
    '/api/track',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) },
    { transport: 'lan', clientIp, origin: 'http://balcao.local' },
  );
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
};
const statuses = async (times: number, ask: (at: number) => ReturnType<typeof track>): Promise<number[]> => {
  const found: number[] = [];
  for (let at = 0; at < times; at += 1) found.push((await ask(at)).status);
  return found;
};

describe('[39] who knows a name of an order and nothing else', () => {
  it.each([
    ['its number', (one: Order) => String(one.orderNumber), { orderNumber: 1, panelNumber: null }],
    ['its panel number', () => '88', { orderNumber: null, panelNumber: 88 }],
    ['its code', (one: Order) => one.code, { orderNumber: null, panelNumber: null }],
  ])('is told by %s how it stands, and nothing more', async (_name, query, names) => {
    const panelDate = store.orders.panel.today(store.clock.nowMs);
    const one = order({ panelNumber: 88, panelDate, panelSeries: 1 });
    const { body } = await track({ query: query(one) });
    expect(body['orders']).toEqual([{ access: 'status', ...names, status: 'RECEBIDO' }]);
  });

  it('gets a ticket that shows nothing of the order, and is as long as any other', async () => {
    const one = order();
    const { body } = await track({ query: one.code });
    const none = await track({ phone: '11900001111' });
    const bytes = Buffer.from(body['ticket'] as string, 'base64url');
    for (const text of [one.id, one.code, PHONE]) expect(bytes.toString('latin1')).not.toContain(text);
    expect(bytes.toString('hex')).not.toContain(one.id.replaceAll('-', ''));
    expect(none.body['ticket']).toHaveLength((body['ticket'] as string).length);
    expect((await track({ query: one.code })).body['ticket']).not.toBe(body['ticket']);
  });

  it('is told of an order of two days ago what is told of none', async () => {
    const old = order();
    store.clock.nowMs += 48 * HOUR_MS + 1;
    for (const query of [old.code, String(old.orderNumber)]) {
      const { ticket: _one, ...there } = (await track({ query })).body;
      const { ticket: _two, ...nowhere } = (await track({ query: query === old.code ? 'ZZZZZZZZZZ' : '77' }))
        .body;
      expect(there).toEqual(nowhere);
    }
    const answers = await Promise.all(
      [old.code, 'ZZZZZZZZZZ'].map(async (code) => (await store.ask(`/api/orders/${code}`)).text()),
    );
    expect(answers[0]).toBe(answers[1]);
  });
});

describe('[39] how the phone ends', () => {
  it('opens the order, without observations, id or token', async () => {
    const one = order({ observations: 'segredo da Ana' });
    const { status, body } = await track({ query: String(one.orderNumber), lastFour: '4321' });
    expect(status).toBe(200);
    expect(body['orders']).toMatchObject([
      { access: 'public', code: one.code, totalCents: one.totalCents, customerPhoneMasked: '***321' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`segredo|${one.id}|${PHONE}`));
  });

  it('may be guessed five times a business day, from whatever address; the sixth is not judged', async () => {
    const [mine, other] = [order(), order()];
    const guess = (lastFour: string, at: number, one = mine) =>
      track({ query: one.code, lastFour }, `192.168.7.${at}`);
    for (let at = 1; at <= 5; at += 1) {
      const { status, body } = await guess('0000', at);
      expect([status, body['code'], body['triesLeft']]).toEqual([403, 'wrong-digits', 5 - at]);
      expect(body['detail']).toMatch(
        at === 5 ? /Não restam tentativas/ : at === 4 ? /Resta 1 tentativa/ : /Restam \d tentativas/,
      );
    }
    const sixth = await guess('4321', 6);
    expect([sixth.status, sixth.body['code']]).toEqual([429, 'digits-spent']);
    expect(sixth.body['detail']).toMatch(/balcão.*aparelho que fez o pedido/);
    // How it stands is told as before, another order has tries of its own, and so has the next business day.
    expect((await track({ query: mine.code })).status).toBe(200);
    expect((await guess('4321', 6, other)).status).toBe(200);
    store.clock.nowMs += 24 * HOUR_MS;
    expect((await guess('4321', 6)).status).toBe(200);
  });

  it('counts wrong ones alone, and every one of many that come at once', async () => {
    const one = order();
    for (let at = 0; at < 4; at += 1) await track({ query: one.code, lastFour: '0000' });
    expect(await statuses(10, () => track({ query: one.code, lastFour: '4321' }))).toEqual(
      Array.from({ length: 10 }, () => 200),
    );
    const second = order();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => track({ query: second.code, lastFour: `000${at % 10}` })),
    );
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('opens no order without a phone, in the words for wrong digits', async () => {
    const [bare, other] = [order({ customerPhone: null }), order()];
    const [one, two] = await Promise.all(
      [bare, other].map(({ code }) => track({ query: code, lastFour: '0000' })),
    );
    expect(one).toEqual(two);
    expect(one?.status).toBe(403);
  });

  it('opens the one of two that it belongs to, and takes no try of the other', async () => {
    const panelDate = store.orders.panel.today(store.clock.nowMs);
    const mine = order();
    const theirs = order({ customerPhone: '11900001111', panelNumber: 1, panelDate, panelSeries: 1 });
    expect((await track({ query: '1' })).body['orders']).toHaveLength(2);
    for (let at = 0; at < 7; at += 1)
      expect((await track({ query: '1', lastFour: '4321' })).body['orders']).toMatchObject([
        { code: mine.code },
      ]);
    expect((await track({ query: theirs.code, lastFour: '1111' })).status).toBe(200);
  });
});

it('[39] of two orders under one number it is told how often either may still be tried', async () => {
  const panelDate = store.orders.panel.today(store.clock.nowMs);
  const mine = order();
  order({ customerPhone: '11900001111', panelNumber: 1, panelDate, panelSeries: 1 });
  for (let at = 0; at < 2; at += 1) await track({ query: mine.code, lastFour: '0000' });
  expect((await track({ query: '1', lastFour: '0000' })).body).toMatchObject({
    code: 'wrong-digits',
    triesLeft: 4,
  });
});

describe('[39] the device that ordered', () => {
  it('finds its order by number without being asked, and is never slowed', async () => {
    const [mine, theirs] = [order(), order()];
    const tokens = [store.orders.tokens.tokenOf(mine.id)];
    const answers = await Promise.all(
      Array.from({ length: 80 }, () => track({ query: String(mine.orderNumber), tokens })),
    );
    for (const { body } of answers)
      expect(body['orders']).toMatchObject([{ access: 'public', code: mine.code }]);
    expect((await track({ query: String(theirs.orderNumber), tokens })).body['orders']).toMatchObject([
      { access: 'status' },
    ]);
  });
});

describe('[29] walking through numbers and phones', () => {
  /** Without its figures: a second may pass between two answers. */
  const worded = (answer: object): string => JSON.stringify(answer).replaceAll(/\d+/g, 'n');

  it('ends after four numbers that are not there: then none is answered, there or not, in the same words', async () => {
    const one = order();
    const mine = [store.orders.tokens.tokenOf(one.id)];
    expect(await statuses(4, (at) => track({ query: `${500 + at}` }))).toEqual([200, 200, 200, 200]);
    const [there, nowhere] = [await track({ query: String(one.orderNumber) }), await track({ query: '600' })];
    expect(worded(there)).toBe(worded(nowhere));
    expect([there.status, there.body['code']]).toEqual([429, 'number-searches-spent']);
    expect(there.body['detail']).toMatch(/telefone|código/);
    // Whoever can say more than a number goes on, and so does the next address.
    expect((await track({ phone: PHONE })).status).toBe(200);
    expect((await track({ query: one.code })).status).toBe(200);
    expect((await track({ query: '1', tokens: mine })).status).toBe(200);
    expect((await track({ query: '1' }, '192.168.0.10')).status).toBe(200);
  });

  it('ends after twenty different numbers that are there; the same one may be followed', async () => {
    for (let at = 0; at < 21; at += 1) order();
    for (let at = 0; at < 10; at += 1) expect((await track({ query: '1' })).status).toBe(200);
    expect(await statuses(20, (at) => track({ query: `${at + 1}` }))).toEqual(
      Array.from({ length: 20 }, () => 200),
    );
    // However often it is asked for: a refusal makes it none of those that may be followed.
    expect(await statuses(2, () => track({ query: '21' }))).toEqual([429, 429]);
    expect((await track({ query: '20' })).status).toBe(200);
  });

  it('is bounded for the whole store too: forty numbers that are not there, from however many addresses', async () => {
    order();
    expect(await statuses(40, (at) => track({ query: `${500 + at}` }, `192.168.8.${at}`))).toEqual(
      Array.from({ length: 40 }, () => 200),
    );
    expect((await track({ query: '1' }, '192.168.9.1')).status).toBe(429);
  });

  it('by a phone finds its twenty newest orders, the newest first', async () => {
    const placed: number[] = [];
    for (let at = 0; at < 21; at += 1) {
      placed.push(order().orderNumber);
      store.clock.nowMs += 1000;
    }
    const { orders } = (await track({ phone: PHONE })).body as { orders: { orderNumber: number }[] };
    expect(orders.map(({ orderNumber }) => orderNumber)).toEqual(placed.slice(1).toReversed());
  });

  it('ends after twenty phones that ordered nothing; one that did costs nothing', async () => {
    order();
    for (let at = 0; at < 25; at += 1) expect((await track({ phone: PHONE })).status).toBe(200);
    const miss = (at: number) => track({ phone: `1190000${1000 + at}` });
    expect(await statuses(20, miss)).toEqual(Array.from({ length: 20 }, () => 200));
    const [there, nowhere] = [await track({ phone: PHONE }), await miss(99)];
    expect(worded(there)).toBe(worded(nowhere));
    expect([there.status, there.body['code']]).toEqual([429, 'phone-searches-spent']);
  });
});

it('[29] a search that is refused uses up nothing, however often: what one before it gives back is free again', async () => {
  const search = [2, 1].map((points) => [createMemoryCount({ points, seconds: 60 }).use, 'me'] as const);
  expect(await takeAll(search)).toBe(0);
  for (let at = 0; at < 3; at += 1) expect(await takeAll(search)).toBeGreaterThan(0);
  await giveBackAll(search);
  expect(await takeAll(search)).toBe(0);
});
