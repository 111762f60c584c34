// How often one caller may ask: bounds on orders, on looking for other people's, and on guessing passwords and codes.
import { tooMany } from '@balcao/shared/http/problem.ts';
import { SEARCH_LIMITS, type SearchLimit } from '@balcao/shared/host/search-limits.ts';
import { createMemoryLimit, createTries, householdOf, type Tries } from '@balcao/shared/host/memory-limit.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';

export type Limits = ReturnType<typeof createLimits>;

const MINUTE = 60;

export function createLimits({
  orders = 60,
  lookups = 60,
  secrets = 10,
  polls = 120,
}: { orders?: number; lookups?: number; secrets?: number; polls?: number } = {}) {
  const limiter = (points: number, seconds = MINUTE) => {
    const limit = createMemoryLimit({ points, seconds });
    /** Null to go on, or the 429 to answer with. The caller's address, or whatever else is counted. */
    return async (caller: string): Promise<Response | null> => {
      const wait = await limit(householdOf(caller));
      return wait === 0 ? null : problemResponse(tooMany(wait), { 'retry-after': String(wait) });
    };
  };
  const search = Object.fromEntries(
    Object.entries(SEARCH_LIMITS).map(([name, rule]) => [name, createTries(rule)]),
  ) as Record<SearchLimit, Tries>;
  return {
    orders: limiter(orders),
    lookups: limiter(lookups),
    secrets: limiter(secrets),
    polls: limiter(polls),
    search,
  };
}
