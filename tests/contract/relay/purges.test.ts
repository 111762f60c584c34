// What an erasure takes with it on the relay, and what it leaves: of its orders and of no other, of this store and of no other.
// The use case alone, on a database of its own.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { ErasureBody } from '@balcao/shared/link/aggregates/erasure.ts';
import { Command, type Outcome } from '@balcao/shared/link/commands.ts';
import type { CommandState } from '@balcao/shared/link/command-state.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import {
  erasedOf,
  hasErased,
  isGone,
  purgeErased,
  recordErasures,
} from '../../../cloud/shop/orders/erasure.ts';
import { orderRow } from '../../../cloud/shop/orders/replica.ts';
import {
  aggregates,
  commands,
  erasedOrders,
  orders,
  pushSubscriptions,
  stores,
} from '../../../cloud/storage/schema.ts';
import { createPersons } from '../../../cloud/storage/persons/persons.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';
import { anOrder } from '../../harness/store-log.ts';

const GONE: Outcome = { status: 'refused', refusal: { code: 'order-not-found' } };
const SEQ = 9;
const persons = createPersons(randomBytes(32));
let database: TestDatabase;
let storeId: string;
let otherId: string;
const db = () => database.db;

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  // Each test has stores of its own: nothing has to be cleared.
  [storeId, otherId] = [randomUUID(), randomUUID()];
  for (const id of [storeId, otherId])
    await db().insert(stores).values({ storeId: id, name: '', publicKey: {}, pairedAtMs: 0, hash: '' });
});

const erase = (...bodies: ErasureBody[]) =>
  db().transaction(async (tx) => {
    const erasures = bodies.map((body) => ({ seq: SEQ, body }));
    await recordErasures(tx, storeId, erasures);
    await purgeErased(tx, storeId, erasures);
  });

/** An order of that number with what the relay may have about it: its row, its command, a browser that wants to hear of it. */
async function known(number: number, of = storeId, state: CommandState = 'done'): Promise<Order> {
  const order = anOrder({ orderNumber: number, customerPhone: '11955554444', observations: 'azul' });
  const kept = persons.close({ storeId: of, id: order.id }, order);
  const hash = createHash('sha256').update(order.id).digest('hex');
  await db()
    .insert(orders)
    .values({ ...orderRow(kept, hash), storeId: of, seq: 1, body: JSON.stringify(kept) });
  const id = randomUUID();
  const command = Command.parse({
    ...{ id, kind: 'order.place', payload: { order: sampleRequest({ id: order.id }) } },
  });
  await db()
    .insert(commands)
    .values({
      ...{ storeId: of, id, orderId: order.id, kind: 'order.place', command, requestHash: 'a hash', state },
      ...{ nextAtMs: 0, createdAtMs: 0 },
    });
  await db()
    .insert(pushSubscriptions)
    .values({
      ...{ storeId: of, id: randomUUID(), orderId: order.id, endpoint: '', p256dh: '', auth: '' },
      createdAtMs: 0,
    });
  return order;
}
/** What is left of it: its row, what was sent with the hash of it and its answer, the browsers. */
async function left({ id }: Order, of = storeId) {
  const [row] = await db()
    .select()
    .from(orders)
    .where(and(eq(orders.storeId, of), eq(orders.id, id)));
  const [command] = await db().select().from(commands).where(eq(commands.orderId, id));
  const browsers = await db().select().from(pushSubscriptions).where(eq(pushSubscriptions.orderId, id));
  return {
    phone: row === undefined ? 'no order' : row.customerPhone,
    words: row === undefined ? 'no order' : (JSON.parse(row.body ?? '{}') as Order).observations !== '',
    sent: command?.command !== null,
    ...{ hash: command?.requestHash, outcome: command?.outcome, browsers: browsers.length },
  };
}
const GONE_WHOLE = {
  phone: 'no order',
  words: 'no order',
  sent: false,
  hash: 'erased',
  outcome: GONE,
  browsers: 0,
};

