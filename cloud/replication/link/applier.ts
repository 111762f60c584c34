// Applies rows of a store's log to the relay's copy: verified, and the cursor moved, in one transaction. Never skips a row.
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { RowBytes } from '@balcao/shared/link/changes.ts';
import type { OpenDatabase, Tx } from '../../storage/open.ts';
import { orderBody, orders } from '../../storage/schema.ts';
import { erasedOf, purgeErased, hasErased, recordErasures } from '../../shop/orders/erasure.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { writeAlarms } from '../../notifications/alarms.ts';
import { keepWholesale } from '../../shop/wholesale/replica.ts';
import type { AppliedOrder } from '../../shop/orders/applied-order.ts';
import {
  goneOrders,
  isPlain,
  readRow,
  verifyRows,
  withoutPerson,
  type Cursor,
  type ReadRow,
} from './read-rows.ts';
import { writeRows, type Executor } from './write-rows.ts';

/** Rows verified between two yields to the event loop: about a millisecond of work. */
const VERIFIED_AT_ONCE = 10;

/** Rows from one cursor to the next, and what the newest of each aggregate says. */
export type Batch = { cursor: Cursor; end: Cursor; rows: readonly RowBytes[]; read: readonly ReadRow[] };

export function createApplier(
  deps: Pick<OpenDatabase, 'db' | 'repeat'> & {
    persons: Persons;
    log: { error(details: object, message: string): void };
  },
) {
  const { db, persons, log } = deps;
  const untransacted: Executor = { execute: (statement) => deps.repeat('apply-rows', statement) };

  /** What the rows change beside the copy of the orders, which is nothing for nearly all of them. */
  async function writeRest(tx: Tx, storeId: string, rows: readonly ReadRow[]): Promise<void> {
    await writeAlarms(
      tx,
      storeId,
      rows.flatMap(({ row, alarm }) => (alarm === null ? [] : [{ id: row.aggregateId, ...alarm }])),
    );
    const deletedIds = goneOrders(rows);
    if (deletedIds.length > 0)
      await tx.delete(orders).where(and(eq(orders.storeId, storeId), inArray(orders.id, deletedIds)));
    await keepWholesale(
      tx,
      persons,
      storeId,
      rows.flatMap(({ row, wholesale }) => (wholesale === null ? [] : [{ seq: row.seq, order: wholesale }])),
    );
  }

  // Nobody but the follower of a log writes what was erased: known at a cursor, it is known until rows say more.
  const nothingErasedAt = new Map<string, number>();

  async function withoutErasedPersons(
    tx: Pick<Tx, 'select'>,
    storeId: string,
    read: readonly ReadRow[],
  ): Promise<readonly ReadRow[]> {
    const orderRows = read.flatMap(({ known }) => known ?? []);
    const erasedFor = await erasedOf(tx, storeId, orderRows);
    return read.map((incoming) =>
      incoming.known === null ? incoming : withoutPerson(incoming, erasedFor(incoming.known)),
    );
  }

  return {
    /**
     * Verifies and reads rows that follow the cursor, without the database; `yieldBefore` is awaited before every ten rows. Throws `BrokenLog` when
     * the rows do not follow the cursor.
     */
    async verifyBatch(
      rows: readonly RowBytes[],
      cursor: Cursor,
      yieldBefore: () => Promise<void>,
    ): Promise<Batch> {
      const newest = new Map(rows.map((row) => [`${row.kind} ${row.aggregateId}`, row]));
      const read: ReadRow[] = [];
      let end = cursor;
      for (let start = 0; start < rows.length; start += VERIFIED_AT_ONCE) {
        await yieldBefore();
        const chunk = rows.slice(start, start + VERIFIED_AT_ONCE);
        end = verifyRows(chunk, end);
        for (const row of chunk)
          if (newest.get(`${row.kind} ${row.aggregateId}`) === row) read.push(readRow(row));
      }
      return { cursor, end, rows, read };
    },

    /** Applies a batch, and moves the cursor to its end. Answers the orders as they are kept now. */
    async applyBatch(storeId: string, { cursor, end, rows, read }: Batch): Promise<AppliedOrder[]> {
      for (const { row, setAside } of read) {
        if (setAside !== null)
          log.error(
            { storeId, seq: row.seq, kind: row.kind, reason: setAside },
            'a row cannot be read; it is kept and set aside',
          );
      }
      if (read.every(isPlain)) {
        const knownClean = nothingErasedAt.get(storeId) === cursor.seq || !(await hasErased(db, storeId));
        const newest = knownClean ? read : await withoutErasedPersons(db, storeId, read);
        if (newest.every(isPlain)) {
          await writeRows(untransacted, persons, storeId, { cursor, end, rows, newest });
          if (knownClean) nothingErasedAt.set(storeId, end.seq);
          return ordersOf(persons, storeId, newest);
        }
      }
      nothingErasedAt.delete(storeId);
      return db.transaction(async (tx) => {
        const erasures = read.flatMap(({ erasure }) => (erasure === null ? [] : [erasure]));
        await recordErasures(tx, storeId, erasures);
        const newest = await withoutErasedPersons(tx, storeId, read);
        await keepReadable(tx, storeId, newest);
        await writeRows(tx, persons, storeId, { cursor, end, rows, newest });
        await writeRest(tx, storeId, newest);
        await purgeErased(tx, storeId, erasures);
        return ordersOf(persons, storeId, newest);
      });
    },
  };
}

/** The log's row no longer says what an order is like when nobody can read it: what it said before is kept for its customer. */
async function keepReadable(tx: Tx, storeId: string, rows: readonly ReadRow[]): Promise<void> {
  const ids = rows.flatMap(({ row, setAside }) =>
    row.kind === 'order' && setAside !== null ? [row.aggregateId] : [],
  );
  if (ids.length === 0) return;
  await tx
    .update(orders)
    .set({ body: orderBody })
    .where(and(eq(orders.storeId, storeId), inArray(sql`${orders.id}::text`, ids)));
}

const ordersOf = (persons: Persons, storeId: string, rows: readonly ReadRow[]): AppliedOrder[] =>
  rows.flatMap(({ row: { body }, known }) =>
    known === null || body === null
      ? []
      : [{ id: known.id, phone: persons.phoneKey(storeId, known.customerPhone), body }],
  );
