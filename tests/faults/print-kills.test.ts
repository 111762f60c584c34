import { describe, expect, it } from 'vitest';
import { brokenPromises, killLoop } from './print-kills.ts';

const KILLS = 15;

// The same kills every time (a linear congruential generator), so that a failure can be seen again.
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe('a store that is killed while it prints', () => {
  it('loses no ticket, and marks every repeat of which a byte was on its way', async () => {
    const rounds = await killLoop(KILLS, seeded(20261121));
    expect(rounds).toHaveLength(KILLS);
    expect(brokenPromises(rounds)).toEqual([]);
    const broken = rounds.filter((round) => round.ticketBytes > 0 && round.ticketBytes === round.killedAt);
    expect(broken.length).toBeGreaterThan(KILLS / 3);
  });
});
