// What the relay said of payments, refunds that are meant, and PIX to the shop’s own code. Amounts are centavos, instants Unix milliseconds, names are as sold.
import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { StaticPixState } from '@balcao/shared/payment/static-pix.ts';
import type { RefundState } from '@balcao/shared/payment/refund.ts';

/** Newest fact of each attempt, as the relay fetched it from the provider. */
export const payments = sqliteTable(
  'payments',
  {
    attemptId: text('attempt_id').primaryKey(),
    orderId: text('order_id').notNull(),
    fact: text().notNull(),
    /** Why a person must look at it, or null. */
    attention: text(),
    updatedAtMs: integer('updated_at_ms').notNull(),
  },
  (table) => [index('payments_order').on(table.orderId)],
);

/** Money that is to go back and that the relay has not got in its books yet. Of this machine alone: never in the log. */
export const refundIntents = sqliteTable(
  'refund_intents',
  {
    /** The relay's key of a part; of a whole one per attempt. */
    id: text().primaryKey(),
    orderId: text('order_id').notNull(),
    attemptId: text('attempt_id').notNull(),
    /** Null for all that is left. */
    amountCents: integer('amount_cents'),
    /** What that came to when it was asked for. */
    cents: integer().notNull(),
    state: text().$type<RefundState>().notNull(),
    tries: integer().notNull(),
    createdAtMs: integer('created_at_ms').notNull(),
    nextTryAtMs: integer('next_try_at_ms'),
    lastError: text('last_error'),
  },
  (table) => [index('refund_intents_due').on(table.nextTryAtMs)],
);

/** A PIX to the shop's static code that staff took for paid: what proves it, or what a person said of it. */
export const staticPix = sqliteTable(
  'static_pix',
  {
    /** The transaction's name in the code. */
    txid: text().primaryKey(),
    orderId: text('order_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    state: text().$type<StaticPixState>().notNull(),
    atMs: integer('at_ms').notNull(),
    /** Who took it for paid, and who said last what became of it; null while nobody did. */
    userName: text('user_name').notNull(),
    saidBy: text('said_by'),
    providerPaymentId: text('provider_payment_id'),
    /** When it was said not to have come, and when it had come after all. */
    lostAtMs: integer('lost_at_ms'),
    regainedAtMs: integer('regained_at_ms'),
    looks: integer().notNull(),
    /** Null: it is not looked for at the provider. */
    nextLookAtMs: integer('next_look_at_ms'),
  },
  (table) => [
    index('static_pix_state').on(table.state),
    index('static_pix_due')
      .on(table.nextLookAtMs)
      .where(sql`${table.nextLookAtMs} is not null`),
  ],
);
