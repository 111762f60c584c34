// Several processes of the relay over one PostgreSQL serve one store: one holds its link, the others pass on to it.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import * as Y from 'yjs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { readCatalog, setEntry } from '@balcao/shared/menu/document.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { docUpdates } from '../../../cloud/storage/schema.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { createFakeStore, type FakeStore } from '../../harness/fake-store.ts';
import {
  CLAIM,
  bodyOf,
  createTestRelay,
  linked,
  PAIRING_CODE,
  soon,
  unlinked,
  type TestRelay,
} from '../../harness/relay.ts';
import { anOrder, sha256 } from '../../harness/store-log.ts';

let postgres: TestPostgres;
let one: TestRelay;
let other: TestRelay;
let store: FakeStore;

beforeAll(async () => {
  postgres = await startPostgres();
  const shared = { postgres, secretsKey: randomBytes(32).toString('hex') };
  // Both at once on an empty database: only one of them may make the tables.
  [one, other] = await Promise.all([
    createTestRelay('postgres', { shared }),
    createTestRelay('postgres', { shared }),
  ]);
});
afterAll(async () => {
  await one.close();
  await other.close();
  await postgres.stop();
});

beforeEach(async () => {
  await one.clear();
  other.relay.stores.invalidate();
  store = await createFakeStore(one.url);
  await store.pair(PAIRING_CODE);
  await dial(one);
  await store.syncDocument(sampleCatalog());
  await soon(async () => {
    const menu = await bodyOf(await other.ask('/api/menu'));
    if (menu['sizes'].length === 0) throw new Error('the menu has not arrived');
  });
});
afterEach(async () => {
  store.close();
  await unlinked(one, store);
  await unlinked(other, store);
});

async function dial(relay: TestRelay): Promise<void> {
  store.turnTo(relay.url);
  await store.dial();
  await linked(relay, store);
}

const orderAt = (relay: TestRelay, id = v7()): Promise<Response> =>
  relay.ask('/api/orders', { json: { ...sampleRequest({ id }), claim: CLAIM } });

it('[39] guesses at how the phone of an order ends are counted for all of them together', async () => {
  const order = anOrder({ customerPhone: '11987654321' });
  store.log.appendOrder(order, 'token-of-this-order');
  const guess = async (relay: TestRelay, lastFour: string): Promise<number> =>
    (await relay.ask('/api/track', { json: { query: order.code, lastFour } })).status;
  await soon(
    async () =>
      expect((await other.ask(`/api/orders/${order.code}`, { token: 'token-of-this-order' })).status).toBe(
        200,
      ),
    { interval: 500 },
  );
  expect(await guess(other, '4321')).toBe(200);
  for (const relay of [one, other, one, other, one]) expect(await guess(relay, '0000')).toBe(403);
  expect([await guess(one, '4321'), await guess(other, '4321')]).toEqual([429, 429]);
});

it('[42] guesses at pairing codes are counted for all of them together', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.90' };
  const guess = async (relay: TestRelay): Promise<number> =>
    (await relay.ask('/edge/pair', { json: {}, headers })).status;
  for (let tries = 0; tries < 5; tries += 1)
    expect([await guess(one), await guess(other)]).toEqual([422, 422]);
  expect([await guess(one), await guess(other)]).toEqual([429, 429]);
});

it('[42] orders of one address are too: beyond the limit at one, they are refused at the other', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.91' };
  const order = async (relay: TestRelay): Promise<number> =>
    (await relay.ask('/api/orders', { json: {}, headers })).status;
  const statuses: number[] = [];
  for (let tries = 0; tries < 70; tries += 1) statuses.push(await order(tries % 2 === 0 ? one : other));
  const passed = statuses.filter((status) => status === 422).length;
  expect(passed).toBeGreaterThanOrEqual(60);
  // Those that are being told to the database while others are judged; twice the limit without one count.
  expect(passed).toBeLessThanOrEqual(66);
});

