// What no cache may keep: every answer about the shop's inside or one person's order, good or bad, over both transports.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { asRole, PASSWORD } from '../testing/sign-in.ts';

let store: TestStore;
let cookie: string;
beforeAll(async () => {
  store = await openTestStore();
  await asRole(store, 'ADMIN');
  const signed = await store.ask('/api/auth/sign-in/email', {
    json: { email: 'admin@loja.com', password: PASSWORD },
  });
  cookie = signed.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
});
afterAll(() => store.close());

/** Every address of the application that is read, with something in the place of what it asks for. */
const readable = (): string[] => [
  ...new Set(
    store.app.routes
      .filter(({ method, path }) => method === 'GET' && path.startsWith('/api/staff/'))
      .map(({ path }) => path.replaceAll(/[:{][^/}]+\}?/g, 'x').replace('*', 'x')),
  ),
];

it('is what staff read, signed in or not, in the shop or through the tunnel', async () => {
  const paths = readable().filter((path) => !path.endsWith('/live'));
  expect(paths.length).toBeGreaterThan(20);
  let good = 0;
  for (const path of paths)
    for (const ask of [store.ask, store.askLink])
      for (const headers of [{}, { cookie }]) {
        const answer = await ask(path, { headers });
        await answer.body?.cancel();
        if (answer.ok) good += 1;
        expect(`${path} ${answer.headers.get('cache-control')}`).toBe(`${path} no-store`);
      }
  expect(good).toBeGreaterThan(20);
});

it('is what somebody asks about an order, and every refusal', async () => {
  for (const [path, json] of [
    ['/api/track', { phone: '11987654321' }],
    ['/api/orders/ABCDEFGH', undefined],
    ['/api/orders', { nonsense: true }],
    ['/api/nowhere', undefined],
    ['/api/auth/get-session', undefined],
  ] as const) {
    const answer = await store.ask(path, json === undefined ? {} : { json });
    expect(`${path} ${answer.headers.get('cache-control')}`).toBe(`${path} no-store`);
  }
});

it('is not the menu, which says for itself that it is asked for again', async () => {
  for (const path of ['/api/menu', '/api/store'])
    expect((await store.ask(path)).headers.get('cache-control')).toBe('no-cache');
});
