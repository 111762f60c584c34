// The relay's replicas of the stores' menu documents: kept in the database, synced over y-websocket, read as values. In memory are those
// that somebody needs (`document-cache.ts`); a store's socket stays when its document is let go.
import type { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { accepted, type Result } from '@balcao/shared/result.ts';
import { coalesceRuns } from '../../storage/coalesce-runs.ts';
import type { Db } from '../../storage/open.ts';
import { docUpdates } from '../../storage/schema.ts';
import type { Wake } from '../../storage/wake.ts';
import { changeOf } from './document-change.ts';
import type { Replica, UnloadedState } from './document-replica.ts';
import { createDocumentRows } from './document-rows.ts';
import { serveDocumentSocket, type TellChange } from './document-socket.ts';
import { createDocumentCache, type CacheRules } from './document-cache.ts';
import { shownCatalog, shownMenu } from './shown-menu.ts';

const FROM_DATABASE = 'database';
/** The origin of a change made here, which was saved before it is shown. */
const SAVED = 'saved';
const UPDATES_KEPT_MAX = 200;
const NO_ROWS = '0 0';
/** A shop that sells asks for its menu all the time; one such document takes about 100 kB, and to read it again takes milliseconds. */
const RULES: CacheRules = { idleMs: 60_000, heldMax: 2000 };

export type DocumentEdit<V, R> =
  | {
      ok: true;
      value: V;
      change: (doc: Y.Doc) => void;
      /** Writes that go in the same transaction as the change. */
      alongside: (tx: Pick<Db, 'insert'>) => Promise<void>;
    }
  | { ok: false; refusal: R };
export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(deps: {
  db: Db;
  wake: Wake;
  clock: () => number;
  /** Null of one that is no more here, or not yet. */
  store: (storeId: string) => Promise<{ leavingAtMs: number | null } | null>;
  rules?: CacheRules;
  log: { error(details: object, message: string): void };
}) {
  const { db, wake, clock, log } = deps;
  const rows = createDocumentRows(db);
  const unloaded = new Map<string, UnloadedState>();
  /** The sockets of each store, whether its document is in memory or not. */
  const listenersOf = new Map<string, Set<TellChange>>();
  /** How to look whether another process changed it, and to stop hearing of that. */
  const subscriptions = new Map<string, { checkForChanges: () => void; stop: () => void }>();
  let lastWrite: Promise<unknown> = Promise.resolve();

  const cache = createDocumentCache<Replica>({
    ...{ load: loadReplica, settle: settleReplica, clock, rules: deps.rules ?? RULES },
    onGone(storeId, { doc, read }) {
      unloaded.set(storeId, { read, state: Y.encodeStateVector(doc) });
      doc.destroy();
    },
  });

  async function loadReplica(storeId: string): Promise<Replica> {
    const doc = new Y.Doc();
    const { updates, read } = await rows.all(storeId);
    for (const update of updates) Y.applyUpdate(doc, update, FROM_DATABASE);
    const replica: Replica = {
      ...{ doc, catalog: shownCatalog(doc), menu: null, updates: updates.length, read },
      ...{ isSavedHere: false, isUnsaved: false, saving: 0, editor: new Y.Doc().clientID },
    };
    doc.on('update', (update: Uint8Array, origin: unknown) => showUpdate(storeId, replica, update, origin));
    followChanges(storeId);
    const atUnload = unloaded.get(storeId);
    unloaded.delete(storeId);
    if (atUnload !== undefined && atUnload.read !== read) {
      // Another process changed it while nobody here had it.
      notifyListeners(storeId, Y.encodeStateAsUpdate(doc, atUnload.state), FROM_DATABASE);
      wake.deliver(storeId, 'menu');
    }
    return replica;
  }

  function notifyListeners(storeId: string, update: Uint8Array, origin: unknown): void {
    for (const listener of [...(listenersOf.get(storeId) ?? [])]) listener(update, origin);
  }

  function showUpdate(storeId: string, replica: Replica, update: Uint8Array, origin: unknown): void {
    replica.catalog = shownCatalog(replica.doc);
    replica.menu = null;
    notifyListeners(storeId, update, origin);
    if (origin === FROM_DATABASE) {
      wake.deliver(storeId, 'menu');
      return;
    }
    if (origin === SAVED) {
      replica.updates += 1;
      replica.isSavedHere = true;
      wake.notify(storeId, 'menu');
      wake.publish?.(storeId, 'document');
      return;
    }
    saveInTurn(storeId, replica, update);
    wake.notify(storeId, 'menu');
  }

  function saveInTurn(storeId: string, replica: Replica, update: Uint8Array): void {
    replica.saving += 1;
    lastWrite = lastWrite
      .then(() => saveUpdate(storeId, replica, update))
      .catch((error: unknown) => {
        log.error({ err: error, storeId }, 'a change of the menu could not be saved');
        // The next saving writes the whole document, and with it this change.
        replica.isUnsaved = true;
      })
      .finally(() => (replica.saving -= 1));
  }

  /** Nothing is let go that is not in the table; of a store that left, or is leaving, nothing is written behind it. */
  async function settleReplica(storeId: string, replica: Replica): Promise<boolean> {
    try {
      const store = await deps.store(storeId);
      if (store === null) return true;
      if (store.leavingAtMs !== null) return false;
      if (replica.saving > 0) await lastWrite;
      if (replica.isUnsaved) {
        saveInTurn(storeId, replica, Y.encodeStateAsUpdate(replica.doc));
        await lastWrite;
      }
      // Reads back what this process saved, so that the next load does not take it for another process's change.
      if (replica.isSavedHere) await catchUp(storeId, replica);
      // What waits for a change that it follows on is in no row yet.
      const { pendingStructs, pendingDs } = replica.doc.store;
      return replica.saving === 0 && !replica.isUnsaved && pendingStructs === null && pendingDs === null;
    } catch (error) {
      log.error({ err: error, storeId }, 'the menu could not be compared with what was saved');
      return false;
    }
  }

  /** Hears of what other processes save: of a document that is not in memory its sockets and pages are told too. */
  function followChanges(storeId: string): void {
    if (subscriptions.has(storeId)) return;
    const checkForChanges = coalesceRuns(
      () => takeIn(storeId),
      (error) =>
        log.error({ err: error, storeId }, 'changes of the menu by another process could not be read'),
    );
    subscriptions.set(storeId, { checkForChanges, stop: wake.on(storeId, 'document', checkForChanges) });
  }

  async function letGoIdle(): Promise<void> {
    await cache.letGoIdle();
    for (const [storeId, { stop }] of subscriptions) {
      if ((await deps.store(storeId)) !== null || cache.peek(storeId) !== null) continue;
      stop();
      subscriptions.delete(storeId);
      unloaded.delete(storeId);
    }
  }

  async function checkAllDocuments(): Promise<void> {
    if (subscriptions.size === 0) return;
    const extents = await rows.extents([...subscriptions.keys()]);
    for (const [storeId, { checkForChanges }] of subscriptions) {
      const { read } = cache.peek(storeId) ?? unloaded.get(storeId) ?? {};
      if (read !== undefined && (extents.get(storeId) ?? NO_ROWS) !== read) checkForChanges();
    }
  }
  wake.onAll(
    'document',
    coalesceRuns(checkAllDocuments, (error) =>
      log.error({ err: error }, 'changes of the menus by other processes could not be looked for'),
    ),
  );

  async function takeIn(storeId: string): Promise<void> {
    const caughtUp = cache.useCached(storeId, (replica) => catchUp(storeId, replica));
    if (caughtUp !== null) return caughtUp;
    const atUnload = unloaded.get(storeId);
    if (atUnload !== undefined && (await rows.extent(storeId)) !== atUnload.read)
      await cache.useDocument(storeId, () => undefined);
  }

  /** Takes in what other processes have saved. Few rows, and applying one twice changes nothing. */
  async function catchUp(storeId: string, replica: Replica): Promise<void> {
    const read = await rows.extent(storeId);
    if (read === replica.read) return;
    const stored = await rows.all(storeId);
    for (const update of stored.updates) Y.applyUpdate(replica.doc, update, FROM_DATABASE);
    replica.read = stored.read;
    replica.isSavedHere = false;
    replica.updates = stored.updates.length;
  }

  // One after another, so that folding never loses an update that is on its way.
  async function saveUpdate(storeId: string, replica: Replica, update: Uint8Array): Promise<void> {
    const isWholeWritten = replica.isUnsaved || replica.updates >= UPDATES_KEPT_MAX;
    await db
      .insert(docUpdates)
      .values({ storeId, update: isWholeWritten ? Y.encodeStateAsUpdate(replica.doc) : update });
    replica.updates += 1;
    replica.isSavedHere = true;
    if (isWholeWritten) replica.isUnsaved = false;
    if (replica.updates >= UPDATES_KEPT_MAX) replica.updates = await rows.fold(storeId);
    wake.publish?.(storeId, 'document');
  }

  /** One at a time with the savings, so that each is decided on what the one before left. */
  function editReplica<V, R>(
    storeId: string,
    replica: Replica,
    decide: (catalog: Catalog, doc: Y.Doc) => DocumentEdit<V, R>,
  ): Promise<Result<V, R>> {
    const result = lastWrite.then(async (): Promise<Result<V, R>> => {
      await catchUp(storeId, replica);
      const decision = decide(replica.catalog, replica.doc);
      if (!decision.ok) return decision;
      const update = changeOf(replica.doc, replica.editor, decision.change);
      if (update === null) return accepted(decision.value);
      try {
        await db.transaction(async (tx) => {
          await tx.insert(docUpdates).values({ storeId, update });
          await decision.alongside(tx);
        });
      } catch (error) {
        // It may have been saved all the same: this name is not used again for something else.
        replica.editor = new Y.Doc().clientID;
        throw error;
      }
      Y.applyUpdate(replica.doc, update, SAVED);
      return accepted(decision.value);
    });
    lastWrite = result.catch(() => undefined);
    return result;
  }

  return {
    edit: <V, R>(
      storeId: string,
      decide: (catalog: Catalog, doc: Y.Doc) => DocumentEdit<V, R>,
    ): Promise<Result<V, R>> =>
      cache.useDocument(storeId, (replica) => editReplica(storeId, replica, decide)),

    catalog: (storeId: string): Promise<Catalog> => cache.useDocument(storeId, ({ catalog }) => catalog),

    /** The same for who asks this once of many stores: one that is not in memory is not kept there. */
    async catalogOnce(storeId: string): Promise<Catalog> {
      const replicaHere = cache.useCached(storeId, ({ catalog }) => catalog);
      if (replicaHere !== null) return replicaHere;
      const doc = new Y.Doc();
      for (const update of (await rows.all(storeId)).updates) Y.applyUpdate(doc, update);
      const catalog = shownCatalog(doc);
      doc.destroy();
      return catalog;
    },

    /** The public menu as JSON with its ETag; made anew when the document changed or something is back on sale. */
    publicMenu: (storeId: string): Promise<{ json: string; etag: string }> =>
      cache.useDocument(storeId, (replica) => {
        if (replica.menu === null || clock() >= replica.menu.validUntilMs)
          replica.menu = shownMenu(replica.catalog, clock());
        return replica.menu;
      }),

    /** Syncs a store's socket with its document. */
    serveSocket(storeId: string, ws: WebSocket, onMalformed: () => void = () => undefined): Promise<void> {
      const listeners = listenersOf.get(storeId) ?? new Set();
      listenersOf.set(storeId, listeners);
      return serveDocumentSocket(ws, onMalformed, {
        findCached: () => cache.findCached(storeId)?.doc ?? null,
        useDocument: (work) => cache.useDocument(storeId, ({ doc }) => work(doc)),
        onFailure: (error) =>
          log.error({ err: error, storeId }, "the menu could not be read: a store's socket for it is closed"),
        subscribeChanges(tellChange) {
          listeners.add(tellChange);
          return () => {
            listeners.delete(tellChange);
            if (listeners.size === 0 && listenersOf.get(storeId) === listeners) listenersOf.delete(storeId);
          };
        },
      });
    },

    /** The whole document as one update, for a store that lost its own. */
    state: (storeId: string): Promise<Uint8Array> =>
      cache.useDocument(storeId, ({ doc }) => Y.encodeStateAsUpdate(doc)),

    letGoIdle,
    /** How many are in memory. */
    held: cache.count,

    /** Waits until everything heard is saved. */
    stop: (): Promise<unknown> => lastWrite,
  };
}
