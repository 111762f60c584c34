import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSocketServer, type AddressInfo } from 'node:net';
import { duplexPair, PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { operatorToken } from '../shop/stores/operator.ts';
import { REQUEST_ID_HEADER } from '@balcao/shared/host/request-id.ts';
import { TRACE_HEADER, within, type Span } from '@balcao/shared/host/traces.ts';
import { createForwarder, FORWARDED } from './forward.ts';

const secretsKey = Buffer.alloc(32, 1);
let nowMs = Date.now();
const forwarder = createForwarder({ secretsKey, clock: () => nowMs });

/** What another process hears of a request, and its answer as it comes back. */
async function send(
  request: Request,
  answer: { status: number; headers?: Record<string, string | string[]> },
): Promise<{ response: Response; heard: Record<string, unknown> }> {
  let heard: Record<string, unknown> = {};
  const server = createServer((incoming, outgoing) => {
    heard = { ...incoming.headers, method: incoming.method, url: incoming.url };
    outgoing.writeHead(answer.status, answer.headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const response = await forwarder.send(`http://127.0.0.1:${port}`, request, '203.0.113.9');
  await response.arrayBuffer();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return { response, heard };
}

describe('what one process of the relay passes on to another', () => {
  it('carries the address and the host that the caller used, and a proof that holds for a minute', async () => {
    const request = new Request('http://loja.example/api/staff/echo?a=1', {
      headers: { host: 'loja.example', cookie: 'a=b', connection: 'keep-alive', expect: '100-continue' },
    });
    const { heard } = await send(request, { status: 200 });
    expect(heard).toMatchObject({
      method: 'GET',
      url: '/api/staff/echo?a=1',
      host: 'loja.example',
      cookie: 'a=b',
    });
    expect(heard).not.toHaveProperty('expect');
    const proof = String(heard[FORWARDED]);
    expect(await forwarder.callerOf(proof)).toBe('203.0.113.9');
    nowMs += 61_000;
    expect(await forwarder.callerOf(proof)).toBeNull();
  });

  it('is believed with the secret of this relay only, and no other token of it is such a proof', async () => {
    const stranger = createForwarder({ secretsKey: Buffer.alloc(32, 2), clock: () => nowMs });
    const { heard } = await send(new Request('http://loja.example/'), { status: 200 });
    expect(await stranger.callerOf(String(heard[FORWARDED]))).toBeNull();
    expect(await forwarder.callerOf(await operatorToken(secretsKey))).toBeNull();
    expect(await forwarder.callerOf(undefined)).toBeNull();
  });

  it('goes on the trace of this process, and none that the caller names', async () => {
    const request = () => new Request('http://loja.example/', { headers: { [TRACE_HEADER]: 'the caller' } });
    const span: Span = { part: () => null, traceparent: () => 'our own', end: () => undefined };
    const traced = await within(span, () => send(request(), { status: 200 }));
    expect(traced.heard).toMatchObject({ [TRACE_HEADER]: 'our own' });
    expect((await send(request(), { status: 200 })).heard).toMatchObject({ [TRACE_HEADER]: '' });
  });

  it('goes under the id of the request here, and none that the caller names', async () => {
    const request = new Request('http://loja.example/', { headers: { [REQUEST_ID_HEADER]: 'the caller' } });
    const { heard } = await send(request, { status: 200 });
    expect(heard).toMatchObject({ [REQUEST_ID_HEADER]: '' });
  });

  it('comes back as it is: a redirection is not followed, every cookie is kept, and 304 has no content', async () => {
    const cookies = ['a=1; Path=/', 'b=2; Path=/'];
    const away = await send(new Request('http://loja.example/'), {
      status: 302,
      headers: { location: '/gestao', 'set-cookie': cookies, 'keep-alive': 'timeout=5' },
    });
    // Of one stretch of the way, and not of the next.
    for (const name of ['keep-alive', 'connection', 'transfer-encoding'])
      expect(away.response.headers.get(name)).toBeNull();
    expect(away.response.status).toBe(302);
    expect(away.response.headers.get('location')).toBe('/gestao');
    expect(away.response.headers.getSetCookie()).toEqual(cookies);
    expect((await send(new Request('http://loja.example/'), { status: 304 })).response.status).toBe(304);
  });

  it('names no length of a content that it does not have', async () => {
    const headers = { 'content-length': '5', cookie: 'a=b' };
    const { heard } = await send(new Request('http://loja.example/', { headers }), { status: 204 });
    expect(heard).toMatchObject({ cookie: 'a=b' });
    expect(heard).not.toHaveProperty('content-length');
  });

  it('joins a socket that asks for an upgrade from its first byte on, both ways, until one of them ends', async () => {
    const heard = Promise.withResolvers<string>();
    const server = createSocketServer((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
      socket.once('data', () => socket.end('over'));
      text(socket).then(heard.resolve, heard.reject);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const [caller, here] = duplexPair();
    const rawHeaders = ['Host', 'loja.example', 'Upgrade', 'websocket'];
    const request = { method: 'GET', url: '/edge/link?v=1', rawHeaders } as IncomingMessage;
    forwarder.join(`http://127.0.0.1:${port}`, request, here, Buffer.from('the first frame'));
    expect(await text(caller).catch(() => 'broken off')).toMatch(/^(HTTP\/1\.1 101 .*over|broken off)$/s);
    caller.destroy();
    expect(await heard.promise).toBe(
      'GET /edge/link?v=1 HTTP/1.1\r\nHost: loja.example\r\nUpgrade: websocket\r\n\r\nthe first frame',
    );
    await new Promise((resolve) => server.close(resolve));
  });

  it('ends a socket at the other process when the one of its caller breaks off', async () => {
    let open = 0;
    const server = createSocketServer((socket) => {
      open += 1;
      socket.resume().on('error', () => undefined);
      socket.on('close', () => {
        open -= 1;
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const here = new PassThrough();
    const request = { method: 'GET', url: '/edge/link', rawHeaders: ['Host', 'loja.example'] };
    forwarder.join(`http://127.0.0.1:${port}`, request as IncomingMessage, here, Buffer.alloc(0));
    await expect.poll(() => open).toBe(1);
    here.destroy(new Error('the line is cut'));
    await expect.poll(() => open).toBe(0);
    await new Promise((resolve) => server.close(resolve));
  });

  it('breaks off where its caller goes before there is an answer', async () => {
    const [asked, brokenOff] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = createServer((incoming) => {
      incoming.once('close', () => brokenOff.resolve());
      asked.resolve();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const caller = new AbortController();
    const request = new Request('http://loja.example/api/staff/hang', { signal: caller.signal });
    const answer = forwarder.send(`http://127.0.0.1:${port}`, request, '203.0.113.9');
    await asked.promise;
    caller.abort();
    await expect(answer).rejects.toThrow('aborted');
    await brokenOff.promise;
    await new Promise((resolve) => server.close(resolve));
  });

  it('breaks off where its caller does in the middle of what is sent, and ends no process', async () => {
    const brokenOff = Promise.withResolvers<void>();
    const caller = Promise.withResolvers<never>();
    const server = createServer((incoming) => {
      incoming.on('error', () => brokenOff.resolve());
      incoming.once('data', () => caller.reject(new Error('aborted')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from('{"a"')),
      pull: () => caller.promise,
    });
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, duplex: 'half' };
    const request = new Request('http://loja.example/api/staff/echo', init);
    await expect(forwarder.send(`http://127.0.0.1:${port}`, request, '203.0.113.9')).rejects.toThrow(
      'aborted',
    );
    await brokenOff.promise;
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('the question which machine holds a link', () => {
  /** By then a process that says nothing is taken for dead. */
  const DEAD_AFTER_MS = 15_000;
  /** So long the one that is asked looks whether the machine at its link still answers. */
  const LOOKED_AT_MS_MAX = 2000;

  it('is given up in time where a process takes it and never answers, and then nobody holds it', async () => {
    const bounds: number[] = [];
    const over = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      bounds.push(ms);
      return over.signal;
    });
    const asked = Promise.withResolvers<void>();
    const server = createServer(() => asked.resolve());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const holder = forwarder.holder(`http://127.0.0.1:${port}`, '0193a000-0000-7000-8000-000000000001');
      await asked.promise;
      expect(bounds).toHaveLength(1);
      expect(bounds[0]).toBeLessThan(DEAD_AFTER_MS);
      expect(bounds[0]).toBeGreaterThan(LOOKED_AT_MS_MAX);
      over.abort();
      expect(await holder).toBeNull();
    } finally {
      timeout.mockRestore();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
