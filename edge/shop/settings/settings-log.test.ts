// The settings that only the shop may read, each as a person changes it: in the log, sealed, for the relay and for a store that is put
// back, and in the audit. What it was already is no news.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { outbox } from '../../storage/schema/replication.ts';
import { audit } from '../../storage/schema/staff.ts';
import { createSealer } from '../../storage/sealing.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const KEY = { key: 'lucia@loja.com', holder: 'Açaí da Lúcia', city: 'São Paulo' };

it.each([
  ['pix_key', '/api/staff/pix-key', KEY, 'mudou a chave PIX da loja (e-mail)'],
  [
    'retention_months',
    '/api/staff/privacy',
    { retentionMonths: 6 },
    'mudou o prazo dos dados pessoais de 12 para 6 meses',
  ],
  ['sign_up', '/api/staff/sign-up', { open: false }, 'impediu que pessoas criem a própria conta'],
  // Which steps are put off changes nothing of the shop.
  ['first_run', '/api/staff/first-run', { skipped: ['printer'], dismissed: true }, null],
])('%s goes into the log and is told at once, and only once while it stays', async (id, path, json, text) => {
  let told = 0;
  store.orders.wake.on('log', () => (told += 1));
  const put = async () => expect((await admin(path, { method: 'PUT', json })).status).toBe(200);
  const rows = () =>
    store.db
      .select()
      .from(outbox)
      .all()
      .filter(({ aggregateId }) => aggregateId === id);
  const said = () =>
    store.db
      .select()
      .from(audit)
      .all()
      .map(({ detail }) => detail);
  const before = said();
  expect(rows()).toEqual([]);
  await put();
  expect(told).toBeGreaterThan(0);
  await put();
  expect(rows()).toMatchObject([{ kind: 'setting', sealed: true }]);
  expect(said()).toEqual([...before, ...(text === null ? [] : [text])]);
});

it('the PIX key is in the log as banks write it, however it was typed: a store that is put back shows codes with it', async () => {
  const json = { ...KEY, key: '123.456.789-09' };
  expect((await admin('/api/staff/pix-key', { method: 'PUT', json })).status).toBe(200);
  const row = store.outbox.after(0, 1e6).find(({ aggregateId }) => aggregateId === 'pix_key');
  const body = row && createSealer(store.db).open(row, row.body ?? '');
  expect(JSON.parse(body ?? 'null')).toEqual({ ...KEY, key: '12345678909' });
});

it.each([
  ['an entry of the menu', 'PATCH', '/api/staff/catalog/sizes/g', { name: 'Gigante' }],
  [
    'several entries',
    'PATCH',
    '/api/staff/catalog',
    { entries: [{ kind: 'sizes', id: 'g', fields: { name: 'Gigante' } }] },
  ],
  [
    'a price that was wanted over another one',
    'PATCH',
    '/api/staff/catalog',
    { entries: [{ kind: 'sizes', id: 'g', fields: { priceCents: 1 }, seen: { priceCents: 2 } }] },
  ],
  ['a pause of the shop', 'POST', '/api/staff/pause', { minutes: 15 }],
  ['a panel that begins anew', 'POST', '/api/staff/panel/reset', undefined],
  ['one’s own signing out everywhere', 'DELETE', '/api/staff/me/sessions', undefined],
])('%s is told to the relay at once, as its line of the audit', async (_what, method, path, json) => {
  const lines = () => store.db.select().from(audit).all().length;
  const before = lines();
  let told = 0;
  store.orders.wake.on('log', () => (told += 1));
  await admin(path, { method, ...(json === undefined ? {} : { json }) });
  expect([lines(), told > 0]).toEqual([before + 1, true]);
});
