// What callers used of their limits, for all processes of the relay together. The limiting library writes and reads it by the order
// of its columns. Keys begin with the store where one is known, and hide whom they count. UNLOGGED in its migration: after a crash
// of the database everybody begins anew, and no count costs a write to its log.
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';

export const limitCounts = pgTable(
  'limit_counts',
  {
    key: text().primaryKey(),
    points: integer().notNull().default(0),
    expire: bigint({ mode: 'number' }),
  },
  (table) => [index('limit_counts_expire').on(table.expire)],
);
