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
vi.mock('node:net', () => ({
  connect: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    // The first way swallows what is sent, the second one is free.
    if (sockets.length === 2) setImmediate(() => socket.emit('connect'));
    return socket;
  },
}));

describe('a try to reach the relay', () => {
  afterEach(() => sockets.splice(0));

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
