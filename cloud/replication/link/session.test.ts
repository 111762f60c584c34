import { once } from 'node:events';
import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { createWebSocketStream, WebSocket, WebSocketServer } from 'ws';
import type { Session } from '../../shop/stores/session.ts';
import { openSession } from './session.ts';

const JSON_BYTES_MAX = 4 * 1024 * 1024;

let session: Session;
let link: WebSocket;
/** The same link at the relay's end. */
let relayEnd: WebSocket;
/** What the store does with what it is asked. */
let answer: (stream: ServerHttp2Stream) => void;
let stop: () => void;
/** The store, for each sign of life that was told. */
let received: string[];
/** The clocks that were started, and those that were stopped. */
let started: MockInstance<typeof setTimeout>;
let stopped: MockInstance<typeof clearTimeout>;

beforeEach(async () => {
  received = [];
  started = vi.spyOn(globalThis, 'setTimeout');
  stopped = vi.spyOn(globalThis, 'clearTimeout');
  const store = createServer();
  store.on('stream', (stream) => {
    stream.on('error', () => undefined);
    answer(stream);
  });
  const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(relay, 'listening');
  const arrived = once(relay, 'connection');
  link = new WebSocket(`ws://127.0.0.1:${(relay.address() as AddressInfo).port}`);
  const duplex = createWebSocketStream(link);
  duplex.on('error', () => undefined);
  store.emit('connection', duplex);
  const [ws] = (await arrived) as [WebSocket];
  relayEnd = ws;
  session = await openSession('store', ws, {
    onReceived: (storeId) => void received.push(storeId),
    onHeardAgain: () => undefined,
  });
  stop = () => {
    started.mockRestore();
    stopped.mockRestore();
    link.terminate();
    relay.close();
  };
});
afterEach(() => stop());

const ask = (timeoutMs?: number): Promise<unknown> => session.json('POST', '/link/x', { a: 1 }, timeoutMs);
const says = (text: string) => (stream: ServerHttp2Stream) => {
  stream.respond({ ':status': 200 });
  stream.end(text);
};

it('answers what the store says, which may be nothing', async () => {
  answer = says('{"b":"ã"}');
  expect(await ask()).toEqual({ status: 200, body: { b: 'ã' } });
  answer = says('');
  expect(await ask()).toEqual({ status: 200, body: null });
});

it.each([
  ['before it said anything', constants.NGHTTP2_NO_ERROR, false],
  ['before it said anything, as of no more interest', constants.NGHTTP2_CANCEL, false],
  ['before it said anything, for a fault of its own', constants.NGHTTP2_INTERNAL_ERROR, false],
  ['in the middle', constants.NGHTTP2_NO_ERROR, true],
  ['in the middle, as of no more interest', constants.NGHTTP2_CANCEL, true],
  ['in the middle, for a fault of its own', constants.NGHTTP2_INTERNAL_ERROR, true],
])('takes for no answer what the store breaks off %s, and goes on', async (_when, code, hasBegun) => {
  answer = (stream) => {
    if (!hasBegun) return stream.close(code);
    stream.respond({ ':status': 200 });
    stream.write('{"b":', () => stream.close(code));
  };
  await expect(ask()).rejects.toThrow();
  answer = says('{}');
  expect(await ask()).toEqual({ status: 200, body: {} });
});

it('waits no longer than it is told to, and goes on', async () => {
  answer = () => undefined;
  await expect(ask(20)).rejects.toThrow('nobody waits for it any more');
  answer = says('{}');
  expect(await ask()).toEqual({ status: 200, body: {} });
});

it('leaves no clock running for what came in time: the settings, an answer, a sign of life', async () => {
  const [settingsMs, answerMs, lifeMs] = [10_000, 54_321, 65_432];
  answer = says('{}');
  await ask(answerMs);
  expect(await session.alive(lifeMs)).toBe(true);
  const clocksOf = (ms: number) =>
    started.mock.results.filter((_clock, at) => started.mock.calls[at]?.[1] === ms).map(({ value }) => value);
  for (const ms of [settingsMs, answerMs, lifeMs]) {
    expect(clocksOf(ms)).toHaveLength(1);
    await expect.poll(() => stopped.mock.calls.map(([clock]) => clock)).toContain(clocksOf(ms)[0]);
  }
});

it('takes an answer of four megabytes, and none that is longer', async () => {
  answer = says(`"${'x'.repeat(JSON_BYTES_MAX - 2)}"`);
  expect(await ask(60_000)).toMatchObject({ status: 200 });
  answer = says(`"${'x'.repeat(JSON_BYTES_MAX - 1)}"`);
  await expect(ask(60_000)).rejects.toThrow(`longer than ${JSON_BYTES_MAX} bytes`);
  answer = says('{}');
  expect(await ask(60_000)).toEqual({ status: 200, body: {} });
});

it('fails what is asked when the link breaks off, and what is asked after it', async () => {
  answer = () => link.terminate();
  await expect(ask()).rejects.toThrow('the link');
  await session.ended;
  await expect(ask()).rejects.toThrow('the link is down');
});

it('knows at once that nobody is at the other end of a link that is being closed', async () => {
  session.close('over');
  expect(await session.alive(60_000)).toBe(false);
  await session.ended;
  expect(await session.alive(60_000)).toBe(false);
});

