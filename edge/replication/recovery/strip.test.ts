// What a copy is told was erased since it was made.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole } from '../../testing/sign-in.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import { readErasures, stripSecrets } from './strip.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

it('is every person and every order, and of clearings the last one', async () => {
  const admin = await asRole(store, 'ADMIN');
  const scopes = (after = 0) =>
    readErasures(store.db.$client, after).map(({ body }) => (JSON.parse(body) as { scope: string }).scope);
  const clear = async () => {
    sell(store, START_MS);
    await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } });
  };
  for (const phone of ['11987654321', '11911112222']) {
    sell(store, START_MS, { customerPhone: phone });
    expect((await admin('/api/staff/privacy/erase', { json: { phone } })).status).toBe(200);
  }
  const persons = scopes();
  expect(persons).toHaveLength(2);
  await clear();
  const { seq } = store.outbox.head();
  expect(scopes()).toEqual([...persons, 'history']);
  await clear();
  expect(scopes()).toEqual([...persons, 'history']);
  expect(scopes(seq)).toEqual(['history']);
  expect(scopes(store.outbox.head().seq)).toEqual([]);
});

it('is left without a key that was about to take the place of the machine’s: a restored store changes none by itself', () => {
  writeMeta(store.db, 'device_key_next', '{}');
  stripSecrets(store.db);
  expect(readMeta(store.db, 'device_key_next')).toBeNull();
});
