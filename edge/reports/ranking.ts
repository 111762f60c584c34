// The customers of the month: counted in SQL, by the store's calendar month.
import { and, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm';
import { monthSpan } from '@balcao/shared/store/business-day.ts';
import type { Db } from '../db/open.ts';
import { orders } from '../db/schema.ts';

export type TopClient = { phone: string; orderCount: number; totalSpentCents: number };
export type Ranking = { topOfMonth(nowMs: number): TopClient[] };

const TOP_CLIENTS = 3;

export const createRanking = (db: Db, timeZone: string): Ranking => ({
  topOfMonth(nowMs) {
    const { fromMs, toMs } = monthSpan(nowMs, timeZone);
    const orderCount = sql<number>`count(*)`;
    const totalSpentCents = sql<number>`sum(${orders.totalCents})`;
    return db
      .select({ phone: orders.customerPhone, orderCount, totalSpentCents })
      .from(orders)
      .where(and(eq(orders.paymentStatus, 'approved'), isNotNull(orders.customerPhone), gte(orders.createdAtMs, fromMs), lt(orders.createdAtMs, toMs)))
      .groupBy(orders.customerPhone)
      .orderBy(desc(orderCount), desc(totalSpentCents))
      .limit(TOP_CLIENTS)
      .all() as TopClient[];
  },
});
