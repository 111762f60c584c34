// Hundreds of cards that forgot what they had said was synced. `ROUNDS=60 npm run soak -- lying-disk` is a shorter one.
import type { Soak } from '../support/soak.ts';
import { createTestRelay } from '../harness/relay.ts';
import { failingDisk, NO_FAILING_DISK } from './failing-disk.ts';
import { sellOnLyingDisk } from './lying-disk-rounds.ts';
import { seeded, type Seeded } from './seeded.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 600);
/** Cards of one evening: the relay's log grows by what is sold after each. */
const ROUNDS_OF_AN_EVENING = 30;

async function evening(chance: Seeded, rounds: number, seen: Map<string, number>): Promise<boolean> {
  const disk = failingDisk();
  if (disk === null) return false;
  const relay = await createTestRelay('pglite');
  try {
    const given = { orders: 10 + chance.int(60), foldedEvery: 1 + chance.int(30) };
    const lied = await sellOnLyingDisk(relay, disk, given);
    try {
      for (let round = 0; round < rounds; round += 1) {
        const outcome = await lied.round(chance.fork());
        seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
      }
    } finally {
      lied.remove();
    }
    return true;
  } finally {
    await relay.close();
    disk.remove();
  }
}

export const soak: Soak = {
  name: 'lying-disk',
  title: `${ROUNDS} cards whose syncs were lies, and the power gone`,
  async run(seed) {
    const chance = seeded(seed);
    const seen = new Map<string, number>();
    for (let done = 0; done < ROUNDS; done += ROUNDS_OF_AN_EVENING)
      if (!(await evening(chance, Math.min(ROUNDS_OF_AN_EVENING, ROUNDS - done), seen)))
        return NO_FAILING_DISK;
    return [...seen].map(([outcome, count]) => `${count} ${outcome}`).join(', ');
  },
};
