// Two hundred kills of a store that prints: no ticket lost, every repeat marked.
import type { Soak } from '../support/soak.ts';
import { brokenPromises, killLoop } from './print-kills.ts';
import { seeded } from './seeded.ts';

const KILLS = 200;

export const soak: Soak = {
  name: 'print-kills',
  title: `${KILLS} kills at random bytes on the way to the printer`,
  async run(seed) {
    const chance = seeded(seed);
    const rounds = await killLoop(KILLS, () => chance.int(2 ** 30) / 2 ** 30);
    const broken = brokenPromises(rounds);
    if (rounds.length !== KILLS || broken.length > 0)
      throw new Error(`${rounds.length} rounds, of which broken: ${JSON.stringify(broken, null, 2)}`);
    const repeats = rounds.filter((round) => round.whole.some((slip) => slip.marked)).length;
    return `${KILLS} kills, no ticket lost, ${repeats} repeated and every repeat marked`;
  },
};