it('[24] a store is linked for each of them as long as one holds its link, and then lately seen', async () => {
  const seenAs = () => Promise.all([one, other].map(({ relay }) => relay.gateway.presence(store.storeId)));
  expect(await seenAs()).toEqual(['linked', 'linked']);
  store.cut();
  await soon(async () => expect(await seenAs()).toEqual(['grace', 'grace']));
});

it('[L17] an order placed at the process without the link is delivered over it, and answered at once', async () => {
  const answer = await orderAt(other);
  expect(answer.status).toBe(201);
  expect(store.heard.map((command) => command.kind)).toEqual(['order.place']);
});

it('the same order sent to both at once is one order, with one answer', async () => {
  const id = v7();
  const answers = await Promise.all([orderAt(one, id), orderAt(other, id)]);
  const [first, second] = await Promise.all(answers.map(bodyOf));
  expect(first?.['order'].code).toBe(second?.['order'].code);
  expect(store.orders.size).toBe(1);
});

it("[L17] staff's requests reach the store through either, with the caller's own address", async () => {
  const answer = await other.ask('/api/staff/echo', { headers: { 'x-forwarded-for': '198.51.100.77' } });
  expect(answer.status).toBe(200);
  const { headers } = await bodyOf(answer);
  expect(headers).toMatchObject({ 'x-balcao-client-ip': '198.51.100.77' });
  expect(headers).not.toHaveProperty('x-balcao-forwarded');
});

it('nobody else can say who is calling', async () => {
  const forged = await new SignJWT({ clientIp: '127.0.0.1' })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('balcao-forwarded')
    .setExpirationTime('1m')
    .sign(randomBytes(32));
  const answer = await one.ask('/api/staff/echo', {
    headers: { 'x-balcao-forwarded': forged, 'x-forwarded-for': '198.51.100.78' },
  });
  expect((await bodyOf(answer))['headers']).toMatchObject({ 'x-balcao-client-ip': '198.51.100.78' });
});

it('uploads and answers pass whole', async () => {
  const bytes = randomBytes(2 * 1024 * 1024);
  const answer = await other.ask('/api/staff/images', {
    body: bytes,
    headers: { 'content-type': 'image/png' },
  });
  expect(await bodyOf(answer)).toEqual({ size: bytes.length, sha256: sha256(bytes) });
});

it('pictures are copied by the one that can ask for them', async () => {
  const bytes = new Uint8Array(randomBytes(400));
  const hash = sha256(bytes);
  store.images.set(hash, [{ variant: 'webp-320', mediaType: 'image/webp', bytes }]);
  store.doc.getMap<any>('products').get('agua').set('image', hash);
  await soon(async () =>
    expect((await other.ask(`/api/images/${hash}?w=320`, { headers: { accept: 'image/webp' } })).status).toBe(
      200,
    ),
  );
});

it('a change of the menu is told to the pages of both', async () => {
  store.doc.getMap<any>('sizes').get('g').set('priceCents', 3100);
  for (const relay of [one, other])
    await soon(async () =>
      expect((await bodyOf(await relay.ask('/api/menu')))['sizes']).toContainEqual(
        expect.objectContaining({ id: 'g', priceCents: 3100 }),
      ),
    );
});

it('a page open at the other hears of its order', async () => {
  const order = anOrder({ customerPhone: '11987654321' });
  store.log.appendOrder(order, 'token-of-this-order');
  await soon(async () =>
    expect((await other.ask(`/api/orders/${order.code}`, { token: 'token-of-this-order' })).status).toBe(200),
  );
  const { ticket } = await bodyOf(
    await other.ask(`/api/orders/${order.code}`, { token: 'token-of-this-order' }),
  );
  const stop = new AbortController();
  const live = await other.ask(`/api/live?ticket=${ticket}`, { signal: stop.signal });
  const reader = live.body?.pipeThrough(new TextDecoderStream() as never).getReader();
  let heard = '';
  const hearing = (async () => {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      heard += String(part.value);
    }
  })().catch(() => undefined);
  store.log.appendOrder({ ...order, status: 'READY', updatedAtMs: Date.now() }, 'token-of-this-order');
  await soon(() => expect(heard).toContain('READY'));
  stop.abort();
  await hearing;
});

