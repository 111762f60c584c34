// Every route of both servers has a limit, or a reason why it needs none. A new route fails here until somebody has decided.
import { request } from 'node:http';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_LIMITS } from '@balcao/shared/host/search-limits.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { samplePlacement } from '@balcao/shared/wholesale/sample.ts';
import { WebSocket } from 'ws';
import { operatorToken } from '../../../cloud/shop/stores/operator.ts';
import { createRestoring } from '../../../edge/replication/recovery/restoring.ts';
import { openTestStore, type TestStore } from '../../../edge/testing/open-test-store.ts';
import { createFakeStore, type FakeStore } from '../../harness/fake-store.ts';
import { createTestRelay, linked, PAIRING_CODE, soon, type TestRelay } from '../../harness/relay.ts';

const HELP_WRONG_PER_PLACE_MAX = 5;

type Sent = { json?: unknown; path?: string };
/** `limit`: a request that is limited, and after how many. `open`: why none is needed. */
type Decision = { limit: Sent; points?: number } | { open: string };
const limit = (sent: Sent = {}, points?: number): Decision => ({
  limit: sent,
  ...(points === undefined ? {} : { points }),
});
const open = (why: string): Decision => ({ open: why });

const ID = '0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';
const order = { json: sampleRequest({ id: ID }) };
const subscription = {
  json: { endpoint: 'https://push.example/1', keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } },
};
const phone = { json: { phone: '11999998888' } };

const DEVICE = open("signed by a store's own key; a wrong token costs one row by its key");
const IN_MEMORY = open('answered from memory, with an ETag where it is large');

const RELAY: Record<string, Decision> = {
  'GET /healthz': IN_MEMORY,
  'GET /readyz': open('the database is asked once a second, however many ask'),
  'GET /openapi': IN_MEMORY,
  'GET /openapi.json': IN_MEMORY,
  'GET /api/store': limit(),
  'GET /api/menu': IN_MEMORY,
  'GET /api/ranking': open('added up once in ten seconds, however many ask'),
  'GET /api/live': open('the number of streams is bounded, of an address and of all'),
  'GET /api/images/{hash}': limit(),
  'GET /api/push/public-key': limit(),
  'GET /api/payments/public-key': limit(),
  'POST /api/orders': limit(order),
  'GET /api/orders/by-id/{id}': limit(),
  'GET /api/orders/{code}': limit(),
  'POST /api/orders/{code}/cash': limit({ json: {} }),
  'POST /api/orders/{code}/cancel': limit({ json: {} }),
  'POST /api/orders/{code}/pix': limit(),
  'GET /api/orders/{code}/pix/{attemptId}': limit(),
  'POST /api/orders/{code}/card': limit({
    json: { token: 'token-of-a-card', payment_method_id: 'master', payer: { email: 'a@b.com' } },
  }),
  'GET /api/orders/{code}/card/{attemptId}': limit(),
  'POST /api/orders/{code}/push': limit(subscription),
  'DELETE /api/orders/{code}/push': limit({ json: { endpoint: subscription.json.endpoint } }),
  'POST /api/track': limit(phone),
  'GET /api/wholesale/catalogue': IN_MEMORY,
  'POST /api/wholesale/orders': limit({ json: {} }),
  'GET /api/wholesale/orders/by-id/{id}': limit(),
  'POST /api/wholesale/track': limit(phone),
  'POST /api/webhooks/mercadopago': open(
    'judged by its signature, since a genuine one is always taken; an unsigned one asks the provider nothing and is logged sixty times',
  ),
  'POST /edge/pair': limit({ json: {} }),
};

