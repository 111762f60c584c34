// Menu and settings: the Yjs document, kept as updates in SQLite, projected into rows and into values in memory.
// An update is on disk before anyone hears of it. Values that break the schema never reach SQL.
import { createHash } from 'node:crypto';
import { asc, eq, lt, sql } from 'drizzle-orm';
import * as Y from 'yjs';
import { ENTRY_KINDS, type Catalog, type EntryKind } from '@balcao/shared/menu/menu.ts';
import { nextReturnMs } from '@balcao/shared/menu/availability.ts';
import {
  readCatalog,
  seedDocument,
  setEntry,
  setSettings,
  type RejectedField,
} from '@balcao/shared/menu/document.ts';
import { publicMenu, type Menu } from '@balcao/shared/menu/snapshot.ts';
import { priceList, type PriceList } from '@balcao/shared/pricing/quote.ts';
import type { Db } from '../../storage/open.ts';
import { catalogEntries, docUpdates } from '../../storage/schema/menu.ts';
import { inTransaction } from '../../storage/transaction.ts';
import type { Wake } from '../../storage/wake.ts';

const UPDATES_KEPT_MAX = 200;

/** The origin of updates that are on disk already: they are not written again. */
const FROM_DISK = 'disk';

export type MenuStore = {
  doc: Y.Doc;
  catalog(): Catalog;
  priceList(): PriceList;
  /** The public menu as JSON with its ETag; made anew only when something on it changed. */
  publicMenu(nowMs: number): { json: string; etag: string };
  rejected(): RejectedField[];
  isEmpty(): boolean;
  seed(catalog: Catalog): void;
  /**
   * Changes the document as one update, in one transaction with `along`. A disk that refuses it has changed nothing, in memory neither; so it
   * is never called inside another transaction, which could be taken back.
   */
  edit(change: (doc: Y.Doc) => void, alsoWrite?: () => void): void;
  setEntry(kind: EntryKind, id: string, fields: Record<string, unknown>): void;
  setSettings(fields: Record<string, unknown>): void;
};

export function openMenuStore(db: Db, wake: Wake): MenuStore {
  const doc = new Y.Doc();
  for (const row of db.select().from(docUpdates).orderBy(asc(docUpdates.seq)).all()) {
    Y.applyUpdate(doc, row.update, FROM_DISK);
  }
  const insertUpdate = db
    .insert(docUpdates)
    .values({ update: sql.placeholder('update') })
    .prepare();

  let current = readCatalog(doc);
  let prices = priceList(current.catalog);
  let published: { json: string; etag: string; validUntilMs: number } | null = null;

  // An update that was refused by the disk is missing there, and what follows from the same author says nothing without it: the next row
  // holds the whole document.
  let isBehind = false;
  const refresh = (): void => {
    current = readCatalog(doc);
    prices = priceList(current.catalog);
    published = null;
  };
  function saveUpdate(update: Uint8Array, source: Y.Doc, catalog: Catalog): void {
    const row = isBehind ? Y.encodeStateAsUpdate(source) : update;
    const { lastInsertRowid } = insertUpdate.run({ update: Buffer.from(row) });
    if (Number(lastInsertRowid) % UPDATES_KEPT_MAX === 0) foldUpdates(db, source, Number(lastInsertRowid));
    projectCatalog(db, catalog);
  }

  // What comes from the relay is in the document before it can be written.
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin === FROM_DISK) return;
    refresh();
    try {
      inTransaction(db, () => saveUpdate(update, doc, current.catalog));
      isBehind = false;
    } catch (error) {
      isBehind = true;
      throw error;
    }
    wake.notify('menu');
  });

  // The author of this process's edits. Not the document's own, which Yjs gives up once it meets it in an update.
  const editor = new Y.Doc().clientID;
  function edit(change: (draft: Y.Doc) => void, alsoWrite: () => void = () => undefined): void {
    const draft = new Y.Doc();
    Y.applyUpdate(draft, Y.encodeStateAsUpdate(doc));
    draft.clientID = editor;
    const updates: Uint8Array[] = [];
    draft.on('update', (update: Uint8Array) => void updates.push(update));
    draft.transact(() => change(draft));
    const update = updates.length === 0 ? null : Y.mergeUpdates(updates);
    inTransaction(db, () => {
      if (update !== null) saveUpdate(update, draft, readCatalog(draft).catalog);
      alsoWrite();
    });
    if (update !== null) {
      isBehind = false;
      Y.applyUpdate(doc, update, FROM_DISK);
      refresh();
      wake.notify('menu');
    }
    draft.destroy();
  }

  return {
    doc,
    catalog: () => current.catalog,
    priceList: () => prices,
    publicMenu(nowMs) {
      if (!published || nowMs >= published.validUntilMs) {
        const menu: Menu = publicMenu(current.catalog, nowMs);
        const json = JSON.stringify(menu);
        published = {
          json,
          etag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`,
          validUntilMs: nextReturnMs(current.catalog, nowMs),
        };
      }
      return published;
    },
    rejected: () => current.rejected,
    isEmpty: () =>
      doc.getMap('settings').size === 0 && ENTRY_KINDS.every((kind) => doc.getMap(kind).size === 0),
    edit,
    seed: (catalog) => edit((draft) => seedDocument(draft, catalog)),
    setEntry: (kind, id, fields) => edit((draft) => setEntry(draft, kind, id, fields)),
    setSettings: (fields) => edit((draft) => setSettings(draft, fields)),
  };
}

// Many small updates become one, so that start-up does not grow with the years.
function foldUpdates(db: Db, doc: Y.Doc, upToSeq: number): void {
  db.delete(docUpdates).where(lt(docUpdates.seq, upToSeq)).run();
  db.update(docUpdates)
    .set({ update: Buffer.from(Y.encodeStateAsUpdate(doc)) })
    .where(eq(docUpdates.seq, upToSeq))
    .run();
}

function projectCatalog(db: Db, catalog: Catalog): void {
  db.delete(catalogEntries).run();
  const rows = ENTRY_KINDS.flatMap((kind) =>
    catalog[kind].map((entry) => ({ kind, id: entry.id, body: JSON.stringify(entry) })),
  );
  rows.push({ kind: 'settings' as EntryKind, id: 'settings', body: JSON.stringify(catalog.settings) });
  const insert = db
    .insert(catalogEntries)
    .values({ kind: sql.placeholder('kind'), id: sql.placeholder('id'), body: sql.placeholder('body') })
    .prepare();
  for (const row of rows) insert.run(row);
}
