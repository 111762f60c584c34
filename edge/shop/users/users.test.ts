import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outbox } from '../../storage/schema/replication.ts';
import { audit } from '../../storage/schema/staff.ts';
import { createSealer, type SealedFor } from '../../storage/sealing.ts';
import { readMeta } from '../../storage/identity.ts';
import { issueOwnerCode } from './owner-password.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, PASSWORD, signIn, type Asking } from '../../testing/sign-in.ts';

const RESET_CODE_MS = 30 * 60_000;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

const read = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as Record<string, any>,
});
const newUser = (changes: Record<string, unknown> = {}) => ({
  name: 'Beto',
  email: 'beto@loja.com',
  password: PASSWORD,
  ...changes,
});
const listed = async (ask: Asking) =>
  (await read(await ask('/api/staff/users'))).body['users'] as {
    id: string;
    email: string;
    role: string | null;
  }[];

describe('the first owner', () => {
  it('is made once, with the code of the console, and signs in', async () => {
    const code = store.setup.code() ?? '';
    expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(await read(await store.ask('/api/setup'))).toEqual({ status: 200, body: { needed: true } });
    const owner = { code: code.toLowerCase(), name: 'Lúcia', email: 'Lucia@Loja.com', password: PASSWORD };
    expect(
      await read(await store.ask('/api/setup', { json: { ...owner, code: 'AAAAA-AAAAA' } })),
    ).toMatchObject({
      status: 422,
      body: {
        code: 'wrong-code',
        // On paper, in the log or by a command: a store's machine has no screen.
        errors: [
          { field: 'code', message: expect.stringMatching(/instalação.*papel.*sudo balcao code/) as string },
        ],
      },
    });
    expect(await read(await store.ask('/api/setup', { json: owner }))).toMatchObject({
      status: 201,
      body: { role: 'ADMIN', email: 'lucia@loja.com' },
    });
    expect(
      await read(await store.ask('/api/setup', { json: { ...owner, email: 'outra@loja.com' } })),
    ).toMatchObject({ status: 404 });
    // Also of what was never filled in.
    expect((await store.ask('/api/setup', { json: {} })).status).toBe(404);
    expect(await read(await store.ask('/api/setup'))).toEqual({ status: 200, body: { needed: false } });
    expect(store.setup.code()).toBeNull();
    const ask = await signIn(store, 'lucia@loja.com');
    expect(await read(await ask('/api/staff/me'))).toMatchObject({ status: 200, body: { role: 'ADMIN' } });
  });

  it('stands on paper too, on every printer that is on; a code of an earlier start is taken back', () => {
    const { queue, printers } = store.printing;
    printers.saveFirst({ printer_enabled: true, printer_ip: '192.168.0.50', printer_port: 9100 });
    const slip = (code: string) => ({ code, address: 'http://192.168.0.2:3000', atMs: store.clock.nowMs });
    expect(queue.enqueueSetup(slip('AAAAA-AAAAA'))).toBe(1);
    expect(queue.enqueueSetup(slip('7K2MQ-9XWTB'))).toBe(1);
    const jobs = queue.list();
    expect(jobs.map(({ purpose, state }) => [purpose, state])).toEqual([
      ['setup', 'queued'],
      ['setup', 'discarded'],
    ]);
    expect(queue.documentOf(jobs[0]?.id ?? 0)?.document).toMatchObject({
      kind: 'setup',
      slip: { code: '7K2MQ-9XWTB' },
    });
  });

  it('does not exist for who comes over the relay, and guessing is slowed', async () => {
    store.setup.code();
    expect(await read(await store.askLink('/api/setup'))).toEqual({ status: 200, body: { needed: false } });
    expect(
      (
        await store.askLink('/api/setup', {
          json: { code: store.setup.code(), name: 'X', email: 'x@x.com', password: PASSWORD },
        })
      ).status,
    ).toBe(404);
    const guess = () =>
      store.ask('/api/setup', {
        json: { code: 'AAAAA-AAAAA', name: 'X', email: 'x@x.com', password: PASSWORD },
      });
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) statuses.push((await guess()).status);
    expect(statuses.at(-1)).toBe(429);
    expect(store.users.any()).toBe(false);
  });
});

