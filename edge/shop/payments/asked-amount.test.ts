// How much of an order somebody is asked to pay online, and of which order nobody is asked anything.
import { describe, expect, it } from 'vitest';
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { askedAmount, askedDifference } from './asked-amount.ts';

const order = (change: Partial<Order> = {}): Order =>
  sampleOrder({ status: 'PENDING', paymentStatus: 'pending', totalCents: 2600, ...change });
const cash = (id: string, cents: number): Tender => ({
  ...{ id, cents, method: 'cash', card: null, receivedCents: null, atMs: 1 },
});
const { id, code } = order();

describe('an order that is to be paid', () => {
  it('is asked for whole', () => {
    expect(askedAmount(order(), null)).toEqual({
      ok: true,
      value: { order: { id, code, totalCents: 2600 }, part: null, isDifference: false },
    });
  });

  it('is asked for by what is left once a part of it is in', () => {
    const begun = order({ tenders: [cash('one', 1000)] });
    expect(askedAmount(begun, null)).toEqual({ ok: false, refusal: { code: 'already-paid' } });
    expect(askedAmount(begun, { id: 'one', cents: 1000 })).toEqual({
      ok: false,
      refusal: { code: 'already-paid' },
    });
    expect(askedAmount(begun, { id: 'two', cents: 1600 })).toEqual({
      ok: true,
      value: { order: { id, code, totalCents: 1600 }, part: 'two', isDifference: false },
    });
    expect(askedAmount(begun, { id: 'two', cents: 1601 })).toEqual({
      ok: false,
      refusal: { code: 'tender-too-much', leftCents: 1600 },
    });
  });

  it.each(['RECEBIDO', 'DELIVERED', 'CANCELLED'] as const)('is none any more once it is %s', (status) => {
    expect(askedAmount(order({ status }), null)).toEqual({
      ok: false,
      refusal: { code: 'order-over', status },
    });
  });

  it('is none once its money came', () => {
    expect(askedAmount(order({ status: 'RECEBIDO', paymentStatus: 'approved' }), null)).toEqual({
      ok: false,
      refusal: { code: 'already-paid' },
    });
  });
});

describe('what a paid order owes', () => {
  const owes = (change: Partial<Order> = {}): Order =>
    order({ status: 'PREPARING', paymentStatus: 'approved', balanceCents: 400, ...change });

  it('is asked for as it stood on the screen', () => {
    expect(askedDifference(owes(), { id: 'more', cents: 400 })).toEqual({
      ok: true,
      value: { order: { id, code, totalCents: 400 }, part: 'more', isDifference: true },
    });
  });

  it.each([399, 401])('is another amount by now: %i is not asked for', (cents) => {
    expect(askedDifference(owes(), { id: 'more', cents })).toEqual({
      ok: false,
      refusal: { code: 'difference-changed', cents: 400 },
    });
  });

  it('is nothing once it was paid, or the order is called off', () => {
    const proved = { id: 'more', cents: 400, atMs: 1, proved: { attemptId: 'a', method: 'pix' } } as const;
    expect(askedDifference(owes({ paidDifferences: [proved] }), { id: 'more', cents: 400 })).toEqual({
      ok: false,
      refusal: { code: 'already-paid' },
    });
    expect(askedDifference(owes({ status: 'CANCELLED' }), { id: 'more', cents: 400 })).toEqual({
      ok: false,
      refusal: { code: 'order-over', status: 'CANCELLED' },
    });
  });
});
