import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Resets } from './resets.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('[33] says five hundred times at once that nobody waits, then 25 times a second, in their order', () => {
  const resets = new Resets();
  const said: number[] = [];
  for (let i = 1; i <= 600; i += 1) resets.queueReset(() => said.push(i));
  expect(said).toHaveLength(500);
  vi.advanceTimersByTime(39);
  expect(said).toHaveLength(500);
  vi.advanceTimersByTime(1);
  expect(said.at(-1)).toBe(501);
  vi.advanceTimersByTime(1000);
  expect(said).toHaveLength(526);
  resets.dropWaiting();
  vi.advanceTimersByTime(10_000);
  expect(said).toHaveLength(526);
});

it.each([20_000, 3_600_000])('has room for as many again after %i ms, and for no more', (restMs) => {
  const resets = new Resets();
  let said = 0;
  for (let i = 0; i < 500; i += 1) resets.queueReset(() => (said += 1));
  vi.advanceTimersByTime(restMs);
  for (let i = 0; i < 501; i += 1) resets.queueReset(() => (said += 1));
  expect(said).toBe(1000);
});
