// A card that says 'synced' and forgets it when the power goes, under the real store's process, with a real relay.
import { expect, it, type TestContext } from 'vitest';
import { createTestRelay } from '../harness/relay.ts';
import { failingDisk, NO_FAILING_DISK } from './failing-disk.ts';
import { sellOnLyingDisk, type Outcome } from './lying-disk-rounds.ts';
import { seeded, seedOf } from './seeded.ts';

const ROUNDS = 6;
const seed = seedOf();

it(`[132] a card whose syncs were lies, and the power gone: nothing acknowledged is missing or changed without a word, and all of it comes back (SEED=${seed})`, async (context: TestContext) => {
  const disk = failingDisk();
  if (disk === null) return context.skip(NO_FAILING_DISK);
  const relay = await createTestRelay('pglite');
  try {
    const evening = await sellOnLyingDisk(relay, disk, { orders: 24, foldedEvery: 7 });
    try {
      const chance = seeded(seed);
      const outcomes: Outcome[] = [];
      for (let round = 0; round < ROUNDS; round += 1) outcomes.push(await evening.round(chance.fork()));
      expect(outcomes.filter((outcome) => outcome !== 'whole')).not.toEqual([]);
    } finally {
      evening.remove();
    }
  } finally {
    await relay.close();
    disk.remove();
  }
}, 120_000);
