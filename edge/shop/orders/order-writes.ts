// Orders into SQLite, written whole. Statements are prepared once; the caller holds the transaction.
import { eq, sql } from 'drizzle-orm';
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import { prepareInsert } from '../../storage/insert.ts';
import type { Db } from '../../storage/open.ts';
import { orderItems, orderItemToppings, orders } from '../../storage/schema/orders.ts';
import { jsonOf } from './order-rows.ts';

export function createOrderWrites(db: Db) {
  const insertOrder = prepareInsert(db, orders);
  const insertItem = prepareInsert(db, orderItems);
  const insertTopping = prepareInsert(db, orderItemToppings);
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
      paidDifferences: sql`${sql.placeholder('paidDifferences')}`,
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

  return {
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
      const {
        changes = null,
        balanceCents = null,
        tenders = null,
        paidDifferences = null,
        madeAt = null,
      } = order;
      const kept = {
        ...{ concession, changes, balanceCents, tenders, paidDifferences, madeAt },
        ...{ concessionBy, requestHash, claimHash, caller },
      };
      insertOrder({ ...fields, ...kept, number });
      insertItems(number, items);
    },

    /** Writes what can change after an order was placed, but for its lines. */
    update(order: Order): void {
      const { balanceCents = null, tenders, paidDifferences, madeAt } = order;
      const kept = {
        ...{ balanceCents, tenders: jsonOf(tenders), paidDifferences: jsonOf(paidDifferences) },
        madeAt: jsonOf(madeAt),
      };
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
  };
}
