import { afterEach, describe, expect, test, vi } from 'vitest';
import { throttleToShare } from './yield-to-event-loop.ts';

describe('work that nobody waits for', () => {
  afterEach(() => vi.useRealTimers());

  test('leaves others three times as long as its last piece took', async () => {
    vi.useFakeTimers();
    const rest = throttleToShare();
    for (const tookMs of [10, 4]) {
      vi.advanceTimersByTime(tookMs);
      let over = false;
      const resting = rest().then(() => (over = true));
      await vi.advanceTimersByTimeAsync(3 * tookMs - 1);
      expect(over).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      await resting;
      expect(over).toBe(true);
    }
  });

  test('ends after its rest once it is to end early', async () => {
    vi.useFakeTimers();
    const ending = new AbortController();
    const rest = throttleToShare(ending.signal);
    vi.advanceTimersByTime(10);
    const resting = rest().catch((error: unknown) => error);
    ending.abort();
    await vi.advanceTimersByTimeAsync(30);
    expect(await resting).toBe(ending.signal.reason);
  });
});
