// Staff sign-in with better-auth on the store's SQLite. One role per user; new accounts have none until an ADMIN grants one.
// Loaded on first use: it costs a tenth of a second that start-up does not have.
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_CHARS } from '@balcao/shared/http/password.ts';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Db } from '../../storage/open.ts';
import { CLIENT_IP_HEADER, ORIGIN_HEADER, TRANSPORT_HEADER } from './origin.ts';
import { account, session, user, verification } from './schema.ts';

const SESSION_SECONDS = 30 * 24 * 3600;

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(deps: { db: Db; secret: string }) {
  return betterAuth({
    appName: 'Balcão',
    secret: deps.secret,
    // The store answers on several names (mDNS, address, the relay's); cookies are host-only, so the name does not matter.
    baseURL: 'http://balcao.local',
    basePath: '/api/auth',
    trustedOrigins: (request) => [request?.headers.get(ORIGIN_HEADER)],
    database: drizzleAdapter(deps.db, {
      provider: 'sqlite',
      schema: { user, session, account, verification },
    }),
    user: { additionalFields: { role: { type: 'string', required: false, input: false } } },
    emailAndPassword: {
      enabled: true,
      // Accounts are made by our own routes, which judge names and passwords.
      disableSignUp: true,
      minPasswordLength: PASSWORD_CHARS.min,
      maxPasswordLength: PASSWORD_CHARS.max,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: (password) => hash(password),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
    },
    session: {
      expiresIn: SESSION_SECONDS,
      updateAge: 24 * 3600,
      additionalFields: {
        transport: { type: 'string', required: false, input: false },
        lastSeenAt: { type: 'date', required: false, input: false },
      },
    },
    databaseHooks: {
      session: {
        create: {
          // The transport goes into the same row: there is never a session that is valid on both.
          before: async (born, context) => ({
            data: {
              ...born,
              transport: context?.headers?.get(TRANSPORT_HEADER) ?? 'lan',
            },
          }),
        },
      },
    },
    rateLimit: {
      enabled: true,
      window: 60,
      max: 300,
      // Signing in has a route of its own (sign-in.ts), which tells known devices from strangers.
      customRules: { '/sign-in/email': false },
    },
    advanced: {
      // Plain http on the LAN drops Secure cookies; where a request comes by https, its way in guards them (host-cookies.ts).
      useSecureCookies: false,
      cookiePrefix: 'balcao',
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
    },
    telemetry: { enabled: false },
    // What the disk says is answered in words, as everywhere; better-auth would make an empty 500 of it.
    onAPIError: { throw: true },
    logger: { disabled: true },
  });
}
