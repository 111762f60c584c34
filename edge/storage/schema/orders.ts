// Orders with their items and toppings. Amounts are centavos, instants Unix milliseconds, names are as sold.
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Concession, LineChange, PaidDifference, Tender } from '@balcao/shared/order/order.ts';

export const orders = sqliteTable(
  'orders',
  {
    /** The permanent sequence is the row's own key: new orders land on the last page. */
    number: integer().primaryKey(),
    id: text().notNull(),
    code: text().notNull(),
    panelNumber: integer('panel_number'),
    panelDate: text('panel_date'),
    panelSeries: integer('panel_series'),
    source: text().notNull(),
    customerPhone: text('customer_phone'),
    consumptionType: text('consumption_type').notNull(),
    observations: text().notNull(),
    subtotalCents: integer('subtotal_cents').notNull(),
    discountPercent: real('discount_percent').notNull(),
    discountCents: integer('discount_cents').notNull(),
    totalCents: integer('total_cents').notNull(),
    /** What staff gave away; null where nothing. */
    concession: text({ mode: 'json' }).$type<Concession>(),
    /** Who gave it, for the reports; in no answer. */
    concessionBy: text('concession_by'),
    /** What staff took of it in parts; null where it was not, or not yet. */
    tenders: text({ mode: 'json' }).$type<Tender[]>(),
    /** What came through the provider of what it still owed; null where nothing did. */
    paidDifferences: text('paid_differences', { mode: 'json' }).$type<PaidDifference[]>(),
    /** How its lines were changed since it was placed; null where they never were. */
    changes: text({ mode: 'json' }).$type<LineChange[]>(),
    /** Since then: still to be paid, or below 0 to be given back; null where nothing is. */
    balanceCents: integer('balance_cents'),
    status: text().notNull(),
    paymentStatus: text('payment_status').notNull(),
    paymentMethod: text('payment_method'),
    changeForCents: integer('change_for_cents'),
    cancelReason: text('cancel_reason'),
    late: integer({ mode: 'boolean' }).notNull(),
    /** Ids of the stations whose share is made; null where none is. */
    madeAt: text('made_at', { mode: 'json' }).$type<string[]>(),
    /** SHA-256 of what was asked, so that a repeated id with another body is noticed. */
    requestHash: text('request_hash').notNull(),
    /** A keyed digest of the address it came from, while it is unpaid. */
    caller: text(),
    /** SHA-256 of the browser's claim; null where none was sent. In no answer. */
    claimHash: text('claim_hash'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    receivedAtMs: integer('received_at_ms'),
    preparingAtMs: integer('preparing_at_ms'),
    readyAtMs: integer('ready_at_ms'),
    deliveredAtMs: integer('delivered_at_ms'),
  },
  (table) => [
    // Every index costs a page per order; those that a new order has no part in are partial.
    uniqueIndex('orders_id').on(table.id),
    uniqueIndex('orders_code').on(table.code),
    uniqueIndex('orders_panel')
      .on(table.panelDate, table.panelSeries, table.panelNumber)
      .where(sql`${table.panelNumber} is not null`),
    index('orders_open')
      .on(table.createdAtMs)
      .where(sql`${table.status} in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY')`),
    index('orders_phone').on(table.customerPhone, table.createdAtMs),
    index('orders_delivered')
      .on(table.deliveredAtMs)
      .where(sql`${table.deliveredAtMs} is not null`),
    // What every order of a customer counts: of its phone, of its address (kept while it is unpaid), of the site.
    index('orders_unpaid_phone')
      .on(table.customerPhone)
      .where(sql`${table.status} = 'PENDING'`),
    index('orders_unpaid_caller')
      .on(table.caller)
      .where(sql`${table.caller} is not null`),
    index('orders_unpaid_remote')
      .on(table.paymentMethod)
      .where(sql`${table.status} = 'PENDING' and ${table.source} = 'relay'`),
  ],
);

// Items and toppings are stored without rowids (the migration says so by hand): one page each per order, not two.
export const orderItems = sqliteTable(
  'order_items',
  {
    orderNumber: integer('order_number')
      .notNull()
      .references(() => orders.number, { onDelete: 'cascade' }),
    position: integer().notNull(),
    id: text().notNull(),
    kind: text().notNull(),
    productId: text('product_id'),
    productName: text('product_name'),
    sizeId: text('size_id'),
    sizeName: text('size_name'),
    baseId: text('base_id'),
    baseName: text('base_name'),
    iceCreamId: text('ice_cream_id'),
    iceCreamName: text('ice_cream_name'),
    meioAMeio: integer('meio_a_meio', { mode: 'boolean' }).notNull(),
    secondaryIceCreamId: text('secondary_ice_cream_id'),
    secondaryIceCreamName: text('secondary_ice_cream_name'),
    priceCents: integer('price_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderNumber, table.position] })],
);

export const orderItemToppings = sqliteTable(
  'order_item_toppings',
  {
    orderNumber: integer('order_number')
      .notNull()
      .references(() => orders.number, { onDelete: 'cascade' }),
    itemPosition: integer('item_position').notNull(),
    position: integer().notNull(),
    toppingId: text('topping_id').notNull(),
    name: text().notNull(),
    category: text().notNull(),
    layer: text().notNull(),
    priceCents: integer('price_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderNumber, table.itemPosition, table.position] })],
);
