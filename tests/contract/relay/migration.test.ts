// A relay that is updated over a filled database: the migration after which every store says its log again from the first row.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { orderBody } from '../../../cloud/storage/schema.ts';
import type { Persons } from '../../../cloud/storage/persons/persons.ts';
import { createFakeStore, type FakeStore } from '../../harness/fake-store.ts';
import { bodyOf, createTestRelay, linked, PAIRING_CODE, soon, type TestRelay } from '../../harness/relay.ts';
import { v7 } from 'uuid';
import { anOrder } from '../../harness/store-log.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';

const ORDERS = 700;
const PHONE = '11987654321';

let relay: TestRelay;
let store: FakeStore;
beforeAll(async () => {
  relay = await createTestRelay('pglite');
});
afterAll(async () => {
  store.close();
  await relay.close();
});

const caughtUp = (): Promise<void> =>
  soon(async () => {
    const [row] = await relay.rows<{ seq: string; hash: string }>(sql`select seq, hash from stores`);
    expect({ seq: Number(row?.seq), hash: row?.hash }).toEqual(store.log.head());
  });
type Row = { store_id: string; kind: string; aggregate_id: string; body: string | null };
const opened = (persons: Persons, { store_id, kind, aggregate_id: aggregateId, body }: Row) =>
  persons.openRow(store_id, { kind, aggregateId, sealed: kind !== 'order' }, body);

/** With persons opened: the database is given another key for them on the way. */
async function contents() {
  const persons = await relay.persons();
  const orders = await relay.rows<{ id: string; store_id: string; customer_phone: string }>(
    sql`select * from orders order by id`,
  );
  const aggregates = await relay.rows<Row>(sql`select * from aggregates order by kind, aggregate_id`);
  return {
    orders: orders.map((row) => ({
      ...row,
      customer_phone: row.customer_phone === persons.phoneKey(row.store_id, PHONE) ? PHONE : 'another one',
    })),
    aggregates: aggregates.map((row) => ({ ...row, body: opened(persons, row) })),
    log: await relay.rows(sql`select * from change_log order by seq`),
    erased: await relay.rows(sql`select * from erased_orders order by order_id`),
  };
}

