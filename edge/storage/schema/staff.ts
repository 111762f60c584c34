// What staff and the owner look at beside orders: TVs, the audit, alarms. Amounts are centavos, instants Unix milliseconds, names are as sold.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** TVs that may read the panel of called numbers, and nothing else. */
export const tvScreens = sqliteTable('tv_screens', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Coarse: 'Chrome no Linux'. */
  device: text().notNull(),
  /** SHA-256 of what its cookie holds. */
  tokenHash: text('token_hash').notNull().unique(),
  pairedBy: text('paired_by').notNull(),
  createdAtMs: integer('created_at_ms').notNull(),
  lastSeenMs: integer('last_seen_ms').notNull(),
});

/** Who did what, in one sentence. `from` is lan, relay or store; an empty `userName` is the store itself. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    atMs: integer('at_ms').notNull(),
    userId: text('user_id'),
    userName: text('user_name').notNull(),
    from: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    detail: text().notNull(),
  },
  (table) => [index('audit_subject').on(table.subject, table.id)],
);

/** What the owner must hear of: the newest state of each alarm, told to the relay by a row of the log. */
export const alarms = sqliteTable('alarms', {
  id: text().primaryKey(),
  title: text().notNull(),
  text: text().notNull(),
  sinceMs: integer('since_ms').notNull(),
  /** Null while it lasts. */
  endedAtMs: integer('ended_at_ms'),
});
