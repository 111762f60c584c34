// Printers and what they print. Amounts are centavos, instants Unix milliseconds, names are as sold.
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const printers = sqliteTable('printers', {
  id: text().primaryKey(),
  name: text().notNull(),
  enabled: integer({ mode: 'boolean' }).notNull(),
  /** `tcp` with host and port, or `file` with a device path. */
  transport: text().notNull(),
  host: text(),
  port: integer(),
  devicePath: text('device_path'),
  columns: integer().notNull(),
  codePage: text('code_page').notNull(),
  /** The commands it understands (printing/receipt/families.ts). */
  family: text().notNull().default('EPSON'),
  /** JSON list of what it prints: kitchen, counter, wholesale, close. */
  purposes: text().notNull(),
  /** Whether it can print pictures: the logo on customers' slips. */
  pictures: integer({ mode: 'boolean' }).notNull().default(true),
  /** A person has seen paper come out of it at this address; counts only for one that gives no sign itself. */
  paperSeen: integer('paper_seen', { mode: 'boolean' }).notNull().default(false),
  position: integer().notNull(),
});

/** Tickets to be printed. One per order and purpose, whoever asks; a reprint is a new copy of it. */
export const printJobs = sqliteTable(
  'print_jobs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    printerId: text('printer_id').notNull(),
    purpose: text().notNull(),
    orderId: text('order_id'),
    /** Which station's share of a kitchen ticket, from 1; 0 for a whole slip. */
    part: integer().notNull().default(0),
    /** 1 for the ticket, 2… for reprints that a person asked for. */
    copy: integer().notNull(),
    /** The ticket's content as JSON, fixed when it was asked for. */
    content: text().notNull(),
    /** queued · sending · printed · sent · held · failed · discarded (printing/transitions.ts). */
    state: text().notNull(),
    /** Times that bytes went to the printer; a second time is marked `2ª VIA`. */
    attempts: integer().notNull().default(0),
    nextAtMs: integer('next_at_ms').notNull(),
    lastError: text('last_error'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [
    uniqueIndex('print_jobs_once').on(table.orderId, table.purpose, table.printerId, table.copy, table.part),
    index('print_jobs_waiting').on(table.state, table.printerId, table.id),
  ],
);
