// Commands to the store: stored before they are sent, delivered in order per order id, answered by the store's outcome.
import { createHash } from 'node:crypto';
import { and, asc, count, eq, inArray, lte, or } from 'drizzle-orm';
import { orderOf, OutcomeShape, type Command, type Outcome } from '@balcao/shared/link/commands.ts';
import type { Db, Tx } from '../db/open.ts';
import { commands } from '../db/schema.ts';
import type { Session } from '../link/session.ts';
import type { Wake } from '../live/wake.ts';
import type { Replica } from './replica.ts';

const IN_FLIGHT_MAX = 16;
const BATCH_MAX = 64;
const RETRY_MS_FIRST = 200;
const RETRY_MS_MAX = 15_000;
const LOOK_EVERY_MS = 2000;
const DELIVERY_MS_MAX = 10_000;
const DRAIN_MS_MAX = 2000;
/** An order that the store has not answered for so long is given up; a withdrawal follows it. */
export const LAPSE_MS = 10 * 60_000;
/** Orders that may wait for one store at once. */
export const WAITING_MAX = 500;

type Row = typeof commands.$inferSelect;
/** What is known of an order's placement. */
export type Placement = Pick<Row, 'id' | 'state' | 'outcome' | 'requestHash'>;
export type Commands = ReturnType<typeof createCommands>;

export const hashCommand = (command: Command): string =>
  createHash('sha256')
    .update(JSON.stringify([command.kind, command.payload]))
    .digest('hex');

