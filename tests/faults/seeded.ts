// Chance that can be repeated: the same seed gives the same choices, so that a failure can be seen again.

export type Seeded = {
  readonly seed: number;
  /** From 0 up to, not including, `below`. */
  int(below: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Another stream of choices, so that one reader's pace does not shift another's. */
  fork(): Seeded;
};

/**
 * The seed of this run: SEED from the environment, else the one of every `npm test`, so that the same tree has the same
 * verdict; `npm run soak` looks where nobody has looked yet.
 */
export function seedOf(environment: NodeJS.ProcessEnv = process.env): number {
  const wanted = Number(environment['SEED'] ?? Number.NaN);
  return Number.isInteger(wanted) ? wanted >>> 0 : 1;
}

export function seeded(seed: number): Seeded {
  let state = seed >>> 0;
  // Mulberry32: small, and good enough to choose moments and items.
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (below: number): number => Math.floor(next() * below);
  return {
    seed,
    int,
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('nothing to pick from');
      return list[int(list.length)] as T;
    },
    fork: () => seeded(int(2 ** 32)),
  };
}
