// Passwords of accounts where they are kept: what they are judged by, and a code of the command line that two use at once.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, PASSWORD, signIn } from '../../testing/sign-in.ts';
import { THE_STORE } from '../audit/audit.ts';
import { issueOwnerCode } from './owner-password.ts';

let store: TestStore;
beforeEach(async () => (store = await openTestStore()));
afterEach(() => store.close());

describe('a password is judged by', () => {
  const madeWith = async (password: string): Promise<string> => {
    const person = { name: 'Dona Zoraide', email: 'lu.gelados@loja.com', password, role: 'ADMIN' } as const;
    const made = await store.users.accounts.create(THE_STORE, person);
    return made.ok ? 'taken' : made.refusal;
  };

  it.each([
    ['the name of the person', 'zoraide-198077'],
    ['the e-mail before the at sign', 'lugelados-2026'],
  ])('%s', async (_what, password) => {
    expect(await madeWith(password)).toBe('common-password');
  });

  it('the name of the shop, as it is by then', async () => {
    const admin = await asRole(store, 'ADMIN');
    const json = { storeName: 'Gelados Boreal' };
    expect((await admin('/api/staff/settings', { method: 'PATCH', json })).status).toBe(200);
    expect(await madeWith('boreal-198077')).toBe('common-password');
  });

  it('nothing else that is its own', async () => {
    expect(await madeWith('granizado-198077')).toBe('taken');
  });
});

it('a new password is that person’s alone: everybody else signs in with their own', async () => {
  await asRole(store, 'ADMIN');
  await asRole(store, 'KITCHEN');
  const { accounts } = store.users;
  const cook = accounts.list().find(({ role }) => role === 'KITCHEN')?.id ?? '';
  expect((await accounts.resetPassword(THE_STORE, cook)).ok).toBe(true);
  await expect(signIn(store, 'kitchen@loja.com', PASSWORD)).rejects.toThrow('401');
  await signIn(store, 'admin@loja.com', PASSWORD);
});

it('a code of the command line sets one password, though two use it in the same moment', async () => {
  await asRole(store, 'ADMIN');
  const code = issueOwnerCode(store.db, store.clock.nowMs);
  const passwords = ['granizado-198077', 'granizado-198078'];
  const answers = await Promise.all(
    passwords.map((password) =>
      store.ask('/api/setup/password', { json: { code, email: 'admin@loja.com', password } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const good = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
  const bad = passwords.find((one) => one !== good) ?? '';
  await signIn(store, 'admin@loja.com', good);
  await expect(signIn(store, 'admin@loja.com', bad)).rejects.toThrow('401');
  await expect(signIn(store, 'admin@loja.com', PASSWORD)).rejects.toThrow('401');
});

it.each([
  ['ADMIN', 'mel-roxo-97', 'mel-roxo-970', 'short-for-admin'],
  ['KITCHEN', 'mel-roxo9', 'mel-roxo-9', 'short-for-role'],
] as const)(
  'who works as %s may not choose %s for themselves, and may %s',
  async (role, short, long, code) => {
    const ask = await asRole(store, role);
    const choose = async (newPassword: string): Promise<[number, string | undefined]> => {
      const { name, email } = (await (await ask('/api/staff/me')).json()) as { name: string; email: string };
      const json = { name, email, currentPassword: PASSWORD, newPassword };
      const answer = await ask('/api/staff/me', { method: 'PATCH', json });
      return [answer.status, ((await answer.json()) as { code?: string }).code];
    };
    expect(await choose(short)).toEqual([422, code]);
    expect(await choose(long)).toEqual([200, undefined]);
  },
);

it('what somebody changes of themselves is one line of the audit, which names each thing and no secret', async () => {
  const ask = await asRole(store, 'KITCHEN');
  const change = async (json: object): Promise<string[]> => {
    const answer = await ask('/api/staff/me', { method: 'PATCH', json });
    expect(answer.status).toBe(200);
    const rows = store.db.select().from(audit).all();
    return rows.filter(({ action }) => action === 'profile').map(({ detail }) => detail);
  };
  const profile = { name: 'Bia Souza', email: 'bia@loja.com' };
  const all = 'mudou no próprio perfil o nome de Ana KITCHEN para Bia Souza, o email, a senha';
  expect(await change({ ...profile, currentPassword: PASSWORD, newPassword: 'mel-roxo-9' })).toEqual([all]);
  expect(await change(profile)).toEqual([all]);
  expect(await change({ ...profile, email: 'bea@loja.com' })).toEqual([
    all,
    'mudou no próprio perfil o email',
  ]);
});
