import { RateLimiterRes } from 'rate-limiter-flexible';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMemoryCount, createMemoryLimit, secondsOf } from './memory-limit.ts';

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

it('remembers twenty thousand callers where nobody says how many', async () => {
  const limit = createMemoryLimit({ points: 1, seconds: 60 });
  await Promise.all(Array.from({ length: 20_000 }, (_, at) => limit(`caller ${at + 1}`)));
  expect(await limit('caller 1')).toBe(60);
  expect(await limit('one more')).toBe(0);
  expect([await limit('caller 1'), await limit('caller 3'), await limit('caller 2')]).toEqual([60, 60, 0]);
});

it('says what is left, takes a use back, and when it begins anew', async () => {
  const count = createMemoryCount({ points: 2, seconds: 60 });
  expect(await count.use('a')).toEqual({ left: 1, seconds: 60 });
  vi.advanceTimersByTime(1000);
  expect(await count.use('a')).toEqual({ left: 0, seconds: 59 });
  expect(await count.use('a')).toEqual({ left: -1, seconds: 59 });
  expect((await count.use('a', -1)).left).toBe(0);
  expect((await count.use('a', -1)).left).toBe(1);
  vi.advanceTimersByTime(58_999);
  // A wait of less than a second is one: nobody is told to come back at once.
  expect(await count.use('a')).toEqual({ left: 0, seconds: 1 });
  expect(await count.use('b')).toEqual({ left: 1, seconds: 60 });
});

it('leaves none for as long as it is told to', async () => {
  const count = createMemoryCount({ points: 2, seconds: 60 });
  await count.block('a', 300);
  const blocked = await count.use('a');
  expect([blocked.left < 0, blocked.seconds]).toEqual([true, 300]);
  vi.advanceTimersByTime(300_001);
  expect((await count.use('a')).left).toBe(1);
});

it.each([
  [0, 1],
  [1, 1],
  [1000, 1],
  [1001, 2],
  [59_999, 60],
])('who has %d ms to wait is told to come again after %d s, when it is over', (msBeforeNext, seconds) => {
  expect(secondsOf(new RateLimiterRes(0, msBeforeNext))).toBe(seconds);
});
