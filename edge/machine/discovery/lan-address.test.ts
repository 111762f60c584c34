// Which of a machine's addresses stands on paper and on the screen, for phones that do not resolve `.local`.
import { expect, it } from 'vitest';
import { addressesOf, isRealCard, lanHost } from './lan-address.ts';

const card = (address: string, more: object = {}) =>
  ({ address, family: 'IPv4', internal: false, mac: '', netmask: '', cidr: null, ...more }) as never;

it.each([
  [
    'a card of its own before a bridge that comes first',
    { docker0: [card('172.17.0.1')], wlan0: [card('192.168.0.7')] },
    '192.168.0.7',
  ],
  ['a cable', { tun0: [card('10.8.0.2')], enp3s0: [card('10.0.0.9')] }, '10.0.0.9'],
  ['a bridge where there is nothing else', { br0: [card('192.168.0.8')] }, '192.168.0.8'],
  [
    'no address that the machine gave itself',
    { eth0: [card('169.254.7.7')], wlan0: [card('192.168.0.7')] },
    '192.168.0.7',
  ],
  ['no IPv6', { eth0: [card('fe80::1', { family: 'IPv6' }), card('192.168.0.9')] }, '192.168.0.9'],
  [
    'the name, where there is only the loopback',
    { lo: [card('127.0.0.1', { internal: true })] },
    'balcao.local',
  ],
  ['the name, where there is no network', {}, 'balcao.local'],
])('is %s', (_, interfaces, host) => {
  expect(lanHost(interfaces)).toBe(host);
});

it('knows cables and Wi-Fi by their names', () => {
  expect(['eth0', 'enp3s0', 'end0', 'wlan0', 'wlp2s0'].filter((name) => !isRealCard(name))).toEqual([]);
  expect(['lo', 'docker0', 'br-1a2b', 'tun0', 'veth9', 'xeth0'].filter(isRealCard)).toEqual([]);
});

it('is written with the port, but for 80, and with the name only where that is announced', () => {
  const host = lanHost();
  const named = host === 'balcao.local' ? ['http://balcao.local'] : ['http://balcao.local', `http://${host}`];
  expect(addressesOf({ port: 80, mdns: true })).toEqual(named);
  expect(addressesOf({ port: 3000, mdns: true })).toEqual(named.map((address) => `${address}:3000`));
  expect(addressesOf({ port: 80, mdns: false })).toEqual([`http://${host}`]);
});
