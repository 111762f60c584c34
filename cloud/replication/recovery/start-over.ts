// A person says that of two logs that differ the store's is right: the relay forgets the rows that it holds, and follows from the
// first one. What was erased stays erased, and money is the provider's word: neither is touched.
import { and, eq, gt } from 'drizzle-orm';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import type { Db } from '../../storage/open.ts';
import { aggregates, changeLog, orders, orderStates, stores, wholesaleOrders } from '../../storage/schema.ts';

/** False when the store's log is not in doubt. */
export async function startOver(db: Db, storeId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [freed] = await tx
      .update(stores)
      .set({ seq: 0, hash: GENESIS_HASH, lineage: null, epoch: 0, condition: 'following' })
      .where(and(eq(stores.storeId, storeId), eq(stores.condition, 'quarantined')))
      .returning({ storeId: stores.storeId });
    if (!freed) return false;
    await tx.delete(changeLog).where(eq(changeLog.storeId, storeId));
    await tx.delete(aggregates).where(eq(aggregates.storeId, storeId));
    await tx.delete(orderStates).where(eq(orderStates.storeId, storeId));
    // Orders that only an answer told of are the store's own word.
    await tx.delete(orders).where(and(eq(orders.storeId, storeId), gt(orders.seq, 0)));
    await tx
      .delete(wholesaleOrders)
      .where(and(eq(wholesaleOrders.storeId, storeId), gt(wholesaleOrders.seq, 0)));
    return true;
  });
}
