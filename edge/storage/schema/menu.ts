// The menu’s document, its entries as read from it, and pictures. Amounts are centavos, instants Unix milliseconds, names are as sold.
import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Updates of the Yjs document of menu and settings, folded together now and then. */
export const docUpdates = sqliteTable('doc_updates', {
  seq: integer().primaryKey({ autoIncrement: true }),
  update: blob({ mode: 'buffer' }).notNull(),
});

/** The menu document as rows, for SQL: one row per entry that satisfies its schema. */
export const catalogEntries = sqliteTable(
  'catalog_entries',
  { kind: text().notNull(), id: text().notNull(), body: text().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.id] })],
);

/** Content-addressed pictures, in the sizes that pages ask for. */
export const images = sqliteTable(
  'images',
  {
    hash: text().notNull(),
    variant: text().notNull(),
    mediaType: text('media_type').notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.variant] })],
);
