// The smoke test: which of the long tests each change runs. `npm test` sets it off; `npm run soak -- every-test` and a phase that is
// named (`npm test -- faults`) run all of them. What is chosen, and why so, stands in decision 147.

/** Set by `npm test` where nothing is named. */
export const SMOKE_VARIABLE = 'BALCAO_SMOKE';

export const isSmoke = process.env[SMOKE_VARIABLE] !== undefined;

/** A browser test of the smoke test bears it as a tag of Playwright. */
export const SMOKE_TAG = '@smoke';

/** Of the tests with processes that die: one of each kind of fault, the quickest that shows it. */
export const SMOKE_FAULTS = [
  'tests/deploy/first-boot.test.ts',
  'tests/deploy/relay.test.ts',
  'tests/deploy/relay-readme.test.ts',
  'tests/deploy/wifi-file.test.ts',
  'tests/deploy/wifi.test.ts',
  'tests/faults/corrupt-page.test.ts',
  'tests/faults/embedded-relay.test.ts',
  'tests/faults/failover.test.ts',
  'tests/faults/full-disk.test.ts',
  'tests/faults/pgbouncer.test.ts',
  'tests/faults/postgres-restarts.test.ts',
  'tests/faults/print-kills.test.ts',
  'tests/faults/print-second-encoder.test.ts',
  'tests/faults/restore-small-disk.test.ts',
  'tests/faults/shop-once.test.ts',
  'tests/faults/spoilt-files.test.ts',
  'tests/faults/sticks.test.ts',
  'tests/faults/write-order.test.ts',
];
