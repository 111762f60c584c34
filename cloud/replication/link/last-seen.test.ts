import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLastSeen } from './last-seen.ts';

let nowMs: number;
let saved: Record<string, number>[];
/** Ends the statement that is under way. */
let end: (error?: Error) => void;
let kept: number | null;
let told: string[];
let lastSeen: ReturnType<typeof createLastSeen>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  nowMs = 1_000_000;
  saved = [];
  told = [];
  kept = null;
  lastSeen = createLastSeen({
    stores: {
      byId: () => Promise.resolve(kept === null ? null : { lastSeenMs: kept }),
      saveSeen: (seen) => {
        saved.push(Object.fromEntries(seen));
        return new Promise((resolve, reject) => {
          end = (error) => (error === undefined ? resolve() : reject(error));
        });
      },
    },
    clock: () => nowMs,
    log: { error: (_details, message) => void told.push(message) },
  });
});

afterEach(() => void vi.useRealTimers());

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const SECOND_MS = 1000;
const rest = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('saves at once, and what was heard in the second after that with one statement, whoever many they are', async () => {
  lastSeen.recordSeen('a');
  expect(saved).toEqual([{ a: nowMs }]);
  lastSeen.recordSeen('b');
  end();
  await turn();
  lastSeen.recordSeen('c');
  await rest(SECOND_MS - 1);
  expect(saved).toHaveLength(1);
  await rest(1);
  expect(saved).toEqual([{ a: nowMs }, { b: nowMs, c: nowMs }]);
  end();
  await rest(SECOND_MS);
  lastSeen.recordSeen('d');
  expect(saved.at(-1)).toEqual({ d: nowMs });
});

it('saves what was heard last before it stops, without a rest', async () => {
  lastSeen.recordSeen('a');
  end();
  await turn();
  lastSeen.recordSeen('b');
  const stopped = lastSeen.stop();
  await turn();
  expect(saved).toEqual([{ a: nowMs }, { b: nowMs }]);
  end();
  await rest(0);
  await stopped;
});

it('saves one store every 15 s, however often it is heard, and goes on after a failure', async () => {
  lastSeen.recordSeen('a');
  end(new Error('away'));
  await turn();
  expect(told).toEqual(['last seen could not be saved']);
  await rest(SECOND_MS);
  nowMs += 15_000;
  lastSeen.recordSeen('a');
  expect(saved).toHaveLength(1);
  nowMs += 1;
  lastSeen.recordSeen('a');
  expect(saved).toHaveLength(2);
  // Set back by an hour: what was saved lies in the future.
  end();
  await rest(SECOND_MS);
  nowMs -= 3_600_000;
  lastSeen.recordSeen('a');
  expect(saved.at(-1)).toEqual({ a: nowMs });
});

it.each([
  [59_999, true],
  [60_000, true],
  [60_001, false],
  // By a clock that was ahead then: further, it says nothing of now.
  [-60_000, true],
  [-60_001, false],
])('takes a store that was heard %i ms ago for lately seen: %s', async (agoMs, isLately) => {
  lastSeen.recordSeen('a');
  nowMs += agoMs;
  expect(await lastSeen.wasLately('a')).toBe(isLately);
  kept = nowMs - agoMs;
  expect(await lastSeen.wasLately('another')).toBe(isLately);
});
