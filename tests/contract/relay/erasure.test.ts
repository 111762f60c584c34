// Forgetting on the relay: what the store erased is nowhere here either, stays away, and leaves the log's hashes as they were.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { ErasureBody } from '@balcao/shared/link/aggregates/erasure.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { pushSubscriptions } from '../../../cloud/notifications/schema.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { CLAIM, bodyOf, onBothDatabases, soon, type Scene, type TestRelay } from '../../harness/relay.ts';
import { anOrder } from '../../harness/store-log.ts';

const PHONE = '11955554444';
const WORDS = 'tocar a campainha azul';
const TOKEN = 'token-of-the-customer';
const ofPerson = { customerPhone: PHONE, observations: WORDS };

const erase = (store: FakeStore, body: ErasureBody) => store.log.append('erasure', randomUUID(), body);
const caughtUp = (relay: TestRelay, store: FakeStore): Promise<void> =>
  soon(async () => {
    const [row] = await relay.rows<{ hash: string }>(
      sql`select hash from stores where store_id = ${store.storeId}`,
    );
    expect(row?.hash).toBe(store.log.head().hash);
  });
/** What of the person is still somewhere in the database. */
async function left(relay: TestRelay): Promise<string[]> {
  const text = await relay.everything();
  return [PHONE, WORDS].filter((words) => text.includes(words));
}
const hashes = async (relay: TestRelay): Promise<string[]> =>
  (await relay.rows<{ hash: string }>(sql`select hash from change_log order by seq`)).map((row) => row.hash);
const statusOf = async (relay: TestRelay, order: Order): Promise<number> =>
  (await relay.ask(`/api/orders/${order.code}`, { token: TOKEN })).status;

/** An order that a customer placed on this relay, with a command, an outcome and a row of the log. */
async function placed(scene: Scene, store: FakeStore): Promise<Order> {
  const json = { ...sampleRequest(), ...ofPerson, id: v7(), claim: CLAIM };
  const answer = await scene.relay.ask('/api/orders', { json });
  expect(answer.status).toBe(201);
  await caughtUp(scene.relay, store);
  expect(await left(scene.relay)).toEqual([PHONE, WORDS]);
  return (await bodyOf(answer))['order'] as Order;
}

