// What somebody waits for goes before what can wait: a kitchen's board before a report over years, a customer's order before the orders
// that a relay missed in an outage. Long work is done in pieces, and waits before each piece while requests are being answered.

/** One per server: routes hold it while they answer, long work asks it before each piece. */
export type ForegroundPriority = ReturnType<typeof createForegroundPriority>;

/** `wait` resolves after so many milliseconds. */
export function createForegroundPriority(wait: (ms: number) => Promise<unknown>) {
  let underWay = 0;
  let quiet = Promise.withResolvers<void>();
  return {
    /** Runs `work` as foreground: `waitUntilIdle` waits for its end. */
    async runForeground(work: () => Promise<void>): Promise<void> {
      underWay += 1;
      try {
        await work();
      } finally {
        underWay -= 1;
        if (underWay === 0) {
          quiet.resolve();
          quiet = Promise.withResolvers();
        }
      }
    },

    /** Resolves when nobody waits for anything, but after `msMax` in any case: a crowd does not keep the other out for ever. */
    async waitUntilIdle(msMax: number): Promise<void> {
      if (underWay > 0) await Promise.race([quiet.promise, wait(msMax)]);
    },
  };
}
