// States of open orders that the store told ahead of its log. They are kept aside and shown only while the log is not so far (see
// `NEWEST_BODY`): they move no cursor, bring no order that is not here, and never replace a newer one.
import { and, eq, lte, sql } from 'drizzle-orm';
import { OrderStates } from '@balcao/shared/link/order-states.ts';
import type { Db } from '../../storage/open.ts';
import { orderStates } from '../../storage/schema.ts';

/** So long the following of the log waits for the states. */
const ANSWER_MS_MAX = 3000;

/** What was told: as of which row of the log, and of which orders. */
type ReportedStates = { seq: number; orderIds: ReadonlySet<string> };

export function createOrderStates(deps: { db: Db; log: { warn(details: object, message: string): void } }) {
  const { db, log } = deps;
  return {
    /** Asks a store that is ahead of the cursor; null when it says nothing that the log does not say by now. */
    async fetchOpenOrderStates(
      session: {
        storeId: string;
        json(
          method: 'GET',
          path: string,
          body: undefined,
          timeoutMs: number,
        ): Promise<{ status: number; body: unknown }>;
      },
      cursor: { seq: number },
    ): Promise<ReportedStates | null> {
      const { storeId } = session;
      try {
        const { body } = await session.json('GET', '/link/states', undefined, ANSWER_MS_MAX);
        const { seq, epoch, states } = OrderStates.parse(body);
        if (seq <= cursor.seq || states.length === 0) return null;
        const stateById = new Map(states.map((state) => [state.id, state]));
        await db
          .insert(orderStates)
          .values([...stateById].map(([orderId, state]) => ({ storeId, orderId, seq, epoch, state })))
          .onConflictDoUpdate({
            target: [orderStates.storeId, orderStates.orderId],
            set: { seq: sql`excluded.seq`, epoch: sql`excluded.epoch`, state: sql`excluded.state` },
            setWhere: sql`(${orderStates.epoch}, ${orderStates.seq}) < (excluded.epoch, excluded.seq)`,
          });
        return { seq, orderIds: new Set(stateById.keys()) };
      } catch (error) {
        // The states are dropped: the log brings all of them later.
        log.warn({ storeId, err: error }, 'states of open orders did not come ahead of the log');
        return null;
      }
    },

    /** The log is there, or is none that goes on from ours. */
    async deleteStates(storeId: string, upToSeq = Number.MAX_SAFE_INTEGER): Promise<void> {
      await db
        .delete(orderStates)
        .where(and(eq(orderStates.storeId, storeId), lte(orderStates.seq, upToSeq)));
    },
  };
}
