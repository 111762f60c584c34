// Staff for tests: one account per role, and a way to ask as each of them.
import type { Role } from '@balcao/shared/http/staff.ts';
import type { TestStore } from './open-test-store.ts';

export const PASSWORD = 'segredo-da-loja';
export type Asking = TestStore['ask'];

/** What a browser keeps of an answer's cookies, as it sends them back. */
export const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');

/** Signs in and answers a way to ask as that person. */
export async function signIn(store: TestStore, email: string, password = PASSWORD): Promise<Asking> {
  const response = await store.ask('/api/auth/sign-in/email', { json: { email, password } });
  if (!response.ok)
    throw new Error(`${email} could not sign in: ${response.status} ${await response.text()}`);
  const cookie = cookiesOf(response.headers);
  return (path, init = {}) => store.ask(path, { ...init, headers: { cookie, ...init.headers } });
}

/** Makes `<role>@loja.com` and signs in. */
export async function asRole(store: TestStore, role: Role): Promise<Asking> {
  const email = `${role.toLowerCase()}@loja.com`;
  if (!store.users.accounts.emailTaken(email))
    await store.users.create({ name: `Ana ${role}`, email, password: PASSWORD, role });
  return signIn(store, email);
}
