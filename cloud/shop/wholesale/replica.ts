// The relay's copy of the wholesale orders: what the store said last, found by phone. Never decides anything.
import { and, desc, eq, gte, inArray, or, sql } from 'drizzle-orm';
import { WHOLESALE_SHOWN_MS, WHOLESALE_TRACKED_MAX } from '@balcao/shared/http/wholesale.ts';
import { isPhone } from '@balcao/shared/wholesale/fields.ts';
import { OLDER_WHOLESALE, type WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import type { Wake } from '../../storage/wake.ts';
import { coalesceRuns } from '../../storage/coalesce-runs.ts';
import type { Db, Tx } from '../../storage/open.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { commands, wholesaleOrders } from '../../storage/schema.ts';

export type WholesaleReplica = ReturnType<typeof createWholesaleReplica>;

type Row = typeof wholesaleOrders.$inferInsert;

/** `seq` 0: only an outcome told of it. */
const rowOf = (persons: Persons, storeId: string, seq: number, order: WholesaleOrder): Row => ({
  storeId,
  id: order.id,
  seq,
  number: order.orderNumber,
  customerPhone: persons.phoneKey(storeId, order.customerPhone),
  status: order.status,
  updatedAtMs: order.updatedAtMs,
  body: JSON.stringify(persons.close({ storeId, id: order.id }, order)),
});

/** An order as `wholesale_orders` keeps it, with its person. */
export function openWholesale(persons: Persons, storeId: string, body: string): WholesaleOrder {
  // Of an older store some fields are not there.
  const order = { ...OLDER_WHOLESALE, ...(JSON.parse(body) as WholesaleOrder) };
  return persons.open({ storeId, id: order.id }, order);
}

/** Writes rows of the log, each the newest of its order; an older one never comes back over it. */
export async function keepWholesale(
  tx: Pick<Db, 'insert'>,
  persons: Persons,
  storeId: string,
  rows: readonly { seq: number; order: WholesaleOrder }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(wholesaleOrders)
    .values(rows.map(({ seq, order }) => rowOf(persons, storeId, seq, order)))
    .onConflictDoUpdate({
      target: [wholesaleOrders.storeId, wholesaleOrders.id],
      set: {
        seq: sql`excluded.seq`,
        customerPhone: sql`excluded.customer_phone`,
        status: sql`excluded.status`,
        updatedAtMs: sql`excluded.updated_at_ms`,
        body: sql`excluded.body`,
      },
      // What an outcome tells (seq 0) gives way to any row of the log, and to a later outcome.
      setWhere: sql`${wholesaleOrders.seq} < excluded.seq or (${wholesaleOrders.seq} = 0 and excluded.seq = 0)`,
    });
}

/**
 * The buyers of these orders are to be forgotten: what they sent, and what was answered, goes. A cleaned row of each order
 * stood in the log before.
 */
export async function purgeBuyers(tx: Tx, storeId: string, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .delete(commands)
    .where(
      and(
        eq(commands.storeId, storeId),
        inArray(commands.orderId, [...orderIds]),
        eq(commands.kind, 'wholesale.place'),
      ),
    );
}

export function createWholesaleReplica(deps: {
  db: Db;
  persons: Persons;
  wake: Wake;
  clock: () => number;
  log: { error(details: object, message: string): void };
}) {
  const { db, persons, clock, log } = deps;

  const standOf = async (storeId: string, orderIds: readonly string[]): Promise<string> =>
    JSON.stringify(
      await db
        .select({
          id: wholesaleOrders.id,
          seq: wholesaleOrders.seq,
          status: wholesaleOrders.status,
          updatedAtMs: wholesaleOrders.updatedAtMs,
        })
        .from(wholesaleOrders)
        .where(and(eq(wholesaleOrders.storeId, storeId), inArray(wholesaleOrders.id, [...orderIds])))
        .orderBy(wholesaleOrders.id),
    );

  return {
    /** What anyone may find who knows the whole phone: open orders, and ended ones for a while; newest first. */
    async byPhone(storeId: string, digits: string): Promise<WholesaleOrder[]> {
      if (!isPhone(digits)) return [];
      const rows = await db
        .select({ body: wholesaleOrders.body })
        .from(wholesaleOrders)
        .where(
          and(
            eq(wholesaleOrders.storeId, storeId),
            eq(wholesaleOrders.customerPhone, persons.phoneKey(storeId, digits)),
            or(
              inArray(wholesaleOrders.status, ['NOVO', 'EM_ANDAMENTO']),
              gte(wholesaleOrders.updatedAtMs, clock() - WHOLESALE_SHOWN_MS),
            ),
          ),
        )
        .orderBy(desc(wholesaleOrders.number))
        .limit(WHOLESALE_TRACKED_MAX);
      return rows.map((row) => openWholesale(persons, storeId, row.body));
    },

    /** The order as its store handed it over; null while it is not, or is none. */
    async delivered(storeId: string, orderId: string): Promise<WholesaleOrder | null> {
      const [row] = await db
        .select({ body: wholesaleOrders.body })
        .from(wholesaleOrders)
        .where(
          and(
            eq(wholesaleOrders.storeId, storeId),
            eq(wholesaleOrders.id, orderId),
            eq(wholesaleOrders.status, 'FINALIZADO'),
          ),
        );
      return row === undefined ? null : openWholesale(persons, storeId, row.body);
    },

    /** Calls `changed` each time one of these orders is another than before. Returns what ends it. */
    follow(storeId: string, orderIds: readonly string[], onChange: () => void): () => void {
      let lastStates: string | null = null;
      let isOver = false;
      const compareStates = async (): Promise<void> => {
        const states = await standOf(storeId, orderIds);
        const isNews = lastStates !== null && states !== lastStates;
        lastStates = states;
        if (isNews && !isOver) onChange();
      };
      const compareAgain = coalesceRuns(compareStates, (error) =>
        log.error({ err: error, storeId }, 'wholesale orders could not be read'),
      );
      compareAgain();
      const stop = deps.wake.on(storeId, 'wholesale', compareAgain);
      return () => {
        isOver = true;
        stop();
      };
    },

    /** What the store's outcome says, until its log says it again. */
    learn: (storeId: string, order: WholesaleOrder, tx: Pick<Db, 'insert'>): Promise<void> =>
      keepWholesale(tx, persons, storeId, [{ seq: 0, order }]),
  };
}
