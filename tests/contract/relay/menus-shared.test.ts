// Menus as several processes of a relay keep them, over one database: what one saves the others show, and decide on.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import * as Y from 'yjs';
import { seedDocument, setEntry } from '@balcao/shared/menu/document.ts';
import { storedPriceOf } from '@balcao/shared/menu/remote-price.ts';
import type { Menu } from '@balcao/shared/menu/snapshot.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createDocuments } from '../../../cloud/shop/menu/documents.ts';
import { docUpdates } from '../../../cloud/storage/schema.ts';
import { Wake, type Topic } from '../../../cloud/storage/wake.ts';
import { openDatabase, type TestDatabase } from '../../harness/database.ts';

const MINUTE_MS = 60_000;

let database: TestDatabase;
let nowMs: number;
let storeId: string;
let errors: unknown[];
/** Since when the store is on its way to another relay. */
let leavingAtMs: number | null;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());
beforeEach(() => {
  [nowMs, storeId, errors, leavingAtMs] = [1_800_000_000_000, randomUUID(), [], null];
});

function openProcess() {
  const wake = new Wake();
  /** What its pages were told to read again. */
  const told: string[] = [];
  wake.on(storeId, 'menu', () => told.push('menu'));
  const documents = createDocuments({
    ...{ db: database.relaysDb, wake, clock: () => nowMs },
    store: () => Promise.resolve({ leavingAtMs }),
    log: { error: (details) => void errors.push(details) },
  });
  const edit = (fields: object, of = storeId) =>
    documents.edit<string, never>(of, () => ({
      ok: true,
      value: 'done',
      change: (doc) => setEntry(doc, 'sizes', 'g', fields as { priceCents: number }),
      alongside: () => Promise.resolve(),
    }));
  const seed = (of = storeId) =>
    documents.edit<null, never>(of, () => ({
      ok: true,
      value: null,
      change: (doc) => seedDocument(doc, sampleCatalog()),
      alongside: () => Promise.resolve(),
    }));
  const price = async (of = storeId) => storedPriceOf(await documents.catalog(of), 'sizes', 'g');
  return { wake, told, documents, edit, seed, price };
}
type Process = ReturnType<typeof openProcess>;

/** Two that hear of each other's changes. */
async function openTwo(): Promise<[Process, Process]> {
  const [one, two] = [openProcess(), openProcess()];
  await one.seed();
  await two.price();
  // Pages that are told before the change was read would read what was before: only what comes of reading counts.
  const toldOnce = (other: Process) => (of: string, topic: Topic) => {
    if (topic === 'document') other.wake.deliver(of, topic);
  };
  one.wake.publish = toldOnce(two);
  two.wake.publish = toldOnce(one);
  one.told.length = two.told.length = 0;
  return [one, two];
}
const rowsOf = async (): Promise<number> =>
  (await database.db.select({ of: docUpdates.storeId }).from(docUpdates)).filter(({ of }) => of === storeId)
    .length;

