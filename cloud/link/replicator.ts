// Follows a store's log: verifies the chain, applies rows and moves the cursor in one transaction, then checkpoints.
import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { CHANGES_BATCH_MAX, ChangeLine, chainInput, type ChangeRow } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH, Hello } from '@balcao/shared/link/hello.ts';
import { PROTOCOL_VERSION, PROTOCOL_VERSION_MIN } from '@balcao/shared/link/protocol-version.ts';
import { ReplicatedOrder } from '@balcao/shared/link/replicated-order.ts';
import type { Db, Tx } from '../db/open.ts';
import { aggregates, changeLog, orders, stores, type StoreCondition } from '../db/schema.ts';
import type { Wake } from '../live/wake.ts';
import { orderRow } from '../orders/replica.ts';
import type { Session } from './session.ts';
import type { Stores, StoreRow } from './stores.ts';

type Log = { info(details: object, message: string): void; warn(details: object, message: string): void; error(details: object, message: string): void };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function createReplicator(given: { db: Db; stores: Stores; wake: Wake; log: Log }) {
  const { db, wake, log } = given;

  /** Asks who is there and decides whether its log may be followed. */
  async function greet(session: Session, store: StoreRow): Promise<StoreCondition> {
    const answer = await session.json('GET', '/link/hello');
    const hello = Hello.parse(answer.body);
    if (hello.storeId !== store.storeId) throw new Error('the store at the other end has another id');
    if (hello.protocol < PROTOCOL_VERSION_MIN || hello.protocol > PROTOCOL_VERSION) {
      log.warn({ storeId: store.storeId, theirs: hello.protocol, ours: PROTOCOL_VERSION }, 'the store speaks another version of the link');
    }
    const condition = await judge(store, hello);
    await given.stores.update(store.storeId, {
      condition,
      ...(condition === 'following' ? { lineage: hello.lineage, epoch: hello.epoch } : {}),
    });
    if (condition !== 'following') log.error({ storeId: store.storeId, condition, seq: hello.lastSeq, cursor: store.seq }, 'the store cannot be followed');
    return condition;
  }

  async function judge(store: StoreRow, hello: Hello): Promise<StoreCondition> {
    if (store.lineage === null || store.seq === 0) return 'following';
    // A second Pi, or a card that was made anew: a person pairs it again.
    if (store.lineage !== hello.lineage) return 'fenced';
    if (hello.lastSeq < store.seq) return 'rolled-back';
    if (hello.lastSeq === store.seq && hello.lastHash !== store.hash) return 'quarantined';
    return 'following';
  }

  /** Follows the log until the link ends. Throws when the chain breaks: rows are never skipped. */
  async function follow(session: Session, store: StoreRow): Promise<void> {
    let cursor = { seq: store.seq, hash: store.hash };
    const { status, body } = await session.request({ ':method': 'GET', ':path': `/link/changes?after=${cursor.seq}` });
    if (status !== 200) throw new Error(`the store answered ${status} to its log`);
    let rest = '';
    for await (const chunk of body) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      const rows = lines.map((line) => ChangeLine.parse(JSON.parse(line))).filter((line): line is ChangeRow => 'seq' in line);
      for (let from = 0; from < rows.length; from += CHANGES_BATCH_MAX) {
        cursor = await apply(store.storeId, rows.slice(from, from + CHANGES_BATCH_MAX), cursor);
        await session.json('PUT', '/link/checkpoint', cursor);
      }
    }
  }

  async function apply(storeId: string, rows: ChangeRow[], cursor: { seq: number; hash: string }): Promise<{ seq: number; hash: string }> {
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

  return { greet, follow, apply };
}

/** Checks that the rows follow the cursor without a gap and that every hash is what it must be. */
function verify(rows: readonly ChangeRow[], cursor: { seq: number; hash: string }): { seq: number; hash: string } {
  let { seq, hash } = cursor;
  for (const row of rows) {
    if (row.seq !== seq + 1) throw new Error(`row ${row.seq} came after ${seq}`);
    if (row.body !== null && sha256(row.body) !== row.bodyHash) throw new Error(`row ${row.seq} does not match its body`);
    if (sha256(chainInput(hash || GENESIS_HASH, row)) !== row.hash) throw new Error(`row ${row.seq} does not follow from the one before`);
    ({ seq, hash } = row);
  }
  return { seq, hash };
}

/** A handful of statements for a batch, however many rows: the newest of each aggregate wins. */
async function write(tx: Tx, storeId: string, rows: readonly ChangeRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.insert(changeLog).values(rows.map(({ seq, kind, aggregateId, hash }) => ({ storeId, seq, kind, aggregateId, hash })));
  const newest = [...new Map(rows.map((row) => [`${row.kind} ${row.aggregateId}`, row])).values()];
  await tx
    .insert(aggregates)
    .values(newest.map(({ kind, aggregateId, seq, sealed, body }) => ({ storeId, kind, aggregateId, seq, sealed, body })))
    .onConflictDoUpdate({
      target: [aggregates.storeId, aggregates.kind, aggregates.aggregateId],
      set: { seq: sql`excluded.seq`, sealed: sql`excluded.sealed`, body: sql`excluded.body` },
    });
  const changed = newest
    .filter((row) => row.kind === 'order' && row.body !== null)
    .map((row) => {
      const { order, trackingTokenHash } = ReplicatedOrder.parse(JSON.parse(row.body ?? ''));
      return orderRow(storeId, row.seq, order, trackingTokenHash);
    });
  if (changed.length === 0) return;
  await tx
    .insert(orders)
    .values(changed)
    .onConflictDoUpdate({
      target: [orders.storeId, orders.id],
      set: {
        seq: sql`excluded.seq`,
        panelNumber: sql`excluded.panel_number`,
        panelDate: sql`excluded.panel_date`,
        status: sql`excluded.status`,
        paymentStatus: sql`excluded.payment_status`,
        body: sql`excluded.body`,
      },
      setWhere: sql`${orders.seq} < excluded.seq`,
    });
}
