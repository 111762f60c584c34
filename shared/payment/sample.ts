// An attempt, its payment and a refund to begin tests from: ten reais by PIX, approved in time, of which the store has not heard.
import type { Attempt, SeenPayment } from './attempt.ts';
import type { Refund } from './refund.ts';

/** An approved attempt of ten reais with these changes. */
export const sampleAttempt = (changes: Partial<Attempt> = {}): Attempt => ({
  id: 'a',
  orderId: 'o',
  method: 'pix',
  terminalId: null,
  partId: null,
  isDifference: false,
  amountCents: 1000,
  status: 'approved',
  statusDetail: null,
  refundedCents: 0,
  mismatch: null,
  paidCents: 1000,
  observedAtMs: 0,
  providerPaymentId: '1',
  qrCode: null,
  qrCodeBase64: null,
  createdAtMs: 100,
  expiresAtMs: null,
  providerExpiresAtMs: null,
  cancelAskedAtMs: null,
  approvedAtMs: 200,
  wonBackAtMs: null,
  lastError: null,
  nextCheckAtMs: null,
  checks: 0,
  unreadableSinceMs: null,
  factCommandId: null,
  paidCommandId: null,
  paidAtMs: null,
  acknowledgedAtMs: null,
  ...changes,
});

/** The payment of that attempt as the provider shows it, to the payee 'me'. */
export const samplePayment = (changes: Partial<SeenPayment> = {}): SeenPayment => ({
  id: '1',
  status: 'approved',
  statusDetail: 'accredited',
  method: 'pix',
  amountCents: 1000,
  refundedCents: 0,
  currency: 'BRL',
  payeeId: 'me',
  reference: 'o',
  approvedAtMs: 200,
  expiresAtMs: null,
  pix: null,
  ...changes,
});

/** A whole refund of that attempt, asked for because it was the second. */
export const sampleRefund = (changes: Partial<Refund> = {}): Refund => ({
  id: 'r',
  attemptId: 'a',
  amountCents: null,
  reason: 'second-approval',
  state: 'planned',
  ...changes,
});