describe("an administrator's forgotten password", () => {
  const reset = (json: Record<string, unknown>) =>
    store.ask('/api/setup/password', {
      json: { email: 'Admin@Loja.com', password: 'senha-bem-nova', ...json },
    });

  it('is set anew with a code of the command line, once, and ends every session', async () => {
    const admin = await asRole(store, 'ADMIN');
    const code = issueOwnerCode(store.db, store.clock.nowMs);
    expect(code).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    expect(readMeta(store.db, 'owner_password_code')).not.toContain(code.replace('-', ''));
    expect(await read(await reset({ code: code.toLowerCase() }))).toMatchObject({
      status: 200,
      body: { email: 'admin@loja.com' },
    });
    expect((await admin('/api/staff/me')).status).toBe(401);
    await expect(signIn(store, 'admin@loja.com')).rejects.toThrow('401');
    const again = await signIn(store, 'admin@loja.com', 'senha-bem-nova');
    expect(await read(await reset({ code, password: 'outra-palavra-ainda' }))).toMatchObject({
      status: 422,
      body: { code: 'wrong-code' },
    });
    const { body } = await read(await again('/api/staff/audit?subject=user'));
    expect(body['rows'][0]).toMatchObject({
      userName: null,
      from: 'store',
      text: 'trocou a senha de Ana ADMIN com um código do computador da loja',
    });
  });

  it('needs the newest code, within half an hour, in the shop, and an administrator', async () => {
    await asRole(store, 'ADMIN');
    await asRole(store, 'KITCHEN');
    expect((await reset({ code: 'AAAAA-AAAAA' })).status).toBe(422);
    const old = issueOwnerCode(store.db, store.clock.nowMs);
    const code = issueOwnerCode(store.db, store.clock.nowMs);
    expect((await reset({ code: old })).status).toBe(422);
    expect(await read(await reset({ code, email: 'kitchen@loja.com' }))).toMatchObject({
      status: 422,
      body: { detail: 'Nenhum administrador da loja tem este email.' },
    });
    expect(await read(await reset({ code, password: '12345' }))).toMatchObject({
      status: 422,
      body: { detail: 'Para administrar a loja, a senha precisa de pelo menos 12 caracteres.' },
    });
    expect(
      (
        await store.askLink('/api/setup/password', {
          json: { code, email: 'admin@loja.com', password: 'senha-bem-nova' },
        })
      ).status,
    ).toBe(404);
    store.clock.nowMs += RESET_CODE_MS;
    expect((await reset({ code })).status).toBe(422);
    await signIn(store, 'admin@loja.com');
    const last = issueOwnerCode(store.db, store.clock.nowMs);
    store.clock.nowMs += RESET_CODE_MS - 1;
    expect((await reset({ code: last })).status).toBe(200);
  });

  it('has a code that nobody finds by trying: after ten in a minute the right one has to wait as well', async () => {
    await asRole(store, 'ADMIN');
    const code = issueOwnerCode(store.db, store.clock.nowMs);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await reset({ code: 'AAAAA-AAAAA' })).status).toBe(422);
    expect((await reset({ code })).status).toBe(429);
  });
});

