// What the log hears of an account: of one that is kept out no role, which a store that is put back and the relay would let in.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PrivateLog } from '../../storage/sealing.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole } from '../../testing/sign-in.ts';
import { THE_STORE } from '../audit/audit.ts';
import { createAccountRows } from './account-rows.ts';
import { administrators } from './owner-password.ts';

let store: TestStore;
beforeEach(async () => (store = await openTestStore()));
afterEach(() => store.close());

it('an account is said with its role and hash, disabled without the role, deleted as deleted', async () => {
  await asRole(store, 'KITCHEN');
  const [account] = store.users.accounts.list();
  const id = account?.id ?? '';
  const said: unknown[] = [];
  const heard: string[] = [];
  const log: PrivateLog = {
    append: (_row, of, body) => void said.push([of, body]),
    restate: () => undefined,
  };
  const { append } = createAccountRows({
    db: store.db,
    log,
    clock: () => store.clock.nowMs,
    onLogged: (one) => heard.push(one),
  });
  append(id);
  store.users.accounts.setDisabled(THE_STORE, id, true);
  append(id);
  store.users.accounts.remove(THE_STORE, id);
  append(id);
  const hash: unknown = expect.stringMatching(/^\$argon2id\$/);
  expect(said).toEqual([
    [id, expect.objectContaining({ role: 'KITCHEN', passwordHash: hash })],
    [id, expect.objectContaining({ role: null, banned: true, passwordHash: hash })],
    [id, { id, deleted: true }],
  ]);
  expect(heard).toEqual([id, id, id]);
});

it('an account is listed with who it is and since when, whatever became of it since', async () => {
  const { accounts } = store.users;
  const createdAtMs = store.clock.nowMs;
  const person = { name: 'Beto Lima', email: 'Beto@Loja.com', password: 'granizado-198077' };
  await accounts.create(THE_STORE, { ...person, role: 'ATTENDANT' });
  const [made] = accounts.list();
  const id = made?.id ?? '';
  const shown = {
    id,
    name: 'Beto Lima',
    email: 'beto@loja.com',
    role: 'ATTENDANT',
    createdAtMs,
    hasPin: false,
  };
  expect(made).toEqual({ ...shown, asksPassword: false, disabled: false });
  store.clock.nowMs += 60_000;
  accounts.setDisabled(THE_STORE, id, true);
  expect(accounts.list()).toEqual([{ ...shown, asksPassword: false, disabled: true }]);
  accounts.setDisabled(THE_STORE, id, false);
  await accounts.resetPassword(THE_STORE, id);
  expect(accounts.list()).toEqual([{ ...shown, asksPassword: true, disabled: false }]);
});

it('whoever forgot which accounts may administer is told those alone, the first one first', async () => {
  const make = async (email: string, role: 'ADMIN' | 'ATTENDANT'): Promise<void> => {
    store.clock.nowMs += 1000;
    await store.users.create({ name: 'Ana', email, password: 'granizado-198077', role });
  };
  expect(administrators(store.db)).toEqual([]);
  await make('balcao@loja.com', 'ATTENDANT');
  await make('zuleica@loja.com', 'ADMIN');
  await make('ana@loja.com', 'ADMIN');
  expect(administrators(store.db)).toEqual(['zuleica@loja.com', 'ana@loja.com']);
});
