// A few days of money by chance; `npm run soak -- money-month` lives whole months.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase, type TestDatabase } from '../harness/database.ts';
import { liveMonth } from './money-month.ts';

// One for all: to open one costs more than a day of a month.
let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase('pglite');
});
afterAll(() => database.close());

// One of each of the provider's APIs.
it.each([1, 2])('every close and the reports agree with a ledger by double entry (seed %i)', async (seed) => {
  const { wrong, entries, closes } = await liveMonth(database, seed, 5);
  expect(wrong).toEqual([]);
  expect(closes).toBe(5);
  expect(entries).toBeGreaterThan(25);
});
