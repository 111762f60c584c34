import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { waitUntilReachable } from './wait-until-reachable.ts';

class FakeSocket extends EventEmitter {
  destroyed = false;
  destroy(): void {
    this.destroyed = true;
  }
}
const sockets: FakeSocket[] = [];
const addresses: unknown[] = [];
vi.mock('node:net', () => ({
  connect: (address: unknown) => {
    const socket = new FakeSocket();
    sockets.push(socket);
    addresses.push(address);
    // The first way swallows what is sent, the second one is free.
    if (sockets.length === 2) setImmediate(() => socket.emit('connect'));
    return socket;
  },
}));

describe('a try to reach the relay', () => {
  afterEach(() => {
    sockets.splice(0);
    addresses.splice(0);
  });

  test.each([
    ['wss://acai.example/link', { host: 'acai.example', port: 443 }],
    ['ws://192.0.2.1/link', { host: '192.0.2.1', port: 80 }],
    ['wss://acai.example:8443/link', { host: 'acai.example', port: 8443 }],
    ['ws://[2001:db8::1]:81/link', { host: '2001:db8::1', port: 81 }],
  ])('at %s knocks where a link would be made', async (url, address) => {
    await waitUntilReachable(url, new AbortController().signal, () => 0);
    expect(addresses).toEqual([address, address]);
  });

  test('that is given up can fail afterwards without harm, and the next one finds who is there', async () => {
    const late = (): number => {
      const [first] = sockets;
      expect(first?.destroyed).toBe(true);
      expect(() => first?.emit('error', new Error('read ECONNRESET'))).not.toThrow();
      return 0;
    };
    expect(await waitUntilReachable('ws://192.0.2.1:1/link', new AbortController().signal, late)).toBe(true);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true]);
  });
});
