import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { ownHostsOf } from './own-hosts.ts';

it('the relay answers under its public name, under that by which its other processes reach it, and under those of its settings', () => {
  const { knows } = ownHostsOf(
    {
      publicUrl: 'https://acai.example',
      instanceUrl: 'http://relay-2.internal:4000',
      extraHosts: ['www.acai.example'],
    },
    () => 0,
  );
  for (const host of ['acai.example', 'relay-2.internal:4000', 'www.acai.example'])
    expect([host, knows(host)]).toEqual([host, true]);
  expect(knows('centro.example')).toBe(false);
});

it('the relay answers at every address of its machine, and at an IPv6 address that is its public name', () => {
  const { knows } = ownHostsOf(
    { publicUrl: 'http://[2001:db8::7]:4000', instanceUrl: null, extraHosts: [] },
    () => 0,
  );
  const addresses = Object.values(networkInterfaces()).flatMap((list = []) => list.map((one) => one.address));
  for (const address of ['2001:db8::7', ...addresses]) {
    const host = address.includes(':') ? `[${address}]:4000` : `${address}:4000`;
    expect([host, knows(host)]).toEqual([host, true]);
  }
});
