// Six kinds of tests: `unit` beside the code; `rules`, what the project asks of itself; `contract`, one suite
// for several implementations; `simulation`, two sides and a fake clock; `faults`, real processes that die; `browsers`, the main
// ways in Firefox and WebKit.
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { IN_MEMORY } from './tests/support/memory-folder.ts';
import { isSmoke, SMOKE_FAULTS } from './tests/support/smoke.ts';
import { iconSprite } from './web/build/icon-sprite.ts';

/** For one thing to come about, on a machine of which others take most. */
const WAIT_MS_MAX = 60_000;

const common = {
  setupFiles: ['tests/support/quiet-console.ts'],
  env: IN_MEMORY,
  // What hangs fails, here and in each bound below; how quick the machine is decides nothing.
  expect: { poll: { timeout: WAIT_MS_MAX } },
};

/** Files that share the modules of their process: loading them anew for each file took half of the processor's time. */
const oneProcess = {
  isolate: false,
  setupFiles: [...common.setupFiles, 'tests/support/left-clean.ts'],
};

/** Files that replace a module for themselves (`vi.mock`), and so have modules of their own. */
const MOCKED = '**/*.mocked.test.ts';

/** The longest files are those of these projects: begun last, one of them would keep one core busy and the others idle. */
const LONG_FIRST = ['simulation', 'contract'];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ project }: TestSpecification): number =>
      LONG_FIRST.includes(project.name) ? LONG_FIRST.indexOf(project.name) : LONG_FIRST.length;
    return (await super.sort(files)).toSorted((one, other) => turn(one) - turn(other));
  }
}

export default defineConfig({
  test: {
    // Vitest leaves a core to itself, which with two cores is half of them; and a third of a worker's time is waiting for processes and disks.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    // A test opens a server and lets it go: with V8's small young generation most of it is copied twice first, a tenth of a worker's time.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=32'],
    // What tests read without importing it: a change there may break any of them.
    forceRerunTriggers: [
      '**/package-lock.json',
      '**/vitest.config.ts',
      '**/storage/migrations/**',
      '**/tests/support/**',
    ],
    projects: [
      {
        plugins: [iconSprite()],
        test: {
          name: 'unit',
          include: [
            '{shared,edge,cloud,web,scripts}/**/*.test.{ts,tsx}',
            'tests/{auditor,simulators,support,bench}/**/*.test.ts',
          ],
          exclude: [MOCKED, '**/node_modules/**'],
          ...common,
          ...oneProcess,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [iconSprite()],
        test: {
          name: 'unit-mocked',
          include: [`{shared,edge,cloud,web,scripts}/${MOCKED}`],
          ...common,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'rules',
          include: ['tests/contract/*.test.ts'],
          ...common,
          ...oneProcess,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'contract',
          include: ['tests/contract/*/**/*.test.ts'],
          exclude: [MOCKED, '**/node_modules/**'],
          ...common,
          ...oneProcess,
          globalSetup: 'tests/support/postgres-setup.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'contract-mocked',
          include: [`tests/contract/*/${MOCKED}`],
          ...common,
          globalSetup: 'tests/support/postgres-setup.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'simulation',
          include: ['tests/simulation/**/*.test.ts'],
          ...common,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: isSmoke ? SMOKE_FAULTS : ['tests/{faults,deploy}/**/*.test.ts'],
          ...common,
          // On the disk, for it is what they are of.
          env: {},
          globalSetup: 'tests/support/postgres-setup.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'browsers',
          include: ['tests/browsers/*.test.ts'],
          ...common,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
