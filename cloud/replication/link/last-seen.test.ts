import { beforeEach, expect, it } from 'vitest';
import { createLastSeen } from './last-seen.ts';

let nowMs: number;
let saved: Record<string, number>[];
/** Ends the statement that is under way. */
let end: (error?: Error) => void;
let kept: number | null;
let told: string[];
let lastSeen: ReturnType<typeof createLastSeen>;

beforeEach(() => {
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

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

it('saves what was heard while a statement is under way with the next one, whoever many they are', async () => {
  for (const storeId of ['a', 'b', 'c']) lastSeen.note(storeId);
  expect(saved).toEqual([{ a: nowMs }]);
  end();
  await turn();
  expect(saved).toEqual([{ a: nowMs }, { b: nowMs, c: nowMs }]);
});

it('saves one store every 15 s, however often it is heard, and goes on after a failure', async () => {
  lastSeen.note('a');
  end(new Error('away'));
  await turn();
  expect(told).toEqual(['last seen could not be saved']);
  nowMs += 15_000;
  lastSeen.note('a');
  expect(saved).toHaveLength(1);
  nowMs += 1;
  lastSeen.note('a');
  expect(saved).toHaveLength(2);
  // Set back by an hour: what was saved lies in the future.
  end();
  await turn();
  nowMs -= 3_600_000;
  lastSeen.note('a');
  expect(saved.at(-1)).toEqual({ a: nowMs });
});

it.each([
  [59_999, true],
  [60_000, true],
  [60_001, false],
])('takes a store that was heard %i ms ago for lately seen: %s', async (agoMs, isLately) => {
  lastSeen.note('a');
  nowMs += agoMs;
  expect(await lastSeen.wasLately('a')).toBe(isLately);
  kept = nowMs - agoMs;
  expect(await lastSeen.wasLately('another')).toBe(isLately);
});
