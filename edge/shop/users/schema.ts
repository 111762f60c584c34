// Tables of better-auth (users, sessions, accounts), with our one role per user, and new devices that nobody has confirmed yet.
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

const timestamp = (name: string) => integer(name, { mode: 'timestamp_ms' });

export const user = sqliteTable('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  email: text().notNull().unique(),
  emailVerified: integer('email_verified', { mode: 'boolean' }).notNull().default(false),
  image: text(),
  /** ADMIN, KITCHEN, ATTENDANT, WHOLESALE; null waits for an administrator. */
  role: text(),
  banned: integer({ mode: 'boolean' }).default(false),
  banReason: text('ban_reason'),
  banExpires: timestamp('ban_expires'),
  /** What the password is good for, graded while it was in clear; null for one that was set before anybody graded it. */
  passwordGrade: text('password_grade', { enum: ['weak', 'staff', 'admin'] }),
  /** From then on the role counts only after another password was chosen; null while the password is good enough. */
  passwordDueAt: timestamp('password_due_at'),
  /** Argon2id of the PIN with which this administrator approves at the counter; null: none is set. */
  pinHash: text('pin_hash'),
  createdAt: timestamp('created_at').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
});

export const session = sqliteTable(
  'session',
  {
    id: text().primaryKey(),
    token: text().notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    impersonatedBy: text('impersonated_by'),
    /** The transport (`lan` or `link`) on which the session began, and the only one where it is valid. Sessions from before this column are `lan`. */
    transport: text({ enum: ['lan', 'link'] })
      .notNull()
      .default('lan'),
    lastSeenAt: timestamp('last_seen_at'),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [index('session_user').on(table.userId)],
);

/** A sign-in on a device where the account had never been, until its holder said that it was them. */
export const newDevice = sqliteTable(
  'new_device',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    sessionId: text('session_id').notNull(),
    at: timestamp('at').notNull(),
    /** Coarse: 'Chrome no Android'. */
    name: text().notNull(),
    transport: text({ enum: ['lan', 'link'] }).notNull(),
  },
  (table) => [index('new_device_user').on(table.userId)],
);

export const account = sqliteTable(
  'account',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamp('access_token_expires_at'),
    refreshTokenExpiresAt: timestamp('refresh_token_expires_at'),
    scope: text(),
    password: text(),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [index('account_user').on(table.userId)],
);

export const verification = sqliteTable(
  'verification',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  (table) => [index('verification_identifier').on(table.identifier)],
);