describe('accounts for an administrator', () => {
  it('are created with a role, KITCHEN when none is said, and can sign in', async () => {
    const admin = await asRole(store, 'ADMIN');
    expect(await read(await admin('/api/staff/users', { json: newUser() }))).toMatchObject({
      status: 201,
      body: { role: 'KITCHEN', name: 'Beto' },
    });
    const beto = await signIn(store, 'beto@loja.com');
    expect((await beto('/api/staff/board')).status).toBe(200);
    expect((await listed(admin)).map((one) => one.email)).toEqual(
      expect.arrayContaining(['beto@loja.com', 'admin@loja.com']),
    );
  });

  it.each(['ADMIN', 'KITCHEN', 'ATTENDANT'])('are given the role %s', async (role) => {
    const admin = await asRole(store, 'ADMIN');
    expect(await read(await admin('/api/staff/users', { json: newUser({ role }) }))).toMatchObject({
      status: 201,
      body: { role },
    });
    expect(await read(await (await signIn(store, 'beto@loja.com'))('/api/staff/me'))).toMatchObject({
      body: { role },
    });
  });

  it.each(['GERENTE', 'admin', '', null])('are given no role that there is none of: %j', async (role) => {
    const admin = await asRole(store, 'ADMIN');
    expect((await admin('/api/staff/users', { json: newUser({ role }) })).status).toBe(422);
    expect(await listed(admin)).toHaveLength(1);
  });

  it('are read whole, the newest first', async () => {
    const admin = await asRole(store, 'ADMIN');
    for (const name of ['Beto', 'Caio', 'Ana']) {
      store.clock.nowMs += 60_000;
      const json = newUser({ name, email: `${name.toLowerCase()}@loja.com` });
      expect((await admin('/api/staff/users', { json })).status).toBe(201);
    }
    expect(await listed(admin)).toMatchObject([
      { name: 'Ana', email: 'ana@loja.com', role: 'KITCHEN' },
      { name: 'Caio' },
      { name: 'Beto' },
      { email: 'admin@loja.com', role: 'ADMIN' },
    ]);
  });

  it.each([
    ['no name', { name: ' ' }, 422, 'Todos os campos são obrigatórios'],
    ['no e-mail', { email: '' }, 422, 'Todos os campos são obrigatórios'],
    ['no password', { password: '' }, 422, 'Todos os campos são obrigatórios'],
    ['a short password', { password: '12345' }, 422, 'A senha deve ter pelo menos 6 caracteres.'],
    ['an e-mail that is none', { email: 'beto' }, 422, 'Informe um email válido.'],
    ['a taken e-mail, in capitals', { email: 'ADMIN@loja.com' }, 409, 'Este email já está cadastrado.'],
  ])('are refused with %s', async (_case, changes, status, detail) => {
    const admin = await asRole(store, 'ADMIN');
    expect(await read(await admin('/api/staff/users', { json: newUser(changes) }))).toMatchObject({
      status,
      body: { detail },
    });
    expect(await listed(admin)).toHaveLength(1);
  });

  it('who signed up waits without a role, until one is granted', async () => {
    const admin = await asRole(store, 'ADMIN');
    expect(
      (await store.ask('/api/auth/sign-up/email', { json: { ...newUser(), role: 'ADMIN' } })).status,
    ).toBe(422);
    expect((await store.ask('/api/auth/sign-up/email', { json: newUser() })).status).toBe(200);
    const waiting = (await listed(admin)).find((one) => one.email === 'beto@loja.com');
    expect(waiting).toMatchObject({ role: null });
    const before = await signIn(store, 'beto@loja.com');
    expect((await before('/api/staff/board')).status).toBe(403);
    expect(
      (await admin(`/api/staff/users/${waiting?.id}`, { method: 'PATCH', json: { role: 'ATTENDANT' } }))
        .status,
    ).toBe(200);
    expect((await before('/api/staff/me')).status).toBe(401);
    const after = await signIn(store, 'beto@loja.com');
    expect((await after('/api/staff/board')).status).toBe(200);
  });

  it('a sign-up with a taken e-mail is told so', async () => {
    await asRole(store, 'ADMIN');
    expect(
      await read(await store.ask('/api/auth/sign-up/email', { json: newUser({ email: 'admin@LOJA.com' }) })),
    ).toMatchObject({ status: 409, body: { detail: 'Este email já está cadastrado.' } });
  });

  it('deletion ends the sessions at once; one cannot delete oneself, nor give the role away', async () => {
    const admin = await asRole(store, 'ADMIN');
    const kitchen = await asRole(store, 'KITCHEN');
    const users = await listed(admin);
    const idOf = (email: string) => users.find((one) => one.email === email)?.id;
    expect(
      await read(await admin(`/api/staff/users/${idOf('admin@loja.com')}`, { method: 'DELETE' })),
    ).toMatchObject({ status: 409, body: { detail: 'Você não pode excluir seu próprio perfil' } });
    expect(
      (
        await admin(`/api/staff/users/${idOf('admin@loja.com')}`, {
          method: 'PATCH',
          json: { role: 'KITCHEN' },
        })
      ).status,
    ).toBe(409);
    expect((await kitchen('/api/staff/board')).status).toBe(200);
    const before = store.outbox.head().seq;
    expect((await admin(`/api/staff/users/${idOf('kitchen@loja.com')}`, { method: 'DELETE' })).status).toBe(
      204,
    );
    // A store that is put back, and its site, know them no more.
    expect(store.outbox.after(before, 10)).toContainEqual(
      expect.objectContaining({ kind: 'user', aggregateId: idOf('kitchen@loja.com') }),
    );
    expect((await kitchen('/api/staff/board')).status).toBe(401);
    await expect(signIn(store, 'kitchen@loja.com')).rejects.toThrow('401');
    expect((await admin('/api/staff/users/nobody', { method: 'DELETE' })).status).toBe(404);
  });
});

