// Sign-ups that come in the same moment, the door for them said once more to be as it is, and who waits since their role was taken.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { asRole } from '../../testing/sign-in.ts';
import { THE_STORE } from '../audit/audit.ts';
import { user } from './schema.ts';

const DAY_MS = 86_400_000;
let store: TestStore;
beforeEach(async () => (store = await openTestStore()));
afterEach(() => store.close());

function letWait(accounts: number): void {
  const now = new Date(START_MS);
  for (let count = 1; count <= accounts; count += 1) {
    const id = `waits-${count}`;
    const row = { id, name: 'Alguém', email: `${id}@loja.com`, createdAt: now, updatedAt: now };
    store.db.insert(user).values(row).run();
  }
}

async function codeOf(count: number): Promise<string> {
  const answer = await store.app.request(
    '/api/auth/sign-up/email',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Beto', email: `de-${count}@loja.com`, password: 'mel-roxo' }),
    },
    { transport: 'link', clientIp: `203.0.113.${count}`, origin: 'http://balcao.local' },
  );
  return ((await answer.json()) as { code?: string }).code ?? 'taken';
}

it('of two who are let in at once under one email the second is told that it is taken', async () => {
  const both = ['Ana', 'Bia'].map((name) =>
    store.users.accounts.create(THE_STORE, {
      name,
      email: 'loja@loja.com',
      password: 'granizado-198077',
      role: 'ATTENDANT',
    }),
  );
  const made = (await Promise.all(both)).map((one) => (one.ok ? 'made' : one.refusal));
  expect(made.toSorted()).toEqual(['email-taken', 'made']);
  expect(store.users.accounts.list()).toHaveLength(1);
});

it('of four at once two find the last two places, and the others are told that there is no room', async () => {
  letWait(48);
  const told = await Promise.all([1, 2, 3, 4].map(codeOf));
  expect(told.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'taken',
    'taken',
    'too-many-waiting',
    'too-many-waiting',
  ]);
  expect(store.users.accounts.waiting()).toBe(50);
});

it('the door is said to be open or closed once: again it is neither logged nor written down', async () => {
  const admin = await asRole(store, 'ADMIN');
  const said = (): string[] =>
    store.db
      .select()
      .from(audit)
      .all()
      .filter(({ action }) => action === 'sign-up')
      .map(({ detail }) => detail);
  const set = async (open: boolean): Promise<number> => {
    const before = store.outbox.head().seq;
    const answer = await admin('/api/staff/sign-up', { method: 'PUT', json: { open } });
    expect([answer.status, await answer.json()]).toEqual([200, { open }]);
    return store.outbox.after(before, 100).filter(({ aggregateId }) => aggregateId === 'sign_up').length;
  };
  expect([await set(true), await set(false), await set(false), await set(true)]).toEqual([0, 1, 0, 1]);
  expect(said()).toEqual([
    'impediu que pessoas criem a própria conta',
    'permitiu que pessoas criem a própria conta',
  ]);
});

it('who had a role waits for two weeks from when it was taken, however old the account is', async () => {
  const admin = await asRole(store, 'ADMIN');
  await asRole(store, 'KITCHEN');
  const { id } = store.users.accounts.list().find(({ role }) => role === 'KITCHEN') ?? { id: '' };
  store.clock.nowMs += 100 * DAY_MS;
  expect((await admin(`/api/staff/users/${id}`, { method: 'PATCH', json: { role: null } })).status).toBe(200);
  const isThere = (): boolean => {
    store.signUps.deleteLapsed();
    return store.users.accounts.list().some((one) => one.id === id);
  };
  store.clock.nowMs += 14 * DAY_MS;
  expect(isThere()).toBe(true);
  store.clock.nowMs += 1;
  expect(isThere()).toBe(false);
});
