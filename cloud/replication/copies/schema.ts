// Sealed copies of stores' databases, in pieces. Backups of the relay leave the pieces out (deploy/relay/backup.sh).
import { bigint, customType, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/** One row per copy that is whole. */
export const copies = pgTable(
  'copies',
  {
    storeId: uuid('store_id').notNull(),
    name: text().notNull(),
    atMs: bigint('at_ms', { mode: 'number' }).notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.name] })],
);

export const copyParts = pgTable(
  'copy_parts',
  {
    storeId: uuid('store_id').notNull(),
    name: text().notNull(),
    part: integer().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.storeId, table.name, table.part] })],
);
