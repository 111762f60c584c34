// Strangers who ask for accounts, and passwords that are too short for what somebody may do.
import { eq } from 'drizzle-orm';
import { hash } from '@node-rs/argon2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, PASSWORD, signIn, type Asking } from '../../testing/sign-in.ts';
import { account, user } from './schema.ts';

const NEW_PASSWORD_MS = 7 * 24 * 3_600_000;
const PER_ADDRESS_A_DAY = 5;
const WAITING_MAX = 50;
const WAITING_MS_MAX = 14 * 24 * 3_600_000;

const DAY_MS = 24 * 3_600_000;
let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const read = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Record<string, any>,
});
const person = (changes: Record<string, unknown> = {}) => ({
  name: 'Beto',
  email: 'beto@loja.com',
  password: 'mel-roxo',
  ...changes,
});
const SIGN_UP = '/api/auth/sign-up/email';
const signUp = (changes: Record<string, unknown> = {}) => store.ask(SIGN_UP, { json: person(changes) });
const fromAddress = (
  clientIp: string,
  changes: Record<string, unknown>,
  transport: 'lan' | 'link' = 'link',
) =>
  store.app.request(
    SIGN_UP,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person(changes)),
    },
    { transport, clientIp, origin: 'http://balcao.local' },
  );
const accounts = () => store.users.accounts.list();
const meOf = async (ask: Asking) => (await read(await ask('/api/staff/me'))).body;

describe('a sign-up', () => {
  it.each([
    ['12345', 'A senha deve ter pelo menos 6 caracteres.'],
    ['123456', 'Esta senha é fácil de adivinhar'],
    ['acai2026', 'Esta senha é fácil de adivinhar'],
    ['beto1234', 'Esta senha é fácil de adivinhar'],
    ['x1!'.repeat(43), 'A senha pode ter no máximo 128 caracteres.'],
  ])('with the password %s is refused in words', async (password, detail) => {
    expect(await read(await signUp({ password }))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'password', message: expect.stringContaining(detail) }] },
    });
    expect(accounts()).toEqual([]);
  });

  it("with the spec's six characters is taken, when they are not everybody's", async () => {
    expect((await signUp({ password: 'mel-ro' })).status).toBe(200);
  });

  it.each([
    ['a name of 250 kB', { name: 'x'.repeat(250_000) }, 422],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, 422],
    ['a name with a line break', { name: 'Beto\nAna' }, 422],
    ['a name that is written backwards', { name: 'Beto \u202Eana' }, 422],
    ['an e-mail of 201 characters', { email: `${'x'.repeat(192)}@loja.com` }, 422],
    ['an e-mail that is none', { email: 'beto' }, 422],
    ['a role of its own choice', { role: 'ADMIN' }, 422],
  ])('with %s is refused', async (_what, changes, status) => {
    expect((await signUp(changes)).status).toBe(status);
    expect(accounts()).toEqual([]);
  });

  it('with a name of 80 characters is taken', async () => {
    expect((await signUp({ name: 'x'.repeat(80) })).status).toBe(200);
    expect(accounts()[0]).toMatchObject({ name: 'x'.repeat(80), role: null });
  });

  it('comes five times a day from one address, and then from another one', async () => {
    for (let count = 0; count < PER_ADDRESS_A_DAY; count += 1)
      expect((await fromAddress('203.0.113.7', { email: `${count}@loja.com` })).status).toBe(200);
    expect(await read(await fromAddress('203.0.113.7', { email: 'x@loja.com' }))).toMatchObject({
      status: 429,
      body: { code: 'too-many-here', detail: expect.stringContaining('a partir desta rede') },
    });
    expect((await fromAddress('203.0.113.8', { email: 'x@loja.com' })).status).toBe(200);
  });

  it('that is refused does not count against an address', async () => {
    for (let count = 0; count < PER_ADDRESS_A_DAY; count += 1)
      expect((await fromAddress('203.0.113.9', { password: '123456' })).status).toBe(422);
    expect((await fromAddress('203.0.113.9', {})).status).toBe(200);
  });

  it('under an email that is taken is told so, and not that there is no room', async () => {
    expect((await signUp()).status).toBe(200);
    expect(await read(await signUp())).toMatchObject({ status: 409, body: { code: 'email-taken' } });
  });

  it('waits with at most fifty others, and for two weeks', async () => {
    const now = new Date(START_MS);
    for (let count = 1; count < WAITING_MAX; count += 1)
      store.db
        .insert(user)
        .values({
          id: `waits-${count}`,
          name: 'Alguém',
          email: `waits-${count}@loja.com`,
          createdAt: now,
          updatedAt: now,
        })
        .run();
    expect((await fromAddress('203.0.113.10', { email: 'a@loja.com' })).status).toBe(200);
    expect(await read(await fromAddress('203.0.113.11', { email: 'b@loja.com' }))).toMatchObject({
      status: 429,
      body: { code: 'too-many-waiting' },
    });
    expect(accounts()).toHaveLength(WAITING_MAX);
    // Whoever works here was let in and is left alone.
    await store.users.create({ ...person(), password: PASSWORD, role: 'KITCHEN' });
    store.clock.nowMs += WAITING_MS_MAX;
    expect((await fromAddress('203.0.113.12', { email: 'b@loja.com' })).status).toBe(429);
    store.clock.nowMs += 1;
    const lapsed = accounts().filter(({ role }) => role === null);
    const before = store.outbox.head().seq;
    expect((await fromAddress('203.0.113.12', { email: 'b@loja.com' })).status).toBe(200);
    // The log says of each that it is gone, or a store that is put back would have them all again.
    const made = accounts().map(({ id }) => id);
    const logged = store.outbox.after(before, 1000).filter(({ kind }) => kind === 'user');
    const gone = logged.flatMap(({ aggregateId: id }) => (made.includes(id) ? [] : [id]));
    expect(gone.sort()).toEqual(lapsed.map(({ id }) => id).sort());
    expect(accounts().map(({ email }) => email)).toEqual(
      expect.arrayContaining(['b@loja.com', 'beto@loja.com']),
    );
    expect(accounts()).toHaveLength(2);
  });

  it('is refused in words while the owner does not want any, and possible again afterwards', async () => {
    const admin = await asRole(store, 'ADMIN');
    const state = async () => (await read(await store.ask('/api/auth/sign-up'))).body;
    expect(await state()).toEqual({ open: true });
    expect((await admin('/api/staff/sign-up', { method: 'PUT', json: { open: false } })).status).toBe(200);
    expect(await state()).toEqual({ open: false });
    expect(await read(await signUp())).toMatchObject({
      status: 403,
      body: { code: 'sign-up-closed', detail: expect.stringContaining('Peça ao administrador') },
    });
    expect(accounts()).toHaveLength(1);
    expect((await read(await admin('/api/staff/audit?subject=user'))).body['rows'][0]).toMatchObject({
      text: 'impediu que pessoas criem a própria conta',
    });
    await admin('/api/staff/sign-up', { method: 'PUT', json: { open: true } });
    expect((await signUp()).status).toBe(200);
  });
});

