// What of a request comes to the store, and what of its answer to the browser, over a link that the test holds.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { passOn, type Caller } from './tunnel.ts';

type Heard = Parameters<typeof passOn>[0];
type Sent = { headers: Record<string, unknown>; body: string | null };

let sent: Sent;
let over: number;
let brokenOff: number;
let cancelled: number;
let assertions: string[];
/** What the store answers; null: the link ends, or nobody is heard. */
let answered: { status: number; headers: Record<string, string | string[]>; body: PassThrough } | null;
let isHeard: boolean;
/** Ends what the store is asked for. */
let askedUntil: AbortSignal | null;
beforeEach(() => {
  [sent, over, brokenOff, cancelled, assertions] = [{ headers: {}, body: null }, 0, 0, 0, []];
  answered = { status: 200, headers: {}, body: new PassThrough() };
  isHeard = true;
  askedUntil = null;
});

async function pass(
  path: string,
  init: RequestInit = {},
  more: Partial<Caller> = {},
): Promise<Response | null> {
  const session = {
    async request(
      headers: Record<string, unknown>,
      body: Uint8Array | Readable | undefined,
      signal: AbortSignal,
    ) {
      askedUntil = signal;
      sent = {
        headers,
        body:
          body === undefined
            ? null
            : body instanceof Uint8Array
              ? Buffer.from(body).toString()
              : await text(body),
      };
      if (answered !== null) return { ...answered, cancel: () => void (cancelled += 1) };
      if (isHeard) throw new Error('the link is down');
      return new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
    isHeard: () => Promise.resolve(isHeard),
    onDoubt: () => () => undefined,
  } as unknown as Heard;
  return passOn(session, new Request(`https://acai.example${path}`, init), {
    ...{ clientIp: '203.0.113.7', origin: 'https://acai.example', uploads: false },
    breakOff: () => void (brokenOff += 1),
    onOver: () => void (over += 1),
    onAssertion: (assertion) => void assertions.push(assertion),
    ...more,
  });
}

describe('a request', () => {
  it('comes to the store with its whole address, and with who asks as the relay knows it', async () => {
    await pass('/api/staff/orders?by=phone&q=11', {
      headers: {
        ...{ accept: 'application/json', 'x-balcao-client-ip': '1.1.1.1', 'x-forwarded-for': '1.1.1.1' },
        ...{ 'x-real-ip': '1.1.1.1', forwarded: 'for=1.1.1.1', te: 'trailers' },
        // Of this hop alone: HTTP/2 takes none of them.
        ...{ expect: '100-continue', 'proxy-connection': 'keep-alive', 'keep-alive': 'timeout=5' },
        ...{ connection: 'keep-alive, upgrade', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAAQAAP__' },
        ...{ 'transfer-encoding': 'chunked', trailer: 'expires', host: 'acai.example' },
      },
    });
    expect(sent).toEqual({
      headers: {
        ':method': 'GET',
        ':path': '/api/staff/orders?by=phone&q=11',
        accept: 'application/json',
        'x-balcao-client-ip': '203.0.113.7',
        'x-balcao-origin': 'https://acai.example',
      },
      body: null,
    });
  });

  it.each([
    ['what it says, in its length', 'POST', '{"a":"ç"}', '{"a":"ç"}', 10],
    ['that it says nothing, where it changes something', 'POST', undefined, null, 0],
    ['that it says nothing, where its body is empty', 'DELETE', '', null, 0],
    ['no length, where it only reads', 'GET', undefined, null, undefined],
  ])('comes with %s (%s)', async (_what, method, body, content, length) => {
    await pass('/api/staff/orders', { method, ...(body === undefined ? {} : { body }) });
    expect([sent.body, sent.headers['content-length']]).toEqual([content, length]);
  });

  it('with a long body is passed on as it comes', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('a picture'));
        controller.close();
      },
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    await pass('/api/staff/images', init, { uploads: true });
    expect([sent.body, sent.headers['content-length']]).toEqual(['a picture', undefined]);
  });
});

