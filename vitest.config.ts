// Five kinds of tests: `unit` beside the code; `rules`, what the project asks of itself; `contract`, one suite
// for several implementations; `simulation`, two sides and a fake clock; `faults`, real processes that die.
import { defineConfig } from 'vitest/config';

const common = {
  setupFiles: ['tests/support/quiet-console.ts'],
  // What hangs fails, here and in each bound below; how quick the machine is decides nothing.
  expect: { poll: { timeout: 30_000 } },
};

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
          ...common,
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: { name: 'rules', include: ['tests/contract/*.test.ts'], ...common, testTimeout: 30_000 },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/*/**/*.test.ts'],
          ...common,
          globalSetup: 'tests/support/postgres-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          ...common,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/{faults,deploy}/**/*.test.ts'],
          ...common,
          globalSetup: 'tests/support/postgres-setup.ts',
          testTimeout: 150_000,
          hookTimeout: 150_000,
        },
      },
    ],
  },
});
