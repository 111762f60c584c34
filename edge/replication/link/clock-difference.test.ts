// By how much this machine's clock is ahead of the relay's: the relay said its time in the middle of the asking.
import { expect, it } from 'vitest';
import { clockDifference } from './clock-difference.ts';
import { createRelayTime } from './relay-time.ts';

const RELAY_MS = Date.UTC(2026, 10, 21, 18);
const clockOf = (...timesMs: number[]) => {
  const left = [...timesMs];
  return () => left.shift() ?? Number.NaN;
};
const saying = (date: string | null) => () =>
  Promise.resolve(new Response('{}', date === null ? {} : { headers: { date } }));
const date = new Date(RELAY_MS).toUTCString();

it.each([
  ['the same', 0, 0, 0],
  ['ahead', 60_000, 60_000, 60_000],
  ['behind', -60_000, -60_000, -60_000],
  ['ahead by half of what the answer took', 0, 2000, 1000],
])('is %s', async (_what, askedMs, answeredMs, wanted) => {
  const clock = clockOf(RELAY_MS + askedMs, RELAY_MS + answeredMs);
  expect(await clockDifference(saying(date), clock)).toBe(wanted);
});

it('is not known where the relay says no time, or does not answer', async () => {
  const clock = () => RELAY_MS;
  expect(await clockDifference(saying(null), clock)).toBeNull();
  expect(await clockDifference(saying('soon'), clock)).toBeNull();
  expect(await clockDifference(() => Promise.reject(new TypeError('fetch failed')), clock)).toBeNull();
});

it('of half a minute is left alone, which the relay takes; a larger one is made good', async () => {
  let steadyMs = 0;
  const time = createRelayTime({ wallClock: () => RELAY_MS + 30_000, steadyMs: () => steadyMs });
  expect(await time.compare(saying(date))).toBe(30_000);
  expect(time.nowMs()).toBe(RELAY_MS + 30_000);
  expect(await time.compare(saying(null))).toBeNull();
  expect(time.nowMs()).toBe(RELAY_MS + 30_000);
  steadyMs = 1000;
  expect(await time.compare(saying(date))).toBe(31_000);
  expect(time.nowMs()).toBe(RELAY_MS);
});

it('is asked where anybody may ask, and waited for three seconds: somebody looks at a screen', async () => {
  const asked: unknown[] = [];
  const answer = saying(date);
  await clockDifference(
    (path, init) => {
      asked.push(path, init?.timeoutMs);
      return answer();
    },
    () => RELAY_MS,
  );
  expect(asked).toEqual(['/healthz', 3000]);
});
