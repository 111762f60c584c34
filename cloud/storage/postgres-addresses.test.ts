import { describe, expect, it } from 'vitest';
import { addressesOf, areAddresses } from './postgres-addresses.ts';

describe('the addresses of a database', () => {
  it.each([
    ['postgres://u:p@one:5432/balcao', ['postgres://u:p@one:5432/balcao']],
    ['postgres://u:p@one:5432,two/balcao', ['postgres://u:p@one:5432/balcao', 'postgres://u:p@two/balcao']],
    ['postgres://one,two/balcao', ['postgres://one/balcao', 'postgres://two/balcao']],
    ['postgres://u:p,q@one/balcao', ['postgres://u:p,q@one/balcao']],
    ['postgres://one,two?options=a,b', ['postgres://one?options=a,b', 'postgres://two?options=a,b']],
    ['postgres://one,two', ['postgres://one', 'postgres://two']],
    ['pglite', ['pglite']],
  ])('%s', (url, addresses) => {
    expect(addressesOf(url)).toEqual(addresses);
  });

  it.each([
    ['postgres://one/balcao', true],
    ['postgresql://one,two/balcao', true],
    ['postgres:///balcao', true],
    ['postgres://one,/balcao', false],
    ['mysql://one/balcao', false],
    ['one/balcao', false],
  ])('%s can be used: %s', (url, canBe) => {
    expect(areAddresses(url)).toBe(canBe);
  });
});