const STORE: Record<string, Decision> = {
  'GET /healthz': IN_MEMORY,
  'GET /readyz': IN_MEMORY,
  'GET /openapi': IN_MEMORY,
  'GET /openapi.json': IN_MEMORY,
  'GET /': IN_MEMORY,
  'GET /auth': IN_MEMORY,
  'GET /api/store': IN_MEMORY,
  'GET /api/menu': IN_MEMORY,
  'GET /api/ranking': open('added up once in five seconds, however many ask'),
  'GET /api/live': open('the number of streams is bounded, of an address and of all'),
  'GET /api/images/{hash}': open(
    'a file by its name, which browsers keep for good; the relay has its own copy for the site',
  ),
  'GET /api/setup': IN_MEMORY,
  'POST /api/setup': limit(
    { json: { code: 'AAAAA-AAAAA', name: 'X', email: 'x@x.com', password: 'segredo-longo' } },
    10,
  ),
  'POST /api/setup/password': limit(
    { json: { code: 'AAAAA-AAAAA', email: 'x@x.com', password: 'segredo-longo' } },
    10,
  ),
  'GET /api/setup/restore': IN_MEMORY,
  'POST /api/setup/restore/sources': limit({ json: { code: 'AAAAA-AAAAA' } }, 10),
  'POST /api/setup/restore/relay': limit(
    { json: { code: 'AAAAA-AAAAA', relayUrl: 'https://acai.example', pairingCode: 'x', recoveryCode: null } },
    10,
  ),
  'POST /api/setup/restore/copy': limit({ json: { code: 'AAAAA-AAAAA', place: 'store', name: 'x' } }, 10),
  'POST /api/setup/restore/file': limit({}, 10),
  'POST /api/orders': limit(order, 60),
  'GET /api/orders/by-id/{id}': limit({}, 60),
  'GET /api/orders/{code}': limit({}, 60),
  'POST /api/orders/{code}/cash': limit({ json: {} }, 60),
  'POST /api/orders/{code}/cancel': limit({ json: {} }, 60),
  'POST /api/orders/{code}/pix': limit({}, 60),
  'GET /api/orders/{code}/pix/{attemptId}': limit({}, 60),
  'GET /api/auth/sign-up': IN_MEMORY,
  'POST /api/auth/sign-up/email': limit({ json: { name: 'X', email: 'x@x.com', password: '123456' } }, 10),
  'POST /api/tv/codes': limit({ json: {} }, 60),
  'POST /api/tv/claims': limit({ json: { claim: 'x'.repeat(32) } }, 120),
  'GET /api/tv/panel': open('one row by its key for who was not let in; for a TV, the open orders of a day'),
  'GET /api/tv/live': open('the number of streams is bounded, and who was not let in opens none'),
  'POST /api/track': limit(phone, SEARCH_LIMITS.phoneMisses.points),
  'POST /api/help/diagnostics': limit({ json: { code: 'AAAAA-AAAAA' } }, HELP_WRONG_PER_PLACE_MAX),
  'GET /api/wholesale/catalogue': IN_MEMORY,
  'POST /api/wholesale/orders': limit({ json: samplePlacement() }, 60),
  'GET /api/wholesale/orders/by-id/{id}': limit({}, 60),
  'POST /api/wholesale/track': limit(phone, SEARCH_LIMITS.phoneMisses.points),
};

