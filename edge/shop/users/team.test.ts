// What an administrator does for the team: a forgotten password, and a door that is shut and opened again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outbox } from '../../storage/schema/replication.ts';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, PASSWORD, signIn, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let admin: Asking;
let front: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
  front = await asRole(store, 'ATTENDANT');
});
afterEach(() => store.close());

const idOf = (role: string): string => store.users.accounts.list().find((one) => one.role === role)?.id ?? '';
const disable = (id: string, disabled: boolean, ask = admin) =>
  ask(`/api/staff/users/${id}/disabled`, { method: 'PUT', json: { disabled } });
const reset = (id: string, ask = admin) =>
  ask(`/api/staff/users/${id}/password`, { method: 'POST', json: {} });
const enter = (email: string, password = PASSWORD) =>
  store.ask('/api/auth/sign-in/email', { json: { email, password } });
const audited = (): string[] =>
  store.db
    .select()
    .from(audit)
    .all()
    .filter((line) => line.subject === 'user')
    .map((line) => line.detail);
/** What is told of codes, whatever they are. */
const codeOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { code?: string }).code,
});

describe('a password that is reset', () => {
  it('is answered once, ends the sessions, and counts only until another one is chosen', async () => {
    const answer = await reset(idOf('ATTENDANT'));
    expect(answer.status).toBe(200);
    const { password } = (await answer.json()) as { password: string };
    expect(password).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect((await front('/api/staff/board')).status).toBe(401);
    expect((await enter('attendant@loja.com')).status).toBe(401);

    const again = await signIn(store, 'attendant@loja.com', password);
    expect(await (await again('/api/staff/me')).json()).toMatchObject({
      role: null,
      newPassword: { role: 'ATTENDANT' },
    });
    expect((await again('/api/staff/board')).status).toBe(403);
    const chosen = await again('/api/staff/me', {
      method: 'PATCH',
      json: {
        name: 'Ana ATTENDANT',
        email: 'attendant@loja.com',
        currentPassword: password,
        newPassword: 'outra-que-serve-bem',
      },
    });
    expect(chosen.status).toBe(200);
    expect((await again('/api/staff/board')).status).toBe(200);
    expect(audited().at(-2)).toBe('deu a Ana ATTENDANT uma senha provisória');
    expect(JSON.stringify(store.db.select().from(audit).all())).not.toContain(password);
    expect(JSON.stringify(store.db.select().from(outbox).all())).not.toContain(password);
  });

  it('is for others alone, and for an administrator alone', async () => {
    expect(await codeOf(await reset(idOf('ADMIN')))).toEqual({ status: 409, code: 'own-access' });
    expect((await reset(idOf('ADMIN'), front)).status).toBe(403);
    expect((await reset('nobody')).status).toBe(404);
  });
});