it.each<[string, (order: Order) => ErasureBody]>([
  ['single orders', ({ id }) => ({ scope: 'orders', orderIds: [id] })],
  ['the history', ({ orderNumber }) => ({ scope: 'history', upToNumber: orderNumber })],
])(
  '%s go whole, with what was sent, a hash to test a guess against and the browsers; what waits stays to be answered',
  async (_scope, body) => {
    const order = await known(40);
    const waits = await known(39, storeId, 'queued');
    const others = [await known(41), await known(40, otherId)];
    const before = [await left(others[0] as Order), await left(others[1] as Order, otherId)];
    expect(before).toMatchObject([
      { sent: true, browsers: 1 },
      { sent: true, browsers: 1 },
    ]);
    await erase(body(waits), body(order));
    expect(await left(order)).toEqual(GONE_WHOLE);
    expect(await left(waits)).toEqual({ ...GONE_WHOLE, sent: true, hash: 'a hash', outcome: null });
    expect([await left(others[0] as Order), await left(others[1] as Order, otherId)]).toEqual(before);
  },
);

it('of a person the order stays, without phone and words, what was sent and the browsers', async () => {
  const [order, other] = [await known(1), await known(2)];
  await erase({ scope: 'person', orderIds: [order.id] });
  expect(await left(order)).toEqual({
    ...{ phone: null, words: false, sent: false, hash: 'erased', outcome: null, browsers: 0 },
  });
  expect(await left(other)).toMatchObject({ words: true, sent: true, browsers: 1 });
});

it('[F2] of the history rows of orders and payments before its own go, and no others', async () => {
  const row = (kind: string, aggregateId: string, seq: number, of = storeId) => ({
    ...{ storeId: of, kind, aggregateId, seq, sealed: false, body: '{}' },
  });
  await db()
    .insert(aggregates)
    .values([
      row('order', 'before', SEQ - 1),
      row('payment', 'before', SEQ - 1),
      row('cash', 'before', SEQ - 1),
      row('order', 'after', SEQ + 1),
      row('order', 'at', SEQ),
      row('order', 'elsewhere', SEQ - 1, otherId),
    ]);
  await erase({ scope: 'history', upToNumber: 40 });
  const rows = await db().select().from(aggregates);
  const emptied = rows.filter((one) => [storeId, otherId].includes(one.storeId) && one.body === null);
  expect(emptied.map(({ kind, aggregateId }) => `${kind} ${aggregateId}`).toSorted()).toEqual([
    'order before',
    'payment before',
  ]);
});

it('a row that could not be read, and so cannot be cleaned, goes whole with its person', async () => {
  const [order, other] = [await known(1), await known(2)];
  const row = (aggregateId: string, setAside: string | null, body: string) => ({
    ...{ storeId, kind: 'order', aggregateId, seq: 1, sealed: false, body, setAside },
  });
  await db()
    .insert(aggregates)
    .values([row(order.id, 'unreadable', 'no JSON of azul'), row(other.id, 'unreadable', 'no JSON of azul')]);
  await erase({ scope: 'person', orderIds: [order.id] });
  const bodyOf = async (id: string) =>
    (await db().select().from(aggregates).where(eq(aggregates.aggregateId, id)))[0]?.body;
  expect([await bodyOf(order.id), await bodyOf(other.id)]).toEqual([null, 'no JSON of azul']);
});

it('what is too old is cleaned from the last step on up to the number, and a step back takes nothing back', async () => {
  const all = [await known(11), await known(12), await known(13)];
  const words = async () => Promise.all(all.map(async (order) => (await left(order)).words));
  await erase({ scope: 'retention', upToNumber: 11 });
  expect(await words()).toEqual([false, true, true]);
  await erase({ scope: 'retention', upToNumber: 12 });
  expect(await words()).toEqual([false, false, true]);
  await erase({ scope: 'retention', upToNumber: 11 });
  const keys = all.map(({ id, orderNumber }) => ({ id, number: orderNumber }));
  const erased = await erasedOf(db(), storeId, keys);
  expect(keys.map(erased)).toEqual(['clean', 'clean', null]);
});

