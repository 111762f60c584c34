// One message of the link holds 16 MiB, whichever end sends it: what is longer ends the link, what is not does not.
import { createServer } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { expect, it } from 'vitest';
import { createWebSocketStream, WebSocketServer, type WebSocket } from 'ws';
import { linked, onOneDatabase, unlinked } from '../../harness/relay.ts';
import { listen } from '../../support/listen.ts';
import { startDial } from '../../harness/dial.ts';

const BOUND = 16 * 1024 * 1024;
const FRAME_BYTES_MAX = 16 * 1024;
const HEAD_BYTES = 9;

/** HTTP/2 that says nothing: frames of a kind that nobody knows are passed over. */
function nothing(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length;) {
    // The last one must not be shorter than its head.
    const left = length - at;
    const size =
      left <= HEAD_BYTES + FRAME_BYTES_MAX ? left : Math.min(HEAD_BYTES + FRAME_BYTES_MAX, left - HEAD_BYTES);
    bytes.writeUIntBE(size - HEAD_BYTES, at, 3);
    bytes[at + 3] = 0xfa;
    at += size;
  }
  return bytes;
}
const SIZES: [number, boolean][] = [
  [BOUND - 1, true],
  [BOUND, true],
  [BOUND + 1, false],
];

it.each(SIZES)('[43] the store, of %i bytes: goes on with the link: %s', async (length, goesOn) => {
  const server = createServer();
  const sockets = new WebSocketServer({ server });
  const arrived = new Promise<WebSocket>((resolve) => sockets.once('connection', resolve));
  const { url } = await listen(server);
  const dial = startDial(url, (_request, response) => void response.end('here'));
  const ws = await arrived;
  ws.on('error', () => undefined);
  const closed = new Promise<number>((resolve) => ws.once('close', resolve));
  const session = connectHttp2('http://store', { createConnection: () => createWebSocketStream(ws) });
  session.on('error', () => undefined);
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const asked = session.request({ ':path': '/' });
      asked.on('response', (head) => resolve(Number(head[':status'])));
      asked.on('error', reject);
      asked.resume();
    });
  expect(await ask()).toBe(200);
  ws.send(nothing(length));
  if (goesOn) expect(await ask()).toBe(200);
  else expect(await closed).toBe(1009);
  await dial.stop();
  for (const client of sockets.clients) client.terminate();
  server.close();
});

onOneDatabase('[43] the relay', (scene) => {
  it.each(SIZES)('of %i bytes: goes on with the link: %s', async (length, goesOn) => {
    const store = await scene.pairedStore();
    const ws = await store.dial();
    await linked(scene.relay, store);
    expect((await scene.relay.ask('/api/staff/echo')).status).toBe(200);
    const session = scene.relay.relay.gateway.session(store.storeId);
    ws.send(nothing(length));
    if (!goesOn) return unlinked(scene.relay, store);
    expect((await scene.relay.ask('/api/staff/echo')).status).toBe(200);
    expect(scene.relay.relay.gateway.session(store.storeId)).toBe(session);
  });
});
