// The store's end of the menu document, against a relay that sends what it likes.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import * as Y from 'yjs';
import { DOCUMENT_MESSAGE_BYTES_MAX } from '@balcao/shared/link/socket-limits.ts';
import { createDocumentSync, type DocumentSync } from './document-sync.ts';

const STORE = '0199d2a8-0000-7000-8000-000000000001';

/** A message of the y-websocket protocol; numbers and lengths are below 128, one byte each. */
const message = (...parts: (number | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [part.length, ...part])));

/** Of somebody else: a menu with a price. */
function priceOf25(): Uint8Array {
  const doc = new Y.Doc();
  doc.getMap('sizes').set('g', 2500);
  return Y.encodeStateAsUpdate(doc);
}

function manyEditors(count: number): Uint8Array {
  // Structs of `count` clients, one item each; the numbers are written as Yjs does.
  const varUint = (value: number): number[] => {
    const bytes: number[] = [];
    for (let rest = value; ; rest = Math.floor(rest / 128)) {
      if (rest < 128) return [...bytes, rest];
      bytes.push((rest % 128) + 128);
    }
  };
  const structs = Array.from({ length: count }, (_, i) => [1, ...varUint(count - i), 0, 0, 1]).flat();
  const update = [...varUint(count), ...structs, 0];
  return Uint8Array.from([0, 2, ...varUint(update.length), ...update]);
}

