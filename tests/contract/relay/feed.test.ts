// The store's log on the relay: applied once, in order, never past a break; and which logs may be followed at all.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { createApplier } from '../../../cloud/replication/link/applier.ts';
import type { Cursor } from '../../../cloud/replication/link/read-rows.ts';
import { startOver } from '../../../cloud/replication/recovery/start-over.ts';
import { upsertProvisionalOrder } from '../../../cloud/shop/orders/replica.ts';
import { keepWholesale } from '../../../cloud/shop/wholesale/replica.ts';
import { createFakeStore, type FakeStore } from '../../harness/fake-store.ts';
import { bodyOf, linked, onBothDatabases, unlinked, soon, type TestRelay } from '../../harness/relay.ts';
import { anOrder, createStoreLog, inBytes, sha256 } from '../../harness/store-log.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';

type Known = { condition: string; seq: string | number; hash: string };

async function known(relay: TestRelay, store: FakeStore): Promise<Known> {
  const [row] = await relay.rows<Known>(
    sql`select condition, seq, hash from stores where store_id = ${store.storeId}`,
  );
  if (!row) throw new Error('the store is not known');
  return { ...row, seq: Number(row.seq) };
}
const applierOf = async ({ relay: { db }, persons }: TestRelay) =>
  createApplier({
    db,
    persons: await persons(),
    repeat: (_name, statement) => db.execute(statement),
    log: { error: () => undefined },
  });
const caughtUp = (relay: TestRelay, store: FakeStore): Promise<void> =>
  soon(async () =>
    expect(await known(relay, store)).toMatchObject({
      seq: store.log.head().seq,
      hash: store.log.head().hash,
    }),
  );
const condition = (relay: TestRelay, store: FakeStore, expected: string): Promise<void> =>
  soon(async () => expect((await known(relay, store)).condition).toBe(expected));
const count = async (relay: TestRelay, table: string): Promise<number> =>
  Number((await relay.rows<{ n: string }>(sql`select count(*) as n from ${sql.raw(table)}`))[0]?.n);

