// Rollups of the reports. Written by a follower of the log, never in the transaction of an order. Amounts are centavos, instants Unix milliseconds, names are as sold.
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What each order adds to the rollups, so that it can be taken out again, and where its rows stand in the log. */
export const reportOrders = sqliteTable(
  'report_orders',
  {
    number: integer().primaryKey(),
    date: text().notNull(),
    hour: integer().notNull(),
    method: text().notNull(),
    cents: integer().notNull(),
    counted: integer({ mode: 'boolean' }).notNull(),
    /** Of one that was paid in several ways: each with how many orders and centavos it adds, as JSON; `method` is the main one. */
    ways: text(),
    /** What it added to `report_sums`, as JSON. */
    sums: text().notNull().default('[]'),
    /** Null when the log was not followed from the order's beginning. */
    firstSeq: integer('first_seq'),
    lastSeq: integer('last_seq'),
  },
  (table) => [index('report_orders_date').on(table.date)],
);

export const reportHours = sqliteTable(
  'report_hours',
  {
    date: text().notNull(),
    hour: integer().notNull(),
    method: text().notNull(),
    orders: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.date, table.hour, table.method] })],
);

export const reportItems = sqliteTable(
  'report_items',
  { date: text().notNull(), type: text().notNull(), name: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.date, table.type, table.name] })],
);

/** What reports read of whole days and whole months: years cost them no more than months. */
export const reportDays = sqliteTable(
  'report_days',
  {
    date: text().notNull(),
    method: text().notNull(),
    orders: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.date, table.method] })],
);

export const reportMonthHours = sqliteTable(
  'report_month_hours',
  { month: text().notNull(), hour: integer().notNull(), orders: integer().notNull() },
  (table) => [primaryKey({ columns: [table.month, table.hour] })],
);

export const reportMonthItems = sqliteTable(
  'report_month_items',
  { month: text().notNull(), type: text().notNull(), name: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.month, table.type, table.name] })],
);

/** What sold, by whom, which way, at what discount, why it was called off, how long it took: sums of a day, by kind and name. */
export const reportSums = sqliteTable(
  'report_sums',
  {
    date: text().notNull(),
    kind: text().notNull(),
    name: text().notNull(),
    count: integer().notNull(),
    /** Of kind `made` seconds. */
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.date, table.kind, table.name] })],
);

export const reportClients = sqliteTable(
  'report_clients',
  {
    month: text().notNull(),
    phone: text().notNull(),
    orders: integer().notNull(),
    cents: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.phone] })],
);
