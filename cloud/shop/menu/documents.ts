// The relay's replicas of the stores' menu documents: kept in the database, synced over y-websocket, read as values.
import { createHash } from 'node:crypto';
import { and, asc, count, eq, inArray, max } from 'drizzle-orm';
import type { WebSocket } from 'ws';
import * as Y from 'yjs';
import { nextReturnMs } from '@balcao/shared/menu/availability.ts';
import { readCatalog } from '@balcao/shared/menu/document.ts';
import { readWaitingPrices, withWaitingPrices } from '@balcao/shared/menu/remote-price.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { publicMenu } from '@balcao/shared/menu/snapshot.ts';
import { accepted, type Result } from '@balcao/shared/result.ts';
import type { Db } from '../../storage/open.ts';
import { docUpdates } from '../../storage/schema.ts';
import type { Wake } from '../../storage/wake.ts';
import { serveDocumentSocket } from './document-socket.ts';

const FROM_DATABASE = 'database';
/** The origin of a change made here, which was saved before it is shown. */
const SAVED = 'saved';
const UPDATES_KEPT_MAX = 200;

type Replica = {
  doc: Y.Doc;
  catalog: Catalog;
  menu: { json: string; etag: string; validUntilMs: number } | null;
  updates: number;
  /** What the table held when it was last read, to see at a glance whether another process has added to it. */
  read: string;
  /** The name that changes made here have in the document; its own would be taken for a stranger's use of it. */
  editor: number;
};
/** With the prices that wait for the store, where it has what their authors saw. */
const shownCatalog = (doc: Y.Doc): Catalog =>
  withWaitingPrices(readCatalog(doc).catalog, readWaitingPrices(doc));

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
  log: { error(details: object, message: string): void };
}) {
  const { db, wake, clock, log } = deps;
  const replicas = new Map<string, Promise<Replica>>();
  let writing: Promise<unknown> = Promise.resolve();

  function open(storeId: string): Promise<Replica> {
    let opened = replicas.get(storeId);
    if (!opened) {
      opened = load(storeId);
      replicas.set(storeId, opened);
      opened.catch(() => replicas.delete(storeId));
    }
    return opened;
  }

  async function load(storeId: string): Promise<Replica> {
    const doc = new Y.Doc();
    const read = await extent(storeId);
    const rows = await db
      .select()
      .from(docUpdates)
      .where(eq(docUpdates.storeId, storeId))
      .orderBy(asc(docUpdates.position));
    for (const row of rows) Y.applyUpdate(doc, row.update, FROM_DATABASE);
    const replica: Replica = {
      doc,
      catalog: shownCatalog(doc),
      menu: null,
      updates: rows.length,
      read,
      editor: new Y.Doc().clientID,
    };
    doc.on('update', (update: Uint8Array, origin: unknown) => {
      replica.catalog = shownCatalog(doc);
      replica.menu = null;
      if (origin === FROM_DATABASE) {
        wake.deliver(storeId, 'menu');
        return;
      }
      if (origin === SAVED) {
        replica.updates += 1;
        wake.notify(storeId, 'menu');
        wake.publish?.(storeId, 'document');
        return;
      }
      writing = writing
        .then(() => save(storeId, replica, update))
        .catch((error: unknown) => {
          log.error({ err: error, storeId }, 'a change of the menu could not be saved');
          // The next saving writes the whole document, and with it this change.
          replica.updates = UPDATES_KEPT_MAX;
        });
      wake.notify(storeId, 'menu');
    });
    wake.on(storeId, 'document', () => {
      catchUp(storeId, replica).catch((error: unknown) =>
        log.error({ err: error, storeId }, 'changes of the menu by another process could not be read'),
      );
    });
    return replica;
  }

  async function extent(storeId: string): Promise<string> {
    const [row] = await db
      .select({ rows: count(), last: max(docUpdates.position) })
      .from(docUpdates)
      .where(eq(docUpdates.storeId, storeId));
    return `${row?.rows ?? 0} ${row?.last ?? 0}`;
  }

  /** Takes in what other processes have saved. Few rows, and applying one twice changes nothing. */
  async function catchUp(storeId: string, replica: Replica): Promise<void> {
    const read = await extent(storeId);
    if (read === replica.read) return;
    const rows = await db.select().from(docUpdates).where(eq(docUpdates.storeId, storeId));
    for (const row of rows) Y.applyUpdate(replica.doc, row.update, FROM_DATABASE);
    replica.read = read;
    replica.updates = rows.length;
  }

  // One after another, so that folding never loses an update that is on its way.
  async function save(storeId: string, replica: Replica, update: Uint8Array): Promise<void> {
    const whole = replica.updates >= UPDATES_KEPT_MAX;
    await db
      .insert(docUpdates)
      .values({ storeId, update: whole ? Y.encodeStateAsUpdate(replica.doc) : update });
    replica.updates += 1;
    if (replica.updates >= UPDATES_KEPT_MAX) replica.updates = await fold(storeId);
    wake.publish?.(storeId, 'document');
  }

  /** Makes one update of the rows that are there, whoever wrote them; answers how many are left. */
  async function fold(storeId: string): Promise<number> {
    await db.transaction(async (tx) => {
      const rows = await tx
        .select()
        .from(docUpdates)
        .where(eq(docUpdates.storeId, storeId))
        .orderBy(asc(docUpdates.position))
        .for('update');
      if (rows.length === 0) return;
      const positions = rows.map((row) => row.position);
      await tx
        .delete(docUpdates)
        .where(and(eq(docUpdates.storeId, storeId), inArray(docUpdates.position, positions)));
      await tx.insert(docUpdates).values({ storeId, update: Y.mergeUpdates(rows.map((row) => row.update)) });
    });
    return 1;
  }

  /** One at a time with the savings, so that each is decided on what the one before left. */
  async function edit<V, R>(
    storeId: string,
    decide: (catalog: Catalog, doc: Y.Doc) => DocumentEdit<V, R>,
  ): Promise<Result<V, R>> {
    const replica = await open(storeId);
    const done = writing.then(async (): Promise<Result<V, R>> => {
      await catchUp(storeId, replica);
      const edit = decide(replica.catalog, replica.doc);
      if (!edit.ok) return edit;
      // Tried on a copy: nobody sees what could not be saved.
      const copy = new Y.Doc();
      Y.applyUpdate(copy, Y.encodeStateAsUpdate(replica.doc));
      copy.clientID = replica.editor;
      let update: Uint8Array | null = null;
      copy.on('update', (made: Uint8Array) => {
        update = made;
      });
      copy.transact(() => edit.change(copy));
      const made = update as Uint8Array | null;
      copy.destroy();
      if (made === null) return accepted(edit.value);
      try {
        await db.transaction(async (tx) => {
          await tx.insert(docUpdates).values({ storeId, update: made });
          await edit.alongside(tx);
        });
      } catch (error) {
        // It may have been saved all the same: this name is not used again for something else.
        replica.editor = new Y.Doc().clientID;
        throw error;
      }
      Y.applyUpdate(replica.doc, made, SAVED);
      return accepted(edit.value);
    });
    writing = done.catch(() => undefined);
    return done;
  }

  return {
    edit,
    catalog: async (storeId: string): Promise<Catalog> => (await open(storeId)).catalog,

    /** The public menu as JSON with its ETag; made anew when the document changed or something is back on sale. */
    async publicMenu(storeId: string): Promise<{ json: string; etag: string }> {
      const replica = await open(storeId);
      const nowMs = clock();
      if (!replica.menu || nowMs >= replica.menu.validUntilMs) {
        const json = JSON.stringify(publicMenu(replica.catalog, nowMs));
        replica.menu = {
          json,
          etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`,
          validUntilMs: nextReturnMs(replica.catalog, nowMs),
        };
      }
      return replica.menu;
    },

    /** Syncs a store's socket with its document. */
    async serve(storeId: string, ws: WebSocket, onMalformed: () => void = () => undefined): Promise<void> {
      // What arrives while the document is read from the database waits for its listener.
      ws.pause();
      const { doc } = await open(storeId);
      serveDocumentSocket(ws, doc, onMalformed);
      ws.resume();
    },

    /** The whole document as one update, for a store that lost its own. */
    state: async (storeId: string): Promise<Uint8Array> => Y.encodeStateAsUpdate((await open(storeId)).doc),

    /** Waits until everything heard is saved. */
    stop: (): Promise<unknown> => writing,
  };
}
