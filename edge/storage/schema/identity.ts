// What this database says of itself, and its sequences. Amounts are centavos, instants Unix milliseconds, names are as sold.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** One row per fact about this database: lineage, epoch, store id, device key. */
export const meta = sqliteTable('meta', { key: text().primaryKey(), value: text().notNull() });

/** Sequences that never go back: order numbers, and panel numbers with their day and series. */
export const counters = sqliteTable('counters', { name: text().primaryKey(), value: integer().notNull() });
