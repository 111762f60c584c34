import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AttemptStatus,
  derivePaymentStatus,
  mergeFacts,
  moneyOf,
  rankOf,
  type PaymentFact,
} from './payment.ts';

const fact = (changes: Partial<PaymentFact>): PaymentFact => ({
  attemptId: '5a1c9d1e-2f6b-4c3a-9a57-0d7f6f2b8a11',
  orderId: '01890a5d-ac96-774b-bcce-b302099a8057',
  provider: 'mercadopago',
  providerPaymentId: '1',
  method: 'pix',
  status: 'pending',
  statusDetail: null,
  amountCents: 1000,
  refundedCents: 0,
  mismatch: null,
  observedAtMs: 1,
  ...changes,
});

const anyFact = fc
  .record({
    status: fc.constantFrom(...AttemptStatus.options),
    refundedCents: fc.constantFrom(0, 300, 1000),
    observedAtMs: fc.integer({ min: 1, max: 9 }),
  })
  .map(fact);

const mergeAll = (facts: PaymentFact[]): PaymentFact | null =>
  facts.reduce<PaymentFact | null>((known, one) => mergeFacts(known, one), null);

describe('[O14] merging facts of one attempt', () => {
  it('comes to the same end in any order and with any repetition', () => {
    fc.assert(
      fc.property(
        fc
          .array(anyFact, { minLength: 1, maxLength: 6 })
          .chain((facts) =>
            fc.tuple(
              fc.constant(facts),
              fc.shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2 }),
            ),
          ),
        ([facts, shuffled]) => {
          expect(mergeAll(shuffled)).toEqual(mergeAll(facts));
        },
      ),
    );
  });

  it('never goes down in rank', () => {
    fc.assert(
      fc.property(anyFact, anyFact, (a, b) => {
        expect(rankOf(mergeFacts(a, b).status)).toBe(Math.max(rankOf(a.status), rankOf(b.status)));
      }),
    );
  });
});

describe('the payment status of an order', () => {
  it.each([
    [[], 'pending'],
    [['created'], 'pending'],
    [['rejected', 'pending'], 'pending'],
    [['expired', 'approved'], 'approved'],
    [['approved', 'rejected'], 'approved'],
    [['refunded'], 'refunded'],
    [['partially_refunded', 'expired'], 'partially_refunded'],
  ] as const)('of attempts %j is %s', (statuses, expected) => {
    expect(derivePaymentStatus(statuses.map((status) => ({ status, mismatch: null })))).toBe(expected);
  });

  it('[O17] is not moved by a payment that does not match', () => {
    expect(derivePaymentStatus([{ status: 'approved', mismatch: 'amount' }])).toBe('pending');
  });
});

describe('the money of an order', () => {
  it('counts what came and what went back, and leaves out what was set aside or never came', () => {
    expect(
      moneyOf([
        fact({ status: 'rejected' }),
        fact({ status: 'approved' }),
        fact({ status: 'partially_refunded', refundedCents: 300 }),
        fact({ status: 'refunded', refundedCents: 0 }),
        fact({ status: 'approved', mismatch: 'amount' }),
      ]),
    ).toEqual({ receivedCents: 3000, returnedCents: 1300 });
  });
});
