// Orders out of SQLite, read whole: rows with their lines and toppings. Statements are prepared once.
import { asc, eq, sql, type SQL } from 'drizzle-orm';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../../storage/open.ts';
import { orderItems, orderItemToppings, orders } from '../../storage/schema/orders.ts';
import { assembleOrder, groupBy, type OrderRow } from './order-rows.ts';

/** The order numbers in a JSON text, as a condition. */
export const AMONG_NUMBERS = sql`(select value from json_each(${sql.placeholder('numbers')}))`;

export type OrderReads = ReturnType<typeof createOrderReads>;

export function createOrderReads(db: Db) {
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
  const one = (row: OrderRow | undefined): Order | null =>
    row
      ? assembleOrder(row, itemsOf.all({ number: row.number }), toppingsOf.all({ number: row.number }))
      : null;

  const itemsOfAll = db
    .select()
    .from(orderItems)
    .where(sql`${orderItems.orderNumber} in ${AMONG_NUMBERS}`)
    .orderBy(asc(orderItems.position))
    .prepare();
  const toppingsOfAll = db
    .select()
    .from(orderItemToppings)
    .where(sql`${orderItemToppings.orderNumber} in ${AMONG_NUMBERS}`)
    .orderBy(asc(orderItemToppings.itemPosition), asc(orderItemToppings.position))
    .prepare();

  // Two queries more, whatever the number of orders.
  function whole(rows: readonly OrderRow[]): Order[] {
    if (rows.length === 0) return [];
    const numbers = JSON.stringify(rows.map((row) => row.number));
    const items = groupBy(itemsOfAll.all({ numbers }));
    const toppings = groupBy(toppingsOfAll.all({ numbers }));
    return rows.map((row) => assembleOrder(row, items.get(row.number) ?? [], toppings.get(row.number) ?? []));
  }

  /** As they came, whatever the clock said; sorted here, for SQLite would leave the index of the open ones for it. */
  const inTurn = (rows: readonly OrderRow[]): Order[] => whole(rows.toSorted((a, b) => a.number - b.number));

  const many = (where: SQL | undefined, order: SQL, limit: number): Order[] =>
    whole(db.select().from(orders).where(where).orderBy(order).limit(limit).all());

  return { one, whole, inTurn, many };
}
