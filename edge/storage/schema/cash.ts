// The drawer: its sessions, movements and closes, and money that was taken by hand. Amounts are centavos, instants Unix milliseconds, names are as sold.
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** The drawer between opening and close. At most one has no close yet. */
export const cashSessions = sqliteTable('cash_sessions', {
  id: text().primaryKey(),
  openedAtMs: integer('opened_at_ms').notNull(),
  openedBy: text('opened_by').notNull(),
  floatCents: integer('float_cents').notNull(),
  /** No order before this one could still be paid when the session began. */
  fromNumber: integer('from_number').notNull(),
  closeNumber: integer('close_number'),
});

/** Suprimento and sangria. */
export const cashMovements = sqliteTable(
  'cash_movements',
  {
    id: text().primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => cashSessions.id),
    kind: text().notNull(),
    amountCents: integer('amount_cents').notNull(),
    note: text().notNull(),
    userName: text('user_name').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [index('cash_movements_session').on(table.sessionId)],
);

/** Numbered and final: triggers of migration 0001 refuse to change or delete a row. */
export const cashCloses = sqliteTable('cash_closes', {
  number: integer().primaryKey(),
  sessionId: text('session_id').notNull().unique(),
  body: text().notNull(),
  closedAtMs: integer('closed_at_ms').notNull(),
});

/** What staff took (`in`) or gave back (`back`) by hand: cash, card terminal, offline PIX. */
export const handPayments = sqliteTable(
  'hand_payments',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    orderId: text('order_id').notNull(),
    kind: text().notNull(),
    /** Which part of what is paid in several; empty: all of it at once. */
    part: text().notNull().default(''),
    method: text().notNull(),
    /** debito, credito, vale; terminal only. */
    card: text(),
    amountCents: integer('amount_cents').notNull(),
    /** Null: no session was open. */
    sessionId: text('session_id'),
    userName: text('user_name').notNull(),
    atMs: integer('at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('hand_payments_once').on(table.orderId, table.kind, table.part),
    index('hand_payments_session').on(table.sessionId),
  ],
);

/** What the closes of the drawer have counted of each order that was paid online; a later close says what changed since. */
export const countedOnline = sqliteTable('counted_online', {
  orderId: text('order_id').primaryKey(),
  cents: integer().notNull(),
});
