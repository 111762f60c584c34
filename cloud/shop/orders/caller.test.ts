// Whom a store's bounds count as one, without learning who it is.
import { expect, it } from 'vitest';
import { callerDigest } from './caller.ts';

const KEY = Buffer.alloc(32, 7);
const of = (address: string, storeId = 'store-1', key = KEY) => callerDigest(key, storeId, address);

it('one address is one caller, and of an IPv6 household each of its addresses', () => {
  expect(of('198.51.100.1')).toBe(of('198.51.100.1'));
  expect(of('2001:db8:1:2::9')).toBe(of('2001:db8:1:2:aaaa::1'));
  expect(new Set([of('198.51.100.1'), of('198.51.100.2'), of('2001:db8:1:3::9')]).size).toBe(3);
});

it('is another one at each store and under each key, and shows no address', () => {
  const digests = [
    of('198.51.100.1'),
    of('198.51.100.1', 'store-2'),
    of('198.51.100.1', 'store-1', Buffer.alloc(32)),
  ];
  expect(new Set(digests).size).toBe(3);
  for (const digest of digests) expect(digest).toMatch(/^[\w-]{22}$/);
});

it('an address that everybody may have tells nobody apart', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1', 'unknown'].map((address) => of(address))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
