// What several payments of one order mean together, moment by moment: which one pays, which is late, which the store may hear of.
import { describe, expect, it } from 'vitest';
import { isGood, findOrderPayment, mayTell, paidLate } from './order-money.ts';
import { isWholeRefund, type Refund } from './refund.ts';
import { sampleAttempt as attempt, sampleRefund as refund } from './sample.ts';

describe('[P3] money', () => {
  it.each([
    ['approved', null, true],
    ['partially_refunded', null, true],
    ['refunded', null, false],
    ['charged_back', null, false],
    ['in_process', null, false],
    ['approved', 'amount', false],
  ] as const)('that is %s with the difference %s is good: %s', (status, mismatch, good) => {
    expect(isGood(attempt({ status, mismatch }))).toBe(good);
  });

  it.each([
    [{}, true],
    [{ amountCents: 1 }, false],
    [{ state: 'refused' }, false],
    [{ state: 'done' }, true],
    [{ state: 'in-process' }, true],
  ] as const)('goes back whole by the refund %j: %s', (changes, whole) => {
    expect(isWholeRefund(refund(changes))).toBe(whole);
  });
});

describe('[P6] a payment is late', () => {
  const open = attempt({ status: 'pending' });
  it.each([
    ['in time', {}, {}, false, false],
    ['for an order that was called off', {}, {}, true, true],
    ['that was there before its order was called off', { status: 'approved' }, {}, true, false],
    ['that was there, and of which a part went', { status: 'partially_refunded' }, {}, true, false],
    ['of an attempt that had expired over there', { status: 'expired' }, {}, false, true],
    ['of an attempt that was cancelled over there', { status: 'cancelled' }, {}, false, true],
    [
      'of one that was over before the provider knew it',
      { status: 'cancelled', providerPaymentId: null },
      {},
      false,
      false,
    ],
    ['of one that was declined', { status: 'rejected' }, {}, false, false],
    ['at the very end of its code', {}, { providerExpiresAtMs: 200 }, false, false],
    ['a moment after the end of its code', {}, { providerExpiresAtMs: 199 }, false, true],
    ['in the moment of its cancelling', {}, { cancelAskedAtMs: 200 }, false, false],
    ['a moment after its cancelling', {}, { cancelAskedAtMs: 199 }, false, true],
    [
      'after the cancelling and before the end',
      {},
      { cancelAskedAtMs: 199, providerExpiresAtMs: 300 },
      false,
      true,
    ],
    ['at a time that nobody says', {}, { approvedAtMs: null, cancelAskedAtMs: 1 }, false, false],
  ] as const)('or not: %s', (_case, before, now, orderCancelled, late) => {
    expect(paidLate({ ...open, ...before }, attempt(now), orderCancelled)).toBe(late);
  });
});

describe('[P4] the payment that pays the order', () => {
  const first = attempt({ id: 'b', approvedAtMs: 200 });
  const second = attempt({ id: 'a', approvedAtMs: 201 });
  it('is the first that was approved, whichever was heard of first', () => {
    expect(findOrderPayment([first, second], [])?.id).toBe('b');
    expect(findOrderPayment([second, first], [])?.id).toBe('b');
  });
  it('is that of the smaller id where the moments are the same', () => {
    const same = [first, { ...second, approvedAtMs: 200 }];
    expect([findOrderPayment(same, [])?.id, findOrderPayment(same.toReversed(), [])?.id]).toEqual(['a', 'a']);
  });
  it('is judged by its beginning where nobody says when it was approved', () => {
    expect(
      findOrderPayment([first, attempt({ id: 'c', approvedAtMs: null, createdAtMs: 199 })], [])?.id,
    ).toBe('c');
  });
  it('is none that was set aside, is not paid, or goes back because a person asked', () => {
    expect(findOrderPayment([attempt({ mismatch: 'payee' }), attempt({ status: 'pending' })], [])).toBeNull();
    expect(findOrderPayment([first, second], [refund({ attemptId: 'b', reason: 'asked' })])?.id).toBe('a');
    expect(findOrderPayment([first], [refund({ attemptId: 'b', reason: 'asked' })])).toBeNull();
  });
  it('stays the one of which a part goes back, whose refund failed, or that was taken for a second one', () => {
    const kept = (changes: Partial<Refund>) =>
      findOrderPayment([first, second], [refund({ attemptId: 'b', reason: 'asked', ...changes })])?.id;
    expect(kept({ amountCents: 1 })).toBe('b');
    expect(kept({ state: 'refused' })).toBe('b');
    expect(kept({ reason: 'second-approval' })).toBe('b');
  });
});

describe('[P7] the store hears', () => {
  const told = attempt({ id: 'b', paidCommandId: 'c' });
  it('of what brought no money, whatever else there is', () => {
    expect(mayTell(attempt({ status: 'rejected' }), [told], [])).toBe(true);
  });
  it('of a payment while it knows of no other good one', () => {
    expect(mayTell(attempt(), [attempt(), attempt({ id: 'b' })], [])).toBe(true);
    expect(mayTell(attempt(), [attempt(), told], [])).toBe(false);
    expect(mayTell(attempt(), [attempt(), { ...told, status: 'refunded' }], [])).toBe(true);
    expect(mayTell(told, [attempt(), told], [])).toBe(true);
  });
  it('of a second payment only once it went back, unless it was told of it before', () => {
    const back = refund({ attemptId: 'a' });
    expect(mayTell(attempt(), [attempt()], [back])).toBe(false);
    expect(mayTell(attempt({ paidCommandId: 'c' }), [attempt()], [back])).toBe(true);
    expect(mayTell(attempt(), [attempt()], [{ ...back, attemptId: 'b' }])).toBe(true);
    expect(mayTell(attempt(), [attempt()], [{ ...back, reason: 'asked' }])).toBe(true);
    expect(mayTell(attempt(), [attempt()], [{ ...back, state: 'refused' }])).toBe(true);
    expect(mayTell(attempt({ status: 'refunded' }), [attempt()], [back])).toBe(true);
  });
});