onBothDatabases("a store's log", (scene) => {
  it('is applied, and checkpointed at the store', async () => {
    const order = anOrder();
    const store = await scene.linkedStore((one) => one.log.appendOrder(order, 'its-own-tracking-token'));
    await caughtUp(scene.relay, store);
    await soon(() => expect(store.checkpoints.at(-1)).toEqual(store.log.head()));
    const answer = await scene.relay.ask(`/api/orders/${order.code}`, { token: 'its-own-tracking-token' });
    expect(await bodyOf(answer)).toMatchObject({
      access: 'whole',
      order: { id: order.id, totalCents: order.totalCents },
    });
  });

  it('[L5] is taken from where the copy ends and from nowhere else, whatever somebody still has in hand of a copy that was begun anew', async () => {
    const store = await scene.pairedStore();
    for (let i = 0; i < 5; i += 1) store.log.append('audit', randomUUID(), { i });
    const { db } = scene.relay.relay;
    const applier = await applierOf(scene.relay);
    const rows = store.log.rows.map(inBytes);
    const look = (from: number, to: number, cursor: Cursor) =>
      applier.verifyBatch(rows.slice(from, to), cursor, async () => undefined);
    const first = await look(0, 3, { seq: 0, hash: GENESIS_HASH });
    await applier.applyBatch(store.storeId, first);
    await db.execute(sql`update stores set condition = 'quarantined' where store_id = ${store.storeId}`);
    expect(await startOver(db, store.storeId)).toBe(true);
    await expect(applier.applyBatch(store.storeId, await look(3, 5, first.end))).rejects.toThrow(
      'somebody else',
    );
    expect(await known(scene.relay, store)).toMatchObject({ seq: 0, hash: GENESIS_HASH });
    expect(await count(scene.relay, 'change_log')).toBe(0);
  });

  it('is begun anew without the orders that it told of, and with those that only an answer did; once', async () => {
    const store = await scene.pairedStore();
    const { storeId } = store;
    const { db } = scene.relay.relay;
    const persons = await scene.relay.persons();
    const [logged, answered] = [anOrder(), anOrder()];
    for (const order of [logged, answered])
      await db.execute(
        upsertProvisionalOrder(persons, storeId, order, sha256(order.id), sql`(select 1) as once`),
      );
    await db.execute(sql`update orders set seq = 3 where id = ${logged.id}`);
    await db.execute(sql`update stores set condition = 'quarantined' where store_id = ${storeId}`);
    expect(await startOver(db, storeId)).toBe(true);
    expect(await scene.relay.rows(sql`select id from orders`)).toEqual([{ id: answered.id }]);
    expect(await startOver(db, storeId)).toBe(false);
  });

  it('is begun anew for the wholesale orders that it told of too, and for no other store', async () => {
    const [{ storeId }, other] = [await scene.pairedStore(), await scene.pairedStore()];
    const { db } = scene.relay.relay;
    const persons = await scene.relay.persons();
    const kept: string[] = [];
    for (const [of, seq] of [
      [storeId, 3],
      [storeId, 0],
      [other.storeId, 3],
    ] as const) {
      const [retail, wholesale] = [anOrder(), sampleWholesaleOrder({ id: randomUUID() })];
      await keepWholesale(db, persons, of, [{ seq, order: wholesale }]);
      await db.execute(
        upsertProvisionalOrder(persons, of, retail, sha256(retail.id), sql`(select 1) as once`),
      );
      await db.execute(sql`update orders set seq = ${seq} where id = ${retail.id}`);
      await db.execute(sql`insert into aggregates (store_id, kind, aggregate_id, seq, sealed, body)
        values (${of}, 'order', ${retail.id}, ${seq}, false, '{}')`);
      await db.execute(sql`insert into order_states (store_id, order_id, seq, epoch, state)
        values (${of}, ${retail.id}, ${seq + 9}, 1, '{}')`);
      if (of !== storeId || seq === 0) kept.push(retail.id, wholesale.id);
    }
    await db.execute(sql`update stores set condition = 'quarantined'`);
    expect(await startOver(db, storeId)).toBe(true);
    const left = await scene.relay.rows<{ id: string }>(
      sql`select id from orders union select id from wholesale_orders`,
    );
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
    for (const table of ['order_states', 'aggregates'])
      expect(await scene.relay.rows(sql`select store_id as of from ${sql.identifier(table)}`)).toEqual([
        { of: other.storeId },
      ]);
    expect((await known(scene.relay, other)).condition).toBe('quarantined');
  });

  it('is followed as it grows', async () => {
    const store = await scene.linkedStore();
    const order = anOrder();
    store.log.appendOrder(order, 'token-of-the-customer');
    await caughtUp(scene.relay, store);
    store.log.appendOrder({ ...order, status: 'PREPARING' }, 'token-of-the-customer');
    await soon(async () =>
      expect(await bodyOf(await scene.relay.ask(`/api/orders/${order.code}`))).toMatchObject({
        order: { status: 'PREPARING' },
      }),
    );
  });

  it('that could not be written ends its link, and over the next one goes on where it was', async () => {
    const store = await scene.linkedStore();
    await scene.relay.rows(sql`alter table change_log rename to change_log_away`);
    try {
      store.log.append('audit', v7(), {});
      await unlinked(scene.relay, store);
    } finally {
      await scene.relay.rows(sql`alter table change_log_away rename to change_log`);
    }
    await store.dial();
    await caughtUp(scene.relay, store);
    expect(await count(scene.relay, 'change_log')).toBe(1);
  });

  it('goes on after a restart of the relay where it was, and nothing is applied twice', async () => {
    const store = await scene.linkedStore((one) => {
      for (let i = 0; i < 1200; i += 1) one.log.append('audit', randomUUID(), { i });
    });
    await caughtUp(scene.relay, store);
    await scene.relay.stop();
    for (let i = 0; i < 20; i += 1) store.log.append('audit', randomUUID(), { i });
    await scene.relay.start();
    store.checkpoints.length = 0;
    await store.dial();
    await caughtUp(scene.relay, store);
    expect(await count(scene.relay, 'change_log')).toBe(1220);
    expect(store.checkpoints.every((one) => one.seq >= 1200)).toBe(true);
  });

  it('is said to be kept as far as it is at each new link, should the last word have been lost', async () => {
    const store = await scene.linkedStore((one) => one.log.append('audit', randomUUID(), { i: 1 }));
    await caughtUp(scene.relay, store);
    await scene.relay.stop();
    await scene.relay.start();
    store.checkpoints.length = 0;
    await store.dial();
    await soon(() => expect(store.checkpoints).toEqual([store.log.head()]));
  });

  it('is said to be kept to its end also where the last of it came while that was being said of what came before', async () => {
    const taken = Promise.withResolvers<void>();
    const store = await scene.linkedStore((one) => {
      one.checkpointsTaken = taken.promise;
      one.log.append('audit', randomUUID(), { i: 1 });
    });
    await soon(() => expect(store.checkpoints).toEqual([store.log.head()]));
    store.log.append('audit', randomUUID(), { i: 2 });
    await caughtUp(scene.relay, store);
    taken.resolve();
    await soon(() => expect(store.checkpoints.at(-1)).toEqual(store.log.head()));
  });

  it('may hold any text, wherever the network cuts it', async () => {
    const order = anOrder({ observations: 'açaí com cupuaçu 🍧 '.repeat(20) });
    const store = await scene.linkedStore((one) => {
      for (let i = 0; i < 400; i += 1) one.log.appendOrder(order, 'token-of-the-customer');
    });
    await caughtUp(scene.relay, store);
    expect((await known(scene.relay, store)).condition).toBe('following');
  });

  it('survives links that break at any row', async () => {
    const store = await scene.linkedStore();
    const order = anOrder();
    for (let i = 0; i < 30; i += 1) {
      store.log.appendOrder({ ...order, observations: `${i}` }, 'token-of-the-customer');
      if (i % 5 !== 4) continue;
      store.cut();
      await unlinked(scene.relay, store);
      await store.dial();
      await linked(scene.relay, store);
    }
    await caughtUp(scene.relay, store);
    expect(await count(scene.relay, 'change_log')).toBe(30);
    expect(await count(scene.relay, 'orders')).toBe(1);
  });

  it('is asked for again from what the relay still has', async () => {
    const store = await scene.linkedStore((one) => {
      for (let i = 0; i < 5; i += 1) one.log.appendOrder(anOrder(), 'token-of-the-customer');
    });
    await caughtUp(scene.relay, store);
    store.cut();
    await unlinked(scene.relay, store);
    // As after the restore of a backup that knew two rows.
    await scene.relay.relay.db.execute(sql`delete from change_log where seq > 2`);
    await scene.relay.relay.db.execute(sql`delete from orders where seq > 2`);
    await scene.relay.relay.db.execute(
      sql`update stores set seq = 2, hash = ${store.log.rows[1]?.hash ?? ''}`,
    );
    scene.relay.relay.stores.invalidate();
    await store.dial();
    await caughtUp(scene.relay, store);
    expect(await count(scene.relay, 'orders')).toBe(5);
    expect((await known(scene.relay, store)).condition).toBe('following');
  });

  it('keeps rows of a kind that this relay does not know', async () => {
    const store = await scene.linkedStore((one) => {
      one.log.append('loyalty-card', 'card-1', { points: 3 });
      one.log.append('cash', 'session-1', 'c2VhbGVk', { sealed: true });
      one.log.appendOrder(anOrder(), 'token-of-the-customer');
    });
    await caughtUp(scene.relay, store);
    const kept = await scene.relay.rows<{ kind: string; sealed: boolean }>(
      sql`select kind, sealed from aggregates order by seq`,
    );
    expect(kept.map((row) => [row.kind, row.sealed])).toEqual([
      ['loyalty-card', false],
      ['cash', true],
      ['order', false],
    ]);
  });

  it('is not held up by one order that cannot be read: it is set aside, and said', async () => {
    const order = anOrder();
    const store = await scene.linkedStore((one) => {
      one.log.append('order', v7(), { order: { status: 'BEAMED-UP' } });
      one.log.appendOrder(order, 'token-of-the-customer');
    });
    await caughtUp(scene.relay, store);
    expect((await scene.relay.ask(`/api/orders/${order.code}`)).status).toBe(200);
    const aside = await scene.relay.rows<{ set_aside: string }>(
      sql`select set_aside from aggregates where set_aside is not null`,
    );
    expect(aside).toHaveLength(1);
    expect(scene.relay.logged.some((line) => line.includes('set aside'))).toBe(true);
  });

  it('leaves an order as its customer knows it when its next row cannot be read', async () => {
    const order = anOrder();
    const store = await scene.linkedStore((one) => one.log.appendOrder(order, 'token-of-the-customer'));
    await caughtUp(scene.relay, store);
    store.log.append('order', order.id, { order: { status: 'BEAMED-UP' } });
    await caughtUp(scene.relay, store);
    const seen = async () =>
      bodyOf(await scene.relay.ask(`/api/orders/${order.code}`, { token: 'token-of-the-customer' }));
    expect(await seen()).toMatchObject({ order: { code: order.code, status: order.status } });
    store.log.appendOrder({ ...order, status: 'READY' }, 'token-of-the-customer');
    await caughtUp(scene.relay, store);
    expect(await seen()).toMatchObject({ order: { status: 'READY' } });
  });

  it('[L4] is not followed into what the database could not keep as text', async () => {
    const applier = await applierOf(scene.relay);
    for (const [seq, body] of [Buffer.of(0xff, 0xfe), Buffer.from('"\u0000"')].entries()) {
      const row = inBytes(createStoreLog().append('cash', `day-${seq}`, 'x', { bodyHash: sha256(body) }));
      await expect(
        applier.verifyBatch([{ ...row, body }], { seq: 0, hash: GENESIS_HASH }, async () => undefined),
      ).rejects.toThrow('no text');
    }
  });

  it('is kept to the letter, whatever people write', async () => {
    const written = [
      'um "pouco" de \\ e {chaves, vírgulas}',
      'NULL',
      'linha\nnova\te \u0001',
      'separador\u2028 e \u0085, açaí 🍧',
      '',
    ];
    const placed = written.map((observations) => ({ ...anOrder(), observations }));
    const store = await scene.linkedStore((one) => {
      for (const order of placed) one.log.appendOrder(order, 'token-of-the-customer');
      for (const text of written)
        one.log.append('audit', `${text.replaceAll('\u0000', '')}-${v7()}`, { text });
    });
    await caughtUp(scene.relay, store);
    const kept = await scene.relay.rows<{
      store_id: string;
      kind: string;
      aggregate_id: string;
      body: string;
    }>(sql`select store_id, kind, aggregate_id, body from aggregates order by seq`);
    const persons = await scene.relay.persons();
    const opened = kept.map(({ store_id, kind, aggregate_id: aggregateId, body }) => [
      aggregateId,
      persons.openRow(store_id, { kind, aggregateId, sealed: false }, body),
    ]);
    expect(opened).toEqual(store.log.rows.map((row) => [row.aggregateId, row.body]));
    for (const { code, observations } of placed) {
      const answer = await scene.relay.ask(`/api/orders/${code}`, { token: 'token-of-the-customer' });
      expect(await bodyOf(answer)).toMatchObject({ order: { observations } });
    }
  });

  it('[L5] is taken by one reader at a time: what came over a link that broke off is applied before the next one goes on', async () => {
    const store = await scene.linkedStore((one) => {
      for (let i = 0; i < 1500; i += 1) one.log.append('audit', randomUUID(), { i, text: 'x'.repeat(500) });
    });
    await soon(async () => expect((await known(scene.relay, store)).seq).toBeGreaterThan(0));
    store.cut();
    await store.dial();
    await caughtUp(scene.relay, store);
    await soon(() => expect(store.checkpoints.at(-1)).toEqual(store.log.head()));
    expect(scene.relay.logged.filter((line) => line.includes('somebody else'))).toEqual([]);
  });

  it('drops the body of what was erased, and keeps its hash', async () => {
    const order = anOrder();
    const store = await scene.linkedStore((one) => one.log.appendOrder(order, 'token-of-the-customer'));
    await caughtUp(scene.relay, store);
    store.log.append('order', order.id, null, { body: null });
    await caughtUp(scene.relay, store);
    expect((await scene.relay.ask(`/api/orders/${order.code}`)).status).toBe(404);
    expect(await scene.relay.rows(sql`select 1 from aggregates where body is not null`)).toHaveLength(0);
    expect(await count(scene.relay, 'change_log')).toBe(2);
  });

  it.each([
    ['a gap', (store: FakeStore) => store.log.rows.splice(2, 1)],
    [
      'a hash that does not follow',
      (store: FakeStore) => Object.assign(store.log.rows[2] ?? {}, { hash: 'f'.repeat(64) }),
    ],
    [
      'a body that is not the one that was hashed',
      (store: FakeStore) => Object.assign(store.log.rows[2] ?? {}, { body: '{}' }),
    ],
  ])('with %s is quarantined at the break: no row is skipped, no order taken', async (_name, harm) => {
    const store = await scene.pairedStore();
    await store.syncDocument(sampleCatalog());
    for (let i = 0; i < 5; i += 1) store.log.append('audit', `row-${i}`, { i });
    const rows = structuredClone(store.log.rows);
    harm(store);
    await store.dial();
    await condition(scene.relay, store, 'quarantined');
    expect((await known(scene.relay, store)).seq).toBeLessThanOrEqual(2);
    expect((await scene.relay.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } })).status).toBe(
      503,
    );
    expect(
      scene.relay.logged.some((line) => line.includes('"level":50') && line.includes('quarantined')),
    ).toBe(true);

    // The store's log is whole again: what was missing comes, and orders with it.
    store.cut();
    await unlinked(scene.relay, store);
    store.log.rows.splice(0, store.log.rows.length, ...rows);
    await store.dial();
    await caughtUp(scene.relay, store);
    await condition(scene.relay, store, 'following');
    expect((await scene.relay.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } })).status).toBe(
      201,
    );
  });

  it('[L4] that broke brings its store no command until it is whole again', async () => {
    const order = anOrder();
    const store = await scene.linkedStore((one) => one.log.append('audit', 'row-0', {}));
    await caughtUp(scene.relay, store);
    store.orders.set(order.id, order);
    const broughtWhile: string[] = [];
    store.onCommand = async (command, decide) => {
      broughtWhile.push((await known(scene.relay, store)).condition);
      return decide(command);
    };
    store.log.append('audit', 'row-1', {}, { hash: 'f'.repeat(64) });
    await condition(scene.relay, store, 'quarantined');
    const payload = { orderId: order.id, changeForCents: null };
    await scene.relay.relay.commands.enqueue(store.storeId, { id: v7(), kind: 'order.choose-cash', payload });
    // A person may look on through that link, and so it is known to have been quiet.
    for (let looks = 0; looks < 10; looks += 1) {
      await scene.relay.relay.round();
      expect((await scene.relay.ask('/api/staff/echo')).status).toBe(200);
    }

    store.cut();
    await unlinked(scene.relay, store);
    store.log.rows.pop();
    await store.dial();
    await soon(() => expect(broughtWhile).toEqual(['following']));
  });
});

