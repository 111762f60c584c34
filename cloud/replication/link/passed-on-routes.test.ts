// Who answers what is asked of a store: the store, the process of the relay that has its link, or the relay from what it keeps. With a real
// link: tests/contract/relay/tunnel.test.ts.
import { BlockList } from 'node:net';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { accepted } from '@balcao/shared/result.ts';
import { passedOnRoutes } from './passed-on-routes.ts';

type Deps = Parameters<typeof passedOnRoutes>[0];

const STORE = 'store-1';
/** How the link is: there is none, it is good, it is slow to end its answers, it is doubted, or it falls silent over what is asked. */
let link: 'none' | 'good' | 'slow' | 'doubted' | 'silent';
let status: number;
/** What the store, other processes and what the relay keeps were asked, in that order. */
let done: string[];
/** Whose requests were counted, and at which shop. */
let counted: string[];
beforeEach(() => {
  [link, status, done, counted] = ['good', 200, [], []];
});

const count = (who: string) => (caller: string, shop?: string) => {
  counted.push(`${who}: ${caller} at ${shop}`);
  return Promise.resolve(null);
};
const session = {
  isInDoubt: () => link === 'doubted',
  async isHeard() {
    if (link === 'doubted') done.push('looked for');
    return link === 'good' || link === 'slow';
  },
  onDoubt: () => () => undefined,
  async request(headers: Record<string, string>, _body: unknown, signal: AbortSignal) {
    done.push(`store ${headers[':method']} ${headers[':path']}`);
    if (link === 'silent')
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    const body = new PassThrough();
    if (link !== 'slow') body.end();
    return { status, headers: {}, body, cancel: () => undefined };
  },
};
const app = () =>
  passedOnRoutes({
    config: { publicUrl: 'https://acai.example', trustedProxies: new BlockList() },
    stores: { byHost: () => Promise.resolve({ storeId: STORE }) },
    limits: { staff: count('staff'), strangers: count('strangers') },
    forwarder: { callerOf: () => Promise.resolve('203.0.113.7') },
    gateway: { session: () => (link === 'none' ? null : session) },
    async forwardToOwner() {
      done.push('another process');
      return new Response('from there');
    },
    remoteSessions: {
      find: () => Promise.resolve({ userId: 'u1', name: 'Ana', email: 'a@b.c', role: 'ADMIN' }),
      async deleteSession() {
        done.push('session forgotten');
      },
    },
    edits: {
      async settings(_storeId: string, _session: unknown, patch: object) {
        done.push(`settings ${JSON.stringify(patch)}`);
        return accepted(patch);
      },
    },
  } as unknown as Deps);

const askOf = (relay: ReturnType<typeof app>, path: string, method = 'GET', json: object | null = null) =>
  relay.request(
    `/api/${path}`,
    {
      method,
      headers: { 'content-type': 'application/json', cookie: 'balcao.session_token=the-session' },
      ...(json === null ? {} : { body: JSON.stringify(json) }),
    },
    { incoming: { socket: { remoteAddress: '198.51.100.1' } }, outgoing: { destroy: () => undefined } },
  );
async function ask(path: string, method = 'GET', json: object | null = null) {
  const answer = await askOf(app(), path, method, json);
  return { status: answer.status, text: await answer.text() };
}

describe('over a link that falls silent', () => {
  beforeEach(() => {
    link = 'silent';
  });

  it('a change of the settings is taken by the relay, as it was sent', async () => {
    const { status: answered } = await ask('staff/settings', 'PATCH', { storePhone: '1' });
    expect(answered).toBe(200);
    expect(done).toEqual(['store PATCH /api/staff/settings', 'settings {"storePhone":"1"}']);
  });

  it('what is only read is answered by the relay', async () => {
    expect(await ask('staff/me')).toMatchObject({
      status: 200,
      text: expect.stringContaining('"away":true'),
    });
  });

  it.each([
    ['staff/orders/o/moves', 'POST'],
    ['staff/settings', 'POST'],
    ['staff/menu', 'PATCH'],
  ])('%s by %s may have reached the store, and it is said so', async (path, method) => {
    const { status: answered, text } = await ask(path, method, {});
    expect(answered).toBe(503);
    expect(text).toContain('pode ter recebido');
    expect(done).toHaveLength(1);
  });
});

it('a link in doubt is looked for by each who asks, who waits for nothing', async () => {
  link = 'doubted';
  expect(await ask('staff/me')).toMatchObject({ status: 200 });
  expect(done).toEqual(['looked for']);
});

it('who has sixty-four requests under way is told to wait a second, and not that the store is away', async () => {
  link = 'slow';
  const relay = app();
  for (let n = 0; n < 64; n += 1) expect((await askOf(relay, 'staff/me')).status).toBe(200);
  const answer = await askOf(relay, 'staff/me');
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await answer.text()).toContain('Muitos pedidos ao mesmo tempo');
  expect(done).toHaveLength(64);
});

it('who asks is counted by their own address for each shop, with a session and without', async () => {
  await ask('staff/me');
  await app().request('/api/help', {}, { incoming: { socket: { remoteAddress: '198.51.100.1' } } });
  // The process of the relay that they came to said who they are.
  expect(counted).toEqual([`staff: 203.0.113.7 at ${STORE}`, `strangers: 203.0.113.7 at ${STORE}`]);
});

it('a link that another process has is asked there', async () => {
  link = 'none';
  expect(await ask('staff/me')).toEqual({ status: 200, text: 'from there' });
  expect(done).toEqual(['another process']);
});

it.each([
  [200, ['store POST /api/auth/sign-out', 'session forgotten']],
  [500, ['store POST /api/auth/sign-out']],
])('who signs out is forgotten once the store says so: %d', async (answered, what) => {
  status = answered;
  await ask('auth/sign-out', 'POST', {});
  expect(done).toEqual(what);
});
