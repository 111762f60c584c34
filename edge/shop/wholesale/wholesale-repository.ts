// Wholesale orders in SQLite: written whole, read whole. The caller holds the transaction.
import { and, asc, desc, eq, inArray, lt, ne, or, gte, sql, type SQL } from 'drizzle-orm';
import type { WholesaleSale } from '@balcao/shared/wholesale/buyers.ts';
import type { WholesaleItem, WholesaleOrder, WholesalePaidWith } from '@balcao/shared/wholesale/order.ts';
import type { Db } from '../../storage/open.ts';
import { counters } from '../../storage/schema/identity.ts';
import { wholesaleItems, wholesaleOrders } from '../../storage/schema/wholesale.ts';

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
      { items, orderNumber: number, paid, ...fields }: WholesaleOrder,
      requestHash: string,
      claimHash: string | null,
    ): void {
      db.insert(wholesaleOrders)
        .values({ ...fields, ...paidColumns(paid), number, requestHash, claimHash })
        .run();
      db.insert(wholesaleItems)
        .values(items.map((item, position) => ({ ...item, orderNumber: number, position })))
        .run();
    },

    /** Writes what can change after an order was placed; lines and prices never do. */
    update({ id, status, updatedAtMs, startedAtMs, endedAtMs, paid }: WholesaleOrder): void {
      db.update(wholesaleOrders)
        .set({ status, updatedAtMs, startedAtMs, endedAtMs, ...paidColumns(paid) })
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

    byNumbers: (numbers: readonly number[]): WholesaleOrder[] =>
      many(inArray(wholesaleOrders.number, [...numbers]), numbers.length),

    /** Every order, or those made in a span of time, without its lines; newest first. */
    sales: (span: { fromMs: number; toMs: number } | null): WholesaleSale[] =>
      db
        .select({
          orderNumber: wholesaleOrders.number,
          customerName: wholesaleOrders.customerName,
          customerPhone: wholesaleOrders.customerPhone,
          customerCpfCnpj: wholesaleOrders.customerCpfCnpj,
          totalCents: wholesaleOrders.totalCents,
          status: wholesaleOrders.status,
          createdAtMs: wholesaleOrders.createdAtMs,
          paidOn: wholesaleOrders.paidOn,
          paidWith: wholesaleOrders.paidWith,
        })
        .from(wholesaleOrders)
        .where(span ? madeIn(span) : undefined)
        .orderBy(desc(wholesaleOrders.number))
        .all()
        .map(({ paidOn, paidWith, ...row }) => ({
          ...(row as Omit<WholesaleSale, 'paid'>),
          paid: paidOf({ paidOn, paidWith }),
        })),

    /** Of the orders made in a span of time that were not cancelled: units and centavos by product. */
    products: (span: { fromMs: number; toMs: number }) =>
      db
        .select({
          name: wholesaleItems.productName,
          units: sql<number>`sum(${wholesaleItems.quantity})`,
          cents: sql<number>`sum(${wholesaleItems.totalPriceCents})`,
        })
        .from(wholesaleItems)
        .innerJoin(wholesaleOrders, eq(wholesaleItems.orderNumber, wholesaleOrders.number))
        .where(and(madeIn(span), ne(wholesaleOrders.status, 'CANCELADO')))
        .groupBy(wholesaleItems.productName)
        .all(),

    /** Open ones, and ended ones changed since `sinceMs`. */
    byPhone: (phone: string, sinceMs: number, limit: number): WholesaleOrder[] =>
      many(
        and(eq(wholesaleOrders.customerPhone, phone), or(IS_OPEN, gte(wholesaleOrders.updatedAtMs, sinceMs))),
        limit,
      ),
  };
}

const madeIn = ({ fromMs, toMs }: { fromMs: number; toMs: number }): SQL | undefined =>
  and(gte(wholesaleOrders.createdAtMs, fromMs), lt(wholesaleOrders.createdAtMs, toMs));

const paidColumns = (paid: WholesaleOrder['paid']): Pick<OrderRow, 'paidOn' | 'paidWith'> => ({
  paidOn: paid?.onDate ?? null,
  paidWith: paid?.method ?? null,
});
const paidOf = ({ paidOn, paidWith }: Pick<OrderRow, 'paidOn' | 'paidWith'>): WholesaleOrder['paid'] =>
  paidOn === null || paidWith === null ? null : { onDate: paidOn, method: paidWith as WholesalePaidWith };

function assemble(row: OrderRow, items: WholesaleItem[]): WholesaleOrder {
  const { number, requestHash: _hash, claimHash: _claim, paidOn, paidWith, ...fields } = row;
  return {
    ...(fields as Omit<WholesaleOrder, 'orderNumber' | 'items' | 'paid'>),
    paid: paidOf({ paidOn, paidWith }),
    orderNumber: number,
    items,
  };
}
