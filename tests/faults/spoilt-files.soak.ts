// Two thousand spoilt files of every kind: no acknowledged order silently another one.
import type { Soak } from '../support/soak.ts';
import { seeded } from './seeded.ts';
import { judge, livePast, SPOILS } from './spoilt-files.ts';

const ROUNDS = 2000;

export const soak: Soak = {
  name: 'spoilt-files',
  title: `${ROUNDS} turned bits, torn writes and syncs that lied`,
  async run(seed) {
    const chance = seeded(seed);
    const past = await livePast();
    const seen = new Map<string, number>();
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        const spoil = chance.pick(SPOILS);
        const verdict = await judge(past, spoil, chance);
        seen.set(verdict, (seen.get(verdict) ?? 0) + 1);
      }
    } finally {
      past.remove();
    }
    return [...seen].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
  },
};
