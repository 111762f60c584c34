// Giving money back, and payments that a person must look at. ADMIN only.
import { z } from 'zod';

/** `POST /api/staff/orders/:id/refund`: null gives everything that is left back. Idempotent per order and amount. */
export const RefundRequest = z.object({
  amountCents: z.number().int().min(1, 'Informe um valor maior que zero.').nullable(),
});
/** `waiting`: the provider has not confirmed it yet. `refundedCents`: all that was given back of the order. */
export const RefundReply = z.object({ state: z.enum(['done', 'waiting']), refundedCents: z.number() });
export type RefundReply = z.infer<typeof RefundReply>;

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
  /** The one action that ends it: `POST /api/staff/payments/:id/resolve` with `{ action }`. */
  action: z.enum(['refund', 'accept', 'acknowledge']),
  /** What the button says. */
  actionText: z.string(),
});
/** The answer, oldest first. */
export const UnresolvedPayments = z.object({ payments: z.array(UnresolvedPayment) });
export type UnresolvedPayment = z.infer<typeof UnresolvedPayment>;
export type UnresolvedPayments = z.infer<typeof UnresolvedPayments>;
