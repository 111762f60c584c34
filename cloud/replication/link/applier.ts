// Applies rows of a store's log to the relay's copy: verified, and the cursor moved, in one transaction. Never skips a row.
import { isUtf8 } from 'node:buffer';
import { hash as hashOf } from 'node:crypto';
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { ZodError } from 'zod';
import { AlarmBody } from '@balcao/shared/link/aggregates/alarm.ts';
import { chainInput, type RowBytes } from '@balcao/shared/link/changes.ts';
import { ErasureBody } from '@balcao/shared/link/aggregates/erasure.ts';
import { ReplicatedOrder } from '@balcao/shared/link/aggregates/order.ts';
import { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import type { OpenDatabase, Tx } from '../../storage/open.ts';
import { orderBody, orders } from '../../storage/schema.ts';
import {
  erasedOf,
  purgeErased,
  hasErased,
  withoutErased,
  recordErasures,
  type Erased,
  type Erasure,
} from '../../shop/orders/erasure.ts';
import { orderRow } from '../../shop/orders/replica.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { writeAlarms } from '../../notifications/alarms.ts';
import { keepWholesale } from '../../shop/wholesale/replica.ts';
import type { AppliedOrder } from '../../shop/orders/applied-order.ts';

export type Cursor = { seq: number; hash: string };

const decoder = new TextDecoder();
/** The kinds that `Persons` knows. */
const HOLDS_PERSON = new Set(['order', 'wholesale-order']);
/** A millisecond of work. */
const LOOKED_AT_ONCE = 10;

/** Rows from one cursor to the next, and what the newest of each aggregate says. */
export type Batch = { cursor: Cursor; end: Cursor; rows: readonly RowBytes[]; read: readonly ReadRow[] };

/** What came cannot be the continuation of what is here. */
export class BrokenLog extends Error {}

const sha256 = (content: string | Uint8Array): string => hashOf('sha256', content);

export function createApplier(
  deps: Pick<OpenDatabase, 'db' | 'repeat'> & {
    persons: Persons;
    log: { error(details: object, message: string): void };
  },
) {
  const { db, persons, log } = deps;
  const plain: Executor = { execute: (statement) => deps.repeat('apply-rows', statement) };

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
      persons,
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
    const placed = read.flatMap(({ known }) => known ?? []);
    const erased = await erasedOf(tx, storeId, placed);
    return read.map((one) => (one.known === null ? one : without(one, erased(one.known))));
  }

  return {
    /**
     * Looks at rows that follow the cursor, without the database; `yieldBefore` is awaited before each few. Throws `BrokenLog` when they do not follow.
     */
    async look(rows: readonly RowBytes[], cursor: Cursor, yieldBefore: () => Promise<void>): Promise<Batch> {
      const newest = new Map(rows.map((row) => [`${row.kind} ${row.aggregateId}`, row]));
      const read: ReadRow[] = [];
      let end = cursor;
      for (let at = 0; at < rows.length; at += LOOKED_AT_ONCE) {
        await yieldBefore();
        const few = rows.slice(at, at + LOOKED_AT_ONCE);
        end = verify(few, end);
        for (const row of few)
          if (newest.get(`${row.kind} ${row.aggregateId}`) === row) read.push(interpret(row));
      }
      return { cursor, end, rows, read };
    },

    /** Applies a batch, and moves the cursor to its end. Answers the orders as they are kept now. */
    async apply(storeId: string, { cursor, end, rows, read }: Batch): Promise<AppliedOrder[]> {
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
          await write(plain, persons, storeId, { cursor, end, rows, newest });
          if (knownClean) nothingErasedAt.set(storeId, end.seq);
          return ordersOf(persons, storeId, newest);
        }
      }
      nothingErasedAt.delete(storeId);
      return db.transaction(async (tx) => {
        const erasures = read.flatMap(({ erasure }) => (erasure === null ? [] : [erasure]));
        await recordErasures(tx, storeId, erasures);
        const newest = await cleaned(tx, storeId, read);
        await keepReadable(tx, storeId, newest);
        await write(tx, persons, storeId, { cursor, end, rows, newest });
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

/**
 * One statement for a batch, however many rows: all of it or nothing, and nothing when the cursor is no longer where it was. The
 * newest row of each aggregate wins. Columns are given as arrays: PostgreSQL reads them in a fifth of the time that JSON takes.
 */
async function write(
  tx: Executor,
  persons: Persons,
  storeId: string,
  options: { cursor: Cursor; end: Cursor; rows: readonly RowBytes[]; newest: readonly ReadRow[] },
): Promise<void> {
  const { cursor, end, rows, newest } = options;
  const placed = newest.flatMap(({ row, known }) => (known === null ? [] : [{ seq: row.seq, ...known }]));
  const { bytes, bodies } = joined(newest.map(({ row }) => closedBody(persons, storeId, row)));
  const moved = (await tx.execute(sql`
    with moved as (
      update stores set seq = ${end.seq}, hash = ${end.hash} where store_id = ${storeId} and seq = ${cursor.seq}
      returning store_id
    ), logged as (
      insert into change_log (store_id, seq, kind, aggregate_id, lineage, epoch, sealed, body_hash, hash, at_ms, proof)
      select moved.store_id, r.* from moved, unnest(
        ${array(rows, ({ seq }) => seq)}::bigint[], ${array(rows, ({ kind }) => kind)}::text[],
        ${array(rows, ({ aggregateId }) => aggregateId)}::text[], ${array(rows, ({ lineage }) => lineage)}::uuid[],
        ${array(rows, ({ epoch }) => epoch)}::integer[], ${array(rows, ({ sealed }) => sealed)}::boolean[],
        ${array(rows, ({ bodyHash }) => bodyHash)}::text[], ${array(rows, ({ hash }) => hash)}::text[],
        ${array(rows, ({ atMs }) => atMs)}::bigint[], ${array(rows, ({ proof }) => proof)}::text[]) as r
    ), states as (
      insert into aggregates (store_id, kind, aggregate_id, seq, sealed, body, set_aside)
      select moved.store_id, kind, aggregate_id, r.seq, sealed, convert_from(substring(${bytes}::bytea from at for size), 'UTF8'), set_aside
      from moved, unnest(
        ${array(newest, ({ row }) => row.kind)}::text[], ${array(newest, ({ row }) => row.aggregateId)}::text[],
        ${array(newest, ({ row }) => row.seq)}::bigint[], ${array(newest, ({ row }) => row.sealed)}::boolean[],
        ${array(bodies, ({ from }) => from)}::integer[], ${array(bodies, ({ size }) => size)}::integer[],
        ${array(newest, ({ setAside }) => setAside)}::text[]) as r(kind, aggregate_id, seq, sealed, at, size, set_aside)
      on conflict (store_id, kind, aggregate_id) do update set
        seq = excluded.seq, sealed = excluded.sealed, body = excluded.body, set_aside = excluded.set_aside
    ), changed as (
      insert into orders (store_id, id, seq, code, number, panel_number, panel_date, customer_phone, total_cents, status,
        payment_status, token_hash, created_at_ms)
      select moved.store_id, r.* from moved, unnest(
        ${array(placed, ({ id }) => id)}::uuid[], ${array(placed, ({ seq }) => seq)}::bigint[],
        ${array(placed, ({ code }) => code)}::text[], ${array(placed, ({ number }) => number)}::integer[],
        ${array(placed, ({ panelNumber }) => panelNumber)}::integer[],
        ${array(placed, ({ panelDate }) => panelDate)}::text[],
        ${array(placed, ({ customerPhone }) => persons.phoneKey(storeId, customerPhone))}::text[],
        ${array(placed, ({ totalCents }) => totalCents)}::integer[], ${array(placed, ({ status }) => status)}::text[],
        ${array(placed, ({ paymentStatus }) => paymentStatus)}::text[],
        ${array(placed, ({ tokenHash }) => tokenHash)}::text[],
        ${array(placed, ({ createdAtMs }) => createdAtMs)}::bigint[]) as r
      on conflict (store_id, id) do update set
        seq = excluded.seq, customer_phone = excluded.customer_phone, panel_number = excluded.panel_number,
        panel_date = excluded.panel_date, status = excluded.status, payment_status = excluded.payment_status,
        body = null
      where orders.seq < excluded.seq
    )
    select store_id from moved`)) as { rows: unknown[] };
  // Another process follows the same store: what it applied is not to be applied twice.
  if (moved.rows.length === 0) throw new Error('the cursor was moved by somebody else');
}

/** A row's body as it is kept: what names a customer is sealed. */
const closedBody = (persons: Persons, storeId: string, row: RowBytes): Uint8Array | null =>
  row.body === null || row.sealed || !HOLDS_PERSON.has(row.kind)
    ? row.body
    : Buffer.from(persons.closeRow(storeId, row, decoder.decode(row.body)));

/** Bodies in one piece, and where in it each of them is, as SQL counts. As an array each would be escaped here and read back there. */
function joined(all: readonly (Uint8Array | null)[]) {
  let from = 1;
  const bodies = all.map((body) => {
    const at = { from, size: body === null ? null : body.length };
    from += at.size ?? 0;
    return at;
  });
  return { bytes: Buffer.concat(all.filter((body) => body !== null)), bodies };
}

/** A column as PostgreSQL writes an array. */
function array<T>(rows: readonly T[], of: (row: T) => string | number | boolean | null): string {
  const values = rows.map((row) => {
    const value = of(row);
    return typeof value === 'string' ? quoted(value) : String(value);
  });
  return `{${values.join(',')}}`;
}

const ESCAPED = /["\\]/g;
const NOT_AS_JSON = /\p{Cc}/u;
/** JSON escapes quotes and backslashes as PostgreSQL does, many times faster than a pattern; the rest it escapes otherwise. */
const quoted = (value: string): string =>
  NOT_AS_JSON.test(value) || !value.isWellFormed()
    ? `"${value.replaceAll(ESCAPED, String.raw`\$&`)}"`
    : JSON.stringify(value);

/** Checks that the rows follow the cursor without a gap and that every hash is what it must be. */
function verify(rows: readonly RowBytes[], cursor: Cursor): Cursor {
  let { seq, hash } = cursor;
  for (const row of rows) {
    if (row.seq !== seq + 1) throw new BrokenLog(`row ${row.seq} came after ${seq}`);
    if (row.body !== null && sha256(row.body) !== row.bodyHash)
      throw new BrokenLog(`row ${row.seq} does not match its body`);
    // The database keeps it as text, which it could not.
    if (row.body !== null && (!isUtf8(row.body) || row.body.includes(0)))
      throw new BrokenLog(`row ${row.seq} is no text`);
    if (sha256(chainInput(hash, row)) !== row.hash)
      throw new BrokenLog(`row ${row.seq} does not follow from the one before`);
    ({ seq, hash } = row);
  }
  return { seq, hash };
}

/** Runs one statement, in a transaction or as one. */
type Executor = { execute(statement: SQL): PromiseLike<unknown> };

type ReadRow = {
  row: RowBytes;
  /** Of an order, what is asked for. A batch of whole orders would live as long as the batch, and the collector would move them all. */
  known: ReturnType<typeof orderRow> | null;
  wholesale: WholesaleOrder | null;
  alarm: AlarmBody | null;
  erasure: Erasure | null;
  setAside: string | null;
};

/** What the relay itself reads of a row. Kinds it does not know are the store's business; they are kept as they are. */
function interpret(row: RowBytes): ReadRow {
  const unread: ReadRow = { row, known: null, wholesale: null, alarm: null, erasure: null, setAside: null };
  if (row.body === null || row.sealed) return unread;
  try {
    switch (row.kind) {
      case 'order':
        return { ...unread, known: knownOf(ReplicatedOrder.parse(jsonOf(row.body))) };
      case 'wholesale-order':
        return { ...unread, wholesale: WholesaleOrder.parse(jsonOf(row.body)) };
      case 'alarm':
        return { ...unread, alarm: AlarmBody.parse(jsonOf(row.body)) };
      case 'erasure':
        return { ...unread, erasure: { seq: row.seq, body: ErasureBody.parse(jsonOf(row.body)) } };
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

const jsonOf = (body: Uint8Array): unknown => JSON.parse(decoder.decode(body));

const knownOf = ({ order, trackingTokenHash }: ReplicatedOrder) => orderRow(order, trackingTokenHash);

/** Whether it is written by the one statement that writes every row. */
const isPlain = ({ row, wholesale, alarm, erasure, setAside }: ReadRow): boolean =>
  wholesale === null &&
  alarm === null &&
  erasure === null &&
  setAside === null &&
  (row.kind !== 'order' || row.body !== null);

const ordersOf = (persons: Persons, storeId: string, rows: readonly ReadRow[]): AppliedOrder[] =>
  rows.flatMap(({ row: { body }, known }) =>
    known === null || body === null
      ? []
      : [{ id: known.id, phone: persons.phoneKey(storeId, known.customerPhone), body }],
  );

const goneOrders = (rows: readonly ReadRow[]): string[] =>
  rows.flatMap(({ row }) => (row.kind === 'order' && row.body === null ? [row.aggregateId] : []));

/** The row as it may be kept. */
function without(read: ReadRow, erased: Erased): ReadRow {
  if (read.row.body === null || erased === null) return read;
  // Read as before, so that what this version does not know of is not kept of a person either.
  const before = ReplicatedOrder.parse(jsonOf(read.row.body));
  const order = withoutErased(before.order, erased);
  if (order === null) return { ...read, known: null, row: { ...read.row, body: null } };
  const after = { ...before, order };
  return { ...read, known: knownOf(after), row: { ...read.row, body: Buffer.from(JSON.stringify(after)) } };
}
