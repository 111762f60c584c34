// Commands that stand still: set aside because the store could not read them, or deferred because it is too old for them.
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { HeldCommand } from '@balcao/shared/http/held.ts';
import { decideCommand, HELD_STATES } from '@balcao/shared/link/command-state.ts';
import type { Db } from '../../storage/open.ts';
import { commands, orders } from '../../storage/schema.ts';
import type { Wake } from '../../storage/wake.ts';

const SHOWN_MAX = 100;
const isParked = inArray(commands.state, HELD_STATES);

type ParkedRow = Pick<typeof commands.$inferSelect, 'kind' | 'state' | 'command'>;
const decideParked = ({ kind, state, command }: ParkedRow, event: 'retry' | 'discard') =>
  decideCommand({ kind, state, hasContent: command !== null }, { kind: event });

export type ParkedCommands = ReturnType<typeof createParkedCommands>;

export function createParkedCommands({ db, wake, clock }: { db: Db; wake: Wake; clock: () => number }) {
  const parkedCommand = (storeId: string, id: string) =>
    and(eq(commands.storeId, storeId), eq(commands.id, id), isParked);

  return {
    async list(storeId: string): Promise<HeldCommand[]> {
      const rows = await db
        .select({
          id: commands.id,
          kind: commands.kind,
          orderId: commands.orderId,
          orderCode: orders.code,
          state: commands.state,
          command: commands.command,
          createdAtMs: commands.createdAtMs,
        })
        .from(commands)
        .leftJoin(orders, and(eq(orders.storeId, commands.storeId), eq(orders.id, commands.orderId)))
        .where(and(eq(commands.storeId, storeId), isParked))
        .orderBy(asc(commands.position))
        .limit(SHOWN_MAX);
      return rows.map(({ command, ...row }) => ({
        ...row,
        state: row.state as HeldCommand['state'],
        canRetry: decideParked({ ...row, command }, 'retry') !== null,
        canDiscard: decideParked({ ...row, command }, 'discard') !== null,
      }));
    },

    /** Sends it once more, in its place in the queue. False when there is no such one, or it may not. */
    async retry(storeId: string, id: string): Promise<boolean> {
      const isQueued = await db.transaction(async (tx) => {
        const [row] = await tx.select().from(commands).where(parkedCommand(storeId, id)).for('update');
        if (!row || decideParked(row, 'retry') === null) return false;
        await tx
          .update(commands)
          .set({ state: 'queued', outcome: null, attempts: 0, nextAtMs: clock(), lastError: null })
          .where(parkedCommand(storeId, id));
        return true;
      });
      if (isQueued) wake.notify(storeId, 'commands');
      return isQueued;
    },

    /** Ends it without an effect. False when there is no such one, or it may not. */
    async discard(storeId: string, id: string): Promise<boolean> {
      return db.transaction(async (tx) => {
        const [row] = await tx.select().from(commands).where(parkedCommand(storeId, id)).for('update');
        const decision = row && decideParked(row, 'discard');
        if (decision?.kind !== 'settle') return false;
        await tx
          .update(commands)
          .set({ state: decision.state, outcome: decision.outcome, command: null })
          .where(parkedCommand(storeId, id));
        return true;
      });
    },
  };
}
