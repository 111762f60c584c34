// Commands to the store: stored before they are sent, delivered in order per order id, answered by the store's outcome.
import { createHash } from 'node:crypto';
import { and, asc, count, eq, inArray, lte } from 'drizzle-orm';
import { orderOf, OutcomeShape, type Command, type Outcome } from '@balcao/shared/link/commands.ts';
import type { Db, Tx } from '../db/open.ts';
import { commands } from '../db/schema.ts';
import type { Session } from '../link/session.ts';
import type { Wake } from '../live/wake.ts';
import type { Replica } from './replica.ts';

const IN_FLIGHT_MAX = 8;
const BATCH_MAX = 64;
const RETRY_MS_FIRST = 200;
const RETRY_MS_MAX = 15_000;
const LOOK_EVERY_MS = 2000;
const DELIVERY_MS_MAX = 10_000;
/** An order that the store has not answered for so long is given up; a withdrawal follows it. */
export const LAPSE_MS = 10 * 60_000;
/** Orders that may wait for one store at once. */
export const WAITING_MAX = 500;

type Row = typeof commands.$inferSelect;
export type Stored = { fresh: boolean; row: Pick<Row, 'id' | 'state' | 'outcome' | 'requestHash' | 'createdAtMs'> };
export type Commands = ReturnType<typeof createCommands>;

