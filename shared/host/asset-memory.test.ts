import { describe, expect, it } from 'vitest';
import { createAssetMemory } from './asset-memory.ts';

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
