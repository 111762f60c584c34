// The relay's tables about remote administrators: their sessions as the store asserted them, and what they changed while it was away.
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AssertionKey, RemoteRole } from '@balcao/shared/link/assertion.ts';
import type { RemoteEdit } from '@balcao/shared/link/edits.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });

/** What a store's assertions are verified with, as it said over its link. */
export const assertionKeys = pgTable('assertion_keys', {
  storeId: uuid('store_id').primaryKey(),
  key: jsonb('key').$type<AssertionKey>().notNull(),
});

/** The store's newest assertion for the holder of a session. The session itself is only a hash here. */
export const remoteSessions = pgTable(
  'vouches',
  {
    storeId: uuid('store_id').notNull(),
    sessionHash: text('session_hash').notNull(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    role: text('role').$type<RemoteRole>().notNull().default('ADMIN'),
    /** How far the store's log was: a later row about the user ends this. */
    seq: integer('seq').notNull(),
    /** When it came, by the relay's clock. */
    confirmedAtMs: ms('vouched_at_ms').notNull(),
    assertion: text('assertion').notNull(),
  },
  (t) => [primaryKey({ columns: [t.storeId, t.sessionHash] }), index('vouches_age').on(t.confirmedAtMs)],
);

/** Changes that the store's audit has not heard of yet: written with the change, deleted when the store has it. */
export const remoteEdits = pgTable(
  'remote_edits',
  {
    storeId: uuid('store_id').notNull(),
    position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
    edit: jsonb('edit').$type<RemoteEdit>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.storeId, t.position] })],
);
