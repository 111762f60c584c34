// Time that passes in a simulated shop: the fake clock goes on by strides, and after each everything that it set going comes to rest.
import type fakeTimers from '@sinonjs/fake-timers';

const STRIDE_MS = 250;

export function createPassingTime(time: fakeTimers.Clock) {
  let underWay = 0;

  /** Until nothing moves any more without time passing. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet = underWay === 0 ? quiet + 1 : 0)
      await new Promise((resolve) => setImmediate(resolve));
  }

  return {
    settle,

    /** Nothing has come to rest before `work` is done. */
    async busy<T>(work: Promise<T>): Promise<T> {
      underWay += 1;
      try {
        return await work;
      } finally {
        underWay -= 1;
      }
    },

    async pass(ms: number, strideMs = STRIDE_MS): Promise<void> {
      for (let left = ms; left > 0; left -= strideMs) {
        time.tick(Math.min(left, strideMs));
        await settle();
      }
    },
  };
}
