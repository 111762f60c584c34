// What the kitchen has, had and made, out of SQLite. Statements are prepared once.
import { and, desc, eq, gte, inArray, ne, sql } from 'drizzle-orm';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../../storage/open.ts';
import { orders } from '../../storage/schema/orders.ts';
import type { OrderReads } from './order-reads.ts';
import { IS_OPEN } from './order-rows.ts';

export function createKitchenRepository(db: Db, { inTurn, whole }: Pick<OrderReads, 'inTurn' | 'whole'>) {
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

  return {
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
  };
}
