// An amount that goes back, taken from the payments that brought it: one after another, each under a name by which it goes back once.
import { describe, expect, it } from 'vitest';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { nameRefundPart, nameRefundWhole } from './refund-names.ts';
import { splitRefund } from './split-refund.ts';

const fact = (attemptId: string): PaymentFact =>
  ({ attemptId, orderId: 'o', amountCents: 1000, refundedCents: 0 }) as PaymentFact;
const [first, second, third] = [fact('first'), fact('second'), fact('third')];
const PAID = [
  { fact: first, leftCents: 1000 },
  { fact: second, leftCents: 500 },
  { fact: third, leftCents: 700 },
];
const takenOf = (cents: number, how: { key?: string; isAll?: boolean } = {}) =>
  splitRefund(PAID, cents, { key: how.key, isAll: how.isAll ?? false });

describe('a part', () => {
  it('comes from the first payment, and from the next what that does not have', () => {
    expect(takenOf(1200)).toEqual([
      { attemptId: 'first', amountCents: 1000, cents: 1000, id: nameRefundPart(first, 1200) },
      { attemptId: 'second', amountCents: 200, cents: 200, id: nameRefundPart(second, 1200) },
    ]);
  });

  it('leaves a payment alone of which nothing is left', () => {
    const paid = [{ fact: first, leftCents: 0 }, ...PAID.slice(1)];
    expect(
      splitRefund(paid, 300, { key: undefined, isAll: false }).map(({ attemptId }) => attemptId),
    ).toEqual(['second']);
  });
});

it('all of it is all that each payment has left, whatever that is by then', () => {
  expect(takenOf(2200, { isAll: true })).toEqual(
    [
      ['first', 1000],
      ['second', 500],
      ['third', 700],
    ].map(([attemptId, cents]) => ({
      ...{ attemptId, amountCents: null, cents, id: nameRefundWhole(String(attemptId)) },
    })),
  );
});

it('of a difference with a name of its own it is that amount, also where it is all that is left', () => {
  expect(
    takenOf(2200, { isAll: true, key: 'difference' }).map(({ amountCents, id }) => [amountCents, id]),
  ).toEqual([
    [1000, nameRefundPart(first, 2200, 'difference')],
    [500, nameRefundPart(second, 2200, 'difference')],
    [700, nameRefundPart(third, 2200, 'difference')],
  ]);
});
