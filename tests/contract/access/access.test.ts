// Route × caller × way in: every route of both servers asked as everybody, and compared with the table.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDeviceTokens } from '../../../edge/replication/link/device-token.ts';
import { openTestStore } from '../../../edge/testing/open-test-store.ts';
import { cookiesOf, PASSWORD } from '../../../edge/testing/sign-in.ts';
import { pathOf } from '../../../edge/testing/staff-routes.ts';
import { soon } from '../../harness/relay.ts';
import { openWholeShop, type WholeShop } from '../../harness/whole-shop.ts';
import { signInAt } from '../../support/staff-session.ts';
import { createKnocker, type Call, type Knocker } from '../privacy/knock.ts';
import { accessDocument } from './document.ts';
import { BEHIND_AUTH, CALLERS, RELAY, STORE, type Caller, type Row, type Way } from './table.ts';

const ROLES = ['KITCHEN', 'ATTENDANT', 'WHOLESALE', 'ADMIN'] as const;
/** Would end what the other rows need; `edge/http/roles.test.ts` asks them as who may. */
const ENDS_THE_SHOP = new Set(['POST /api/staff/relay/unpair', 'POST /api/staff/relay/start-over']);
/** Signs out whoever asks, everywhere. */
const ENDS_SESSIONS = 'DELETE /api/staff/me/sessions';
const WITH_SESSIONS = ['no role', ...ROLES] as const;
const ENDS_THE_LINK = new Set(['POST /edge/unpair', 'POST /edge/start-over']);

let shop: WholeShop;
let knockers: Record<'LAN' | 'the tunnel', Knocker>;
let order: { id: string; code: string; claim: string; token: string };
let proofs: Record<'LAN' | 'the tunnel', Record<Caller, () => Promise<Record<string, string>>>>;

beforeAll(async () => {
  shop = await openWholeShop({ TRUSTED_PROXIES: '127.0.0.1' });
  const { store, relayUrl, storeUrl } = shop;
  knockers = { LAN: createKnocker(storeUrl, true), 'the tunnel': createKnocker(relayUrl, false) };
  const claim = randomBytes(24).toString('base64url');
  const placed = await shop.order(relayUrl, { claim });
  order = { id: placed.order.id, code: placed.order.code, claim, token: placed.token };
  await soon(async () => {
    const seen = await shop.ask(relayUrl, `/api/orders/${order.code}`, { token: order.token });
    if (seen.body['access'] !== 'whole') throw new Error('the relay does not show the order yet');
  });
  for (const role of ROLES)
    await store.users.create({
      name: role,
      email: `${role.toLowerCase()}@loja.com`,
      password: PASSWORD,
      role,
    });
  const joined = await shop.ask(storeUrl, '/api/auth/sign-up/email', {
    json: { name: 'Novo', email: 'no role@loja.com'.replace(' ', '.'), password: PASSWORD },
  });
  if (joined.status !== 200) throw new Error(`the sign-up answered ${joined.status}`);

  const other = await openTestStore();
  await other.users.create({ name: 'Rui', email: 'rui@loja.com', password: PASSWORD, role: 'ADMIN' });
  const { headers } = await other.ask('/api/auth/sign-in/email', {
    json: { email: 'rui@loja.com', password: PASSWORD },
  });
  const otherCookie = cookiesOf(headers);
  const otherDevice = await createDeviceTokens({
    storeId: store.identity.storeId,
    deviceKey: other.identity.deviceKey,
  });
  await other.close();
  const ownDevice = await createDeviceTokens(store.identity);

  const signedIn = async (url: string, name: string) => {
    const person = { email: `${name}@loja.com`, password: PASSWORD };
    const cookie = await signInAt(url, person, { 'x-forwarded-for': `203.0.113.${name.length}` });
    return () => Promise.resolve({ cookie });
  };
  const bearer = (make: () => Promise<string>) => async () => ({ authorization: `Bearer ${await make()}` });
  const proofsAt = async (url: string) => ({
    none: () => Promise.resolve({}),
    'no role': await signedIn(url, 'no.role'),
    KITCHEN: await signedIn(url, 'kitchen'),
    ATTENDANT: await signedIn(url, 'attendant'),
    WHOLESALE: await signedIn(url, 'wholesale'),
    ADMIN: await signedIn(url, 'admin'),
    customer: bearer(() => Promise.resolve(order.token)),
    'other session': () => Promise.resolve({ cookie: otherCookie }),
    'other device': bearer(otherDevice),
    'own device': bearer(ownDevice),
    relay: () => Promise.resolve({ 'x-balcao-forwarded': 'relay' }),
  });
  proofs = { LAN: await proofsAt(storeUrl), 'the tunnel': await proofsAt(relayUrl) };
});
afterAll(async () => {
  for (const knocker of Object.values(knockers ?? {})) knocker.close();
  await shop?.close();
});

