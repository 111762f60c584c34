// The tunnel: staff's requests pass to their store as they are, streaming both ways, and clients cannot pretend to be the relay.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { expect, it, vi } from 'vitest';
import { Hono } from 'hono';
import { v7 } from 'uuid';
import { WebSocket } from 'ws';
import { ANSWER_ID_HEADER, withRequestId } from '@balcao/shared/host/request-id.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { createForwarder } from '../../../cloud/cluster/forward.ts';
import { hear } from '../../../edge/testing/hear.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { sha256 } from '../../harness/store-log.ts';
import { bodyOf, onOneDatabase, unlinked, soon } from '../../harness/relay.ts';

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

  it('leaves nothing of staff nor of an order in a cache, with the store there and without', async () => {
    const kept = async (path: string, json?: object): Promise<string> => {
      const answer = await scene.relay.ask(path, json === undefined ? {} : { json });
      await answer.body?.cancel();
      return `${path} ${answer.headers.get('cache-control')}`;
    };
    const privately = [
      '/api/staff/echo',
      '/api/staff/nowhere',
      '/api/auth/sign-in',
      '/api/track',
      '/api/orders/ABCDEFGH',
    ];
    const look = async (): Promise<void> => {
      for (const path of privately)
        expect(await kept(path, path.endsWith('sign-in') || path.endsWith('track') ? {} : undefined)).toBe(
          `${path} no-store`,
        );
    };
    await scene.pairedStore();
    await look();
    await scene.relay.clear();
    await scene.linkedStore();
    await look();
    expect(await kept('/api/menu')).toBe('/api/menu no-cache');
  });

  it('takes a session only under the name that no neighbouring host can set, and forgets the plain one', async () => {
    await scene.linkedStore();
    const heardOf = async (cookie: string) => {
      const answer = await scene.relay.ask('/api/staff/echo', { headers: { cookie } });
      const { headers } = (await bodyOf(answer)) as { headers: { cookie?: string } };
      return { heard: headers.cookie, set: answer.headers.getSetCookie() };
    };
    expect(await heardOf('a=1; __Host-balcao.session_token=mine')).toEqual({
      heard: 'a=1; balcao.session_token=mine',
      set: [],
    });
    const tossed = await heardOf('balcao.session_token=evil');
    expect(tossed.heard).toBeUndefined();
    expect(tossed.set).toEqual([expect.stringMatching(/^balcao\.session_token=; Path=\/; Max-Age=0/)]);
    expect((await heardOf('balcao.session_token=evil; __Host-balcao.session_token=mine')).heard).toBe(
      'balcao.session_token=mine',
    );
  });

  it('takes what another process of the relay passes on as that one made it: caller, id and cookies', async () => {
    await scene.linkedStore();
    const { send } = createForwarder({ secretsKey: scene.relay.secretsKey, clock: () => scene.relay.nowMs });
    const id = v7();
    const passOn = async (path: string, init: RequestInit): Promise<Response> => {
      const request = new Request(`${scene.relay.url}${path}`, init);
      const passed = Promise.withResolvers<Response>();
      const app = new Hono().use(withRequestId({ receivedId: () => id, log: { debug: () => undefined } }));
      app.all('*', async (context) => {
        passed.resolve(await send(scene.relay.url, request, '203.0.113.7'));
        return context.text('');
      });
      await app.request('/');
      return passed.promise;
    };
    const cookie = 'balcao.session_token=mine';
    const answer = await passOn('/api/staff/echo', { headers: { cookie } });
    const { headers } = await bodyOf(answer);
    expect(headers).toMatchObject({ cookie, 'x-balcao-client-ip': '203.0.113.7' });
    expect([answer.headers.get(ANSWER_ID_HEADER), answer.headers.getSetCookie()]).toEqual([id, []]);
    const signedIn = await passOn('/api/auth/sign-in', {
      ...{ method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    });
    // That one makes them secure for the browser.
    expect(signedIn.headers.getSetCookie()[0]).toBe('session=abc; HttpOnly; Path=/');
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

  it('carries just as much as its bounds, 256 KiB and 6 MiB for a picture, and not a byte more', async () => {
    await scene.linkedStore();
    const json = (bytes: number): string => JSON.stringify('x'.repeat(bytes - 2));
    const said = async (bytes: number): Promise<number> =>
      (await scene.relay.ask('/api/staff/echo', { json: json(bytes) })).status;
    expect([await said(256 * 1024), await said(256 * 1024 + 1)]).toEqual([201, 413]);
    const uploaded = (bytes: number): Promise<Response> =>
      scene.relay.ask('/api/staff/images', {
        body: randomBytes(bytes),
        headers: { 'content-type': 'image/png' },
      });
    expect(await bodyOf(await uploaded(6 * 1024 * 1024))).toMatchObject({ size: 6 * 1024 * 1024 });
    expect((await uploaded(6 * 1024 * 1024 + 1)).status).toBe(413);
  });

  it('streams events as they come, and tells the store when the browser goes', async () => {
    const store = await scene.linkedStore();
    const browser = new AbortController();
    const answer = await scene.relay.ask('/api/staff/live', { signal: browser.signal });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(await hear(answer).until('"n":1')).toContain('event: hello');
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

  it('says to whoever was editing that the store is away as soon as the link has ended, and waits for no clock', async () => {
    const store = await scene.linkedStore();
    const edit = scene.relay.ask('/api/staff/hang', { method: 'PATCH', json: { priceCents: 1 } });
    await soon(() => expect(store.asked.map(({ path }) => path)).toContain('/api/staff/hang'));
    // From here on no timer fires: what waited for one would be waited for without end.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    try {
      store.cut();
      const answer = await edit;
      expect(answer.status).toBe(503);
      expect(await bodyOf(answer)).toMatchObject({
        code: 'store-away',
        detail: 'Loja sem conexão no momento. Tente de novo em instantes.',
      });
    } finally {
      vi.useRealTimers();
    }
    await unlinked(scene.relay, store);
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
    const signedIn = { cookie: '__Host-balcao.session_token=abc' };
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

onOneDatabase('a stranger who breaks off', (scene) => {
  const port = (): number => Number(new URL(scene.relay.url).port);
  /** Writes `text` on a connection of its own; `read` collects what comes back. */
  async function say(text: string): Promise<Socket> {
    const socket = connect(port(), '127.0.0.1');
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.write(text, () => resolve()));
    return socket;
  }
  const post = (caller: number, path: string, length: number, body: string): string =>
    [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      `x-forwarded-for: 203.0.${caller >> 8}.${caller & 255}`,
      'cookie: __Host-balcao.session_token=made.up',
      'content-type: application/json',
      `content-length: ${length}`,
      '',
      body,
    ].join('\r\n');

  it('[33] ends nobody’s upload nor stream with four thousand requests, nor the link', async () => {
    const store = await scene.linkedStore();
    const session = scene.relay.relay.gateway.session(store.storeId);
    const live = await scene.relay.ask('/api/staff/live');
    const page = hear(live);
    await page.until('"n":1');
    const bytes = randomBytes(100_000);
    const upload = connect(port(), '127.0.0.1');
    let answer = '';
    upload.on('data', (piece: Buffer) => (answer += piece.toString()));
    upload.write(
      'POST /api/staff/images HTTP/1.1\r\nhost: localhost\r\ncontent-type: image/png\r\ncontent-length: 100000\r\n\r\n',
    );
    upload.write(bytes.subarray(0, 5000));
    await soon(() => expect(store.asked.map((one) => one.path)).toContain('/api/staff/images'));

    for (let batch = 0; batch < 40; batch += 1) {
      const sockets = await Promise.all(
        Array.from({ length: 100 }, (_, i) => {
          const caller = batch * 100 + i;
          // In the middle of what is short, of an upload, and while the store is at work on it.
          if (i % 2 === 0) return say(post(caller, '/api/staff/echo', 20, '{"a"'));
          if (i % 4 === 1) return say(post(caller, '/api/staff/images', 90_000, 'x'));
          return say(post(caller, '/api/staff/echo', 2, '{}'));
        }),
      );
      // The relay has begun with them when it answers what came after them.
      expect((await scene.relay.ask('/healthz')).status).toBe(200);
      for (const socket of sockets) socket.destroy();
    }

    upload.write(bytes.subarray(5000));
    await soon(() => expect(answer).toContain(sha256(bytes)));
    expect(scene.relay.relay.gateway.session(store.storeId)).toBe(session);
    expect(store.ended).toEqual([]);
    await page.close();
    upload.destroy();
  });

  it('never asks the store for what it sent only in part', async () => {
    const store = await scene.linkedStore();
    const socket = await say(post(1, '/api/staff/echo', 20, '{"a"'));
    expect((await scene.relay.ask('/healthz')).status).toBe(200);
    socket.destroy();
    expect((await scene.relay.ask('/api/staff/echo')).status).toBe(200);
    expect(store.asked).toHaveLength(1);
  });

  it('is answered although it says how long the body of its GET is, and sends none', async () => {
    const store = await scene.linkedStore();
    const session = scene.relay.relay.gateway.session(store.storeId);
    const socket = await say('GET /api/staff/echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\n');
    let answer = '';
    socket.on('data', (piece: Buffer) => (answer += piece.toString()));
    await soon(() => expect(answer).toContain('HTTP/1.1 200'));
    expect(store.asked.at(-1)?.headers).not.toHaveProperty('content-length');
    expect(scene.relay.relay.gateway.session(store.storeId)).toBe(session);
    socket.destroy();
  });
});
