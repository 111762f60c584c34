// Five kinds of tests: `unit` beside the code; `rules`, what the project asks of itself; `contract`, one suite
// for several implementations; `simulation`, two sides and a fake clock; `faults`, real processes that die.
import { defineConfig } from 'vitest/config';

const setupFiles = ['tests/support/quiet-console.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{shared,edge,cloud,web,scripts}/**/*.test.{ts,tsx}',
            'tests/{simulators,support,bench}/**/*.test.ts',
          ],
          setupFiles,
          // What hangs fails; how quick the machine is decides nothing.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: { name: 'rules', include: ['tests/contract/*.test.ts'], setupFiles, testTimeout: 30_000 },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/*/**/*.test.ts'],
          setupFiles,
          globalSetup: 'tests/support/postgres-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          setupFiles,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/{faults,deploy}/**/*.test.ts'],
          setupFiles,
          globalSetup: 'tests/support/postgres-setup.ts',
          testTimeout: 150_000,
          hookTimeout: 150_000,
        },
      },
    ],
  },
});
