// The relay's tables about online payments. Every one begins with the store. No card data, names or phones here.
import type { AttemptStatus } from '@balcao/shared/payment/attempt-status.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { REFUND_STATES, type RefundReason, type RefundState } from '@balcao/shared/payment/refund.ts';
import type { ReviewItemKind } from '@balcao/shared/payment/review-item.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { NoticeTopic, ProviderApi, ProviderMethod } from './provider/provider.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });
const cents = (name: string) => bigint(name, { mode: 'number' });

/** The words of relays until 2026-11, of which one may still be running beside this one. */
const FORMER_REFUND_STATES: Partial<Record<string, RefundState>> = {
  asked: 'sent',
  'under-way': 'in-process',
  failed: 'refused',
};
const refundState = customType<{ data: RefundState; driverData: string }>({
  dataType: () => 'text',
  fromDriver(value) {
    const state = FORMER_REFUND_STATES[value] ?? REFUND_STATES.find((one) => one === value);
    if (state === undefined) throw new Error(`a refund cannot be ${value}`);
    return state;
  },
});

/** One try to pay one order. Written before the provider is called; its id is the idempotency key there. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    storeId: uuid('store_id').notNull(),
    id: uuid('id').notNull(),
    orderId: uuid('order_id').notNull(),
    orderCode: text('order_code').notNull(),
    method: text('method').$type<ProviderMethod>().notNull(),
    /** The card terminal that it was sent to; null for what is paid on the site or by a code. */
    terminalId: text('terminal_id'),
    /** The part of the order that it is for; null for all of it. */
    partId: uuid('part_id'),
    /** Whether that part is what a paid order still owes. */
    isDifference: boolean('is_difference').notNull().default(false),
    amountCents: cents('amount_cents').notNull(),

    status: text('status').$type<AttemptStatus>().notNull(),
    statusDetail: text('status_detail'),
    refundedCents: cents('refunded_cents').notNull().default(0),
    mismatch: text('mismatch').$type<PaymentFact['mismatch']>(),
    /** What the provider said was paid; differs from what was asked only in a mismatch. */
    paidCents: cents('paid_cents'),
    observedAtMs: ms('observed_at_ms').notNull(),
    providerPaymentId: text('provider_payment_id'),
    qrCode: text('qr_code'),
    qrCodeBase64: text('qr_code_base64'),

    createdAtMs: ms('created_at_ms').notNull(),
    /** Until when the code is shown; null for cards. */
    expiresAtMs: ms('expires_at_ms'),
    /** Until when the provider takes it; a little later. */
    providerExpiresAtMs: ms('provider_expires_at_ms'),
    cancelAskedAtMs: ms('cancel_asked_at_ms'),
    approvedAtMs: ms('approved_at_ms'),
    /** When it was first seen that the bank's money came back to the shop. */
    wonBackAtMs: ms('won_back_at_ms'),
    lastError: text('last_error'),

    /** When to look at the provider again unasked; null when nothing more is expected. */
    nextCheckAtMs: ms('next_check_at_ms'),
    checks: integer('checks').notNull().default(0),
    /** The last time a waiting customer made us look. */
    polledAtMs: ms('polled_at_ms').notNull().default(0),

    /** Since when each look has left something of the money unreadable. */
    unreadableSinceMs: ms('unreadable_since_ms'),
    /** The newest command that tells the store. */
    factCommandId: uuid('fact_command_id'),
    /** The first one that said that money came, and when: from here the store has to answer. */
    paidCommandId: uuid('paid_command_id'),
    paidAtMs: ms('paid_at_ms'),
    acknowledgedAtMs: ms('acknowledged_at_ms'),
  },
  (t) => [
    primaryKey({ columns: [t.storeId, t.id] }),
    index('payment_attempts_order').on(t.storeId, t.orderId),
    uniqueIndex('payment_attempts_provider').on(t.storeId, t.providerPaymentId),
    // The guard against paying twice: whatever runs at once, an order has one open attempt.
    uniqueIndex('payment_attempts_one_open')
      .on(t.storeId, t.orderId)
      .where(sql`status in ('created', 'pending', 'in_process')`),
    index('payment_attempts_due').on(t.nextCheckAtMs),
    index('payment_attempts_unacknowledged')
      .on(t.storeId, t.paidAtMs)
      .where(sql`paid_at_ms is not null and acknowledged_at_ms is null`),
    index('payment_attempts_day').on(t.storeId, t.createdAtMs),
  ],
);

