// What Stryker runs for each mutant of an area of `edge` or `cloud`: the tests that `areas.ts` names for it, and no others, because each
// opens a store. One process for all of them: what a mutant costs is mostly what is imported anew.
import { defineConfig } from 'vitest/config';
import { residentPool } from './resident-worker.ts';

const include = (process.env['MUTANT_TESTS'] ?? '').split(' ');

export default defineConfig({
  plugins: [
    {
      name: 'resident-pool',
      // Here, for Stryker names a pool of its own over what stands in `test`.
      configureVitest({ project }) {
        project.config.pool = residentPool.name;
        project.config.poolRunner = residentPool;
      },
    },
  ],
  test: {
    include,
    setupFiles: ['tests/mutants/no-mutant-yet.ts', 'tests/support/quiet-console.ts'],
    isolate: false,
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
