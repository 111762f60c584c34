import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createAssetMemory, listenWithAssets } from './asset-memory.ts';

const SCRIPT = '/assets/base-Ab12.js';
const forever = () =>
  new Response('script', { headers: { 'cache-control': 'public, immutable', 'x-frame-options': 'DENY' } });
const get = (url: string, headers: Record<string, string> = {}, method = 'GET') => ({
  method,
  url,
  headers: { 'accept-encoding': 'br', ...headers },
});

/** What was sent, if anything was. */
function asked(memory: ReturnType<typeof createAssetMemory>, request: ReturnType<typeof get>) {
  let sent: { status: number; headers: Record<string, string | number>; body: string } | null = null;
  let head: { status: number; headers: Record<string, string | number> } = { status: 0, headers: {} };
  const answered = memory.answer(request, {
    writeHead: (status, headers) => (head = { status, headers }),
    end: (bytes) => (sent = { ...head, body: new TextDecoder().decode(bytes) }),
  });
  expect(answered).toBe(sent !== null);
  return sent;
}

describe('what the app gave once', () => {
  it('is given again, with every header', async () => {
    const memory = createAssetMemory();
    expect(asked(memory, get(SCRIPT))).toBeNull();
    expect(await (await memory.keep(get(SCRIPT), forever())).text()).toBe('script');
    expect(asked(memory, get(SCRIPT))).toEqual({
      status: 200,
      headers: expect.objectContaining({ 'x-frame-options': 'DENY', 'content-length': 6 }),
      body: 'script',
    });
  });

  it.each([
    ['another encoding', get(SCRIPT, { 'accept-encoding': 'gzip' })],
    ['another address', get('/assets/other-Cd34.js')],
    ['a browser that has it', get(SCRIPT, { 'if-none-match': '"etag"' })],
    ['a part of it', get(SCRIPT, { range: 'bytes=0-1' })],
    ['its headers only', get(SCRIPT, {}, 'HEAD')],
  ])('is asked of the app for %s', async (_, request) => {
    const memory = createAssetMemory();
    await memory.keep(get(SCRIPT), forever());
    expect(asked(memory, request)).toBeNull();
  });

  it.each([
    ['that may change', new Response('page', { headers: { 'cache-control': 'no-cache' } }), SCRIPT],
    [
      'that is none',
      new Response('gone', { status: 404, headers: { 'cache-control': 'immutable' } }),
      SCRIPT,
    ],
    ['of another address', forever(), '/api/images/1'],
  ])('is not kept of an answer %s', async (_, response, url) => {
    const memory = createAssetMemory();
    expect(await memory.keep(get(url), response)).toBe(response);
    expect(asked(memory, get(url))).toBeNull();
  });

  it('is bounded, whatever is asked for', async () => {
    const memory = createAssetMemory();
    for (let number = 0; number < 600; number += 1) await memory.keep(get(`/assets/${number}.js`), forever());
    expect(asked(memory, get('/assets/499.js'))).not.toBeNull();
    expect(asked(memory, get('/assets/500.js'))).toBeNull();
  });
});

it('a listener asks the app once for what never changes, and each time for what may', async () => {
  const asked: string[] = [];
  const server = createServer(
    listenWithAssets(({ url }) => {
      const { pathname } = new URL(url);
      asked.push(pathname);
      return Promise.resolve(pathname === SCRIPT ? forever() : new Response('page'));
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  try {
    expect([await read(SCRIPT), await read(SCRIPT)]).toEqual(['script', 'script']);
    expect([await read('/'), await read('/')]).toEqual(['page', 'page']);
    expect(asked).toEqual([SCRIPT, '/', '/']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