it("[L17] the store's document is joined to the process that holds the link, wherever it is dialled", async () => {
  store.cut();
  await unlinked(one, store);
  await dial(one);
  store.turnTo(other.url);
  await store.syncDocument(null);
  store.doc.getMap<any>('sizes').get('p').set('priceCents', 1900);
  for (const relay of [one, other])
    await soon(async () =>
      expect((await bodyOf(await relay.ask('/api/menu')))['sizes']).toContainEqual(
        expect.objectContaining({ id: 'p', priceCents: 1900 }),
      ),
    );
});

it('[L17] the store hears of a change at the other process though the one with its socket has let go of the menu', async () => {
  expect((await bodyOf(await one.ask('/api/menu')))['sizes']).not.toEqual([]);
  // One that is being saved, or that somebody works with just now, stays until the next look.
  await soon(async () => {
    one.advance(61_000);
    await one.relay.documents.letGoIdle();
    one.advance(-61_000);
    expect(one.relay.documents.held()).toBe(0);
  });
  await other.relay.documents.edit(store.storeId, () => ({
    ok: true,
    value: null,
    change: (doc) => setEntry(doc, 'sizes', 'p', { priceCents: 1650 }),
    alongside: () => Promise.resolve(),
  }));
  await soon(() => expect(store.doc.getMap<any>('sizes').get('p').get('priceCents')).toBe(1650));
});

it('[L3] a link dialled to another process replaces the one before', async () => {
  await dial(other);
  await soon(() => expect(one.relay.gateway.session(store.storeId)).toBeNull());
  expect((await orderAt(one)).status).toBe(201);
  expect((await orderAt(other)).status).toBe(201);
});

it('[L21] a second machine with the same card is fenced, also at a process that does not hold the link', async () => {
  store.cut();
  await unlinked(one, store);
  store.instance = v7();
  await dial(one);
  const holder = one.relay.gateway.session(store.storeId);
  const twin = await createFakeStore(other.url, { log: store.log, card: store });
  twin.instance = v7();
  const socket = await twin.dial();
  await once(socket, 'close');
  expect(twin.judged).toMatchObject([{ condition: 'fenced' }]);
  expect(one.relay.gateway.session(store.storeId)).toBe(holder);
  expect((await orderAt(other)).status).toBe(201);
  expect(store.heard.length).toBe(1);
  // Nobody else is told which machine that is.
  expect((await one.ask(`/cluster/links/${store.storeId}`)).status).toBe(404);
  twin.close();
});

it('[L17] a process that ends hands over: what waits is delivered by the next one that holds the link', async () => {
  store.onCommand = () => ({ httpStatus: 503 });
  const waiting = await one.waitingForNobody(() => orderAt(one));
  expect(waiting.status).toBe(202);
  const { id } = await bodyOf(waiting);
  await one.stop();
  store.onCommand = null;
  await dial(other);
  // Whoever asks for one order again and again is slowed down.
  await soon(
    async () =>
      expect(await bodyOf(await other.ask(`/api/orders/by-id/${id}`, { token: CLAIM }))).toMatchObject({
        state: 'placed',
      }),
    { interval: 500 },
  );
  expect(store.orders.size).toBe(1);
  await one.start();
});

it('[L17] is heard of again after the connection that carries the wakes has broken', async () => {
  await one.relay.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' or query = 'select 1'`,
  );
  expect((await orderAt(other)).status).toBe(201);
});

