// What the operator's commands ask of a relay: the routes alone, over stores that the test holds.
import { BlockList } from 'node:net';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { operatorToken } from './operator.ts';
import { operatorRoutes } from './operator-routes.ts';

type Deps = Parameters<typeof operatorRoutes>[0];

const SECRETS_KEY = Buffer.alloc(32, 7);
const STORE = '01900000-0000-7000-8000-000000000001';
const OTHER = '01900000-0000-7000-8000-000000000002';

/** What was done, in that order. */
let done: unknown[];
let stores: object[];
/** Who asks too often; null for nobody. */
let slowedBy: Response | null;
beforeEach(() => {
  done = [];
  stores = [
    {
      ...{ storeId: STORE, name: 'Açaí da Praça', host: 'praca.example', condition: 'following' },
      ...{ lastSeenMs: 20, pairedAtMs: 10 },
    },
  ];
  slowedBy = null;
});

const isKnown = (storeId: string): boolean =>
  stores.some((store) => (store as { storeId: string }).storeId === storeId);

async function ask(method: 'GET' | 'POST', path: string, json?: object, token?: string) {
  const app = operatorRoutes({
    config: { secretsKey: SECRETS_KEY, trustedProxies: new BlockList() },
    stores: {
      all: () => Promise.resolve(stores),
      setLeaving(storeId: string, isLeaving: boolean) {
        done.push(['leaving', storeId, isLeaving]);
        return Promise.resolve(isKnown(storeId));
      },
    },
    pairing: {
      makeCode(of: object) {
        done.push(['code', of]);
        return Promise.resolve({ code: 'ABCD-EFGH', expiresAtMs: 600_000 });
      },
      revoke(storeId: string) {
        done.push(['revoke', storeId]);
        return Promise.resolve(isKnown(storeId));
      },
    },
    gateway: {
      presence: () => Promise.resolve('grace'),
      dismissUnknown() {
        done.push('dismiss');
        return Promise.resolve();
      },
    },
    reseal: {
      piece(after: number) {
        done.push(['reseal', after]);
        return Promise.resolve({ resealed: 1, lost: 0, next: null });
      },
    },
    limits: {
      pairing(client: string) {
        done.push(['counted', client]);
        return Promise.resolve(slowedBy);
      },
    },
  } as unknown as Deps);
  const answer = await app.request(
    `/operator/${path}`,
    {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token ?? (await operatorToken(SECRETS_KEY))}`,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    },
    { incoming: { socket: { remoteAddress: '198.51.100.1' } } },
  );
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>) };
}

describe('whoever does not have the key of the relay', () => {
  it('finds nothing there, and is counted', async () => {
    const wrong = await operatorToken(Buffer.alloc(32, 8));
    expect(await ask('GET', 'stores', undefined, wrong)).toMatchObject({ status: 404 });
    expect(done).toEqual([['counted', '198.51.100.1']]);
  });

  it('is slowed once it asked too often, which nobody with the key is', async () => {
    slowedBy = new Response('{}', { status: 429 });
    expect((await ask('GET', 'stores', undefined, 'guessed')).status).toBe(429);
    expect((await ask('GET', 'stores')).status).toBe(200);
  });

  // A command signs one for each question: what somebody copied of it is of no use a moment later.
  it('finds nothing with a token that the operator signed a minute ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const token = await operatorToken(SECRETS_KEY);
      vi.setSystemTime(Date.now() + 59_000);
      expect((await ask('GET', 'stores', undefined, token)).status).toBe(200);
      vi.setSystemTime(Date.now() + 2000);
      expect((await ask('GET', 'stores', undefined, token)).status).toBe(404);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('each store is listed with where it is, how it does and when it was seen', async () => {
  expect(await ask('GET', 'stores')).toEqual({
    status: 200,
    body: { stores: [{ ...stores[0], presence: 'grace' }] },
  });
});

describe('a pairing code', () => {
  const CODE = { code: 'ABCD-EFGH', expiresAtMs: 600_000 };

  it('for the first store needs no host, for each one more it does', async () => {
    expect(await ask('POST', 'pairing-codes', {})).toMatchObject({
      status: 422,
      body: { code: 'host-needed' },
    });
    expect(await ask('POST', 'pairing-codes', { host: 'centro.example' })).toEqual({
      status: 201,
      body: CODE,
    });
    stores = [];
    expect(await ask('POST', 'pairing-codes', {})).toEqual({ status: 201, body: CODE });
    expect(done).toEqual([
      ['code', { host: 'centro.example', replaces: undefined }],
      ['code', { host: undefined, replaces: undefined }],
    ]);
  });

  it('for another machine of a store needs that store, and no host', async () => {
    expect(await ask('POST', 'pairing-codes', { replaces: OTHER })).toMatchObject({
      status: 404,
      body: { code: 'unknown-store' },
    });
    expect(await ask('POST', 'pairing-codes', { replaces: STORE })).toEqual({ status: 201, body: CODE });
    expect(done).toEqual([['code', { host: undefined, replaces: STORE }]]);
  });
});

describe('a store', () => {
  it.each([
    ['revoke', ['revoke', STORE], ['dismiss']],
    ['hold', ['leaving', STORE, true], ['dismiss']],
    ['release', ['leaving', STORE, false], []],
  ])('hears %s at once, by the end of its link where it has to go', async (what, expected, then) => {
    expect(await ask('POST', `stores/${STORE}/${what}`)).toEqual({ status: 204, body: null });
    expect(done).toEqual([expected, ...then]);
  });

  it.each(['revoke', 'hold', 'release'])('that nobody knows cannot be told %s', async (what) => {
    expect(await ask('POST', `stores/${OTHER}/${what}`)).toMatchObject({
      status: 404,
      body: { code: 'unknown-store' },
    });
    expect(done).not.toContain('dismiss');
  });
});

it('what was sealed by the key of before is sealed anew from where the last call ended', async () => {
  expect(await ask('POST', 'reseal', { after: 200 })).toEqual({
    status: 200,
    body: { resealed: 1, lost: 0, next: null },
  });
  expect(done).toEqual([['reseal', 200]]);
});
