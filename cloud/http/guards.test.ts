// The relay's doors one by one: who is let through, and what whoever is not hears.
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createOwnHosts } from '@balcao/shared/host/own-hosts.ts';
import type { Stores } from '../shop/stores/stores.ts';
import type { Env } from './context.ts';
import { knownHost, notMoving, requireDevice, sameOrigin } from './guards.ts';

type Row = Awaited<ReturnType<Stores['byHost']>>;
const row = (leavingAtMs: number | null) => ({ storeId: 'one', leavingAtMs }) as Row;
const away = () => Promise.reject(new Error('the database is away'));
const behind = (door: ReturnType<typeof notMoving>) =>
  new Hono<Env>().use(door).all('*', (c) => c.text('in'));
const statusOf = async (app: Hono<Env>, path: string, init: RequestInit = {}): Promise<number> =>
  (await app.request(`https://acai.example${path}`, init)).status;

describe('while a store is being moved', () => {
  const door = (stores: Partial<Stores>) => behind(notMoving(stores as Stores));

  it.each([
    ['stays', row(null), 200],
    ['is on its way', row(1), 503],
    ['is none', null, 200],
  ])('the host whose store %s answers', async (_how, store, status) => {
    const app = door({ byHost: (host) => Promise.resolve(host === 'acai.example' ? store : row(1)) });
    expect(await statusOf(app, '/api/store', { headers: { host: 'acai.example' } })).toBe(status);
  });

  it('whoever comes hears that it is for a moment, and that what was chosen is kept', async () => {
    const app = door({ byHost: () => Promise.resolve(row(1)) });
    const answer = await app.request('https://acai.example/api/orders', { method: 'POST' });
    expect(answer.headers.get('retry-after')).toBe('5');
    const said = (await answer.json()) as { code: string; title: string; detail: string };
    expect(said).toMatchObject({ code: 'store-moving', title: 'Site em manutenção' });
    for (const words of ['volta em instantes', 'continua guardado', 'tente de novo'])
      expect(said.detail).toContain(words);
  });

  it.each([
    ['is on its way meanwhile', () => Promise.resolve(true), 503],
    ['stays', () => Promise.resolve(false), 500],
    ['is in a database that is away', away, 500],
  ])('what was under way and failed for a store that %s is told so', async (_how, isLeaving, status) => {
    const app = new Hono<Env>()
      .use(notMoving({ byHost: () => Promise.resolve(row(null)), isLeaving } as unknown as Stores))
      .onError((_error, context) => context.text('failed', 500))
      .get('/api/in', (context) => context.text('in'))
      .get('*', () => {
        throw new Error('kept by the fence');
      });
    expect(await statusOf(app, '/api/store')).toBe(status);
    // What was done all the same was done.
    expect(await statusOf(app, '/api/in')).toBe(200);
  });

  it('a notice is for the store that it names, whatever host it was sent to', async () => {
    const app = door({
      byHost: () => Promise.resolve(row(null)),
      byId: (id) => Promise.resolve(row(id === 'gone' ? 1 : null)),
    });
    expect(await statusOf(app, '/api/webhooks/x?store=gone')).toBe(503);
    expect(await statusOf(app, '/api/webhooks/x?store=here')).toBe(200);
  });

  it('without a database nobody is turned away here', async () => {
    expect(await statusOf(door({ byHost: away }), '/api/store')).toBe(200);
  });

  it('its device is turned away, and so is who is none', async () => {
    const app = (isLeaving: boolean, storeId: string | null) =>
      behind(
        requireDevice({
          authenticate: () => Promise.resolve(storeId),
          isLeaving: () => Promise.resolve(isLeaving),
        } as unknown as Stores),
      );
    expect(await statusOf(app(false, 'one'), '/edge/past')).toBe(200);
    expect(await statusOf(app(true, 'one'), '/edge/past')).toBe(503);
    expect(await statusOf(app(false, null), '/edge/past')).toBe(401);
  });
});

describe('the name that is asked', () => {
  const own = createOwnHosts({ names: ['relay.example'], current: () => [], clock: () => 0 });
  const door = (isNamed: (name: string) => Promise<boolean>) =>
    behind(knownHost({ own, stores: { isNamed } as Stores, publicUrl: 'https://relay.example' }));
  const named = door((name) => Promise.resolve(name === 'acai.example'));
  const at = (host: string) => ({ headers: { host } });

  it.each([
    ['/', 'relay.example', 200],
    ['/', 'acai.example', 200],
    ['/api/store', 'evil.example', 421],
    ['/healthz', 'evil.example', 200],
    ['/readyz', 'evil.example', 200],
    ['/link', 'evil.example', 200],
    ['/link/more', 'evil.example', 421],
    ['/edge/past', 'evil.example', 200],
    ['/cluster/ask', 'evil.example', 200],
    ['/api/webhooks/x', 'evil.example', 200],
    ['/api/webhooks', 'evil.example', 421],
  ])('of %s at %s is answered %i', async (path, host, status) => {
    expect(await statusOf(named, path, at(host))).toBe(status);
  });

  it('is anybody’s while the database is away, for what needs it says so by itself', async () => {
    expect(await statusOf(door(away), '/', at('acai.example'))).toBe(200);
  });
});

describe('a page of another site', () => {
  const app = behind(sameOrigin);
  const HOST = { host: 'acai.example:8443' };
  const get = (headers: Record<string, string>, path = '/api/store') =>
    statusOf(app, path, { headers: { ...HOST, ...headers } });
  const post = (headers: Record<string, string>, path = '/api/orders', body?: string) =>
    statusOf(app, path, { method: 'POST', headers: { ...HOST, ...headers }, ...(body && { body }) });

  it('reads nothing, and may lead its readers here', async () => {
    expect(await get({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).toBe(403);
    expect(await get({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).toBe(200);
    expect(await get({ 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' })).toBe(200);
    expect(await get({ origin: 'https://evil.example' })).toBe(200);
  });

  it('changes nothing, by whatever port it has', async () => {
    expect(await post({ origin: 'https://acai.example:8443' })).toBe(200);
    for (const origin of ['https://acai.example', 'https://evil.example', 'null'])
      expect(await post({ origin })).toBe(403);
  });

  it('but a machine proves itself in other ways', async () => {
    expect(await post({ origin: 'https://evil.example' }, '/edge/copies')).toBe(200);
    expect(await post({ origin: 'https://evil.example' }, '/api/webhooks/x')).toBe(200);
  });

  it.each([
    ['no body at all', {}, '/api/orders', 200],
    ['an empty one', { 'content-length': '0' }, '/api/orders', 200],
    ['a form', { 'content-length': '3', 'content-type': 'text/plain' }, '/api/orders', 415],
    ['a form without its length', { 'transfer-encoding': 'chunked' }, '/api/orders', 415],
    [
      'JSON',
      { 'content-length': '2', 'content-type': 'application/json; charset=utf-8' },
      '/api/orders',
      200,
    ],
    ['a picture', { 'content-length': '3', 'content-type': 'multipart/form-data' }, '/api/staff/images', 200],
    ['a sign-out', { 'content-length': '3', 'content-type': 'text/plain' }, '/api/auth/sign-out', 200],
  ])('and what changes something is JSON: %s', async (_what, headers, path, status) => {
    expect(await post(headers as Record<string, string>, path)).toBe(status);
  });
});
