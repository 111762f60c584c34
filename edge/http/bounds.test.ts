// What a request must be to get in, and by whom requests are counted: at each bound, without a store behind it.
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { Env } from './context.ts';
import { StoreHeld, type Held, type WriteGate } from '../storage/write-gate.ts';
import { jsonOnly, whileUnlocked } from './guards.ts';
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
  [
    'text that names JSON further on',
    { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain; x=application/json' } },
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

/** Whether a store gets to do what it is asked; `isWaited`: it was known by then what the relay says of the log. */
const whileHeld = async (held: Held | null, method: string, path: string) => {
  let isWaited = false;
  const gate = {
    held: () => held,
    initialVerdict: async () => void (isWaited = true),
    check: () => {
      if (held !== null) throw new StoreHeld(held);
    },
  };
  const app = new Hono<Env>();
  app.use(whileUnlocked(gate as unknown as WriteGate));
  app.onError((error, context) => context.text(error instanceof StoreHeld ? 'held' : error.message));
  app.all('*', (context) => context.text('done'));
  return [await (await app.request(path, { method })).text(), isWaited] as const;
};

it.each<[string, string, done: (Held | null)[], held: Held[], isWaited: boolean]>([
  ['GET', '/api/staff/orders', [null, 'behind', 'fenced', 'read-only'], [], false],
  ['POST', '/api/orders', [null], ['behind', 'fenced', 'read-only', 'damaged'], true],
  // Whoever helps from afar is let in, and put out, whatever state the store is in.
  ['POST', '/api/staff/help', [null, 'behind', 'fenced', 'read-only', 'damaged'], [], false],
  ['POST', '/api/help/code', [null, 'behind', 'fenced', 'read-only', 'damaged'], [], false],
  ['POST', '/api/staff/helper', [null], ['behind', 'read-only'], true],
  ['POST', '/api/auth/sign-in/email', [null, 'behind', 'fenced', 'read-only'], [], false],
  // What ends that state, but for a disk that takes nothing: on a copy in memory nothing can be mended.
  ['POST', '/api/staff/relay/pair', [null, 'behind', 'fenced', 'damaged'], [], false],
  ['POST', '/api/setup', [null, 'behind', 'fenced', 'damaged'], [], false],
  ['POST', '/api/setup/restore', [null, 'behind', 'fenced', 'damaged'], [], false],
  ['POST', '/api/staff/relay/keep-selling', [null, 'behind', 'fenced', 'damaged'], [], false],
  ['POST', '/link/restore', [null, 'behind', 'fenced', 'damaged'], [], false],
  ['POST', '/link/checkpoint', [null, 'behind', 'fenced', 'damaged'], [], false],
  ['POST', '/link/commands', [null], ['behind', 'fenced', 'read-only', 'damaged'], true],
  ['POST', '/link/restored', [null], ['behind', 'read-only'], true],
])(
  '%s %s is done while the store is held by %j, and not by %j',
  async (method, path, done, held, isWaited) => {
    for (const one of done) expect(await whileHeld(one, method, path)).toEqual(['done', isWaited]);
    for (const one of held) expect(await whileHeld(one, method, path)).toEqual(['held', isWaited]);
  },
);

it.each(['/api/staff/relay/pair', '/api/setup', '/link/restore'])(
  'POST %s is refused by a disk that takes nothing',
  async (path) => {
    expect(await whileHeld('read-only', 'POST', path)).toEqual(['held', true]);
  },
);
