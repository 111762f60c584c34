// What an administrator and who sells wholesale can do from afar while the store is away: the routes alone, over sessions that the test
// holds. With a real store: tests/contract/afar/away.test.ts.
import { createHash } from 'node:crypto';
import { BlockList } from 'node:net';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { accepted, refused } from '@balcao/shared/result.ts';
import { awayRoutes } from './away-routes.ts';

type Deps = Parameters<typeof awayRoutes>[0];

const STORE = 'store-1';
const TOKEN = 'the-session';
const HASH = createHash('sha256').update(TOKEN).digest('hex');
const PERSON = { userId: 'u1', name: 'Ana', email: 'ana@loja.example' };

let role: 'ADMIN' | 'WHOLESALE' | null;
/** What was asked of the rest of the relay, in that order. */
let done: unknown[];
let edited: unknown;
/** Whoever listens to the store, by what they listen to. */
let listeners: Map<string, () => void>;
let pushed: unknown[];
let ended: number;
/** Whose room each stream takes. */
let opened: unknown[];
beforeEach(() => {
  opened = [];
  [role, done, edited, listeners, pushed, ended] = [
    'ADMIN',
    [],
    accepted([{ value: { id: 'g' } }]),
    new Map(),
    [],
    0,
  ];
});

const note =
  (what: string, answer: () => unknown) =>
  (...args: unknown[]) => {
    done.push([what, ...args]);
    return Promise.resolve(answer());
  };

/** What undoes the stream that was opened last. */
let close: () => void;
const app = () =>
  awayRoutes({
    config: { trustedProxies: new BlockList() },
    clock: () => 77,
    stores: { byHost: () => Promise.resolve({ storeId: STORE, seq: 5 }) },
    remoteSessions: {
      find: (storeId: string, hash: string) =>
        Promise.resolve(role !== null && storeId === STORE && hash === HASH ? { ...PERSON, role } : null),
      deleteSession: note('forget', () => undefined),
    },
    mirror: {
      board: note('board', () => ({ orders: [] })),
      search: note('search', () => ({ orders: [] })),
      wholesale: note('wholesale', () => ({ orders: [] })),
    },
    documents: { catalog: note('catalog', () => sampleCatalog({ taxId: '11.222.333/0001-81' })) },
    edits: {
      entries: note('entries', () => edited),
      settings: note('settings', () => edited),
    },
    wake: {
      on(_storeId: string, what: string, listener: () => void) {
        listeners.set(what, listener);
        return () => listeners.delete(what);
      },
    },
    streams: {
      open(
        context: { text(text: string): Response },
        address: string,
        subscribe: (push: (event: unknown) => void, end: () => void) => () => void,
        shop: string,
      ) {
        opened.push([address, shop]);
        close = subscribe(
          (event) => void pushed.push(event),
          () => void (ended += 1),
        );
        return context.text('');
      },
    },
  } as unknown as Deps);

async function ask(path: string, { method = 'GET', json = null as object | null, token = TOKEN } = {}) {
  const answer = await app().request(
    `/api/${path}`,
    {
      method,
      headers: { 'content-type': 'application/json', cookie: `a=b; balcao.session_token=${token}` },
      ...(json === null ? {} : { body: JSON.stringify(json) }),
    },
    { incoming: { socket: { remoteAddress: '198.51.100.1' } } },
  );
  const text = await answer.text();
  return {
    status: answer.status,
    body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    headers: answer.headers,
  };
}

describe('who is known from the store’s word of before', () => {
  it('is told so, and that the store is away and the relay answers', async () => {
    const { status, body, headers } = await ask('staff/me');
    expect([status, body]).toEqual([
      200,
      { id: 'u1', name: 'Ana', email: 'ana@loja.example', role: 'ADMIN', away: true },
    ]);
    expect(headers.get('x-balcao-answered-by')).toBe('relay');
  });

  it.each([
    ['nobody', () => void (role = null), TOKEN],
    ['another one', () => undefined, 'another-session'],
  ])('is not %s: only the store could say, and the page asks again soon', async (_who, given, token) => {
    given();
    const { status, body, headers } = await ask('staff/me', { token });
    expect([status, body['code']]).toEqual([503, 'store-away']);
    expect([headers.get('retry-after'), headers.get('x-balcao-answered-by')]).toEqual(['15', 'relay']);
  });
});