describe("one's own profile", () => {
  const change = (ask: Asking, json: Record<string, unknown>) =>
    ask('/api/staff/me', { method: 'PATCH', json: { name: 'Ana', email: 'kitchen@loja.com', ...json } });

  it('changes name and e-mail', async () => {
    const ask = await asRole(store, 'KITCHEN');
    expect(await read(await change(ask, { name: 'Ana Maria', email: 'ana@loja.com' }))).toMatchObject({
      status: 200,
      body: { name: 'Ana Maria', email: 'ana@loja.com', role: 'KITCHEN' },
    });
    const me = { name: 'Ana Maria', email: 'ana@loja.com' };
    expect((await read(await ask('/api/staff/me'))).body).toMatchObject(me);
    await expect(signIn(store, 'kitchen@loja.com')).rejects.toThrow('401');
    await signIn(store, 'ana@loja.com');
  });

  it('a new password ends the other sessions and not this one', async () => {
    const here = await asRole(store, 'KITCHEN');
    const there = await asRole(store, 'KITCHEN');
    expect(
      (await change(here, { currentPassword: PASSWORD, newPassword: 'outra-palavra-passe' })).status,
    ).toBe(200);
    expect((await here('/api/staff/me')).status).toBe(200);
    expect((await there('/api/staff/me')).status).toBe(401);
    await expect(signIn(store, 'kitchen@loja.com')).rejects.toThrow('401');
    await signIn(store, 'kitchen@loja.com', 'outra-palavra-passe');
  });

  it.each([
    ['a blank name', { name: '' }, 'Nome e email são obrigatórios'],
    ['a blank e-mail', { email: ' ' }, 'Nome e email são obrigatórios'],
    [
      'a new password without the current one',
      { newPassword: 'outra-palavra-passe' },
      'Senha atual é obrigatória para alterar a senha',
    ],
    [
      'a wrong current password',
      { currentPassword: 'errada', newPassword: 'outra-palavra-passe' },
      'Senha atual incorreta',
    ],
    [
      'a short new password',
      { currentPassword: PASSWORD, newPassword: '123' },
      'A senha deve ter pelo menos 6 caracteres.',
    ],
  ])('refuses %s', async (_case, changes, detail) => {
    const ask = await asRole(store, 'KITCHEN');
    expect(await read(await change(ask, changes))).toMatchObject({ status: 422, body: { detail } });
    await signIn(store, 'kitchen@loja.com');
  });

  it('a wrong current password slows the next try after ten, and a right one begins anew', async () => {
    const ask = await asRole(store, 'KITCHEN');
    const tried = async (times: number, currentPassword: string, newPassword = 'outra-palavra-passe') => {
      const statuses: number[] = [];
      for (let n = 0; n < times; n += 1)
        statuses.push((await change(ask, { currentPassword, newPassword })).status);
      return new Set(statuses);
    };
    expect(await tried(9, 'errada')).toEqual(new Set([422]));
    expect(await tried(1, PASSWORD)).toEqual(new Set([200]));
    // Whoever holds a session that is not theirs does not find the password by it.
    expect(await tried(10, 'errada')).toEqual(new Set([422]));
    expect(await tried(1, 'outra-palavra-passe', 'ainda-outra-passe')).toEqual(new Set([429]));
    // A name alone is nobody's guess.
    expect((await change(ask, { name: 'Ana Maria' })).status).toBe(200);
  });

  it("better-auth's own ways to change an account are closed", async () => {
    const ask = await asRole(store, 'KITCHEN');
    for (const path of [
      'change-password',
      'update-user',
      'change-email',
      'delete-user',
      'reset-password',
      'request-password-reset',
      'revoke-sessions',
    ]) {
      expect([path, (await ask(`/api/auth/${path}`, { json: {} })).status]).toEqual([path, 404]);
    }
  });
});

