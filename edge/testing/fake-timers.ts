import { vi } from 'vitest';
import type { TestStore } from './open-test-store.ts';

/** The timers that a test moves; what comes from sockets and files is real. */
export const fakeTimers = (): void =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });

/** Lets the timers of a test go on until `work` is over: a store that ends waits for a job that rests. */
export async function passUntil(work: Promise<void>): Promise<void> {
  let isOver = false;
  const working = work.finally(() => (isOver = true));
  while (vi.isFakeTimers() && !isOver) {
    await vi.advanceTimersByTimeAsync(1000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await working;
}

/** Ends the store, and only then gives the real timers back: a rest that began on a timer of the test ends on no other. */
export async function endFakeTime(store: Pick<TestStore, 'close'>): Promise<void> {
  await passUntil(store.close());
  vi.useRealTimers();
}