describe('an answer', () => {
  it('comes to the browser with every cookie, and without what is between store and relay', async () => {
    const headers = {
      ...{ 'content-type': 'application/json', 'x-balcao-assertion': 'the word', connection: 'close' },
      'set-cookie': ['a=1', 'b=2'],
    };
    answered = { status: 201, headers, body: new PassThrough() };
    answered.body.end('{}');
    const answer = await pass('/api/staff/me');
    expect([answer?.status, await answer?.text()]).toEqual([201, '{}']);
    expect(answer?.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(Object.fromEntries(answer?.headers ?? [])).not.toHaveProperty('x-balcao-assertion');
    expect(answer?.headers.has('connection')).toBe(false);
    expect(assertions).toEqual(['the word']);
  });

  it.each([
    [204, 'GET'],
    [304, 'GET'],
    [200, 'HEAD'],
  ])('%i to %s has no body', async (status, method) => {
    answered = { status, headers: {}, body: new PassThrough() };
    answered.body.end();
    const answer = await pass('/api/staff/me', { method });
    expect([answer?.status, answer?.body]).toEqual([status, null]);
  });

  it('is read no faster than the browser takes it, and whole', async () => {
    const { body } = answered!;
    const answer = await pass('/api/staff/orders');
    for (let piece = 0; piece < 20; piece += 1) body.write('x'.repeat(10_000));
    await new Promise(setImmediate);
    expect(body.isPaused()).toBe(true);
    body.end();
    expect((await answer?.text())?.length).toBe(200_000);
  });

  it.each([
    ['the last of its bytes', '7', ['{"a"', ':1}'], '{"a":1}'],
    ['none, of a length of nothing', '0', [], ''],
  ])('with a length ends with %s, though the link says no more', async (_what, length, pieces, whole) => {
    answered = { status: 200, headers: { 'content-length': length }, body: new PassThrough() };
    const answer = await pass('/api/staff/me');
    for (const piece of pieces) answered.body.write(piece);
    expect(await answer?.text()).toBe(whole);
    answered.body.destroy();
    await new Promise(setImmediate);
    expect([brokenOff, over]).toEqual([0, 1]);
  });

  it('whose link ends a byte before its length is broken off', async () => {
    answered = { status: 200, headers: { 'content-length': '7' }, body: new PassThrough() };
    const answer = await pass('/api/staff/me');
    const reader = answer?.body?.getReader();
    answered.body.write('{"a":1');
    expect((await reader?.read())?.value?.length).toBe(6);
    answered.body.destroy();
    await new Promise(setImmediate);
    expect(brokenOff).toBe(1);
  });

  it('that the browser does not want any more is not asked for any longer', async () => {
    const answer = await pass('/api/staff/orders');
    await answer?.body?.cancel();
    expect([cancelled, brokenOff]).toEqual([1, 0]);
    answered?.body.destroy();
    await new Promise(setImmediate);
    expect([brokenOff, over]).toEqual([0, 1]);
  });
});

it('who goes before the store has answered has it stop working for them', async () => {
  const browser = new AbortController();
  await pass('/api/staff/orders', { signal: browser.signal });
  expect(askedUntil?.aborted).toBe(false);
  browser.abort();
  expect(askedUntil?.aborted).toBe(true);
});

describe('without an answer', () => {
  beforeEach(() => {
    answered = null;
  });

  it('of a link that ends the store is said to be away', async () => {
    const answer = await pass('/api/staff/orders');
    expect([answer?.status, answer?.headers.get('retry-after'), over]).toEqual([503, '5', 1]);
  });

  it('of a store that is not heard any more the relay has the word', async () => {
    isHeard = false;
    expect(await pass('/api/staff/orders')).toBeNull();
    expect(over).toBe(1);
  });
});
