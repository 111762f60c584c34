// What orders ask of the room of payments, which reads them too: it implements these, and they are handed over where the store is put together.
import type { PixPayment } from '@balcao/shared/http/orders.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { RefundReply, RefundRequest } from '@balcao/shared/http/refunds.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import type { Result } from '@balcao/shared/result.ts';
import type { Actor } from '../audit/audit.ts';
import type { Attention } from './attention.ts';

/** What goes back of one payment, the way it came. */
export type GoingBack = Pick<PaymentFact, 'method'> & { cents: number };

/** Part of an order that stays: by its own key, and with what else is written in the transaction. */
export type Difference = { key: string; along: (goesBack: readonly GoingBack[]) => void };

/** A code that somebody may still pay; `part` null: for all of its order. */
export type OpenCode = { part: string | null; attemptId: string; cents: number };

export type OnlinePayments = {
  /** Ends what is open at the provider; true once nothing of it can be paid any more. */
  cancelOpen: (orderId: string, timeoutMs?: number) => Promise<boolean>;
  /** Codes of an order that somebody may still pay, and what the relay has beside these, where it answers in time. */
  codesOf: (orderId: string, timeoutMs: number) => Promise<OpenCode[]>;
  /** The parts of an order whose code somebody may still pay, as far as the relay has told. */
  openParts: (orderId: string) => (OpenCode & { part: string })[];
  /** Of this order alone: an attempt of another one is not found. */
  readPix: (orderId: string, attemptId: string, timeoutMs?: number) => Promise<Result<PixPayment, Problem>>;
  refunds: {
    /** Gives an order's online payment back, whole or in part. */
    refund: (
      actor: Actor,
      orderId: string,
      request: RefundRequest,
      difference?: Difference | null,
    ) => Promise<Result<RefundReply, Problem>>;
    /** What came for all of an order and was not asked back as a whole. */
    keptCents: (order: Order) => number;
  };
};

/** Appends the newest state of a payment to the log, in the transaction that keeps it. */
export type LogPayment = (fact: PaymentFact, attention: Attention | null, atMs: number) => void;