describe('who sells wholesale', () => {
  beforeEach(() => {
    role = 'WHOLESALE';
  });

  it.each([
    ['staff/board', 'GET', null],
    ['staff/orders', 'GET', null],
    ['staff/settings', 'PATCH', { storeName: 'Outra' }],
  ])('has no %s (%s)', async (path, method, json) => {
    expect(await ask(path, { method, json })).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(done).toEqual([]);
  });

  it.each(['staff/me', 'staff/catalog', 'staff/wholesale/orders?state=open', 'staff/live'])(
    'has %s',
    async (path) => {
      expect((await ask(path)).status).toBe(200);
    },
  );

  it('changes wholesale products and no other, nor both in one', async () => {
    const product = { kind: 'wholesaleProducts', id: 'p', fields: { active: false } };
    const size = { kind: 'sizes', id: 'g', fields: { active: false } };
    expect(await ask('staff/catalog/sizes/g', { method: 'PATCH', json: size.fields })).toMatchObject({
      status: 403,
    });
    expect(await ask('staff/catalog', { method: 'PATCH', json: { entries: [product, size] } })).toMatchObject(
      { status: 403 },
    );
    expect(done).toEqual([]);
    expect(
      (await ask('staff/catalog/wholesaleProducts/p', { method: 'PATCH', json: product.fields })).status,
    ).toBe(200);
    const { status, body } = await ask('staff/catalog', { method: 'PATCH', json: { entries: [product] } });
    // Of the settings comes with the answer what comes with the catalogue: nothing that is an administrator's alone.
    expect([status, body['settings']]).toMatchObject([200, { taxId: '' }]);
    expect(done).toMatchObject([
      ['entries', STORE, { role: 'WHOLESALE' }, [product]],
      ['entries', STORE, { role: 'WHOLESALE' }, [product]],
      ['catalog', STORE],
    ]);
  });
});

describe('an administrator', () => {
  it('sees the board as of the row that the relay has come to', async () => {
    expect((await ask('staff/board')).body).toEqual({ orders: [] });
    expect(done).toEqual([['board', STORE, 5]]);
  });

  it('is told the whole catalogue as it is after what was changed', async () => {
    const entries = [{ kind: 'sizes', id: 'g', fields: { active: false } }];
    const { body } = await ask('staff/catalog', { method: 'PATCH', json: { entries } });
    expect(body['settings']).toMatchObject({ taxId: '11.222.333/0001-81' });
    expect(done.map((one) => (one as unknown[])[0])).toEqual(['entries', 'catalog']);
  });

  it('is told why a change is not taken', async () => {
    edited = refused([{ path: ['storeName'], message: 'Dê um nome à loja.' }]);
    const { status, body } = await ask('staff/settings', { method: 'PATCH', json: { storePhone: '1' } });
    expect(status).toBe(422);
    expect(body['errors']).toEqual([{ field: 'storeName', message: 'Dê um nome à loja.' }]);
  });
});

describe('the events of a page that stays open', () => {
  it('say that the store is away, that the menu changed, and end when it may be back', async () => {
    await ask('staff/live');
    expect(pushed).toEqual([{ event: 'hello', data: { now: 77, away: true } }]);
    // Counted for their network and for this shop, with which they end when it moves to another relay.
    expect(opened).toEqual([['198.51.100.1', STORE]]);
    listeners.get('menu')?.();
    expect(pushed.at(-1)).toEqual({ event: 'menu', data: {} });
    expect(ended).toBe(0);
    listeners.get('store')?.();
    expect(ended).toBe(1);
  });

  it('are listened for no longer than the page is open', async () => {
    await ask('staff/live');
    expect([...listeners.keys()]).toEqual(['menu', 'store']);
    close();
    expect([...listeners.keys()]).toEqual([]);
  });
});

it('who signs out is forgotten here, and by the browser at once', async () => {
  const { body, headers } = await ask('auth/sign-out', { method: 'POST', json: {} });
  expect(body).toEqual({ success: true });
  expect(done).toEqual([['forget', STORE, HASH]]);
  expect(headers.get('set-cookie')).toBe('balcao.session_token=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0');
});
