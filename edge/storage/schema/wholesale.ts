// Wholesale orders with their items. Amounts are centavos, instants Unix milliseconds, names are as sold.
import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const wholesaleOrders = sqliteTable(
  'wholesale_orders',
  {
    number: integer().primaryKey(),
    id: text().notNull(),
    source: text().notNull(),
    customerName: text('customer_name'),
    customerPhone: text('customer_phone'),
    customerCpfCnpj: text('customer_cpf_cnpj'),
    customerAddress: text('customer_address'),
    observations: text().notNull(),
    totalCents: integer('total_cents').notNull(),
    status: text().notNull(),
    /** SHA-256 of what was asked, so that a repeated id with another body is noticed. */
    requestHash: text('request_hash').notNull(),
    /** SHA-256 of the browser's claim; null where none was sent. In no answer. */
    claimHash: text('claim_hash'),
    createdAtMs: integer('created_at_ms').notNull(),
    updatedAtMs: integer('updated_at_ms').notNull(),
    startedAtMs: integer('started_at_ms'),
    endedAtMs: integer('ended_at_ms'),
    /** YYYY-MM-DD. */
    wishedDate: text('wished_date'),
    terms: text().notNull().default(''),
    /** YYYY-MM-DD and how; null: not marked as paid. */
    paidOn: text('paid_on'),
    paidWith: text('paid_with'),
  },
  (table) => [
    uniqueIndex('wholesale_orders_id').on(table.id),
    index('wholesale_orders_phone').on(table.customerPhone, table.number),
    index('wholesale_orders_open')
      .on(table.number)
      .where(sql`${table.status} in ('NOVO', 'EM_ANDAMENTO')`),
  ],
);

export const wholesaleItems = sqliteTable(
  'wholesale_order_items',
  {
    orderNumber: integer('order_number')
      .notNull()
      .references(() => wholesaleOrders.number, { onDelete: 'cascade' }),
    position: integer().notNull(),
    id: text().notNull(),
    productId: text('product_id').notNull(),
    productName: text('product_name').notNull(),
    productPriceCents: integer('product_price_cents').notNull(),
    selectedSize: text('selected_size'),
    selectedFlavor: text('selected_flavor'),
    quantity: integer().notNull(),
    totalPriceCents: integer('total_price_cents').notNull(),
  },
  (table) => [primaryKey({ columns: [table.orderNumber, table.position] })],
);
