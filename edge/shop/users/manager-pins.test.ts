// The PIN of a manager: who sets it, what it may be, where it stands, and how often it may be guessed at.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { outbox } from '../../storage/schema/replication.ts';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, PASSWORD, signIn, type Asking } from '../../testing/sign-in.ts';
import { user } from './schema.ts';

let store: TestStore;
let admin: Asking;
let front: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
  front = await asRole(store, 'ATTENDANT');
});
afterEach(() => store.close());

const idOf = (email: string): string =>
  store.users.accounts.list().find((one) => one.email === email)?.id ?? '';
const ADMIN = 'admin@loja.com';
const set = async (pin: unknown, ask = admin, id = idOf(ADMIN)) => {
  const answer = await ask(`/api/staff/users/${id}/pin`, { method: 'PUT', json: { pin } });
  const text = await answer.text();
  return { status: answer.status, ...(text === '' ? {} : (JSON.parse(text) as { code?: string })) };
};
const secondAdmin = async () => {
  await store.users.create({ name: 'Bia', email: 'bia@loja.com', password: PASSWORD, role: 'ADMIN' });
  return signIn(store, 'bia@loja.com');
};
/** A courtesy is what only a manager may give. */
const give = async (pin: string, ask = front) => {
  const json = {
    id: v7(),
    consumptionType: 'local',
    items: [{ id: v7(), productId: 'agua' }],
    concession: { kind: 'courtesy', reason: 'teste' },
    pin,
  };
  const answer = await ask('/api/staff/orders', { json });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
};

it.each(['123', '1234567', '12a4', '', 7071])('a PIN is of four to six digits: %j is none', async (pin) => {
  expect((await set(pin)).status).toBe(422);
});

it.each(['0000', '123456', '4321'])('%s would be tried first, and is refused', async (pin) => {
  expect(await set(pin)).toMatchObject({ status: 422, code: 'easy-pin', errors: [{ field: 'pin' }] });
});

it('may be chosen anew as often as its holder likes: what nobody has is no guess', async () => {
  for (let n = 0; n < 12; n += 1) expect((await set(`407${n % 10}`)).status).toBe(204);
});

it.each(['4071', '407182'])('%s approves at the counter, and is taken away again', async (pin) => {
  expect((await set(pin)).status).toBe(204);
  expect(store.users.accounts.list().find(({ email }) => email === ADMIN)).toMatchObject({ hasPin: true });
  expect(await give(pin)).toMatchObject({ status: 201 });
  expect((await set(null)).status).toBe(204);
  // What is gone is not taken away again.
  expect((await set(null)).status).toBe(204);
  expect(await give(pin)).toMatchObject({ status: 403, code: 'wrong-pin' });
  expect(
    store.db
      .select()
      .from(audit)
      .all()
      .filter(({ action }) => action === 'pin')
      .map(({ detail }) => detail),
  ).toEqual(['definiu o próprio PIN de gerente', 'tirou o próprio PIN de gerente']);
});

it('stands in the log as it is set and as it is taken away: a store that is put back has it, or has it not', async () => {
  const logged = () =>
    store.outbox.after(0, 1000).filter((row) => row.kind === 'user' && row.aggregateId === idOf(ADMIN))
      .length;
  const before = logged();
  await set('4071');
  expect(logged()).toBe(before + 1);
  await set(null);
  expect(logged()).toBe(before + 2);
});

it('is one’s own, an administrator’s, and nobody else’s', async () => {
  const bia = await secondAdmin();
  expect(await set('4071', front)).toMatchObject({ status: 403 });
  expect(await set('4071', admin, idOf('bia@loja.com'))).toMatchObject({ status: 422, code: 'not-your-pin' });
  expect((await set('4071')).status).toBe(204);
  expect(await set('4071', bia, idOf('bia@loja.com'))).toMatchObject({ status: 422, code: 'pin-taken' });
  expect((await set('4072', bia, idOf('bia@loja.com'))).status).toBe(204);
  expect((await set('4071')).status).toBe(204);
});

it('counts no more once its holder is no administrator, or is kept out', async () => {
  const bia = await secondAdmin();
  const id = idOf('bia@loja.com');
  await set('4072', bia, id);
  store.users.accounts.setDisabled({ userId: idOf(ADMIN), userName: 'Ana', from: 'lan' }, id, true);
  expect((await give('4072')).code).toBe('wrong-pin');
  store.users.accounts.setDisabled({ userId: idOf(ADMIN), userName: 'Ana', from: 'lan' }, id, false);
  expect((await give('4072')).status).toBe(201);
  store.users.accounts.setRole({ userId: idOf(ADMIN), userName: 'Ana', from: 'lan' }, id, 'ATTENDANT');
  expect((await give('4072')).code).toBe('wrong-pin');
});

it('stands nowhere in clear, and in no answer', async () => {
  await set('407182');
  const hash =
    store.db
      .select()
      .from(user)
      .all()
      .find(({ email }) => email === ADMIN)?.pinHash ?? '';
  expect(hash).toMatch(/^\$argon2id\$/);
  const answers = await Promise.all([
    admin('/api/staff/users'),
    admin('/api/staff/me'),
    admin('/api/auth/get-session'),
    store.ask('/api/auth/sign-in/email', { json: { email: ADMIN, password: PASSWORD } }),
  ]);
  for (const answer of answers) {
    const text = await answer.text();
    expect(text).toContain('Ana ADMIN');
    // A session's token and an id are drawn: one of them may carry any six digits.
    expect(text.replaceAll(/[\w-]{20,}/g, '')).not.toMatch(/argon2|pinHash|407182/);
    expect(text).not.toContain(hash);
  }
  // In the log it is sealed with its account.
  expect(JSON.stringify(store.db.select().from(outbox).all())).not.toContain(hash);
});

it('wrong ones slow the next try after ten, each stands in the audit, and a right one begins anew', async () => {
  await set('4071');
  for (let wrong = 0; wrong < 9; wrong += 1) expect((await give('5555')).code).toBe('wrong-pin');
  expect((await give('4071')).status).toBe(201);
  for (let wrong = 0; wrong < 10; wrong += 1) expect((await give('5555')).code).toBe('wrong-pin');
  expect((await give('4071')).status).toBe(429);
  expect(
    store.db
      .select()
      .from(audit)
      .all()
      .filter(({ action }) => action === 'wrong-pin'),
  ).toHaveLength(19);
});

it('choosing one is no way to find another’s: after ten that are taken the next has to wait', async () => {
  await set('4071');
  const bia = await secondAdmin();
  const id = idOf('bia@loja.com');
  for (let taken = 0; taken < 10; taken += 1)
    expect(await set('4071', bia, id)).toMatchObject({ status: 422, code: 'pin-taken' });
  expect(await set('4072', bia, id)).toMatchObject({ status: 429 });
});
