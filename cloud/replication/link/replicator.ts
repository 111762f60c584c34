// Follows a store's log: verifies the chain, applies rows and moves the cursor in one transaction, then checkpoints.
// Never skips a row: at a break it stops, and the store is quarantined.
import { and, eq } from 'drizzle-orm';
import { CHANGES_BATCH_MAX, ROWS_TYPE } from '@balcao/shared/link/changes.ts';
import { GENESIS_HASH, Hello } from '@balcao/shared/link/hello.ts';
import { STATES_PROTOCOL_MIN } from '@balcao/shared/link/order-states.ts';
import { isTooOld } from '@balcao/shared/link/versions.ts';
import { PROTOCOL_VERSION_MIN } from '@balcao/shared/link/protocol-version.ts';
import { STORE_VERSION_MIN } from '@balcao/shared/version.ts';
import type { ForegroundPriority } from '@balcao/shared/host/foreground-priority.ts';
import type { OpenDatabase } from '../../storage/open.ts';
import { changeLog, type StoreCondition } from '../../storage/schema.ts';
import type { FollowedOrders } from '../../shop/orders/followed-orders.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { createApplier, type Batch } from './applier.ts';
import { BrokenLog, type Cursor } from './read-rows.ts';
import { BATCH_ROWS_MIN, readAhead } from './read-ahead.ts';
import { createYieldToForeground } from './yield-to-foreground.ts';
import { createOrderStates } from '../../shop/orders/order-states.ts';
import type { Stores, StoreRow } from '../../shop/stores/stores.ts';
import type { Session } from '../../shop/stores/session.ts';

type Log = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};

/** A batch is as large as this allows: what customers do meanwhile waits for no longer than one batch. */
const BATCH_MS = 5;
const BATCH_ROWS_FIRST = 20;
/** The store syncs each one to its disk. */
const CHECKPOINT_EVERY_MS = 100;

/** What of its hello says how a store's log is followed. */
type LogHead = Pick<Hello, 'protocol' | 'lastSeq'>;

/** `over` when nothing more of it is applied; `cancel` lets nothing more come. */
type Follower = { cancel: () => void; over: Promise<void> };