it('[33] a GET that says how long its body is, and sends none, is answered by the one that does not hold the link', async () => {
  const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
  let answer = '';
  socket.on('data', (piece: Buffer) => (answer += piece.toString()));
  socket.write('GET /api/staff/echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n');
  await soon(() => expect(answer).toContain('HTTP/1.1 200'));
  socket.destroy();
  // What comes after it over the same connection is not taken for that body.
  for (let asked = 0; asked < 5; asked += 1) expect((await other.ask('/api/staff/echo')).status).toBe(200);
});

it('[24] a link that another process took is let go though no wake told of it', async () => {
  await one.rows(
    sql`update store_links set fence = fence + 1, instance = ${v7()} where store_id = ${store.storeId}`,
  );
  await unlinked(one, store);
});

it('[24] the word that a link is held is renewed as long as it is', async () => {
  const heldAtMs = async (): Promise<number> =>
    Number((await one.rows<{ at: string }>(sql`select seen_at_ms as at from store_links`))[0]?.at);
  const takenAtMs = await heldAtMs();
  await soon(async () => expect(await heldAtMs()).toBeGreaterThan(takenAtMs));
  store.cut();
  await soon(async () => expect(await heldAtMs()).toBe(0));
});

it('[24] a change of the menu that no wake told of reaches the store, also where the menu was let go', async () => {
  const change = async (priceCents: number): Promise<void> => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(store.doc));
    setEntry(doc, 'sizes', 'p', { priceCents });
    await one.relay.db
      .insert(docUpdates)
      .values({ storeId: store.storeId, update: Y.encodeStateAsUpdate(doc) });
    await soon(() => expect(store.doc.getMap<any>('sizes').get('p').get('priceCents')).toBe(priceCents));
  };
  expect((await bodyOf(await one.ask('/api/menu')))['sizes']).not.toEqual([]);
  await change(1710);
  one.advance(61_000);
  await one.relay.documents.letGoIdle();
  one.advance(-61_000);
  await change(1720);
});

it('a change of the menu that one process saves while the other makes one row of many stays beside that row', async () => {
  const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%doc_updates%'`;
  const edit = ({ relay }: TestRelay, change: (doc: Y.Doc) => void) =>
    relay.documents.edit<null, never>(store.storeId, () => ({
      ok: true,
      value: null,
      change,
      alongside: () => Promise.resolve(),
    }));
  // Many that say nothing. It counts them as it looks.
  const update = Y.encodeStateAsUpdate(new Y.Doc());
  await one.relay.db
    .insert(docUpdates)
    .values(Array.from({ length: 200 }, () => ({ storeId: store.storeId, update })));
  await edit(one, () => undefined);
  await one.relay.db.transaction(async (tx) => {
    // Who makes one row of them has read which there are, and waits for the first.
    await tx.select().from(docUpdates).for('update');
    store.doc.getMap<any>('sizes').get('g').set('priceCents', 3205);
    await soon(async () => expect(await one.rows(waiting)).toHaveLength(1));
    const saved = await edit(other, (doc) => setEntry(doc, 'sizes', 'p', { priceCents: 1730 }));
    expect(saved.ok).toBe(true);
  });
  await soon(async () => {
    const rows = await one.relay.db.select().from(docUpdates);
    expect(rows.length).toBeLessThan(50);
    const doc = new Y.Doc();
    for (const { update } of rows) Y.applyUpdate(doc, update);
    expect(readCatalog(doc).catalog.sizes).toMatchObject([
      { id: 'p', priceCents: 1730 },
      { id: 'g', priceCents: 3205 },
    ]);
  });
});

it('[121] a process that held the link by a clock that was an hour ahead holds it no more', async () => {
  store.cut();
  await unlinked(one, store);
  await one.rows(
    sql`update store_links set instance = ${v7()}, seen_at_ms = ${one.nowMs + 3_600_000}::bigint where store_id = ${store.storeId}`,
  );
  other.advance(61_000);
  expect(await bodyOf(await other.ask('/api/store'))).toMatchObject({ storeOnline: false });
});
