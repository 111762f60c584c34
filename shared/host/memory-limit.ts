// Counts in memory what callers use of a limit. It remembers a bounded number of them.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createNewestKeys } from './newest-keys.ts';

const KEYS_MAX = 20_000;

/** So many uses (`points`) in so many seconds. */
export type LimitRule = { points: number; seconds: number };
/** How many uses are left, less than none when there was one too many, and when they begin anew: in a second or later. */
export type Used = { left: number; seconds: number };
/** Takes a use, or gives one back. */
export type Tries = (subject: string, uses?: 1 | -1) => Promise<Used>;
/** Answers the seconds to wait, or 0 to go on. */
export type MemoryLimit = (subject: string) => Promise<number>;

/** A limit that this process counts alone, of the `keysMax` subjects that asked last. */
export function createMemoryLimit(rule: LimitRule, keysMax = KEYS_MAX): MemoryLimit {
  const memory = createMemoryCount(rule, keysMax);
  return async (subject) => {
    const { left, seconds } = await memory.use(subject);
    return left < 0 ? seconds : 0;
  };
}

/** The count behind a limit, for who wants to know what is left or to give a use back. */
export function createMemoryCount({ points, seconds }: LimitRule, keysMax = KEYS_MAX) {
  const memory = new RateLimiterMemory({ keyPrefix: '', points, duration: seconds });
  const newest = createNewestKeys(keysMax);
  return {
    /** Negative uses give back what was used. */
    async use(subject: string, uses = 1): Promise<Used> {
      const forgotten = newest.use(subject);
      if (forgotten !== null) await memory.delete(forgotten);
      const limit = await memory.consume(subject, uses).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
      return usedOf(points, limit);
    },
    /** Leaves the subject no use for so long. */
    async block(subject: string, forSeconds: number): Promise<void> {
      await memory.block(subject, forSeconds);
    },
  };
}

/** What `rate-limiter-flexible` counted, as `Used`. */
export const usedOf = (points: number, limit: RateLimiterRes): Used => ({
  left: points - limit.consumedPoints,
  seconds: secondsOf(limit),
});
/** Seconds until a count begins anew, one at least. */
export const secondsOf = (limit: RateLimiterRes): number => Math.max(1, Math.ceil(limit.msBeforeNext / 1000));
