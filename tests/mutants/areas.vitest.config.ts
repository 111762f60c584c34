// What Stryker runs for each mutant of an area of `edge` or `cloud`: the tests that `areas.ts` names for it, and no others, because each
// opens a store. One process for all of them: what a mutant costs is mostly what is imported anew.
import { defineConfig } from 'vitest/config';

const include = (process.env['MUTANT_TESTS'] ?? '').split(' ');

export default defineConfig({
  test: {
    include,
    setupFiles: ['tests/support/quiet-console.ts'],
    ...(include.some((file) => file.startsWith('tests/contract'))
      ? { globalSetup: 'tests/support/postgres-setup.ts' }
      : {}),
    isolate: false,
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
