// What the relay gives back to a store that lost its past: its log, hash by hash, with the newest body of each aggregate, the
// menu document, the pictures, and what only customers were told. Reads only; a store gets its own.
import { and, asc, eq, gt, max, sql } from 'drizzle-orm';
import type { RecoverySummary } from '@balcao/shared/link/recovery.ts';
import type { ReceivedRow } from '@balcao/shared/link/changes.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../../storage/open.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { aggregates, changeLog, images, orderBody, orders } from '../../storage/schema.ts';
import type { Stores } from '../../shop/stores/stores.ts';

/** Answered, but not yet on the log when the link broke: seconds' worth of orders. */
const STRAYS_MAX = 500;

export type RecoveryCopy = ReturnType<typeof createRecoveryCopy>;

export function createRecoveryCopy(deps: { db: Db; persons: Persons; stores: Stores }) {
  const { db, persons, stores } = deps;
  return {
    async summary(storeId: string): Promise<RecoverySummary | null> {
      const store = await stores.byId(storeId);
      if (!store) return null;
      const [highest] = await db
        .select({ number: max(orders.number) })
        .from(orders)
        .where(eq(orders.storeId, storeId));
      // A machine that was paired anew is no known lineage yet; its log's rows say which one they are.
      const [last] = await db
        .select({ lineage: changeLog.lineage })
        .from(changeLog)
        .where(and(eq(changeLog.storeId, storeId), eq(changeLog.seq, store.seq)));
      const strays = await db
        .select({ body: orderBody })
        .from(orders)
        .where(and(eq(orders.storeId, storeId), eq(orders.seq, 0)))
        .orderBy(asc(orders.number))
        .limit(STRAYS_MAX);
      const pictures = await db
        .select({ hash: images.hash, variant: images.variant })
        .from(images)
        .where(and(eq(images.storeId, storeId), eq(images.variant, 'master')));
      return {
        lineage: last?.lineage ?? store.lineage,
        epoch: store.epoch,
        seq: store.seq,
        hash: store.hash,
        orderNumberMax: highest?.number ?? 0,
        strays: strays.map(({ body }) => {
          const order = JSON.parse(body) as Order;
          return persons.open({ storeId, id: order.id }, order);
        }),
        images: pictures,
      };
    },

    /** Rows after `after`, in order. The body is there where the row is the newest of its aggregate. */
    async rows(storeId: string, after: number, limit: number): Promise<ReceivedRow[]> {
      const rows = await db
        .select({
          seq: changeLog.seq,
          lineage: changeLog.lineage,
          epoch: changeLog.epoch,
          kind: changeLog.kind,
          aggregateId: changeLog.aggregateId,
          sealed: changeLog.sealed,
          body: aggregates.body,
          bodyHash: changeLog.bodyHash,
          hash: changeLog.hash,
          atMs: changeLog.atMs,
          proof: changeLog.proof,
        })
        .from(changeLog)
        .leftJoin(
          aggregates,
          and(
            eq(aggregates.storeId, changeLog.storeId),
            eq(aggregates.kind, changeLog.kind),
            eq(aggregates.aggregateId, changeLog.aggregateId),
            eq(aggregates.seq, changeLog.seq),
          ),
        )
        .where(and(eq(changeLog.storeId, storeId), gt(changeLog.seq, after)))
        .orderBy(sql`${changeLog.seq}`)
        .limit(limit);
      return rows.map((row) => ({ ...row, body: persons.openRow(storeId, row, row.body) }));
    },

    async image(
      storeId: string,
      hash: string,
      variant: string,
    ): Promise<{ mediaType: string; bytes: Uint8Array } | null> {
      const [found] = await db
        .select({ mediaType: images.mediaType, bytes: images.bytes })
        .from(images)
        .where(and(eq(images.storeId, storeId), eq(images.hash, hash), eq(images.variant, variant)));
      return found ?? null;
    },
  };
}
