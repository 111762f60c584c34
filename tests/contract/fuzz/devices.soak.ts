import fc from 'fast-check';
import type { Soak } from '../../support/soak.ts';
import { DEVICES } from './devices.ts';

const TIMES = Number(process.env['TIMES'] ?? 20);

export const soak: Soak = {
  name: 'devices',
  title: `packets, printers and pictures, ${TIMES} times as many as in the tests`,
  async run(seed) {
    let tried = 0;
    for (const { name, property, runs } of DEVICES) {
      const { failed, counterexample, errorInstance } = await fc.check(property, {
        numRuns: runs * TIMES,
        seed: seed | 0,
      });
      if (failed) throw new Error(`${name}: ${JSON.stringify(counterexample)}: ${String(errorInstance)}`);
      tried += runs * TIMES;
    }
    return `${tried} were taken or refused`;
  },
};
