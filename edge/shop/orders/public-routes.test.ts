import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { SAMPLE_ID } from '@balcao/shared/order/sample.ts';
import { orderItems, orders } from '../../storage/schema/orders.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole } from '../../testing/sign-in.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const acai = { sizeId: 'g', baseId: 'acai', iceCreamId: 'ninho' };
const body = (changes: Record<string, unknown> = {}) => ({
  id: SAMPLE_ID,
  customerPhone: '(11) 98765-4321',
  consumptionType: 'takeaway',
  items: [{ id: 'one', ...acai, toppings: [{ id: 'nutella', layer: 'TOP' }] }],
  ...changes,
});
const place = async (changes: Record<string, unknown> = {}) => {
  const response = await store.ask('/api/orders', { json: body(changes) });
  return { status: response.status, body: (await response.json()) as Record<string, any> };
};
const rows = () => [orders, orderItems, outbox].map((table) => store.db.select().from(table).all().length);

describe('POST /api/orders', () => {
  it('[O1] prices from the menu, whatever the client says it costs', async () => {
    const { status, body: placed } = await place({
      totalCents: 1,
      status: 'DELIVERED',
      items: [{ id: 'one', ...acai, toppings: [], price: 0.01 }],
    });
    expect(status).toBe(201);
    expect(placed['order']).toMatchObject({
      totalCents: 2250,
      status: 'PENDING',
      paymentStatus: 'pending',
      simpleId: 1,
    });
  });

  it('[O2] saves the order with its items and its log row, and gives code, number and token', async () => {
    const { body: placed } = await place();
    expect(rows()).toEqual([1, 1, 1]);
    expect(placed['order'].code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect(Buffer.from(placed['trackingToken'], 'base64url').length * 8).toBeGreaterThanOrEqual(128);
  });

  it.each(['order_items', 'order_item_toppings', 'outbox'])(
    '[O2] saves nothing at all when the disk refuses the row of %s, and all of it when it is asked again',
    async (table) => {
      const trigger = `create trigger refuses before insert on ${table} begin select raise(abort, 'no'); end`;
      store.db.$client.exec(trigger);
      expect((await place()).status).toBe(500);
      expect(rows()).toEqual([0, 0, 0]);
      store.db.$client.exec('drop trigger refuses');
      expect(await place()).toMatchObject({ status: 201, body: { order: { simpleId: 1 } } });
      expect(rows()).toEqual([1, 1, 1]);
    },
  );

  it('[O3] answers a repeated id with the same order, also when both come at once', async () => {
    const [one, two] = await Promise.all([place(), place()]);
    const three = await place();
    expect(two.body).toEqual(one.body);
    expect(three.body).toEqual(one.body);
    expect(rows()).toEqual([1, 1, 1]);
  });

  it('[O3] refuses a repeated id with another body', async () => {
    await place();
    expect(await place({ consumptionType: 'local' })).toMatchObject({
      status: 409,
      body: { code: 'id-reused' },
    });
    expect(rows()).toEqual([1, 1, 1]);
  });

  it('[O2] draws the code: orders of one moment share next to nothing of theirs', async () => {
    const codes: string[] = [];
    for (let made = 0; made < 2; made += 1) codes.push((await place({ id: v7() })).body['order'].code);
    const [one = '', other = ''] = codes;
    expect(Array.from(one).filter((letter, at) => letter === other[at]).length).toBeLessThan(6);
  });
  it('[O1] refuses when the customer was shown another total, and says the real one', async () => {
    expect(await place({ expectedTotalCents: 100 })).toMatchObject({
      status: 409,
      body: { code: 'price-changed', totalCents: 2565 },
    });
    expect(rows()).toEqual([0, 0, 0]);
  });

  it.each([
    ['an unknown size', { items: [{ id: 'a', ...acai, sizeId: 'xxl' }] }, 'items[0].sizeId'],
    [
      'a sold-out topping',
      { items: [{ id: 'a', ...acai, toppings: [{ id: 'granola', layer: 'TOP' }] }] },
      'items[0].toppings[0].id',
    ],
    [
      'too many toppings',
      {
        items: [
          {
            id: 'a',
            ...acai,
            sizeId: 'p',
            toppings: ['banana', 'mel', 'nutella'].map((id) => ({ id, layer: 'TOP' })),
          },
        ],
      },
      'items[0].toppings',
    ],
    [
      'half-and-half with one flavour',
      { items: [{ id: 'a', ...acai, meioAMeio: true }] },
      'items[0].secondaryIceCreamId',
    ],
    ['an empty cart', { items: [] }, 'items'],
    [
      'a layer that does not exist',
      { items: [{ id: 'a', ...acai, toppings: [{ id: 'mel', layer: 'LEFT' }] }] },
      'items[0].toppings[0].layer',
    ],
    ['a negative expected total', { expectedTotalCents: -1 }, 'expectedTotalCents'],
    ['a huge expected total', { expectedTotalCents: 1e30 }, 'expectedTotalCents'],
    ['a phone that is a number', { customerPhone: 11987654321 }, 'customerPhone'],
    ['a phone that is too short', { customerPhone: '98765' }, 'customerPhone'],
    ['no consumption type', { consumptionType: undefined }, 'consumptionType'],
    ['an id that is no UUIDv7', { id: 'temp-order' }, 'id'],
    ['observations that never end', { observations: 'x'.repeat(501) }, 'observations'],
  ])(
    'refuses %s with a problem in Portuguese that names the field, and saves nothing',
    async (_case, changes, field) => {
      store.menu.setEntry('toppings', 'granola', { soldOutUntilMs: store.clock.nowMs + 60_000 });
      const { status, body: answer } = await place(changes);
      expect(status).toBe(422);
      expect(answer['errors'].map((error: { field: string }) => error.field)).toContain(field);
      expect(answer['detail']).toMatch(/[a-zà-ú]/i);
      expect(rows()).toEqual([0, 0, 0]);
    },
  );

  it('refuses what is not JSON, what is not an object and what is too large', async () => {
    expect((await store.ask('/api/orders', { json: '{"id":' })).status).toBe(400);
    expect((await store.ask('/api/orders', { json: '[]' })).status).toBe(422);
    expect(
      (await store.ask('/api/orders', { json: body({ observations: 'x'.repeat(300_000) }) })).status,
    ).toBe(413);
    expect(
      (
        await store.ask('/api/orders', {
          method: 'POST',
          headers: { 'content-type': 'text/plain' },
          json: body(),
        })
      ).status,
    ).toBe(415);
    expect(rows()).toEqual([0, 0, 0]);
  });

  it('[O6] is refused while closed, with the next opening', async () => {
    store.menu.setSettings({
      openingHours: {
        weekly: Array.from({ length: 7 }, () => [{ opens: '18:00', closes: '22:00' }]),
        holidays: [],
      },
    });
    const { status, body: answer } = await place();
    expect([status, answer['code'], answer['detail']]).toEqual([
      409,
      'store-closed',
      'A loja está fechada no momento. Abre em 21/11 às 18:00.',
    ]);
  });

  it('[O6] is refused while closed to whoever orders over the site too, and taken at the counter', async () => {
    store.menu.setSettings({
      openingHours: { weekly: Array.from({ length: 7 }, () => []), holidays: [] },
    });
    const { id: _, ...order } = body();
    const sent = await store.askLink('/link/commands', {
      json: { id: v7(), kind: 'order.place', payload: { order: { id: v7(), ...order } } },
    });
    expect(await sent.json()).toMatchObject({ status: 'refused', refusal: { code: 'store-closed' } });
    expect(rows()).toEqual([0, 0, 0]);
    const front = await asRole(store, 'ATTENDANT');
    expect((await front('/api/staff/orders', { json: { id: v7(), ...order } })).status).toBe(201);
  });

  it('is refused from another site', async () => {
    const response = await store.ask('/api/orders', {
      json: body(),
      headers: { origin: 'https://evil.example' },
    });
    expect(response.status).toBe(403);
    expect(rows()).toEqual([0, 0, 0]);
  });
});

describe('how long the kitchen takes', () => {
  const readyTime = async () =>
    ((await (await store.ask('/api/store')).json()) as { readyTime: unknown }).readyTime;

  it('is told from the orders that became ready in the last hour, handed over or not', async () => {
    expect(await readyTime()).toBeNull();
    const times = [5, 6, 7, 8].map((minutes) => ({
      receivedAtMs: store.clock.nowMs,
      readyAtMs: store.clock.nowMs + minutes * 60_000,
    }));
    for (const [at, { receivedAtMs, readyAtMs }] of times.entries()) {
      const { body: placed } = await place({ id: SAMPLE_ID.slice(0, -1) + String(at) });
      const over = at < 2;
      store.db
        .update(orders)
        .set({
          status: over ? 'DELIVERED' : 'READY',
          receivedAtMs,
          readyAtMs,
          deliveredAtMs: over ? readyAtMs + 1 : null,
        })
        .where(eq(orders.code, placed['order'].code as string))
        .run();
    }
    store.clock.nowMs += 10 * 60_000;
    expect(await readyTime()).toEqual({ fromMinutes: 6, toMinutes: 8 });
    // Ready a minute apart, the next one always there already: behind ten it takes longer.
    for (let n = 0; n < 10; n += 1) {
      const { body: placed } = await place({ id: SAMPLE_ID.slice(0, -2) + String(10 + n) });
      store.db
        .update(orders)
        .set({ status: n % 2 ? 'RECEBIDO' : 'PREPARING', receivedAtMs: store.clock.nowMs })
        .where(eq(orders.code, placed['order'].code as string))
        .run();
    }
    expect(await readyTime()).toEqual({ fromMinutes: 10, toMinutes: 12 });
    store.clock.nowMs += 60 * 60_000;
    expect(await readyTime()).toBeNull();
  });

  it('comes with what was ordered most, read once in ten minutes', async () => {
    const mostOrdered = async () =>
      ((await (await store.ask('/api/store')).json()) as { mostOrdered: unknown }).mostOrdered;
    expect(await mostOrdered()).toEqual([]);
    for (let n = 0; n < 5; n += 1) sell(store, store.clock.nowMs);
    store.clock.nowMs += 600_000 - 1;
    expect(await mostOrdered()).toEqual([]);
    store.clock.nowMs += 1;
    expect(await mostOrdered()).toEqual(['banana', 'nutella']);
  });
});

describe('who sees what of an order', () => {
  it('shows the whole order to the token, and to others how it stands', async () => {
    const { body: placed } = await place({ observations: 'sem gelo' });
    const whole = await (
      await store.ask(`/api/orders/${placed['order'].code}`, {
        headers: { authorization: `Bearer ${placed['trackingToken']}` },
      })
    ).json();
    expect(whole).toMatchObject({
      access: 'whole',
      order: { customerPhone: '11987654321', observations: 'sem gelo' },
    });
    const others = (await (await store.ask(`/api/orders/${placed['order'].code}`)).json()) as object;
    expect(others).toEqual({
      access: 'status',
      order: { access: 'status', orderNumber: null, panelNumber: null, status: 'PENDING' },
      ticket: expect.any(String) as string,
    });
  });

  it('finds by whole phone, code and number for 48 hours, and no longer', async () => {
    const { body: placed } = await place();
    const count = async (json: unknown) =>
      ((await (await store.ask('/api/track', { json })).json()) as { orders: unknown[] }).orders.length;
    const queries = [
      { phone: '(11) 98765-4321' },
      { query: placed['order'].code.toLowerCase() },
      { query: '1' },
    ];
    for (const query of queries) expect(await count(query)).toBe(1);
    expect(await count({ phone: '98765-4321' })).toBe(0);
    store.clock.nowMs += 48 * 3_600_000 + 1;
    for (const query of queries) expect(await count(query)).toBe(0);
  });

  it('slows down who walks through numbers', async () => {
    await place();
    const track = async (query: string) => {
      const response = await store.ask('/api/track', { json: { query } });
      const { orders = [] } = (await response.json()) as { orders?: unknown[] };
      return [response.status, orders.length];
    };
    // One that is there costs nothing; of those that are not, four are answered.
    expect(await track('1')).toEqual([200, 1]);
    for (const number of [2, 3, 4, 5]) expect(await track(`${number}`)).toEqual([200, 0]);
    expect(await track('6')).toEqual([429, 0]);
    expect(await track('1')).toEqual([429, 0]);
  });

  it('takes as many orders a minute from one address as its settings say', async () => {
    const strict = await openTestStore({ environment: { ORDERS_PER_MINUTE: '2' } });
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1)
      statuses.push((await strict.ask('/api/orders', { json: body() })).status);
    await strict.close();
    expect(statuses).toEqual([201, 201, 429]);
  });
});