describe('a change of a menu', () => {
  it('is shown by the process that saved it and by the other one, whose pages are told', async () => {
    const [one, two] = await openTwo();
    await one.edit({ priceCents: 3100 });
    expect(await one.price()).toBe(3100);
    expect(one.told).toContain('menu');
    await expect.poll(() => two.price()).toBe(3100);
    await expect.poll(() => two.told).toContain('menu');
    expect(errors).toEqual([]);
  });

  it('is told to the pages of a process that had let the menu go', async () => {
    const [one, two] = await openTwo();
    nowMs += 2 * MINUTE_MS;
    await two.documents.letGoIdle();
    expect(two.documents.held()).toBe(0);
    await one.edit({ priceCents: 3200 });
    await expect.poll(() => two.told).toContain('menu');
    expect(await two.price()).toBe(3200);
  });

  it('is decided on what the other process saved, also where nobody told of that', async () => {
    const [one, two] = await openTwo();
    one.wake.publish = null;
    await one.edit({ priceCents: 3300 });
    const seen = await two.documents.edit<number | null, never>(storeId, (catalog) => ({
      ok: true,
      value: storedPriceOf(catalog, 'sizes', 'g'),
      change: () => undefined,
      alongside: () => Promise.resolve(),
    }));
    expect(seen).toEqual({ ok: true, value: 3300 });
  });

  it('is shown by a process that was not told of it once that looks at all of its menus', async () => {
    const [one, two] = await openTwo();
    one.wake.publish = null;
    await one.edit({ priceCents: 3350 });
    two.wake.deliverAll(['document']);
    await expect.poll(() => two.price()).toBe(3350);
  });

  it('is told to the pages of a process that had let the menu go and was not told of it, once that looks at all of them', async () => {
    const [one, two] = await openTwo();
    nowMs += 2 * MINUTE_MS;
    await two.documents.letGoIdle();
    expect(two.documents.held()).toBe(0);
    one.wake.publish = null;
    await one.edit({ priceCents: 3360 });
    two.told.length = 0;
    two.wake.deliverAll(['document']);
    await expect.poll(() => two.told).toContain('menu');
  });

  it('goes with what is written beside it, or not at all', async () => {
    const [one] = await openTwo();
    const before = [await one.price(), await rowsOf()];
    const failing = one.documents.edit<null, never>(storeId, () => ({
      ok: true,
      value: null,
      change: (doc) => setEntry(doc, 'sizes', 'g', { priceCents: 1 }),
      alongside: () => Promise.reject(new Error('not written')),
    }));
    await expect(failing).rejects.toThrow('not written');
    expect([await one.price(), await rowsOf()]).toEqual(before);
    await one.edit({ priceCents: 3400 });
    expect(await openProcess().price()).toBe(3400);
  });

  it('that was saved although its process heard of a failure, and later, stands beside the next one', async () => {
    const [one] = await openTwo();
    const lost: Uint8Array[] = [];
    const failing = one.documents.edit<null, never>(storeId, () => ({
      ok: true,
      value: null,
      change: (doc) => {
        doc.once('update', (update: Uint8Array) => lost.push(update));
        setEntry(doc, 'sizes', 'g', { priceCents: 3450 });
      },
      alongside: () => Promise.reject(new Error('no answer')),
    }));
    await expect(failing).rejects.toThrow('no answer');
    await one.edit({ position: 7 });
    await database.db.insert(docUpdates).values(lost.map((update) => ({ storeId, update })));
    const { sizes } = await openProcess().documents.catalog(storeId);
    expect(sizes.find(({ id }) => id === 'g')).toMatchObject({ priceCents: 3450, position: 7 });
  });

  it('that changes nothing is done, and saved by nobody', async () => {
    const [one] = await openTwo();
    await one.edit({ priceCents: 3500 });
    const rows = await rowsOf();
    const same = await one.documents.edit<string, never>(storeId, () => ({
      ok: true,
      value: 'as it was',
      change: () => undefined,
      alongside: () => Promise.resolve(),
    }));
    expect([same, await rowsOf()]).toEqual([{ ok: true, value: 'as it was' }, rows]);
  });

  it('is of its store alone', async () => {
    const [one] = await openTwo();
    const other = randomUUID();
    await one.seed(other);
    const before = await one.price(other);
    await one.edit({ priceCents: 3600 });
    expect(await openProcess().price(other)).toBe(before);
    expect(await openProcess().price()).toBe(3600);
  });
});

/** As y-protocols writes a number: seven bits a byte, the lowest first. */
const varUint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varUint(Math.floor(value / 128))];

/** A store's end of the socket: what it changes there goes to that process. */
async function ofStore({ documents }: Process) {
  const socket = Object.assign(new EventEmitter(), {
    ...{ readyState: 1, OPEN: 1, bufferedAmount: 0, binaryType: '' },
    ...{ send: () => undefined, close: () => undefined, pause: () => undefined, resume: () => undefined },
  });
  await documents.serveSocket(storeId, socket as unknown as WebSocket);
  const doc = new Y.Doc();
  Y.applyUpdate(doc, await documents.state(storeId));
  // An update (2) of the document (0), with its length before it.
  const say = (update: Uint8Array) =>
    socket.emit('message', Uint8Array.from([0, 2, ...varUint(update.length), ...update]).buffer);
  /** What is said later; null while all is said at once. */
  let unsaid: Uint8Array[] | null = null;
  doc.on('update', (update: Uint8Array) => (unsaid === null ? say(update) : unsaid.push(update)));
  return {
    /** What is changed by it comes after what is changed next; answers how it comes. */
    late(change: () => void): () => void {
      const updates: Uint8Array[] = (unsaid = []);
      change();
      unsaid = null;
      return () => updates.forEach(say);
    },
    change: (priceCents: number) => setEntry(doc, 'sizes', 'g', { priceCents }),
    goes: () => socket.emit('close'),
  };
}

it('a change that the store makes is told to the pages of every process, once it is read', async () => {
  const [one, two] = await openTwo();
  const store = await ofStore(one);
  store.change(3800);
  store.goes();
  expect(one.told).toContain('menu');
  await expect.poll(() => two.price()).toBe(3800);
  expect(two.told).toContain('menu');
});