it('[L20] keeps what it knows while the stores say their logs again, and ends with the same', async () => {
  store = await createFakeStore(relay.url);
  await store.pair(PAIRING_CODE);
  await store.syncDocument(sampleCatalog());
  const placed = Array.from({ length: ORDERS }, () => anOrder({ customerPhone: PHONE }));
  for (const order of placed) store.log.appendOrder(order, `token-of-${order.id}`);
  for (const order of placed.slice(0, 50))
    store.log.appendOrder({ ...order, status: 'READY' }, `token-of-${order.id}`);
  store.log.append('cash', 'session-1', 'c2VhbGVk', { sealed: true });
  store.log.append('erasure', 'e1', { scope: 'orders', orderIds: [placed[60]?.id, placed[61]?.id] });
  await store.dial();
  await linked(relay, store);
  await caughtUp();
  expect((await relay.ask('/api/orders', { json: sampleRequest({ id: v7() }) })).status).toBe(201);
  await caughtUp();
  // An account from before there were two interfaces: it stays with the one it has.
  await relay.relay.db.execute(
    sql`insert into provider_credentials (store_id, provider, sealed_access_token, payee_id, updated_at_ms, api)
      values (${v7()}, 'mercadopago', 'sealed', '1', 1, 'orders')`,
  );
  // Refunds from before it was kept when one was through: gone back, given by hand, and under way.
  for (const [state, name] of [
    ['done', "'r1'"],
    ['done', 'null'],
    ['in-process', "'r2'"],
  ] as const)
    await relay.relay.db.execute(
      sql.raw(
        `insert into payment_refunds (store_id, id, attempt_id, reason, state, provider_refund_id, created_at_ms)
         values ('${v7()}', '${v7()}', '${v7()}', 'asked', '${state}', ${name}, 77)`,
      ),
    );
  const before = await contents();
  expect(before.orders).toHaveLength(ORDERS - 1);

  store.cut();
  // As the version before left it.
  const { entries } = JSON.parse(readFileSync('cloud/storage/migrations/meta/_journal.json', 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  const since = entries.find(({ tag }) => tag === '0008_log_rows')?.when ?? 0;
  const persons = await relay.persons();
  for (const row of await relay.rows<Row>(sql`select * from aggregates where kind = 'order'`))
    await relay.relay.db.execute(
      sql`update aggregates set body = ${opened(persons, row)} where aggregate_id = ${row.aggregate_id}`,
    );
  await relay.relay.db.execute(sql`update orders set customer_phone = ${PHONE}`);
  for (const column of ['lineage', 'epoch', 'sealed', 'body_hash', 'at_ms', 'proof'])
    await relay.relay.db.execute(sql.raw(`alter table change_log drop column ${column}`));
  for (const column of ['succession', 'leaving_at_ms'])
    await relay.relay.db.execute(sql.raw(`alter table stores drop column ${column}`));
  await relay.relay.db.execute(sql`alter table commands drop column claim_hash`);
  await relay.relay.db.execute(sql`alter table payment_attempts drop column unreadable_since_ms`);
  await relay.relay.db.execute(sql`alter table payment_notices drop column topic`);
  for (const column of ['terminal_id', 'part_id', 'is_difference', 'won_back_at_ms'])
    await relay.relay.db.execute(sql.raw(`alter table payment_attempts drop column ${column}`));
  await relay.relay.db.execute(sql`alter table payment_attention drop column due_at_ms`);
  await relay.relay.db.execute(sql`alter table payment_refunds drop column done_at_ms`);
  for (const column of ['api', 'api_changed_at_ms'])
    await relay.relay.db.execute(sql.raw(`alter table provider_credentials drop column ${column}`));
  await relay.relay.db.execute(sql`drop table relay_facts`);
  await relay.relay.db.execute(sql`drop table order_states`);
  await relay.relay.db.execute(sql`update orders set body = ${orderBody}`);
  await relay.relay.db.execute(sql`alter table orders alter column body set not null`);
  await relay.relay.db.execute(sql`drop index orders_seq`);
  await relay.relay.db.execute(sql`alter table vouches drop column role`);
  await relay.relay.db.execute(sql`drop index wholesale_orders_number`);
  for (const table of ['limit_counts', 'copies', 'copy_parts', 'payment_terminals'])
    await relay.relay.db.execute(sql.raw(`drop table ${table}`));
  await relay.relay.db.execute(sql`delete from drizzle.__drizzle_migrations where created_at >= ${since}`);
  await relay.stop();
  await relay.start();

  // Before the store is back, whoever asks is answered from what was there.
  const [first, , ready] = [placed[100], placed[101], placed[3]];
  for (const order of [first, ready])
    expect((await relay.ask(`/api/orders/${order?.code}`, { token: `token-of-${order?.id}` })).status).toBe(
      200,
    );
  await store.dial();
  await linked(relay, store);
  expect((await relay.ask('/api/orders', { json: sampleRequest({ id: v7() }) })).status).toBe(201);
  await caughtUp();
  const after = await contents();
  const known = new Set(before.orders.map(({ id }) => id));
  expect(after.orders.filter((row) => known.has(row.id))).toEqual(before.orders);
  expect(after.orders).toHaveLength(ORDERS);
  expect(after.log.slice(0, before.log.length)).toEqual(before.log);
  expect(after.erased).toEqual(before.erased);
  expect(after.aggregates).toEqual(expect.arrayContaining(before.aggregates));
  expect(await relay.rows(sql`select api, api_changed_at_ms from provider_credentials`)).toEqual([
    { api: 'payments', api_changed_at_ms: null },
  ]);
  const refunds = await relay.rows<{ state: string; done_at_ms: string | null }>(
    sql`select state, done_at_ms from payment_refunds order by state, provider_refund_id nulls last`,
  );
  expect(refunds.map((row) => [row.state, row.done_at_ms === null ? null : Number(row.done_at_ms)])).toEqual(
    expect.arrayContaining([
      ['done', 77],
      ['done', null],
      ['in-process', null],
    ]),
  );
  expect(refunds).toHaveLength(3);
  expect(await bodyOf(await relay.ask(`/api/orders/${ready?.code}`))).toMatchObject({
    order: { status: 'READY' },
  });
});
