// Giving money back, and payments that a person must look at. ADMIN only.
import { z } from 'zod';
import { OrderStatus } from '../order/order.ts';

/** `POST /api/staff/orders/:id/refund`: null gives everything that is left back. Idempotent per order and amount. */
export const RefundRequest = z.object({
  amountCents: z.number().int().min(1, 'Informe um valor maior que zero.').nullable(),
  /** Why the order is called off with it; without it because it was refunded. */
  reason: z.enum(['loja', 'cliente']).optional(),
  /** The status that the person saw, as in a move. */
  seen: OrderStatus.optional(),
});
/** What the screens send of it. */
export type RefundRequest = z.infer<typeof RefundRequest>;
/**
 * `waiting`: the provider has not confirmed it yet. `noted`: the store has not reached the relay, and goes on by itself.
 * `refundedCents`: all that was given back of the order.
 */
export const RefundReply = z.object({
  state: z.enum(['done', 'waiting', 'noted']),
  refundedCents: z.number(),
});
export type RefundReply = z.infer<typeof RefundReply>;

const Action = z.enum(['refund', 'accept', 'acknowledge', 'retry']);

/** `GET /api/staff/payments/unresolved` → `{ payments }`, oldest first. */
export const UnresolvedPayment = z.object({
  id: z.string(),
  orderId: z.string().nullable(),
  simpleId: z.number().nullable(),
  code: z.string().nullable(),
  amountCents: z.number(),
  atMs: z.number(),
  /** What is wrong, in words. */
  reason: z.string(),
  /** The action that ends it: `POST /api/staff/payments/:id/resolve` with `{ action }`. */
  action: Action,
  /** What the button says. */
  actionText: z.string(),
  /** The other way to end it, where there are two. */
  other: z.object({ action: Action, actionText: z.string() }).optional(),
});
/** The answer, oldest first. */
export const UnresolvedPayments = z.object({ payments: z.array(UnresolvedPayment) });
export type UnresolvedPayment = z.infer<typeof UnresolvedPayment>;
export type UnresolvedPayments = z.infer<typeof UnresolvedPayments>;