describe('an account that is disabled', () => {
  it('is out at once, and comes in again with the same password and role when it is enabled', async () => {
    expect((await front('/api/staff/board')).status).toBe(200);
    expect(await (await disable(idOf('ATTENDANT'), true)).json()).toMatchObject({ disabled: true });
    expect((await front('/api/staff/board')).status).toBe(401);
    expect(await codeOf(await enter('attendant@loja.com'))).toEqual({
      status: 403,
      code: 'account-disabled',
    });
    // Whoever does not know the password is not told.
    expect((await enter('attendant@loja.com', 'errada-mesmo')).status).toBe(401);
    expect((await disable(idOf('ATTENDANT'), false)).status).toBe(200);
    const again = await signIn(store, 'attendant@loja.com');
    expect((await again('/api/staff/board')).status).toBe(200);
    expect(audited().slice(-2)).toEqual([
      'desativou a conta de Ana ATTENDANT',
      'reativou a conta de Ana ATTENDANT',
    ]);
  });

  it('that is disabled or enabled once more is not another time, and nobody who is in is signed out', async () => {
    const before = audited();
    expect(await (await disable(idOf('ATTENDANT'), false)).json()).toMatchObject({ disabled: false });
    expect((await front('/api/staff/board')).status).toBe(200);
    expect(audited()).toEqual(before);
    for (const _time of [1, 2]) expect((await disable(idOf('ATTENDANT'), true)).status).toBe(200);
    expect(audited()).toEqual([...before, 'desativou a conta de Ana ATTENDANT']);
  });

  it('that is tried with its right password leaves a line in the audit, and no session', async () => {
    const id = idOf('ATTENDANT');
    await disable(id, true);
    expect((await enter('attendant@loja.com')).status).toBe(403);
    const refusals = store.db
      .select()
      .from(audit)
      .all()
      .filter(({ action }) => action === 'disabled');
    expect(refusals).toMatchObject([
      { subject: 'access', userId: id, detail: 'não entrou: a conta está desativada' },
    ]);
    const theirs = store.db.$client.prepare('select count(*) from session where user_id = ?').pluck();
    expect(theirs.get(id)).toBe(0);
  });

  it('is never one\u2019s own, nor that of the last administrator who can enter', async () => {
    const id = idOf('ADMIN');
    expect(await codeOf(await disable(id, true))).toEqual({ status: 409, code: 'own-access' });
    const second = await store.users.create({
      name: 'Rui',
      email: 'rui@loja.com',
      password: PASSWORD,
      role: 'ADMIN',
    });
    const rui = await signIn(store, 'rui@loja.com');
    expect((await disable(id, true, rui)).status).toBe(200);
    // As if both had asked in the same moment.
    const actor = { userId: id, userName: 'Ana', from: 'lan' } as const;
    expect(store.users.accounts.setDisabled(actor, second, true)).toEqual({
      ok: false,
      refusal: 'last-admin',
    });
    expect((await rui('/api/staff/users')).status).toBe(200);
  });
});

describe('a role', () => {
  const give = (id: string, role: string | null, ask = admin) =>
    ask(`/api/staff/users/${id}`, { method: 'PATCH', json: { role } });

  it('that is changed or taken stands in the audit as it was and as it is', async () => {
    expect((await give(idOf('ATTENDANT'), 'KITCHEN')).status).toBe(200);
    expect((await give(idOf('KITCHEN'), null)).status).toBe(200);
    expect(audited().slice(-2)).toEqual([
      'mudou a função de Ana ATTENDANT de Atendente para Cozinha',
      'mudou a função de Ana ATTENDANT de Cozinha para nenhuma',
    ]);
  });

  it('that somebody has already changes nothing, and signs nobody out', async () => {
    const before = audited();
    expect((await give(idOf('ATTENDANT'), 'ATTENDANT')).status).toBe(200);
    expect(audited()).toEqual(before);
    expect((await front('/api/staff/board')).status).toBe(200);
  });

  it('of an administrator is not given up by themselves', async () => {
    expect(await codeOf(await give(idOf('ADMIN'), 'KITCHEN'))).toEqual({ status: 409, code: 'own-role' });
    expect((await give(idOf('ADMIN'), 'ADMIN')).status).toBe(200);
  });
});

describe('accounts that wait for a role', () => {
  const waiting = async (...names: string[]): Promise<void> => {
    for (const name of names)
      await store.users.create({ name, email: `${name}@loja.com`, password: PASSWORD, role: null });
  };
  const names = () => store.users.accounts.list().map(({ name }) => name);

  it('too long are deleted, and the audit counts them', async () => {
    await waiting('rui');
    store.users.accounts.deleteUnassigned(store.clock.nowMs + 1);
    expect(audited().at(-1)).toBe('excluiu 1 conta que ficou sem função');
    await waiting('bia', 'leo');
    store.users.accounts.deleteUnassigned(store.clock.nowMs + 1);
    expect(audited().at(-1)).toBe('excluiu 2 contas que ficaram sem função');
    expect(names().toSorted()).toEqual(['Ana ADMIN', 'Ana ATTENDANT']);
  });

  it('are counted from when they were left without one, not from when they were made', async () => {
    store.clock.nowMs += 1000;
    expect(
      (await admin(`/api/staff/users/${idOf('ATTENDANT')}`, { method: 'PATCH', json: { role: null } }))
        .status,
    ).toBe(200);
    const before = audited();
    store.users.accounts.deleteUnassigned(store.clock.nowMs);
    expect(names()).toContain('Ana ATTENDANT');
    expect(audited()).toEqual(before);
  });
});
