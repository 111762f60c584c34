// What the relay gives back to a store that lost its past, and what it forgets where a store's own log is right: of this store and of no
// other. The use cases alone, on a database of their own.
import { randomBytes, randomUUID } from 'node:crypto';
import { OpenAPIHono } from '@hono/zod-openapi';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { OrderState } from '@balcao/shared/link/order-states.ts';
import type { Env } from '../../../cloud/http/context.ts';
import { createRecoveryCopy } from '../../../cloud/replication/recovery/recovery-copy.ts';
import { startOver } from '../../../cloud/replication/recovery/start-over.ts';
import { parkedCommandRoutes } from '../../../cloud/shop/orders/parked-command-routes.ts';
import { createParkedCommands } from '../../../cloud/shop/orders/parked-commands.ts';
import { orderRow } from '../../../cloud/shop/orders/replica.ts';
import { createStores, type Stores } from '../../../cloud/shop/stores/stores.ts';
import { createPersons } from '../../../cloud/storage/persons/persons.ts';
import { aggregates, changeLog, images, orders, orderStates, stores } from '../../../cloud/storage/schema.ts';
import { Wake } from '../../../cloud/storage/wake.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';
import { anOrder } from '../../harness/store-log.ts';

const SEQ = 3;
const PHONE = '11955554444';
const LINEAGE = randomUUID();
const persons = createPersons(randomBytes(32));
let database: TestDatabase;
let storeId: string;
let otherId: string;
const db = () => database.db;
const copy = () =>
  createRecoveryCopy({
    ...{ db: db(), persons },
    stores: {
      byId: async (id: string) => (await db().select().from(stores).where(eq(stores.storeId, id)))[0] ?? null,
    } as unknown as Stores,
  });

beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  [storeId, otherId] = [randomUUID(), randomUUID()];
  for (const id of [storeId, otherId])
    await db()
      .insert(stores)
      .values({
        ...{ storeId: id, name: '', publicKey: {}, pairedAtMs: 0, hash: 'head', seq: SEQ, epoch: 2 },
      });
});

const logRow = (of: string, seq: number, aggregateId: string, kind = 'order', lineage = LINEAGE) => ({
  ...{ storeId: of, seq, kind, aggregateId, lineage, epoch: 1, sealed: false, bodyHash: `body ${seq}` },
  ...{ hash: `hash ${seq}`, atMs: seq, proof: null },
});
async function stray(orderNumber: number, of = storeId, seq = 0) {
  const order = anOrder({ orderNumber, customerPhone: PHONE });
  const kept = persons.close({ storeId: of, id: order.id }, order);
  await db()
    .insert(orders)
    .values({ ...orderRow(kept, ''), storeId: of, seq, body: JSON.stringify(kept) });
  return order;
}

it('is nothing of a store that nobody knows, and of one that told nothing the beginning', async () => {
  expect(await copy().summary(randomUUID())).toBeNull();
  await db().update(stores).set({ seq: 0, hash: GENESIS_HASH, epoch: 0 }).where(eq(stores.storeId, storeId));
  expect(await copy().summary(storeId)).toEqual({
    ...{ lineage: null, epoch: 0, seq: 0, hash: GENESIS_HASH, orderNumberMax: 0, strays: [], images: [] },
  });
});

it('says how far the log is, by its own last row, the highest number, the pictures as they came and what only customers were told', async () => {
  // A machine that was paired anew has no lineage of its own yet.
  await db()
    .insert(changeLog)
    .values([logRow(storeId, SEQ - 1, 'a', 'order', randomUUID()), logRow(storeId, SEQ, 'b')]);
  await db()
    .insert(changeLog)
    .values(logRow(otherId, SEQ, 'b', 'order', randomUUID()));
  const [late, early] = [await stray(8), await stray(7)];
  await stray(5, storeId, 2);
  await stray(99, otherId);
  const picture = { mediaType: 'image/webp', bytes: new Uint8Array([1]) };
  await db()
    .insert(images)
    .values([
      { ...picture, storeId, hash: 'one', variant: 'master' },
      { ...picture, storeId, hash: 'one', variant: 'card' },
      { ...picture, storeId: otherId, hash: 'other', variant: 'master' },
    ]);
  expect(await copy().summary(storeId)).toEqual({
    ...{ lineage: LINEAGE, epoch: 2, seq: SEQ, hash: 'head', orderNumberMax: 8 },
    // With their persons, the oldest first.
    strays: [early, late],
    images: [{ hash: 'one', variant: 'master' }],
  });
});

it('tells five hundred that only customers were told of, the oldest', async () => {
  const kept = Array.from({ length: 501 }, (_, n) => {
    const order = anOrder({ orderNumber: 501 - n });
    return { ...orderRow(order, ''), storeId, seq: 0, body: JSON.stringify(order) };
  });
  await db().insert(orders).values(kept);
  const numbers = (await copy().summary(storeId))?.strays.map(({ orderNumber }) => orderNumber);
  expect(numbers).toEqual(Array.from({ length: 500 }, (_, n) => n + 1));
});

