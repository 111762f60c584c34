// The relay's replicas of the stores' menu documents: kept in the database, synced over y-websocket, read as values.
import { createHash, randomUUID } from 'node:crypto';
import { and, asc, eq, lte } from 'drizzle-orm';
import type { WebSocket } from 'ws';
import { getYDoc, setupWSConnection } from '@y/websocket-server/utils';
import * as Y from 'yjs';
import { nextReturnMs } from '@balcao/shared/menu/availability.ts';
import { readCatalog } from '@balcao/shared/menu/document.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { publicMenu } from '@balcao/shared/menu/snapshot.ts';
import type { Db } from '../db/open.ts';
import { docUpdates } from '../db/schema.ts';
import type { Wake } from '../live/wake.ts';
import { GuardedSocket } from './guarded-socket.ts';

const FROM_DATABASE = 'database';
const UPDATES_KEPT_MAX = 200;

type Replica = {
  doc: Y.Doc;
  catalog: Catalog;
  menu: { json: string; etag: string; validUntilMs: number } | null;
  updates: number;
};
export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(given: {
  db: Db;
  wake: Wake;
  clock: () => number;
  log: { error(details: object, message: string): void };
}) {
  const { db, wake, clock, log } = given;
  // The library keeps documents by name for the whole process; the prefix keeps two relays in one process apart.
  const instance = randomUUID();
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
    const rows = await db
      .select()
      .from(docUpdates)
      .where(eq(docUpdates.storeId, storeId))
      .orderBy(asc(docUpdates.position));
    const doc: Y.Doc = getYDoc(`${instance}/${storeId}`);
    for (const row of rows) Y.applyUpdate(doc, row.update, FROM_DATABASE);
    const replica: Replica = { doc, catalog: readCatalog(doc).catalog, menu: null, updates: rows.length };
    doc.on('update', (update: Uint8Array) => {
      replica.catalog = readCatalog(doc).catalog;
      replica.menu = null;
      writing = writing
        .then(() => save(storeId, replica, update))
        .catch((error: unknown) => {
          log.error({ err: error, storeId }, 'a change of the menu could not be saved');
          // The next one saves the document whole, and this change with it.
          replica.updates = UPDATES_KEPT_MAX;
        });
      wake.notify(storeId, 'menu');
    });
    return replica;
  }

  // One after another, so that folding never loses an update that is on its way.
  async function save(storeId: string, replica: Replica, update: Uint8Array): Promise<void> {
    const [saved] = await db
      .insert(docUpdates)
      .values({ storeId, update })
      .returning({ position: docUpdates.position });
    replica.updates += 1;
    if (!saved || replica.updates < UPDATES_KEPT_MAX) return;
    await db.transaction(async (tx) => {
      await tx
        .delete(docUpdates)
        .where(and(eq(docUpdates.storeId, storeId), lte(docUpdates.position, saved.position)));
      await tx.insert(docUpdates).values({ storeId, update: Y.encodeStateAsUpdate(replica.doc) });
    });
    replica.updates = 1;
  }

  return {
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
    async serve(storeId: string, ws: WebSocket): Promise<void> {
      // What arrives while the document is read from the database waits for its listener.
      ws.pause();
      const { doc } = await open(storeId);
      setupWSConnection(new GuardedSocket(ws, doc) as never, {} as never, {
        docName: `${instance}/${storeId}`,
      });
      ws.resume();
    },

    /** Waits until everything heard is saved. */
    drain: (): Promise<unknown> => writing,
  };
}
