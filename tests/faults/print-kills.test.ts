import { describe, expect, it } from 'vitest';
import { killLoop } from './print-kills.ts';

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
    expect(rounds.filter((round) => round.whole.length === 0)).toEqual([]);
    const unmarked = rounds.filter(
      (round) => round.ticketBytes > 0 && round.whole.slice(1).some((slip) => !slip.marked),
    );
    expect(unmarked).toEqual([]);
    // Cut short before its end, the one whole slip is itself the repeat.
    const broken = rounds.filter((round) => round.ticketBytes > 0 && round.ticketBytes === round.killedAt);
    const lastSlips = broken.map((round) => round.whole.at(-1)?.marked);
    expect(broken.length).toBeGreaterThan(KILLS / 3);
    expect(lastSlips).toEqual(broken.map(() => true));
  });
});
