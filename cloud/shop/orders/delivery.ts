// Delivers stored commands over a link: first come first served for each order, others pass, and what fails is tried again.
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import { OutcomeShape, type Outcome } from '@balcao/shared/link/commands.ts';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db, OpenDatabase } from '../../storage/open.ts';
import { commands } from '../../storage/schema.ts';
import type { Wake } from '../../storage/wake.ts';
import { isDueBy } from '../../storage/due.ts';
import { isGone, keptOutcome } from './erasure.ts';
import type { KeptCommands } from './kept-commands.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { upsertProvisionalOrder } from './replica.ts';
import type { WholesaleReplica } from '../wholesale/replica.ts';
import type { Session } from '../stores/session.ts';

const IN_FLIGHT_MAX = 16;
const BATCH_MAX = 64;
const RETRY_MS_FIRST = 200;
const RETRY_MS_MAX = 15_000;
const LOOK_EVERY_MS = 2000;
const DELIVERY_MS_MAX = 10_000;
const DRAIN_MS_MAX = 2000;
/** A command that the store is too old for is asked again after so long. */
const DEFERRED_MS = 10 * 60_000;

export type CommandRow = typeof commands.$inferSelect;
/** What is still to be delivered. */
export const isWaiting = inArray(commands.state, ['queued', 'deferred']);

/** No customer waits for this sync: an outcome that a power cut takes is asked for again, and is the same one. */
const withoutSync = sql`select set_config('synchronous_commit', 'off', true)`;

/** Until the next try, after so many: longer each time, by chance (`random` from 0 to below 1), so that not all come back at once. */
export function retryDelayMs(attempts: number, random: number): number {
  const ceiling = Math.min(RETRY_MS_MAX, RETRY_MS_FIRST * 2 ** Math.min(attempts, 8));
  return 50 + Math.floor(random * ceiling);
}