let relay: WebSocketServer;
let sync: DocumentSync;
let doc: Y.Doc;
const warned: object[] = [];
/** The words that the store gives, one after another; the last for ever. None: it cannot give one. */
let tokens: (string | null)[];
/** By which word each connection came. */
const shown: (string | undefined)[] = [];
const arrivals: WebSocket[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  relay = new WebSocketServer({ server });
  tokens = ['token'];
  relay.on('connection', (ws, { headers }) => {
    shown.push(headers.authorization);
    arrivals.push(ws);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  doc = new Y.Doc();
  doc.getMap('sizes').set('p', 1800);
  sync = createDocumentSync({
    relayUrl: `http://127.0.0.1:${address.port}`,
    storeId: STORE,
    doc,
    token: () => {
      const [next = null] = tokens.length > 1 ? tokens.splice(0, 1) : tokens;
      return next === null ? Promise.reject(new Error('no word')) : Promise.resolve(next);
    },
    log: { warn: (details) => warned.push(details) },
  });
});

afterEach(async () => {
  sync.stop();
  for (const ws of relay.clients) ws.terminate();
  relay.options.server?.close();
  vi.useRealTimers();
  arrivals.length = 0;
  warned.length = 0;
  shown.length = 0;
  await new Promise((resolve) => setImmediate(resolve));
});

/** Real work on a real socket, while no time passes for timers. */
const soon = (look: () => void): Promise<void> => vi.waitFor(look, { interval: 0, timeout: 60_000 });

/** The next connection that the store makes. */
async function arrival(nth: number): Promise<WebSocket> {
  await soon(() => expect(arrivals).toHaveLength(nth));
  const ws = arrivals[nth - 1];
  if (!ws) throw new Error('nobody came');
  return ws;
}

describe('[43] the menu document at the store', () => {
  it.each<[string, Uint8Array | string, number]>([
    ['an empty message', new Uint8Array(), 1007],
    ['noise', Uint8Array.from({ length: 40 }, (_, i) => (i * 151 + 7) % 256), 1007],
    [
      'an update that is none',
      message(
        0,
        2,
        Uint8Array.from({ length: 60 }, (_, i) => 255 - i),
      ),
      1007,
    ],
    ['a cut update', message(0, 2, priceOf25().subarray(0, 12)), 1007],
    ['a state vector that is none', message(0, 0, new Uint8Array([255, 255, 255])), 1007],
    ['a sync step without its content', new Uint8Array([0, 1]), 1007],
    ['a length beyond its end', new Uint8Array([0, 2, 120, 1]), 1007],
    ['a sync step that does not exist', message(0, 9, priceOf25()), 1007],
    ['a kind that does not exist', message(77, priceOf25()), 1007],
    ['an awareness that is none', message(1, new Uint8Array([3, 255])), 1007],
    ['more editors than a shop ever has', manyEditors(4001), 1007],
    ['text', 'olá', 1007],
    ['a message over its bound', new Uint8Array(DOCUMENT_MESSAGE_BYTES_MAX + 1), 1009],
  ])(
    'ends the connection that sent %s, keeps what it had, and goes on after a second',
    async (_name, bytes, code) => {
      sync.start();
      const first = await arrival(1);
      const closed = once(first, 'close');
      first.send(bytes);
      expect((await closed)[0]).toBe(code);
      expect(doc.getMap('sizes').toJSON()).toEqual({ p: 1800 });
      expect(warned).toEqual([{ pauseMs: 1000 }]);
      await vi.advanceTimersByTimeAsync(999);
      expect(arrivals).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(1);
      const second = await arrival(2);
      second.send(message(0, 1, priceOf25()));
      await soon(() => expect(sync.synced()).toBe(true));
      expect(doc.getMap('sizes').toJSON()).toEqual({ p: 1800, g: 2500 });
    },
  );

  it('takes as many editors as a shop may have, and a message at its bound', async () => {
    sync.start();
    const ws = await arrival(1);
    ws.send(manyEditors(4000));
    const bound = new Uint8Array(DOCUMENT_MESSAGE_BYTES_MAX);
    // An awareness of nobody, with what nobody reads after it.
    bound.set([1, 1, 0]);
    ws.send(bound);
    ws.send(message(0, 1, priceOf25()));
    await soon(() => expect(sync.synced()).toBe(true));
    expect(warned).toEqual([]);
  });

  it('stays away longer each time, a minute at most', async () => {
    sync.start();
    for (const [at, pauseMs] of [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000].entries()) {
      const ws = await arrival(at + 1);
      ws.send(new Uint8Array());
      await soon(() => expect(warned).toHaveLength(at + 1));
      expect(warned.at(-1)).toEqual({ pauseMs });
      await vi.advanceTimersByTimeAsync(pauseMs);
    }
  });

  it('reads nothing more of a connection that it ends', async () => {
    sync.start();
    const ws = await arrival(1);
    const closed = once(ws, 'close');
    ws.send(new Uint8Array());
    ws.send(message(0, 2, priceOf25()));
    await closed;
    expect(doc.getMap('sizes').toJSON()).toEqual({ p: 1800 });
  });

  it('does not keep who else looks at the document', async () => {
    sync.start();
    const ws = await arrival(1);
    const heard: Uint8Array[] = [];
    ws.on('message', (data: Uint8Array) => heard.push(data));
    const state = new TextEncoder().encode('{"x":1}');
    for (let client = 1; client <= 50; client += 1) ws.send(message(1, message(1, client, 1, state)));
    ws.send(message(0, 1, priceOf25()));
    await soon(() => expect(sync.synced()).toBe(true));
    // Step 1 and its own name: nothing is sent on of the fifty.
    expect(heard.length).toBeLessThanOrEqual(2);
  });

  it('comes back with a word that is new every half minute, and with the one before where none could be given', async () => {
    tokens = ['first', null, 'third'];
    sync.start();
    for (const [at, word] of ['first', 'first', 'third'].entries()) {
      const ws = await arrival(at + 1);
      expect(shown.at(-1)).toBe(`Bearer ${word}`);
      await vi.advanceTimersByTimeAsync(30_000);
      // A connection that ends is made again within five seconds.
      ws.send(new Uint8Array());
      await once(ws, 'close');
      await vi.advanceTimersByTimeAsync(5000);
    }
    expect(warned).toContainEqual(expect.objectContaining({ err: expect.any(Error) as Error }));
  });

  it('gives no more words once it is over', async () => {
    tokens = ['first', null];
    sync.start();
    await arrival(1);
    sync.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(warned).toEqual([]);
  });
});
