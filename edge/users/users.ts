// Who works here: sessions for the guards (better-auth), and the accounts behind them.
import { Role, type Me } from '@balcao/shared/http/staff.ts';
import { THE_STORE } from '../audit/audit.ts';
import type { Db } from '../db/open.ts';
import { createAccounts, type NewAccount } from './accounts.ts';
import type { Auth } from './auth.ts';
import { createGuesses } from './guesses.ts';
import { CLIENT_IP_HEADER, ORIGIN_HEADER } from './origin.ts';

export type Users = ReturnType<typeof createUsers>;

/** Profiles, passwords and deletion have routes of our own, which end sessions and write the audit. */
const AUTH_PATHS = new Set([
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/auth/sign-out',
  '/api/auth/get-session',
]);
const SIGN_UP = '/api/auth/sign-up/email';
const SIGN_IN = '/api/auth/sign-in/email';
const BODY_BYTES_MAX = 16 * 1024;

export function createUsers(given: { db: Db; secret: string } & Parameters<typeof createAccounts>[0]) {
  let loading: Promise<Auth> | null = null;
  const auth = (): Promise<Auth> =>
    (loading ??= import('./auth.ts').then(({ createAuth }) => createAuth(given)));
  const accounts = createAccounts(given);
  const guesses = createGuesses();

  const sessionOf = async (headers: Headers) => {
    if (!headers.get('cookie')?.includes('balcao.session_token')) return null;
    return (await auth()).api.getSession({ headers, query: { disableRefresh: false } });
  };

  return {
    accounts,

    /** better-auth's own routes under /api/auth, those that we use. Null for the others. */
    async handle(
      request: Request,
      from: { origin: string; clientIp: string; transport: 'lan' | 'link' },
    ): Promise<Response | null> {
      const { pathname } = new URL(request.url);
      if (!AUTH_PATHS.has(pathname)) return null;
      request.headers.set(ORIGIN_HEADER, from.origin);
      request.headers.set(CLIENT_IP_HEADER, from.clientIp);
      // better-auth answers a taken e-mail as if it were new, so as not to tell. Here an administrator tells anyway, and
      // 'Este email já está cadastrado.' is the spec's; its rate limit counts all the same.
      const taken = pathname === SIGN_UP && accounts.emailTaken(await emailIn(request.clone()));
      const account = pathname === SIGN_IN ? (await emailIn(request.clone())).trim().toLowerCase() : '';
      if (account !== '' && from.transport === 'link' && !accounts.hasSignedInFrom(account, from.clientIp)) {
        const seconds = await guesses.waitSeconds(account);
        if (seconds > 0)
          return Response.json(
            { code: 'TOO_MANY_REQUESTS', message: 'Too many tries for this account.' },
            { status: 429, headers: { 'retry-after': String(seconds) } },
          );
      }
      const response = await (await auth()).handler(request);
      if (account !== '' && response.status === 401) await guesses.count(account);
      if (taken && response.ok)
        return Response.json(
          { code: 'USER_ALREADY_EXISTS', message: 'User already exists.' },
          { status: 422 },
        );
      return response;
    },

    /** Who the session cookie belongs to, or null. */
    async whoIs(headers: Headers): Promise<Me | null> {
      const found = await sessionOf(headers);
      if (!found) return null;
      const role = Role.safeParse(found.user.role);
      return {
        id: found.user.id,
        name: found.user.name,
        email: found.user.email,
        role: role.success ? role.data : null,
      };
    },

    sessionId: async (headers: Headers): Promise<string | null> =>
      (await sessionOf(headers))?.session.id ?? null,

    /** Makes an account with a role, for the store itself (demo, tests). Throws when the e-mail is taken. */
    async create(account: NewAccount): Promise<string> {
      const made = await accounts.create(THE_STORE, account);
      if (!made.ok) throw new Error(`no account for ${account.email}: ${made.refusal}`);
      return made.value.id;
    },

    /** Whether there is any account yet. */
    any: accounts.any,
  };
}

async function emailIn(request: Request): Promise<string> {
  const text = await request.text();
  if (text.length > BODY_BYTES_MAX) return '';
  try {
    const { email } = JSON.parse(text) as { email?: unknown };
    return typeof email === 'string' ? email : '';
  } catch {
    // Not JSON: better-auth says so itself.
    return '';
  }
}
