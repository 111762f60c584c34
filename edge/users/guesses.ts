// Wrong passwords, counted per account: strangers who try many addresses are slowed, the owner is not. Whoever is in the shop, or
// signed in from the same address before, is asked for nothing but the password.
import { RateLimiterMemory } from 'rate-limiter-flexible';

const WRONG_MAX = 10;
const WINDOW_SECONDS = 5 * 60;

export function createGuesses() {
  const wrong = new RateLimiterMemory({ points: WRONG_MAX, duration: WINDOW_SECONDS });
  return {
    /** Seconds to wait before a stranger may try this account again; 0 when they may. */
    async waitSeconds(account: string): Promise<number> {
      const found = await wrong.get(account);
      return found && found.consumedPoints >= WRONG_MAX ? Math.ceil(found.msBeforeNext / 1000) : 0;
    },
    /** Another wrong password. */
    async count(account: string): Promise<void> {
      await wrong.penalty(account);
    },
  };
}
