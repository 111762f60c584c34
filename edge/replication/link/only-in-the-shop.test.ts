// What ends the shop's place on the site, or has the site forget its copy, is done where the server stands: never over the site itself.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { START_OVER_WORD } from '@balcao/shared/http/held.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, cookiesOf, PASSWORD } from '../../testing/sign-in.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
  await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

it.each([
  ['/api/staff/relay/pair', { relayUrl: 'https://acai.example', code: 'ABCD-EFGH' }],
  ['/api/staff/relay/unpair', {}],
  ['/api/staff/relay/start-over', { confirm: START_OVER_WORD }],
])('%s is refused to an administrator who is elsewhere', async (path, json) => {
  const credentials = { email: 'admin@loja.com', password: PASSWORD };
  const signedIn = await store.askLink('/api/auth/sign-in/email', { json: credentials });
  const headers = { cookie: cookiesOf(signedIn.headers) };
  expect((await store.askLink('/api/staff/users', { headers })).status).toBe(200);
  const answer = await store.askLink(path, { method: 'POST', json, headers });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    409,
    'only-in-the-shop',
  ]);
});