it('asks the store nothing for who has gone before it was asked', async () => {
  const asked: string[] = [];
  answer = (stream) => {
    asked.push('asked');
    says('{}')(stream);
  };
  const head = { ':method': 'GET', ':path': '/link/x' };
  await expect(session.request(head, undefined, AbortSignal.abort())).rejects.toThrow('nobody waits for it');
  // What is asked afterwards comes after it over the same link.
  await ask();
  expect(asked).toEqual(['asked']);
});

describe('a link is none', () => {
  /** One over which nothing is said. */
  async function silent() {
    const relay = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(relay, 'listening');
    const arrived = once(relay, 'connection');
    const store = new WebSocket(`ws://127.0.0.1:${(relay.address() as AddressInfo).port}`);
    const [[ws]] = (await Promise.all([arrived, once(store, 'open')])) as [[WebSocket], unknown];
    return { relay, store, ws };
  }
  const listener = { onReceived: () => undefined, onHeardAgain: () => undefined };

  it('where the store has gone before it said under which limits', async () => {
    const { relay, store, ws } = await silent();
    const opening = openSession('store', ws, listener);
    store.terminate();
    await expect(opening).rejects.toThrow('the link ended at once');
    relay.close();
  });

  it('where the store has not said within ten seconds under which limits', async () => {
    const { relay, store, ws } = await silent();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const said: unknown[] = [];
      openSession('store', ws, listener).catch((error: unknown) => said.push(error));
      await vi.advanceTimersByTimeAsync(9999);
      expect(said).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(said).toEqual([new Error('the store sent no settings')]);
    } finally {
      vi.useRealTimers();
      store.terminate();
      relay.close();
    }
  });

  // A half-open link fails nothing: only that nothing comes tells.
  it('any more at the first look after thirty seconds without a word; it is looked at every ten', async () => {
    const { relay, store, ws } = await silent();
    store.pause();
    const [cut, closed] = [vi.spyOn(ws, 'terminate'), once(ws, 'close')];
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    try {
      openSession('store', ws, listener).catch(() => undefined);
      await vi.advanceTimersByTimeAsync(39_999);
      expect(cut).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(cut).toHaveBeenCalled();
      await closed;
    } finally {
      vi.useRealTimers();
      store.terminate();
      relay.close();
    }
  });
});

describe('an answer that lasts', () => {
  const head = { ':method': 'GET', ':path': '/link/changes' };

  const readAll = (body: Readable): Promise<string> =>
    new Promise((resolve, reject) => {
      let read = '';
      body.on('data', (piece: Buffer) => (read += piece.toString()));
      body.on('end', () => resolve(read));
      body.on('error', reject);
    });

  it('is there from its first byte on, whenever it is read, and comes until it ends', async () => {
    answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.write('first ');
      stream.end('last');
    };
    const { status, body } = await session.requestLasting(head);
    expect(status).toBe(200);
    // What is asked afterwards comes after it over the same link.
    answer = says('{}');
    await ask();
    expect(await readAll(body)).toBe('first last');
  });

  it('is told to break off when the link does', async () => {
    answer = (stream) => {
      stream.respond({ ':status': 200 });
      stream.write('first', () => setImmediate(() => link.terminate()));
    };
    const { body } = await session.requestLasting(head);
    await expect(readAll(body)).rejects.toThrow('the link broke off');
    await expect(session.requestLasting(head)).rejects.toThrow('the link is down');
  });

  it('ends at both ends when it is of no more interest, and the link goes on', async () => {
    const closed = Promise.withResolvers<number>();
    answer = (stream) => {
      stream.on('close', () => closed.resolve(stream.rstCode));
      stream.respond({ ':status': 200 });
      stream.write('first');
    };
    const { body, cancel } = await session.requestLasting(head);
    cancel();
    await expect(readAll(body)).rejects.toThrow();
    expect(await closed.promise).toBe(constants.NGHTTP2_CANCEL);
    answer = says('{}');
    expect(await ask()).toEqual({ status: 200, body: {} });
  });

  it('is none where the store gives it up before its head', async () => {
    answer = (stream) => stream.close(constants.NGHTTP2_CANCEL);
    await expect(session.requestLasting(head)).rejects.toThrow('the link closed the request');
  });
});

it.each(['pong', 'message'] as const)('tells of each sign of life: a %s', async (sign) => {
  const before = received.length;
  if (sign === 'pong') await session.alive(60_000);
  else {
    answer = says('{}');
    await ask();
  }
  expect(received.length).toBeGreaterThan(before);
  expect(new Set(received)).toEqual(new Set(['store']));
});

// A link that was replaced is half-open most often: nobody is there to say that it may end.
it('that is closed ends a second later where the store says nothing to that', async () => {
  // A machine without power does not say goodbye in its turn.
  vi.spyOn(link, 'close').mockImplementation(() => undefined);
  const cut = vi.spyOn(relayEnd, 'terminate');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    session.close('replaced');
    await vi.advanceTimersByTimeAsync(999);
    expect(cut).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(cut).toHaveBeenCalled();
    await session.ended;
  } finally {
    vi.useRealTimers();
  }
});
