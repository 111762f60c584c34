// What a store is told of prices that wait for it, by the release that it has when it comes back.
import { describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import type { RemoteEdit } from '@balcao/shared/link/edits.ts';
import { readCatalog, seedDocument } from '@balcao/shared/menu/document.ts';
import {
  addWaitingPrice,
  announceDecisions,
  doesStoreDecide,
  readWaitingPrices,
  storedPriceOf,
} from '@balcao/shared/menu/remote-price.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createEdits } from './edits.ts';

const STORE_ID = '0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';

/** A link over which the store answers so. */
const linkOf = (
  json: (method: string, path: string, body?: { edits: { id: string }[] }) => Promise<object>,
) => ({ storeId: STORE_ID, json }) as never;

/**
 * A document with one price that waits, and a store of that protocol that comes back; `others` were edited too. It answers `taken` to what
 * was edited; its link ends with the first warning, unless it answers several things in turn. Before all goes well, of
 * `first`, it answers `keys` in place of its key, and the document fails with `writes`.
 */
async function joinedBy(
  protocol: number,
  others: readonly RemoteEdit[] = [],
  taken: number | readonly number[] = 204,
  first: { keys?: readonly number[]; writes?: readonly Error[] } = {},
) {
  const [keys, writes] = [[...(first.keys ?? [])], [...(first.writes ?? [])]];
  const answers = typeof taken === 'number' ? null : [...taken];
  const doc = new Y.Doc();
  seedDocument(doc, sampleCatalog());
  announceDecisions(doc);
  addWaitingPrice(doc, { kind: 'sizes', id: 'g', seenCents: 2500, wantedCents: 2900, by: 'Ana', atMs: 1 });
  const edit: RemoteEdit = {
    id: STORE_ID,
    atMs: 1,
    assertion: '',
    kind: 'sizes',
    entryId: 'g',
    before: { priceCents: 2500 },
    after: { priceCents: 2900 },
    held: true,
  };
  const rows = [edit, ...others].map((one, at) => ({ storeId: STORE_ID, position: at + 1, edit: one }));
  let read = 0;
  const found = {
    ...{ from: () => found, where: () => found, orderBy: () => found },
    limit(max: number) {
      read = Math.min(max, rows.length);
      return rows.slice(0, read);
    },
  };
  const told: string[] = [];
  /** The ids of what came together. */
  const pieces: string[][] = [];
  let forgotten = 0;
  const over = Promise.withResolvers<void>();
  const edits = createEdits({
    db: {
      select: () => found,
      delete() {
        forgotten += 1;
        rows.splice(0, read);
        return found;
      },
    } as never,
    documents: {
      edit(_storeId: string, decide: (catalog: unknown, of: Y.Doc) => { change(of: Y.Doc): void }) {
        const failure = writes.shift();
        if (failure !== undefined) return Promise.reject(failure);
        const decided = decide(readCatalog(doc).catalog, doc);
        doc.transact(() => decided.change(doc));
        return Promise.resolve(decided);
      },
    } as never,
    remoteSessions: {
      learnKey: (_storeId: string, body: unknown) =>
        body === null ? Promise.reject(new Error('no key')) : Promise.resolve(),
    } as never,
    clock: () => 2,
    newId: () => STORE_ID,
    log: {
      warn(_details, message) {
        told.push(message);
        if (answers === null) over.resolve();
      },
    },
  });
  const hello = { storeId: STORE_ID, lineage: STORE_ID, epoch: 1, lastSeq: 0, lastHash: '0'.repeat(64) };
  const json = (_method: string, path: string, body?: { edits: { id: string }[] }) => {
    told.push(path);
    if (body !== undefined) pieces.push(body.edits.map(({ id }) => id));
    const withoutKey = path === '/link/assertion-key' ? keys.shift() : undefined;
    if (withoutKey !== undefined) return Promise.resolve({ status: withoutKey, body: null });
    return Promise.resolve(
      path === '/link/hello'
        ? { status: 200, body: { ...hello, protocol, version: '1' } }
        : path === '/link/assertion-key' && protocol < 4
          ? { status: 404, body: null }
          : { status: path === '/link/edits' ? (answers?.shift() ?? Number(taken)) : 200, body: {} },
    );
  };
  await edits.sendEditsToStore(linkOf(json), over.promise);
  return {
    doc,
    edits,
    told,
    pieces,
    forgotten,
    /** The link ends. */
    end: () => over.resolve(),
    price: storedPriceOf(readCatalog(doc).catalog, 'sizes', 'g'),
  };
}

describe('a price that waits for its store', () => {
  it('is left to one that decides, and is forgotten once that has heard of it', async () => {
    const { doc, told, price } = await joinedBy(11);
    expect(told).toEqual(['/link/assertion-key', '/link/hello', '/link/edits']);
    expect(price).toBe(2500);
    expect(doesStoreDecide(doc)).toBe(true);
    expect(readWaitingPrices(doc)).toEqual([]);
  });

  it('is written for one that was put back to an older release, to which the next are written too', async () => {
    const { doc, told, price } = await joinedBy(10);
    expect(told).toEqual(['/link/assertion-key', '/link/hello', '/link/edits']);
    expect(price).toBe(2900);
    expect(doesStoreDecide(doc)).toBe(false);
    expect(readWaitingPrices(doc)).toEqual([]);
  });

  it('is written for such a store also where something else was edited that waits for nobody', async () => {
    const named = { id: STORE_ID, atMs: 2, assertion: '', kind: 'sizes', entryId: 'p' } as const;
    const other = { ...named, before: { name: 'Pequeno' }, after: { name: 'Mini' } };
    const { price } = await joinedBy(10, [other]);
    expect(price).toBe(2900);
  });
});

it('of what was edited a store is told a hundred at once, which is what it takes, in the order in which it was done', async () => {
  const others = Array.from({ length: 200 }, (_, at): RemoteEdit => ({
    ...{ id: `edit ${at}`, atMs: 1, assertion: '', kind: 'settings', entryId: 'settings' },
    ...{ before: { storeName: 'Açaí' }, after: { storeName: `Açaí ${at}` } },
  }));
  const { pieces, forgotten } = await joinedBy(11, others);
  expect(pieces.map(({ length }) => length)).toEqual([100, 100, 1]);
  expect(pieces.flat()).toEqual([STORE_ID, ...others.map(({ id }) => id)]);
  expect(forgotten).toBe(3);
});

it('what the store refuses of what was edited is kept, to be told again', async () => {
  const { told, forgotten } = await joinedBy(11, [], 400);
  expect(told.at(-1)).toBe('the store could not be told what was edited');
  expect(forgotten).toBe(0);
  expect((await joinedBy(11)).forgotten).toBe(1);
});

it('what the store could not take of what was edited is told again five seconds later, over the same link', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let forgotten: number | null = null;
    void joinedBy(11, [], [500, 204]).then((joined) => (forgotten = joined.forgotten));
    await vi.advanceTimersByTimeAsync(4999);
    expect(forgotten).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(forgotten).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  ['a store that cannot tell its key just now is no old one', { keys: [503] }],
  ['a menu that could not be written is written', { writes: [new Error('no database')] }],
])('%s: five seconds later no decided price waits any more', async (_what, first) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let left: object | null = null;
    void joinedBy(11, [], [204], first).then(
      ({ doc, forgotten }) => (left = { forgotten, waiting: readWaitingPrices(doc) }),
    );
    await vi.advanceTimersByTimeAsync(4999);
    expect(left).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(left).toEqual({ forgotten: 1, waiting: [] });
  } finally {
    vi.useRealTimers();
  }
});

