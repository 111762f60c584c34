import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Stores } from '../shop/stores/stores.ts';
import { createAdmission } from './admission.ts';
import { admitted } from './admission-door.ts';
import type { Env } from './context.ts';
import { requestOf } from './forward-to-owner.ts';

const RULES = { runningMax: 3, storeRunningMax: 1, waitingMax: 0, storeWaitingMax: 0, waitMsMax: 60_000 };
type Row = Awaited<ReturnType<Stores['byHost']>>;

it('[24] one store that is slow takes no other store’s place, nor that of who names none', async () => {
  const stores = {
    byHost: (host: string) => Promise.resolve(/^[ab]\./.test(host) ? ({ storeId: host } as Row) : null),
  };
  const app = new Hono<Env>();
  app.use('/api/*', admitted(createAdmission(RULES), stores));
  const held = Promise.withResolvers<void>();
  const entered = Promise.withResolvers<void>();
  app.get('/api/slow', async (context) => {
    entered.resolve();
    await held.promise;
    return context.text('');
  });
  app.get('/api/quick', (context) => context.text(''));
  const ask = (host: string, path: string) => app.request(path, { headers: { host } });

  const slow = ask('a.example', '/api/slow');
  await entered.promise;
  expect((await ask('a.example', '/api/quick')).status).toBe(503);
  expect((await ask('b.example', '/api/quick')).status).toBe(200);
  expect((await ask('elsewhere.example', '/api/quick')).status).toBe(200);
  held.resolve();
  expect((await slow).status).toBe(200);
  expect((await ask('a.example', '/api/quick')).status).toBe(200);
});

it.each([
  ['says its length', { 'content-length': '9' }],
  ['does not', {}],
])('[24] hands on the body that it read where a request %s', async (_what, length) => {
  const app = new Hono<Env>();
  app.use('/api/*', admitted(createAdmission(RULES), { byHost: () => Promise.resolve(null) }));
  app.post('/api/said', async ({ req, text }) => {
    const said = [JSON.stringify(await req.json()), await req.text()];
    return text([...said, await (await requestOf(req)).text()].join(' '));
  });
  const headers = { 'content-type': 'application/json', ...length };
  const said = (body: string) => app.request('/api/said', { method: 'POST', headers, body });
  expect(await (await said('{"a": 1 }')).text()).toBe('{"a":1} {"a": 1 } {"a": 1 }');
});

it.each([
  ['says its length', { 'content-length': '9' }],
  ['does not', {}],
])(
  '[24] lets it be heard behind it that who sent a request which %s has broken off',
  async (_what, length) => {
    const app = new Hono<Env>();
    app.use('/api/*', admitted(createAdmission(RULES), { byHost: () => Promise.resolve(null) }));
    const caller = new AbortController();
    app.post('/api/said', async ({ req, json }) => {
      const { signal } = await requestOf(req);
      const before = signal.aborted;
      caller.abort();
      return json([before, signal.aborted]);
    });
    const headers = { 'content-type': 'application/json', ...length };
    const sent = { method: 'POST', headers, body: '{"a": 1 }', signal: caller.signal };
    expect(await (await app.request('/api/said', sent)).json()).toEqual([false, true]);
  },
);

it('[24] hands on a body with its length, where other bytes stand for letters that are none', async () => {
  const app = new Hono<Env>();
  app.use('/api/*', admitted(createAdmission(RULES), { byHost: () => Promise.resolve(null) }));
  app.post('/api/said', async ({ req, json }) => {
    const handedOn = await requestOf(req);
    const said = handedOn.headers.get('content-length');
    return json({ said, bytes: (await handedOn.arrayBuffer()).byteLength });
  });
  const body = Buffer.from('{"a":"\u00e3"}', 'latin1');
  const headers = { 'content-type': 'application/json', 'content-length': '9' };
  const answer = await app.request('/api/said', { method: 'POST', headers, body });
  expect(await answer.json()).toEqual({ said: '11', bytes: 11 });
});

it('[24] leaves it to who answers to say that no store can be read, while the database is away', async () => {
  const app = new Hono<Env>();
  app.use('/api/*', admitted(createAdmission(RULES), { byHost: () => Promise.reject(new Error('away')) }));
  app.get('/api/menu', (context) => context.text('says so'));
  expect(await (await app.request('/api/menu')).text()).toBe('says so');
});

it('[24] lets the provider in beside all that customers ask, for it says that money came', async () => {
  const app = new Hono<Env>();
  const full = { run: () => Promise.resolve(false) };
  app.use('/api/*', admitted(full, { byHost: () => Promise.resolve(null) }));
  app.post('/api/webhooks/mercadopago', (context) => context.text(''));
  app.post('/api/orders', (context) => context.text(''));
  const post = async (path: string) => (await app.request(path, { method: 'POST' })).status;
  expect([await post('/api/webhooks/mercadopago'), await post('/api/orders')]).toEqual([200, 503]);
});
