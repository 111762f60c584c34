// The sweep stays in the shop: which addresses it knocks at, how many at once and for how long.
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { withSwept } from './find-printers.ts';
import { hostsAround, isPortOpen, sweepPrinters } from './sweep.ts';

const PRINTER_PORT = 9100;
const SWEEP_MS_MAX = 8_000;

const card = (cidr: string, more: object = {}) => {
  const [address = ''] = cidr.split('/');
  return { address, cidr, family: 'IPv4', internal: false, mac: '', netmask: '', ...more } as never;
};

describe('the addresses', () => {
  it('are the 253 others of the own network', () => {
    const hosts = hostsAround({ eth0: [card('192.168.0.10/24')] });
    expect(hosts).toHaveLength(253);
    expect([hosts[0], hosts.at(-1)]).toEqual(['192.168.0.1', '192.168.0.254']);
    expect(hosts).not.toContain('192.168.0.10');
  });

  it.each([
    [
      'a larger network is only looked at around the own address',
      '10.1.2.3/8',
      253,
      '10.1.2.1',
      '10.1.2.254',
    ],
    ['a smaller one to its own edge', '192.168.0.130/28', 13, '192.168.0.129', '192.168.0.142'],
  ])('%s', (_, cidr, count, first, last) => {
    const hosts = hostsAround({ wlan0: [card(cidr)] });
    expect([hosts.length, hosts[0], hosts.at(-1)]).toEqual([count, first, last]);
  });

  it.each([
    ['a public address', { eth0: [card('200.147.3.9/24')] }],
    ['the loopback', { lo: [card('127.0.0.1/8', { internal: true })] }],
    ['an address that nobody gave', { eth0: [card('169.254.7.7/16')] }],
    ['a network between programs of this machine', { docker0: [card('172.17.0.1/16')] }],
    ['a tunnel', { tun0: [card('10.8.0.2/24')] }],
    ['one address alone', { eth0: [card('192.168.0.10/32')] }],
    ['IPv6', { eth0: [card('fd00::1/64', { family: 'IPv6' })] }],
    ['no card', {}],
  ])('are none around %s', (_, interfaces) => expect(hostsAround(interfaces)).toEqual([]));

  it('of cable and Wi-Fi in one network are knocked at once, and of a third network not at all', () => {
    const hosts = hostsAround({
      eth0: [card('192.168.0.10/24')],
      wlan0: [card('192.168.0.11/24')],
      eth1: [card('192.168.1.10/24')],
      eth2: [card('192.168.2.10/24')],
    });
    expect(hosts).toHaveLength(252 + 253);
    expect(new Set(hosts).size).toBe(hosts.length);
  });
});

describe('the sweep', () => {
  const hosts = Array.from({ length: 253 }, (_, at) => `192.168.0.${at + 1}`);

  it('finds who answers at the port of printers, in order, with few knocks at once', async () => {
    let open = 0;
    let most = 0;
    const asked: string[] = [];
    const found = await sweepPrinters(hosts, {
      tryPort: async (host, port) => {
        asked.push(`${host}:${port}`);
        open += 1;
        most = Math.max(most, open);
        await Promise.resolve();
        open -= 1;
        return host.endsWith('.200') || host.endsWith('.50');
      },
    });
    expect(found).toEqual(['192.168.0.50', '192.168.0.200']);
    expect(asked).toHaveLength(253);
    expect(asked[0]).toBe(`192.168.0.1:${PRINTER_PORT}`);
    expect(most).toBeLessThanOrEqual(96);
  });

  it('ends in time in a network that answers nothing, and waits no longer at the last one', async () => {
    let now = 0;
    const waits: number[] = [];
    await sweepPrinters(hosts, {
      nowMs: () => now,
      tryPort: (_host, _port, waitMs) => {
        waits.push(waitMs);
        now += 300;
        return Promise.resolve(false);
      },
    });
    expect(now).toBeGreaterThan(SWEEP_MS_MAX - 1_000);
    expect(now).toBeLessThanOrEqual(SWEEP_MS_MAX + 300);
    expect(waits.length).toBeLessThan(hosts.length);
    expect(Math.max(...waits)).toBe(900);
    expect(Math.min(...waits)).toBeLessThan(900);
    expect(SWEEP_MS_MAX + 900).toBeLessThanOrEqual(10_000);
  });

  it('of no address is over at once', async () => expect(await sweepPrinters([])).toEqual([]));
});

describe('a knock', () => {
  it('is heard by who listens, who hears nothing else, and by nobody afterwards', async () => {
    let bytes = 0;
    const server = createServer((socket) => socket.on('data', (data) => (bytes += data.length)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await isPortOpen('127.0.0.1', port, 900)).toBe(true);
    await new Promise((resolve) => server.close(resolve));
    expect(bytes).toBe(0);
    expect(await isPortOpen('127.0.0.1', port, 900)).toBe(false);
  });
});

it('who announced a name is listed by it, and once', () => {
  const named = [{ name: 'Epson', host: '192.168.0.50', port: 9100 }];
  expect(withSwept(named, ['192.168.0.50', '192.168.0.60'])).toEqual([
    ...named,
    { name: 'Impressora na rede', host: '192.168.0.60', port: 9100 },
  ]);
  expect(
    withSwept(
      [],
      Array.from({ length: 40 }, (_, at) => `10.0.0.${at}`),
    ),
  ).toHaveLength(32);
});