export function createReplicator(
  deps: Pick<OpenDatabase, 'db' | 'repeat'> & {
    persons: Persons;
    stores: Stores;
    wake: Wake;
    /** Requests that are being answered: the following of a log waits for them. */
    customers: Pick<ForegroundPriority, 'waitUntilIdle'>;
    followed: Pick<FollowedOrders, 'publishAppliedOrders' | 'publishReportedStates'>;
    /** Told of each batch that is kept: when the store wrote its newest row. */
    onKept?: (atMs: number) => void;
    log: Log;
  },
) {
  const { db, wake, log } = deps;
  const applier = createApplier(deps);
  const states = createOrderStates(deps);

  /** Reads the store's hello over a new link. */
  async function readHello(session: Session): Promise<Hello> {
    const answer = await session.json('GET', '/link/hello');
    const hello = Hello.parse(answer.body);
    if (hello.storeId !== session.storeId) throw new Error('the store at the other end has another id');
    return hello;
  }

  /** Decides whether the log of a store may be followed. */
  async function handshake(
    hello: Hello,
    store: StoreRow,
  ): Promise<{ condition: StoreCondition; readable: boolean }> {
    const condition = await compareLogs(store, hello);
    await deps.stores.update(store.storeId, {
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

  async function compareLogs(store: StoreRow, hello: Hello): Promise<StoreCondition> {
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

  /** The last follower of each store. What had come when its link broke off is still applied, for there may be nobody to ask again. */
  const lastFollowers = new Map<string, Follower>();

  /** Follows the log until the link ends. `onProven` is called once rows were applied that follow from ours. */
  async function follow(session: Session, head: LogHead, onProven: () => void): Promise<void> {
    const { storeId } = session;
    lastFollowers.get(storeId)?.cancel();
    const previousOver = lastFollowers.get(storeId)?.over;
    const follower: Follower = { cancel: () => undefined, over: Promise.resolve() };
    const following = followChanges(session, head, previousOver, follower, onProven);
    follower.over = following.catch(() => undefined);
    lastFollowers.set(storeId, follower);
    try {
      await following;
    } catch (error) {
      if (error instanceof BrokenLog) await states.deleteStates(storeId);
      throw error;
    } finally {
      if (lastFollowers.get(storeId) === follower) lastFollowers.delete(storeId);
    }
  }

  /** Where our copy stands, and what customers wait for beyond it. Apart, so that the store's row is not held as long as its log is followed. */
  async function findStart(session: Session, head: LogHead) {
    const { storeId } = session;
    // Another process may have followed it until now.
    deps.stores.invalidateOne(storeId);
    const store = await deps.stores.byId(storeId);
    if (!store) throw new Error('the store is not known any more');
    const cursor: Cursor = { seq: store.seq, hash: store.hash };
    const proven = store.condition === 'following';
    await states.deleteStates(storeId, cursor.seq);
    const waiting = head.lastSeq - cursor.seq;
    // What customers wait for goes before the rows that were missed.
    const statesAhead =
      proven && waiting > BATCH_ROWS_FIRST && head.protocol >= STATES_PROTOCOL_MIN
        ? await states.fetchOpenOrderStates(session, cursor)
        : null;
    if (statesAhead !== null) deps.followed.publishReportedStates(storeId, statesAhead.orderIds);
    return { cursor, proven, statesAhead };
  }

  async function followChanges(
    session: Session,
    head: LogHead,
    previousOver: Promise<void> | undefined,
    follower: Follower,
    onProven: () => void,
  ): Promise<void> {
    await previousOver;
    const { storeId } = session;
    const { statesAhead, ...start } = await findStart(session, head);
    let { cursor, proven } = start;
    const { status, body, cancel } = await session.requestLasting({
      ':method': 'GET',
      ':path': `/link/changes?after=${cursor.seq}`,
      accept: ROWS_TYPE,
    });
    follower.cancel = cancel;
    if (status !== 200) throw new Error(`the store answered ${status} to its log`);
    const yieldToForeground = createYieldToForeground(deps.customers);
    const incoming = readAhead(body, yieldToForeground);
    const checkpoints = new Checkpoints(session);
    // The last mark may have been lost with its link, and a restored store has never heard any.
    if (proven && cursor.seq > 0) checkpoints.sendCheckpoint(cursor);
    let batchRows = BATCH_ROWS_FIRST;
    const applyBatch = async (batch: Batch): Promise<void> => {
      const startedAt = performance.now();
      const orders = await applier.applyBatch(storeId, batch);
      if (batch.rows.length === batchRows) {
        const rowsThatFit = (batchRows * BATCH_MS) / (performance.now() - startedAt);
        batchRows = Math.round(
          Math.min(CHANGES_BATCH_MAX, 2 * batchRows, Math.max(BATCH_ROWS_MIN, rowsThatFit)),
        );
      }
      deps.stores.moved(storeId, batch.end);
      const newest = batch.rows.at(-1);
      if (newest !== undefined) deps.onKept?.(newest.atMs);
      // Whose state was told ahead is not told again how it stood before.
      const isAhead = statesAhead !== null && batch.end.seq < statesAhead.seq;
      deps.followed.publishAppliedOrders(storeId, {
        from: batch.cursor.seq,
        to: batch.end.seq,
        orders: isAhead ? orders.filter(({ id }) => !statesAhead.orderIds.has(id)) : orders,
      });
      if (statesAhead !== null && batch.cursor.seq < statesAhead.seq && !isAhead)
        await states.deleteStates(storeId, statesAhead.seq);
      wake.publish?.(storeId, 'orders');
      if (batch.read.some(({ row }) => row.kind === 'wholesale-order')) wake.notify(storeId, 'wholesale');
      checkpoints.sendCheckpoint(batch.end);
      if (proven) return;
      proven = true;
      await deps.stores.update(storeId, { condition: 'following' });
      onProven();
    };
    let applying = Promise.resolve();
    try {
      const nextRows = () => incoming.takeRows(batchRows);
      for (let rows = await nextRows(); rows !== null; rows = await nextRows()) {
        // What is new is told at once; only what was missed can wait.
        const yieldBefore = rows.length >= BATCH_ROWS_FIRST ? yieldToForeground : async () => undefined;
        // While the database writes a batch, the next one is looked at.
        const batch = await applier.verifyBatch(rows, cursor, yieldBefore);
        cursor = batch.end;
        await applying;
        applying = applyBatch(batch);
        // What cannot be written ends the following now, and not when the next row comes. Rethrown by the next `await applying`.
        applying.catch(cancel);
      }
      await applying;
      await checkpoints.sent();
    } finally {
      cancel();
      await applying;
    }
  }

  return { readHello, handshake, follow };
}

/** Tells the store how far its log is kept, now and then, one after another, the newest last. A class, for each link has one. */
export class Checkpoints {
  readonly #session: Pick<Session, 'json' | 'close'>;
  #dueCursor: Cursor | null = null;
  #sending: Promise<void> | null = null;
  #pauseMs = 0;

  constructor(session: Pick<Session, 'json' | 'close'>) {
    this.#session = session;
  }

  sendCheckpoint(cursor: Cursor): void {
    this.#dueCursor = cursor;
    // A store that does not take it has no link any more, or is about to lose it.
    this.#sending ??= this.#sendDue()
      .catch(() => this.#session.close('checkpoints fail'))
      .finally(() => (this.#sending = null));
  }

  async sent(): Promise<void> {
    await this.#sending;
  }

  async #sendDue(): Promise<void> {
    while (this.#dueCursor) {
      const cursor = this.#dueCursor;
      this.#dueCursor = null;
      await this.#session.json('PUT', '/link/checkpoint', cursor);
      await new Promise((resolve) => setTimeout(resolve, this.#pauseMs));
      // The first one of a link says what was there before it; the next one need not wait for that.
      this.#pauseMs = CHECKPOINT_EVERY_MS;
    }
  }
}
