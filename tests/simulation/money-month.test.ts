// A few days of money by chance; `npm run soak -- money-month` lives whole months.
import { expect, it } from 'vitest';
import { liveMonth } from './money-month.ts';

it.each([1, 2, 3])(
  'every close and the reports agree with a ledger by double entry (seed %i)',
  async (seed) => {
    const { wrong, entries, closes } = await liveMonth(seed, 5);
    expect(wrong).toEqual([]);
    expect(closes).toBe(5);
    expect(entries).toBeGreaterThan(25);
  },
);