describe('a password for a role', () => {
  const created = (changes: Record<string, unknown>) => async () => {
    const admin = await asRole(store, 'ADMIN');
    return read(await admin('/api/staff/users', { json: person(changes) }));
  };

  it.each([
    ['KITCHEN', 'mel-roxo9', 422, 'Para trabalhar na loja, a senha precisa de pelo menos 10 caracteres.'],
    ['KITCHEN', 'mel-roxo-9', 201, undefined],
    ['ADMIN', 'mel-roxo-97', 422, 'Para administrar a loja, a senha precisa de pelo menos 12 caracteres.'],
    ['ADMIN', 'mel-roxo-970', 201, undefined],
    ['KITCHEN', 'cozinha20262026', 422, expect.stringContaining('fácil de adivinhar')],
  ])('%s made with %s: %i', async (role, password, status, detail) => {
    const made = await created({ role, password })();
    expect([made.status, made.body['detail']]).toEqual([status, detail]);
  });

  it('of the first owner has twelve characters, and so has a forgotten one that is set anew', async () => {
    const owner = { code: store.setup.code() ?? '', name: 'Lúcia', email: 'lucia@loja.com' };
    expect(
      await read(await store.ask('/api/setup', { json: { ...owner, password: 'mel-roxo-97' } })),
    ).toMatchObject({ status: 422, body: { detail: expect.stringContaining('pelo menos 12 caracteres') } });
    expect((await store.ask('/api/setup', { json: { ...owner, password: 'mel-roxo-970' } })).status).toBe(
      201,
    );
  });

  it('that is too short for a role just given: the administrator is told, and the role counts with a new one', async () => {
    const admin = await asRole(store, 'ADMIN');
    await signUp({ password: 'mel-roxo' });
    const [beto] = accounts().filter((one) => one.role === null);
    expect(
      await read(await admin(`/api/staff/users/${beto?.id}`, { method: 'PATCH', json: { role: 'KITCHEN' } })),
    ).toMatchObject({ status: 200, body: { role: 'KITCHEN', asksPassword: true } });
    const ask = await signIn(store, 'beto@loja.com', 'mel-roxo');
    expect(await meOf(ask)).toMatchObject({
      role: null,
      newPassword: { role: 'KITCHEN', dueAtMs: START_MS },
    });
    expect((await ask('/api/staff/board')).status).toBe(403);
    const change = (newPassword: string) =>
      ask('/api/staff/me', {
        method: 'PATCH',
        json: { name: 'Beto', email: 'beto@loja.com', currentPassword: 'mel-roxo', newPassword },
      });
    expect(await read(await change('mel-roxo9'))).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'newPassword' }] },
    });
    expect(await read(await change('mel-roxo-9'))).toMatchObject({ status: 200, body: { role: 'KITCHEN' } });
    expect((await ask('/api/staff/board')).status).toBe(200);
    expect(accounts().find(({ id }) => id === beto?.id)).toMatchObject({ asksPassword: false });
  });

  it('does for the kitchen and not for administering: the higher role waits', async () => {
    const admin = await asRole(store, 'ADMIN');
    await store.users.create({ ...person(), password: 'mel-roxo-9', role: 'KITCHEN' });
    const beto = accounts().find((one) => one.email === 'beto@loja.com');
    const give = (role: string) => admin(`/api/staff/users/${beto?.id}`, { method: 'PATCH', json: { role } });
    expect((await read(await give('ADMIN'))).body).toMatchObject({ asksPassword: true });
    expect(await meOf(await signIn(store, 'beto@loja.com', 'mel-roxo-9'))).toMatchObject({ role: null });
    expect((await read(await give('ATTENDANT'))).body).toMatchObject({ asksPassword: false });
    expect(await meOf(await signIn(store, 'beto@loja.com', 'mel-roxo-9'))).toMatchObject({
      role: 'ATTENDANT',
    });
  });

  describe('that was set before anybody judged it', () => {
    /** As an account of release 0.1.0 stands in the database. */
    async function old(role: string | null, password: string): Promise<void> {
      const at = new Date(START_MS - DAY_MS);
      const id = 'of-before';
      store.db
        .insert(user)
        .values({ id, name: 'Nina', email: 'nina@loja.com', role, createdAt: at, updatedAt: at })
        .run();
      store.db
        .insert(account)
        .values({
          id: 'c',
          accountId: id,
          providerId: 'credential',
          userId: id,
          password: await hash(password),
          createdAt: at,
          updatedAt: at,
        })
        .run();
    }
    const kept = () => store.db.select().from(user).where(eq(user.id, 'of-before')).get();

    it('and is too short goes on for a week after the sign-in, then the role waits for a new one', async () => {
      await old('ADMIN', 'mel-roxo-97');
      const ask = await signIn(store, 'nina@loja.com', 'mel-roxo-97');
      const dueAtMs = START_MS + NEW_PASSWORD_MS;
      expect(await meOf(ask)).toMatchObject({ role: 'ADMIN', newPassword: { role: 'ADMIN', dueAtMs } });
      expect((await ask('/api/staff/users')).status).toBe(200);
      // Another sign-in gives no new week.
      store.clock.nowMs += DAY_MS;
      expect(await meOf(await signIn(store, 'nina@loja.com', 'mel-roxo-97'))).toMatchObject({
        newPassword: { dueAtMs },
      });
      store.clock.nowMs = dueAtMs - 1;
      expect((await ask('/api/staff/users')).status).toBe(200);
      store.clock.nowMs = dueAtMs;
      expect((await ask('/api/staff/users')).status).toBe(403);
      const again = await signIn(store, 'nina@loja.com', 'mel-roxo-97');
      expect(await meOf(again)).toMatchObject({ role: null, newPassword: { role: 'ADMIN' } });
    });

    it('and is long enough is asked for nothing', async () => {
      await old('ADMIN', 'mel-roxo-970');
      expect(await meOf(await signIn(store, 'nina@loja.com', 'mel-roxo-970'))).toEqual({
        id: 'of-before',
        name: 'Nina',
        email: 'nina@loja.com',
        role: 'ADMIN',
      });
      expect(kept()).toMatchObject({ passwordGrade: 'admin', passwordDueAt: null });
    });

    it('lets its holder in while nothing may be taken in, to mend that, and is judged the next time', async () => {
      await old('ADMIN', 'mel-roxo-970');
      store.writeGate.hold('behind');
      expect(await meOf(await signIn(store, 'nina@loja.com', 'mel-roxo-970'))).toMatchObject({
        role: 'ADMIN',
      });
      expect(kept()).toMatchObject({ passwordGrade: null });
      store.writeGate.release();
      await signIn(store, 'nina@loja.com', 'mel-roxo-970');
      expect(kept()).toMatchObject({ passwordGrade: 'admin' });
    });

    it('is not judged by a wrong one', async () => {
      await old('ADMIN', 'mel-roxo-970');
      await expect(signIn(store, 'nina@loja.com', 'mel')).rejects.toThrow('401');
      expect(kept()).toMatchObject({ passwordGrade: null, passwordDueAt: null });
    });

    it('gives a new role no week when it is too short, however often one signs in', async () => {
      const admin = await asRole(store, 'ADMIN');
      await old(null, 'mel-roxo');
      await admin('/api/staff/users/of-before', { method: 'PATCH', json: { role: 'KITCHEN' } });
      for (let tries = 0; tries < 2; tries += 1)
        expect(await meOf(await signIn(store, 'nina@loja.com', 'mel-roxo'))).toMatchObject({
          role: null,
          newPassword: { role: 'KITCHEN', dueAtMs: START_MS },
        });
    });

    it('gives a new role no week: it counts once the sign-in showed that it does', async () => {
      const admin = await asRole(store, 'ADMIN');
      await old(null, 'mel-roxo-9');
      expect(
        (
          await read(
            await admin('/api/staff/users/of-before', { method: 'PATCH', json: { role: 'KITCHEN' } }),
          )
        ).body,
      ).toMatchObject({ asksPassword: true });
      expect(await meOf(await signIn(store, 'nina@loja.com', 'mel-roxo-9'))).toMatchObject({
        role: 'KITCHEN',
      });
    });
  });
});
