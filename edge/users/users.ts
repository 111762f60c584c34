// Who works here: sessions for the guards, and accounts with their one role.
import { eq } from 'drizzle-orm';
import { Role, type Me } from '@balcao/shared/http/staff.ts';
import type { Db } from '../db/open.ts';
import type { Auth } from './auth.ts';
import { CLIENT_IP_HEADER, ORIGIN_HEADER } from './origin.ts';
import { user } from './schema.ts';

export type Users = ReturnType<typeof createUsers>;

export function createUsers(given: { db: Db; secret: string }) {
  const { db } = given;
  let loading: Promise<Auth> | null = null;
  const auth = (): Promise<Auth> => (loading ??= import('./auth.ts').then(({ createAuth }) => createAuth(given)));

  return {
    /** better-auth's own routes under /api/auth. */
    async handle(request: Request, from: { origin: string; clientIp: string }): Promise<Response> {
      request.headers.set(ORIGIN_HEADER, from.origin);
      request.headers.set(CLIENT_IP_HEADER, from.clientIp);
      return (await auth()).handler(request);
    },

    /** Who the session cookie belongs to, or null. */
    async whoIs(headers: Headers): Promise<Me | null> {
      if (!headers.get('cookie')?.includes('balcao.session_token')) return null;
      const found = await (await auth()).api.getSession({ headers, query: { disableRefresh: false } });
      if (!found) return null;
      const role = Role.safeParse(found.user.role);
      return { id: found.user.id, name: found.user.name, email: found.user.email, role: role.success ? role.data : null };
    },

    /** Makes an account with a role. Throws when the e-mail is taken. */
    async create(account: { name: string; email: string; password: string; role: Role }): Promise<string> {
      const made = await (await auth()).api.signUpEmail({ body: { name: account.name, email: account.email, password: account.password } });
      db.update(user).set({ role: account.role }).where(eq(user.id, made.user.id)).run();
      return made.user.id;
    },

    /** Whether there is any account yet. */
    any: (): boolean => db.select({ id: user.id }).from(user).limit(1).all().length > 0,
  };
}
