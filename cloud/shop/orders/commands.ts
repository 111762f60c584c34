// Commands to the store: stored before they are sent, kept with the store's outcome, waited for by whoever sent them.
import { hash } from 'node:crypto';
import { and, count, eq, gt, inArray, lte, sql, type SQL } from 'drizzle-orm';
import {
  LAPSE_MS,
  LAPSING_STATES,
  WITHDRAWN_BY,
  type PlacingKind,
} from '@balcao/shared/link/command-state.ts';
import { orderOf, type Command, type Outcome } from '@balcao/shared/link/commands.ts';
import { coalesceRuns } from '../../storage/coalesce-runs.ts';
import type { Db, OpenDatabase, Tx } from '../../storage/open.ts';
import { commands } from '../../storage/schema.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { createDelivery } from './delivery.ts';
import { purgeAnswered } from './erasure.ts';
import { createCommandSealing } from './command-sealing.ts';
import type { CommandRow } from './settlement.ts';
import type { WholesaleReplica } from '../wholesale/replica.ts';

/** Orders that may wait for one store at once. */
const WAITING_MAX = 500;

/** What is known of an order's placement. */
export type Placement = Pick<CommandRow, 'id' | 'state' | 'outcome' | 'requestHash' | 'claimHash'>;
export type Commands = ReturnType<typeof createCommands>;

const hashes = new WeakMap<Command, string>();
/** Of each command once: who stores it asks for it, and who compares what was stored. Nobody changes one. */
export function hashCommand(command: Command): string {
  const cached = hashes.get(command);
  if (cached !== undefined) return cached;
  const requestHash = hash('sha256', JSON.stringify([command.kind, command.payload]));
  hashes.set(command, requestHash);
  return requestHash;
}

const claimHashOf = (command: Command): string | null => {
  switch (command.kind) {
    case 'order.place':
      return command.payload.order.claimHash ?? null;
    case 'wholesale.place':
      return command.payload.wholesale.claimHash ?? null;
    default:
      return null;
  }
};

