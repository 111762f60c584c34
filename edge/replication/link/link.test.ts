// The link whole, against a relay of a few lines, on a clock that the test moves: what the dialled line and the menu document have to do with
// each other.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import * as Y from 'yjs';
import { loadIdentity } from '../../storage/identity.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { createLink, type Link } from './link.ts';

let db: Db;
let server: Server;
let link: Link;
/** What the store opened, by where. */
let links: WebSocket[];
let documents: WebSocket[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  [links, documents] = [[], []];
  const sockets = new WebSocketServer({ noServer: true });
  server = createServer((_request, response) => void response.end());
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.on('error', () => undefined);
      (request.url === '/link' ? links : documents).push(ws);
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  db = openDatabase(':memory:', 'edge/storage/migrations');
  link = await createLink({
    db,
    identity: loadIdentity(db),
    doc: new Y.Doc(),
    relayUrl: relayUrl(),
    pairingCode: null,
    storeName: () => 'Açaí',
    listener: () => undefined,
    onLinked: () => undefined,
    onPaired: () => undefined,
    onReplaced: () => undefined,
    welcome: () => true,
    onUnreachable: () => undefined,
    log: { info: () => undefined, warn: () => undefined },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await link.stop();
  for (const ws of [...links, ...documents]) ws.terminate();
  server.closeAllConnections();
  server.close();
  db.$client.close();
});

const relayUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
/** Real work on real sockets, while no time passes for timers. */
const soon = (look: () => void): Promise<void> => vi.waitFor(look, { interval: 0, timeout: 60_000 });
/** Time enough for the store to come, if it were to come now. */
async function manyRoundTrips(): Promise<void> {
  for (let trip = 0; trip < 50; trip += 1) await (await fetch(relayUrl())).text();
}

it('[43] stays away from a menu document that cannot be read though the line is dialled anew meanwhile', async () => {
  link.start();
  await soon(() => expect([links.length, documents.length]).toEqual([1, 1]));
  // It stays away for a second.
  const left = once(documents[0] as WebSocket, 'close');
  documents[0]?.send(new Uint8Array());
  await left;
  links[0]?.close(1000);
  await soon(() => expect(link.state()).toBe('waiting'));
  await vi.advanceTimersByTimeAsync(300);
  await soon(() => expect([link.state(), links.length]).toEqual(['linked', 2]));
  await manyRoundTrips();
  await vi.advanceTimersByTimeAsync(699);
  await manyRoundTrips();
  expect(documents).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await soon(() => expect(documents).toHaveLength(2));
});
