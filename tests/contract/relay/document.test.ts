// The menu document on the relay: in step with the store's, kept over a restart, and not to be hurt by nonsense.
import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { readCatalog, setEntry } from '@balcao/shared/menu/document.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { DOCUMENT_MESSAGE_BYTES_MAX } from '@balcao/shared/link/socket-limits.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { bodyOf, onBothDatabases, onOneDatabase, soon, type TestRelay } from '../../harness/relay.ts';

const priceOf = async (relay: TestRelay, id: string): Promise<number | undefined> =>
  (await bodyOf(await relay.ask('/api/menu')))['sizes'].find((one: { id: string }) => one.id === id)
    ?.priceCents;

/** A message of the y-websocket protocol. */
function message(...parts: (number | Uint8Array)[]): Uint8Array {
  // Numbers and lengths below 128 are one byte each.
  return new Uint8Array(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : [part.length, ...part])),
  );
}

onBothDatabases('the menu document', (scene) => {
  it('is what the store says, kept over a restart of the relay with the store away', async () => {
    const store = await scene.linkedStore();
    store.doc.getMap<any>('sizes').get('g').set('priceCents', 2650);
    await soon(async () => expect(await priceOf(scene.relay, 'g')).toBe(2650));
    store.cut();
    await scene.relay.stop();
    await scene.relay.start();
    expect(await priceOf(scene.relay, 'g')).toBe(2650);
  });

  it('merges what changed on either side while they were apart', async () => {
    const store = await scene.pairedStore();
    await store.syncDocument(sampleCatalog());
    await soon(async () => expect(await priceOf(scene.relay, 'g')).toBe(2500));
    store.cut();
    const atStore = store.doc.getMap<any>('sizes');
    atStore.get('g').set('priceCents', 2750);
    const edited = await scene.relay.relay.documents.edit(store.storeId, () => ({
      ok: true,
      value: null,
      change: (doc) => {
        setEntry(doc, 'sizes', 'g', { maxToppings: 7 });
        setEntry(doc, 'sizes', 'p', { priceCents: 1600 });
      },
      alongside: () => Promise.resolve(),
    }));
    expect(edited.ok).toBe(true);
    // Apart: each knows its own.
    expect([await priceOf(scene.relay, 'g'), await priceOf(scene.relay, 'p')]).toEqual([2500, 1600]);
    expect([atStore.get('g').get('maxToppings'), atStore.get('p').get('priceCents')]).toEqual([4, 1500]);
    await store.syncDocument(null);
    await soon(async () => expect(await priceOf(scene.relay, 'g')).toBe(2750));
    await soon(() => expect(atStore.get('p').get('priceCents')).toBe(1600));
    const merged = [
      { id: 'p', priceCents: 1600, maxToppings: 2 },
      { id: 'g', priceCents: 2750, maxToppings: 7 },
    ];
    expect(readCatalog(store.doc).catalog.sizes).toMatchObject(merged);
    expect((await bodyOf(await scene.relay.ask('/api/menu')))['sizes']).toMatchObject(merged);
  });

  it('is folded now and then, so that it does not grow with the years', async () => {
    const store = await scene.linkedStore();
    const size = store.doc.getMap<any>('sizes').get('g');
    for (let i = 1; i <= 450; i += 1) size.set('priceCents', 2500 + i);
    await soon(async () => expect(await priceOf(scene.relay, 'g')).toBe(2950));
    store.cut();
    await scene.relay.stop();
    await scene.relay.start();
    expect(await priceOf(scene.relay, 'g')).toBe(2950);
    const [row] = await scene.relay.rows<{ n: string }>(sql`select count(*) as n from doc_updates`);
    expect(Number(row?.n)).toBeLessThan(260);
  });

  /** Nobody has needed any of them for more than a minute. */
  async function letGo(): Promise<number> {
    scene.relay.advance(61_000);
    await scene.relay.relay.documents.letGoIdle();
    return scene.relay.relay.documents.held();
  }

  it('is let go once nobody has needed it for a minute, and told both ways over the same socket when it changes', async () => {
    const store = await scene.linkedStore();
    const sizes = store.doc.getMap<any>('sizes');
    await soon(async () => expect(await priceOf(scene.relay, 'g')).toBe(2500));
    await scene.relay.relay.documents.letGoIdle();
    expect(scene.relay.relay.documents.held()).toBeGreaterThan(0);
    expect(await letGo()).toBe(0);
    sizes.get('g').set('priceCents', 2650);
    await soon(async () => expect(await priceOf(scene.relay, 'g')).toBe(2650));
    expect(await letGo()).toBe(0);
    const edited = await scene.relay.relay.documents.edit(store.storeId, () => ({
      ok: true,
      value: null,
      change: (doc) => setEntry(doc, 'sizes', 'p', { priceCents: 1600 }),
      alongside: () => Promise.resolve(),
    }));
    expect(edited.ok).toBe(true);
    await soon(() => expect(sizes.get('p').get('priceCents')).toBe(1600));
    expect(await letGo()).toBe(0);
    expect([await priceOf(scene.relay, 'g'), await priceOf(scene.relay, 'p')]).toEqual([2650, 1600]);
  });

  it('is not let go while a change of it could not be saved, and saves that as soon as it can', async () => {
    const store = await scene.linkedStore();
    await soon(async () => expect(await priceOf(scene.relay, 'g')).toBe(2500));
    expect(await letGo()).toBe(0);
    expect(await priceOf(scene.relay, 'g')).toBe(2500);
    await scene.relay.rows(sql`alter table doc_updates rename to doc_updates_away`);
    try {
      store.doc.getMap<any>('sizes').get('g').set('priceCents', 2700);
      await soon(() =>
        expect(scene.relay.logged.join('')).toContain('a change of the menu could not be saved'),
      );
      // The store cannot say it once more.
      store.close();
      expect(await letGo()).toBe(1);
    } finally {
      await scene.relay.rows(sql`alter table doc_updates_away rename to doc_updates`);
    }
    expect(await letGo()).toBe(0);
    expect(await priceOf(scene.relay, 'g')).toBe(2700);
  });

  it('[24] of a store that left meanwhile is let go, and nothing of it is written behind', async () => {
    const store = await scene.linkedStore();
    await scene.relay.rows(sql`alter table doc_updates rename to doc_updates_away`);
    try {
      store.doc.getMap<any>('sizes').get('g').set('priceCents', 2700);
      await soon(() =>
        expect(scene.relay.logged.join('')).toContain('a change of the menu could not be saved'),
      );
      store.close();
    } finally {
      await scene.relay.rows(sql`alter table doc_updates_away rename to doc_updates`);
    }
    // As a move leaves them: first held, then without a row of its own but the one that names it.
    await scene.relay.relay.stores.setLeaving(store.storeId, true);
    expect(await letGo()).toBe(1);
    await scene.relay.rows(sql`delete from doc_updates`);
    await scene.relay.rows(sql`update stores set revoked_at_ms = 1`);
    scene.relay.relay.stores.invalidate();
    expect(await letGo()).toBe(0);
    expect(await scene.relay.rows(sql`select position from doc_updates`)).toEqual([]);
  });

  it('[24] is kept in memory for who asks for a picture, so that made-up ones do not read it again and again', async () => {
    await scene.linkedStore();
    expect(await letGo()).toBe(0);
    expect((await scene.relay.ask(`/api/images/${'0'.repeat(64)}?w=320`)).status).toBe(404);
    expect(scene.relay.relay.documents.held()).toBe(1);
  });

  it('leaves out an entry that breaks the schema, and shows the rest', async () => {
    const store = await scene.linkedStore();
    store.doc.getMap<any>('sizes').get('p').set('priceCents', -5);
    await soon(async () => expect(await priceOf(scene.relay, 'p')).toBeUndefined());
    expect(await priceOf(scene.relay, 'g')).toBe(2500);
  });
});