describe('what is written down', () => {
  it('the audit says who did it and from where; the log keeps accounts sealed, never readable', async () => {
    await asRole(store, 'ADMIN');
    const response = await store.askLink('/api/auth/sign-in/email', {
      json: { email: 'admin@loja.com', password: PASSWORD },
    });
    const cookie = response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    expect((await store.askLink('/api/staff/users', { json: newUser(), headers: { cookie } })).status).toBe(
      201,
    );
    const page = await read(await store.askLink('/api/staff/audit?subject=user', { headers: { cookie } }));
    expect(page.body['rows'][0]).toMatchObject({
      userName: 'Ana ADMIN',
      from: 'relay',
      subject: 'user',
      text: 'criou o usuário Beto (Cozinha)',
    });
    expect(page.body['rows'].at(-1)).toMatchObject({ userName: null, from: 'store' });
    const rows = store.db.select().from(outbox).all();
    expect(rows.map((row) => [row.kind, row.sealed])).toEqual([
      ['user', true],
      ['audit', true],
      // Two sign-ins, the second on a device that is new.
      ['audit', true],
      ['audit', true],
      ['alarm', false],
      ['user', true],
      ['audit', true],
    ]);
    // More than four letters: so few come up in what is sealed by chance.
    expect(JSON.stringify(rows)).not.toMatch(/beto@loja|usuário Beto|argon2id|Cozinha/i);
    const last = rows.findLast((row) => row.kind === 'user');
    const opened = JSON.parse(createSealer(store.db).open(last as SealedFor, last?.body ?? '')) as Record<
      string,
      unknown
    >;
    expect(opened).toMatchObject({
      email: 'beto@loja.com',
      role: 'KITCHEN',
      passwordHash: expect.stringMatching(/^\$argon2id/),
    });
    expect(() =>
      createSealer(store.db).open({ ...(last as SealedFor), aggregateId: 'somebody else' }, last?.body ?? ''),
    ).toThrow();
    expect(JSON.stringify(store.db.select().from(audit).all())).not.toContain('segredo');
  });
});

describe('password guessing', () => {
  const tryFrom = (clientIp: string, transport: 'lan' | 'link', password: string) =>
    store.app.request(
      '/api/auth/sign-in/email',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'beto@loja.com', password }),
      },
      { transport, clientIp, origin: 'http://balcao.local' },
    );
  let network = 0;
  beforeEach(async () => {
    network += 1;
    await store.users.create({ ...newUser(), password: PASSWORD, role: 'ADMIN' });
  });

  it('[26] from one address is slowed', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1)
      statuses.push((await tryFrom(`203.0.${network}.1`, 'lan', 'errada')).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.at(-1)).toBe(429);
  });

  it('[26] of one account from many addresses is slowed too, and never locks the owner out', async () => {
    const home = `203.1.${network}.1`;
    expect((await tryFrom(home, 'link', PASSWORD)).status).toBe(200);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await tryFrom(`203.2.${network}.${tries}`, 'link', 'errada')).status).toBe(401);
    const slowed = await tryFrom(`203.2.${network}.99`, 'link', PASSWORD);
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0);
    // Where the owner has been before, and in the shop, the password is enough.
    expect((await tryFrom(home, 'link', PASSWORD)).status).toBe(200);
    expect((await tryFrom(`192.168.${network}.7`, 'lan', PASSWORD)).status).toBe(200);
  });
});
