import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemoryLimit } from './memory-limit.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => void vi.useRealTimers());

it('lets pass as many as it says within its time, each caller by themselves', async () => {
  const limit = createMemoryLimit({ points: 2, seconds: 60 });
  expect([await limit('a'), await limit('a'), await limit('a')]).toEqual([0, 0, 60]);
  expect(await limit('b')).toBe(0);
  vi.advanceTimersByTime(60_001);
  expect(await limit('a')).toBe(0);
});

it('[42] remembers a bounded number of callers: who was not seen for longest is forgotten, who comes again is not', async () => {
  const limit = createMemoryLimit({ points: 1, seconds: 60 }, 2);
  expect([await limit('a'), await limit('b'), await limit('a'), await limit('c')]).toEqual([0, 0, 60, 0]);
  expect(await limit('a')).toBe(60);
  expect(await limit('b')).toBe(0);
});
