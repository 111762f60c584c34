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
