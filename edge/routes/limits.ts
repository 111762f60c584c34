// How often one caller may ask: bounds on orders, on looking for other people's, and on guessing passwords and codes.
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { problem } from '@balcao/shared/http/problem.ts';
import { problemResponse } from './problems.ts';

export type Limits = ReturnType<typeof createLimits>;

export function createLimits({
  orders = 60,
  lookups = 60,
  secrets = 10,
}: { orders?: number; lookups?: number; secrets?: number } = {}) {
  const limiter = (perMinute: number) => {
    const memory = new RateLimiterMemory({ points: perMinute, duration: 60 });
    /** Null to go on, or the 429 to answer with. */
    return async (caller: string): Promise<Response | null> => {
      try {
        await memory.consume(caller);
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
  return { orders: limiter(orders), lookups: limiter(lookups), secrets: limiter(secrets) };
}
