// Who works here: sessions for the guards (better-auth), and the accounts behind them.
import type { Me } from '@balcao/shared/http/staff.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';
import { z } from 'zod';
import { THE_STORE, type Actor } from '../audit/audit.ts';
import type { Trace } from '../audit/trace.ts';
import type { Db } from '../../storage/open.ts';
import { createAccounts, type NewAccount } from './accounts.ts';
import type { Auth } from './auth.ts';
import { createManagerPins } from './manager-pins.ts';
import { createLoginThrottle } from './login-throttle.ts';
import { CLIENT_IP_HEADER, ORIGIN_HEADER } from './origin.ts';
import { createSessions } from './sessions.ts';
import { createSignIn, type From } from './sign-in.ts';

/** The transport: a session is valid only on the one where it began. */
type Transport = From['transport'];
/** Takes the `Set-Cookie` of a session that was just prolonged. */
type OnRenewed = (setCookie: string) => void;
export type Users = ReturnType<typeof createUsers>;

/** Profiles, passwords and deletion have routes of our own, which end sessions and write the audit. */
const AUTH_PATHS = new Set(['/api/auth/sign-in/email', '/api/auth/sign-out', '/api/auth/get-session']);
const SIGN_OUT = '/api/auth/sign-out';
const SIGN_IN = '/api/auth/sign-in/email';
const SignedIn = z.object({ user: z.object({ id: z.string(), name: z.string() }) });
const DISABLED = problem(
  403,
  'account-disabled',
  'Conta desativada',
  'Esta conta está desativada. Fale com o administrador da loja.',
);

export function createUsers(
  deps: { db: Db; secret: string } & Parameters<typeof createAccounts>[0] &
    Pick<Parameters<typeof createSessions>[0], 'onNewDevice' | 'onNewsOver'> & {
      isHeld: () => boolean;
      trace: Pick<Trace, 'refused'>;
      /** Milliseconds that nobody sets: whoever waits after wrong passwords waits as long as was said. */
      steadyMs: () => number;
      /** Gives up something on a disk that is full; false when there is nothing left to give. */
      makeRoom: () => boolean;
    },
) {
  let loading: Promise<Auth> | null = null;
  const auth = (): Promise<Auth> =>
    (loading ??= import('./auth.ts').then(({ createAuth }) => createAuth(deps)));
  const accounts = createAccounts(deps);
  const sessions = createSessions({ ...deps, accounts });
  const loginThrottle = createLoginThrottle(deps.steadyMs);
  const pins = createManagerPins({ ...deps, accounts, loginThrottle });
  const signIn = createSignIn({
    secret: deps.secret,
    loginThrottle,
    authenticate: async (request, from) => {
      const response = await (await auth()).handler(request);
      if (!response.ok) return response;
      // Said only to who knows the password.
      const { user } = SignedIn.parse(await response.clone().json());
      if (!accounts.isDisabled(user.id)) return response;
      accounts.endSessions(user.id);
      deps.trace.refused('disabled', actorIn(user, from), from.clientIp);
      return problemResponse(DISABLED);
    },
    makeRoom: deps.makeRoom,
    hasSignedInFrom: accounts.hasSignedInFrom,
    onRight: async ({ email, password }, { token, isKnownDevice }) => {
      // While nothing may be taken in, whoever comes to mend that still gets in, and the password is graded the next time.
      if (!deps.isHeld()) await accounts.gradeAtSignIn(email, password);
      sessions.recordSignIn(token, isKnownDevice);
    },
  });

  /**
   * On the other transport a session does not exist. It is prolonged only for who hands the new cookie on: a row that lives longer than
   * the browser keeps its cookie signs people out in the middle of a shift.
   */
  const sessionOf = async (headers: Headers, transport: Transport, onRenewed?: OnRenewed) => {
    if (!headers.get('cookie')?.includes('balcao.session_token')) return null;
    const { api } = await auth();
    const { response: found, headers: answered } = await api
      .getSession({ headers, query: { disableRefresh: onRenewed === undefined }, returnHeaders: true })
      .catch((error: unknown) => {
        // better-auth keeps to itself what the disk said: a session that cannot be read is no bug, and nobody is signed out for it.
        accounts.readAll();
        throw error;
      });
    if (found?.session.transport !== transport) return null;
    for (const cookie of answered.getSetCookie()) onRenewed?.(cookie);
    return found;
  };

  return {
    accounts,
    sessions,
    loginThrottle,
    pins,

    /** better-auth's own routes under /api/auth, those that we use. Null for the others. */
    async handle(request: Request, from: From): Promise<Response | null> {
      const { pathname } = new URL(request.url);
      if (!AUTH_PATHS.has(pathname)) return null;
      if (pathname === SIGN_IN && request.method === 'POST') return signIn(request, from);
      request.headers.set(ORIGIN_HEADER, from.origin);
      request.headers.set(CLIENT_IP_HEADER, from.clientIp);
      // better-auth would answer its holder in the other way in, too.
      const found = await sessionOf(request.headers, from.transport);
      if (found === null) request.headers.delete('cookie');
      else if (pathname === SIGN_OUT)
        deps.audit.record(actorIn(found.user, from), 'access', 'sign-out', 'saiu');
      return (await auth()).handler(request);
    },

    /** Who the session cookie belongs to, or null. `onRenewed` gets the cookie that the browser is to keep from now on, once a day. */
    async whoIs(headers: Headers, transport: Transport, onRenewed?: OnRenewed): Promise<Me | null> {
      const found = await sessionOf(headers, transport, onRenewed);
      if (!found) return null;
      const { id, name, email } = found.user;
      sessions.recordUse(found.session.id, found.session.lastSeenAt);
      return { id, name, email, ...accounts.standingOf(id), ...sessions.newsFor(id, found.session.id) };
    },

    sessionId: async (headers: Headers, transport: Transport): Promise<string | null> =>
      (await sessionOf(headers, transport))?.session.id ?? null,

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

const actorIn = ({ id, name }: { id: string; name: string }, { transport }: From): Actor => ({
  userId: id,
  userName: name,
  from: transport === 'link' ? 'relay' : 'lan',
});
