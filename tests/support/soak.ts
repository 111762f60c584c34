// A long run: what `npm test` does a few times, done many times over. scripts/soak.ts runs them one after another.
// To join, put `<name>.soak.ts` with an exported `soak` anywhere in tests: `npm run soak -- <name>` runs it alone.

export type Soak = {
  name: string;
  title: string;
  /** Throws when a promise was broken; answers in a sentence what was seen. The same seed makes the same choices. */
  run(seed: number): Promise<string>;
};
