// What the announcement does as the network changes under it: another address, none that takes a packet. With a network of the test's own.
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMdns, type Mdns } from './mdns.ts';

const LOOK_MS = 15_000;
const network = vi.hoisted(() => ({
  address: '',
  said: [] as string[],
  names: [] as string[],
  takesPackets: true,
  left: [] as (() => void)[],
}));

vi.mock('node:os', async (original) => ({
  ...(await original<object>()),
  networkInterfaces: () => ({ wlan0: [{ address: network.address, internal: false }] }),
}));
vi.mock('bonjour-service', () => ({
  Bonjour: class {
    readonly server = { mdns: new EventEmitter() };
    readonly #address = network.address;
    publish({ name }: { name: string }): void {
      network.names.push(name);
      network.said.push(`hello from ${this.#address}`);
    }
    unpublishAll(left: () => void): void {
      if (network.takesPackets) network.left.push(left);
    }
    destroy(done: () => void): void {
      network.said.push(`goodbye from ${this.#address}`);
      done();
    }
  },
}));

let mdns: Mdns;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  Object.assign(network, { address: '192.168.0.7', said: [], names: [], takesPackets: true, left: [] });
  mdns = createMdns({ port: 80, name: 'Açaí' });
  mdns.start();
});
afterEach(async () => {
  network.takesPackets = false;
  const ending = mdns.stop();
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  await ending;
  vi.useRealTimers();
});

/** The packets that wait go out. */
async function send(): Promise<void> {
  for (const left of network.left.splice(0)) left();
  await vi.advanceTimersByTimeAsync(0);
}

it('says nothing anew while the addresses stay, and takes the old word back before the new one', async () => {
  await vi.advanceTimersByTimeAsync(4 * LOOK_MS);
  expect(network.said).toEqual(['hello from 192.168.0.7']);
  network.address = '10.0.0.2';
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  await send();
  expect(network.said).toEqual(['hello from 192.168.0.7', 'goodbye from 192.168.0.7', 'hello from 10.0.0.2']);
  await vi.advanceTimersByTimeAsync(4 * LOOK_MS);
  expect(network.said).toHaveLength(3);
});

it.each([
  ['', 'Balcão'],
  ['  ', 'Balcão'],
  [' Açaí da Praça ', 'Açaí da Praça'],
])('of a shop that is called %j says %j, and once however often it is told to begin', async (name, said) => {
  network.names = [];
  const other = createMdns({ port: 80, name });
  other.start();
  other.start();
  expect(network.names).toEqual([said]);
  network.takesPackets = false;
  const ending = other.stop();
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  await ending;
});

it('goes on after a second without a network that takes the goodbye', async () => {
  network.takesPackets = false;
  network.address = '10.0.0.2';
  await vi.advanceTimersByTimeAsync(LOOK_MS + 999);
  expect(network.said).toEqual(['hello from 192.168.0.7']);
  await vi.advanceTimersByTimeAsync(1);
  expect(network.said).toEqual(['hello from 192.168.0.7', 'goodbye from 192.168.0.7', 'hello from 10.0.0.2']);
});

it('that is stopped between goodbye and the new word says no new one', async () => {
  network.address = '10.0.0.2';
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  await mdns.stop();
  await send();
  await vi.advanceTimersByTimeAsync(4 * LOOK_MS);
  expect(network.said).toEqual(['hello from 192.168.0.7', 'goodbye from 192.168.0.7']);
  expect(vi.getTimerCount()).toBe(0);
});
