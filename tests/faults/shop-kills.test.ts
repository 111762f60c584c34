import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKillRig, type KillRig, type Victim } from './shop-kills.ts';
import { seedOf } from './seeded.ts';

// SEED=… in the environment makes the same choices again.
const seed = seedOf();
const KILLS: Record<Victim, number> = { store: 8, relay: 7, both: 6 };

let rig: KillRig;
beforeAll(async () => {
  rig = await openKillRig(seed);
});
afterAll(() => rig?.close(), 60_000);

describe(`a shop whose processes are killed while people order (seed ${seed})`, () => {
  it.each<{ victim: Victim; name: string }>([
    { victim: 'store', name: 'the store server is killed' },
    { victim: 'relay', name: 'the relay is killed' },
    { victim: 'both', name: 'both are killed at once' },
  ])(
    'keeps every promise once when $name, again and again',
    async ({ victim }) => {
      const report = await rig.kill(victim, KILLS[victim]);
      expect(report).toMatchObject({ kills: KILLS[victim], wrong: [] });
      // A shop in which nobody could order would keep every promise too.
      expect(Math.min(...Object.values(report.seen))).toBeGreaterThan(0);
      expect(report.seen.ends).toBeGreaterThanOrEqual(2 * KILLS[victim]);
      expect(Math.min(report.acknowledged.store, report.acknowledged.relay)).toBeGreaterThan(KILLS[victim]);
    },
    180_000,
  );
});
