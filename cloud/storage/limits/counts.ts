// Counts what callers use of a limit, for all processes of the relay together. The memory of this process judges first: whoever is
// beyond the limit here costs the database nothing, and while it does not answer this is the limit that holds.
import { createHmac } from 'node:crypto';
import { getTableName } from 'drizzle-orm';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import {
  createMemoryCount,
  secondsOf,
  usedOf,
  type LimitRule as Rule,
  type Used,
} from '@balcao/shared/host/memory-limit.ts';
import type { OpenDatabase } from '../open.ts';
import { preparedKey } from '../sealing.ts';
import { limitCounts } from './schema.ts';

export type LimitRule = Rule & {
  /**
   * Every use is counted by the shared count, for what must not be guessed. Otherwise only callers who used an eighth of the limit
   * here are counted together, after their answer: a usual request waits for nothing.
   */
  exact?: boolean;
};
/** Takes a use, or gives one back. */
export type Tries = (storeId: string, subject: string, uses?: 1 | -1) => Promise<Used>;
/** Seconds to wait, or 0 to go on. `storeId` null where no store is known. Negative points give back what was used. */
export type Count = (storeId: string | null, subject: string, points?: number) => Promise<number>;
export type Counts = ReturnType<typeof createCounts>;

const TABLE = getTableName(limitCounts);
/** Counts that wait to be told to the database: what is beyond is counted here alone. */
const WAITING_MAX = 10_000;
const TOLD_AT_ONCE_MAX = 4;
const LOCAL_SHARE = 1 / 8;
const ANSWER_MS_MAX = 1000;
/** How long no shared count is asked for after the database failed. */
const REST_MS = 5000;
const CLEARED_AT_ONCE_MAX = 5000;

export function createCounts(deps: {
  query: OpenDatabase['query'];
  /** Hides addresses and names in what is stored. */
  secretsKey: Uint8Array;
  log: { warn(details: object, message: string): void };
  /** After which the database is taken for one that does not answer. */
  answerMsMax?: number | undefined;
  /** Replaces the size of every limit, for tests that find out which routes have one. */
  points?: number | undefined;
}) {
  const { query, secretsKey, log, answerMsMax = ANSWER_MS_MAX } = deps;
  const waiting = new Map<string, { points: number; writePoints: (points: number) => Promise<void> }>();
  const telling = new Set<Promise<void>>();
  let restUntilMs = 0;

  const keyOf = (name: string, storeId: string | null, subject: string): string => {
    const mac = createHmac('sha256', preparedKey(secretsKey))
      .update(`${name}/${subject}`)
      .digest('base64url');
    // Joined: as a template, V8 would keep all the pieces of each key, the whole MAC among them.
    return [storeId ?? '-', name, mac.slice(0, 24)].join('/');
  };

  const sharedCount = (
    { points, seconds }: Rule,
    options: { inMemoryBlockOnConsumed?: number } = {},
  ): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient: { query },
      storeType: 'client',
      tableName: TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: '',
      points,
      duration: seconds,
      ...options,
    });

  /** The verdict of the shared count; null when the database gives none. */
  async function ask(shared: RateLimiterPostgres, key: string, points: number): Promise<number | null> {
    const verdict = await countUse(() => shared.consume(key, points));
    return verdict && (verdict.within ? 0 : secondsOf(verdict.limit));
  }

  /** Null when the database does not answer. */
  async function countUse(
    work: () => Promise<RateLimiterRes>,
  ): Promise<{ limit: RateLimiterRes; within: boolean } | null> {
    if (performance.now() < restUntilMs) return null;
    let late: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      late = setTimeout(() => reject(new Error('the database did not count in time')), answerMsMax);
    });
    try {
      return { limit: await Promise.race([work(), tooLate]), within: true };
    } catch (error) {
      if (error instanceof RateLimiterRes) return { limit: error, within: false };
      restUntilMs = performance.now() + REST_MS;
      log.warn({ err: error }, 'limits are counted by this process alone for a while');
      return null;
    } finally {
      clearTimeout(late);
    }
  }

  async function tellWaiting(): Promise<void> {
    for (const [key, { points, writePoints }] of waiting) {
      waiting.delete(key);
      await writePoints(points);
    }
  }

  function tellLater(key: string, points: number, writePoints: (points: number) => Promise<void>): void {
    const before = waiting.get(key);
    if (before === undefined && waiting.size >= WAITING_MAX) return;
    waiting.set(key, { points: points + (before?.points ?? 0), writePoints });
    if (telling.size >= TOLD_AT_ONCE_MAX) return;
    const work = tellWaiting();
    telling.add(work);
    void work.finally(() => telling.delete(work));
  }

  return {
    /** Creates a limit; `name` keeps its counts apart from those of others. */
    limit(name: string, rule: LimitRule): Count {
      const {
        points,
        seconds,
        exact = false,
      } = { ...rule, ...(deps.points !== undefined && { points: deps.points }) };
      const memory = createMemoryCount({ points, seconds });
      // A key beyond its limit is refused from memory until its time is over.
      const shared = sharedCount({ points, seconds }, { inMemoryBlockOnConsumed: points + 1 });
      const localMax = Math.floor(points * LOCAL_SHARE);

      return async (storeId, subject, used = 1) => {
        const key = keyOf(name, storeId, subject);
        const here = await memory.use(key, used);
        if (here.left < 0) return here.seconds;
        const consumed = points - here.left;
        if (exact) return (await ask(shared, key, used)) ?? 0;
        if (consumed > localMax)
          tellLater(key, consumed - used <= localMax ? consumed : used, async (all) => {
            const seconds = await ask(shared, key, all);
            if (seconds !== null && seconds > 0) await memory.block(key, seconds);
          });
        return 0;
      };
    },

    /** A limit under a name of its own whose uses can be given back. The shared count judges every one, while it answers. */
    tries(name: string, { points, seconds }: LimitRule): Tries {
      const memory = createMemoryCount({ points, seconds });
      // Never refused from memory alone: what is used up may be given back.
      const shared = sharedCount({ points, seconds });
      return async (storeId, subject, uses = 1) => {
        const key = keyOf(name, storeId, subject);
        const here = await memory.use(key, uses);
        const verdict = await countUse(() => shared.consume(key, uses));
        return verdict === null ? here : usedOf(points, verdict.limit);
      };
    },

    /** Clears away what is over, a bounded number at a time. Answers how many. */
    async clear(): Promise<number> {
      const { rows } = await query({
        name: 'limit_counts:clear',
        text: `delete from ${TABLE} where key in (select key from ${TABLE} where expire <= $1 limit $2) returning key`,
        values: [Date.now(), CLEARED_AT_ONCE_MAX],
      });
      return rows.length;
    },

    /** Resolves when nothing is being told to the database any more. */
    async stop(): Promise<void> {
      while (telling.size > 0) await Promise.all(telling);
    },
  };
}
