// Staff sign-in with better-auth on the store's SQLite. One role per user; new accounts have none until an ADMIN grants one.
// Loaded on first use: it costs a tenth of a second that start-up does not have.
import { hash, verify } from '@node-rs/argon2';
import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { Db } from '../db/open.ts';
import { CLIENT_IP_HEADER, ORIGIN_HEADER } from './origin.ts';
import { account, session, user, verification } from './schema.ts';

export const PASSWORD_LENGTH_MIN = 6;
const SESSION_SECONDS = 30 * 24 * 3600;

export type Auth = ReturnType<typeof createAuth>;

export function createAuth(given: { db: Db; secret: string }) {
  return betterAuth({
    appName: 'Balcão',
    secret: given.secret,
    // The store answers on several names (mDNS, address, the relay's); cookies are host-only, so the name does not matter.
    baseURL: 'http://balcao.local',
    basePath: '/api/auth',
    trustedOrigins: (request) => [request?.headers.get(ORIGIN_HEADER)],
    database: drizzleAdapter(given.db, {
      provider: 'sqlite',
      schema: { user, session, account, verification },
    }),
    user: { additionalFields: { role: { type: 'string', required: false, input: false } } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_LENGTH_MIN,
      maxPasswordLength: 128,
      autoSignIn: false,
      revokeSessionsOnPasswordReset: true,
      password: {
        hash: (password) => hash(password),
        verify: ({ hash: stored, password }) => verify(stored, password),
      },
    },
    session: { expiresIn: SESSION_SECONDS, updateAge: 24 * 3600 },
    rateLimit: {
      enabled: true,
      window: 60,
      max: 300,
      // Slowed, never locked: guessing gets ten tries a minute and address, the owner gets in a minute later.
      customRules: { '/sign-in/email': { window: 60, max: 10 }, '/sign-up/email': { window: 60, max: 5 } },
    },
    advanced: {
      // Plain http on the LAN drops Secure cookies; the relay adds the attribute on its own address.
      useSecureCookies: false,
      cookiePrefix: 'balcao',
      ipAddress: { ipAddressHeaders: [CLIENT_IP_HEADER] },
    },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
}
