// What was erased is erased again on an older database: with its order go the person's sum in the reports, and what was said and kept of
// its payments.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { printJobs } from '../../storage/schema/printing.ts';
import { inbox } from '../../storage/schema/replication.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { change, sell } from '../../testing/sell.ts';
import { asRole } from '../../testing/sign-in.ts';
import { CARTS, createTrading, type Sale, type Trading } from '../../testing/trading.ts';
import { createPurge } from './purge.ts';

const [GONE, KEPT] = ['11900000001', '11900000002'];
let store: TestStore;
let trading: Trading;
beforeEach(async () => {
  store = await openTestStore();
  const admin = await asRole(store, 'ADMIN');
  trading = createTrading(store, admin, admin);
});
afterEach(() => store.close());

const order = (phone: string): Promise<Sale> =>
  trading.order('lan', (CARTS[1] as (typeof CARTS)[number])(), phone, false);
const select = <T>(sql: string): T[] => store.db.$client.prepare(sql).pluck().all() as T[];
const purge = (erasure: Parameters<ReturnType<typeof createPurge>>[0], seq: number): void =>
  inTransaction(store.db, () => createPurge(store.db)(erasure, seq));

it('the sum of a client goes with the order that is erased, and nobody else’s', async () => {
  const [gone, kept] = [await order(GONE), await order(KEPT)];
  for (const sale of [gone, kept]) await trading.payByHand(sale, 'cash');
  await store.rollups.upToDate();
  expect(select('select distinct phone from report_clients order by phone')).toEqual([GONE, KEPT]);
  purge({ scope: 'orders', orderIds: [gone.id] }, 1e9);
  expect(select('select distinct phone from report_clients')).toEqual([KEPT]);
});

it('a cleared history takes its payments and what was said of them before it, and leaves what came after', async () => {
  const [gone, kept] = [await order(GONE), await order(KEPT)];
  await trading.payOnline(gone, 'pix');
  await trading.payOnline(kept, 'pix');
  const [last = 0] = select<number>("select max(seq) from outbox where kind = 'payment'");
  purge({ scope: 'history', upToNumber: 1 }, last);
  expect(select("select seq from outbox where kind = 'payment' and body is not null")).toEqual([last]);
  expect(select('select order_id from payments')).toEqual([kept.id]);
});

it('of a person who is erased again the order stays, without who ordered it, from where and in which words', async () => {
  const [gone, kept] = [await order(GONE), await order(KEPT)];
  const rows = () =>
    store.db.$client
      .prepare(
        "select customer_phone, request_hash = 'erased', caller is null from orders where id in (?, ?) order by number",
      )
      .raw()
      .all(gone.id, kept.id);
  expect(rows()).toEqual([
    [GONE, 0, 0],
    [KEPT, 0, 0],
  ]);
  purge({ scope: 'person', orderIds: [gone.id] }, 1e9);
  expect(rows()).toEqual([
    [null, 1, 1],
    [KEPT, 0, 0],
  ]);
});

it('of an order that is erased again no slip, no answer and no word of the log is left, and of others all', () => {
  const [gone, kept] = [GONE, KEPT].map((customerPhone) => sell(store, store.clock.nowMs, { customerPhone }));
  if (gone === undefined || kept === undefined) throw new Error('two orders were sold');
  for (const { id } of [gone, kept]) {
    store.db
      .insert(printJobs)
      .values({
        ...{ printerId: 'p', purpose: 'kitchen', orderId: id, copy: 1, content: '{}', state: 'queued' },
        ...{ attempts: 0, nextAtMs: 0, createdAtMs: 0, updatedAtMs: 0 },
      })
      .run();
    store.db
      .insert(inbox)
      .values({
        ...{ id: `placed ${id}`, kind: 'order.place', requestHash: 'asked', atMs: 0 },
        outcome: JSON.stringify({ status: 'done', order: { id } }),
      })
      .run();
  }
  purge({ scope: 'orders', orderIds: [gone.id] }, 1e9);
  expect(select('select id from orders')).toEqual([kept.id]);
  expect(select('select order_id from print_jobs')).toEqual([kept.id]);
  expect(select("select aggregate_id from outbox where kind = 'order' and body is not null")).toEqual([
    kept.id,
  ]);
  // Its command, sent again, is told that there is no such order.
  expect(
    select<string>('select outcome from inbox order by id').map((text) => JSON.parse(text) as unknown),
  ).toEqual([
    { status: 'refused', refusal: { code: 'order-not-found' } },
    { status: 'done', order: { id: kept.id } },
  ]);
});

it('of a person who is erased again the log keeps what it said of each order last, which was said without them', () => {
  const [first, second] = [1, 2].map(() => sell(store, store.clock.nowMs, { customerPhone: GONE }));
  if (first === undefined || second === undefined) throw new Error('two orders were sold');
  for (const order of [first, second]) change(store, order, { customerPhone: null });
  const said = () =>
    select<number>("select seq from outbox where kind = 'order' and body is not null order by seq");
  const before = said();
  expect(before).toHaveLength(4);
  purge({ scope: 'person', orderIds: [first.id, second.id] }, 1e9);
  expect(said()).toEqual(before.slice(2));
});
