// How often one caller may ask: bounds on orders, on looking for other people's, on guessing codes and on live streams. All but the
// streams are counted for all processes of the relay together.
import type { BlockList } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { problem } from '@balcao/shared/http/problem.ts';
import { ofEverySearch, type SearchLimit } from '@balcao/shared/host/search-limits.ts';
import type { Counts, LimitRule, Tries } from '../storage/limits/counts.ts';
import { clientOf, type Env } from './context.ts';
import { tooManyResponse } from '@balcao/shared/host/problems.ts';
import { householdOf } from '@balcao/shared/host/household.ts';
import type { StreamRules } from '@balcao/shared/host/live-streams.ts';

/** Null to go on, or the 429 to answer with. The caller's address, or whatever else is counted; within one store where it is known. */
export type Limit = (caller: string, storeId?: string) => Promise<Response | null>;
export type Limits = Record<keyof typeof LIMITS, Limit> & { search: Record<SearchLimit, Tries> };

const MINUTE = 60;

export const LIMITS = {
  orders: { points: 60, seconds: MINUTE },
  lookups: { points: 60, seconds: MINUTE },
  outcomes: { points: 240, seconds: MINUTE },
  pairing: { points: 10, seconds: MINUTE, exact: true },
  /** Links and menu documents: far more than a store opens, however bad its line, and than the stores behind one line. */
  upgrades: { points: 600, seconds: MINUTE },
  /** Public routes that read the database and that every page asks now and then. */
  reads: { points: 600, seconds: MINUTE },
  /** Pictures: a menu has many, and browsers keep them for good. */
  pictures: { points: 1800, seconds: MINUTE },
  /** Requests passed on to the store without a session cookie, such as signing in. */
  strangers: { points: 60, seconds: MINUTE },
  /** Requests passed on to the store with a session cookie, valid or not. */
  staff: { points: 1200, seconds: MINUTE },
} satisfies Record<string, LimitRule>;

export const STREAM_RULES: StreamRules = {
  max: 12_000,
  strangersMax: 12_000,
  perShopMax: 5000,
  // One address may be a whole school behind one router, but not everybody.
  perStrangerMax: 200,
  countedAs: householdOf,
  restarting: problem(
    503,
    'restarting',
    'Um instante',
    'O site está sendo atualizado. Tente de novo em instantes.',
  ),
};

/** A door before a route's body is looked at: what is malformed counts too. */
export const slowed = (limit: Limit, trustedProxies: BlockList) =>
  createMiddleware<Env>(
    async (context, next) =>
      (await limit(clientOf(context, trustedProxies), context.get('storeId'))) ?? next(),
  );

export function createLimits(counts: Pick<Counts, 'limit' | 'tries'>, rules: typeof LIMITS = LIMITS): Limits {
  const limit = (name: keyof typeof LIMITS): Limit => {
    const count = counts.limit(name, rules[name]);
    return async (caller, storeId) => tooManyResponse(await count(storeId ?? null, householdOf(caller)));
  };
  return {
    search: ofEverySearch(counts.tries),
    orders: limit('orders'),
    lookups: limit('lookups'),
    outcomes: limit('outcomes'),
    pairing: limit('pairing'),
    upgrades: limit('upgrades'),
    reads: limit('reads'),
    pictures: limit('pictures'),
    strangers: limit('strangers'),
    staff: limit('staff'),
  };
}
