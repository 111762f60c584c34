// Simulated evenings with faults, as many as one likes: a seed that fails is printed with its steps.
import { openAsBlob } from 'node:fs';
import type { Soak } from '../support/soak.ts';
import { EVENINGS } from './evenings.ts';
import { FAIR } from './faulty-link.ts';
import { openRelayDatabase } from './sides.ts';
import { simulate, type Judge } from './simulate.ts';
import { evening } from './steps.ts';
import { seeded } from '../faults/seeded.ts';

const SEEDS = Number(process.env['SEEDS'] ?? 10_000);
const TOLD_EVERY = 500;
/** The file of a database as `scripts/mutate.ts` makes it once for all: to make one takes as long as two evenings. */
const IMAGE = process.env['RELAY_IMAGE'];
/** `JUDGE=auditor` leaves out what looks inside, and the evenings that are written out. */
const JUDGE = (process.env['JUDGE'] ?? 'both') as Judge;

export const soak: Soak = {
  name: 'two-sides',
  title: `${SEEDS} simulated evenings with faults`,
  async run(first) {
    const database = await openRelayDatabase(IMAGE === undefined ? undefined : await openAsBlob(IMAGE));
    try {
      let orders = 0;
      for (let done = 0; done < SEEDS; done += 1) {
        const seed = first + done;
        const report = await simulate(database, seed, evening(seeded(seed)), JUDGE);
        orders += report.orders;
        if (report.wrong.length > 0)
          throw new Error(`seed ${report.seed}: ${report.wrong.join('; ')}\n${report.steps.join('\n')}`);
        if ((done + 1) % TOLD_EVERY === 0)
          console.log(`  ${done + 1} evenings, ${orders} orders, nothing wrong`);
      }
      for (const { name, steps } of JUDGE === 'auditor' ? [] : EVENINGS) {
        const { wrong } = await simulate(database, 1, { weather: FAIR, steps }, 'invariants');
        if (wrong.length > 0) throw new Error(`evening '${name}': ${wrong.join('; ')}`);
      }
      return `${SEEDS} evenings, ${orders} orders, every invariant held, and the auditor found nothing`;
    } finally {
      await database.close();
    }
  },
};
