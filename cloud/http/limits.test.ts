import { expect, it } from 'vitest';
import { createCounts } from '../storage/limits/counts.ts';
import { createLimits } from './limits.ts';
import { householdOf } from '../storage/limits/household.ts';

/** No database: this process counts by itself. */
const limits = () =>
  createLimits(
    createCounts({
      query: () => Promise.reject(new Error('no database')),
      secretsKey: new Uint8Array(32),
      log: { warn: () => undefined },
    }),
  );

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, household) => {
  expect(householdOf(address)).toBe(household);
});

it('[29] counts all addresses of one IPv6 household as one, and strangers apart from each other', async () => {
  const { pairing } = limits();
  for (let tries = 0; tries < 10; tries += 1) expect(await pairing(`2001:db8:1:2::${tries}`)).toBeNull();
  const slowed = await pairing('2001:db8:1:2:ffff::1');
  expect(slowed?.status).toBe(429);
  expect(Number(slowed?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await pairing('2001:db8:1:3::1')).toBeNull();
});

it('counts a caller at each store apart', async () => {
  const { pairing } = limits();
  for (let tries = 0; tries < 10; tries += 1) await pairing('198.51.100.7', 'one-store');
  expect((await pairing('198.51.100.7', 'one-store'))?.status).toBe(429);
  expect(await pairing('198.51.100.7', 'another-store')).toBeNull();
});
