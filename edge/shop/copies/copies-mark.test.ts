import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import { noteRetired, readCopiesMark, turnCopiesMark, turnForRetired } from './copies-mark.ts';

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 10, 21, 15);
let db: Db;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
});
afterEach(() => void db.$client.close());

/** Whether the copies are to be made anew by then. */
const turnsAt = (ms: number): boolean => {
  const before = readCopiesMark(db);
  turnForRetired(db, ms);
  return readCopiesMark(db) !== before;
};

it('[46] what grew too old leaves the copies a week after the first of it, once, however much followed', () => {
  expect(turnsAt(START_MS)).toBe(false);
  noteRetired(db, START_MS);
  noteRetired(db, START_MS + 6 * DAY_MS);
  expect(turnsAt(START_MS + 7 * DAY_MS - 1)).toBe(false);
  expect(turnsAt(START_MS + 7 * DAY_MS)).toBe(true);
  expect(turnsAt(START_MS + 30 * DAY_MS)).toBe(false);
});

it('[46] of a time that has not come, for the clock was wrong, the week begins anew', () => {
  noteRetired(db, START_MS + 365 * DAY_MS);
  noteRetired(db, START_MS);
  expect(turnsAt(START_MS + 7 * DAY_MS)).toBe(true);
});

it('[46] an erasure takes with it what waited for its week', () => {
  noteRetired(db, START_MS);
  turnCopiesMark(db);
  expect(turnsAt(START_MS + 7 * DAY_MS)).toBe(false);
});