onOneDatabase('nonsense on the document', (scene) => {
  const update = Y.encodeStateAsUpdate(new Y.Doc());
  it.each([
    ['noise', randomBytes(40)],
    ['nothing', new Uint8Array()],
    ['an update that is none', message(0, 2, randomBytes(60))],
    ['a cut update', message(0, 2, new Uint8Array([1, 1, 200]))],
    ['a state vector that is none', message(0, 0, new Uint8Array([255, 255, 255]))],
    ['a sync step that does not exist', message(0, 9, update)],
    ['a kind that does not exist', message(77, update)],
    ['an awareness that is none', message(1, new Uint8Array([3, 255]))],
    ['text', 'olá'],
    ['a length beyond its end', new Uint8Array([0, 2, 120, 1])],
  ])('closes the connection that sent it: %s', async (_name, nonsense) => {
    const store = await scene.linkedStore();
    const ws = await store.open(`/doc/${store.storeId}`, `Bearer ${await store.token()}`);
    if (!(ws instanceof WebSocket)) throw new Error('no document');
    const closed = new Promise<number>((resolve) => ws.on('close', resolve));
    ws.send(nonsense);
    expect(await closed).toBe(1007);
    expect(await priceOf(scene.relay, 'g')).toBe(2500);
    // The good connection is still there.
    store.doc.getMap<any>('sizes').get('g').set('priceCents', 2510);
    await soon(async () => expect(await priceOf(scene.relay, 'g')).toBe(2510));
  });

  it('[43] closes the connection that sent more than its bound, and lives', async () => {
    const store = await scene.linkedStore();
    const ws = await openDocument(store);
    const closed = new Promise<number>((resolve) => ws.on('close', resolve));
    ws.send(new Uint8Array(DOCUMENT_MESSAGE_BYTES_MAX + 1));
    expect(await closed).toBe(1009);
    expect(await priceOf(scene.relay, 'g')).toBe(2500);
  });

  it('[43] keeps who sent it away for a second, then for two, and lets it in again', async () => {
    const store = await scene.linkedStore();
    for (const pauseMs of [1000, 2000]) {
      const ws = await openDocument(store);
      const closed = new Promise<number>((resolve) => ws.on('close', resolve));
      ws.send(new Uint8Array());
      await closed;
      expect(await store.open(`/doc/${store.storeId}`, `Bearer ${await store.token()}`)).toBe(503);
      scene.relay.advance(pauseMs);
    }
    const ws = await openDocument(store);
    ws.terminate();
  });

  it('[43] reads nothing more of a connection that it closes', async () => {
    const store = await scene.linkedStore();
    const ws = await openDocument(store);
    const closed = new Promise<number>((resolve) => ws.on('close', resolve));
    const doc = new Y.Doc();
    doc.getMap('sizes').set('x', { priceCents: 1 });
    ws.send(new Uint8Array());
    ws.send(message(0, 2, Y.encodeStateAsUpdate(doc)));
    await closed;
    expect((await scene.relay.relay.documents.catalog(store.storeId)).sizes).toHaveLength(2);
    expect(
      Y.decodeUpdate(await scene.relay.relay.documents.state(store.storeId)).structs.map(
        (one) => one.id.client,
      ),
    ).not.toContain(doc.clientID);
  });

  async function openDocument(store: FakeStore): Promise<WebSocket> {
    const ws = await store.open(`/doc/${store.storeId}`, `Bearer ${await store.token()}`);
    if (!(ws instanceof WebSocket)) throw new Error('no document');
    return ws;
  }
});
