// Months of money by chance, audited by double entry. `MONTHS=2` lives fewer.
import type { Soak } from '../support/soak.ts';
import { openDatabase } from '../harness/database.ts';
import { liveMonth } from './money-month.ts';

const MONTHS = Number(process.env['MONTHS'] ?? 12);
const DAYS = 30;

export const soak: Soak = {
  name: 'money-month',
  title: `${MONTHS} months of money by chance, each close against a ledger by double entry`,
  async run(seed) {
    let entries = 0;
    const database = await openDatabase('pglite');
    try {
      for (let month = 0; month < MONTHS; month += 1) {
        const lived = await liveMonth(database, seed + month, DAYS);
        if (lived.wrong.length > 0) throw new Error(lived.wrong.join('\n'));
        entries += lived.entries;
      }
    } finally {
      await database.close();
    }
    return `${MONTHS} months, ${entries} entries; every close and every report agreed`;
  },
};