const routesOf = (app: { routes: { method: string; path: string }[] }): string[] => [
  ...new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
];

const DEVICE = {
  endpoint: 'https://avisos.example/um',
  keys: {
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16, 1).toString('base64url'),
  },
};
/** Where the body is read before the customer is known, it is one that could be meant. */
const BODIES: Record<string, string> = {
  'POST /api/orders/:code/push': JSON.stringify(DEVICE),
  'DELETE /api/orders/:code/push': JSON.stringify(DEVICE),
  'POST /api/orders/:code/card': JSON.stringify({
    token: 'x'.repeat(32),
    payment_method_id: 'master',
    payer: { email: 'maria@exemplo.com.br', first_name: 'Maria', last_name: 'Souza' },
  }),
};

/** A request that changes nothing: its body is none that a route takes, and is read only behind the door. */
const callOf = (route: string): Call => {
  const [method = '', pattern = ''] = route.split(' ');
  const usual = method === 'GET' || method === 'DELETE' ? undefined : method === 'PATCH' ? '{}' : '{"-":1}';
  const body = BODIES[route] ?? usual;
  const path = pattern.replace(':code', order.code).replace('by-id/:id', `by-id/${order.id}`);
  return {
    method,
    path: pathOf(path),
    ...(body === undefined ? {} : { body }),
  };
};

/** Shut: unproven, not allowed, or nothing told. A customer's own route says 401 or 404 to anybody else. */
const isShut = (route: string, status: number, body: string): boolean =>
  [401, 403].includes(status) ||
  (status === 404 &&
    !route.includes(' /api/staff/') &&
    /"code":"(?:not-found|order-not-found)"/.test(body)) ||
  (status === 409 && body.includes('only-in-the-shop'));

async function lettingIn(
  route: string,
  way: 'LAN' | 'the tunnel',
  skip: readonly Caller[],
): Promise<Caller[]> {
  const inside: Caller[] = [];
  for (const caller of CALLERS) {
    if (skip.includes(caller)) continue;
    const headers = { ...(await proofs[way][caller]()) };
    if (caller === 'customer' && route.includes('by-id')) headers['authorization'] = `Bearer ${order.claim}`;
    const { status, body } = await knockers[way].ask({ ...callOf(route), headers });
    expect([429, 500], `${route} for ${caller}`).not.toContain(status);
    if (!isShut(route, status, body)) inside.push(caller);
  }
  return inside;
}

const wanted = (row: Row, way: Way, skip: readonly Caller[]): Caller[] => {
  const who = row[way] ?? 'nobody';
  const all =
    who === 'everybody' ? CALLERS : who === 'nobody' ? [] : CALLERS.filter((one) => who.includes(one));
  return all.filter((caller) => !skip.includes(caller));
};

