// A network printer that does not answer: how long it is waited for, and in which words each trouble of the line is told.
import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTcp } from './tcp-channel.ts';

class FakeSocket extends EventEmitter {
  destroyed = false;
  resume(): this {
    return this;
  }
  /** Takes nothing in: whoever writes waits. */
  write(): boolean {
    return false;
  }
  destroy(error?: Error): void {
    if (this.destroyed) return;
    this.destroyed = true;
    if (error) this.emit('error', error);
    this.emit('close');
  }
}
let socket: FakeSocket;
vi.mock('node:net', () => ({ connect: () => socket }));

beforeEach(() => {
  socket = new FakeSocket();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const [CONNECT_MS, STALL_MS] = [1000, 5000];
const open = () => {
  const times = { connectMs: CONNECT_MS, stallMs: STALL_MS };
  return openTcp('10.0.0.9', 9100, 'Cozinha', times, new AbortController().signal);
};

it('is given up after the time that a connection may take', async () => {
  const refused = open().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(CONNECT_MS - 1);
  expect(socket.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.destroyed).toBe(true);
  expect(await refused).toMatchObject({ message: 'Cozinha não respondeu' });
});

it('that takes nothing more is given up after the time that it may stall', async () => {
  const opened = open();
  socket.emit('connect');
  const channel = await opened;
  // The time to connect is over: that was in time.
  await vi.advanceTimersByTimeAsync(CONNECT_MS);
  void channel.write(Buffer.from('x'));
  await vi.advanceTimersByTimeAsync(STALL_MS - 1);
  expect(socket.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.destroyed).toBe(true);
  expect(await channel.ended).toMatchObject({ message: 'Cozinha parou de receber' });
});

it.each([
  ['ECONNREFUSED', 'recusou a conexão'],
  ['EHOSTUNREACH', 'fora da rede'],
  ['ENETUNREACH', 'fora da rede'],
  ['EHOSTDOWN', 'fora da rede'],
  ['ECONNRESET', 'interrompeu a conexão'],
  ['EPIPE', 'interrompeu a conexão'],
  ['ETIMEDOUT', 'não respondeu'],
  ['EADDRNOTAVAIL', 'falhou (EADDRNOTAVAIL)'],
])('says of %s that the printer %s', async (code, words) => {
  const refused = open().catch((error: unknown) => error);
  socket.destroy(Object.assign(new Error(code), { code }));
  expect(await refused).toMatchObject({ message: `Cozinha ${words}` });
});
