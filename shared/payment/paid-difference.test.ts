import { describe, expect, it } from 'vitest';
import { payDifference } from '../order/change-lines.ts';
import type { Order, PaidDifference, Tender } from '../order/order.ts';
import { sampleOrder } from '../order/sample.ts';
import { isPaidInParts, provedPartsOf, withPaidDifference } from './paid-difference.ts';

const paid = (id: string, attemptId = 'a'): PaidDifference => ({
  ...{ id, cents: 500, atMs: 2 },
  proved: { attemptId, method: 'pix' },
});
const tender = (id: string, proved?: Tender['proved']): Tender => ({
  ...{ id, method: 'pix_manual', card: null, cents: 700, receivedCents: null, atMs: 1 },
  ...(proved && { proved }),
});

describe('the money of an order that is with the provider', () => {
  it('is each part that is proved, and each difference that was paid there', () => {
    const proved = { attemptId: 'b', method: 'credit_card' } as const;
    const tenders = [tender('by hand'), tender('part', proved)];
    const parts = provedPartsOf({ tenders, paidDifferences: [paid('first'), paid('second')] });
    expect(parts).toEqual([{ id: 'part', cents: 700, proved }, paid('first'), paid('second')]);
    expect(provedPartsOf(sampleOrder())).toEqual([]);
  });

  it.each([
    [{}, false],
    [{ tenders: [tender('by hand')] }, true],
    [{ paidDifferences: [paid('x')] }, true],
  ])('of %j came in parts: %s', (money, isInParts) => {
    expect(isPaidInParts({ ...sampleOrder(), ...money })).toBe(isInParts);
  });

  it('stands last when it comes, and in its own place when another payment brings it', () => {
    const order = withPaidDifference(sampleOrder(), paid('x'));
    const more = withPaidDifference(order, paid('y'));
    expect(more.paidDifferences).toEqual([paid('x'), paid('y')]);
    const again = withPaidDifference(more, paid('x', 'another'));
    expect(again.paidDifferences).toEqual([paid('x', 'another'), paid('y')]);
    expect(order.paidDifferences).toEqual([paid('x')]);
  });
});

describe('[O45] a difference that a payment of the provider pays', () => {
  const owing = (changes: Partial<Order> = {}): Order =>
    sampleOrder({
      ...{ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' },
      ...{ balanceCents: 500, ...changes },
    });
  const pay = (order: Order, amountCents = 500) =>
    payDifference(order, { part: 'p', attemptId: 'a', method: 'pix', amountCents }, 9);

  it.each([
    [499, 1],
    [500, undefined],
    [501, null],
  ])('of 500 that are owed, by %i: %s are owed then', (amountCents, left) => {
    const order = pay(owing(), amountCents);
    expect(order === null ? null : order.balanceCents).toBe(left);
    if (order !== null)
      expect(order.paidDifferences).toEqual([{ ...paid('p'), cents: amountCents, atMs: 9 }]);
  });

  it.each([
    ['is called off', { status: 'CANCELLED' }],
    ['owes nothing', { balanceCents: undefined }],
    ['is owed money', { balanceCents: -500 }],
  ] as const)('is none of an order that %s', (_case, changes) => {
    expect(pay(owing(changes as Partial<Order>))).toBe(null);
  });

  it('keeps the way of the order, and is that way where nothing was paid before', () => {
    expect(pay(owing())).toMatchObject({ paymentMethod: 'cash', updatedAtMs: 9 });
    expect(pay(owing({ paymentMethod: null }))).toMatchObject({ paymentMethod: 'pix_manual' });
  });
});
