// Heard with multicast-dns, not with the library that announces. Real packets on the machine's own interfaces.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
    const start = `Cortado ${process.pid} `;
    store = createMdns({ port: PORT, name: start + 'ç'.repeat(60) });
    store.start();
    // 63 bytes hold so many letters of two bytes, and none is cut in half.
    const service = `${start}${'ç'.repeat(Math.floor((63 - start.length) / 2))}._http._tcp.local`;
    await expect.poll(() => named(service, 'SRV')[0]?.data).toMatchObject({ port: PORT });
    const own = named('_http._tcp.local', 'PTR').filter(({ data }) => String(data).startsWith(start));
    expect(new Set(own.map(({ data }) => data))).toEqual(new Set([service]));
  });
});

describe('findPrinters', () => {
  it('finds the printers of the shop that announce _pdl-datastream._tcp by their names, and leaves out one at a public address', async () => {
    ear.on('query', ({ questions }) => {
      if (!questions.some(({ name }) => name === '_pdl-datastream._tcp.local')) return;
      for (const [name, host, address] of [
        ['Cozinha EPSON', 'epson.local', '192.168.77.5'],
        ['Longe', 'longe.local', '8.8.8.8'],
        ['Bar ELGIN', 'elgin.local', '192.168.77.4'],
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
    const { network } = await findPrinters({ waitMs: 3000 });
    expect(network.filter(({ name }) => ['Bar ELGIN', 'Cozinha EPSON', 'Longe'].includes(name))).toEqual([
      { name: 'Bar ELGIN', host: '192.168.77.4', port: 9100 },
      { name: 'Cozinha EPSON', host: '192.168.77.5', port: 9100 },
    ]);
  });

  it('names one that has several addresses by one of the shop’s, IPv4 before IPv6', async () => {
    const service = 'Balcão BEMATECH._pdl-datastream._tcp.local';
    const host = 'bematech.local';
    ear.on('query', ({ questions }) => {
      if (!questions.some(({ name }) => name === '_pdl-datastream._tcp.local')) return;
      ear.respond({
        answers: [{ name: '_pdl-datastream._tcp.local', type: 'PTR', ttl: 120, data: service }],
        additionals: [
          { name: service, type: 'SRV', ttl: 120, data: { port: 9100, target: host } },
          { name: service, type: 'TXT', ttl: 120, data: [] },
          { name: host, type: 'A', ttl: 120, data: '8.8.4.4' },
          { name: host, type: 'AAAA', ttl: 120, data: 'fd00::5' },
          { name: host, type: 'A', ttl: 120, data: '192.168.77.6' },
        ],
      });
    });
    const { network } = await findPrinters({ waitMs: 3000 });
    expect(network.filter(({ name }) => name === 'Balcão BEMATECH')).toEqual([
      { name: 'Balcão BEMATECH', host: '192.168.77.6', port: 9100 },
    ]);
  });

  it('finds those on USB, and nothing else that is plugged in there', async () => {
    const usbFolder = mkdtempSync(join(tmpdir(), 'balcao-usb-'));
    for (const name of ['lp1', 'lp0', 'lp12', 'hiddev0', 'lp', 'xlp0', 'lp0x'])
      writeFileSync(join(usbFolder, name), '');
    const devicesIn = async (folder: string) =>
      (await findPrinters({ waitMs: 1, usbFolder: folder })).devices;
    expect(await devicesIn(usbFolder)).toEqual(['lp0', 'lp1', 'lp12'].map((name) => join(usbFolder, name)));
    expect(await devicesIn(join(usbFolder, 'none'))).toEqual([]);
    rmSync(usbFolder, { recursive: true });
  });
});
