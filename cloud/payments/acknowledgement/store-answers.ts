// What the store answered to a fact, read from the commands' own table: inside a transaction too, so that an
// answer which has just come in is never overlooked.
import { and, eq, inArray } from 'drizzle-orm';
import type { Outcome } from '@balcao/shared/link/commands.ts';
import type { Db, Tx } from '../../storage/open.ts';
import { commands } from '../../storage/schema.ts';

/** The final outcomes among these commands, the newest command's last. A deferred one is no answer yet. */
export async function answersTo(
  db: Db | Tx,
  storeId: string,
  commandIds: readonly (string | null)[],
): Promise<Outcome[]> {
  const ids = commandIds.filter((id) => id !== null);
  if (ids.length === 0) return [];
  const rows = await db
    .select({ outcome: commands.outcome })
    .from(commands)
    .where(
      and(
        eq(commands.storeId, storeId),
        inArray(commands.id, ids),
        inArray(commands.state, ['done', 'refused']),
      ),
    )
    .orderBy(commands.position);
  return rows.flatMap((row) => (row.outcome === null ? [] : [row.outcome]));
}
