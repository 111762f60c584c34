// The log that the relay follows, what it sent, and how far each follower has come. Amounts are centavos, instants Unix milliseconds, names are as sold.
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** The log that the relay follows. Written in the transaction of the change it tells. */
export const outbox = sqliteTable(
  'outbox',
  {
    seq: integer().primaryKey(),
    lineage: text().notNull(),
    epoch: integer().notNull(),
    kind: text().notNull(),
    aggregateId: text('aggregate_id').notNull(),
    sealed: integer({ mode: 'boolean' }).notNull(),
    body: text(),
    bodyHash: text('body_hash').notNull(),
    hash: text().notNull(),
    atMs: integer('at_ms').notNull(),
    /** See row-proof.ts; null on rows of versions before protocol 8. */
    proof: text(),
  },
  (table) => [
    // Few rows, far apart: an erasure finds them without reading the log.
    index('outbox_wholesale')
      .on(table.aggregateId)
      .where(sql`${table.kind} = 'wholesale-order'`),
    // Whether a refund was ever written down, whatever became of its row.
    index('outbox_settings')
      .on(table.aggregateId)
      .where(sql`${table.kind} = 'setting'`),
  ],
);

/** Every command ever taken from the relay, with its outcome: the same answer however often it is sent. */
export const inbox = sqliteTable('inbox', {
  id: text().primaryKey(),
  kind: text().notNull(),
  requestHash: text('request_hash').notNull(),
  outcome: text().notNull(),
  atMs: integer('at_ms').notNull(),
});

/** How far each follower of the log has durably come. */
export const checkpoints = sqliteTable('checkpoints', {
  follower: text().primaryKey(),
  seq: integer().notNull(),
  hash: text().notNull(),
  atMs: integer('at_ms').notNull(),
});
