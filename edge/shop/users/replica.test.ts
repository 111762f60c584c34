// What comes back of accounts, and of the door to them, from the log's rows: of each its newest state.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signUpRow } from '@balcao/shared/link/aggregates/setting.ts';
import { userRow } from '@balcao/shared/link/aggregates/user.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { PASSWORD, signIn } from '../../testing/sign-in.ts';
import { readUserRows } from './replica.ts';

let store: TestStore;
beforeEach(async () => (store = await openTestStore()));
afterEach(() => store.close());

function restore(row: typeof userRow | typeof signUpRow, id: string, body: object): void {
  const reader = readUserRows(store.db).find((one) => one.row === row);
  if (reader === undefined) throw new Error(`nobody reads ${row.kind} ${row.ids}`);
  reader.restore(id, { seq: 1, atMs: 1, text: JSON.stringify(body) });
}

it('whether anybody may ask for an account is as it was set last', async () => {
  const ask = async (email: string) => {
    const json = { name: 'Beto', email, password: 'granizado-198077' };
    return (await store.ask('/api/auth/sign-up/email', { json })).ok;
  };
  restore(signUpRow, 'sign_up', { open: false });
  expect(await ask('beto@loja.com')).toBe(false);
  restore(signUpRow, 'sign_up', { open: true });
  expect(await ask('beto@loja.com')).toBe(true);
});

it('an account lets its holder in by the password it had last; one that has none, or was deleted, lets nobody in', async () => {
  const account = { name: 'Ana', email: 'ana@loja.com', password: PASSWORD } as const;
  const id = await store.users.create({ ...account, role: 'ADMIN' });
  const passwordHash = store.db.$client.prepare('select password from account').pluck().get();
  const body = {
    ...{ id, name: 'Ana Lima', email: 'ana@loja.com', emailVerified: false, image: null, role: 'KITCHEN' },
    ...{ createdAt: '2026-11-21T18:00:00.000Z', updatedAt: '2026-11-21T18:00:00.000Z' },
  };
  const me = async () => {
    const asking = await signIn(store, 'ana@loja.com').catch(() => null);
    return asking === null ? null : await (await asking('/api/staff/me')).json();
  };
  restore(userRow, id, { ...body, passwordHash: null });
  expect(await me()).toBeNull();
  // As often as it comes.
  for (const _time of [1, 2]) restore(userRow, id, { ...body, passwordHash });
  expect(await me()).toMatchObject({ id, name: 'Ana Lima', role: 'KITCHEN' });
  restore(userRow, id, { id, deleted: true });
  expect([await me(), store.users.accounts.list()]).toEqual([null, []]);
});
