// What stands of an attempt's refunds, from their rows alone: which one a key means, what a person is still to see, what is left.
// Expected by `shared/payment/SPEC.md`, by what the provider takes (nothing for the whole, an amount for a part) and by subtraction.
import { describe, expect, it } from 'vitest';
import type { AttemptRow, RefundRow } from '../schema.ts';
import { allOf, isGoneThere, leftOf, listedUnder, newestUnder, withoutReplaced } from './attempt-refunds.ts';
import { isUnclear } from './reconcile-unanswered.ts';

const KEY = '01900000-0000-7000-8000-0000000000a1';
const OTHER = '01900000-0000-7000-8000-0000000000b2';

const refund = (changes: Partial<RefundRow>): RefundRow => ({
  ...{ storeId: 'store', id: KEY, attemptId: 'attempt', amountCents: 300, reason: 'asked', state: 'sent' },
  ...{ providerRefundId: null, createdAtMs: 1, doneAtMs: null, nextTryAtMs: null, tries: 0, lastError: null },
  ...changes,
});
const attempt = (changes: Partial<AttemptRow> = {}): AttemptRow =>
  ({ id: 'attempt', amountCents: 1000, refundedCents: 0, ...changes }) as AttemptRow;
const refused = (changes: Partial<RefundRow> = {}): RefundRow => refund({ state: 'refused', ...changes });
const byHand = (changes: Partial<RefundRow> = {}): RefundRow => refund({ state: 'done', ...changes });
const there = (changes: Partial<RefundRow> = {}): RefundRow =>
  refund({ state: 'done', doneAtMs: 5, providerRefundId: 'r1', ...changes });
/** One that is called as what takes the place of `before` has to be. */
const inPlaceOf = (before: RefundRow, changes: Partial<RefundRow>): RefundRow =>
  refund({ ...changes, id: newestUnder(before.id, [before]).id });

describe('[P16] [P17] the key of a refund', () => {
  it('is its own until one was refused under it', () => {
    expect(newestUnder(KEY, [])).toEqual({ id: KEY, before: null });
    for (const state of ['planned', 'sent', 'in-process', 'done', 'to-review'] as const) {
      const one = refund({ state });
      expect(newestUnder(KEY, [one])).toEqual({ id: KEY, before: one });
    }
  });

  it('is another one after each refusal, always the same', () => {
    const first = refused();
    const second = inPlaceOf(first, { state: 'refused' });
    const third = newestUnder(KEY, [first, second]);
    expect(third.before).toBe(second);
    expect(new Set([first.id, second.id, third.id]).size).toBe(3);
    expect(newestUnder(KEY, [second, first]).id).toBe(third.id);
    const sent = inPlaceOf(second, { state: 'sent' });
    expect(newestUnder(KEY, [first, second, sent])).toEqual({ id: sent.id, before: sent });
  });

  it('means no refund of another key', () => {
    expect(newestUnder(KEY, [refused({ id: OTHER })])).toEqual({ id: KEY, before: null });
  });
});

describe('[P17] [P18] [P19] what a person is to see', () => {
  const first = refused();
  const second = inPlaceOf(first, { state: 'refused' });

  // Asked for again: that is the one action that ends it ('Pagamentos a resolver').
  it('is not what a newer one took the place of, under way or refused as well', () => {
    expect(withoutReplaced([first, second])).toEqual([second]);
    expect(listedUnder('refund-failed', [first, second])).toEqual([second]);
    const underWay = inPlaceOf(first, { state: 'in-process' });
    expect(listedUnder('refund-failed', [first, underWay])).toEqual([]);
    expect(withoutReplaced([first, underWay])).toEqual([underWay]);
  });

  it('is each other one that was refused, or has no balance', () => {
    const other = refused({ id: OTHER });
    const waiting = inPlaceOf(first, { state: 'to-review' });
    expect(listedUnder('refund-failed', [first, waiting, other])).toEqual([other]);
    expect(listedUnder('refund-no-balance', [first, waiting, other])).toEqual([waiting]);
    for (const state of ['planned', 'sent', 'in-process', 'done'] as const) {
      expect(listedUnder('refund-failed', [refund({ state })])).toEqual([]);
      expect(listedUnder('refund-no-balance', [refund({ state })])).toEqual([]);
    }
  });
});

