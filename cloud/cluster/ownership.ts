// Which of the relay's processes holds a store's link. The fence number rises with every taking: whoever finds a higher
// one than its own has been replaced.
import { and, eq, sql } from 'drizzle-orm';
import { coalesceRuns } from '../storage/coalesce-runs.ts';
import type { Db } from '../storage/open.ts';
import { storeLinks } from '../storage/schema.ts';
import type { Wake } from '../storage/wake.ts';

const RENEW_MS = 5000;
/** Not renewed for so long, its process is taken for dead. */
const STALE_MS = 15_000;

export type Owner = { address: string };
export type Ownership = {
  /** Takes the link for this process; `onLost` is called when another one takes it. Returns how to let go. */
  claimLink(storeId: string, onLost: () => void): Promise<() => Promise<void>>;
  /** The other process that holds the link now; null when it is here, or nowhere. */
  findOtherOwner(storeId: string): Promise<Owner | null>;
};

type Taken = { storeId: string; fence: number; lose: () => void };

/** For a relay of one process: every link that it holds is its own. */
export const sole: Ownership = {
  claimLink: () => Promise.resolve(() => Promise.resolve()),
  findOtherOwner: () => Promise.resolve(null),
};

export function createOwnership(deps: {
  db: Db;
  wake: Wake;
  clock: () => number;
  instance: string;
  /** Where the other processes reach this one. */
  address: string;
  log: { warn(details: object, message: string): void };
}): Ownership {
  const { db, wake, clock, instance, address, log } = deps;

  const read = async (storeId: string) =>
    (await db.select().from(storeLinks).where(eq(storeLinks.storeId, storeId)))[0] ?? null;

  /**
   * The links of this process. One statement looks at all of them, one renews them: there may be thousands. A store that redials has two for a
   * moment, and the answers to their takings come in any order.
   */
  const taken = new Set<Taken>();
  let renewing: NodeJS.Timeout | null = null;

  async function checkAllLinks(): Promise<void> {
    const before = [...taken];
    if (before.length === 0) return;
    const ids = `{${before.map(({ storeId }) => storeId).join(',')}}`;
    const rows = await db
      .select({ storeId: storeLinks.storeId, fence: storeLinks.fence })
      .from(storeLinks)
      .where(sql`${storeLinks.storeId} = any(${ids}::uuid[])`);
    const fences = new Map(rows.map(({ storeId, fence }) => [storeId, fence]));
    for (const { storeId, fence, lose } of before) if (fences.get(storeId) !== fence) lose();
  }

  async function renew(): Promise<void> {
    const ids = `{${[...taken].map(({ storeId }) => storeId).join(',')}}`;
    const fences = `{${[...taken].map(({ fence }) => fence).join(',')}}`;
    await db.execute(sql`
      update store_links set seen_at_ms = ${clock()}
      from unnest(${ids}::uuid[], ${fences}::bigint[]) as mine (id, fence)
      where store_id = mine.id and store_links.fence = mine.fence`);
  }

  const renewNext = coalesceRuns(renew, (error) =>
    log.warn({ err: error }, 'holding the links could not be renewed'),
  );

  function keep(link: Taken): () => void {
    taken.add(link);
    renewing ??= setInterval(renewNext, RENEW_MS);
    return () => {
      taken.delete(link);
      if (taken.size > 0 || renewing === null) return;
      clearInterval(renewing);
      renewing = null;
    };
  }

  wake.onAll(
    'link',
    coalesceRuns(checkAllLinks, (error) => log.warn({ err: error }, 'who holds the links could not be read')),
  );

  return {
    async claimLink(storeId, onLost) {
      const mine = { instance, address, seenAtMs: clock() };
      const [row] = await db
        .insert(storeLinks)
        .values({ storeId, fence: 1, ...mine })
        .onConflictDoUpdate({
          target: storeLinks.storeId,
          set: { ...mine, fence: sql`${storeLinks.fence} + 1` },
        })
        .returning({ fence: storeLinks.fence });
      const fence = row?.fence ?? 0;
      const held = and(eq(storeLinks.storeId, storeId), eq(storeLinks.fence, fence));
      wake.notify(storeId, 'link');

      let over = false;
      const lose = (): void => {
        if (over) return;
        over = true;
        onLost();
      };
      const stopKeeping = keep({ storeId, fence, lose });
      const look = coalesceRuns(
        async () => ((await read(storeId))?.fence === fence ? undefined : lose()),
        (error) => log.warn({ err: error, storeId }, 'who holds a link could not be read'),
      );
      const stop = wake.on(storeId, 'link', look);

      return async () => {
        over = true;
        stop();
        stopKeeping();
        await db.update(storeLinks).set({ seenAtMs: 0 }).where(held);
        wake.notify(storeId, 'link');
      };
    },

    async findOtherOwner(storeId) {
      const row = await read(storeId);
      const held = row !== null && row.instance !== instance && Math.abs(clock() - row.seenAtMs) < STALE_MS;
      return held ? { address: row.address } : null;
    },
  };
}
