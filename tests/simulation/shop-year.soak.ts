// A shop's year: the auditor judges each day. `DAYS=30` makes a shorter one with as many orders and outages a day.
import type { Soak } from '../support/soak.ts';
import { openRelayDatabase } from './sides.ts';
import { simulateYear } from './shop-year.ts';

const YEAR_DAYS = 365;
const ORDERS = 100_000;
const OUTAGES = 500;
const DAYS = Number(process.env['DAYS'] ?? YEAR_DAYS);

export const soak: Soak = {
  name: 'shop-year',
  title: `${DAYS} days of a shop with ${ORDERS} orders and ${OUTAGES} outages a year`,
  async run(seed) {
    const database = await openRelayDatabase();
    try {
      const share = (all: number): number => Math.round((all * DAYS) / YEAR_DAYS);
      const before = process.cpuUsage();
      const { days, orders, outages, wrong } = await simulateYear(
        database,
        seed,
        { days: DAYS, orders: share(ORDERS), outages: share(OUTAGES) },
        (line) => console.log(`  ${line}`),
      );
      const { user, system } = process.cpuUsage(before);
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
      return `${days} days, ${orders} orders, ${outages} outages in ${((user + system) / 60e6).toFixed(1)} CPU-minutes; the auditor found nothing`;
    } finally {
      await database.close();
    }
  },
};
