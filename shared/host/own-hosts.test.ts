import { describe, expect, it } from 'vitest';
import { createOwnHosts, hostNameOf, readHostNames } from './own-hosts.ts';

function hosts() {
  const machine = { nowMs: 1_000_000, addresses: ['192.168.0.7', 'fe80::1', '2804:14d::9', '169.254.3.4'] };
  const own = createOwnHosts({
    names: ['balcao.local', 'Loja.Example.COM'],
    current: () => machine.addresses,
    clock: () => machine.nowMs,
  });
  return { machine, own };
}

describe('a server', () => {
  it.each([
    'balcao.local',
    'BALCAO.LOCAL',
    'balcao.local.',
    'balcao.local:3000',
    'loja.example.com:443',
    'localhost',
    'localhost:3000',
    '127.0.0.1',
    '127.0.1.1:3000',
    '[::1]',
    '[::1]:3000',
    '192.168.0.7',
    '192.168.0.7:8080',
    '169.254.3.4',
    '[fe80::1]',
    '[FE80::1]:80',
    '[2804:14d::9]:3000',
  ])('answers to its own name or address %s', (header) => {
    expect(hosts().own.knows(header)).toBe(true);
  });

  it.each([
    'evil.example',
    'evil.example:3000',
    'balcao.local.evil.example',
    'notbalcao.local',
    '192.168.0.8',
    '192.168.0.7.evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[fe80::2]',
    '0.0.0.0',
    '128.0.0.1',
    'balcao.local@evil.example',
    'evil.example/balcao.local',
    'balcao.local evil.example',
    'balcao.local:3000:3000',
    '',
    '.',
    ':80',
    `${'a'.repeat(300)}.local`,
  ])('does not answer to %j', (header) => {
    expect(hosts().own.knows(header)).toBe(false);
  });

  it('hears of another network within a second, and asks its machine no more often', () => {
    const { machine, own } = hosts();
    expect(own.knows('10.0.0.5')).toBe(false);
    machine.addresses = ['10.0.0.5'];
    machine.nowMs += 999;
    expect([own.knows('10.0.0.5'), own.knows('192.168.0.7')]).toEqual([false, true]);
    machine.nowMs += 1;
    expect([own.knows('10.0.0.5'), own.knows('192.168.0.7')]).toEqual([true, false]);
    // A clock that falls back by a day must not keep yesterday's addresses.
    machine.addresses = ['10.0.0.6'];
    machine.nowMs -= 86_400_000;
    expect(own.knows('10.0.0.6')).toBe(true);
  });

  it('knows its names in whatever letters they and the question are written', () => {
    const own = createOwnHosts({ names: ['Loja.LAN'], current: () => ['FE80::7'], clock: () => 0 });
    for (const header of ['loja.lan', 'LOJA.lan:3000', '[fe80::7]', '[FE80::7]:3000'])
      expect([header, own.knows(header)]).toEqual([header, true]);
  });

  it('answers who names no host: browsers always do', () => {
    expect(hosts().own.knows(undefined)).toBe(true);
  });
});

it('a name is read without what stands around it, in time that grows with its length alone', () => {
  expect(hostNameOf('Loja.Example:8443')).toBe('loja.example');
  expect(hostNameOf('[2804:14D::9]:80')).toBe('2804:14d::9');
  expect(hostNameOf('a'.repeat(16_000))).toBeNull();
});

it.each([
  ['', []],
  ['acai.lan', ['acai.lan']],
  [' Acai.lan , 10.0.0.9,pi ', ['acai.lan', '10.0.0.9', 'pi']],
  ['[fe80::7]', ['fe80::7']],
  ['https://acai.lan', null],
  ['acai.lan:3000', null],
  ['acai.lan/loja', null],
  ['duas lojas', null],
])('names in the settings %j are read as %j', (text, names) => {
  expect(readHostNames(text)).toEqual(names);
});
