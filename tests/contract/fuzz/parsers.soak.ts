import fc from 'fast-check';
import type { Soak } from '../../support/soak.ts';
import { PARSERS } from './parsers.ts';

const RUNS = Number(process.env['RUNS'] ?? 50_000);

export const soak: Soak = {
  name: 'parsers',
  title: `${PARSERS.length} parsers, ${RUNS} altered samples each`,
  async run(seed) {
    for (const { name, property } of PARSERS) {
      const { failed, counterexample, errorInstance } = await fc.check(
        property as fc.IAsyncProperty<unknown>,
        {
          numRuns: RUNS,
          seed: seed | 0,
        },
      );
      if (failed) throw new Error(`${name}: ${JSON.stringify(counterexample)}: ${String(errorInstance)}`);
    }
    return `${PARSERS.length} parsers read or refused ${PARSERS.length * RUNS} things`;
  },
};