/** Hono writes `:id`, the contracts `{id}`. What is there for every method is a door, not a route. */
const routesOf = (app: { routes: { method: string; path: string }[] }): string[] =>
  [
    ...new Set(
      app.routes
        .filter(({ method }) => method !== 'ALL')
        .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`),
    ),
  ].toSorted();
const pathOf = (route: string, index: number): string =>
  (route.split(' ')[1] ?? '')
    .replaceAll(/\{(id|attemptId|storeId)\}/g, ID)
    .replace('{hash}', 'a'.repeat(64))
    .replace('{code}', `ABCDEFGH${String(index).padStart(2, '2')}`);
const methodOf = (route: string): string => route.split(' ')[0] ?? '';
const limited = (decisions: Record<string, Decision>) =>
  Object.entries(decisions).flatMap(([route, decision], index) =>
    'limit' in decision ? [{ route, index, points: decision.points ?? 0, ...decision.limit }] : [],
  );

describe('the relay', () => {
  const POINTS = 3;
  let relay: TestRelay;
  let store: FakeStore;
  beforeAll(async () => {
    relay = await createTestRelay('pglite', { limitPoints: POINTS });
    store = await createFakeStore(relay.url);
    await store.pair(PAIRING_CODE);
    await store.syncDocument(sampleCatalog());
    await store.dial();
    await linked(relay, store);
  });
  afterAll(async () => {
    store.close();
    await relay.close();
  });

  it('[42] has a decision for every route, and no route without one', () => {
    const behindADoor = (route: string): boolean =>
      /^\w+ \/(edge\/(?!pair$)|api\/(staff|auth)\/)/.test(route);
    const routes = routesOf(relay.relay.app);
    expect(routes.filter((route) => !behindADoor(route) && !route.includes(' /cluster/'))).toEqual(
      Object.keys(RELAY).toSorted(),
    );
    expect(DEVICE).toHaveProperty('open');
  });

  it.each(limited(RELAY))('[42] $route is slowed', async ({ route, index, json }) => {
    const statuses: number[] = [];
    for (let time = 0; time <= POINTS; time += 1)
      statuses.push(
        (
          await relay.ask(pathOf(route, index), {
            method: methodOf(route),
            ...(json === undefined ? {} : { json }),
            headers: { 'x-forwarded-for': `203.0.113.${index}` },
          })
        ).status,
      );
    expect(statuses.slice(0, POINTS)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });

  it('[42] slows whoever tries tokens at one shop, and not the same household at another', async () => {
    const shops = new Map<string, FakeStore>();
    for (const host of ['uma.example', 'outra.example']) {
      const shop = await createFakeStore(relay.url);
      const { code } = await relay.relay.pairing.makeCode({ host });
      expect((await shop.pair(code)).status).toBe(200);
      shops.set(host, shop);
    }
    // By Node's own client: fetch says itself which host it asks.
    const guess = (host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { host, authorization: 'Bearer x', 'x-forwarded-for': '203.0.109.1' };
        const asked = request(`${relay.url}/api/orders/ABCDEFGH22/pix/${ID}`, { headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        asked.on('error', reject).end();
      });
    try {
      const statuses: number[] = [];
      for (let time = 0; time <= POINTS; time += 1) statuses.push(await guess('uma.example'));
      expect(statuses).toEqual([401, 401, 401, 429]);
      expect(await guess('outra.example')).toBe(401);
    } finally {
      for (const shop of shops.values()) {
        await relay.relay.pairing.revoke(shop.storeId);
        shop.close();
      }
    }
  });

  it('[29] takes an IPv6 household for one caller of what is paid too, whichever of its addresses it asks from', async () => {
    const ask = async (address: string): Promise<number> =>
      (await relay.ask('/api/payments/public-key', { headers: { 'x-forwarded-for': address } })).status;
    const statuses: number[] = [];
    for (let time = 0; time <= POINTS; time += 1) statuses.push(await ask(`2001:db8:7:7::${time + 1}`));
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true]);
    expect(await ask('2001:db8:7:8::1')).not.toBe(429);
  });

  it('[42] slows whoever knocks at the store, before the tunnel', async () => {
    for (const [index, path] of [
      '/api/auth/sign-in/email',
      '/api/staff/me',
      '/api/staff/anything',
      '/api/help/diagnostics',
    ].entries()) {
      const statuses: number[] = [];
      for (let time = 0; time <= POINTS; time += 1)
        statuses.push(
          (await relay.ask(path, { json: {}, headers: { 'x-forwarded-for': `203.0.112.${index}` } })).status,
        );
      expect({ path, first: statuses.indexOf(429) }).toEqual({ path, first: POINTS });
    }
  });

  it('[42] slows whoever asks for a link or a document, before the token is looked at', async () => {
    let againIn: string | undefined;
    const knock = (path: string, authorization: string, from: string): Promise<number> =>
      new Promise((resolve, reject) => {
        againIn = undefined;
        const ws = new WebSocket(relay.url.replace(/^http/, 'ws') + path, {
          headers: { authorization, 'x-forwarded-for': from },
        });
        ws.on('open', () => {
          resolve(101);
          ws.terminate();
        });
        ws.on('unexpected-response', (_request, { statusCode = 0, headers }) => {
          againIn = headers['retry-after'];
          resolve(statusCode);
          ws.terminate();
        });
        ws.on('error', reject);
      });
    for (const [index, path] of ['/link', `/doc/${store.storeId}`].entries()) {
      const from = `203.0.111.${index}`;
      const statuses: number[] = [];
      for (let time = 0; time <= POINTS; time += 1) statuses.push(await knock(path, 'Bearer x', from));
      expect({ path, statuses }).toEqual({ path, statuses: [401, 401, 401, 429] });
      expect(await knock(path, `Bearer ${await store.token()}`, from)).toBe(429);
      // Uses are counted for a minute.
      expect(againIn).toBe('60');
    }
    expect(await knock(`/doc/${store.storeId}`, `Bearer ${await store.token()}`, '203.0.111.9')).toBe(101);
    // By a rule of its own: stores behind one line open far more than anybody guesses.
    const counted = () => relay.rows(sql`select key from limit_counts where key like '-/upgrades/%'`);
    await soon(async () => expect((await counted()).length).toBeGreaterThan(0));
  });

  it('[42] slows whoever asks for what is the operator’s at every route, and not the operator', async () => {
    const routes = routesOf(relay.relay.operator);
    expect(routes).toEqual([
      'GET /operator/stores',
      'POST /operator/pairing-codes',
      'POST /operator/reseal',
      'POST /operator/stores/{storeId}/hold',
      'POST /operator/stores/{storeId}/release',
      'POST /operator/stores/{storeId}/revoke',
    ]);
    const ask = async (route: string, token: string, from: string): Promise<number> => {
      const method = methodOf(route);
      const answer = await fetch(relay.operatorUrl + pathOf(route, 0), {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'x-forwarded-for': from,
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      return answer.status;
    };
    for (const [index, route] of routes.entries()) {
      const from = `203.0.110.${index}`;
      const statuses: number[] = [];
      for (let time = 0; time <= POINTS; time += 1) statuses.push(await ask(route, 'x', from));
      expect({ route, statuses }).toEqual({ route, statuses: [404, 404, 404, 429] });
      // A store that is not there is all that the operator's own request about it would show here.
      if (!/\/(?:revoke|hold|release)$/.test(route))
        expect([404, 429]).not.toContain(await ask(route, await operatorToken(relay.secretsKey), from));
    }
  });

  it('[42] lets nobody but a device to what stands under /edge', async () => {
    const routes = routesOf(relay.relay.app).filter((route) => /^\w+ \/edge\/(?!pair$)/.test(route));
    expect(routes.length).toBeGreaterThan(10);
    for (const route of routes) {
      const method = methodOf(route);
      const answer = await relay.ask(pathOf(route, 0), { method, ...(method === 'GET' ? {} : { json: {} }) });
      expect({ route, status: answer.status }).toEqual({ route, status: 401 });
    }
  });
});

describe('the store', () => {
  let store: TestStore;
  beforeAll(async () => {
    const log = { info: () => undefined, error: () => undefined };
    const place = {
      file: 'unused',
      migrationsFolder: 'unused',
      timeZone: 'America/Sao_Paulo',
      clock: Date.now,
    };
    const replace = () => Promise.reject(new Error('nothing is restored here'));
    store = await openTestStore({ restoring: createRestoring({ place, replace, log }) });
    store.setup.code();
  });
  afterAll(() => store.close());

  it('[42] has a decision for every route, and no route without one', () => {
    // What roles and the link's own door keep is tried in edge/http/roles.test.ts and doors.test.ts.
    const behindADoor = (route: string): boolean => /^\w+ \/(link|api\/staff)\//.test(route);
    expect(routesOf(store.app).filter((route) => !behindADoor(route))).toEqual(Object.keys(STORE).toSorted());
  });

  it.each(limited(STORE))('[42] $route is slowed after $points', async ({ route, index, json, points }) => {
    const statuses: number[] = [];
    for (let time = 0; time <= points; time += 1) {
      const answer = await store.app.request(
        pathOf(route, index),
        {
          method: methodOf(route),
          ...(json === undefined
            ? {}
            : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
        },
        { transport: 'lan', clientIp: `192.168.7.${index}`, origin: 'http://balcao.local' },
      );
      statuses.push(answer.status);
    }
    expect(statuses.slice(0, points)).not.toContain(429);
    expect(statuses.at(-1)).toBe(429);
  });
});
