// The suites of payments with each of the provider's interfaces on each of the databases: `npm test -- whole` runs each interface on one of them.
import { runNode } from '../../scripts/run.ts';
import { EVERY_PAIR_VARIABLE } from '../support/databases.ts';
import type { Soak } from '../support/soak.ts';

export const soak: Soak = {
  name: 'every-pair',
  title: 'payments by each interface of the provider on each database',
  async run() {
    const { ok, output } = await runNode(
      'node_modules/vitest/vitest.mjs',
      ['run', '--project=contract', 'tests/contract/payments'],
      { env: { [EVERY_PAIR_VARIABLE]: '1' }, show: true },
    );
    const counted = /Tests\s+(.+)/.exec(output)?.[1];
    if (!ok || counted === undefined) throw new Error('a test failed, or none ran');
    return counted;
  },
};
