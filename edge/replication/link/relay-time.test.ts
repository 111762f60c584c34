// The clock of the store's machine is wrong, or is set while the store runs: the relay, which takes tokens by their age, is reached all the same.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { RELAY_URL } from './link.ts';
import { writeMeta } from '../../storage/identity.ts';

const HOUR = 3_600_000;
const BELIEVED_MS = 60_000;
const startMs = Date.now() - performance.now();
const trueMs = (): number => startMs + performance.now();

let store: TestStore;
let server: Server;
let relayUrl: string;
/** By how much each token was off that the relay was shown, in hours; the menu document comes beside the link, in its own time. */
let shown: number[];

const isBelieved = ({ url = '', headers }: IncomingMessage): boolean => {
  const { iat = 0 } = decodeJwt((headers.authorization ?? '').replace('Bearer ', ''));
  const offMs = iat * 1000 - trueMs();
  if (!url.startsWith('/doc/')) shown.push(Math.round(offMs / HOUR) || 0);
  return Math.abs(offMs) < BELIEVED_MS;
};

beforeEach(async () => {
  shown = [];
  const links = new WebSocketServer({ noServer: true });
  server = createServer((request, response) => {
    const date = new Date(trueMs()).toUTCString();
    const open = request.url === '/healthz' || isBelieved(request);
    response.writeHead(open ? 200 : 401, { date }).end();
  });
  server.on('upgrade', (request, socket, head) => {
    if (isBelieved(request)) links.handleUpgrade(request, socket, head, () => undefined);
    else socket.end('HTTP/1.1 401 No\r\ncontent-length: 0\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  relayUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  server.closeAllConnections();
  server.close();
});

/** The machine's clock; its timers are real. */
const setClock = (wrongByMs: number): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: trueMs() + wrongByMs });
async function open(): Promise<void> {
  store = await openTestStore({ environment: { RELAY_URL: relayUrl } });
  writeMeta(store.db, RELAY_URL, relayUrl);
  store.link.start();
}
const linked = (): Promise<void> =>
  vi.waitFor(() => expect(store.link.state()).toBe('linked'), { timeout: 60_000 });

describe('[120] a store whose clock is wrong', () => {
  it.each([
    ['a day ahead', 24 * HOUR],
    ['an hour behind', -HOUR],
    ['a year behind', -365 * 24 * HOUR],
  ])('by %s links all the same, and is heard under /edge', async (_, wrongByMs) => {
    setClock(wrongByMs);
    await open();
    await linked();
    expect((await store.link.relay.request('/edge/anything')).status).toBe(200);
    // Once in vain: then it knew what time it is there.
    expect(shown).toEqual([wrongByMs / HOUR, 0, 0]);
    // And goes by that when the network sets its own.
    setClock(0);
    store.link.redial();
    await vi.waitFor(() => expect(shown).toHaveLength(4), { timeout: 60_000 });
    await linked();
    expect(shown).toEqual([wrongByMs / HOUR, 0, 0, 0]);
  });

  it('because it was set while the store ran is believed as before', async () => {
    await open();
    await linked();
    for (const wrongByMs of [24 * HOUR, -HOUR]) {
      setClock(wrongByMs);
      expect((await store.link.relay.request('/edge/anything')).status).toBe(200);
    }
    store.link.redial();
    await vi.waitFor(() => expect(shown).toHaveLength(4), { timeout: 60_000 });
    await linked();
    expect(shown).toEqual([0, 0, 0, 0]);
  });
});
