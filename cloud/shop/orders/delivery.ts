// Delivers stored commands over a link: first come first served for each order, others pass, and what fails is tried again.
import { and, asc, eq, or } from 'drizzle-orm';
import {
  decideCommand,
  DEFERRED_MS,
  mayBeEarly,
  readAnswer,
  type CommandEvent,
} from '@balcao/shared/link/command-state.ts';
import type { Command, Outcome } from '@balcao/shared/link/commands.ts';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db, OpenDatabase } from '../../storage/open.ts';
import { commands } from '../../storage/schema.ts';
import type { Wake } from '../../storage/wake.ts';
import { isDueBy } from '../../storage/due.ts';
import { isGone } from './erasure.ts';
import type { CommandSealing } from './command-sealing.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { createSettlement, isWaiting, type CommandRow } from './settlement.ts';
import type { WholesaleReplica } from '../wholesale/replica.ts';
import type { Session } from '../stores/session.ts';

const IN_FLIGHT_MAX = 16;
const BATCH_MAX = 64;
const DELIVERY_MS_MAX = 10_000;
const STOP_MS_MAX = 2000;

export function createDelivery(deps: {
  db: Db;
  repeat: OpenDatabase['repeat'];
  sealing: CommandSealing;
  persons: Persons;
  wholesale: Pick<WholesaleReplica, 'learn'>;
  wake: Wake;
  clock: () => number;
  random: () => number;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  /** Told of every outcome once it is kept. */
  onOutcome: (commandId: string, outcome: Outcome) => void;
}) {
  const { db, wake, clock } = deps;
  /** The linked stores: each takes a command that was just stored, if there is a hand free for it. */
  const lines = new Map<
    string,
    { hasRoom(): boolean; deliverNow(row: CommandRow, openedCommand: Command): boolean; again(): void }
  >();
  const underWay = new Set<Promise<void>>();
  let draining = false;

  const carryOut = createSettlement(deps);

  async function deliver(session: Session, row: CommandRow, openedCommand: Command | null): Promise<void> {
    const command = { kind: row.kind, state: row.state, hasContent: row.command !== null };
    const event = await askStore(session, row, openedCommand);
    const decision = decideCommand(command, event);
    // Only a person queues a command anew.
    if (decision === null || decision.kind === 'queue') return;
    if (decision.kind === 'settle' && decision.state === 'set-aside')
      deps.log.error(
        { storeId: row.storeId, commandId: row.id, kind: row.kind },
        'the store cannot read a command; it is set aside',
      );
    await carryOut(row, decision);
  }

  async function askStore(
    session: Session,
    row: CommandRow,
    openedCommand: Command | null,
  ): Promise<CommandEvent> {
    let event: CommandEvent;
    try {
      const command =
        openedCommand ?? (row.command === null ? null : deps.sealing.openCommand(row.storeId, row.command));
      event = readAnswer(await session.json('POST', '/link/commands', command, DELIVERY_MS_MAX));
    } catch (error) {
      return { kind: 'unanswered', reason: error instanceof Error ? error.message : String(error) };
    }
    if (!mayBeEarly(row, event)) return event;
    // It is asked again until the order is there, but not for one that was erased.
    return (await isGone(db, row.storeId, row.orderId)) ? event : { kind: 'early' };
  }

  function dueNow() {
    const nowMs = clock();
    return (at: AnyPgColumn) => isDueBy(at, nowMs, DEFERRED_MS);
  }

  /** The commands that may go now: due ones, but only the first of each order. One that waits for an upgrade holds up nobody. */
  function dueCommands(storeId: string): Promise<CommandRow[]> {
    const isDue = dueNow();
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
    return db.select().from(first).where(isDue(first.nextAtMs)).orderBy(asc(first.position)).limit(BATCH_MAX);
  }

  return {
    /** Whether a command that is stored now would be delivered at once. */
    hasRoom: (storeId: string): boolean => lines.get(storeId)?.hasRoom() ?? false,

    /** Delivers a command that was just stored and is the first of its order, as it was before it was sealed; false when it has to wait for its turn. */
    deliverNow: (row: CommandRow, openedCommand: Command): boolean =>
      lines.get(row.storeId)?.deliverNow(row, openedCommand) ?? false,

    /** Wakes the linked stores of which something is due: one look for all of them, however many there are. */
    async wakeDue(): Promise<void> {
      if (lines.size === 0) return;
      const isDue = dueNow();
      const stores = await db
        .selectDistinct({ storeId: commands.storeId })
        .from(commands)
        .where(and(isWaiting, isDue(commands.nextAtMs)));
      for (const { storeId } of stores) lines.get(storeId)?.again();
    },

    /** Delivers to one linked store until `until` resolves. */
    async deliverToStore(session: Session, until: Promise<void>): Promise<void> {
      const { storeId } = session;
      const busyOrders = new Set<string>();
      /** Whose delivery ended while the table was being read: what was read of them may be from before. */
      let endedOrders: Set<string> | null = null;
      let isServing = true;
      /** Whether the last look left something: then whatever ends makes room for it. */
      let isMore = false;
      let wakeUp: (() => void) | null = null;
      // A wake that comes while the table is being read must not be slept through.
      let wasWoken = false;
      const wakeDelivery = (): void => {
        wasWoken = true;
        wakeUp?.();
      };
      const hasRoom = (): boolean => isServing && !draining && busyOrders.size < IN_FLIGHT_MAX;
      const deliverNow = (row: CommandRow, openedCommand: Command | null): boolean => {
        if (!hasRoom() || busyOrders.has(row.orderId)) return false;
        busyOrders.add(row.orderId);
        let isKept = true;
        const delivery = deliver(session, row, openedCommand)
          .catch((error: unknown) => {
            isKept = false;
            deps.log.error({ err: error, storeId, commandId: row.id }, 'a delivery could not be recorded');
          })
          .finally(() => {
            underWay.delete(delivery);
            busyOrders.delete(row.orderId);
            endedOrders?.add(row.orderId);
            // A look finds the first command of each order alone: behind one that was found there may stand another. What could not be written
            // down stands in the table as before: looked for at once, it would be sent again and again.
            if (isKept && (isMore || openedCommand === null)) wakeDelivery();
          });
        underWay.add(delivery);
        return true;
      };
      const line = { hasRoom, deliverNow, again: wakeDelivery };
      lines.set(storeId, line);
      const stop = wake.on(storeId, 'commands', wakeDelivery);
      void until.then(() => {
        isServing = false;
        if (lines.get(storeId) === line) lines.delete(storeId);
        wakeDelivery();
      });
      /** Looks at the table, and delivers what may go now. */
      const deliverDue = async (): Promise<void> => {
        const ended = (endedOrders = new Set<string>());
        const rows = await dueCommands(storeId);
        endedOrders = null;
        isMore = rows.length === BATCH_MAX;
        for (const row of rows)
          if (ended.has(row.orderId)) wasWoken = true;
          else if (!deliverNow(row, null)) isMore = true;
      };
      try {
        while (isServing && !draining) {
          wasWoken = false;
          await deliverDue();
          if (wasWoken) continue;
          await new Promise<void>((resolve) => (wakeUp = resolve));
          wakeUp = null;
        }
      } finally {
        if (lines.get(storeId) === line) lines.delete(storeId);
        stop();
      }
    },

    /** Takes up nothing more and lets what is under way come to its end, for a while. */
    async stop(): Promise<void> {
      draining = true;
      const timeout = Promise.withResolvers<void>();
      const timer = setTimeout(timeout.resolve, STOP_MS_MAX);
      await Promise.race([Promise.all(underWay), timeout.promise]);
      clearTimeout(timer);
    },
  };
}
