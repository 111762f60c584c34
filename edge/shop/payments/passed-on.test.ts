// What an administrator asks of the relay by way of the store: each question goes to its own address, and its answer comes back as it is.
import { afterEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole } from '../../testing/sign-in.ts';

let store: TestStore;
afterEach(() => store.close());

const ACCOUNT = {
  ...{ configured: true, source: 'store', publicKey: 'APP_USR-public', payeeId: '42' },
  ...{ cards: true, notices: true, updatedAtMs: 1, api: 'orders' },
};
const FOUND = {
  ...{ ok: false, message: 'O Mercado Pago não reconhece a conta.', payeeId: null, sandbox: null },
  steps: [{ step: 'account', state: 'failed', text: 'Confira o access token.' }],
};
const GIVEN = { accessToken: 'APP_USR-very-secret', publicKey: null, webhookSecret: null };
const MONTH = { fromMs: 1, toMs: 2, payments: [] };
const TERMINALS = { terminals: [{ id: 't1', name: null, isReady: true, isThere: true }] };

it.each([
  ['GET', 'credentials', undefined, '/edge/payments/credentials', ACCOUNT],
  ['POST', 'credentials/test', GIVEN, '/edge/payments/credentials/test', FOUND],
  [
    'GET',
    'booked?month=2026-11',
    undefined,
    '/edge/payments/booked?month=2026-11&timeZone=America%2FSao_Paulo',
    MONTH,
  ],
  ['GET', 'terminals', undefined, '/edge/payments/terminals/account', TERMINALS],
])('%s %s is answered by the relay', async (method, path, json, asked, answer) => {
  const heard: unknown[] = [];
  store = await openTestStore({
    relay: {
      request: (url, init = {}) => {
        heard.push([init.method, url, typeof init.body === 'string' ? JSON.parse(init.body) : undefined]);
        return Promise.resolve(Response.json(answer));
      },
    },
  });
  const admin = await asRole(store, 'ADMIN');
  const told = await admin(`/api/staff/payments/${path}`, { method, ...(json && { json }) });
  expect([told.status, await told.json()]).toEqual([200, answer]);
  expect(heard).toEqual([[method, asked, json]]);
});
