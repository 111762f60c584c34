// How often one caller may ask: bounds on orders and on looking for other people's.
import type { BlockList } from 'node:net';
import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { problem } from '@balcao/shared/http/problem.ts';
import { clientOf, householdOf, type Env } from './context.ts';
import { problemResponse } from './problems.ts';

export type Limits = ReturnType<typeof createLimits>;
export type Limit = Limits[keyof Limits];

/** A door before a route's body is looked at: what is malformed counts too. */
export const slowed = (limit: Limit, trustedProxies: BlockList) =>
  createMiddleware<Env>(async (context, next) => (await limit(clientOf(context, trustedProxies))) ?? next());

export function createLimits(
  points: Record<'orders' | 'lookups' | 'outcomes' | 'pairing' | 'strangers' | 'staff', number> = {
    orders: 60,
    lookups: 60,
    outcomes: 240,
    pairing: 10,
    strangers: 60,
    staff: 1200,
  },
) {
  const limiter = (perMinute: number) => {
    const memory = new RateLimiterMemory({ points: perMinute, duration: 60 });
    /** Null to go on, or the 429 to answer with. */
    return async (caller: string): Promise<Response | null> => {
      try {
        await memory.consume(householdOf(caller));
        return null;
      } catch (limit) {
        if (!(limit instanceof RateLimiterRes)) throw limit;
        const seconds = Math.ceil(limit.msBeforeNext / 1000);
        return problemResponse(
          problem(
            429,
            'too-many',
            'Muitas tentativas',
            `Muitas tentativas seguidas. Espere ${seconds} s e tente de novo.`,
            { retryAfterSeconds: seconds },
          ),
          {
            'retry-after': String(seconds),
          },
        );
      }
    };
  };
  return {
    orders: limiter(points.orders),
    lookups: limiter(points.lookups),
    outcomes: limiter(points.outcomes),
    pairing: limiter(points.pairing),
    /** To the store without a session: signing in, and whoever knocks. */
    strangers: limiter(points.strangers),
    /** To the store with one, or what looks like it. */
    staff: limiter(points.staff),
  };
}