describe('[P14] [P19] what is left of an attempt', () => {
  it.each<[string, AttemptRow, RefundRow[], number]>([
    ['is all of it before anything went', attempt(), [], 1000],
    ['is without what the provider said went back', attempt({ refundedCents: 250 }), [], 750],
    ['counts what is through there once', attempt({ refundedCents: 300 }), [there()], 700],
    ['is without each part under way', attempt(), [refund({}), refund({ id: OTHER, state: 'planned' })], 400],
    ['is without what waits for balance', attempt(), [refund({ state: 'to-review' })], 700],
    ['is without a part given by hand', attempt(), [byHand()], 700],
    ['is not less by a refused part', attempt(), [refused()], 1000],
    ['is nothing once the whole is under way', attempt(), [refund({ amountCents: null })], 0],
    ['is nothing once the whole was given by hand', attempt(), [byHand({ amountCents: null })], 0],
    ['is nothing once the whole is through', attempt(), [there({ amountCents: null })], 0],
    ['is all of it where the whole was refused', attempt(), [refused({ amountCents: null })], 1000],
  ])('%s', (_what, row, refunds, cents) => {
    expect(leftOf(row, refunds, null)).toBe(cents);
  });

  it.each<[string, RefundRow, number]>([
    ['is there although the rest went whole', there({ id: OTHER, amountCents: null }), 300],
    ['is gone where the whole is under way', refund({ id: OTHER, amountCents: null }), 0],
    ['is gone where a person gave the whole', byHand({ id: OTHER, amountCents: null }), 0],
  ])('of a part that was turned down and is asked for again %s', (_what, whole, cents) => {
    const before = refused();
    expect(leftOf(attempt({ refundedCents: 700 }), [before, whole], before)).toBe(cents);
  });

  it('is asked for in centavos only beside what a person gave: of that the provider knows nothing', () => {
    expect(allOf([], 1000)).toBeNull();
    expect(allOf([there(), refused({ id: OTHER })], 700)).toBeNull();
    expect(allOf([there(), byHand({ id: OTHER })], 400)).toBe(400);
  });
});

describe('[P19] what is left cannot be told', () => {
  it.each<[string, number, RefundRow[], boolean]>([
    ['while more is back than is through, and one is out', 300, [refund({})], true],
    ['while the bank is at that one', 300, [refund({ state: 'in-process' })], true],
    ['while one without balance may have gone', 300, [refund({ state: 'to-review' })], true],
    ['but what is back is what is through', 300, [there(), refund({ id: OTHER })], false],
    ['but a centavo more is back than is through', 301, [there(), refund({ id: OTHER })], true],
    ['but nobody was asked for the other yet', 300, [refund({ state: 'planned' })], false],
    ['but the other one was refused', 300, [refused()], false],
    ['but nothing of it is back', 0, [refund({})], false],
    ['but the whole is through', 1000, [there({ amountCents: null }), refund({ id: OTHER })], false],
    [
      'though a person gave the whole of it',
      300,
      [byHand({ amountCents: null }), refund({ id: OTHER })],
      true,
    ],
    ['though a person gave as much by hand', 300, [byHand(), refund({ id: OTHER })], true],
  ])('%s', (_what, refundedCents, refunds, isSo) => {
    expect(isUnclear(attempt({ refundedCents }), refunds)).toBe(isSo);
  });

  it.each([
    ['with its name and moment', there(), true],
    ['of which the payment alone told', there({ providerRefundId: null }), true],
    ['with its name, of before moments were kept', there({ doneAtMs: null }), true],
    ['that a person gave is in no books there', byHand(), false],
    ['that the bank is at yet', refund({ state: 'in-process', providerRefundId: 'r1' }), false],
  ])('by one that is gone at the provider, as far as it said: one %s', (_what, one, isGone) => {
    expect(isGoneThere(one)).toBe(isGone);
  });
});