it('what was edited is kept for a store that is too old to be told, and asks it nothing more over that link', async () => {
  const { told, forgotten } = await joinedBy(3);
  expect(told).toEqual(['/link/assertion-key']);
  expect(forgotten).toBe(0);
});

const ANA = {
  ...{ storeId: STORE_ID, sessionHash: '', userId: 'ana', name: 'Ana', email: 'ana@acai.example' },
  ...{ role: 'ADMIN' as const, seq: 1, confirmedAtMs: 1, assertion: '' },
};

describe('what is edited while the link of its store is in doubt', () => {
  it.each([
    [
      'an entry',
      ({ edits }) => edits.entries(STORE_ID, ANA, [{ kind: 'sizes', id: 'g', fields: { name: 'Gigante' } }]),
    ],
    ['a setting', ({ edits }) => edits.settings(STORE_ID, ANA, { storeName: 'Açaí da Orla' })],
  ] satisfies [string, (joined: Awaited<ReturnType<typeof joinedBy>>) => Promise<{ ok: boolean }>][])(
    'is told over that link, and not only over the next: %s',
    async (_what, edit) => {
      const joined = await joinedBy(11);
      const before = joined.told.length;
      expect((await edit(joined)).ok).toBe(true);
      expect(joined.told.slice(before)).toEqual(['/link/assertion-key']);
    },
  );
});