onBothDatabases('an erasure', (scene) => {
  it('[L12] of an order ends what is still to be told of its payment: nobody asks for it for ever', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    store.orders.delete(order.id);
    erase(store, { scope: 'orders', orderIds: [order.id] });
    await caughtUp(scene.relay, store);
    const fact = { id: v7(), kind: 'payment.fact', payload: { orderId: order.id } };
    await scene.relay.relay.commands.enqueue(store.storeId, fact as never);
    await soon(async () =>
      expect(await scene.relay.rows(sql`select state from commands where kind = 'payment.fact'`)).toEqual([
        { state: 'refused' },
      ]),
    );
  });

  it('[F2] of a person takes phone and words out of everything, and leaves order, sums and hashes', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const other = anOrder({ customerPhone: '21911112222' });
    store.log.appendOrder(other, TOKEN);
    await caughtUp(scene.relay, store);
    const before = await hashes(scene.relay);
    store.log.appendOrder({ ...order, customerPhone: null, observations: '' }, `token-of-${order.id}`);
    erase(store, { scope: 'person', orderIds: [order.id] });
    await caughtUp(scene.relay, store);

    expect(await left(scene.relay)).toEqual([]);
    expect(await scene.relay.everything()).toContain('21911112222');
    expect((await hashes(scene.relay)).slice(0, before.length)).toEqual(before);
    const found = await scene.relay.ask('/api/track', { json: { phone: PHONE } });
    expect(await bodyOf(found)).toMatchObject({ orders: [] });
    const still = await scene.relay.ask(`/api/orders/${order.code}`, { token: `token-of-${order.id}` });
    expect(await bodyOf(still)).toMatchObject({
      access: 'whole',
      order: { totalCents: order.totalCents, customerPhone: null },
    });
    const outcome = await scene.relay.ask(`/api/orders/by-id/${order.id}`, { token: CLAIM });
    expect(await bodyOf(outcome)).toMatchObject({ state: 'placed', order: { customerPhone: null } });
  });

  it('[F2] of single orders takes all of them', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    erase(store, { scope: 'orders', orderIds: [order.id] });
    await caughtUp(scene.relay, store);
    expect(await left(scene.relay)).toEqual([]);
    expect(await statusOf(scene.relay, order)).toBe(404);
    expect((await scene.relay.ask(`/api/orders/by-id/${order.id}`, { token: CLAIM })).status).toBe(404);
  });

  it('[F2] forgets the browsers that wanted to be told about the order', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    await scene.relay.relay.db.insert(pushSubscriptions).values({
      storeId: store.storeId,
      id: randomUUID(),
      orderId: order.id,
      endpoint: 'https://push.example/phone',
      p256dh: 'x',
      auth: 'y',
      createdAtMs: Date.now(),
    });
    erase(store, { scope: 'person', orderIds: [order.id] });
    await caughtUp(scene.relay, store);
    expect(await scene.relay.everything()).not.toContain('push.example');
  });

  it('[F2] of the history takes every order up to its number, and none after', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const old = anOrder({ ...ofPerson, simpleId: 40, orderNumber: 40 });
    const young = anOrder({ simpleId: 41, orderNumber: 41 });
    store.log.appendOrder(old, TOKEN);
    store.log.append('payment', randomUUID(), { orderId: old.id });
    store.log.append('cash', 'session-1', 'c2VhbGVk', { sealed: true });
    erase(store, { scope: 'history', upToNumber: 40 });
    store.log.appendOrder(young, TOKEN);
    await caughtUp(scene.relay, store);
    expect(await left(scene.relay)).toEqual([]);
    expect(await statusOf(scene.relay, order)).toBe(404);
    expect(await statusOf(scene.relay, old)).toBe(404);
    expect(await statusOf(scene.relay, young)).toBe(200);
    expect(
      (
        await scene.relay.rows<{ kind: string }>(
          sql`select kind from aggregates where body is not null order by seq`,
        )
      ).map((row) => row.kind),
    ).toEqual(['cash', 'erasure', 'order']);
  });

  it('[F2] of what is too old goes up to its number, in steps, without new rows for the orders', async () => {
    const store = await scene.linkedStore();
    const old = [11, 12].map((n) => anOrder({ ...ofPerson, simpleId: n, orderNumber: n }));
    const young = anOrder({ customerPhone: '21911112222', simpleId: 13, orderNumber: 13 });
    for (const order of [...old, young]) store.log.appendOrder(order, TOKEN);
    await caughtUp(scene.relay, store);
    erase(store, { scope: 'retention', upToNumber: 11 });
    await caughtUp(scene.relay, store);
    expect(await left(scene.relay)).toEqual([PHONE, WORDS]);
    erase(store, { scope: 'retention', upToNumber: 12 });
    await caughtUp(scene.relay, store);
    expect(await left(scene.relay)).toEqual([]);
    for (const order of [...old, young]) expect(await statusOf(scene.relay, order)).toBe(200);
    expect(await scene.relay.everything()).toContain('21911112222');
  });

  it.each<[string, (order: Order) => ErasureBody, number]>([
    ['a person', (order) => ({ scope: 'person', orderIds: [order.id] }), 200],
    ['single orders', (order) => ({ scope: 'orders', orderIds: [order.id] }), 404],
    ['the history', (order) => ({ scope: 'history', upToNumber: order.orderNumber }), 404],
    ['what is too old', (order) => ({ scope: 'retention', upToNumber: order.orderNumber }), 200],
  ])('[F3] of %s holds when the same is sent again, before it or after it', async (_name, body, status) => {
    const store = await scene.linkedStore();
    const order = anOrder(ofPerson);
    // In one batch, on both sides of the erasure.
    store.log.appendOrder(order, TOKEN);
    erase(store, body(order));
    store.log.appendOrder({ ...order, status: 'READY' }, TOKEN);
    await caughtUp(scene.relay, store);
    expect(await left(scene.relay)).toEqual([]);
    expect(await statusOf(scene.relay, order)).toBe(status);
    // As a store restates its present, after a restart of the relay.
    store.cut();
    await scene.relay.stop();
    await scene.relay.start();
    store.log.appendOrder(order, TOKEN);
    await store.dial();
    await caughtUp(scene.relay, store);
    expect(await left(scene.relay)).toEqual([]);
    expect(await statusOf(scene.relay, order)).toBe(status);
  });

  it('[F3] holds against a row that comes again, also in a field that only a newer store knows', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    erase(store, { scope: 'person', orderIds: [order.id] });
    await caughtUp(scene.relay, store);
    const again = { ...order, observations: WORDS, customerName: 'Iracema' };
    store.log.appendOrder(again, TOKEN);
    await caughtUp(scene.relay, store);

    expect(await left(scene.relay)).toEqual([]);
    expect(await scene.relay.everything()).not.toContain('Iracema');
    expect(await statusOf(scene.relay, order)).toBe(200);
  });

  it('[F3] is not taken back by one that takes less, or reaches less far, and comes after it', async () => {
    const store = await scene.linkedStore();
    const named = anOrder({ ...ofPerson, simpleId: 50, orderNumber: 50 });
    const old = anOrder({ ...ofPerson, simpleId: 40, orderNumber: 40 });
    for (const order of [old, named]) store.log.appendOrder(order, TOKEN);
    erase(store, { scope: 'orders', orderIds: [named.id] });
    erase(store, { scope: 'history', upToNumber: 40 });
    await caughtUp(scene.relay, store);
    erase(store, { scope: 'person', orderIds: [named.id] });
    erase(store, { scope: 'history', upToNumber: 30 });
    await caughtUp(scene.relay, store);
    for (const order of [old, named]) store.log.appendOrder(order, TOKEN);
    await caughtUp(scene.relay, store);
    expect(await left(scene.relay)).toEqual([]);
    for (const order of [old, named]) expect(await statusOf(scene.relay, order)).toBe(404);
  });

  type Kept = 'gone' | 'without its person' | 'whole';
  const upTo = (scope: 'history' | 'retention', order: Order, more: -1 | 0 | 1): ErasureBody => ({
    scope,
    upToNumber: order.orderNumber + more,
  });
  it.each<[string, (order: Order) => ErasureBody, Kept]>([
    ['this order', ({ id }) => ({ scope: 'orders', orderIds: [id] }), 'gone'],
    ['another order', () => ({ scope: 'orders', orderIds: [v7()] }), 'whole'],
    ['its person', ({ id }) => ({ scope: 'person', orderIds: [id] }), 'without its person'],
    ['another person', () => ({ scope: 'person', orderIds: [v7()] }), 'whole'],
    ['the history up to the one before it', (order) => upTo('history', order, -1), 'whole'],
    ['the history up to it', (order) => upTo('history', order, 0), 'gone'],
    ['the history up to the one after it', (order) => upTo('history', order, 1), 'gone'],
    ['what is old up to the one before it', (order) => upTo('retention', order, -1), 'whole'],
    ['what is old up to it', (order) => upTo('retention', order, 0), 'without its person'],
    ['what is old up to the one after it', (order) => upTo('retention', order, 1), 'without its person'],
  ])('[F3] of %s holds against an outcome that is heard later', async (_name, body, kept) => {
    const store = await scene.linkedStore();
    store.logsOrders = false;
    store.onCommand = (command, decide) => {
      // The store decides, erases, and only then is its answer heard.
      const outcome = decide(command);
      const order = store.orders.get(json.id);
      if (order) erase(store, body(order));
      return caughtUp(scene.relay, store).then(() => outcome);
    };
    const json = { ...sampleRequest(), ...ofPerson, id: v7(), claim: CLAIM };
    expect((await scene.relay.ask('/api/orders', { json })).status).toBe(kept === 'gone' ? 404 : 201);
    const rows = await scene.relay.rows<{ body: string }>(
      sql`select body from orders where store_id = ${store.storeId} and id = ${json.id}`,
    );
    const persons = await scene.relay.persons();
    const about = { storeId: store.storeId, id: json.id };
    expect(rows.map((row) => persons.open(about, JSON.parse(row.body) as Order))).toMatchObject(
      kept === 'gone' ? [] : [kept === 'whole' ? ofPerson : { customerPhone: null, observations: '' }],
    );
    if (kept !== 'whole') expect(await left(scene.relay)).toEqual([]);
  });

  it('that cannot be read is set aside and said, and the log goes on', async () => {
    const order = anOrder();
    const store = await scene.linkedStore((one) => {
      one.log.append('erasure', randomUUID(), { scope: 'everything' });
      one.log.appendOrder(order, TOKEN);
    });
    await caughtUp(scene.relay, store);
    expect(await statusOf(scene.relay, order)).toBe(200);
    expect(scene.relay.logged.some((line) => line.includes('set aside') && line.includes('erasure'))).toBe(
      true,
    );
  });
});

