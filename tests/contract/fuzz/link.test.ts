// Both ends of the link against an other end that says nearly the right things.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { linkListener } from '../../../edge/http/transport.ts';
import { openTestStore, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { mutatedBytes, mutatedJson } from '../../support/mutated.ts';
import { onOneDatabase, soon } from '../../harness/relay.ts';
import { listen } from '../../support/listen.ts';
import { startDial } from '../../harness/dial.ts';

const SEED = 20_261_123;
const HASH = 'ab'.repeat(32);
const utf8 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text));
/** The first bytes of HTTP/2, an empty SETTINGS, a HEADERS frame and a PING. */
const HTTP2 = Buffer.concat([
  Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  Buffer.from('000000040000000000', 'hex'),
  Buffer.from('00000a010500000001828684418aa0e41d139d09b8f3', 'hex'),
  Buffer.from('0000080600000000000102030405060708', 'hex'),
]);

describe('[43] the store, whatever its relay sends', () => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore();
  });
  afterAll(() => store.close());

  it.each<[string, string, unknown]>([
    [
      'POST',
      '/link/commands',
      { id: v7(), kind: 'order.place', atMs: 1, payload: { order: sampleRequest() } },
    ],
    [
      'POST',
      '/link/edits',
      {
        edits: [
          {
            id: v7(),
            kind: 'sizes',
            entryId: 'g',
            before: null,
            after: { name: 'G' },
            atMs: 1,
            actor: { userId: v7() },
          },
        ],
      },
    ],
    ['POST', '/link/restore', { condition: 'following', seq: 1, hash: HASH }],
    ['PUT', '/link/checkpoint', { seq: 1, hash: HASH }],
  ])('answers %s %s in words', async (method, path, sample) => {
    const headers = { 'content-type': 'application/json' };
    await fc.assert(
      fc.asyncProperty(mutatedJson(sample), async (value) => {
        const { status } = await store.askLink(path, {
          method,
          body: utf8(JSON.stringify(value) ?? ''),
          headers,
        });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 100, seed: SEED },
    );
    await fc.assert(
      fc.asyncProperty(mutatedBytes(utf8(JSON.stringify(sample))), async (bytes) => {
        const { status } = await store.askLink(path, { method, body: Uint8Array.from(bytes), headers });
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 100, seed: SEED },
    );
    expect((await store.ask('/healthz')).status).toBe(200);
  });

  it('lives through links that are none, and is there for the next that is one', async () => {
    const server: Server = createServer();
    const sockets = new WebSocketServer({ server });
    const samples = fc.sample(mutatedBytes(HTTP2), { numRuns: 60, seed: SEED });
    let linked = 0;
    const answered = Promise.withResolvers<number>();
    sockets.on('connection', (ws) => {
      ws.on('error', () => undefined);
      const bytes = samples[linked];
      linked += 1;
      if (bytes === undefined) {
        const session = connectHttp2('http://store', { createConnection: () => createWebSocketStream(ws) });
        session.on('error', () => undefined);
        const asked = session.request({ ':path': '/link/hello' });
        asked.on('response', (head) => answered.resolve(Number(head[':status'])));
        asked.on('error', answered.reject);
        return;
      }
      // As text now and then.
      ws.send(linked % 5 === 0 ? Buffer.from(bytes).toString('latin1') : bytes);
      ws.close();
    });
    const { url } = await listen(server);
    const dial = startDial(url, linkListener(store.app), 0);
    expect(await answered.promise).toBe(200);
    await dial.stop();
    for (const ws of sockets.clients) ws.terminate();
    server.close();
  });
});

onOneDatabase('[43] the relay, whatever a store sends', (scene) => {
  it('lives through links that are none, and answers that are none, and follows the next store that is one', async () => {
    const store = await scene.pairedStore();
    const bearer = `Bearer ${await store.token()}`;
    const { seq, hash } = store.log.head();
    const hello = {
      protocol: 8,
      storeId: store.storeId,
      lineage: store.log.lineage,
      epoch: 1,
      lastSeq: seq,
      lastHash: hash,
      version: '0.1.0',
      instance: v7(),
    };
    const noise = fc.sample(mutatedBytes(HTTP2), { numRuns: 20, seed: SEED });
    for (const bytes of noise) {
      const ws = await store.open('/link', bearer);
      if (!(ws instanceof WebSocket)) throw new Error('no link');
      const closed = once(ws, 'close');
      ws.send(bytes);
      ws.close();
      await closed;
    }
    const answers = fc.sample(
      fc.tuple(
        mutatedJson(hello),
        mutatedBytes(utf8('{"heartbeat":true,"lastSeq":0}\n')),
        fc.integer({ min: 100, max: 999 }),
      ),
      { numRuns: 20, seed: SEED },
    );
    for (const [said, rows, status] of answers) {
      const http2 = createHttp2Server();
      http2.on('sessionError', () => undefined);
      http2.on('session', (session) => session.on('error', () => undefined));
      http2.on('stream', (stream, headers) => {
        stream.on('error', () => undefined);
        const path = String(headers[':path']);
        if (path === '/link/hello') {
          stream.respond({ ':status': 200 });
          return stream.end(JSON.stringify(said));
        }
        stream.respond({
          ':status': status >= 200 && status < 600 && ![204, 205, 304].includes(status) ? status : 200,
        });
        stream.end(Buffer.from(rows));
      });
      const ws = await store.open('/link', bearer, (opened) => {
        const duplex = createWebSocketStream(opened);
        duplex.on('error', () => opened.terminate());
        http2.emit('connection', duplex);
      });
      if (!(ws instanceof WebSocket)) throw new Error('no link');
      const closed = once(ws, 'close');
      await scene.relay.ask('/api/staff/echo');
      ws.close();
      await closed;
    }
    expect((await scene.relay.ask('/healthz')).status).toBe(200);
    await store.dial();
    await soon(async () => expect((await scene.relay.ask('/api/staff/echo')).status).toBe(200));
  });
});
