import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AttemptStatus } from './attempt-status.ts';
import { derivePaymentStatus, mergeFacts, moneyOf, PaymentFact } from './payment.ts';

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
    statusDetail: fc.constantFrom(null, 'reimbursed'),
    refundedCents: fc.constantFrom(0, 300, 1000),
    observedAtMs: fc.integer({ min: 1, max: 9 }),
  })
  .map(fact);

const mergeAll = (facts: PaymentFact[]): PaymentFact | null =>
  facts.reduce<PaymentFact | null>((known, one) => mergeFacts(known, one), null);

// Written out from the design: refunded and charged_back over partially_refunded over approved over what brought no money over what waits.
const ORDER: AttemptStatus[][] = [
  ['created'],
  ['pending'],
  ['in_process'],
  ['rejected', 'cancelled', 'expired'],
  ['approved'],
  ['partially_refunded'],
  ['refunded', 'charged_back'],
];
const rankOf = (status: AttemptStatus): number => ORDER.findIndex((rank) => rank.includes(status));
/** As money stands in the end: a dispute that was won is over a chargeback, and under what went back whole. */
const placeOf = ({ status, statusDetail }: PaymentFact): number => {
  const isIn = status === 'approved' || status === 'partially_refunded';
  if (isIn && statusDetail === 'reimbursed') return 100 + rankOf(status);
  return status === 'refunded' ? 1000 : rankOf(status);
};

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
        expect(placeOf(mergeFacts(a, b))).toBe(Math.max(placeOf(a), placeOf(b)));
      }),
    );
  });
});

describe('[O14] the ranks', () => {
  it('hold every status', () => {
    expect(ORDER.flat().toSorted()).toEqual(AttemptStatus.options.toSorted());
  });

  it.each(
    ORDER.flatMap((lower, at) =>
      ORDER.slice(at + 1).flatMap((higher) =>
        lower.flatMap((low) => higher.map((high) => [low, high] as const)),
      ),
    ),
  )('%s gives way to %s, whichever comes first', (low, high) => {
    expect(mergeFacts(fact({ status: low }), fact({ status: high })).status).toBe(high);
    expect(mergeFacts(fact({ status: high }), fact({ status: low })).status).toBe(high);
  });
});

describe('[O14] what two facts know together', () => {
  it('is the higher one, with what only the other knew', () => {
    const known = fact({
      status: 'approved',
      statusDetail: 'accredited',
      providerPaymentId: null,
      refundedCents: 300,
      observedAtMs: 9,
      mismatch: null,
    });
    const older = fact({
      status: 'pending',
      statusDetail: 'waiting',
      providerPaymentId: '77',
      refundedCents: 0,
      observedAtMs: 3,
      mismatch: 'amount',
    });
    const both = { ...known, providerPaymentId: '77', mismatch: 'amount' };
    expect(mergeFacts(known, older)).toEqual(both);
    expect(mergeFacts(older, known)).toEqual(both);
    expect(mergeFacts(null, older)).toEqual(older);
  });

  it('has the name of the payment that the higher one gives, or either', () => {
    const name = (known: string | null, sent: string | null) =>
      mergeFacts(
        fact({ status: 'approved', providerPaymentId: known }),
        fact({ status: 'pending', providerPaymentId: sent }),
      ).providerPaymentId;
    expect([name('1', '2'), name(null, '2'), name('1', null), name(null, null)]).toEqual([
      '1',
      '2',
      '1',
      null,
    ]);
  });

  it('is never of two attempts', () => {
    const other = fact({ attemptId: '5a1c9d1e-2f6b-4c3a-9a57-0d7f6f2b8a12' });
    expect(() => mergeFacts(fact({}), other)).toThrow('facts of two attempts cannot merge');
  });

  it('is the same whichever of two with one rank comes first, to the detail', () => {
    const details = [null, 'a', 'b'] as const;
    for (const one of details)
      for (const other of details) {
        const [a, b] = [fact({ statusDetail: one }), fact({ statusDetail: other })];
        expect(mergeFacts(a, b)).toEqual(mergeFacts(b, a));
        expect(mergeFacts(a, b).statusDetail ?? '').toBe([one ?? '', other ?? ''].toSorted()[1]);
      }
    const [rejected, expired] = [fact({ status: 'rejected' }), fact({ status: 'expired' })];
    expect(mergeFacts(rejected, expired)).toEqual(mergeFacts(expired, rejected));
  });

  it('shows each word of the bank that was there, over none', () => {
    const detailed = fact({ statusDetail: 'a' });
    expect(mergeFacts(fact({}), detailed).statusDetail).toBe('a');
    expect(mergeFacts(detailed, fact({})).statusDetail).toBe('a');
  });
});

describe('the payment status of an order', () => {
  // The later one wins: money over none, an open attempt over a failed one.
  const PREFERRED: AttemptStatus[] = [
    'cancelled',
    'expired',
    'rejected',
    'created',
    'pending',
    'in_process',
    'refunded',
    'charged_back',
    'partially_refunded',
    'approved',
  ];
  it.each(PREFERRED.slice(1).map((status, at) => [PREFERRED[at] ?? status, status] as const))(
    'of %s and %s is the second, in either order',
    (less, more) => {
      const shown = more === 'created' ? 'pending' : more;
      for (const two of [
        [less, more],
        [more, less],
      ])
        expect(derivePaymentStatus(two.map((status) => ({ status, mismatch: null })))).toBe(shown);
    },
  );

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

it.each([
  ['providerPaymentId', ['x'.repeat(64), null], ['x'.repeat(65)]],
  ['statusDetail', ['x'.repeat(80), null], ['x'.repeat(81)]],
  ['amountCents', [0, 1], [-1, 0.5]],
  ['refundedCents', [0, 1], [-1, 0.5]],
] as const)('a fact holds of %s so much', (field, right, wrong) => {
  const takes = (value: unknown) => PaymentFact.safeParse({ ...fact({}), [field]: value }).success;
  expect(right.map(takes)).toEqual(right.map(() => true));
  expect(wrong.map(takes)).toEqual(wrong.map(() => false));
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

  it.each([
    ['created', 0, 0],
    ['pending', 0, 0],
    ['in_process', 0, 0],
    ['rejected', 0, 0],
    ['cancelled', 0, 0],
    ['expired', 0, 0],
    ['approved', 1000, 300],
    ['partially_refunded', 1000, 300],
    ['refunded', 1000, 1000],
    ['charged_back', 1000, 300],
  ] as const)(
    'of an attempt that is %s: %i came and %i went back',
    (status, receivedCents, returnedCents) => {
      expect(moneyOf([fact({ status, refundedCents: 300 })])).toEqual({ receivedCents, returnedCents });
    },
  );

  it('of no attempt is none', () => {
    expect(moneyOf([])).toEqual({ receivedCents: 0, returnedCents: 0 });
  });
});
