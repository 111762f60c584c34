import { describe, expect, it } from 'vitest';
import { allowedPrinterHost } from './printer-host.ts';

const off = { simulators: false };
const on = { simulators: true };

describe('allowedPrinterHost', () => {
  it.each(['192.168.0.50', '10.1.2.3', '172.16.0.1', '172.31.255.254', 'fd12:3456::9'])(
    'allows %s, an address of the shop',
    (host) => {
      expect(allowedPrinterHost(host, off)).toBe(true);
    },
  );

  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.8.8.8', 'loopback'],
    ['::1', 'loopback'],
    ['0.0.0.0', 'this host'],
    ['169.254.10.1', 'link-local'],
    ['169.254.169.254', 'cloud metadata'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['8.8.8.8', 'public'],
    ['172.32.0.1', 'public'],
    ['2001:4860:4860::8888', 'public'],
    ['224.0.0.251', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::ffff:127.0.0.1', 'mapped loopback'],
    ['::FFFF:10.0.0.1', 'mapped'],
    ['localhost', 'a name'],
    ['impressora.local', 'a name'],
    ['0x7f.0.0.1', 'an odd spelling'],
    ['2130706433', 'an odd spelling'],
    ['010.0.0.1', 'an odd spelling'],
    ['10.0.0.1 ', 'an odd spelling'],
    ['', 'nothing'],
  ])('refuses %s (%s)', (host) => {
    expect(allowedPrinterHost(host, off)).toBe(false);
  });

  it("allows the simulator's loopback only when simulators are on, and still nothing else", () => {
    expect(allowedPrinterHost('127.0.0.1', on)).toBe(true);
    expect(allowedPrinterHost('::1', on)).toBe(true);
    for (const host of ['127.0.0.2', '169.254.1.1', '8.8.8.8', 'localhost', '::ffff:127.0.0.1']) {
      expect(allowedPrinterHost(host, on)).toBe(false);
    }
  });
});