export function createDelivery(given: {
  db: Db;
  repeat: OpenDatabase['repeat'];
  kept: KeptCommands;
  persons: Persons;
  wholesale: Pick<WholesaleReplica, 'learn'>;
  wake: Wake;
  clock: () => number;
  random: () => number;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  /** Told of every outcome once it is kept. */
  onOutcome: (commandId: string, outcome: Outcome) => void;
}) {
  const { db, wholesale, wake, clock } = given;
  /** The linked stores: each takes a command that was just stored, if there is a hand free for it. */
  const lines = new Map<string, { hasRoom(): boolean; take(row: CommandRow): boolean }>();
  const underWay = new Set<Promise<void>>();
  let draining = false;

  const isRow = (row: CommandRow) => and(eq(commands.storeId, row.storeId), eq(commands.id, row.id));

  /**
   * The usual end as one statement: the store made an order, and the customer goes on at once, before the row of the log arrives.
   * False when nothing was written, for something is not usual: what was ordered is erased, or the command lapsed meanwhile.
   */
  async function settleOrder(
    row: CommandRow,
    outcome: Extract<Outcome, { status: 'done' }>,
  ): Promise<boolean> {
    const { storeId } = row;
    const { order, trackingTokenHash } = outcome;
    const { rows } = (await given.repeat(
      'settle-order',
      sql`
        with settled as (
          update commands set state = 'done', outcome = ${JSON.stringify(given.kept.closeOutcome(row, outcome))}::jsonb, last_error = null
          from (${withoutSync}) as local
          where ${isRow(row)} and ${isWaiting}
            and not exists (
              select from stores
              where store_id = ${storeId}::uuid and greatest(cleared_up_to, retired_up_to) >= ${order.orderNumber}::integer)
            and not exists (
              select from erased_orders where store_id = ${storeId}::uuid and order_id = ${order.id}::uuid)
          returning commands.id
        ), learned as (${upsertProvisionalOrder(given.persons, storeId, order, trackingTokenHash, sql`settled`)})
        select id from settled`,
    )) as { rows: unknown[] };
    return rows.length > 0;
  }

  async function settle(
    row: CommandRow,
    answer: Outcome,
    state: 'done' | 'refused' | 'deferred' | 'set-aside',
  ): Promise<void> {
    const settled =
      answer.status === 'done' && (await settleOrder(row, answer))
        ? answer
        : await settleInTransaction(row, answer, state);
    if (!settled || state === 'deferred') return;
    given.onOutcome(row.id, settled);
    // Whoever waits for it in another process looks it up.
    wake.publish?.(row.storeId, 'outcomes');
  }

  /** Answers what was kept; null when the command lapsed meanwhile. */
  const settleInTransaction = (
    row: CommandRow,
    answer: Outcome,
    state: 'done' | 'refused' | 'deferred' | 'set-aside',
  ): Promise<Outcome | null> =>
    db.transaction(async (tx) => {
      await tx.execute(withoutSync);
      const outcome = await keptOutcome(tx, row.storeId, answer);
      // No order came of it, or none may be remembered: what the customer sent is of no use to anybody.
      const useless = state === 'refused' || outcome !== answer;
      const [updated] = await tx
        .update(commands)
        .set({
          state,
          outcome: given.kept.closeOutcome(row, outcome),
          nextAtMs: state === 'deferred' ? clock() + DEFERRED_MS : row.nextAtMs,
          lastError: null,
          ...(useless ? { command: null } : {}),
        })
        .where(and(isRow(row), isWaiting))
        .returning({ id: commands.id });
      // It lapsed meanwhile: its withdrawal follows, and what came of it is not the customer's order any more.
      if (!updated) return null;
      if (outcome.status === 'done')
        await tx.execute(
          upsertProvisionalOrder(
            given.persons,
            row.storeId,
            outcome.order,
            outcome.trackingTokenHash,
            sql`(select 1) as once`,
          ),
        );
      if (outcome.status === 'wholesale') await wholesale.learn(row.storeId, outcome.wholesale, tx);
      return outcome;
    });

  async function scheduleRetry(row: CommandRow, reason: string): Promise<void> {
    const delayMs = retryDelayMs(row.attempts, given.random());
    await db
      .update(commands)
      .set({ attempts: row.attempts + 1, nextAtMs: clock() + delayMs, lastError: reason.slice(0, 200) })
      .where(isRow(row));
    setTimeout(() => wake.notify(row.storeId, 'commands'), delayMs + 1).unref();
  }

  async function deliver(session: Session, row: CommandRow): Promise<void> {
    let answer: { status: number; body: unknown };
    try {
      const command = row.command === null ? null : given.kept.openCommand(row.storeId, row.command);
      answer = await session.json('POST', '/link/commands', command, DELIVERY_MS_MAX);
    } catch (error) {
      await scheduleRetry(row, error instanceof Error ? error.message : String(error));
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
      await scheduleRetry(
        row,
        outcome ? 'the outcome has not the form of one' : `the store answered ${answer.status}`,
      );
      return;
    }
    const { data } = outcome;
    // A fact may overtake its order: it is asked again until the order is there, but not for one that was erased.
    const early =
      row.kind === 'payment.fact' &&
      data.status === 'refused' &&
      data.refusal.code === 'order-not-found' &&
      !(await isGone(db, row.storeId, row.orderId));
    if (early) await scheduleRetry(row, 'the order is not there yet');
    else await settle(row, data, data.status === 'wholesale' ? 'done' : data.status);
  }

  /** The commands that may go now: due ones, but only the first of each order. One that waits for an upgrade holds up nobody. */
  async function due(storeId: string, busy: ReadonlySet<string>): Promise<CommandRow[]> {
    const nowMs = clock();
    const isDue = (at: AnyPgColumn) => isDueBy(at, nowMs, DEFERRED_MS);
    const first = db
      .selectDistinctOn([commands.orderId])
      .from(commands)
      .where(
        and(
          eq(commands.storeId, storeId),
          isWaiting,
          or(eq(commands.state, 'queued'), isDue(commands.nextAtMs)),
        ),
      )
      .orderBy(asc(commands.orderId), asc(commands.position))
      .as('first');
    const rows = await db
      .select()
      .from(first)
      .where(isDue(first.nextAtMs))
      .orderBy(asc(first.position))
      .limit(BATCH_MAX);
    return rows.filter((row) => !busy.has(row.orderId));
  }

  return {
    /** Whether a command that is stored now would be delivered at once. */
    hasRoom: (storeId: string): boolean => lines.get(storeId)?.hasRoom() ?? false,

    /** Delivers a command that was just stored and is the first of its order; false when it has to wait for its turn. */
    take: (row: CommandRow): boolean => lines.get(row.storeId)?.take(row) ?? false,

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
      const take = (row: CommandRow): boolean => {
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

    /** Takes up nothing more and lets what is under way come to its end, for a while. */
    async drain(): Promise<void> {
      draining = true;
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, DRAIN_MS_MAX);
      await Promise.race([Promise.all(underWay), late.promise]);
      clearTimeout(timer);
    },
  };
}
