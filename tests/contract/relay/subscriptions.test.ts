// Who is told by a notification: so many per order, per store and of its owners, until the order is over or a day has passed. The use case
// alone, on a database of its own.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { createSubscriptions, type Subscriptions } from '../../../cloud/notifications/subscriptions.ts';
import { orders, pushSubscriptions } from '../../../cloud/storage/schema.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const DAY_MS = 24 * 3_600_000;
let database: TestDatabase;
let subscriptions: Subscriptions;
let nowMs: number;
const storeId = randomUUID();
const otherId = randomUUID();
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.clear();
  nowMs = Date.UTC(2026, 10, 21, 15);
  subscriptions = createSubscriptions({ db: database.db, clock: () => nowMs });
});

const browser = (n: number | string) => ({
  ...{ endpoint: `https://push.example/${n}` },
  keys: { p256dh: `key ${n}`, auth: 'auth' },
});
const forOrder = (orderId: string, n: number | string, of = storeId) =>
  subscriptions.add(of, { orderId }, browser(n));
const forOwner = (userId: string, label: string, of = storeId) =>
  subscriptions.add(of, { userId, label }, browser(label));
const labels = async (of = storeId) => (await subscriptions.devices(of)).map(({ label }) => label);
/** Whether there was room. */
const isRoomFor = async (added: Promise<string | null>): Promise<boolean> => (await added) !== null;

it('an order has room for five browsers, of which one that comes again renews its keys', async () => {
  const [full, other] = [randomUUID(), randomUUID()];
  for (let n = 1; n <= 5; n += 1) expect(await isRoomFor(forOrder(full, n))).toBe(true);
  expect(await isRoomFor(forOrder(full, 6))).toBe(false);
  const again = { ...browser(5), keys: { p256dh: 'renewed', auth: 'auth' } };
  const id = await subscriptions.add(storeId, { orderId: full }, again);
  expect(await subscriptions.byId(storeId, id ?? '')).toMatchObject({ p256dh: 'renewed', orderId: full });
  expect(await isRoomFor(forOrder(other, 1))).toBe(true);
  await subscriptions.removeOfOrder(storeId, full, browser(5).endpoint);
  expect(await isRoomFor(forOrder(full, 6))).toBe(true);
});

it('a store has room for five thousand browsers of customers, and for its owners beside', async () => {
  await database.db
    .execute(sql`insert into push_subscriptions (store_id, id, order_id, endpoint, p256dh, auth, created_at_ms)
    select ${storeId}, gen_random_uuid(), gen_random_uuid(), '', '', '', ${nowMs} from generate_series(1, 4999)`);
  expect(await isRoomFor(forOrder(randomUUID(), 1))).toBe(true);
  expect(await isRoomFor(forOrder(randomUUID(), 2))).toBe(false);
  expect(await isRoomFor(forOrder(randomUUID(), 2, otherId))).toBe(true);
  expect(await isRoomFor(forOwner('dona', 'Celular'))).toBe(true);
});

it('a store has room for twenty devices of its owners, whatever another one has', async () => {
  for (let n = 1; n <= 20; n += 1) expect(await isRoomFor(forOwner('dona', `${n}`))).toBe(true);
  expect(await isRoomFor(forOwner('dona', '21'))).toBe(false);
  expect(await isRoomFor(forOwner('dona', '21', otherId))).toBe(true);
});

it('the devices of the owners are listed with the oldest first, those of who may hear no more are forgotten', async () => {
  const added = ['c', 'a', 'f', 'b', 'e', 'd', 'g'];
  for (const label of added) {
    await forOwner(label > 'd' ? 'bia' : 'ana', label);
    // By a clock that was set back.
    nowMs -= 1;
  }
  await forOwner('bia', 'of another', otherId);
  // Renewed, it is as old as it was.
  await forOwner('ana', 'c');
  expect(await labels()).toEqual(added.toReversed());
  await subscriptions.keepDevicesOf(storeId, ['ana']);
  expect([await labels(), await labels(otherId)]).toEqual([['d', 'b', 'a', 'c'], ['of another']]);
});

it('a browser that another owner adds is theirs from then on, under the name they gave it', async () => {
  await subscriptions.add(storeId, { userId: 'ana', label: 'Tablet da Ana' }, browser(1));
  await subscriptions.add(storeId, { userId: 'bia', label: 'Tablet da Bia' }, browser(1));
  expect(await labels()).toEqual(['Tablet da Bia']);
  await subscriptions.keepDevicesOf(storeId, ['bia']);
  expect(await labels()).toEqual(['Tablet da Bia']);
  await subscriptions.keepDevicesOf(storeId, ['ana']);
  expect(await labels()).toEqual([]);
});

it('a customer is forgotten after a day, or once the order is over; an owner is not', async () => {
  const order = (id: string, status: Order['status'], of = storeId) => ({
    ...{ storeId: of, id, seq: 1, code: id.slice(0, 6), number: 1, totalCents: 1, status, paymentStatus: '' },
    ...{ tokenHash: '', createdAtMs: 0, body: '{}' },
  });
  const ids = {
    ...{ delivered: randomUUID(), cancelled: randomUUID(), ready: randomUUID(), unknown: randomUUID() },
    ...{ ofAnother: randomUUID(), old: randomUUID() },
  };
  await database.db
    .insert(orders)
    .values([
      order(ids.delivered, 'DELIVERED'),
      order(ids.cancelled, 'CANCELLED'),
      order(ids.ready, 'READY'),
      order(ids.ofAnother, 'DELIVERED', otherId),
    ]);
  await forOwner('dona', 'Celular');
  await forOrder(ids.old, 1);
  nowMs += 1;
  for (const id of Object.values(ids).slice(0, 5)) await forOrder(id, 1);
  const keptAt = async (afterMs: number): Promise<Set<string | null>> => {
    nowMs += afterMs;
    await subscriptions.purgeOld();
    const rows = await database.db.select({ id: pushSubscriptions.orderId }).from(pushSubscriptions);
    return new Set(rows.map(({ id }) => id));
  };
  const open = [null, ids.ready, ids.unknown, ids.ofAnother];
  expect(await keptAt(DAY_MS - 1)).toEqual(new Set([...open, ids.old]));
  expect(await keptAt(1)).toEqual(new Set(open));
  expect(await keptAt(1)).toEqual(new Set([null]));
});
