import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seeded, seedOf } from './seeded.ts';
import { judge, livePast, SPOILS, type Past, type Spoil, type Verdict } from './spoilt-files.ts';

const ROUNDS = 4;
const seed = seedOf();
/** What SQLite makes anew, or sees by the sums that its log has, is never news. */
const NEVER: Partial<Record<Spoil, readonly Verdict[]>> = {
  'a bit of the database': ['earlier'],
  'a bit of the index': ['earlier', 'does not open', 'damage', 'disagreement'],
  'a sector of the index': ['earlier', 'does not open', 'damage', 'disagreement'],
  'all writes since a moment': ['does not open', 'damage', 'disagreement'],
};

let past: Past;
beforeAll(async () => {
  past = await livePast();
});
afterAll(() => past.remove());

describe(`[69] files that a card gives back spoilt (SEED=${seed})`, () => {
  it.each(SPOILS)(
    '%s: the store is as it was, as it was earlier, or says so; no order is silently another one',
    async (spoil) => {
      const chance = seeded(seed ^ SPOILS.indexOf(spoil));
      for (let round = 0; round < ROUNDS; round += 1)
        expect(NEVER[spoil] ?? []).not.toContain(await judge(past, spoil, chance));
    },
    60_000,
  );
});
