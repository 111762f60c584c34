// Since when no copy has left the machine: what counts, what does not, and from when on one is missing.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import { createOutside, giveTimeAnew } from './outside.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 21, 15);
let db: Db;
let nowMs: number;
const outside = () => createOutside({ db, clock: () => nowMs });
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  nowMs = START_MS;
});
afterEach(() => void db.$client.close());

it('gives a new machine a week; a copy is missing from the moment after it', () => {
  expect(outside().newest()).toEqual({ atMs: null, isOld: false });
  nowMs += 7 * DAY_MS;
  expect([outside().newest().isOld, outside().missingMs()]).toEqual([false, 7 * DAY_MS]);
  nowMs += 1;
  expect([outside().newest().isOld, outside().missingMs()]).toEqual([true, 7 * DAY_MS + 1]);
});

it('counts by what the newest copy holds: an older one that comes out later takes nothing back', () => {
  outside().newest();
  nowMs += 5 * DAY_MS;
  outside().recordCopy(nowMs - DAY_MS);
  outside().recordCopy(nowMs - 3 * DAY_MS);
  expect(outside().newest()).toEqual({ atMs: nowMs - DAY_MS, isOld: false });
  nowMs += 6 * DAY_MS + 1;
  expect(outside().newest().isOld).toBe(true);
});

it.each([
  ['an hour', HOUR_MS, false],
  ['more than an hour', HOUR_MS + 1, true],
])('of a copy that is %s ahead of the clock nobody knows the day: anew %s', (_what, aheadMs, isAnew) => {
  outside().newest();
  nowMs += 3 * DAY_MS;
  outside().recordCopy(nowMs + aheadMs);
  expect(outside().newest().atMs).toBe(isAnew ? null : nowMs + aheadMs);
  nowMs += 7 * DAY_MS;
  expect(outside().newest().isOld).toBe(false);
});

it('gives a store that is put back its week anew, and keeps what it knew', () => {
  const atMs = nowMs;
  outside().recordCopy(atMs);
  nowMs += 30 * DAY_MS;
  expect(outside().newest()).toEqual({ atMs, isOld: true });
  giveTimeAnew(db, nowMs);
  expect(outside().newest()).toEqual({ atMs, isOld: false });
  expect(outside().missingMs()).toBe(0);
});

it('that is put back has its whole week, whichever older copy is found outside in it', () => {
  outside().recordCopy(nowMs);
  nowMs += 30 * DAY_MS;
  giveTimeAnew(db, nowMs);
  outside().recordCopy(nowMs - 20 * DAY_MS);
  nowMs += 7 * DAY_MS;
  expect(outside().newest().isOld).toBe(false);
  nowMs += 1;
  expect(outside().newest().isOld).toBe(true);
});
