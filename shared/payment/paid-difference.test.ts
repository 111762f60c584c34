import { describe, expect, it } from 'vitest';
import { payDifference } from '../order/change-lines.ts';
import type { LineChange, Order, PaidDifference, Tender } from '../order/order.ts';
import { sampleOrder } from '../order/sample.ts';
import { paidDifferencesOf, provedPartsOf, withPaidDifference } from './paid-difference.ts';

const change = (id: string, paid?: PaidDifference[]): LineChange => ({
  ...{ id, atMs: 1, addedIds: [], takenOff: [], inKitchen: true },
  ...(paid && { paid }),
});
const paid = (id: string, attemptId = 'a'): PaidDifference => ({
  ...{ id, cents: 500, atMs: 2 },
  proved: { attemptId, method: 'pix' },
});
const tender = (id: string, proved?: Tender['proved']): Tender => ({
  ...{ id, method: 'pix_manual', card: null, cents: 700, receivedCents: null, atMs: 1 },
  ...(proved && { proved }),
});
const names = (order: Order) => provedPartsOf(order).map(({ id }) => id);

describe('the money of an order that is with the provider', () => {
  it('is each part that is proved, and each difference that was paid there', () => {
    const proved = { attemptId: 'b', method: 'credit_card' } as const;
    const tenders = [tender('by hand'), tender('part', proved)];
    const changes = [change('1', [paid('first')]), change('2'), change('3', [paid('second'), paid('third')])];
    expect(provedPartsOf({ tenders, changes })[0]).toEqual({ id: 'part', cents: 700, proved });
    expect(provedPartsOf({ tenders, changes }).map(({ id }) => id)).toEqual([
      'part',
      'first',
      'second',
      'third',
    ]);
    expect(paidDifferencesOf({ changes })).toEqual([paid('first'), paid('second'), paid('third')]);
    expect(provedPartsOf(sampleOrder())).toEqual([]);
  });

  it('stands with the last change when it comes, and in its own place when another payment brings it', () => {
    const order = sampleOrder({ changes: [change('1', [paid('x')]), change('2')] });
    const more = withPaidDifference(order, paid('y'));
    expect(more.changes).toEqual([change('1', [paid('x')]), change('2', [paid('y')])]);
    const again = withPaidDifference(more, paid('x', 'another'));
    expect(again.changes).toEqual([change('1', [paid('x', 'another')]), change('2', [paid('y')])]);
    expect(order.changes?.[1]).not.toHaveProperty('paid');
    expect(() => withPaidDifference(sampleOrder(), paid('x'))).toThrow('never changed');
  });
});

describe('[O45] a difference that a payment of the provider pays', () => {
  const owing = (changes: Partial<Order> = {}): Order =>
    sampleOrder({
      ...{ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' },
      ...{ balanceCents: 500, changes: [change('1')], ...changes },
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
    if (order !== null) expect(names(order)).toEqual(['p']);
  });

  it.each([
    ['is called off', { status: 'CANCELLED' }],
    ['owes nothing', { balanceCents: undefined }],
    ['is owed money', { balanceCents: -500 }],
    ['never changed', { changes: undefined }],
  ] as const)('is none of an order that %s', (_case, changes) => {
    expect(pay(owing(changes as Partial<Order>))).toBe(null);
  });

  it('keeps the way of the order, and is that way where nothing was paid before', () => {
    expect(pay(owing())).toMatchObject({ paymentMethod: 'cash', updatedAtMs: 9 });
    expect(pay(owing({ paymentMethod: null }))).toMatchObject({ paymentMethod: 'pix_manual' });
  });
});