/** Authentic notices, kept until the payment they name was fetched; the key makes a repeated one one. */
export const paymentNotices = pgTable(
  'payment_notices',
  {
    storeId: uuid('store_id').notNull(),
    noticeId: text('notice_id').notNull(),
    /** Of a dispute its own id, which is then asked for its payment. */
    providerPaymentId: text('provider_payment_id').notNull(),
    topic: text('topic').$type<NoticeTopic>().notNull().default('payment'),
    receivedAtMs: ms('received_at_ms').notNull(),
    /** Null once it was dealt with. */
    nextTryAtMs: ms('next_try_at_ms'),
    tries: integer('tries').notNull().default(0),
    lastError: text('last_error'),
  },
  (t) => [
    primaryKey({ columns: [t.storeId, t.noticeId] }),
    index('payment_notices_due').on(t.nextTryAtMs),
    index('payment_notices_age').on(t.receivedAtMs),
  ],
);

/** Written before the provider is called; the id is the idempotency key there. */
export const paymentRefunds = pgTable(
  'payment_refunds',
  {
    storeId: uuid('store_id').notNull(),
    id: uuid('id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    /** Null for all that is left. */
    amountCents: cents('amount_cents'),
    reason: text('reason').$type<RefundReason>().notNull(),
    state: refundState('state').notNull(),
    providerRefundId: text('provider_refund_id'),
    createdAtMs: ms('created_at_ms').notNull(),
    /** When it was first known to have gone back at the provider; null of what a person gave back by hand. */
    doneAtMs: ms('done_at_ms'),
    nextTryAtMs: ms('next_try_at_ms'),
    tries: integer('tries').notNull().default(0),
    lastError: text('last_error'),
  },
  (t) => [
    primaryKey({ columns: [t.storeId, t.id] }),
    index('payment_refunds_attempt').on(t.storeId, t.attemptId),
    index('payment_refunds_due').on(t.nextTryAtMs),
  ],
);

/** What a person must look at. One row per attempt and kind, however often it is found. */
export const paymentReviewItems = pgTable(
  'payment_attention',
  {
    storeId: uuid('store_id').notNull(),
    attemptId: uuid('attempt_id').notNull(),
    kind: text('kind').$type<ReviewItemKind>().notNull(),
    raisedAtMs: ms('raised_at_ms').notNull(),
    /** Until when a person has to have answered, where the provider set a limit. */
    dueAtMs: ms('due_at_ms'),
    /** Null until its alarm went out, and anew until it is told that it ended: the row is the alarm's outbox. */
    alarmedAtMs: ms('alarmed_at_ms'),
    /** When a person or the course of things ended it. */
    endedAtMs: ms('ended_at_ms'),
  },
  (t) => [
    primaryKey({ columns: [t.storeId, t.attemptId, t.kind] }),
    index('payment_attention_open').on(t.storeId, t.endedAtMs),
  ],
);

/** A store's account at the provider. Sealed values can be read only with SECRETS_KEY. */
export const providerCredentials = pgTable(
  'provider_credentials',
  {
    storeId: uuid('store_id').notNull(),
    provider: text('provider').notNull(),
    sealedAccessToken: text('sealed_access_token').notNull(),
    sealedWebhookSecret: text('sealed_webhook_secret'),
    publicKey: text('public_key'),
    payeeId: text('payee_id').notNull(),
    updatedAtMs: ms('updated_at_ms').notNull(),
    /** Accounts from before there were two go on with the one they have. */
    api: text('api').$type<ProviderApi>().notNull().default('payments'),
    /** Null while it never changed. */
    apiChangedAtMs: ms('api_changed_at_ms'),
  },
  (t) => [primaryKey({ columns: [t.storeId, t.provider] })],
);

/** The card terminals at the provider that the store's counter sends amounts to, under the shop's own names. */
export const paymentTerminals = pgTable(
  'payment_terminals',
  {
    storeId: uuid('store_id').notNull(),
    /** The provider's. */
    id: text('id').notNull(),
    name: text('name').notNull(),
    addedAtMs: ms('added_at_ms').notNull(),
  },
  (t) => [primaryKey({ columns: [t.storeId, t.id] })],
);

export type AttemptRow = typeof paymentAttempts.$inferSelect;
export type RefundRow = typeof paymentRefunds.$inferSelect;
export type NoticeRow = typeof paymentNotices.$inferSelect;
export type ReviewItemRow = typeof paymentReviewItems.$inferSelect;
