// Counts what callers use of a limit. One process, so its memory is the right place; it remembers a bounded number of callers.
import { isIP } from 'node:net';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './household.ts';
import { createNewestKeys } from './newest-keys.ts';

const KEYS_MAX = 20_000;

/** Answers the seconds to wait, or 0 to go on. */
export type MemoryLimit = (subject: string) => Promise<number>;
/** Takes a use, or gives one back. Answers how many are left, less than none when it was one too many, and when they begin anew. */
export type Tries = (subject: string, uses?: 1 | -1) => Promise<{ left: number; seconds: number }>;
type Rule = { points: number; seconds: number; keysMax?: number };

export function createMemoryLimit(rule: Rule): MemoryLimit {
  const use = createTries(rule);
  return async (subject) => {
    const { left, seconds } = await use(subject);
    return left < 0 ? seconds : 0;
  };
}

export function createTries({ points, seconds, keysMax = KEYS_MAX }: Rule): Tries {
  const memory = new RateLimiterMemory({ keyPrefix: '', points, duration: seconds });
  const newest = createNewestKeys(keysMax);
  return async (subject, uses = 1) => {
    const forgotten = newest.use(subject);
    if (forgotten !== null) await memory.delete(forgotten);
    const { consumedPoints, msBeforeNext } = await memory.consume(subject, uses).catch((limit: unknown) => {
      if (limit instanceof RateLimiterRes) return limit;
      throw limit;
    });
    return { left: points - consumedPoints, seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
  };
}

/** What limits count: an address, or the whole network that one IPv6 household has. */
export const householdOf = (address: string): string => (isIP(address) === 6 ? networkOf(address) : address);