describe('POST /api/orders/:code/cash', () => {
  it('needs the tracking token', async () => {
    const { body: placed } = await place();
    expect((await store.ask(`/api/orders/${placed['order'].code}/cash`, { json: {} })).status).toBe(401);
  });

  it('[41] takes as many choices a minute from one address as orders', async () => {
    const strict = await openTestStore({ environment: { ORDERS_PER_MINUTE: '2' } });
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1)
      statuses.push((await strict.ask('/api/orders/T000000001/cash', { json: {} })).status);
    await strict.close();
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('[O10] [O13] gives the panel number and keeps the note only above the total', async () => {
    const { body: placed } = await place();
    const headers = { authorization: `Bearer ${placed['trackingToken']}` };
    const paid = await store.ask(`/api/orders/${placed['order'].code}/cash`, {
      json: { changeForCents: 5000 },
      headers,
    });
    expect(await paid.json()).toMatchObject({
      order: {
        panelNumber: 1,
        panelDate: '2026-11-21',
        status: 'PENDING',
        paymentMethod: 'cash',
        changeForCents: 5000,
      },
    });
  });
});

it('[42] whoever tries tokens that are not theirs is slowed after sixty in a minute, however many may order', async () => {
  const busy = await openTestStore({ environment: { ORDERS_PER_MINUTE: '600' } });
  const statuses: number[] = [];
  const tryToken = async (ask: TestStore['ask']) =>
    statuses.push((await ask('/api/orders/T000000001/cancel', { method: 'POST', json: {} })).status);
  for (let n = 0; n < 61; n += 1) await tryToken(busy.ask);
  // Somewhere else.
  await tryToken(busy.askLink);
  await busy.close();
  expect([new Set(statuses.slice(0, 60)), statuses.slice(60)]).toEqual([new Set([401]), [429, 401]]);
});