test('each route of the store and of the relay has its row, and each row its route', () => {
  expect([...routesOf(shop.store.app), ...Object.keys(BEHIND_AUTH)].toSorted()).toEqual(
    Object.keys(STORE).toSorted(),
  );
  // What the relay answers of the staff's while the store is away is the store's, and in its table.
  const relays = [...routesOf(shop.relay.app), ...routesOf(shop.relay.operator)];
  expect(relays.filter((route) => !/ \/api\/(?:staff|auth)\//.test(route)).toSorted()).toEqual(
    Object.keys(RELAY).toSorted(),
  );
  expect(relays.filter((route) => / \/api\/(?:staff|auth)\//.test(route) && !(route in STORE))).toEqual([]);
});

/** Of which decision 073 says why they have none. */
const WITHOUT_CONTRACT = ['GET /', 'GET /auth', 'GET /openapi', 'GET /openapi.json'];

test('each route of either server is described by its contract', async () => {
  const { app: store } = shop.store;
  const { app: relay, operator } = shop.relay;
  for (const app of [store, relay, operator]) {
    const described = app.openAPIRegistry.definitions.flatMap((one) =>
      one.type === 'route'
        ? [`${one.route.method.toUpperCase()} ${one.route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`]
        : [],
    );
    expect(
      routesOf(app).filter((route) => !described.includes(route) && !WITHOUT_CONTRACT.includes(route)),
    ).toEqual([]);
  }
});

test('the page that says so is that of the table', async () => {
  await expect(accessDocument()).toMatchFileSnapshot('../../../docs/access.md');
});

/** The web app's pages, a wholesale order, a payment or a picture of that name is not there, nor a first run of a shop that has its owner: what is asked is only who is turned away before that. */
const NOT_THERE =
  /^GET \/(?:auth)?$|wholesale\/orders\/by-id|:attemptId|:hash|preview|print-jobs|:name|cash-closes|^POST \/api\/setup$/;

describe.each(['LAN', 'the tunnel'] as const)('at the store, by %s', (way) => {
  const rows = Object.entries(STORE).filter(([, row]) => row[way] !== undefined);
  test.each(rows)('%s lets in whom its row says', async (route, row) => {
    const skip =
      route === ENDS_SESSIONS ? WITH_SESSIONS : ENDS_THE_SHOP.has(route) ? (['ADMIN'] as const) : [];
    const inside = await lettingIn(route, way, skip);
    if (NOT_THERE.test(route)) expect(wanted(row, way, skip)).toEqual(expect.arrayContaining(inside));
    else expect(inside).toEqual(wanted(row, way, skip));
  });
});

describe('at the relay', () => {
  test.each(Object.entries(RELAY))('%s lets in whom its row says', async (route, row) => {
    const skip = ENDS_THE_LINK.has(route) ? (['own device'] as const) : [];
    const inside = await lettingIn(route, 'the tunnel', skip);
    const expected = wanted(row, 'the public port', skip);
    if (NOT_THERE.test(route)) expect(expected).toEqual(expect.arrayContaining(inside));
    else expect(inside).toEqual(expected);
    if (row['the operator’s port'] === undefined) return;
    const { method, path, body } = callOf(route);
    const answer = await shop.relay.operator.request(path, {
      method,
      ...(body === undefined ? {} : { body: '{', headers: { 'content-type': 'application/json' } }),
    });
    expect(isShut(route, answer.status, '')).toBe(false);
  });

  test('the operator’s port answers nothing else', async () => {
    for (const route of [...Object.keys(STORE), ...Object.keys(RELAY)]) {
      const { method, path } = callOf(route);
      if (path.startsWith('/operator/')) continue;
      const { status } = await shop.relay.operator.request(path, { method });
      expect({ route, status }).toEqual({ route, status: 404 });
    }
  });
});

test('over the link the relay is let in to what the store has for it', async () => {
  for (const route of Object.keys(STORE).filter((one) => one.includes(' /link/'))) {
    const { method, path } = callOf(route);
    const answer = await shop.store.app.request(
      path,
      { method, ...(method === 'GET' ? {} : { body: '{', headers: { 'content-type': 'application/json' } }) },
      { transport: 'link', clientIp: 'relay', origin: '' },
    );
    expect([401, 403, 500].map((status) => `${status} ${route}`)).not.toContain(`${answer.status} ${route}`);
  }
});
