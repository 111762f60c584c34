// Sessions and accounts over HTTP: what is told at once to the relay, which believes while the store is away what it heard last; which
// sign-in is asked about; and which are listed.
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, PASSWORD } from '../../testing/sign-in.ts';
import { session } from './schema.ts';

let store: TestStore;
beforeEach(async () => (store = await openTestStore()));
afterEach(() => store.close());

const json = { email: 'admin@loja.com', password: PASSWORD };
const signInWith = (userAgent: string): Promise<Response> =>
  store.askLink('/api/auth/sign-in/email', { json, headers: { 'user-agent': userAgent } });

it('tells at once that one was ended, that all were, and that a new device is one’s own', async () => {
  const admin = await asRole(store, 'ADMIN');
  expect((await signInWith('Firefox/140.0')).status).toBe(200);
  const { sessions } = (await (await admin('/api/staff/me/sessions')).json()) as {
    sessions: { id: string; current: boolean }[];
  };
  const other = sessions.find(({ current }) => !current)?.id ?? '';
  let told = 0;
  store.orders.wake.on('log', () => (told += 1));
  const toldBy = async (path: string, method: string): Promise<[status: number, told: number]> => {
    const before = told;
    const { status } = await admin(path, { method });
    await Promise.resolve();
    return [status, told - before];
  };
  expect(await toldBy('/api/staff/me/new-device', 'POST')).toEqual([204, 1]);
  expect(await toldBy(`/api/staff/me/sessions/${other}`, 'DELETE')).toEqual([204, 1]);
  expect(await toldBy('/api/staff/me/sessions', 'DELETE')).toEqual([204, 1]);
});

it('tells at once of everybody who was let in, has another role, is shut out, or is gone', async () => {
  const admin = await asRole(store, 'ADMIN');
  let told = 0;
  store.orders.wake.on('log', () => (told += 1));
  const toldBy = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<[status: number, told: boolean]> => {
    const before = told;
    const { status } = await admin(`/api/staff/${path}`, { method, ...(body ? { json: body } : {}) });
    await Promise.resolve();
    return [status, told > before];
  };
  const person = { name: 'Beto', email: 'beto@loja.com', password: 'granizado-198077', role: 'ATTENDANT' };
  expect(await toldBy('POST', 'users', person)).toEqual([201, true]);
  const id = store.users.accounts.list().find(({ email }) => email === person.email)?.id ?? '';
  expect(await toldBy('PATCH', `users/${id}`, { role: 'KITCHEN' })).toEqual([200, true]);
  expect(await toldBy('POST', `users/${id}/password`)).toEqual([200, true]);
  expect(await toldBy('PUT', `users/${id}/disabled`, { disabled: true })).toEqual([200, true]);
  expect(await toldBy('DELETE', `users/${id}`)).toEqual([204, true]);
  expect(await toldBy('PATCH', 'me', { name: 'Ana Lima', email: 'admin@loja.com' })).toEqual([200, true]);
});

it('asks about the newest of several devices', async () => {
  const admin = await asRole(store, 'ADMIN');
  await signInWith('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  store.clock.nowMs += 60_000;
  await signInWith('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0');
  expect(await (await admin('/api/staff/me')).json()).toMatchObject({
    newDevice: { atMs: store.clock.nowMs, device: 'Firefox no Windows', where: 'link' },
  });
});

it('lists none that is over', async () => {
  const admin = await asRole(store, 'ADMIN');
  await signInWith('Firefox/140.0');
  const listed = async (): Promise<boolean[]> => {
    const { sessions } = (await (await admin('/api/staff/me/sessions')).json()) as {
      sessions: { current: boolean }[];
    };
    return sessions.map(({ current }) => current);
  };
  expect(await listed()).toEqual([true, false]);
  store.db
    .update(session)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(session.transport, 'link'))
    .run();
  expect(await listed()).toEqual([true]);
});
