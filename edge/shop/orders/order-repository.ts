// Orders in SQLite: written whole, read whole. Statements are prepared once; the caller holds the transaction.
import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../../storage/open.ts';
import { orders } from '../../storage/schema/orders.ts';
import { createKitchenRepository } from './kitchen-repository.ts';
import { AMONG_NUMBERS, createOrderReads } from './order-reads.ts';
import { createOrderWrites } from './order-writes.ts';
import { createUnpaidRepository } from './unpaid-repository.ts';

/** Stands in for the hash of what was asked: the same id is the same order, whatever its form was. */
export const RESTORED_REQUEST = 'restored';

export type OrderRepository = ReturnType<typeof createOrderRepository>;

export function createOrderRepository(db: Db) {
  const reads = createOrderReads(db);
  const { one, whole, many } = reads;
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
  const rowsAmong = db
    .select()
    .from(orders)
    .where(sql`${orders.number} in ${AMONG_NUMBERS}`)
    .orderBy(asc(orders.number))
    .prepare();

  return {
    ...createOrderWrites(db),
    ...createUnpaidRepository(db, reads),
    ...createKitchenRepository(db, reads),

    byId: (id: string): Order | null => one(rowById.get({ id })),
    byCode: (code: string): Order | null => one(rowByCode.get({ code })),
    requestHashOf: (id: string): string | null => rowById.get({ id })?.requestHash ?? null,
    claimHashOf: (id: string): string | null => claimById.get({ id })?.claimHash ?? null,

    /** For a stranger: an older one is looked for as one that never was. */
    recentByCode: (code: string, sinceMs: number): Order | null =>
      many(and(eq(orders.code, code), gte(orders.createdAtMs, sinceMs)), desc(orders.createdAtMs), 1)[0] ??
      null,

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
