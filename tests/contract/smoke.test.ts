// The smoke test is what stands between a change and main: a file that moved, or a title that lost its tag, would be left out without a word.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SMOKE_FAULTS, SMOKE_TAG } from '../support/smoke.ts';

it('has only fault tests that are there', () => {
  expect(SMOKE_FAULTS.filter((file) => !existsSync(file))).toEqual([]);
});

it.each([
  ['a power cut', 'tests/faults/write-order.test.ts'],
  ['a page that is spoilt', 'tests/faults/corrupt-page.test.ts'],
  ['a full disk', 'tests/faults/full-disk.test.ts'],
  ['a killed printer process', 'tests/faults/print-kills.test.ts'],
  ['a second start', 'tests/faults/shop-once.test.ts'],
  ['a restore without room', 'tests/faults/restore-small-disk.test.ts'],
  ['a database that changes place', 'tests/faults/failover.test.ts'],
  ['the embedded database', 'tests/faults/embedded-relay.test.ts'],
])('has %s', (_, file) => {
  expect(SMOKE_FAULTS).toContain(file);
});

it.each([
  ['order', 'from the menu over the payment to the customer'],
  ['payments', 'a card'],
  ['checkout', 'an answer that gets lost'],
  ['customer-site', 'a stranger, and a phone without a network'],
  ['apart', 'without the internet, and without the relay'],
  ['away', 'the owner while the store is gone'],
  ['kitchen', 'the kitchen'],
  ['counter-sale', 'the counter'],
  ['admin', 'the administrator'],
  ['menu', 'what ran out'],
  ['printing', 'tickets that wait'],
  ['sign-in', 'sessions'],
  ['tunnel', 'staff from afar'],
  ['wholesale', 'a wholesale buyer'],
])('goes through %s.spec.ts in a browser: %s', (name) => {
  const titles = readFileSync(`tests/e2e/${name}.spec.ts`, 'utf8').match(/^ *test\((['`]).*$/gm) ?? [];
  expect(titles.filter((title) => title.includes(SMOKE_TAG))).not.toEqual([]);
});

it('has as many browser tests as two cores take in some two minutes', () => {
  const titles = globSync('tests/e2e/*.spec.ts').flatMap(
    (file) => readFileSync(file, 'utf8').match(/^ *test\((['`]).*@smoke/gm) ?? [],
  );
  expect(titles.length).toBeLessThanOrEqual(24);
});