it('a change of the store that could not be saved is saved with its next one', async () => {
  const [one] = await openTwo();
  const store = await ofStore(one);
  const rename = (from: string, to: string) =>
    database.db.execute(sql.raw(`alter table ${from} rename to ${to}`));
  await rename('doc_updates', 'doc_updates_away');
  try {
    store.change(3900);
    await one.documents.stop();
  } finally {
    await rename('doc_updates_away', 'doc_updates');
  }
  expect([errors.length, await openProcess().price()]).toEqual([1, 2500]);
  // What follows on it means nothing without it: who starts now reads both.
  store.change(3950);
  store.goes();
  await one.documents.stop();
  expect(await openProcess().price()).toBe(3950);
});

it('the two hundredth change of a menu makes one row of all of them, and the next ones lie beside it', async () => {
  const [one] = await openTwo();
  expect(await rowsOf()).toBe(1);
  const store = await ofStore(one);
  let priceCents = 10_000;
  const rowsAfter = async (changes: number): Promise<number> => {
    for (let n = 0; n < changes; n += 1) store.change((priceCents += 1));
    await one.documents.stop();
    return rowsOf();
  };
  expect(await rowsAfter(198)).toBe(199);
  expect(await rowsAfter(1)).toBe(1);
  expect(await rowsAfter(2)).toBe(3);
  store.goes();
  expect([await openProcess().price(), errors]).toEqual([10_201, []]);
});

describe('the menu that customers are shown', () => {
  const shown = async ({ documents }: Process) => {
    const { json, etag } = await documents.publicMenu(storeId);
    return { size: (JSON.parse(json) as Menu).sizes.find(({ id }) => id === 'g'), etag };
  };

  it('has another tag with each change, and the same one until then', async () => {
    const [one] = await openTwo();
    const before = await shown(one);
    nowMs += MINUTE_MS;
    expect((await shown(one)).etag).toBe(before.etag);
    await one.edit({ priceCents: 3700 });
    const after = await shown(one);
    expect(after.size?.priceCents).toBe(3700);
    expect(after.etag).not.toBe(before.etag);
  });

  it('has back what was sold out until now, without anybody’s doing', async () => {
    const [one] = await openTwo();
    await one.edit({ soldOutUntilMs: nowMs + MINUTE_MS });
    expect((await shown(one)).size?.soldOut).toBe(true);
    nowMs += MINUTE_MS - 1;
    expect((await shown(one)).size?.soldOut).toBe(true);
    nowMs += 1;
    expect((await shown(one)).size?.soldOut).toBe(false);
  });
});

it('a menu that is asked for once, of many stores in turn, is not kept in memory', async () => {
  const [one] = await openTwo();
  const look = openProcess();
  expect(storedPriceOf(await look.documents.catalogOnce(storeId), 'sizes', 'g')).toBe(await one.price());
  expect(look.documents.held()).toBe(0);
});

it('a menu that nobody needs is kept in memory for a minute, and no longer', async () => {
  const [one] = await openTwo();
  nowMs += MINUTE_MS - 1;
  await one.documents.letGoIdle();
  expect(one.documents.held()).toBe(1);
  nowMs += 1;
  await one.documents.letGoIdle();
  expect(one.documents.held()).toBe(0);
});

it('a menu is kept in memory while a change in it waits for the one before, for neither is in the database', async () => {
  const [one] = await openTwo();
  const store = await ofStore(one);
  const comes = store.late(() => store.change(4000));
  store.change(4100);
  await one.documents.stop();
  nowMs += MINUTE_MS;
  await one.documents.letGoIdle();
  expect([await rowsOf(), one.documents.held()]).toEqual([1, 1]);
  comes();
  await one.documents.stop();
  expect([await one.price(), await openProcess().price()]).toEqual([4100, 4100]);
  nowMs += MINUTE_MS;
  await one.documents.letGoIdle();
  expect(one.documents.held()).toBe(0);
  store.goes();
});

it('a menu whose store is on its way to another relay is kept in memory, and nothing more of it is written', async () => {
  const [one] = await openTwo();
  leavingAtMs = nowMs;
  nowMs += MINUTE_MS;
  await one.documents.letGoIdle();
  expect([one.documents.held(), await rowsOf()]).toEqual([1, 1]);
  leavingAtMs = null;
  await one.documents.letGoIdle();
  expect(one.documents.held()).toBe(0);
});
