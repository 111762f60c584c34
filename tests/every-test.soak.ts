// Every test that there is: `npm test` runs of faults and screens the smoke test, and of the databases one.
import { runNode } from '../scripts/run.ts';
import type { Soak } from './support/soak.ts';

export const soak: Soak = {
  name: 'every-test',
  title: 'every test: each fault, each screen, both databases',
  async run() {
    const { ok, output } = await runNode('scripts/test.ts', ['whole'], { show: true });
    const counted = output.trim().split('\n').at(-1);
    if (!ok || counted === undefined) throw new Error('a test failed, or none ran');
    return counted;
  },
};
