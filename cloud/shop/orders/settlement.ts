// Writes what was decided of a command that went to the store, and tells whoever waits for it.
import { and, eq, sql } from 'drizzle-orm';
import {
  DEFERRED_MS,
  retryDelayMs,
  WAITING_STATES,
  type CommandDecision,
} from '@balcao/shared/link/command-state.ts';
import type { Outcome } from '@balcao/shared/link/commands.ts';
import { withoutSync, type Db, type OpenDatabase } from '../../storage/open.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { commands } from '../../storage/schema.ts';
import type { Wake } from '../../storage/wake.ts';
import type { WholesaleReplica } from '../wholesale/replica.ts';
import { keptOutcome } from './erasure.ts';
import type { CommandSealing } from './command-sealing.ts';
import { upsertProvisionalOrder } from './replica.ts';

const REASON_CHARS_MAX = 200;

export type CommandRow = typeof commands.$inferSelect;
/** What is still to be delivered. No list, whose length would have to be looked at: what settles an order is written once. */
export const isWaiting = sql`${commands.state} in (${sql.join(
  WAITING_STATES.map((state) => sql.param(state, commands.state)),
  sql`, `,
)})`;
const isRow = (row: CommandRow) => and(eq(commands.storeId, row.storeId), eq(commands.id, row.id));

type Deps = {
  db: Db;
  repeat: OpenDatabase['repeat'];
  sealing: CommandSealing;
  persons: Persons;
  wholesale: Pick<WholesaleReplica, 'learn'>;
  wake: Wake;
  clock: () => number;
  random: () => number;
  /** Told of every outcome once it is kept. */
  onOutcome: (commandId: string, outcome: Outcome) => void;
};
type SettleDecision = Extract<CommandDecision, { outcome: Outcome }>;

/** Answers the function that carries a decision out. */
export function createSettlement(deps: Deps) {
  const { db, wake, clock } = deps;

  async function settle(row: CommandRow, decision: SettleDecision): Promise<void> {
    const { outcome } = decision;
    const settled =
      outcome.status === 'done' && (await settleOrder(deps, row, outcome))
        ? outcome
        : await settleInTransaction(deps, row, decision);
    if (!settled || decision.kind === 'defer') return;
    deps.onOutcome(row.id, settled);
    // Whoever waits for it in another process looks it up.
    wake.publish?.(row.storeId, 'outcomes');
  }

  async function scheduleRetry(row: CommandRow, reason: string): Promise<void> {
    const delayMs = retryDelayMs(row.attempts, deps.random());
    await db
      .update(commands)
      .set({
        attempts: row.attempts + 1,
        nextAtMs: clock() + delayMs,
        lastError: reason.slice(0, REASON_CHARS_MAX),
      })
      .where(isRow(row));
    setTimeout(() => wake.notify(row.storeId, 'commands'), delayMs + 1).unref();
  }

  return async (
    row: CommandRow,
    decision: SettleDecision | Extract<CommandDecision, { kind: 'ask-again' }>,
  ) => (decision.kind === 'ask-again' ? scheduleRetry(row, decision.reason) : settle(row, decision));
}

/**
 * No customer waits for a sync: an outcome that a power cut takes is asked for again, and is the same one.
 * The usual end as one statement: the store made an order, and the customer goes on at once, before the row of the log arrives.
 * False when nothing was written, for something is not usual: what was ordered is erased, or the command lapsed meanwhile.
 */
async function settleOrder(
  { repeat, sealing, persons }: Deps,
  row: CommandRow,
  outcome: Extract<Outcome, { status: 'done' }>,
): Promise<boolean> {
  const { storeId } = row;
  const { order, trackingTokenHash } = outcome;
  // Sealed once for both places where it is kept.
  const sealedOrder = persons.close({ storeId, id: order.id }, order);
  const { rows } = (await repeat(
    'settle-order',
    sql`
      with settled as (
        update commands set state = 'done', outcome = ${JSON.stringify(sealing.closeOutcome(row, { ...outcome, order: sealedOrder }))}::jsonb, last_error = null
        from (${withoutSync}) as local
        where ${isRow(row)} and ${isWaiting}
          and not exists (
            select from stores
            where store_id = ${storeId}::uuid and greatest(cleared_up_to, retired_up_to) >= ${order.orderNumber}::integer)
          and not exists (
            select from erased_orders where store_id = ${storeId}::uuid and order_id = ${order.id}::uuid)
        returning commands.id
      ), learned as (${upsertProvisionalOrder(persons, storeId, order, trackingTokenHash, sql`settled`, sealedOrder)})
      select id from settled`,
  )) as { rows: unknown[] };
  return rows.length > 0;
}

/** Answers what was kept; null when the command lapsed meanwhile. */
const settleInTransaction = (
  { db, sealing, persons, wholesale, clock }: Deps,
  row: CommandRow,
  decision: SettleDecision,
): Promise<Outcome | null> =>
  db.transaction(async (tx) => {
    await tx.execute(withoutSync);
    const outcome = await keptOutcome(tx, row.storeId, decision.outcome);
    const isDeferred = decision.kind === 'defer';
    // No order came of it, or none may be remembered: what the customer sent is of no use to anybody.
    const isUseless = (!isDeferred && decision.dropsContent) || outcome !== decision.outcome;
    const [updated] = await tx
      .update(commands)
      .set({
        state: decision.state,
        outcome: sealing.closeOutcome(row, outcome),
        nextAtMs: isDeferred ? clock() + DEFERRED_MS : row.nextAtMs,
        lastError: null,
        ...(isUseless ? { command: null } : {}),
      })
      .where(and(isRow(row), isWaiting))
      .returning({ id: commands.id });
    // It lapsed meanwhile: its withdrawal follows, and what came of it is not the customer's order any more.
    if (!updated) return null;
    if (outcome.status === 'done')
      await tx.execute(
        upsertProvisionalOrder(
          persons,
          row.storeId,
          outcome.order,
          outcome.trackingTokenHash,
          sql`(select 1) as once`,
        ),
      );
    if (outcome.status === 'wholesale') await wholesale.learn(row.storeId, outcome.wholesale, tx);
    return outcome;
  });
