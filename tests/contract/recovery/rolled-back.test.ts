// A store that fell behind its own past, a relay that did, and two machines with one card image: real code on both sides.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { orderBody } from '../../../cloud/storage/schema.ts';
import { afterEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { openTestStore, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { sell } from '../../../edge/testing/sell.ts';
import { asRole } from '../../../edge/testing/sign-in.ts';
import {
  bodyOf,
  onBothDatabases,
  onOneDatabase,
  PAIRING_CODE,
  soon,
  type TestRelay,
} from '../../harness/relay.ts';
import { createCable } from '../../support/cable.ts';
import { inStep, openLinkedStore, rollBack, snapshot } from '../../harness/real-store.ts';

const open: TestStore[] = [];
afterEach(async () => {
  for (const store of open.splice(0)) await store.close();
});

const order = () => ({ ...sampleRequest(), id: v7() });
const place = async (store: TestStore, body: object = order()) => {
  const answer = await store.ask('/api/orders', { json: body });
  return { status: answer.status, body: await bodyOf(answer) };
};

onBothDatabases('a store that fell behind its own past', (scene) => {
  const linked = async (options: Parameters<typeof openLinkedStore>[1] = {}): Promise<TestStore> => {
    const store = await openLinkedStore(scene.relay, options);
    open.push(store);
    return store;
  };
  const forget = (store: TestStore): void => void open.splice(open.indexOf(store), 1);

  it('[L18] has what it lost again before it takes an order, and gives no number twice', async () => {
    const store = await linked();
    const first = await place(store);
    await inStep(scene.relay, store);
    const earlier = await snapshot(store);
    const lost = [await place(store), await place(store)];
    const paid = lost[0]?.body['order'] as { id: string };
    const counter = await asRole(store, 'ATTENDANT');
    const totalCents = store.orders.repository.byId(paid.id)?.totalCents ?? 0;
    for (const [method, cents] of [
      ['cash', 100],
      ['pix_manual', totalCents - 100],
    ])
      await counter(`/api/staff/orders/${paid.id}/moves`, {
        json: { kind: 'take-tender', id: v7(), method, cents },
      });
    await inStep(scene.relay, store);
    const before = store.orders.repository.byId(paid.id);
    forget(store);
    const folder = await rollBack(store, earlier);

    const again = await linked({ folder, start: false });
    expect(again.orders.repository.byId(paid.id)).toBeNull();
    // Asked for at the same moment as the link comes up: it waits for the relay's word, and for the rows.
    again.start();
    const asked = place(again);
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    const early = await asked;
    await inStep(scene.relay, again);
    const late = await place(again);
    const numbers = [first, ...lost, early, late].flatMap(({ body }) =>
      body['order'] === undefined ? [] : [(body['order'] as { orderNumber: number }).orderNumber],
    );
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(late.status).toBe(201);
    expect(again.orders.repository.byId(paid.id)).toEqual(before);
    expect(again.identity.epoch).toBe(2);
    await inStep(scene.relay, again);
    // The drawer too: each part that was taken by hand is sealed at the relay, and is back.
    expect(again.db.$client.prepare('select count(*) as n from hand_payments').get()).toEqual({ n: 2 });
    const panel = (late.body['order'] as { id: string }).id;
    await (
      await asRole(again, 'ATTENDANT')
    )(`/api/staff/orders/${panel}/moves`, {
      json: { kind: 'confirm-payment', method: 'cash' },
    });
    expect(again.orders.repository.byId(panel)?.panelNumber).toBe((before?.panelNumber ?? 0) + 1);
  });

  it('[L18] takes nothing in while what it lost is on its way, and is not kept shut by what is lost at the relay too', async () => {
    const store = await linked();
    await inStep(scene.relay, store);
    const earlier = await snapshot(store);
    const kept = await place(store);
    const lost = await place(store);
    await inStep(scene.relay, store);
    forget(store);
    const folder = await rollBack(store, earlier);
    // The copy is there, but its last row is not: as when the relay's own disk fails under it.
    await scene.relay.relay.db.execute(
      sql`delete from change_log where seq = (select max(seq) from change_log)`,
    );
    const again = await linked({ folder, start: false });
    again.writeGate.hold('behind');
    expect(await place(again)).toMatchObject({ status: 503, body: { code: 'held-behind' } });
    expect((await again.ask('/readyz')).status).toBe(503);
    expect((await again.askLink('/link/commands', { json: { id: randomUUID() } })).status).toBe(503);
    const head = again.outbox.head();
    await again.retention.run().catch(() => undefined);
    expect(again.outbox.head()).toEqual(head);
    again.start();
    await soon(() => expect(again.writeGate.held()).toBeNull());
    expect(again.orders.repository.byId(kept.body['order'].id)).not.toBeNull();
    expect(again.alarms.open().map(({ id }) => id)).toContain('link.missing');
    // The relay still knows the number of the order that it lost.
    expect((await place(again)).body['order'].orderNumber).toBe(lost.body['order'].orderNumber + 1);
  });

  it('[L18] brings back an order that a customer was told of, although its row never reached the relay', async () => {
    const store = await linked();
    await inStep(scene.relay, store);
    const earlier = await snapshot(store);
    const body = order();
    const answer = await scene.relay.ask('/api/orders', { json: body });
    expect(answer.status).toBe(201);
    const told = (await bodyOf(answer))['order'] as { id: string; code: string; orderNumber: number };
    await inStep(scene.relay, store);
    forget(store);
    const folder = await rollBack(store, earlier);
    // What the relay knows when the store dies between its answer and the row of its log.
    const { seq, hash } = headOf(earlier);
    await scene.relay.relay.db.execute(sql`update orders set seq = 0, body = ${orderBody}`);
    await relayForgets(scene.relay, seq, hash);
    await scene.relay.relay.db.execute(sql`update stores set epoch = 4`);
    scene.relay.relay.stores.invalidate();
    const again = await linked({ folder });
    await soon(() => expect(again.resync.progress().state).toBe('done'));
    await inStep(scene.relay, again);
    expect(again.orders.repository.byId(told.id)).toMatchObject({
      code: told.code,
      orderNumber: told.orderNumber,
    });
    expect(again.identity.epoch).toBe(5);
    // Sent again, as a phone does that heard nothing: the same order.
    expect(await place(again, body)).toMatchObject({ status: 201, body: { order: { code: told.code } } });
    expect((await place(again)).body['order'].orderNumber).toBe(told.orderNumber + 1);
  });

  it('[L19] forked, because it sold before it heard the relay, is quarantined with an alarm, and sells on in the shop', async () => {
    const store = await linked();
    await inStep(scene.relay, store);
    const earlier = await snapshot(store);
    await place(store);
    await inStep(scene.relay, store);
    forget(store);
    const folder = await rollBack(store, earlier);
    const alone = await openTestStore({ folder });
    sell(alone, alone.clock.nowMs);
    sell(alone, alone.clock.nowMs);
    await alone.stop();
    const again = await linked({ folder });
    await soon(() => expect(again.alarms.open()).toMatchObject([{ id: 'link.log' }]));
    expect(await scene.relay.relay.stores.byId(again.identity.storeId)).toMatchObject({
      condition: 'quarantined',
    });
    expect((await place(again)).status).toBe(201);
    expect((await scene.relay.ask('/api/orders', { json: order() })).status).toBe(503);
  });
});

onBothDatabases('a relay that fell behind', (scene) => {
  it('[L20] has everything again from the store, of an order once', async () => {
    const store = await openLinkedStore(scene.relay);
    open.push(store);
    for (let n = 0; n < 4; n += 1) await place(store);
    await inStep(scene.relay, store);
    const rows = store.outbox.after(0, 100);
    const whole = await known(scene.relay);
    store.link?.redial();
    await relayForgets(scene.relay, 2, rows[1]?.hash ?? '');
    await soon(() => inStep(scene.relay, store));
    expect(await known(scene.relay)).toEqual(whole);
    store.link?.redial();
    await relayForgets(scene.relay, 0, '0'.repeat(64));
    await soon(() => inStep(scene.relay, store));
    expect(await known(scene.relay)).toEqual(whole);
  });
});

onOneDatabase('a store that is switched on while the internet is down', (scene) => {
  it('[11] takes, confirms and hands over orders, and the relay has them when it is back', async () => {
    const store = await openLinkedStore(scene.relay);
    await inStep(scene.relay, store);
    await store.stop();
    const cable = await createCable(Number(new URL(scene.relay.url).port));
    // Bytes vanish and nothing fails: what waits for the relay's word waits for nothing.
    cable.stall();
    const again = await openLinkedStore(scene.relay, { folder: store.folder, url: cable.url });
    open.push(again);
    const admin = await asRole(again, 'ADMIN');
    const placed = await place(again);
    expect(placed.status).toBe(201);
    for (const move of [
      { kind: 'confirm-payment', method: 'cash' },
      { kind: 'start' },
      { kind: 'mark-ready' },
    ])
      expect((await admin(`/api/staff/orders/${placed.body['order'].id}/moves`, { json: move })).status).toBe(
        200,
      );
    cable.plug();
    await inStep(scene.relay, again);
    // As its customer: to strangers an order of this store's fixed clock is too old one day.
    const { order: cooked, trackingToken: token } = placed.body;
    expect(await bodyOf(await scene.relay.ask(`/api/orders/${cooked.code}`, { token }))).toMatchObject({
      order: { status: 'READY' },
    });
    await again.stop();
    await cable.close();
  });
});

onOneDatabase('two machines with one card image', (scene) => {
  it('[L21] are one store and a stranger: the one that comes second takes nothing in', async () => {
    const store = await openLinkedStore(scene.relay);
    open.push(store);
    await place(store);
    await inStep(scene.relay, store);
    const twin = await openLinkedStore(scene.relay, { folder: await snapshot(store) });
    open.push(twin);
    await soon(() => expect(twin.writeGate.held()).toBe('fenced'));
    expect(await place(twin)).toMatchObject({ status: 503, body: { code: 'held-fenced' } });
    expect((await place(store)).status).toBe(201);
    await inStep(scene.relay, store);
    expect(await scene.relay.relay.stores.byId(store.identity.storeId)).toMatchObject({
      condition: 'following',
    });
  });

  it('[L21] never change places by themselves; paired anew, with the first one off, the second is the store', async () => {
    const store = await openLinkedStore(scene.relay);
    await asRole(store, 'ADMIN');
    const first = await place(store);
    await inStep(scene.relay, store);
    const folder = await snapshot(store);
    const twin = await openLinkedStore(scene.relay, { folder });
    await soon(() => expect([twin.writeGate.held(), twin.link.state()]).toEqual(['fenced', 'unpaired']));
    const last = await place(store);
    await inStep(scene.relay, store);
    await store.stop();
    await twin.stop();
    // Switched on while the first one is off: it does not dial.
    const again = await openLinkedStore(scene.relay, { folder });
    open.push(again);
    await soon(() => expect(again.link.state()).toBe('unpaired'));
    expect(await place(again)).toMatchObject({ status: 503, body: { code: 'held-fenced' } });
    const paired = await (
      await asRole(again, 'ADMIN')
    )('/api/staff/relay/pair', { json: { relayUrl: scene.relay.url, code: PAIRING_CODE } });
    expect(paired.status).toBe(200);
    await soon(() => expect(again.writeGate.held()).toBeNull());
    await inStep(scene.relay, again);
    const next = await place(again);
    expect([first, last, next].map((one) => one.body['order'].orderNumber)).toEqual([1, 2, 3]);
    await soon(() =>
      expect(again.outbox.after(0, 100).filter(({ kind }) => kind === 'audit')).not.toHaveLength(0),
    );
  });

  it('[L21] do not take a restart of the first for a second one', async () => {
    const store = await openLinkedStore(scene.relay);
    await place(store);
    await inStep(scene.relay, store);
    await store.stop();
    const again = await openLinkedStore(scene.relay, { folder: store.folder });
    open.push(again);
    await inStep(scene.relay, again);
    expect(again.writeGate.held()).toBeNull();
  });
});

function headOf(folder: string): { seq: number; hash: string } {
  const db = new Database(join(folder, 'store.db'), { readonly: true });
  const head = db
    .prepare<[], { seq: number; hash: string }>('select seq, hash from outbox order by seq desc limit 1')
    .get();
  db.close();
  if (!head) throw new Error('an empty log');
  return head;
}

/** As when the relay's database is put back to an earlier state. */
async function relayForgets({ relay }: TestRelay, seq: number, hash: string): Promise<void> {
  await relay.db.execute(sql`delete from change_log where seq > ${seq}`);
  await relay.db.execute(sql`delete from aggregates where seq > ${seq}`);
  await relay.db.execute(sql`update stores set seq = ${seq}, hash = ${hash}`);
  relay.stores.invalidate();
}

const known = (relay: TestRelay): Promise<unknown> =>
  relay.rows(sql`select id, seq, status, body from orders order by number`);
