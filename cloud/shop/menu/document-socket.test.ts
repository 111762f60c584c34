// The relay's end of the document's socket, over real sockets: what each end is told, and what it is not.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as encoding from 'lib0/encoding';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WebSocket, WebSocketServer, type ClientOptions } from 'ws';
import { writeSyncStep1, writeUpdate } from 'y-protocols/sync';
import * as Y from 'yjs';
import { readDocumentMessage, type DocumentMessage } from '@balcao/shared/link/document-message.ts';
import { serveDocumentSocket } from './document-socket.ts';

const PING_EVERY_MS = 30_000;
let server: WebSocketServer;
let doc: Y.Doc;
let clients: WebSocket[];
/** Why the document cannot be read now. */
let unread: Error | null;
/** Until when it is being read. */
let reading: Promise<void> | null;
let failures: unknown[];
/** How many listen to the document's changes. */
let listening: Set<unknown>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  clients = [];
  failures = [];
  // What ends late of the test before ends in the set of that one.
  const ofThis = (listening = new Set());
  unread = null;
  reading = null;
  doc = new Y.Doc();
  doc.getMap('sizes').set('p', 1900);
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (ws) => {
    void serveDocumentSocket(ws, () => undefined, {
      findCached: () => (unread === null && reading === null ? doc : null),
      useDocument: async (work) => {
        if (unread !== null) throw unread;
        await reading;
        work(doc);
      },
      onFailure: (error) => void failures.push(error),
      subscribeChanges(onChange) {
        ofThis.add(onChange);
        doc.on('update', onChange);
        return () => {
          ofThis.delete(onChange);
          doc.off('update', onChange);
        };
      },
    });
  });
  await once(server, 'listening');
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

type Client = { ws: WebSocket; next(): Promise<DocumentMessage | null>; send(message: Uint8Array): void };

async function connect(options: ClientOptions = {}): Promise<Client> {
  const ws = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options);
  ws.binaryType = 'arraybuffer';
  clients.push(ws);
  const arrived: unknown[] = [];
  const waiting: ((data: unknown) => void)[] = [];
  ws.on('message', (data) => {
    const take = waiting.shift();
    if (take) take(data);
    else arrived.push(data);
  });
  const client: Client = {
    ws,
    next: async () =>
      readDocumentMessage(arrived.shift() ?? (await new Promise((resolve) => waiting.push(resolve)))),
    send: (message) => ws.send(message),
  };
  expect((await client.next())?.kind).toBe('question');
  return client;
}

function sync(write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 0);
  write(encoder);
  return encoding.toUint8Array(encoder);
}
const question = sync((encoder) => writeSyncStep1(encoder, new Y.Doc()));

function awareness(...told: number[]): Uint8Array {
  const inner = encoding.createEncoder();
  encoding.writeVarUint(inner, told.length);
  for (const client of told) {
    for (const number of [client, 1]) encoding.writeVarUint(inner, number);
    encoding.writeVarString(inner, '{}');
  }
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, 1);
  encoding.writeVarUint8Array(encoder, encoding.toUint8Array(inner));
  return encoding.toUint8Array(encoder);
}

it('answers a question with what the other end has not', async () => {
  const one = await connect();
  one.send(question);
  const answer = await one.next();
  expect(answer).toMatchObject({ kind: 'change', step: 1 });
  const copy = new Y.Doc();
  if (answer?.kind === 'change') Y.applyUpdate(copy, answer.update);
  expect(copy.getMap('sizes').get('p')).toBe(1900);
});

it('tells a change to every end but the one that made it', async () => {
  const [one, other] = [await connect(), await connect()];
  const edited = new Y.Doc();
  edited.getMap('sizes').set('g', 2500);
  one.send(sync((encoder) => writeUpdate(encoder, Y.encodeStateAsUpdate(edited))));
  expect(await other.next()).toMatchObject({ kind: 'change', step: 2 });
  expect(doc.getMap('sizes').get('g')).toBe(2500);
  one.send(question);
  // The answer to the question is the first thing that it is told since.
  expect(await one.next()).toMatchObject({ kind: 'change', step: 1 });
});

