// A few days of money by chance; `npm run soak -- money-month` lives whole months.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type TestDatabase } from '../harness/database.ts';
import { isSmoke } from '../support/smoke.ts';
import { liveMonth } from './money-month.ts';

const DAYS = isSmoke ? 3 : 5;

// One for all: to open one costs more than a day of a month.
let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());

// One of each of the provider's APIs.
it.each([1, 2])('every close and the reports agree with a ledger by double entry (seed %i)', async (seed) => {
  const { wrong, entries, closes } = await liveMonth(database, seed, DAYS);
  expect(wrong).toEqual([]);
  expect(closes).toBe(DAYS);
  expect(entries).toBeGreaterThan(5 * DAYS);
});
