// The relay's tables about notifications. Every one begins with the store. No phone, name or observation is in any of them.
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { PushMessage } from '@balcao/shared/http/push.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });

/** The pair of keys that a store's notifications are signed with: made once, since every subscription is bound to it. */
export const pushKeys = pgTable('push_keys', {
  storeId: uuid('store_id').primaryKey(),
  publicKey: text('public_key').notNull(),
  sealedPrivateKey: text('sealed_private_key').notNull(),
});

/** A browser that wants to be told: a customer's of one order, or an owner's of every alarm. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    storeId: uuid('store_id').notNull(),
    id: uuid('id').notNull(),
    /** Null for an owner's device. */
    orderId: uuid('order_id'),
    /** The owner's name for the device, and the user who added it. */
    label: text('label'),
    userId: text('user_id'),
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAtMs: ms('created_at_ms').notNull(),
    /** When the customer was told: once per order. */
    notifiedAtMs: ms('told_at_ms'),
  },
  (t) => [
    primaryKey({ columns: [t.storeId, t.id] }),
    index('push_subscriptions_order').on(t.storeId, t.orderId),
    index('push_subscriptions_waiting')
      .on(t.storeId, t.orderId)
      .where(sql`order_id is not null and told_at_ms is null`),
  ],
);

/** What is to be sent, written with what caused it; gone once it was taken, or when it is of no use any more. */
export const pushMessages = pgTable(
  'push_messages',
  {
    storeId: uuid('store_id').notNull(),
    id: uuid('id').notNull(),
    /** Null for the webhook. */
    subscriptionId: uuid('subscription_id'),
    message: jsonb('message').$type<PushMessage>().notNull(),
    createdAtMs: ms('created_at_ms').notNull(),
    expiresAtMs: ms('expires_at_ms').notNull(),
    nextTryAtMs: ms('next_try_at_ms').notNull(),
    tries: integer('tries').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.storeId, t.id] }), index('push_messages_due').on(t.nextTryAtMs)],
);

/** What the owner must hear of: what the store says of itself, and what only the relay can see. */
export const alarms = pgTable(
  'alarms',
  {
    storeId: uuid('store_id').notNull(),
    /** Names the trouble; while it lasts there is one alarm of it. */
    id: text('id').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    sinceMs: ms('since_ms').notNull(),
    endedAtMs: ms('ended_at_ms'),
    /** Null until the messages are written: the row is the alarm's outbox. */
    notifiedAtMs: ms('told_at_ms'),
  },
  (t) => [
    primaryKey({ columns: [t.storeId, t.id] }),
    index('alarms_untold')
      .on(t.storeId)
      .where(sql`told_at_ms is null and ended_at_ms is null`),
  ],
);

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;
export type MessageRow = typeof pushMessages.$inferSelect;
