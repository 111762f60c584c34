// Payment attempts as the store and the relay both see them. Facts merge by rank, never by order of arrival.
import { z } from 'zod';
import { OrderId } from '../ids.ts';
import type { OrderPaymentStatus } from '../order/order.ts';
import { ATTEMPT_TRANSITIONS, AttemptStatus, hasMoneyCome, isMoneyIn } from './attempt-status.ts';

/** What the relay fetched from the provider about one attempt, checked for amount, currency, payee and reference. */
export const PaymentFact = z.object({
  attemptId: z.uuid(),
  orderId: OrderId,
  provider: z.literal('mercadopago'),
  providerPaymentId: z.string().max(64).nullable(),
  method: z.enum(['pix', 'credit_card', 'debit_card']),
  status: AttemptStatus,
  statusDetail: z.string().max(80).nullable(),
  amountCents: z.number().int().min(0),
  refundedCents: z.number().int().min(0),
  /** Set aside by the relay because what was paid is not what was asked; never approves an order. */
  mismatch: z.enum(['amount', 'currency', 'payee', 'reference']).nullable(),
  observedAtMs: z.number().int(),
  /** It was sent to a card terminal at the shop's counter. */
  terminal: z.literal(true).optional(),
  /** It was asked for a part of the order, under the id that the part has there; absent: for all of it. */
  part: z.uuid().optional(),
  /** That part is what a paid order still owed. */
  difference: z.literal(true).optional(),
});
export type PaymentFact = z.infer<typeof PaymentFact>;

/** The newer knowledge of two facts about the same attempt, whatever order they came in. */
export function mergeFacts(known: PaymentFact | null, fact: PaymentFact): PaymentFact {
  if (!known) return fact;
  if (known.attemptId !== fact.attemptId) throw new Error('facts of two attempts cannot merge');
  const higher = isHigher(fact, known) ? fact : known;
  return {
    ...higher,
    providerPaymentId: higher.providerPaymentId ?? known.providerPaymentId ?? fact.providerPaymentId,
    refundedCents: Math.max(known.refundedCents, fact.refundedCents),
    mismatch: known.mismatch ?? fact.mismatch,
    observedAtMs: Math.max(known.observedAtMs, fact.observedAtMs),
  };
}

// What is picked whole is picked by a total order, so that merging commutes: the status, then the provider's word for why.
function isHigher(fact: PaymentFact, known: PaymentFact): boolean {
  if (isWon(fact) !== isWon(known))
    return isWon(fact) ? known.status !== 'refunded' : fact.status === 'refunded';
  return fact.status === known.status
    ? (fact.statusDetail ?? '') > (known.statusDetail ?? '')
    : ATTEMPT_TRANSITIONS[known.status][fact.status] === 'take';
}

/** What the provider calls a payment whose dispute the shop won: the bank had taken its money, and gave it back. */
export const WON_BACK = 'reimbursed';
/** It outranks the chargeback of before, and whatever brought money; what went back outranks it. */
export const isWon = ({ status, statusDetail }: Pick<PaymentFact, 'status' | 'statusDetail'>): boolean =>
  isMoneyIn(status) && statusDetail === WON_BACK;

/** What came for an order and what of it went back; money that was set aside is not the order's. */
export function moneyOf(
  attempts: readonly Pick<PaymentFact, 'status' | 'amountCents' | 'refundedCents' | 'mismatch'>[],
): { receivedCents: number; returnedCents: number } {
  const received = attempts.filter((attempt) => attempt.mismatch === null && hasMoneyCome(attempt.status));
  return {
    receivedCents: received.reduce((sum, attempt) => sum + attempt.amountCents, 0),
    returnedCents: received.reduce(
      (sum, attempt) => sum + (attempt.status === 'refunded' ? attempt.amountCents : attempt.refundedCents),
      0,
    ),
  };
}

/** The order's payment status, derived from its attempts: money that came outranks attempts that failed. */
export function derivePaymentStatus(
  attempts: readonly { status: AttemptStatus; mismatch: string | null }[],
): OrderPaymentStatus {
  let bestStatus: AttemptStatus | null = null;
  for (const { status, mismatch } of attempts) {
    if (mismatch !== null) continue;
    if (bestStatus === null || PREFERENCE[status] > PREFERENCE[bestStatus]) bestStatus = status;
  }
  return bestStatus === null || bestStatus === 'created' ? 'pending' : bestStatus;
}

// Between attempts an open one is preferred to a failed one (the customer is trying again), money to both.
const PREFERENCE: Record<AttemptStatus, number> = {
  created: 4,
  pending: 5,
  in_process: 6,
  cancelled: 1,
  expired: 2,
  rejected: 3,
  charged_back: 8,
  refunded: 7,
  partially_refunded: 9,
  approved: 10,
};
