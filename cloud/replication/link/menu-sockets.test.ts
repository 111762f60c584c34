import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createMenuSockets } from './menu-sockets.ts';

let nowMs: number;
let warned: object[];
let sockets: ReturnType<typeof createMenuSockets>;
let serving: () => Promise<void>;
let relay: WebSocketServer;
beforeEach(async () => {
  relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(relay, 'listening');
  nowMs = 1_000_000;
  warned = [];
  serving = () => Promise.resolve();
  sockets = createMenuSockets({
    serveDocument: () => serving(),
    clock: () => nowMs,
    log: { warn: (details) => void warned.push(details) },
  });
});

const stores: WebSocket[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.terminate();
  relay.close();
});

async function dial(): Promise<WebSocket> {
  const arrived = once(relay, 'connection') as Promise<[WebSocket]>;
  const store = new WebSocket(`ws://127.0.0.1:${(relay.address() as AddressInfo).port}`);
  stores.push(store);
  const [[ws]] = await Promise.all([arrived, once(store, 'open')]);
  return ws;
}

/** One that a store has opened; what it is told as it is closed. */
async function open(storeId: string) {
  const ws = await dial();
  const close = vi.spyOn(ws, 'close').mockReturnValue();
  const terminate = vi.spyOn(ws, 'terminate').mockReturnValue();
  await sockets.serve(storeId, ws);
  return { ws, close, terminate };
}

it('closes all of which a reason is known, of one store or of several, and no other', async () => {
  const [first, again] = [await open('a'), await open('a')];
  const [other, third] = [await open('b'), await open('c')];
  sockets.close((storeId) => (storeId === 'b' ? null : { code: 1001, reason: `moving ${storeId}` }));
  expect(first.close.mock.calls).toEqual([[1001, 'moving a']]);
  expect(again.close.mock.calls).toEqual([[1001, 'moving a']]);
  expect(other.close).not.toHaveBeenCalled();
  expect(third.close.mock.calls).toEqual([[1001, 'moving c']]);
});

it('forgets one that has ended', async () => {
  const gone = await open('a');
  gone.ws.emit('close');
  sockets.close(() => ({ code: 1001, reason: 'moving' }));
  expect(gone.close).not.toHaveBeenCalled();
});

it('turns away for a second who sends what cannot be read, that store alone, and says so', async () => {
  const { ws, terminate } = await open('a');
  ws.emit('error', Object.assign(new Error('too long'), { code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' }));
  expect(terminate).toHaveBeenCalledOnce();
  expect(warned).toEqual([{ storeId: 'a' }]);
  expect(sockets.isTurnedAway('b')).toBe(false);
  nowMs += 999;
  expect(sockets.isTurnedAway('a')).toBe(true);
  nowMs += 1;
  expect(sockets.isTurnedAway('a')).toBe(false);
});

it('turns nobody away whose line broke', async () => {
  const { ws, terminate } = await open('a');
  ws.emit('error', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }));
  expect(terminate).toHaveBeenCalledOnce();
  expect(sockets.isTurnedAway('a')).toBe(false);
  expect(warned).toEqual([]);
});

it('says that one could not be served', async () => {
  serving = () => Promise.reject(new Error('no document'));
  await expect(sockets.serve('a', await dial())).rejects.toThrow('no document');
});
