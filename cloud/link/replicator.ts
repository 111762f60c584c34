// Follows a store's log: verifies the chain, applies rows and moves the cursor in one transaction, then checkpoints.
// Never skips a row: at a break it stops, and the store is quarantined.
import { createHash } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { ZodError, type z } from 'zod';
import { AlarmBody } from '@balcao/shared/link/alarm.ts';
import {
  CHANGES_BATCH_MAX,
  chainInput,
  ReceivedLine,
  type ReceivedRow,
} from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH, Hello } from '@balcao/shared/link/hello.ts';
import { isTooOld } from '@balcao/shared/link/versions.ts';
import { PROTOCOL_VERSION_MIN } from '@balcao/shared/link/protocol-version.ts';
import { ErasureBody } from '@balcao/shared/link/erasure.ts';
import { STORE_VERSION_MIN } from '@balcao/shared/version.ts';
import { ReplicatedOrder } from '@balcao/shared/link/replicated-order.ts';
import { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import type { Db, Tx } from '../db/open.ts';
import { aggregates, changeLog, orders, stores, type StoreCondition } from '../db/schema.ts';
import type { Wake } from '../live/wake.ts';
import { erasedOf, forget, kept, remember, type Erased, type Erasure } from '../orders/erasure.ts';
import { orderRow } from '../orders/replica.ts';
import { writeAlarms } from '../push/alarms.ts';
import { keepWholesale } from '../orders/wholesale-replica.ts';
import type { Session } from './session.ts';
import type { Stores, StoreRow } from '../stores/stores.ts';

type Log = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
type Cursor = { seq: number; hash: string };

/** A row with a whole order is a few kilobytes; nothing on the log comes near this. */
const LINE_CHARS_MAX = 4 * 1024 * 1024;

/** What came cannot be the continuation of what is here. */
export class BrokenLog extends Error {}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function createReplicator(given: { db: Db; stores: Stores; wake: Wake; log: Log }) {
  const { db, wake, log } = given;

  /** Asks who is there. */
  async function meet(session: Session): Promise<Hello> {
    const answer = await session.json('GET', '/link/hello');
    const hello = Hello.parse(answer.body);
    if (hello.storeId !== session.storeId) throw new Error('the store at the other end has another id');
    return hello;
  }

  /** Decides whether the log of a store may be followed. */
  async function greet(
    hello: Hello,
    store: StoreRow,
  ): Promise<{ condition: StoreCondition; readable: boolean }> {
    const condition = await judge(store, hello);
    await given.stores.update(store.storeId, {
      condition,
      ...(condition === 'following' ? { lineage: hello.lineage, epoch: hello.epoch } : {}),
    });
    if (condition !== 'following')
      log.error(
        { storeId: store.storeId, condition, seq: hello.lastSeq, cursor: store.seq },
        'the store cannot be followed',
      );
    // A quarantined log is tried again from the cursor on: what has been mended proves itself.
    return {
      condition,
      readable: condition === 'following' || (condition === 'quarantined' && hello.lastSeq > store.seq),
    };
  }

  async function judge(store: StoreRow, hello: Hello): Promise<StoreCondition> {
    // A newer store knows how to speak with us; one that is too old does not.
    if (hello.protocol < PROTOCOL_VERSION_MIN || isTooOld(hello.version, STORE_VERSION_MIN))
      return 'incompatible';
    if (store.lineage === null || store.seq === 0) return 'following';
    // A second Pi, or a card that was made anew: a person pairs it again.
    if (store.lineage !== hello.lineage) return 'fenced';
    if (hello.lastSeq > store.seq) return store.condition === 'quarantined' ? 'quarantined' : 'following';
    if ((await hashAt(store, hello.lastSeq)) !== hello.lastHash) return 'quarantined';
    return hello.lastSeq < store.seq || hello.epoch < store.epoch ? 'rolled-back' : 'following';
  }

  async function hashAt(store: StoreRow, seq: number): Promise<string | undefined> {
    if (seq === 0) return GENESIS_HASH;
    if (seq === store.seq) return store.hash;
    const [row] = await db
      .select({ hash: changeLog.hash })
      .from(changeLog)
      .where(and(eq(changeLog.storeId, store.storeId), eq(changeLog.seq, seq)));
    return row?.hash;
  }

  /** Follows the log until the link ends. `onProven` is called once rows were applied that follow from ours. */
  async function follow(
    session: Session,
    store: StoreRow,
    onProven: () => void = () => undefined,
  ): Promise<void> {
    let cursor: Cursor = { seq: store.seq, hash: store.hash };
    let proven = store.condition === 'following';
    const { status, body } = await session.request({
      ':method': 'GET',
      ':path': `/link/changes?after=${cursor.seq}`,
    });
    if (status !== 200) throw new Error(`the store answered ${status} to its log`);
    body.setEncoding('utf8');
    let rest = '';
    for await (const chunk of body) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LINE_CHARS_MAX) throw new BrokenLog('a row is too long');
      const rows = lines.map(read).filter((line): line is ReceivedRow => 'seq' in line);
      for (let from = 0; from < rows.length; from += CHANGES_BATCH_MAX) {
        cursor = await apply(store.storeId, rows.slice(from, from + CHANGES_BATCH_MAX), cursor);
        await session.json('PUT', '/link/checkpoint', cursor);
        if (proven) continue;
        proven = true;
        await given.stores.update(store.storeId, { condition: 'following' });
        onProven();
      }
    }
  }

  async function apply(storeId: string, rows: ReceivedRow[], cursor: Cursor): Promise<Cursor> {
    const end = verify(rows, cursor);
    await db.transaction(async (tx) => {
      await write(tx, storeId, rows);
      const moved = await tx
        .update(stores)
        .set({ seq: end.seq, hash: end.hash })
        .where(and(eq(stores.storeId, storeId), eq(stores.seq, cursor.seq)))
        .returning({ seq: stores.seq });
      // Another process follows the same store: what it applied is not to be applied twice.
      if (moved.length === 0) throw new Error('the cursor was moved by somebody else');
    });
    given.stores.forget();
    wake.notify(storeId, 'orders');
    return end;
  }

  /** A handful of statements for a batch, however many rows: the newest of each aggregate wins. */
  async function write(tx: Tx, storeId: string, rows: readonly ReceivedRow[]): Promise<void> {
    await tx.insert(changeLog).values(
      rows.map(({ seq, kind, aggregateId, lineage, epoch, sealed, bodyHash, hash, atMs }) => ({
        storeId,
        seq,
        kind,
        aggregateId,
        lineage,
        epoch,
        sealed,
        bodyHash,
        hash,
        atMs,
      })),
    );
    const read = [...new Map(rows.map((row) => [`${row.kind} ${row.aggregateId}`, row])).values()].map(
      interpret,
    );
    const erasures = read.flatMap(({ erasure }) => (erasure === null ? [] : [erasure]));
    await remember(tx, storeId, erasures);
    const erased = await erasedOf(
      tx,
      storeId,
      read.flatMap(({ order }) => (order === null ? [] : [order.order])),
    );
    const newest = read.map((one) => (one.order === null ? one : without(one, erased(one.order.order))));
    for (const { row, setAside } of newest) {
      if (setAside !== null)
        log.error(
          { storeId, seq: row.seq, kind: row.kind, reason: setAside },
          'a row cannot be read; it is kept and set aside',
        );
    }
    await tx
      .insert(aggregates)
      .values(
        newest.map(({ row: { kind, aggregateId, seq, sealed, body }, setAside }) => ({
          storeId,
          kind,
          aggregateId,
          seq,
          sealed,
          body,
          setAside,
        })),
      )
      .onConflictDoUpdate({
        target: [aggregates.storeId, aggregates.kind, aggregates.aggregateId],
        set: {
          seq: sql`excluded.seq`,
          sealed: sql`excluded.sealed`,
          body: sql`excluded.body`,
          setAside: sql`excluded.set_aside`,
        },
      });
    await writeAlarms(
      tx,
      storeId,
      newest.flatMap(({ row, alarm }) => (alarm === null ? [] : [{ id: row.aggregateId, ...alarm }])),
    );
    const gone = newest.flatMap(({ row }) =>
      row.kind === 'order' && row.body === null ? [row.aggregateId] : [],
    );
    if (gone.length > 0)
      await tx.delete(orders).where(and(eq(orders.storeId, storeId), inArray(orders.id, gone)));
    await keepWholesale(
      tx,
      storeId,
      newest.flatMap(({ row, wholesale }) =>
        wholesale === null ? [] : [{ seq: row.seq, order: wholesale }],
      ),
    );
    const changed = newest.flatMap(({ row, order }) =>
      order === null ? [] : [orderRow(storeId, row.seq, order.order, order.trackingTokenHash)],
    );
    if (changed.length > 0)
      await tx
        .insert(orders)
        .values(changed)
        .onConflictDoUpdate({
          target: [orders.storeId, orders.id],
          set: {
            seq: sql`excluded.seq`,
            customerPhone: sql`excluded.customer_phone`,
            panelNumber: sql`excluded.panel_number`,
            panelDate: sql`excluded.panel_date`,
            status: sql`excluded.status`,
            paymentStatus: sql`excluded.payment_status`,
            body: sql`excluded.body`,
          },
          setWhere: sql`${orders.seq} < excluded.seq`,
        });
    await forget(tx, storeId, erasures);
  }

  return { meet, greet, follow };
}

function read(line: string): z.infer<typeof ReceivedLine> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BrokenLog('a line is no JSON');
  }
  const parsed = ReceivedLine.safeParse(value);
  if (!parsed.success) throw new BrokenLog('a line has not the form of a row');
  return parsed.data;
}

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
