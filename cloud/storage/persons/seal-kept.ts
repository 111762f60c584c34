// What an earlier version kept of persons in clear is sealed once, a few rows at a time, while the relay serves; killed, it begins anew.
import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Outcome } from '@balcao/shared/link/commands.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../open.ts';
import { aggregates, commands, orders, wholesaleOrders } from '../schema.ts';
import type { Persons } from './persons.ts';
import { relayFacts } from './schema.ts';

/** The first hourly run does it; later ones see the mark. */
export const SEAL_KEPT_EVERY_MS = 3_600_000;
/** Not `persons_sealed`, which stands where a version before was done and had left answers to some in clear. */
const DONE = 'persons_and_answers_sealed';
const PIECE = 100;
/** For the database, and the same for what was read from it. */
const IN_CLEAR = '^[0-9]+$';
const isInClear = (phone: string): boolean => /^[0-9]+$/.test(phone);

export function createSealKept({ db, persons }: { db: Db; persons: Persons }) {
  /** The key of the last row of a piece; the next piece begins after it. */
  type Last = { storeId: string; id: string } | null;

  async function eachPiece(piece: (last: Last) => Promise<readonly { storeId: string; id: string }[]>) {
    for (let last: Last = null; ;) {
      const rows: readonly { storeId: string; id: string }[] = await piece(last);
      last = rows.at(-1) ?? null;
      if (last === null || rows.length < PIECE) return;
    }
  }

  const logRows = () =>
    eachPiece(async (last) => {
      const rows = await db
        .select({
          storeId: aggregates.storeId,
          id: aggregates.aggregateId,
          kind: aggregates.kind,
          seq: aggregates.seq,
          sealed: aggregates.sealed,
          body: aggregates.body,
        })
        .from(aggregates)
        .where(
          and(
            inArray(aggregates.kind, ['order', 'wholesale-order']),
            isNotNull(aggregates.body),
            last === null
              ? undefined
              : sql`(${aggregates.storeId}, ${aggregates.aggregateId}) > (${last.storeId}::uuid, ${last.id}::text)`,
          ),
        )
        .orderBy(asc(aggregates.storeId), asc(aggregates.aggregateId))
        .limit(PIECE);
      for (const row of rows) {
        const { storeId, id, kind, seq, body } = row;
        const closed = body === null ? null : persons.closeRow(storeId, { ...row, aggregateId: id }, body);
        if (body === null || closed === body) continue;
        await db
          .update(aggregates)
          .set({ body: closed })
          // What came meanwhile is sealed already, and what was erased stays so.
          .where(
            and(
              eq(aggregates.storeId, storeId),
              eq(aggregates.kind, kind),
              eq(aggregates.aggregateId, id),
              eq(aggregates.seq, seq),
              eq(aggregates.body, body),
            ),
          );
      }
      return rows;
    });

  /** `body` is null where the log's own row says it. */
  const copies = (table: typeof orders | typeof wholesaleOrders) =>
    eachPiece(async (last) => {
      const rows = await db
        .select({
          storeId: table.storeId,
          id: table.id,
          seq: table.seq,
          phone: table.customerPhone,
          body: table.body,
        })
        .from(table)
        .where(
          and(
            or(sql`${table.customerPhone} ~ ${IN_CLEAR}`, isNotNull(table.body)),
            last === null
              ? undefined
              : sql`(${table.storeId}, ${table.id}) > (${last.storeId}::uuid, ${last.id}::uuid)`,
          ),
        )
        .orderBy(asc(table.storeId), asc(table.id))
        .limit(PIECE);
      for (const { storeId, id, seq, phone, body } of rows) {
        const closed =
          body === null
            ? {}
            : { body: JSON.stringify(persons.close({ storeId, id }, JSON.parse(body) as Order)) };
        const found =
          phone !== null && isInClear(phone) ? { customerPhone: persons.phoneKey(storeId, phone) } : {};
        await db
          .update(table)
          .set({ ...closed, ...found })
          .where(
            and(
              eq(table.storeId, storeId),
              eq(table.id, id),
              eq(table.seq, seq),
              sql`${table.body} is not distinct from ${body}::text`,
              sql`${table.customerPhone} is not distinct from ${phone}::text`,
            ),
          );
      }
      return rows;
    });

  function closedAnswer(storeId: string, outcome: Outcome | null): Outcome | null {
    if (outcome?.status === 'done')
      return { ...outcome, order: persons.close({ storeId, id: outcome.order.id }, outcome.order) };
    if (outcome?.status === 'wholesale')
      return {
        ...outcome,
        wholesale: persons.close({ storeId, id: outcome.wholesale.id }, outcome.wholesale),
      };
    return outcome;
  }

  /** What customers sent goes after two days by itself; what they were answered stays for longer. */
  const answers = () =>
    eachPiece(async (last) => {
      const rows = await db
        .select({ storeId: commands.storeId, id: commands.id, outcome: commands.outcome })
        .from(commands)
        .where(
          and(
            sql`${commands.outcome} ->> 'status' in ('done', 'wholesale')`,
            last === null
              ? undefined
              : or(
                  gt(commands.storeId, last.storeId),
                  and(eq(commands.storeId, last.storeId), gt(commands.id, last.id)),
                ),
          ),
        )
        .orderBy(asc(commands.storeId), asc(commands.id))
        .limit(PIECE);
      for (const { storeId, id, outcome } of rows) {
        const closed = closedAnswer(storeId, outcome);
        if (isDeepStrictEqual(closed, outcome)) continue;
        await db
          .update(commands)
          .set({ outcome: closed })
          .where(
            and(
              eq(commands.storeId, storeId),
              eq(commands.id, id),
              sql`${commands.outcome} = ${JSON.stringify(outcome)}::jsonb`,
            ),
          );
      }
      return rows;
    });

  return {
    async run(): Promise<void> {
      const [done] = await db.select().from(relayFacts).where(eq(relayFacts.name, DONE));
      if (done) return;
      await logRows();
      await copies(orders);
      await copies(wholesaleOrders);
      await answers();
      await db.insert(relayFacts).values({ name: DONE, value: '1' }).onConflictDoNothing();
    },
  };
}