describe('of an entry whose price its store decides about', () => {
  const sizeOf = (doc: Y.Doc) => readCatalog(doc).catalog.sizes.find(({ id }) => id === 'g');

  it('what else is edited with the price is written at once; the price waits, with what was seen, wanted, by whom and when', async () => {
    const { doc, edits } = await joinedBy(11);
    const fields = { name: 'Gigante', priceCents: 3100 };
    await edits.entries(STORE_ID, ANA, [{ kind: 'sizes', id: 'g', fields }]);
    expect(sizeOf(doc)).toMatchObject({ name: 'Gigante', priceCents: 2500 });
    expect(readWaitingPrices(doc)).toEqual([
      { kind: 'sizes', id: 'g', seenCents: 2500, wantedCents: 3100, by: 'Ana', atMs: 2 },
    ]);
  });

  it('the price waits also where something new is made along with it', async () => {
    const { doc, edits } = await joinedBy(11);
    const made = { name: 'Balde', priceCents: 9000, maxToppings: 3 };
    const edited = await edits.entries(STORE_ID, ANA, [
      { kind: 'sizes', id: 'balde', fields: made },
      { kind: 'sizes', id: 'g', fields: { priceCents: 3100 } },
    ]);
    expect(edited.ok).toBe(true);
    expect(sizeOf(doc)).toMatchObject({ priceCents: 2500 });
    expect(readWaitingPrices(doc)).toEqual([
      { kind: 'sizes', id: 'g', seenCents: 2500, wantedCents: 3100, by: 'Ana', atMs: 2 },
    ]);
  });

  // A form sends all that it has: a price that nobody changed is nothing to decide about.
  it('nothing waits where the price is sent as it is', async () => {
    const { doc, edits } = await joinedBy(11);
    await edits.entries(STORE_ID, ANA, [
      { kind: 'sizes', id: 'g', fields: { name: 'Gigante', priceCents: 2500 } },
    ]);
    expect(sizeOf(doc)).toMatchObject({ name: 'Gigante', priceCents: 2500 });
    expect(readWaitingPrices(doc)).toEqual([]);
  });
});

it('what is edited is told over the link that is there, though the one before it ends after that one came', async () => {
  const { edits, told, end } = await joinedBy(11);
  const over: string[] = [];
  const json = (_method: string, path: string) => {
    over.push(path);
    return Promise.resolve({ status: path === '/link/edits' ? 204 : 200, body: {} });
  };
  const ended = Promise.withResolvers<void>();
  await edits.sendEditsToStore(linkOf(json), ended.promise);
  end();
  await new Promise(setImmediate);
  const before = [told.length, over.length];
  await edits.settings(STORE_ID, ANA, { storeName: 'Açaí da Orla' });
  expect([told.length - (before[0] ?? 0), over.slice(before[1])]).toEqual([0, ['/link/assertion-key']]);
});
