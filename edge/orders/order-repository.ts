// Orders in SQLite: written whole, read whole. Statements are prepared once; the caller holds the transaction.
import { and, asc, desc, eq, getTableColumns, gte, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import type { Db } from '../db/open.ts';
import { orderItems, orderItemToppings, orders } from '../db/schema.ts';

type OrderRow = typeof orders.$inferSelect;
type ItemRow = typeof orderItems.$inferSelect;
type ToppingRow = typeof orderItemToppings.$inferSelect;

// Word for word the condition of the partial index `orders_open`, or SQLite would not use it.
const IS_OPEN = sql`${orders.status} in ('PENDING', 'RECEBIDO', 'PREPARING', 'READY')`;

// A row of placeholders, one per column: prepared once, filled per order.
const placeholders = (table: SQLiteTable) =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((name) => [name, sql.placeholder(name)]),
  ) as never;

/** Stands in for the hash of what was asked: the same id is the same order, whatever its form was. */
export const RESTORED_REQUEST = 'restored';

export type OrderRepository = ReturnType<typeof createOrderRepository>;

export function createOrderRepository(db: Db) {
  const insertOrder = db.insert(orders).values(placeholders(orders)).prepare();
  const insertItem = db.insert(orderItems).values(placeholders(orderItems)).prepare();
  const insertTopping = db.insert(orderItemToppings).values(placeholders(orderItemToppings)).prepare();
  const rowById = db
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare();
  const rowByCode = db
    .select()
    .from(orders)
    .where(eq(orders.code, sql.placeholder('code')))
    .prepare();
  const itemsOf = db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderNumber, sql.placeholder('number')))
    .orderBy(asc(orderItems.position))
    .prepare();
  const toppingsOf = db
    .select()
    .from(orderItemToppings)
    .where(eq(orderItemToppings.orderNumber, sql.placeholder('number')))
    .orderBy(asc(orderItemToppings.itemPosition), asc(orderItemToppings.position))
    .prepare();
  const updateState = db
    .update(orders)
    .set({
      panelNumber: sql`${sql.placeholder('panelNumber')}`,
      panelDate: sql`${sql.placeholder('panelDate')}`,
      panelSeries: sql`${sql.placeholder('panelSeries')}`,
      status: sql`${sql.placeholder('status')}`,
      paymentStatus: sql`${sql.placeholder('paymentStatus')}`,
      paymentMethod: sql`${sql.placeholder('paymentMethod')}`,
      changeForCents: sql`${sql.placeholder('changeForCents')}`,
      cancelReason: sql`${sql.placeholder('cancelReason')}`,
      late: sql`${sql.placeholder('late')}`,
      updatedAtMs: sql`${sql.placeholder('updatedAtMs')}`,
      receivedAtMs: sql`${sql.placeholder('receivedAtMs')}`,
      preparingAtMs: sql`${sql.placeholder('preparingAtMs')}`,
      readyAtMs: sql`${sql.placeholder('readyAtMs')}`,
      deliveredAtMs: sql`${sql.placeholder('deliveredAtMs')}`,
    })
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare();

  const one = (row: OrderRow | undefined): Order | null =>
    row ? assemble(row, itemsOf.all({ number: row.number }), toppingsOf.all({ number: row.number })) : null;

  const AMONG = sql`(select value from json_each(${sql.placeholder('numbers')}))`;
  const itemsOfAll = db
    .select()
    .from(orderItems)
    .where(sql`${orderItems.orderNumber} in ${AMONG}`)
    .orderBy(asc(orderItems.position))
    .prepare();
  const toppingsOfAll = db
    .select()
    .from(orderItemToppings)
    .where(sql`${orderItemToppings.orderNumber} in ${AMONG}`)
    .orderBy(asc(orderItemToppings.itemPosition), asc(orderItemToppings.position))
    .prepare();

  const rowsAmong = db
    .select()
    .from(orders)
    .where(sql`${orders.number} in ${AMONG}`)
    .orderBy(asc(orders.number))
    .prepare();
  const openRows = db
    .select()
    .from(orders)
    .where(and(IS_OPEN, or(ne(orders.status, 'PENDING'), eq(orders.paymentMethod, 'cash'))))
    .orderBy(asc(orders.createdAtMs))
    .limit(sql.placeholder('limit'))
    .prepare();
  const deliveredRows = db
    .select()
    .from(orders)
    .where(sql`${orders.deliveredAtMs} is not null and ${orders.status} = 'DELIVERED'`)
    .orderBy(desc(orders.deliveredAtMs))
    .limit(sql.placeholder('limit'))
    .prepare();
  const countDelivered = db
    .select({ count: sql<number>`count(*)` })
    .from(orders)
    .where(and(gte(orders.deliveredAtMs, sql.placeholder('sinceMs')), eq(orders.status, 'DELIVERED')))
    .prepare();

  // Two queries more, whatever the number of orders.
  function whole(rows: readonly OrderRow[]): Order[] {
    if (rows.length === 0) return [];
    const numbers = JSON.stringify(rows.map((row) => row.number));
    const items = groupBy(itemsOfAll.all({ numbers }));
    const toppings = groupBy(toppingsOfAll.all({ numbers }));
    return rows.map((row) => assemble(row, items.get(row.number) ?? [], toppings.get(row.number) ?? []));
  }

  const many = (where: SQL | undefined, order: SQL, limit: number): Order[] =>
    whole(db.select().from(orders).where(where).orderBy(order).limit(limit).all());

  return {
    /** `requestHash` is the SHA-256 of what was asked. */
    insert(order: Order, requestHash: string): void {
      const { items, simpleId: number, orderNumber: _same, ...fields } = order;
      insertOrder.run({ ...fields, number, requestHash });
      for (const [position, { toppings, ...item }] of items.entries()) {
        insertItem.run({ orderNumber: number, position, ...item });
        for (const [index, topping] of toppings.entries()) {
          insertTopping.run({ orderNumber: number, itemPosition: position, position: index, ...topping });
        }
      }
    },

    /** Writes what can change after an order was placed; items and prices never do. */
    update(order: Order): void {
      updateState.run({ ...order, late: order.late ? 1 : 0 });
    },

    byId: (id: string): Order | null => one(rowById.get({ id })),
    byCode: (code: string): Order | null => one(rowByCode.get({ code })),
    requestHashOf: (id: string): string | null => rowById.get({ id })?.requestHash ?? null,

    /** What the kitchen sees: everything received and not over, and cash orders that wait for their payment. */
    board: (limit: number): Order[] => whole(openRows.all({ limit })),

    pendingCash: (limit: number): Order[] =>
      many(
        and(IS_OPEN, eq(orders.status, 'PENDING'), eq(orders.paymentMethod, 'cash')),
        asc(orders.createdAtMs),
        limit,
      ),

    delivered: (limit: number): Order[] => whole(deliveredRows.all({ limit })),

    deliveredSince: (sinceMs: number): number => countDelivered.get({ sinceMs })?.count ?? 0,

    /** When the kitchen got and finished what it finished since then and is still there, or was handed over since. */
    madeSince: (sinceMs: number): { receivedAtMs: number | null; readyAtMs: number | null }[] => {
      const times = { receivedAtMs: orders.receivedAtMs, readyAtMs: orders.readyAtMs };
      const made = gte(orders.readyAtMs, sinceMs);
      // Two questions, for each has an index of its own.
      return [
        ...db
          .select(times)
          .from(orders)
          .where(and(IS_OPEN, eq(orders.status, 'READY'), made))
          .all(),
        ...db
          .select(times)
          .from(orders)
          .where(and(gte(orders.deliveredAtMs, sinceMs), eq(orders.status, 'DELIVERED'), made))
          .all(),
      ];
    },

    /** Open orders with a panel number of that day. */
    openWithPanel: (panelDate: string): number =>
      db
        .select({ count: sql<number>`count(*)` })
        .from(orders)
        .where(and(IS_OPEN, eq(orders.panelDate, panelDate)))
        .get()?.count ?? 0,

    /** Oldest first; those that are there. */
    byNumbers: (numbers: readonly number[]): Order[] =>
      whole(rowsAmong.all({ numbers: JSON.stringify(numbers) })),

    byPhone: (phone: string, sinceMs: number, limit: number): Order[] =>
      many(
        and(eq(orders.customerPhone, phone), gte(orders.createdAtMs, sinceMs)),
        desc(orders.createdAtMs),
        limit,
      ),

    byNumber: (number: number, sinceMs: number): Order[] =>
      many(and(eq(orders.number, number), gte(orders.createdAtMs, sinceMs)), desc(orders.createdAtMs), 1),

    byPanelNumber: (panelNumber: number, panelDate: string, sinceMs: number): Order[] =>
      many(
        and(
          eq(orders.panelDate, panelDate),
          eq(orders.panelNumber, panelNumber),
          gte(orders.createdAtMs, sinceMs),
        ),
        desc(orders.panelSeries),
        1,
      ),

    /** Open orders on which nothing was paid since `beforeMs`. */
    unpaidSince: (beforeMs: number, limit: number): Order[] =>
      many(
        and(IS_OPEN, eq(orders.status, 'PENDING'), lt(orders.createdAtMs, beforeMs)),
        asc(orders.createdAtMs),
        limit,
      ),
  };
}

function groupBy<T extends { orderNumber: number }>(rows: T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.orderNumber);
    if (group) group.push(row);
    else groups.set(row.orderNumber, [row]);
  }
  return groups;
}

function assemble(row: OrderRow, items: ItemRow[], toppings: ToppingRow[]): Order {
  const { number, requestHash: _hash, ...fields } = row;
  return {
    ...(fields as Omit<Order, 'simpleId' | 'orderNumber' | 'items'>),
    simpleId: number,
    orderNumber: number,
    items: items.map(({ orderNumber: _order, position, ...item }) => ({
      ...(item as Omit<OrderItem, 'toppings'>),
      toppings: toppings
        .filter((topping) => topping.itemPosition === position)
        .map(
          ({ toppingId, name, category, layer, priceCents }) =>
            ({ toppingId, name, category, layer, priceCents }) as OrderItem['toppings'][number],
        ),
    })),
  };
}