export function createCommands(given: {
  db: Db;
  replica: Replica;
  wake: Wake;
  clock: () => number;
  random: () => number;
  newId: () => string;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}) {
  const { db, replica, wake, clock } = given;
  // Who waits for an outcome in this process, by command.
  const waiting = new Map<string, Set<(outcome: Outcome | null) => void>>();
  /** The linked stores' deliveries: each takes a command that was just stored, if there is a hand free for it. */
  const lines = new Map<string, { hasRoom(): boolean; take(row: Row): boolean }>();
  const underWay = new Set<Promise<void>>();
  let draining = false;

  async function store(storeId: string, command: Command, tx: Db | Tx): Promise<Row | null> {
    const nowMs = clock();
    const [row] = await tx
      .insert(commands)
      .values({
        storeId,
        id: command.id,
        orderId: orderOf(command),
        kind: command.kind,
        command,
        requestHash: hashCommand(command),
        state: 'queued',
        nextAtMs: nowMs,
        createdAtMs: nowMs,
      })
      .onConflictDoNothing()
      .returning();
    return row ?? null;
  }

  async function enqueue(storeId: string, command: Command, tx: Db | Tx = db): Promise<boolean> {
    const row = await store(storeId, command, tx);
    // After the caller's transaction, if there is one: the delivery looks at the table, which may not show it before.
    setImmediate(() => wake.notify(storeId, 'commands'));
    return row !== null;
  }

  const placing = eq(commands.kind, 'order.place');
  const isWaiting = inArray(commands.state, ['queued', 'deferred']);
  const isRow = (row: Row) => and(eq(commands.storeId, row.storeId), eq(commands.id, row.id));

  async function placedBy(storeId: string, orderId: string): Promise<Placement | null> {
    const [row] = await db
      .select({
        id: commands.id,
        state: commands.state,
        outcome: commands.outcome,
        requestHash: commands.requestHash,
      })
      .from(commands)
      .where(and(eq(commands.storeId, storeId), eq(commands.orderId, orderId), placing));
    return row ?? null;
  }

  /** Resolves with the outcome, or with null after `timeoutMs` or when the relay stops. */
  function listen(
    commandId: string,
    timeoutMs: number,
  ): { answer: Promise<Outcome | null>; end: (outcome: Outcome | null) => void } {
    const { promise, resolve } = Promise.withResolvers<Outcome | null>();
    const set = waiting.get(commandId) ?? new Set();
    const end = (outcome: Outcome | null): void => {
      clearTimeout(timer);
      set.delete(end);
      if (set.size === 0) waiting.delete(commandId);
      resolve(outcome);
    };
    const timer = setTimeout(() => end(null), draining ? 0 : timeoutMs);
    waiting.set(commandId, set.add(end));
    return { answer: promise, end };
  }

  async function settle(
    row: Row,
    outcome: Outcome,
    state: 'done' | 'refused' | 'deferred' | 'set-aside',
  ): Promise<void> {
    const kept = await db.transaction(async (tx) => {
      const [settled] = await tx
        .update(commands)
        .set({
          state,
          outcome,
          nextAtMs: state === 'deferred' ? clock() + LAPSE_MS : row.nextAtMs,
          lastError: null,
        })
        .where(and(isRow(row), isWaiting))
        .returning({ id: commands.id });
      // It lapsed meanwhile: its withdrawal follows, and what came of it is not the customer's order any more.
      if (!settled) return false;
      // The customer goes on at once, before the row of the log arrives.
      if (outcome.status === 'done')
        await replica.learn(row.storeId, outcome.order, outcome.trackingTokenHash, tx);
      return true;
    });
    if (!kept || state === 'deferred') return;
    for (const end of waiting.get(row.id) ?? []) end(outcome);
    wake.notify(row.storeId, 'orders');
  }

  async function putOff(row: Row, reason: string): Promise<void> {
    const ceiling = Math.min(RETRY_MS_MAX, RETRY_MS_FIRST * 2 ** Math.min(row.attempts, 8));
    const delayMs = 50 + Math.floor(given.random() * ceiling);
    await db
      .update(commands)
      .set({ attempts: row.attempts + 1, nextAtMs: clock() + delayMs, lastError: reason.slice(0, 200) })
      .where(isRow(row));
    setTimeout(() => wake.notify(row.storeId, 'commands'), delayMs + 1).unref();
  }

  async function deliver(session: Session, row: Row): Promise<void> {
    let answer: { status: number; body: unknown };
    try {
      answer = await session.json('POST', '/link/commands', row.command, DELIVERY_MS_MAX);
    } catch (error) {
      await putOff(row, error instanceof Error ? error.message : String(error));
      return;
    }
    if (answer.status === 422 && row.kind !== 'payment.fact') {
      given.log.error(
        { storeId: row.storeId, commandId: row.id, kind: row.kind },
        'the store cannot read a command; it is set aside',
      );
      await settle(row, { status: 'refused', refusal: { code: 'invalid-order', errors: [] } }, 'set-aside');
      return;
    }
    const outcome = answer.status === 200 ? OutcomeShape.safeParse(answer.body) : null;
    if (!outcome?.success) {
      await putOff(
        row,
        outcome ? 'the outcome has not the form of one' : `the store answered ${answer.status}`,
      );
      return;
    }
    const { data } = outcome;
    // A fact may overtake its order: it is asked again until the order is there.
    const early =
      row.kind === 'payment.fact' && data.status === 'refused' && data.refusal.code === 'order-not-found';
    if (early) await putOff(row, 'the order is not there yet');
    else await settle(row, data, data.status);
  }

  /** The commands that may go now: due ones, but only the first of each order. One that waits for an upgrade holds up nobody. */
  async function due(storeId: string, busy: ReadonlySet<string>): Promise<Row[]> {
    const nowMs = clock();
    const first = db
      .selectDistinctOn([commands.orderId])
      .from(commands)
      .where(
        and(
          eq(commands.storeId, storeId),
          isWaiting,
          or(eq(commands.state, 'queued'), lte(commands.nextAtMs, nowMs)),
        ),
      )
      .orderBy(asc(commands.orderId), asc(commands.position))
      .as('first');
    const rows = await db
      .select()
      .from(first)
      .where(lte(first.nextAtMs, nowMs))
      .orderBy(asc(first.position))
      .limit(BATCH_MAX);
    return rows.filter((row) => !busy.has(row.orderId));
  }

  async function waitForOutcome(
    storeId: string,
    commandId: string,
    timeoutMs: number,
  ): Promise<Outcome | null> {
    const { answer, end } = listen(commandId, timeoutMs);
    // It may have been answered before we listened.
    const [row] = await db
      .select({ state: commands.state, outcome: commands.outcome })
      .from(commands)
      .where(and(eq(commands.storeId, storeId), eq(commands.id, commandId)));
    if (row?.outcome && row.state !== 'deferred') end(row.outcome);
    return answer;
  }

  return {
    enqueue,
    placedBy,

    /** The store's answer, or null when there is none within `timeoutMs`. */
    waitForOutcome,

    /**
     * Stores a placement, delivers it, and waits up to `timeoutMs` for the store's answer. Of an order that was already
     * sent it answers what is known, or what comes in that time; the caller compares `requestHash`.
     */
    async place(
      storeId: string,
      command: Extract<Command, { kind: 'order.place' }>,
      timeoutMs: number,
    ): Promise<Placement> {
      const row = await store(storeId, command, db);
      if (!row) {
        const before = await placedBy(storeId, command.payload.order.id);
        if (!before) throw new Error('a placement was neither stored nor found');
        if (before.outcome || before.state !== 'queued' || before.requestHash !== hashCommand(command))
          return before;
        return { ...before, outcome: await waitForOutcome(storeId, before.id, timeoutMs) };
      }
      const { answer } = listen(row.id, timeoutMs);
      // The first command of its order: nothing can be before it, so the table need not be asked.
      if (!lines.get(storeId)?.take(row)) wake.notify(storeId, 'commands');
      return { ...row, outcome: await answer };
    },

    /** Whether one more order may wait for this store. */
    async hasRoom(storeId: string): Promise<boolean> {
      if (lines.get(storeId)?.hasRoom()) return true;
      const [row] = await db
        .select({ count: count() })
        .from(commands)
        .where(and(eq(commands.storeId, storeId), eq(commands.state, 'queued')));
      return (row?.count ?? 0) < WAITING_MAX;
    },

    /** Delivers to one linked store until `until` resolves. */
    async serve(session: Session, until: Promise<void>): Promise<void> {
      const { storeId } = session;
      const busy = new Set<string>();
      let serving = true;
      let resume: (() => void) | null = null;
      // A wake that comes while the table is being read must not be slept through.
      let woken = false;
      const again = (): void => {
        woken = true;
        resume?.();
      };
      const hasRoom = (): boolean => serving && !draining && busy.size < IN_FLIGHT_MAX;
      const take = (row: Row): boolean => {
        if (!hasRoom() || busy.has(row.orderId)) return false;
        busy.add(row.orderId);
        const delivery = deliver(session, row)
          .catch((error: unknown) =>
            given.log.error({ err: error, storeId, commandId: row.id }, 'a delivery could not be recorded'),
          )
          .finally(() => {
            underWay.delete(delivery);
            busy.delete(row.orderId);
            again();
          });
        underWay.add(delivery);
        return true;
      };
      const line = { hasRoom, take };
      lines.set(storeId, line);
      const stop = wake.on(storeId, 'commands', again);
      void until.then(() => {
        serving = false;
        if (lines.get(storeId) === line) lines.delete(storeId);
        again();
      });
      try {
        while (serving && !draining) {
          woken = false;
          for (const row of await due(storeId, busy)) if (!take(row) && !hasRoom()) break;
          if (woken) continue;
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, LOOK_EVERY_MS);
            resume = () => {
              clearTimeout(timer);
              resolve();
            };
          });
          resume = null;
        }
      } finally {
        if (lines.get(storeId) === line) lines.delete(storeId);
        stop();
      }
    },

    /** Takes up nothing more, lets what is under way come to its end, and sends everybody who waits away with what there is. */
    async drain(): Promise<void> {
      draining = true;
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, DRAIN_MS_MAX);
      await Promise.race([Promise.all(underWay), late.promise]);
      clearTimeout(timer);
      for (const set of [...waiting.values()]) for (const end of [...set]) end(null);
    },

    /** Gives up orders that waited too long; each is followed by a withdrawal, in case it did arrive. */
    async lapse(): Promise<number> {
      return db.transaction(async (tx) => {
        const rows = await tx
          .update(commands)
          .set({ state: 'lapsed' })
          .where(and(eq(commands.state, 'queued'), placing, lte(commands.createdAtMs, clock() - LAPSE_MS)))
          .returning({ storeId: commands.storeId, orderId: commands.orderId });
        for (const { storeId, orderId } of rows)
          await enqueue(storeId, { id: given.newId(), kind: 'order.withdraw', payload: { orderId } }, tx);
        return rows.length;
      });
    },
  };
}
