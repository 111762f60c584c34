import { expect, it } from 'vitest';
import { machineHosts } from './own-hosts.ts';

const card = (address: string, family: 'IPv4' | 'IPv6') => ({
  address,
  family,
  netmask: '',
  mac: '',
  internal: false,
  cidr: null,
  ...(family === 'IPv6' ? { scopeid: 2 } : {}),
});

it('a machine is known by its name, as routers complete it, and by each address of each card', () => {
  const hosts = machineHosts('raspberrypi', {
    wlan0: [card('192.168.0.7', 'IPv4'), card('fe80::ba27:ebff:fe12:3456', 'IPv6')] as never,
    eth0: [card('169.254.10.2', 'IPv4'), card('2804:14d::9', 'IPv6')] as never,
  });
  for (const name of [
    'raspberrypi',
    'raspberrypi.local',
    'raspberrypi.lan',
    '192.168.0.7',
    '169.254.10.2',
    'fe80::ba27:ebff:fe12:3456',
    '2804:14d::9',
  ])
    expect(hosts).toContain(name);
  expect(hosts.filter((name) => name.startsWith('raspberrypi.') && /\.(com|br|net|org)$/.test(name))).toEqual(
    [],
  );
});
