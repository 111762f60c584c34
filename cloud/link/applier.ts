// Applies rows of a store's log to the relay's copy: verified, and the cursor moved, in one transaction. Never skips a row.
import { hash as hashOf } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { ZodError } from 'zod';
import { AlarmBody } from '@balcao/shared/link/alarm.ts';
import { chainInput, type ReceivedRow } from '@balcao/shared/link/changes.ts';
import { ErasureBody } from '@balcao/shared/link/erasure.ts';
import { ReplicatedOrder } from '@balcao/shared/link/replicated-order.ts';
import { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import type { Db, Tx } from '../db/open.ts';
import { orders } from '../db/schema.ts';
import { erasedOf, forget, hasErased, kept, remember, type Erased, type Erasure } from '../orders/erasure.ts';
import { orderRow } from '../orders/replica.ts';
import { writeAlarms } from '../push/alarms.ts';
import { keepWholesale } from '../orders/wholesale-replica.ts';

export type Cursor = { seq: number; hash: string };

/** What came cannot be the continuation of what is here. */
export class BrokenLog extends Error {}

const sha256 = (text: string): string => hashOf('sha256', text);

export function createApplier(given: { db: Db; log: { error(details: object, message: string): void } }) {
  const { db, log } = given;

  /** What the rows change beside the copy of the orders, which is nothing for nearly all of them. */
  async function writeRest(tx: Tx, storeId: string, rows: readonly ReadRow[]): Promise<void> {
    await writeAlarms(
      tx,
      storeId,
      rows.flatMap(({ row, alarm }) => (alarm === null ? [] : [{ id: row.aggregateId, ...alarm }])),
    );
    const gone = goneOrders(rows);
    if (gone.length > 0)
      await tx.delete(orders).where(and(eq(orders.storeId, storeId), inArray(orders.id, gone)));
    await keepWholesale(
      tx,
      storeId,
      rows.flatMap(({ row, wholesale }) => (wholesale === null ? [] : [{ seq: row.seq, order: wholesale }])),
    );
  }

  // Nobody but the follower of a log writes what was erased: known at a cursor, it is known until rows say more.
  const nothingErasedAt = new Map<string, number>();

  async function cleaned(
    tx: Pick<Tx, 'select'>,
    storeId: string,
    read: readonly ReadRow[],
  ): Promise<readonly ReadRow[]> {
    const placed = read.flatMap(({ order }) => (order === null ? [] : [order.order]));
    const erased = await erasedOf(tx, storeId, placed);
    return read.map((one) => (one.order === null ? one : without(one, erased(one.order.order))));
  }

  return {
    /** Applies rows that follow the cursor, and answers the new one. Throws `BrokenLog` when they do not follow. */
    async apply(storeId: string, rows: readonly ReceivedRow[], cursor: Cursor): Promise<Cursor> {
      const end = verify(rows, cursor);
      const read = [...new Map(rows.map((row) => [`${row.kind} ${row.aggregateId}`, row])).values()].map(
        interpret,
      );
      for (const { row, setAside } of read) {
        if (setAside !== null)
          log.error(
            { storeId, seq: row.seq, kind: row.kind, reason: setAside },
            'a row cannot be read; it is kept and set aside',
          );
      }
      if (read.every(isPlain)) {
        const knownClean = nothingErasedAt.get(storeId) === cursor.seq || !(await hasErased(db, storeId));
        const newest = knownClean ? read : await cleaned(db, storeId, read);
        if (newest.every(isPlain)) {
          await write(db, storeId, { cursor, end, rows, newest });
          if (knownClean) nothingErasedAt.set(storeId, end.seq);
          return end;
        }
      }
      nothingErasedAt.delete(storeId);
      await db.transaction(async (tx) => {
        const erasures = read.flatMap(({ erasure }) => (erasure === null ? [] : [erasure]));
        await remember(tx, storeId, erasures);
        const newest = await cleaned(tx, storeId, read);
        await write(tx, storeId, { cursor, end, rows, newest });
        await writeRest(tx, storeId, newest);
        await forget(tx, storeId, erasures);
      });
      return end;
    },
  };
}

/**
 * One statement for a batch, however many rows: all of it or nothing, and nothing when the cursor is no longer where it was. The
 * newest row of each aggregate wins.
 */
async function write(
  tx: Pick<Tx, 'execute'>,
  storeId: string,
  given: { cursor: Cursor; end: Cursor; rows: readonly ReceivedRow[]; newest: readonly ReadRow[] },
): Promise<void> {
  const { cursor, end, rows } = given;
  const newest = new Map(given.newest.map((read) => [read.row.seq, read]));
  const input = `[${rows.map((row) => inputOf(storeId, row, newest.get(row.seq))).join(',')}]`;
  const moved = (await tx.execute(sql`
    with moved as (
      update stores set seq = ${end.seq}, hash = ${end.hash} where store_id = ${storeId} and seq = ${cursor.seq}
      returning store_id
    ), given as materialized (
      select moved.store_id, r.* from moved, json_to_recordset(${input}::json) as r(
        seq bigint, kind text, aggregate_id text, lineage uuid, epoch integer, sealed boolean, body_hash text, hash text,
        at_ms bigint, newest boolean, body text, plain json, set_aside text, order_id uuid, code text, number integer,
        panel_number integer, panel_date text, customer_phone text, total_cents integer, status text, payment_status text,
        token_hash text, created_at_ms bigint, order_body text)
    ), logged as (
      insert into change_log (store_id, seq, kind, aggregate_id, lineage, epoch, sealed, body_hash, hash, at_ms)
      select store_id, seq, kind, aggregate_id, lineage, epoch, sealed, body_hash, hash, at_ms from given
    ), states as (
      insert into aggregates (store_id, kind, aggregate_id, seq, sealed, body, set_aside)
      select store_id, kind, aggregate_id, seq, sealed, coalesce(body, plain::text), set_aside from given where newest
      on conflict (store_id, kind, aggregate_id) do update set
        seq = excluded.seq, sealed = excluded.sealed, body = excluded.body, set_aside = excluded.set_aside
    ), changed as (
      insert into orders (store_id, id, seq, code, number, panel_number, panel_date, customer_phone, total_cents, status,
        payment_status, token_hash, created_at_ms, body)
      select store_id, order_id, seq, code, number, panel_number, panel_date, customer_phone, total_cents, status,
        payment_status, token_hash, created_at_ms, coalesce(order_body, (plain->'order')::text)
      from given where order_id is not null
      on conflict (store_id, id) do update set
        seq = excluded.seq, customer_phone = excluded.customer_phone, panel_number = excluded.panel_number,
        panel_date = excluded.panel_date, status = excluded.status, payment_status = excluded.payment_status,
        body = excluded.body
      where orders.seq < excluded.seq
    )
    select store_id from moved`)) as unknown as { rows: unknown[] };
  // Another process follows the same store: what it applied is not to be applied twice.
  if (moved.rows.length === 0) throw new Error('the cursor was moved by somebody else');
}

/** What the statement reads of one row, as JSON. Where it can, it holds the row's own JSON as it is: half as much to send and read. */
function inputOf(storeId: string, row: ReceivedRow, read: ReadRow | undefined): string {
  const { seq, kind, aggregateId, lineage, epoch, sealed, bodyHash, hash, atMs } = row;
  const logged = {
    seq,
    kind,
    aggregate_id: aggregateId,
    lineage,
    epoch,
    sealed,
    body_hash: bodyHash,
    hash,
    at_ms: atMs,
  };
  if (!read) return JSON.stringify(logged);
  const { body } = read.row;
  const state = { ...logged, newest: true, set_aside: read.setAside };
  if (!read.order) return JSON.stringify({ ...state, body });
  const one = orderRow(storeId, seq, read.order.order, read.order.trackingTokenHash);
  const order = {
    ...state,
    order_id: one.id,
    code: one.code,
    number: one.number,
    panel_number: one.panelNumber,
    panel_date: one.panelDate,
    customer_phone: one.customerPhone,
    total_cents: one.totalCents,
    status: one.status,
    payment_status: one.paymentStatus,
    token_hash: one.tokenHash,
    created_at_ms: one.createdAtMs,
  };
  // Reading an escape, PostgreSQL refuses some that are JSON all the same.
  const isPlainJson =
    body !== null &&
    !body.includes(String.raw`\u`) &&
    saysTheSame(body, `{"order":${one.body},"trackingTokenHash":"${one.tokenHash}"}`);
  return isPlainJson
    ? `${JSON.stringify(order).slice(0, -1)},"plain":${body}}`
    : JSON.stringify({ ...order, body, order_body: one.body });
}

/** The same JSON, with its fields perhaps in another order. */
const saysTheSame = (one: string, other: string): boolean =>
  one === other || (one.length === other.length && isDeepStrictEqual(JSON.parse(one), JSON.parse(other)));

/** Checks that the rows follow the cursor without a gap and that every hash is what it must be. */
function verify(rows: readonly ReceivedRow[], cursor: Cursor): Cursor {
  let { seq, hash } = cursor;
  for (const row of rows) {
    if (row.seq !== seq + 1) throw new BrokenLog(`row ${row.seq} came after ${seq}`);
    if (row.body !== null && sha256(row.body) !== row.bodyHash)
      throw new BrokenLog(`row ${row.seq} does not match its body`);
    if (sha256(chainInput(hash, row)) !== row.hash)
      throw new BrokenLog(`row ${row.seq} does not follow from the one before`);
    ({ seq, hash } = row);
  }
  return { seq, hash };
}

type ReadRow = {
  row: ReceivedRow;
  order: ReplicatedOrder | null;
  wholesale: WholesaleOrder | null;
  alarm: AlarmBody | null;
  erasure: Erasure | null;
  setAside: string | null;
};

/** What the relay itself reads of a row. Kinds it does not know are the store's business; they are kept as they are. */
function interpret(row: ReceivedRow): ReadRow {
  const unread: ReadRow = { row, order: null, wholesale: null, alarm: null, erasure: null, setAside: null };
  if (row.body === null || row.sealed) return unread;
  try {
    switch (row.kind) {
      case 'order':
        return { ...unread, order: ReplicatedOrder.parse(JSON.parse(row.body)) };
      case 'wholesale-order':
        return { ...unread, wholesale: WholesaleOrder.parse(JSON.parse(row.body)) };
      case 'alarm':
        return { ...unread, alarm: AlarmBody.parse(JSON.parse(row.body)) };
      case 'erasure':
        return { ...unread, erasure: { seq: row.seq, body: ErasureBody.parse(JSON.parse(row.body)) } };
      default:
        return unread;
    }
  } catch (error) {
    const where = error instanceof ZodError ? (error.issues[0]?.path.join('.') ?? '') : null;
    return {
      ...unread,
      setAside: `${row.kind}: ${where === null ? 'no JSON' : `${where} is not as expected`}`,
    };
  }
}

/** Whether it is written by the one statement that writes every row. */
const isPlain = ({ row, wholesale, alarm, erasure }: ReadRow): boolean =>
  wholesale === null && alarm === null && erasure === null && (row.kind !== 'order' || row.body !== null);

const goneOrders = (rows: readonly ReadRow[]): string[] =>
  rows.flatMap(({ row }) => (row.kind === 'order' && row.body === null ? [row.aggregateId] : []));

/** The row as it may be kept. */
function without(read: ReadRow, erased: Erased): ReadRow {
  if (read.order === null || erased === null) return read;
  const order = kept(read.order.order, erased);
  const replicated = order === null ? null : { ...read.order, order };
  return {
    ...read,
    order: replicated,
    row: { ...read.row, body: replicated === null ? null : JSON.stringify(replicated) },
  };
}
