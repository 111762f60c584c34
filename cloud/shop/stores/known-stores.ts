// The stores in memory: asked for on every request, and read again one by one after a change, so that a change of one among thousands
// costs one row.
import type { stores } from '../../storage/schema.ts';

export type StoreRow = typeof stores.$inferSelect;

/** Another process may pair, revoke or rename: within this, everybody knows. */
const KNOWN_MS_MAX = 15_000;
/** Beyond so many rows that are old, reading all is less work. */
const ONE_BY_ONE_MAX = 20;

/** `ids` by name; it may hold names that a store had before. */
type Loaded = { rows: Map<string, StoreRow>; ids: Map<string, string> };

/** `readAll` and `readOne` answer stores that are not revoked. */
export function createKnownStores(deps: {
  readAll: () => Promise<StoreRow[]>;
  readOne: (storeId: string) => Promise<StoreRow | null>;
  clock: () => number;
}) {
  const { readAll, readOne, clock } = deps;
  let loading: Promise<Loaded> | null = null;
  let loaded: Loaded | null = null;
  let readAtMs = 0;
  /** Those whose row may be older than the table's. */
  const stale = new Set<string>();
  const refreshing = new Map<string, Promise<void>>();

  function invalidate(): void {
    loading = null;
    loaded = null;
  }

  async function load(): Promise<Loaded> {
    if (Math.abs(clock() - readAtMs) > KNOWN_MS_MAX) invalidate();
    if (loading === null) {
      readAtMs = clock();
      // What is marked while the table is read stays marked.
      stale.clear();
      loading = readAll().then(indexStores);
    }
    const reading = loading;
    try {
      const storesRead = await reading;
      if (loading === reading) loaded = storesRead;
      return storesRead;
    } catch (error) {
      // A failed read is nothing to remember.
      if (loading === reading) invalidate();
      throw error;
    }
  }

  async function readAgain(stores: Loaded, storeId: string): Promise<void> {
    stale.delete(storeId);
    try {
      const row = await readOne(storeId);
      if (stores !== loaded) stale.add(storeId);
      else putRow(stores, storeId, row);
    } catch (error) {
      stale.add(storeId);
      throw error;
    } finally {
      refreshing.delete(storeId);
    }
  }

  /** The stores, with that one's row read again if it may be an old one. Who asks meanwhile waits for the same answer. */
  async function loadFresh(storeId: string): Promise<Loaded> {
    for (;;) {
      const stores = await load();
      if (!stale.has(storeId) && !refreshing.has(storeId)) return stores;
      const reading = refreshing.get(storeId) ?? readAgain(stores, storeId);
      refreshing.set(storeId, reading);
      await reading;
    }
  }

  const byId = async (storeId: string): Promise<StoreRow | null> =>
    (await loadFresh(storeId)).rows.get(storeId) ?? null;

  /** After this no row is an old one. Of many the table is read as a whole. */
  async function refreshStale(): Promise<void> {
    if (stale.size > ONE_BY_ONE_MAX) invalidate();
    else await Promise.all([...stale].map(loadFresh));
  }

  async function lookUp(name: string): Promise<StoreRow | null> {
    const stores = await load();
    const [only, second] = stores.rows.keys();
    const onlyId = second === undefined ? only : undefined;
    const id = stores.ids.get(name) ?? onlyId;
    const store = id === undefined ? null : await byId(id);
    const isMeant = store?.host === name || (store?.host === null && store.storeId === onlyId);
    return isMeant ? store : null;
  }

  async function byHost(name: string): Promise<StoreRow | null> {
    const found = await lookUp(name);
    // One whose row is old may have that name by now.
    if (found !== null || stale.size === 0) return found;
    await refreshStale();
    return lookUp(name);
  }

  return {
    byId,

    async all(): Promise<StoreRow[]> {
      await refreshStale();
      return [...(await load()).rows.values()];
    },

    /** The store of that name; with one store that has none, any name means it. */
    byHost,

    /** Whether a store has that name: one that has none is meant by any, and called by none. */
    isNamed: async (name: string): Promise<boolean> => (await byHost(name))?.host === name,

    /** Everything is read again: stores may have come or gone. */
    invalidate,

    /** That store is read again. */
    invalidateOne(storeId: string): void {
      // One that is not known yet may have a name that nobody could find it by.
      if (loaded !== null && !loaded.rows.has(storeId)) invalidate();
      else stale.add(storeId);
    },

    /** These fields were written to the store's row: nothing needs to be read for them. */
    wrote(storeId: string, fields: (row: StoreRow) => Partial<StoreRow>): void {
      const row = loaded?.rows.get(storeId);
      // A read that is under way may not have seen them.
      if (row === undefined || refreshing.has(storeId)) stale.add(storeId);
      else loaded?.rows.set(storeId, { ...row, ...fields(row) });
    },
  };
}

function indexStores(list: readonly StoreRow[]): Loaded {
  const stores: Loaded = { rows: new Map(), ids: new Map() };
  for (const row of list) putRow(stores, row.storeId, row);
  return stores;
}

/** `row` is null of a store that is not known any more. */
function putRow({ rows, ids }: Loaded, storeId: string, row: StoreRow | null): void {
  if (row === null) rows.delete(storeId);
  else rows.set(storeId, row);
  const host = row?.host ?? null;
  if (host !== null) ids.set(host, storeId);
}