it.each<[string, (ids: string[]) => ErasureBody, left: [kept: number, marked: number]]>([
  ['single orders', (orderIds) => ({ scope: 'orders', orderIds }), [0, 1001]],
  ['persons', (orderIds) => ({ scope: 'person', orderIds }), [1001, 1001]],
  ['what is too old', () => ({ scope: 'retention', upToNumber: 1001 }), [1001, 0]],
])(
  'an erasure of %s reaches each order, also of more than one statement names',
  async (_scope, body, [kept, marked]) => {
    const all = Array.from({ length: 1001 }, (_, at) =>
      anOrder({ orderNumber: at + 1, observations: 'azul' }),
    );
    await db()
      .insert(orders)
      .values(all.map((order) => ({ ...orderRow(order, ''), storeId, seq: 1, body: JSON.stringify(order) })));
    await erase(body(all.map(({ id }) => id)));
    const rows = await db().select().from(orders).where(eq(orders.storeId, storeId));
    expect(rows).toHaveLength(kept);
    expect(rows.filter((row) => row.customerPhone !== null || row.body?.includes('azul') === true)).toEqual(
      [],
    );
    expect(await db().$count(erasedOrders, eq(erasedOrders.storeId, storeId))).toBe(marked);
  },
);

it('what may be kept of an order is told by its id and by its number, of this store alone', async () => {
  const [gone, clean, elsewhere, whole] = [v7(), v7(), v7(), v7()];
  const goneLater = v7();
  await erase({ scope: 'orders', orderIds: [gone] }, { scope: 'person', orderIds: [clean, gone, goneLater] });
  await erase({ scope: 'orders', orderIds: [goneLater] });
  await db().transaction((tx) =>
    recordErasures(tx, otherId, [{ seq: 1, body: { scope: 'orders', orderIds: [elsewhere] } }]),
  );
  const keys = [gone, goneLater, clean, elsewhere, whole].map((id) => ({ id, number: 50 }));
  expect(keys.map(await erasedOf(db(), storeId, keys))).toEqual([...['gone', 'gone', 'clean', null], null]);
  await erase({ scope: 'history', upToNumber: 30 }, { scope: 'history', upToNumber: 20 });
  await erase({ scope: 'retention', upToNumber: 40 });
  const numbers = [20, 30, 31, 40, 41].map((number) => ({ id: whole, number }));
  expect(numbers.map(await erasedOf(db(), storeId, numbers))).toEqual([
    ...['gone', 'gone', 'clean', 'clean'],
    null,
  ]);
});

it.each<[string, ErasureBody | null]>([
  ['nothing', null],
  ['a single order', { scope: 'orders', orderIds: [v7()] }],
  ['a person', { scope: 'person', orderIds: [v7()] }],
  ['the history', { scope: 'history', upToNumber: 1 }],
  ['what is too old', { scope: 'retention', upToNumber: 1 }],
])('whether something was ever erased is known after %s', async (_name, body) => {
  if (body !== null) await erase(body);
  expect([await hasErased(db(), storeId), await hasErased(db(), otherId)]).toEqual([body !== null, false]);
});

it('an order is gone where its own row was told and emptied, and no other row of its id', async () => {
  const [gone, there, ofPayment, elsewhere] = [v7(), v7(), v7(), v7()];
  const row = (aggregateId: string, kind: string, body: string | null, of = storeId) => ({
    ...{ storeId: of, kind, aggregateId, seq: 1, sealed: false, body },
  });
  await db()
    .insert(aggregates)
    .values([
      row(gone, 'order', null),
      row(gone, 'payment', '{}'),
      row(there, 'order', '{}'),
      row(there, 'payment', null),
      row(ofPayment, 'payment', null),
      row(elsewhere, 'order', null, otherId),
    ]);
  const answers = [gone, there, ofPayment, elsewhere, v7()].map((id) => isGone(db(), storeId, id));
  expect(await Promise.all(answers)).toEqual([true, false, false, false, false]);
});