export const hashCommand = (command: Command): string => createHash('sha256').update(JSON.stringify([command.kind, command.payload])).digest('hex');

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
  const waiting = new Map<string, Set<(outcome: Outcome) => void>>();

  async function enqueue(storeId: string, command: Command, tx: Db | Tx = db): Promise<boolean> {
    const nowMs = clock();
    const inserted = await tx
      .insert(commands)
      .values({ storeId, id: command.id, orderId: orderOf(command), kind: command.kind, command, requestHash: hashCommand(command), state: 'queued', nextAtMs: nowMs, createdAtMs: nowMs })
      .onConflictDoNothing()
      .returning({ id: commands.id });
    // After the caller's transaction, if there is one: the delivery looks at the table, which may not show it before.
    setImmediate(() => wake.notify(storeId, 'commands'));
    return inserted.length > 0;
  }

  const placing = and(eq(commands.kind, 'order.place'));
  async function placedBy(storeId: string, orderId: string): Promise<Stored['row'] | null> {
    const [row] = await db
      .select({ id: commands.id, state: commands.state, outcome: commands.outcome, requestHash: commands.requestHash, createdAtMs: commands.createdAtMs })
      .from(commands)
      .where(and(eq(commands.storeId, storeId), eq(commands.orderId, orderId), placing));
    return row ?? null;
  }

  async function settle(row: Row, outcome: Outcome): Promise<void> {
    const state = outcome.status === 'done' ? 'done' : outcome.status === 'refused' ? 'refused' : 'deferred';
    await db.transaction(async (tx) => {
      await tx
        .update(commands)
        .set({ state, outcome, nextAtMs: state === 'deferred' ? clock() + LAPSE_MS : row.nextAtMs, lastError: null })
        .where(and(eq(commands.storeId, row.storeId), eq(commands.id, row.id)));
      // The customer goes on at once, before the row of the log arrives.
      if (outcome.status === 'done') await replica.learn(row.storeId, outcome.order, outcome.trackingTokenHash, tx);
    });
    if (state === 'deferred') return;
    for (const resolve of waiting.get(row.id) ?? []) resolve(outcome);
    wake.notify(row.storeId, 'orders');
  }

  async function putOff(row: Row, reason: string): Promise<void> {
    const ceiling = Math.min(RETRY_MS_MAX, RETRY_MS_FIRST * 2 ** Math.min(row.attempts, 8));
    await db
      .update(commands)
      .set({ attempts: row.attempts + 1, nextAtMs: clock() + 50 + Math.floor(given.random() * ceiling), lastError: reason.slice(0, 200) })
      .where(and(eq(commands.storeId, row.storeId), eq(commands.id, row.id)));
  }

  async function deliver(session: Session, row: Row): Promise<void> {
    try {
      const answer = await session.json('POST', '/link/commands', row.command, DELIVERY_MS_MAX);
      if (answer.status === 200) {
        const outcome = OutcomeShape.parse(answer.body) as Outcome;
        // A fact may overtake its order: it is asked again until the order is there.
        const early = row.kind === 'payment.fact' && outcome.status === 'refused' && outcome.refusal.code === 'order-not-found';
        if (early) await putOff(row, 'the order is not there yet');
        else await settle(row, outcome);
      } else if (answer.status === 422 && row.kind !== 'payment.fact') {
        given.log.error({ storeId: row.storeId, commandId: row.id, kind: row.kind }, 'the store cannot read a command; it is set aside');
        await db.update(commands).set({ state: 'set-aside', lastError: 'malformed' }).where(and(eq(commands.storeId, row.storeId), eq(commands.id, row.id)));
      } else {
        await putOff(row, `the store answered ${answer.status}`);
      }
    } catch (error) {
      await putOff(row, error instanceof Error ? error.message : String(error));
    }
  }

  /** The commands that may go now: due ones, but only the first of each order. */
  async function due(storeId: string, busy: ReadonlySet<string>): Promise<Row[]> {
    const rows = await db
      .select()
      .from(commands)
      .where(and(eq(commands.storeId, storeId), inArray(commands.state, ['queued', 'deferred'])))
      .orderBy(asc(commands.position))
      .limit(BATCH_MAX);
    const seen = new Set(busy);
    const nowMs = clock();
    return rows.filter((row) => {
      if (seen.has(row.orderId)) return false;
      seen.add(row.orderId);
      return row.nextAtMs <= nowMs;
    });
  }

  return {
    enqueue,
    placedBy,

    /** Stores a placement; answers what is known of it when this order was already sent. */
    async place(storeId: string, command: Extract<Command, { kind: 'order.place' }>): Promise<Stored> {
      const fresh = await enqueue(storeId, command);
      const row = fresh
        ? { id: command.id, state: 'queued' as const, outcome: null, requestHash: hashCommand(command), createdAtMs: clock() }
        : await placedBy(storeId, command.payload.order.id);
      if (!row) throw new Error('a placement was neither stored nor found');
      return { fresh, row };
    },

    async waitingCount(storeId: string): Promise<number> {
      const [row] = await db
        .select({ count: count() })
        .from(commands)
        .where(and(eq(commands.storeId, storeId), eq(commands.state, 'queued')));
      return row?.count ?? 0;
    },

    /** The store's answer, or null when there is none within `timeoutMs`. */
    async waitForOutcome(storeId: string, commandId: string, timeoutMs: number): Promise<Outcome | null> {
      return new Promise((resolve, reject) => {
        const set = waiting.get(commandId) ?? new Set();
        const end = (outcome: Outcome | null): void => {
          clearTimeout(timer);
          set.delete(end);
          if (set.size === 0) waiting.delete(commandId);
          resolve(outcome);
        };
        const timer = setTimeout(() => end(null), timeoutMs);
        waiting.set(commandId, set.add(end));
        // It may have been answered before we listened.
        db.select({ state: commands.state, outcome: commands.outcome })
          .from(commands)
          .where(and(eq(commands.storeId, storeId), eq(commands.id, commandId)))
          .then(([row]) => {
            if (row?.outcome && (row.state === 'done' || row.state === 'refused')) end(row.outcome);
          })
          .catch(reject);
      });
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
      const stop = wake.on(storeId, 'commands', again);
      void until.then(() => {
        serving = false;
        again();
      });
      while (serving) {
        woken = false;
        for (const row of await due(storeId, busy)) {
          if (busy.size >= IN_FLIGHT_MAX) break;
          busy.add(row.orderId);
          void deliver(session, row)
            .catch((error: unknown) => given.log.error({ err: error, storeId, commandId: row.id }, 'a delivery could not be recorded'))
            .finally(() => {
              busy.delete(row.orderId);
              again();
            });
        }
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
      stop();
    },

    /** Gives up orders that waited too long; each is followed by a withdrawal, in case it did arrive. */
    async lapse(): Promise<number> {
      return db.transaction(async (tx) => {
        const rows = await tx
          .update(commands)
          .set({ state: 'lapsed' })
          .where(and(eq(commands.state, 'queued'), placing, lte(commands.createdAtMs, clock() - LAPSE_MS)))
          .returning({ storeId: commands.storeId, orderId: commands.orderId });
        for (const { storeId, orderId } of rows) await enqueue(storeId, { id: given.newId(), kind: 'order.withdraw', payload: { orderId } }, tx);
        return rows.length;
      });
    },
  };
}
