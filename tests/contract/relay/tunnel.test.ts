// The tunnel: staff's requests pass to their store as they are, streaming both ways, and clients cannot pretend to be the relay.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { v7 } from 'uuid';
import { WebSocket } from 'ws';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import type { FakeStore } from './fake-store.ts';
import { sha256 } from './store-log.ts';
import { bodyOf, onOneDatabase, unlinked, soon } from './relay.ts';

onOneDatabase('the tunnel', (scene) => {
  it('passes a GET with its query, cookies and the caller, and drops what only the relay may say', async () => {
    await scene.linkedStore();
    const answer = await scene.relay.ask('/api/staff/echo?dia=hoje&x=%C3%A7', {
      headers: {
        cookie: 'session=abc',
        'x-forwarded-for': '198.51.100.77',
        'x-balcao-client-ip': '127.0.0.1',
        'x-balcao-origin': 'http://evil.example',
        'x-balcao-transport': 'lan',
        'x-forwarded-host': 'evil.example',
        'x-real-ip': '127.0.0.1',
        forwarded: 'for=127.0.0.1',
      },
    });
    expect(answer.status).toBe(200);
    const { headers, query } = await bodyOf(answer);
    expect(query).toEqual({ dia: 'hoje', x: 'ç' });
    expect(headers).toMatchObject({ cookie: 'session=abc', 'x-balcao-client-ip': '198.51.100.77' });
    expect(headers['x-balcao-origin']).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    for (const name of [
      'x-balcao-transport',
      'x-forwarded-host',
      'x-forwarded-for',
      'x-real-ip',
      'forwarded',
    ])
      expect(headers).not.toHaveProperty(name);
  });

  it('passes a POST and its status', async () => {
    await scene.linkedStore();
    const answer = await scene.relay.ask('/api/staff/echo', { json: { nome: 'Açaí' } });
    expect(answer.status).toBe(201);
    expect(await bodyOf(answer)).toEqual({ body: { nome: 'Açaí' } });
  });

  it('adds Secure to the cookies of a site on https', async () => {
    await scene.linkedStore();
    const answer = await scene.relay.ask('/api/auth/sign-in', { json: {} });
    expect(answer.headers.getSetCookie()).toEqual([
      'session=abc; HttpOnly; Path=/; Secure',
      'other=1; Path=/; Secure',
    ]);
  });

  it('carries an upload of 5 MB whole, and orders pass it', async () => {
    await scene.linkedStore();
    const bytes = randomBytes(5 * 1024 * 1024);
    const [upload, quick] = await Promise.all([
      scene.relay.ask('/api/staff/images', { body: bytes, headers: { 'content-type': 'image/png' } }),
      scene.relay.ask('/api/staff/echo'),
    ]);
    expect(quick.status).toBe(200);
    expect(await bodyOf(upload)).toEqual({ size: bytes.length, sha256: sha256(bytes) });
  });

  it('refuses more than its bound before the store hears of it', async () => {
    const store = await scene.linkedStore();
    // What is refused is not read: that connection is of no more use.
    const headers = { connection: 'close' };
    const answer = await scene.relay.ask('/api/staff/images', {
      body: randomBytes(7 * 1024 * 1024),
      headers: { 'content-type': 'image/png', ...headers },
    });
    expect(answer.status).toBe(413);
    expect(
      (await scene.relay.ask('/api/staff/echo', { json: { long: 'x'.repeat(300_000) }, headers })).status,
    ).toBe(413);
    expect(store.asked).toEqual([]);
  });

  it('streams events as they come, and tells the store when the browser goes', async () => {
    const store = await scene.linkedStore();
    const browser = new AbortController();
    const answer = await scene.relay.ask('/api/staff/live', { signal: browser.signal });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('"n":1')) text += (await reader?.read())?.value ?? '';
    expect(text).toContain('event: hello');
    browser.abort();
    await soon(() => expect(store.ended).toEqual(['/api/staff/live']));
  });

  it('ends a browser that goes before the store has answered', async () => {
    await scene.linkedStore();
    const browser = new AbortController();
    const answer = scene.relay.ask('/api/staff/hang', { signal: browser.signal });
    await soon(() => expect(scene.relay.relay.gateway.session).toBeDefined());
    browser.abort();
    await expect(answer).rejects.toThrow('aborted');
    expect((await scene.relay.ask('/api/staff/echo')).status).toBe(200);
  });

  it('breaks off what is under way when the link breaks, and the relay lives', async () => {
    const store = await scene.linkedStore();
    const live = await scene.relay.ask('/api/staff/live');
    const hanging = scene.relay.ask('/api/staff/hang');
    const upload = scene.relay.ask('/api/staff/images', {
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(1000));
        },
      }),
      headers: { 'content-type': 'image/png' },
    });
    await soon(() => expect(store.asked.length).toBeGreaterThanOrEqual(2));
    store.cut();
    await expect(live.text()).rejects.toThrow();
    expect((await hanging).status).toBe(503);
    await unlinked(scene.relay, store);
    expect((await scene.relay.ask('/healthz')).status).toBe(200);
    void upload.catch(() => undefined);
  });

  /** By hand, so that the length is said and then not sent. Resolves when the store has heard of it. */
  async function startUpload(store: FakeStore): Promise<Socket> {
    const socket = connect(Number(new URL(scene.relay.url).port), '127.0.0.1');
    socket.write(
      'POST /api/staff/images HTTP/1.1\r\nhost: localhost\r\ncontent-type: image/png\r\ncontent-length: 100000\r\n\r\n',
    );
    socket.write(Buffer.alloc(5000));
    await soon(() => expect(store.asked.map((one) => one.path)).toContain('/api/staff/images'));
    return socket;
  }

  it('[12] does not let an upload that stands still hold up orders', async () => {
    const store = await scene.linkedStore();
    const socket = await startUpload(store);
    const order = await scene.relay.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
    expect(order.status).toBe(201);
    expect((await scene.relay.ask('/api/staff/echo')).status).toBe(200);
    expect(store.broken).toEqual([]);
    socket.destroy();
  });

  it('passes on that an upload broke off, and the relay lives', async () => {
    const store = await scene.linkedStore();
    const socket = await startUpload(store);
    socket.destroy();
    await soon(() => expect(store.broken).toEqual(['/api/staff/images']));
    expect((await scene.relay.ask('/api/staff/echo')).status).toBe(200);
  });

  it('lets a browser that reads slowly hold up nobody', async () => {
    const store = await scene.linkedStore();
    const slow = connect(Number(new URL(scene.relay.url).port), '127.0.0.1');
    slow.pause();
    slow.write('GET /api/staff/export HTTP/1.1\r\nhost: localhost\r\n\r\n');
    let before = -1;
    await soon(
      () => {
        const stalled = store.exportedBytes > 0 && store.exportedBytes === before;
        before = store.exportedBytes;
        expect(stalled).toBe(true);
      },
      { interval: 250 },
    );
    for (let i = 0; i < 5; i += 1) {
      const placed = await scene.relay.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
      expect(placed.status).toBe(201);
    }
    await soon(() => expect(store.checkpoints.at(-1)).toEqual(store.log.head()));
    slow.destroy();
  });

  it('[33] lets nobody without a session knock more than once a second, and staff go on beside it', async () => {
    const store = await scene.linkedStore();
    const knocks = await Promise.all(
      Array.from({ length: 70 }, () => scene.relay.ask('/api/staff/echo', { method: 'HEAD' })),
    );
    expect(knocks.filter((answer) => answer.status === 429)).toHaveLength(10);
    expect(knocks.at(-1)?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(store.asked).toHaveLength(60);
    const signedIn = { cookie: 'balcao.session_token=abc' };
    expect((await scene.relay.ask('/api/staff/echo', { headers: signedIn })).status).toBe(200);
  });

  it('says that the store is away while there is no link', async () => {
    await scene.pairedStore();
    for (const path of ['/api/staff/echo', '/api/auth/get-session']) {
      const answer = await scene.relay.ask(path);
      expect(answer.status).toBe(503);
      expect(await bodyOf(answer)).toMatchObject({
        code: 'store-away',
        detail: expect.stringContaining('Loja sem conexão no momento'),
      });
    }
  });
});