it("lets an end hear that it is there, and nobody else's word of it", async () => {
  const one = await connect();
  one.send(awareness(7));
  expect(await one.next()).toEqual({ kind: 'awareness', clients: [7] });
  one.send(awareness(8));
  // Nor a word of its own among those of others.
  one.send(awareness(7, 8));
  one.send(question);
  expect((await one.next())?.kind).toBe('change');
});

it('ends the connection of an end that answers no ping, and tells it nothing more', async () => {
  const one = await connect({ autoPong: false });
  vi.advanceTimersByTime(PING_EVERY_MS);
  await once(one.ws, 'ping');
  const closed = once(one.ws, 'close');
  vi.advanceTimersByTime(PING_EVERY_MS);
  await closed;
  const other = await connect();
  doc.getMap('sizes').set('g', 2500);
  expect(await other.next()).toMatchObject({ kind: 'change', step: 2 });
});

it('closes a connection over which nonsense came, and reads nothing more of it', async () => {
  const one = await connect();
  one.send(Uint8Array.of(77));
  const edited = new Y.Doc();
  edited.getMap('sizes').set('g', 1);
  one.send(sync((encoder) => writeUpdate(encoder, Y.encodeStateAsUpdate(edited))));
  const [code] = (await once(one.ws, 'close')) as [number];
  expect(code).toBe(1007);
  expect(doc.getMap('sizes').has('g')).toBe(false);
});

it('takes nothing of what waited behind a change that cannot be taken, while the document was read', async () => {
  const one = await connect();
  const closed = once(one.ws, 'close');
  const read = Promise.withResolvers<void>();
  reading = read.promise;
  const [far, edited] = [new Y.Doc(), new Y.Doc()];
  far.getMap('sizes').set('p', 1);
  const never = Y.encodeStateVector(far);
  // More than may wait for what has never come.
  far.getMap('sizes').set('m', 'x'.repeat(4 * 1024 * 1024));
  edited.getMap('sizes').set('g', 1);
  // In one piece of what the socket brought.
  const [served] = server.clients;
  for (const update of [Y.encodeStateAsUpdate(far, never), Y.encodeStateAsUpdate(edited)])
    served?.emit('message', sync((encoder) => writeUpdate(encoder, update)).slice().buffer, true);
  read.resolve();
  expect((await closed)[0]).toBe(1007);
  expect(doc.getMap('sizes').has('g')).toBe(false);
});

it('[156] closes a connection whose document cannot be read with 1011, and says why, once', async () => {
  const one = await connect();
  unread = new Error('the database is away');
  const closed = once(one.ws, 'close');
  one.send(question);
  one.send(question);
  expect((await closed)[0]).toBe(1011);
  expect(failures).toEqual([unread]);
});

it('that was closed is told no change any more, and its clock stands still', async () => {
  const { ws } = await connect();
  const [served] = server.clients;
  expect([listening.size, vi.getTimerCount()]).toEqual([1, 1]);
  const isOver = once(served!, 'close');
  ws.close();
  await isOver;
  expect([listening.size, vi.getTimerCount()]).toEqual([0, 0]);
});

it('asks an end every thirty seconds whether it is there, and keeps one that says so', async () => {
  const { ws } = await connect();
  const [served] = server.clients;
  const pings = vi.spyOn(served!, 'ping');
  for (const times of [1, 2, 3]) {
    vi.advanceTimersByTime(PING_EVERY_MS - 1);
    expect(pings).toHaveBeenCalledTimes(times - 1);
    const said = once(served!, 'pong');
    vi.advanceTimersByTime(1);
    await said;
    expect([pings.mock.calls.length, ws.readyState]).toEqual([times, WebSocket.OPEN]);
  }
});
