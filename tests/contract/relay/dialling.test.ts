// When the store dials again: at once when the relay can be reached again, slower and slower while the relay sends it away.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { createCable, type Cable } from '../../support/cable.ts';
import { createDial, type LinkState } from '../../../edge/link/dial.ts';

let server: Server;
let cable: Cable;
let answer: number | null;
const dial = (prepare: () => Promise<void> = () => Promise.resolve()) => {
  const states: LinkState[] = [];
  const complaints: object[] = [];
  const made = createDial({
    relayUrl: cable.url,
    listener: () => undefined,
    token: () => Promise.resolve('token'),
    prepare,
    // The longest pauses that chance allows.
    random: () => 1,
    log: { info: () => undefined, warn: (details) => complaints.push(details) },
    onState: (state) => states.push(state),
    welcome: () => true,
    onReplaced: () => undefined,
  });
  return {
    made,
    states,
    complaints,
    count: (state: LinkState) => states.filter((one) => one === state).length,
  };
};

beforeEach(async () => {
  answer = null;
  server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (answer === null) sockets.handleUpgrade(request, socket, head, () => undefined);
    else socket.end(`HTTP/1.1 ${answer} No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cable = await createCable((server.address() as AddressInfo).port);
});
afterEach(async () => {
  await cable.close();
  server.closeAllConnections();
  server.close();
});

it.each([
  ['nobody takes its connections', () => cable.pull(), () => cable.plug()],
  ['a proxy answers for a relay that is not there', () => (answer = 502), () => (answer = null)],
])(
  '[L3] links within a second of the relay being back, after a time in which %s',
  async (_, leave, comeBack) => {
    leave();
    const { made, count, complaints } = dial();
    made.start();
    // So many in vain, and a pause that grows would be at four seconds.
    await vi.waitFor(() => expect(count('waiting')).toBeGreaterThan(4), { timeout: 15_000 });
    const backAt = performance.now();
    comeBack();
    await vi.waitFor(() => expect(made.state()).toBe('linked'), { timeout: 10_000, interval: 5 });
    // A second is the aim; the machine may have much else to do.
    expect(performance.now() - backAt).toBeLessThan(2500);
    expect(complaints.length).toBeLessThan(3);
    await made.drain();
  },
);

it.each<[string, () => Promise<void>, number | null]>([
  ['does not know it', () => Promise.resolve(), 401],
  ['refuses its code', () => Promise.reject(new Error('pairing failed: pairing-code')), null],
])('[L3] asks a relay that %s with growing pauses', async (_, prepare, status) => {
  answer = status;
  const askedAt: number[] = [];
  const { made } = dial(() => {
    askedAt.push(performance.now());
    return prepare();
  });
  made.start();
  await vi.waitFor(() => expect(askedAt.length).toBe(4), { timeout: 15_000 });
  const [first = 0, second = 0, third = 0, fourth = 0] = askedAt;
  expect(fourth - third).toBeGreaterThan(1000);
  expect(second - first).toBeGreaterThan(250);
  await made.drain();
});
