// The table of the menu documents: updates in the order in which they came, folded into one now and then.
import { and, asc, count, eq, inArray, max, sql } from 'drizzle-orm';
import * as Y from 'yjs';
import type { Db } from '../../storage/open.ts';
import { docUpdates } from '../../storage/schema.ts';

export function createDocumentRows(db: Db) {
  return {
    /** All of a document, and what the table held then. */
    async all(storeId: string): Promise<{ updates: Uint8Array[]; read: string }> {
      const rows = await db
        .select({ position: docUpdates.position, update: docUpdates.update })
        .from(docUpdates)
        .where(eq(docUpdates.storeId, storeId))
        .orderBy(asc(docUpdates.position));
      return {
        updates: rows.map(({ update }) => update),
        read: `${rows.length} ${rows.at(-1)?.position ?? 0}`,
      };
    },

    /** What the table holds, to see at a glance whether another process has added to it. */
    async extent(storeId: string): Promise<string> {
      const [row] = await db
        .select({ rows: count(), last: max(docUpdates.position) })
        .from(docUpdates)
        .where(eq(docUpdates.storeId, storeId));
      return `${row?.rows ?? 0} ${row?.last ?? 0}`;
    },

    /** The same of many, in one statement; of those that the table holds something of. */
    async extents(storeIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const extentRows = await db
        .select({ storeId: docUpdates.storeId, rows: count(), last: max(docUpdates.position) })
        .from(docUpdates)
        .where(sql`${docUpdates.storeId} = any(${`{${storeIds.join(',')}}`}::uuid[])`)
        .groupBy(docUpdates.storeId);
      return new Map(extentRows.map(({ storeId, rows, last }) => [storeId, `${rows} ${last ?? 0}`]));
    },

    /** Makes one update of the rows that are there, whoever wrote them; answers how many are left. */
    async fold(storeId: string): Promise<number> {
      await db.transaction(async (tx) => {
        const rows = await tx
          .select()
          .from(docUpdates)
          .where(eq(docUpdates.storeId, storeId))
          .orderBy(asc(docUpdates.position))
          .for('update');
        if (rows.length === 0) return;
        const positions = rows.map((row) => row.position);
        await tx
          .delete(docUpdates)
          .where(and(eq(docUpdates.storeId, storeId), inArray(docUpdates.position, positions)));
        await tx
          .insert(docUpdates)
          .values({ storeId, update: Y.mergeUpdates(rows.map((row) => row.update)) });
      });
      return 1;
    },
  };
}