onOneDatabase('a browser on another site', (scene) => {
  it.each(['/api/orders', '/api/staff/echo', '/api/auth/sign-in', '/api/track'])(
    'changes nothing through %s',
    async (path) => {
      const store = await scene.linkedStore();
      const origin = { origin: 'https://evil.example' };
      expect((await scene.relay.ask(path, { json: {}, headers: origin })).status).toBe(403);
      expect((await scene.relay.ask(path, { json: {}, headers: { origin: 'null' } })).status).toBe(403);
      expect(
        (await scene.relay.ask(path, { json: {}, headers: { 'sec-fetch-site': 'cross-site' } })).status,
      ).toBe(403);
      expect(store.asked).toEqual([]);
    },
  );

  it('cannot send a form instead of JSON', async () => {
    const store = await scene.linkedStore();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      expect(
        (await scene.relay.ask('/api/staff/echo', { body: '{}', headers: { 'content-type': type } })).status,
      ).toBe(415);
    }
    expect(store.asked).toEqual([]);
  });

  it('opens no live stream', async () => {
    await scene.linkedStore();
    for (const path of ['/api/live', '/api/staff/live']) {
      expect(
        (
          await scene.relay.ask(path, {
            headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' },
          })
        ).status,
      ).toBe(403);
    }
  });

  it('opens no WebSocket, whatever cookies it brings: only a device with its key is let in', async () => {
    const store = await scene.linkedStore();
    const cookie = 'balcao.session_token=abc';
    for (const path of ['/link', `/doc/${store.storeId}`])
      for (const origin of ['https://evil.example', scene.relay.url]) {
        const ws = new WebSocket(scene.relay.url.replace(/^http/, 'ws') + path, {
          headers: { cookie, origin },
        });
        const answered = new Promise<number | string>((resolve) => {
          ws.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
          ws.on('open', () => resolve('open'));
          ws.on('error', () => undefined);
        });
        expect(await answered).toBe(401);
        ws.terminate();
      }
  });

  it('on our own site may do all that', async () => {
    await scene.linkedStore();
    const own = { origin: scene.relay.url, 'sec-fetch-site': 'same-origin' };
    expect((await scene.relay.ask('/api/staff/echo', { json: {}, headers: own })).status).toBe(201);
    expect((await scene.relay.ask('/api/auth/sign-in', { method: 'POST', headers: own })).status).toBe(200);
  });
});
