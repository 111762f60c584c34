// How often one caller may ask: bounds on orders, on looking for other people's, on guessing passwords and codes, and on live streams.
import { householdOf } from '@balcao/shared/host/household.ts';
import type { StreamRules } from '@balcao/shared/host/live-streams.ts';
import { createMemoryCount, createMemoryLimit } from '@balcao/shared/host/memory-limit.ts';
import { tooManyResponse } from '@balcao/shared/host/problems.ts';
import { ofEverySearch } from '@balcao/shared/host/search-limits.ts';
import { RESTARTING } from './problems.ts';

export type Limits = ReturnType<typeof createLimits>;

const MINUTE = 60;

export const STREAM_RULES: StreamRules = {
  max: 200,
  // Kitchen and counter always find room.
  strangersMax: 150,
  // A browser opens one; several are several screens of one device. In the shop's network everybody is of one IPv6 household.
  perStrangerMax: 10,
  countedAs: (address) => address,
  restarting: RESTARTING,
};

export function createLimits({
  orders = 60,
  lookups = 60,
  secrets = 10,
  polls = 120,
}: { orders?: number; lookups?: number; secrets?: number; polls?: number } = {}) {
  const limiter = (points: number) => {
    const limit = createMemoryLimit({ points, seconds: MINUTE });
    /** Null to go on, or the 429 to answer with. The caller's address, or whatever else is counted. */
    return async (caller: string): Promise<Response | null> =>
      tooManyResponse(await limit(householdOf(caller)));
  };
  return {
    orders: limiter(orders),
    lookups: limiter(lookups),
    secrets: limiter(secrets),
    polls: limiter(polls),
    search: ofEverySearch((_name, rule) => createMemoryCount(rule).use),
  };
}
