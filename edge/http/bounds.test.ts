// What a request must be to get in, and by whom requests are counted: at each bound, without a store behind it.
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from './context.ts';
import { jsonOnly } from './guards.ts';
import { createLimits } from './limits.ts';

const statusOf = async (init: RequestInit): Promise<number> => {
  const app = new Hono<Env>();
  app.use(jsonOnly);
  app.all('/', (context) => context.text('in'));
  return (await app.request('/', init)).status;
};

it.each<[string, RequestInit, number]>([
  ['nothing at all', { method: 'POST' }, 200],
  ['a body of no bytes', { method: 'POST', body: '', headers: { 'content-length': '0' } }, 200],
  [
    'JSON',
    { method: 'POST', body: '{}', headers: { 'content-type': 'application/json; charset=utf-8' } },
    200,
  ],
  ['a form', { method: 'POST', body: new URLSearchParams({ a: '1' }) }, 415],
  ['text', { method: 'PUT', body: '{}', headers: { 'content-type': 'text/plain' } }, 415],
  [
    'what only looks like JSON',
    { method: 'POST', body: '{}', headers: { 'content-type': 'application/jsonp' } },
    415,
  ],
  ['a deletion, which no form can send', { method: 'DELETE', body: 'x' }, 200],
])('with %s', async (_, init, status) => expect(await statusOf(init)).toBe(status));

it('counts a household as one, and its neighbours apart', async () => {
  const limits = createLimits({ secrets: 1 });
  const tried = async (address: string) => (await limits.secrets(address))?.status ?? null;
  expect(await tried('2001:db8:1:1::1')).toBeNull();
  expect(await tried('2001:db8:1:1::2')).toBe(429);
  expect(await tried('2001:db8:1:2::1')).toBeNull();
  expect(await tried('192.168.0.10')).toBeNull();
  expect(await tried('192.168.0.11')).toBeNull();
  expect(await tried('192.168.0.10')).toBe(429);
});