export function createCommands(deps: {
  db: Db;
  /** Seals what the answers of the store must not show in a copy of the database. */
  secretsKey: Uint8Array;
  persons: Persons;
  previousSecretsKey?: Uint8Array | null;
  repeat: OpenDatabase['repeat'];
  wholesale: Pick<WholesaleReplica, 'learn'>;
  wake: Wake;
  clock: () => number;
  random: () => number;
  newId: () => string;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}) {
  const { db, wake, clock } = deps;
  const sealing = createCommandSealing(deps.secretsKey, deps.persons, deps.previousSecretsKey);
  // Who waits for an outcome in this process, by command.
  const waiting = new Map<string, Set<(outcome: Outcome | null) => void>>();
  // Outcomes that another process was given, by store: looked up for all who wait here, while anybody does.
  const lookups = new Map<string, { commandIds: Set<string>; stop: () => void }>();
  let draining = false;
  const delivery = createDelivery({
    ...deps,
    sealing,
    onOutcome: (commandId, outcome) => {
      for (const resolveWaiter of waiting.get(commandId) ?? []) resolveWaiter(outcome);
    },
  });

  /** Null when it is there already. */
  async function store(
    storeId: string,
    command: Command,
    execute: (statement: SQL) => PromiseLike<unknown>,
  ): Promise<CommandRow | null> {
    const nowMs = clock();
    const row = {
      ...{ storeId, id: command.id, orderId: orderOf(command), kind: command.kind },
      ...{ command: sealing.closeCommand(storeId, command), requestHash: hashCommand(command) },
      ...{ claimHash: claimHashOf(command), state: 'queued' as const, outcome: null, attempts: 0 },
      ...{ nextAtMs: nowMs, lastError: null, createdAtMs: nowMs },
    };
    const { rows } = (await execute(sql`
      insert into commands (store_id, id, order_id, kind, command, request_hash, claim_hash, state, next_at_ms, created_at_ms)
      values (${storeId}::uuid, ${row.id}::uuid, ${row.orderId}::uuid, ${row.kind}::text, ${JSON.stringify(row.command)}::jsonb,
        ${row.requestHash}::text, ${row.claimHash}::text, ${row.state}::text, ${nowMs}::bigint, ${nowMs}::bigint)
      on conflict do nothing
      returning position`)) as { rows: { position: unknown }[] };
    return rows[0] === undefined ? null : { ...row, position: Number(rows[0].position) };
  }

  async function enqueue(
    storeId: string,
    command: Command,
    tx: Db | Tx = db,
    replacedId: string | null = null,
  ): Promise<boolean> {
    if (replacedId !== null) {
      const isReplaced = and(eq(commands.storeId, storeId), eq(commands.id, replacedId));
      const isUnheard = inArray(commands.state, LAPSING_STATES);
      await tx.update(commands).set({ state: 'lapsed', command: null }).where(and(isReplaced, isUnheard));
    }
    const row = await store(storeId, command, (statement) => tx.execute(statement));
    // After the caller's transaction, if there is one: the delivery looks at the table, which may not show it before.
    setImmediate(() => wake.notify(storeId, 'commands'));
    return row !== null;
  }

  async function placedBy(
    storeId: string,
    orderId: string,
    kind: PlacingKind = 'order.place',
  ): Promise<Placement | null> {
    const [row] = await db
      .select({
        id: commands.id,
        state: commands.state,
        outcome: commands.outcome,
        requestHash: commands.requestHash,
        claimHash: commands.claimHash,
      })
      .from(commands)
      .where(and(eq(commands.storeId, storeId), eq(commands.orderId, orderId), eq(commands.kind, kind)));
    return row ? { ...row, outcome: sealing.openOutcome({ storeId, orderId }, row.outcome) } : null;
  }

  /** Resolves with the outcome, or with null after `timeoutMs` or when the relay stops. */
  function awaitOutcome(
    storeId: string,
    commandId: string,
    timeoutMs: number,
  ): { answer: Promise<Outcome | null>; end: (outcome: Outcome | null) => void } {
    const { promise, resolve } = Promise.withResolvers<Outcome | null>();
    const waiters = waiting.get(commandId) ?? new Set();
    const resolveWaiter = (outcome: Outcome | null): void => {
      clearTimeout(timer);
      waiters.delete(resolveWaiter);
      if (waiters.size === 0) {
        waiting.delete(commandId);
        lookedUp.commandIds.delete(commandId);
        if (lookedUp.commandIds.size === 0) {
          lookedUp.stop();
          lookups.delete(storeId);
        }
      }
      resolve(outcome);
    };
    const lookedUp = lookups.get(storeId) ?? lookUp(storeId);
    lookedUp.commandIds.add(commandId);
    const timer = setTimeout(() => resolveWaiter(null), draining ? 0 : timeoutMs);
    waiting.set(commandId, waiters.add(resolveWaiter));
    return { answer: promise, end: resolveWaiter };
  }

  function lookUp(storeId: string) {
    const commandIds = new Set<string>();
    async function readOutcomes(): Promise<void> {
      const rows = await db
        .select({
          id: commands.id,
          orderId: commands.orderId,
          state: commands.state,
          outcome: commands.outcome,
        })
        .from(commands)
        .where(and(eq(commands.storeId, storeId), inArray(commands.id, [...commandIds])));
      for (const { id, orderId, state, outcome } of rows)
        if (outcome && state !== 'deferred')
          for (const resolveWaiter of waiting.get(id) ?? [])
            resolveWaiter(sealing.openOutcome({ storeId, orderId }, outcome));
    }
    const onError = (error: unknown): void =>
      deps.log.error({ err: error, storeId }, 'outcomes of another process could not be read');
    const stop = wake.on(storeId, 'outcomes', coalesceRuns(readOutcomes, onError));
    const lookup = { commandIds, stop };
    lookups.set(storeId, lookup);
    return lookup;
  }

  async function waitForOutcome(
    storeId: string,
    commandId: string,
    timeoutMs: number,
  ): Promise<Outcome | null> {
    const { answer, end: resolveWaiter } = awaitOutcome(storeId, commandId, timeoutMs);
    // It may have been answered before we listened.
    const [row] = await db
      .select({ orderId: commands.orderId, state: commands.state, outcome: commands.outcome })
      .from(commands)
      .where(and(eq(commands.storeId, storeId), eq(commands.id, commandId)));
    if (row?.outcome && row.state !== 'deferred')
      resolveWaiter(sealing.openOutcome({ storeId, orderId: row.orderId }, row.outcome));
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
      command: Extract<Command, { kind: PlacingKind }>,
      timeoutMs: number,
    ): Promise<Placement> {
      // Of all statements it is the one that each order waits for: PostgreSQL reads and plans it once.
      const row = await store(storeId, command, (statement) => deps.repeat('store-command', statement));
      if (!row) {
        const earlier = await placedBy(storeId, orderOf(command), command.kind);
        if (!earlier) throw new Error('a placement was neither stored nor found');
        if (earlier.outcome || earlier.state !== 'queued' || earlier.requestHash !== hashCommand(command))
          return earlier;
        return { ...earlier, outcome: await waitForOutcome(storeId, earlier.id, timeoutMs) };
      }
      const { answer } = awaitOutcome(storeId, row.id, timeoutMs);
      // The first command of its order: nothing can be before it, so the table need not be asked.
      if (!delivery.deliverNow(row, command)) wake.notify(storeId, 'commands');
      return { ...row, outcome: await answer };
    },

    /** Whether one more order may wait for this store. */
    async hasRoom(storeId: string): Promise<boolean> {
      if (delivery.hasRoom(storeId)) return true;
      const [row] = await db
        .select({ count: count() })
        .from(commands)
        .where(and(eq(commands.storeId, storeId), eq(commands.state, 'queued')));
      return (row?.count ?? 0) < WAITING_MAX;
    },

    deliverToStore: delivery.deliverToStore,
    wakeDue: delivery.wakeDue,

    /** Delivers nothing more; everybody who waits for an outcome gets null now. */
    async stop(): Promise<void> {
      draining = true;
      await delivery.stop();
      for (const waiters of [...waiting.values()])
        for (const resolveWaiter of [...waiters]) resolveWaiter(null);
    },

    /** Drops what customers sent and nobody needs any more. Answers how many. */
    purgeAnswered: (): Promise<number> => purgeAnswered(db, clock()),

    /** Gives up orders that waited too long; each is followed by a withdrawal, in case it did arrive. */
    async lapse(): Promise<number> {
      const nowMs = clock();
      const isPlacing = and(
        inArray(commands.state, LAPSING_STATES),
        inArray(commands.kind, Object.keys(WITHDRAWN_BY)),
      );
      return db.transaction(async (tx) => {
        // From the future: taken by a clock that was set back since. Nobody knows how long ago, so its time begins now.
        await tx
          .update(commands)
          .set({ createdAtMs: nowMs })
          .where(and(isPlacing, gt(commands.createdAtMs, nowMs + LAPSE_MS)));
        const rows = await tx
          .update(commands)
          .set({ state: 'lapsed', command: null })
          .where(and(isPlacing, lte(commands.createdAtMs, nowMs - LAPSE_MS)))
          .returning({
            storeId: commands.storeId,
            orderId: commands.orderId,
            kind: commands.kind,
            claimHash: commands.claimHash,
          });
        for (const { storeId, orderId, kind, claimHash } of rows)
          await enqueue(
            storeId,
            {
              id: deps.newId(),
              kind: WITHDRAWN_BY[kind as PlacingKind],
              payload: { orderId, ...(claimHash === null ? {} : { claimHash }) },
            },
            tx,
          );
        return rows.length;
      });
    },
  };
}