it('gives rows after a place in their order, each with its body where it is the newest of what it is about', async () => {
  await db()
    .insert(changeLog)
    .values([
      logRow(storeId, 3, 'a'),
      logRow(storeId, 1, 'a'),
      logRow(storeId, 2, 'b'),
      logRow(storeId, 4, 'a', 'payment'),
      logRow(otherId, 5, 'a'),
    ]);
  const body = (kind: string, aggregateId: string, seq: number, text: string, of = storeId) => ({
    ...{ storeId: of, kind, aggregateId, seq, sealed: false, body: text },
  });
  await db()
    .insert(aggregates)
    .values([
      body('order', 'a', 3, '"newest of a"'),
      body('order', 'b', 2, '"newest of b"'),
      body('payment', 'a', 4, '"payment of a"'),
      body('cash', 'a', 3, '"another kind"'),
      body('order', 'a', 1, '"of another store"', otherId),
    ]);
  const told = async (after: number, limit: number) =>
    (await copy().rows(storeId, after, limit)).map(({ seq, body: text }) => [seq, text]);
  expect(await told(0, 10)).toEqual([
    ...[
      [1, null],
      [2, '"newest of b"'],
      [3, '"newest of a"'],
      [4, '"payment of a"'],
    ],
  ]);
  expect(await told(1, 2)).toEqual([
    [2, '"newest of b"'],
    [3, '"newest of a"'],
  ]);
});

it('gives a picture in the size that is asked for', async () => {
  const sizes = ['master', 'card'].map((variant, at) => ({
    ...{ storeId, hash: 'one', variant, mediaType: `image/${variant}`, bytes: new Uint8Array([at]) },
  }));
  await db().insert(images).values(sizes);
  for (const { variant, mediaType, bytes } of sizes) {
    const found = await copy().image(storeId, 'one', variant);
    expect([found?.mediaType, [...(found?.bytes ?? [])]]).toEqual([mediaType, [...bytes]]);
  }
  expect([await copy().image(storeId, 'one', 'thumb'), await copy().image(otherId, 'one', 'card')]).toEqual([
    ...[null, null],
  ]);
});

it('begun anew, the store is followed from the first row of whatever log; another one that is held stays held', async () => {
  const held = { condition: 'quarantined' as const, lineage: LINEAGE };
  expect(await startOver(db(), storeId)).toBe(false);
  await db().update(stores).set(held);
  await db()
    .insert(changeLog)
    .values([logRow(storeId, SEQ, 'a'), logRow(otherId, SEQ, 'a')]);
  // What was told ahead of a log that is none any more would be shown until a later one is as far.
  const state = OrderState.parse(anOrder());
  for (const id of [storeId, otherId]) {
    await db().insert(orderStates).values({ storeId: id, orderId: randomUUID(), seq: 9, epoch: 2, state });
    await db()
      .insert(aggregates)
      .values({ ...{ storeId: id, kind: 'order', aggregateId: 'a', seq: SEQ, sealed: false, body: '{}' } });
  }
  expect(await startOver(db(), storeId)).toBe(true);
  const rows = await db().select().from(stores);
  expect(rows.find((row) => row.storeId === storeId)).toMatchObject({
    ...{ seq: 0, hash: GENESIS_HASH, lineage: null, epoch: 0, condition: 'following' },
  });
  expect(rows.find((row) => row.storeId === otherId)).toMatchObject({ ...held, seq: SEQ, epoch: 2 });
  for (const table of [changeLog, orderStates, aggregates])
    expect((await db().select({ of: table.storeId }).from(table)).map(({ of }) => of)).toEqual([otherId]);
});

it('what is held is told with how the log stands by what another process wrote; begun anew, the store is served at once', async () => {
  const known = createStores({ db: db(), clock: () => 1 });
  const app = new OpenAPIHono<Env>();
  app.use(async (context, next) => {
    context.set('storeId', storeId);
    await next();
  });
  const parked = createParkedCommands({ db: db(), wake: new Wake(), clock: () => 1 });
  app.route(
    '/',
    parkedCommandRoutes({ parked, stores: known, startOver: (id: string) => startOver(db(), id) }),
  );
  const held = async () => (await (await app.request('/edge/held')).json()) as unknown;
  expect(await held()).toEqual({ condition: 'following', rows: SEQ, commands: [] });
  await db()
    .update(stores)
    .set({ seq: SEQ + 2, condition: 'quarantined' })
    .where(eq(stores.storeId, storeId));
  expect(await held()).toEqual({ condition: 'quarantined', rows: SEQ + 2, commands: [] });
  const anew = () => app.request('/edge/start-over', { method: 'POST' });
  expect((await anew()).status).toBe(204);
  expect(await known.byId(storeId)).toMatchObject({ condition: 'following', seq: 0 });
  expect(await (await anew()).json()).toMatchObject({ status: 409, code: 'not-in-doubt' });
});