onBothDatabases('a store that comes back', (scene) => {
  async function awayAndBack(change: (store: FakeStore) => void): Promise<FakeStore> {
    const store = await scene.linkedStore((one) => {
      for (let i = 0; i < 4; i += 1) one.log.append('audit', `row-${i}`, { i });
    });
    await caughtUp(scene.relay, store);
    store.cut();
    await unlinked(scene.relay, store);
    change(store);
    await store.dial();
    await linked(scene.relay, store);
    return store;
  }
  const takesNoOrders = async (): Promise<void> =>
    expect((await scene.relay.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } })).status).toBe(
      503,
    );

  it('from an older backup is marked as rolled back and sells nothing over the site', async () => {
    const store = await awayAndBack((one) => one.log.rows.splice(2));
    await condition(scene.relay, store, 'rolled-back');
    await takesNoOrders();
    expect((await known(scene.relay, store)).seq).toBe(4);
  });

  it('with a past that differs is quarantined, also when its log is shorter', async () => {
    const store = await awayAndBack((one) => {
      one.log.rows.splice(1);
      one.log.append('audit', 'another-past', {});
    });
    await condition(scene.relay, store, 'quarantined');
    await takesNoOrders();
  });

  it('with an equally long but different log is quarantined', async () => {
    const store = await awayAndBack((one) => {
      one.log.rows.splice(3);
      one.log.append('audit', 'another-present', {});
    });
    await condition(scene.relay, store, 'quarantined');
  });

  it('from another card is fenced: two stores under one name would sell the same number twice', async () => {
    const store = await awayAndBack((one) => {
      one.log.rows.splice(0);
      one.log.lineage = randomUUID();
      one.log.append('audit', 'a-new-life', {});
    });
    await condition(scene.relay, store, 'fenced');
    await takesNoOrders();
    expect(await count(scene.relay, 'change_log')).toBe(4);
  });

  it('[L21] from another card does not keep out the one that is the store, though its link still answers', async () => {
    const store = await awayAndBack((one) => {
      one.instance = v7();
    });
    store.cut();
    await unlinked(scene.relay, store);
    const twin = await createFakeStore(scene.relay.url, { card: store });
    twin.instance = v7();
    await twin.dial();
    await condition(scene.relay, store, 'fenced');
    await store.dial();
    await condition(scene.relay, store, 'following');
    expect(store.judged).toEqual([]);
    twin.close();
  });

  it('[L21] from another card does not keep out the one that is the store and was started anew meanwhile', async () => {
    const store = await awayAndBack((one) => {
      one.instance = v7();
    });
    store.cut();
    await unlinked(scene.relay, store);
    const twin = await createFakeStore(scene.relay.url, { card: store });
    twin.instance = v7();
    await twin.dial();
    await condition(scene.relay, store, 'fenced');
    store.instance = v7();
    await store.dial();
    await condition(scene.relay, store, 'following');
    expect(store.judged).toEqual([]);
    twin.close();
  });

  it('[L21] of a version that does not name its runs is not held against the run after it, though its link still answers', async () => {
    const store = await awayAndBack((one) => {
      one.instance = v7();
    });
    store.cut();
    await unlinked(scene.relay, store);
    store.instance = undefined;
    await store.dial();
    await linked(scene.relay, store);
    const older = scene.relay.relay.gateway.session(store.storeId);
    store.instance = v7();
    await store.dial();
    await older?.ended;
    await linked(scene.relay, store);
    expect(store.judged).toEqual([]);
  });

  it('from another card is followed once a person has paired it in the place of the old one, under its name', async () => {
    const store = await awayAndBack((one) => {
      one.log.lineage = randomUUID();
      one.log.append('audit', 'a-new-life', {});
    });
    await condition(scene.relay, store, 'fenced');
    const { code } = await scene.relay.relay.pairing.makeCode({ replaces: store.storeId });
    expect((await store.pair(code, { name: undefined })).status).toBe(200);
    await store.dial();
    await condition(scene.relay, store, 'following');
    await caughtUp(scene.relay, store);
    expect((await scene.relay.relay.stores.byId(store.storeId))?.name).toBe('Loja de teste');
  });

  it('newer than this relay is followed: how to speak with an older one is its business', async () => {
    const store = await awayAndBack((one) => {
      one.protocol = 99;
      one.log.append('audit', 'newer', {});
    });
    await caughtUp(scene.relay, store);
  });

  it('[L16] older than protocol 7 is followed by the lines that it sends', async () => {
    const order = anOrder();
    const store = await awayAndBack((one) => {
      one.protocol = 6;
      one.log.appendOrder(order, 'token-of-the-customer');
    });
    await caughtUp(scene.relay, store);
    expect(store.sent.at(-1)).toBe('application/x-ndjson');
    expect((await scene.relay.ask(`/api/orders/${order.code}`)).status).toBe(200);
    store.cut();
    await unlinked(scene.relay, store);
    store.protocol = 7;
    store.log.appendOrder({ ...order, status: 'READY' }, 'token-of-the-customer');
    await store.dial();
    await caughtUp(scene.relay, store);
    expect(store.sent.at(-1)).toBe('application/vnd.balcao.rows');
  });

  it('of another lineage is adopted while nothing was ever applied', async () => {
    const store = await scene.linkedStore();
    store.cut();
    await unlinked(scene.relay, store);
    store.log.lineage = createStoreLog().lineage;
    store.log.append('audit', 'first', {});
    await store.dial();
    await caughtUp(scene.relay, store);
    expect((await known(scene.relay, store)).condition).toBe('following');
  });
});
