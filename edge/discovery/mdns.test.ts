// Heard with multicast-dns, not with the library that announces. Real packets on the machine's own interfaces.
import multicastDns, { type MdnsRecord, type MulticastDns } from 'multicast-dns';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPrinters } from './find-printers.ts';
import { createMdns, type Mdns } from './mdns.ts';

const PORT = 7690;

let ear: MulticastDns;
let heard: MdnsRecord[];
let store: Mdns | null;

beforeEach(async () => {
  heard = [];
  store = null;
  ear = multicastDns();
  ear.on('response', (packet) => heard.push(...packet.answers, ...packet.additionals));
  await new Promise<void>((resolve) => ear.once('ready', resolve));
});

afterEach(async () => {
  await store?.stop();
  await new Promise<void>((resolve) => ear.destroy(resolve));
});

const named = (name: string, type: string): MdnsRecord[] =>
  heard.filter((one) => one.name === name && one.type === type);

describe('mDNS', () => {
  it('announces the store as _http._tcp on balcao.local with its port and address', async () => {
    const name = `Açaí do teste ${process.pid}`;
    store = createMdns({ port: PORT, name });
    store.start();
    const service = `${name}._http._tcp.local`;
    await expect.poll(() => named('_http._tcp.local', 'PTR').map((one) => one.data)).toContain(service);
    expect(named(service, 'SRV')[0]?.data).toMatchObject({ port: PORT, target: 'balcao.local' });
    expect(named('balcao.local', 'A').length + named('balcao.local', 'AAAA').length).toBeGreaterThan(0);
  });

  it('answers a browser that comes later', async () => {
    const name = `Chegou depois ${process.pid}`;
    store = createMdns({ port: PORT, name });
    store.start();
    const service = `${name}._http._tcp.local`;
    await expect.poll(() => named(service, 'SRV').length).toBeGreaterThan(0);
    heard = [];
    ear.query('_http._tcp.local', 'PTR');
    await expect.poll(() => named('_http._tcp.local', 'PTR').map((one) => one.data)).toContain(service);
  });

  it('says goodbye when it stops, and answers no more', async () => {
    const name = `Fechou ${process.pid}`;
    store = createMdns({ port: PORT, name });
    store.start();
    const service = `${name}._http._tcp.local`;
    await expect.poll(() => named(service, 'SRV').length).toBeGreaterThan(0);
    await store.stop();
    await expect.poll(() => named(service, 'SRV').at(-1)?.ttl).toBe(0);
    expect(
      named('_http._tcp.local', 'PTR')
        .filter((one) => one.data === service)
        .at(-1)?.ttl,
    ).toBe(0);
  });

  it('cuts a name that is too long for DNS instead of failing', async () => {
    store = createMdns({ port: PORT, name: 'Açaí '.repeat(40) });
    store.start();
    await expect.poll(() => heard.find((one) => one.type === 'SRV')?.data).toMatchObject({ port: PORT });
  });
});

describe('findPrinters', () => {
  it('finds a printer of the shop that announces _pdl-datastream._tcp, and leaves out one at a public address', async () => {
    ear.on('query', ({ questions }) => {
      if (!questions.some(({ name }) => name === '_pdl-datastream._tcp.local')) return;
      for (const [name, host, address] of [
        ['Cozinha EPSON', 'epson.local', '192.168.77.5'],
        ['Longe', 'longe.local', '8.8.8.8'],
      ] as const) {
        const service = `${name}._pdl-datastream._tcp.local`;
        ear.respond({
          answers: [{ name: '_pdl-datastream._tcp.local', type: 'PTR', ttl: 120, data: service }],
          additionals: [
            { name: service, type: 'SRV', ttl: 120, data: { port: 9100, target: host } },
            { name: service, type: 'TXT', ttl: 120, data: [] },
            { name: host, type: 'A', ttl: 120, data: address },
          ],
        });
      }
    });
    const { network } = await findPrinters({ waitMs: 500 });
    expect(network.filter(({ name }) => name === 'Cozinha EPSON' || name === 'Longe')).toEqual([
      { name: 'Cozinha EPSON', host: '192.168.77.5', port: 9100 },
    ]);
  });
});