onBothDatabases('what a customer sent', (scene) => {
  const send = (json: Record<string, unknown>) => scene.relay.ask('/api/orders', { json });

  it('[F4] is dropped when the store refuses it', async () => {
    const store = await scene.linkedStore();
    store.onCommand = () => ({ status: 'refused', refusal: { code: 'store-closed', reason: 'fechada' } });
    const json = { ...sampleRequest(), ...ofPerson, id: v7(), claim: CLAIM };
    const first = await send(json);
    expect(first.status).toBe(409);
    expect(await left(scene.relay)).toEqual([]);
    // Sent again it has the same answer.
    expect(await (await send(json)).text()).toBe(await first.text());
  });

  it('[F4] is dropped when it lapsed', async () => {
    const store = await scene.linkedStore();
    store.onCommand = () => null;
    const json = { ...sampleRequest(), ...ofPerson, id: v7(), claim: CLAIM };
    expect((await scene.relay.waitingForNobody(() => send(json))).status).toBe(202);
    expect(await left(scene.relay)).toEqual([PHONE, WORDS]);
    scene.relay.advance(11 * 60_000);
    await scene.relay.relay.round();
    expect(await left(scene.relay)).toEqual([]);
    expect(
      await bodyOf(await scene.relay.ask(`/api/orders/by-id/${json.id}`, { token: CLAIM })),
    ).toMatchObject({
      state: 'lapsed',
    });
  });

  it('[F4] is dropped two days after the store took it, and the order stays', async () => {
    const store = await scene.linkedStore();
    const order = await placed(scene, store);
    const contents = () =>
      scene.relay.rows(sql`select 1 from commands where command is not null and state = 'done'`);
    await scene.relay.relay.round();
    expect(await contents()).toHaveLength(1);
    scene.relay.advance(49 * 3_600_000);
    await scene.relay.relay.round();
    expect(await contents()).toHaveLength(0);
    expect(
      await bodyOf(await scene.relay.ask(`/api/orders/by-id/${order.id}`, { token: CLAIM })),
    ).toMatchObject({
      state: 'placed',
    });
  });

  it('[F4] stays while it waits, also in an erased order, and goes once it is answered', async () => {
    const store = await scene.linkedStore();
    let answering = false;
    store.onCommand = (command, decide) => (answering ? decide(command) : { httpStatus: 503 });
    const json = { ...sampleRequest(), ...ofPerson, id: v7(), claim: CLAIM };
    expect((await scene.relay.waitingForNobody(() => send(json))).status).toBe(202);
    erase(store, { scope: 'orders', orderIds: [json.id] });
    await caughtUp(scene.relay, store);
    expect(await left(scene.relay)).toEqual([PHONE, WORDS]);
    answering = true;
    await soon(async () =>
      expect(await scene.relay.rows(sql`select 1 from commands where state = 'done'`)).toHaveLength(1),
    );
    await scene.relay.relay.round();
    expect(
      await scene.relay.rows(
        sql`select 1 from commands where command is not null or outcome::text like ${`%${PHONE}%`}`,
      ),
    ).toHaveLength(0);
  });
});
