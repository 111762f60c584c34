// Wholesale orders in SQLite: written whole, read whole. The caller holds the transaction.
import { and, asc, desc, eq, inArray, lt, or, gte, sql, type SQL } from 'drizzle-orm';
import type { WholesaleItem, WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import type { Db } from '../../storage/open.ts';
import { counters, wholesaleItems, wholesaleOrders } from '../../storage/schema.ts';

type OrderRow = typeof wholesaleOrders.$inferSelect;

// Word for word the condition of the partial index `wholesale_orders_open`, or SQLite would not use it.
const IS_OPEN = sql`${wholesaleOrders.status} in ('NOVO', 'EM_ANDAMENTO')`;
const IS_OVER = sql`${wholesaleOrders.status} in ('FINALIZADO', 'CANCELADO')`;

export function createWholesaleRepository(db: Db) {
  function many(where: SQL | undefined, limit: number): WholesaleOrder[] {
    const rows = db
      .select()
      .from(wholesaleOrders)
      .where(where)
      .orderBy(desc(wholesaleOrders.number))
      .limit(limit)
      .all();
    if (rows.length === 0) return [];
    const items = db
      .select()
      .from(wholesaleItems)
      .where(
        inArray(
          wholesaleItems.orderNumber,
          rows.map((row) => row.number),
        ),
      )
      .orderBy(asc(wholesaleItems.orderNumber), asc(wholesaleItems.position))
      .all();
    return rows.map((row) =>
      assemble(
        row,
        items
          .filter((item) => item.orderNumber === row.number)
          .map(({ orderNumber: _order, position: _position, ...item }) => item),
      ),
    );
  }
  const count = (where: SQL): number =>
    db
      .select({ n: sql<number>`count(*)` })
      .from(wholesaleOrders)
      .where(where)
      .get()?.n ?? 0;

  return {
    insert(
      { items, orderNumber: number, ...fields }: WholesaleOrder,
      requestHash: string,
      claimHash: string | null,
    ): void {
      db.insert(wholesaleOrders)
        .values({ ...fields, number, requestHash, claimHash })
        .run();
      db.insert(wholesaleItems)
        .values(items.map((item, position) => ({ ...item, orderNumber: number, position })))
        .run();
    },

    /** Writes what can change after an order was placed; lines and prices never do. */
    update({ id, status, updatedAtMs, startedAtMs, endedAtMs }: WholesaleOrder): void {
      db.update(wholesaleOrders)
        .set({ status, updatedAtMs, startedAtMs, endedAtMs })
        .where(eq(wholesaleOrders.id, id))
        .run();
    },

    /** The permanent order number: one more than the last, never reused. In the transaction that inserts the order. */
    nextNumber: (): number =>
      db
        .insert(counters)
        .values({ name: 'wholesale_number', value: 1 })
        .onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } })
        .returning({ value: counters.value })
        .get().value,

    byId: (id: string): WholesaleOrder | null => many(eq(wholesaleOrders.id, id), 1)[0] ?? null,
    claimHashOf: (id: string): string | null =>
      db
        .select({ hash: wholesaleOrders.claimHash })
        .from(wholesaleOrders)
        .where(eq(wholesaleOrders.id, id))
        .get()?.hash ?? null,
    requestHashOf: (id: string): string | null =>
      db
        .select({ hash: wholesaleOrders.requestHash })
        .from(wholesaleOrders)
        .where(eq(wholesaleOrders.id, id))
        .get()?.hash ?? null,

    /** Newest first; with `before`, those with smaller numbers. */
    list: (state: 'open' | 'over', before: number | undefined, limit: number): WholesaleOrder[] =>
      many(
        and(
          state === 'open' ? IS_OPEN : IS_OVER,
          before === undefined ? undefined : lt(wholesaleOrders.number, before),
        ),
        limit,
      ),
    counts: (): { open: number; over: number } => ({ open: count(IS_OPEN), over: count(IS_OVER) }),

    /** Open ones, and ended ones changed since `sinceMs`. */
    byPhone: (phone: string, sinceMs: number, limit: number): WholesaleOrder[] =>
      many(
        and(eq(wholesaleOrders.customerPhone, phone), or(IS_OPEN, gte(wholesaleOrders.updatedAtMs, sinceMs))),
        limit,
      ),
  };
}

function assemble(row: OrderRow, items: WholesaleItem[]): WholesaleOrder {
  const { number, requestHash: _hash, claimHash: _claim, ...fields } = row;
  return {
    ...(fields as Omit<WholesaleOrder, 'orderNumber' | 'items'>),
    orderNumber: number,
    items,
  };
}
