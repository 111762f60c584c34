// What one wing of the store does for another at once, where a timer would do it half a minute later too.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { START_OVER_WORD } from '@balcao/shared/http/held.ts';
import { KEEP_SELLING_WORD } from '@balcao/shared/http/resync.ts';
import { openTestStore, type TestStore } from './testing/open-test-store.ts';
import { asRole } from './testing/sign-in.ts';

let store: TestStore;
beforeEach(async () => (store = await openTestStore()));
afterEach(() => store.close());

it('what is to be printed wakes the printers at once, and nothing else does', async () => {
  const woken = vi.spyOn(store.printing, 'wake');
  for (const topic of ['log', 'menu', 'wholesale'] as const) store.orders.wake.notify(topic);
  await Promise.resolve();
  expect(woken).not.toHaveBeenCalled();
  store.orders.wake.notify('print');
  await Promise.resolve();
  expect(woken).toHaveBeenCalledTimes(1);
});

it.each([
  ['keep-selling', { confirm: KEEP_SELLING_WORD }],
  ['start-over', { confirm: START_OVER_WORD }],
])(
  '[L18] %s: the link is ended and dialled anew at once, so that both sides compare their logs',
  async (path, json) => {
    const server = createServer();
    const links = new WebSocketServer({ noServer: true });
    let dials = 0;
    server.on('upgrade', (request, socket, head) => {
      if (request.url !== '/link') return socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n');
      dials += 1;
      return links.handleUpgrade(request, socket, head, () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const linked = await openTestStore({
      environment: { RELAY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
      relay: { request: () => Promise.resolve(Response.json(null)) },
    });
    try {
      const admin = await asRole(linked, 'ADMIN');
      linked.start();
      await vi.waitFor(() => expect(linked.link.state()).toBe('linked'), { timeout: 60_000 });
      expect(dials).toBe(1);
      expect((await admin(`/api/staff/relay/${path}`, { method: 'POST', json })).status).toBe(204);
      await vi.waitFor(() => expect([dials, linked.link.state()]).toEqual([2, 'linked']), {
        timeout: 60_000,
      });
    } finally {
      await linked.close();
      for (const client of links.clients) client.terminate();
      server.close();
    }
  },
);

it.each([
  [
    'a write that the disk refuses',
    () => store.room.noteFailure(Object.assign(new Error('full'), { code: 'SQLITE_FULL' })),
    ['condition'],
  ],
  [
    'remote help that is opened',
    () => void store.help.open({ userId: null, userName: 'Ana', from: 'lan' }),
    ['log', 'condition'],
  ],
])('%s is told at once to whoever shows it or sends it on', async (_what, happens, topics) => {
  const told: string[] = [];
  for (const topic of ['log', 'menu', 'print', 'wholesale', 'condition'] as const)
    store.orders.wake.on(topic, () => told.push(topic));
  happens();
  await Promise.resolve();
  expect(told).toEqual(topics);
});
