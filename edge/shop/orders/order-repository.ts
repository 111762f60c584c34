// Orders in SQLite: written whole, read whole. Statements are prepared once; the caller holds the transaction.
import { and, asc, desc, eq, gte, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import { prepareInsert } from '../../storage/insert.ts';
import type { Db } from '../../storage/open.ts';
import { orderItems, orderItemToppings, orders } from '../../storage/schema/orders.ts';
import { assemble, groupBy, IS_OPEN, jsonOf, type OrderRow } from './order-rows.ts';
import { createUnpaidRepository } from './unpaid-repository.ts';

/** Stands in for the hash of what was asked: the same id is the same order, whatever its form was. */
export const RESTORED_REQUEST = 'restored';

export type OrderRepository = ReturnType<typeof createOrderRepository>;

export function createOrderRepository(db: Db) {
  const insertOrder = prepareInsert(db, orders);
  const insertItem = prepareInsert(db, orderItems);
  const insertTopping = prepareInsert(db, orderItemToppings);
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
  const claimById = db
    .select({ claimHash: orders.claimHash })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
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
      tenders: sql`${sql.placeholder('tenders')}`,
      balanceCents: sql`${sql.placeholder('balanceCents')}`,
      madeAt: sql`${sql.placeholder('madeAt')}`,
      updatedAtMs: sql`${sql.placeholder('updatedAtMs')}`,
      receivedAtMs: sql`${sql.placeholder('receivedAtMs')}`,
      preparingAtMs: sql`${sql.placeholder('preparingAtMs')}`,
      readyAtMs: sql`${sql.placeholder('readyAtMs')}`,
      deliveredAtMs: sql`${sql.placeholder('deliveredAtMs')}`,
      // Where it came from matters to what is unpaid, and to nothing else.
      caller: sql`case when ${sql.placeholder('status')} = 'PENDING' then ${orders.caller} end`,
    })
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare();

  const updateLines = db
    .update(orders)
    .set({
      subtotalCents: sql`${sql.placeholder('subtotalCents')}`,
      discountCents: sql`${sql.placeholder('discountCents')}`,
      totalCents: sql`${sql.placeholder('totalCents')}`,
      concession: sql`${sql.placeholder('concession')}`,
      changes: sql`${sql.placeholder('changes')}`,
    })
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare();
  const updateChanges = db.$client.prepare<[string | null, string]>(
    'update orders set changes = ? where id = ?',
  );
  const [dropToppings, dropItems] = ['order_item_toppings', 'order_items'].map((table) =>
    db.$client.prepare<[number]>(`delete from ${table} where order_number = ?`),
  );

  function insertItems(number: number, items: readonly OrderItem[]): void {
    for (const [position, { toppings, ...item }] of items.entries()) {
      insertItem({ orderNumber: number, position, ...item });
      for (const [index, topping] of toppings.entries())
        insertTopping({ orderNumber: number, itemPosition: position, position: index, ...topping });
    }
  }

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
  const paidRows = db
    .select()
    .from(orders)
    .where(and(IS_OPEN, ne(orders.status, 'PENDING')))
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

  const cancelledInWorkRows = db
    .select()
    .from(orders)
    .where(
      and(
        // What the kitchen began has a number of the panel, and of each day there are few.
        eq(orders.panelDate, sql.placeholder('panelDate')),
        sql`${orders.panelNumber} is not null`,
        eq(orders.status, 'CANCELLED'),
        sql`${orders.preparingAtMs} is not null`,
      ),
    )
    .orderBy(desc(orders.updatedAtMs))
    .limit(sql.placeholder('limit'))
    .prepare();

  // Two queries more, whatever the number of orders.
  function whole(rows: readonly OrderRow[]): Order[] {
    if (rows.length === 0) return [];
    const numbers = JSON.stringify(rows.map((row) => row.number));
    const items = groupBy(itemsOfAll.all({ numbers }));
    const toppings = groupBy(toppingsOfAll.all({ numbers }));
    return rows.map((row) => assemble(row, items.get(row.number) ?? [], toppings.get(row.number) ?? []));
  }

  /** As they came, whatever the clock said; sorted here, for SQLite would leave the index of the open ones for it. */
  const inTurn = (rows: readonly OrderRow[]): Order[] => whole(rows.toSorted((a, b) => a.number - b.number));

  const many = (where: SQL | undefined, order: SQL, limit: number): Order[] =>
    whole(db.select().from(orders).where(where).orderBy(order).limit(limit).all());

  return {
    ...createUnpaidRepository(db, { inTurn, many }),

    /**
     * `requestHash` is the SHA-256 of what was asked; `claimHash` that of the browser's claim, `caller` a digest of its address.
     * `concessionBy`: who gave something away.
     */
    insert(
      order: Order,
      requestHash: string,
      {
        claimHash = null,
        caller = null,
        concessionBy = null,
      }: { claimHash?: string | null; caller?: string | null; concessionBy?: string | null } = {},
    ): void {
      const { items, simpleId: number, orderNumber: _same, concession = null, ...fields } = order;
      const { changes = null, balanceCents = null, tenders = null, madeAt = null } = order;
      const kept = {
        ...{ concession, changes, balanceCents, tenders, madeAt },
        ...{ concessionBy, requestHash, claimHash, caller },
      };
      insertOrder({ ...fields, ...kept, number });
      insertItems(number, items);
    },

    /** Writes what can change after an order was placed, but for its lines. */
    update(order: Order): void {
      const { balanceCents = null, tenders, madeAt } = order;
      const kept = { balanceCents, tenders: jsonOf(tenders), madeAt: jsonOf(madeAt) };
      updateState.run({ ...order, late: order.late ? 1 : 0, ...kept });
    },

    /** Writes lines and what they cost. */
    updateLines(order: Order): void {
      const { id, subtotalCents, discountCents, totalCents, concession, changes } = order;
      const kept = { concession: jsonOf(concession), changes: jsonOf(changes) };
      updateLines.run({ id, subtotalCents, discountCents, totalCents, ...kept });
      dropToppings?.run(order.orderNumber);
      dropItems?.run(order.orderNumber);
      insertItems(order.orderNumber, order.items);
    },

    /** Writes what is kept of the changes of its lines: what went back of them since. */
    updateChanges: ({ id, changes }: Order): void => void updateChanges.run(jsonOf(changes), id),

    byId: (id: string): Order | null => one(rowById.get({ id })),
    byCode: (code: string): Order | null => one(rowByCode.get({ code })),
    requestHashOf: (id: string): string | null => rowById.get({ id })?.requestHash ?? null,
    claimHashOf: (id: string): string | null => claimById.get({ id })?.claimHash ?? null,

    /** For a stranger: an older one is looked for as one that never was. */
    recentByCode: (code: string, sinceMs: number): Order | null =>
      many(and(eq(orders.code, code), gte(orders.createdAtMs, sinceMs)), desc(orders.createdAtMs), 1)[0] ??
      null,

    /** Everything paid and not over, oldest first, however much it is. */
    paidOpen: (): Order[] => inTurn(paidRows.all()),

    delivered: (limit: number): Order[] => whole(deliveredRows.all({ limit })),

    /** Cancelled after the kitchen had begun them, of one day of the panel, newest first. */
    cancelledInWork: (panelDate: string, limit: number): Order[] =>
      whole(cancelledInWorkRows.all({ panelDate, limit })),

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

    /** How many orders the kitchen has and has not finished. */
    inKitchen: (): number =>
      db
        .select({ count: sql<number>`count(*)` })
        .from(orders)
        .where(and(IS_OPEN, inArray(orders.status, ['RECEBIDO', 'PREPARING'])))
        .get()?.count ?? 0,

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
  };
}
