import { describe, expect, it } from 'vitest';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { nameRefundPart, nameRefundWhole } from './refund-names.ts';

const ATTEMPT = '0192f7a0-0000-7000-8000-0000000000a1';
const paid = (refundedCents: number): PaymentFact => ({
  attemptId: ATTEMPT,
  orderId: '0192f7a0-0000-7000-8000-0000000000b1',
  provider: 'mercadopago',
  providerPaymentId: '1',
  method: 'pix',
  status: refundedCents === 0 ? 'approved' : 'partially_refunded',
  statusDetail: null,
  amountCents: 2490,
  refundedCents,
  mismatch: null,
  observedAtMs: 1,
});

// The first digits of the words' SHA-256, worked out apart. A refund that waits over a restart or an update goes out under the name that
// it had: under another one its money would go back twice.
describe('[P20] a refund', () => {
  it.each([
    ['the whole', nameRefundWhole(ATTEMPT), 'f8459f5e-8351-8839-a519-983cfc4361e5'],
    ['a part of all of it', nameRefundPart(paid(0), 500), 'd765971a-9444-8da9-a080-83d1c158cfa3'],
    [
      'the same amount of what is left after another',
      nameRefundPart(paid(300), 500),
      'b067f1fd-d474-81d6-a3b6-f1acffc0632d',
    ],
    [
      'what a change of the order gives back',
      nameRefundPart(paid(0), 500, 'troca-1'),
      'af1b31cd-bc07-8f61-af74-3ad19b9018a2',
    ],
    [
      'the same of that change, after another',
      nameRefundPart(paid(300), 500, 'troca-1'),
      'af1b31cd-bc07-8f61-af74-3ad19b9018a2',
    ],
  ])('is called the same in every process and version: %s', (_what, name, called) => {
    expect(name).toBe(called);
  });
});
