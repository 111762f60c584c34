// One try to pay one order, and what a look at the provider makes of it. Pure.
import { hasMoneyCome, type AttemptStatus } from './attempt-status.ts';
import { isWon, mergeFacts, type PaymentFact } from './payment.ts';

/** What is known of an attempt. Amounts in centavos; moments in ms, null where there is none. */
export type Attempt = {
  id: string;
  orderId: string;
  method: PaymentFact['method'];
  /** The card terminal of the shop that it was sent to; null for what is paid on the site or by a code. */
  terminalId: string | null;
  /** The part of the order that it is for, by the part's id; null for all of it. */
  partId: string | null;
  /** Whether that part is what a paid order still owes. */
  isDifference: boolean;
  /** What was asked. */
  amountCents: number;
  status: AttemptStatus;
  statusDetail: string | null;
  refundedCents: number;
  mismatch: PaymentFact['mismatch'];
  /** What the provider said was paid; differs from what was asked only in a mismatch. */
  paidCents: number | null;
  observedAtMs: number;
  providerPaymentId: string | null;
  qrCode: string | null;
  qrCodeBase64: string | null;
  createdAtMs: number;
  /** Until when the code is shown; null for cards. */
  expiresAtMs: number | null;
  /** Until when the provider takes it; a little later. */
  providerExpiresAtMs: number | null;
  cancelAskedAtMs: number | null;
  approvedAtMs: number | null;
  /** When it was first seen that the shop had won a dispute of it; what went back later does not say that any more. */
  wonBackAtMs: number | null;
  lastError: string | null;
  /** When to look at the provider again unasked; null when nothing more is expected. */
  nextCheckAtMs: number | null;
  /** Looks since the status last changed. */
  checks: number;
  /** Since when each look has left something of the money unreadable; null when the last one did not. */
  unreadableSinceMs: number | null;
  /** The newest command that tells the store. */
  factCommandId: string | null;
  /** The first one that said that money came, and when: from here the store has to answer. */
  paidCommandId: string | null;
  paidAtMs: number | null;
  acknowledgedAtMs: number | null;
};

/** A payment as the provider showed it at one moment. `null` where it said nothing that can be read. */
export type SeenPayment = {
  id: string;
  status: Exclude<AttemptStatus, 'created'>;
  /** The provider's word for why; screens have a text for the known ones and a fallback. */
  statusDetail: string | null;
  method: PaymentFact['method'] | null;
  amountCents: number | null;
  refundedCents: number;
  /** ISO 4217. */
  currency: string | null;
  /** The account that gets the money. */
  payeeId: string | null;
  /** The order's id, as given at creation. */
  reference: string | null;
  approvedAtMs: number | null;
  expiresAtMs: number | null;
  pix: { qrCode: string; qrCodeBase64: string } | null;
  /** The payer complained to the provider, which decides nothing yet: the money came and is held. */
  isDisputed?: boolean;
};

/** The currency of every amount, as ISO 4217 names it. */
export const CURRENCY = 'BRL';

/** What the store is told of an attempt. */
export const factOf = (attempt: Attempt): PaymentFact => ({
  attemptId: attempt.id,
  orderId: attempt.orderId,
  provider: 'mercadopago',
  providerPaymentId: attempt.providerPaymentId,
  method: attempt.method,
  status: attempt.status,
  statusDetail: attempt.statusDetail,
  amountCents: attempt.amountCents,
  refundedCents: attempt.refundedCents,
  mismatch: attempt.mismatch,
  observedAtMs: attempt.observedAtMs,
  ...(attempt.terminalId === null ? {} : { terminal: true as const }),
  ...(attempt.partId === null ? {} : { part: attempt.partId }),
  ...(attempt.isDifference ? { difference: true as const } : {}),
});

type Mismatch = PaymentFact['mismatch'];

/** What differs between what was asked and what the provider shows; of money that came an unreadable value is a difference. */
export function mismatchOf(attempt: Attempt, payment: SeenPayment, payeeId: string): Mismatch {
  return differenceOf(attempt, payment, payeeId, hasMoneyCome(payment.status) ? 'counts' : 'is-let-pass');
}

/** Money came, nothing that can be read differs, and something cannot be read: to be looked at again before it is set aside. */
export const isUnreadable = (attempt: Attempt, payment: SeenPayment, payeeId: string): boolean =>
  mismatchOf(attempt, payment, payeeId) !== null &&
  differenceOf(attempt, payment, payeeId, 'is-let-pass') === null;

function differenceOf(
  attempt: Attempt,
  payment: SeenPayment,
  payeeId: string,
  unreadable: 'counts' | 'is-let-pass',
): Mismatch {
  const isDifferent = (seen: string | number | null, expected: string | number): boolean =>
    seen === null ? unreadable === 'counts' : seen !== expected;
  if (isDifferent(payment.reference, attempt.orderId)) return 'reference';
  if (isDifferent(payment.payeeId, payeeId)) return 'payee';
  if (isDifferent(payment.currency, CURRENCY)) return 'currency';
  if (isDifferent(payment.amountCents, attempt.amountCents)) return 'amount';
  return null;
}

/** What one more look at the provider makes of an attempt: the same whatever the order of looks. */
export function seenAs<A extends Attempt>(
  attempt: A,
  payment: SeenPayment,
  payeeId: string,
  nowMs: number,
): A {
  const knownFact = factOf(attempt);
  const fact = mergeFacts(knownFact, {
    ...knownFact,
    providerPaymentId: payment.id,
    status: payment.status,
    statusDetail: payment.statusDetail,
    refundedCents: payment.refundedCents,
    mismatch: mismatchOf(attempt, payment, payeeId),
    observedAtMs: nowMs,
  });
  return {
    ...attempt,
    status: fact.status,
    statusDetail: fact.statusDetail,
    refundedCents: fact.refundedCents,
    mismatch: fact.mismatch,
    providerPaymentId: payment.id,
    method: payment.method ?? attempt.method,
    // The first approval counts: a later look may no longer show it.
    approvedAtMs: attempt.approvedAtMs ?? payment.approvedAtMs,
    // Of one that was won before this was kept its status says so, until this look.
    wonBackAtMs: attempt.wonBackAtMs ?? (isWon(knownFact) || isWon(fact) ? nowMs : null),
    // What is open shows what was asked: what came is known with the money, and stays.
    paidCents: hasMoneyCome(attempt.status)
      ? (attempt.paidCents ?? payment.amountCents)
      : (payment.amountCents ?? attempt.paidCents),
    providerExpiresAtMs: attempt.providerExpiresAtMs ?? payment.expiresAtMs,
    qrCode: attempt.qrCode ?? payment.pix?.qrCode ?? null,
    qrCodeBase64: attempt.qrCodeBase64 ?? payment.pix?.qrCodeBase64 ?? null,
  };
}

const TOLD = ['status', 'statusDetail', 'refundedCents', 'mismatch', 'providerPaymentId', 'method'] as const;

/** Whether the store has something new to hear. */
export const isNews = (before: Attempt, after: Attempt): boolean =>
  TOLD.some((field) => after[field] !== before[field]);
