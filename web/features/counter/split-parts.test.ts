// A part that comes after its screen was left, or beside it.
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { expect, it } from 'vitest';
import { createSplitParts } from './split-parts.ts';

const tender = (id: string, isProved = true): Tender => ({
  id,
  method: isProved ? 'pix_manual' : 'cash',
  card: null,
  cents: 1000,
  receivedCents: null,
  atMs: 1,
  ...(isProved && { proved: { attemptId: '01890a5d-ac96-774b-bcce-b302099a8057', method: 'pix' as const } }),
});
const order = (tenders: Tender[], status: Order['status'] = 'PENDING') => sampleOrder({ status, tenders });
const begin = () => {
  let count = 0;
  return createSplitParts(() => `part-${(count += 1)}`);
};
const left = { isFollowed: false, busy: false };
const followed = { isFollowed: true, busy: false };

it('a code that is paid after somebody went back is told once, and the next part is another one', () => {
  const parts = begin();
  const id = parts.idOf('pix', 1000);
  expect(parts.news(order([]), left)).toBeNull();
  expect(parts.news(order([tender(id)]), left)).toBe('taken');
  expect(parts.news(order([tender(id)]), left)).toBeNull();
  expect(parts.idOf('pix', 1000)).not.toBe(id);
});

it('that also pays the last of it', () => {
  const parts = begin();
  const id = parts.idOf('pix', 1000);
  expect(parts.news(order([tender(id)], 'RECEBIDO'), left)).toBe('paid');
  expect(parts.news(order([tender(id)], 'PREPARING'), left)).toBeNull();
  expect(parts.told(order([tender(id)], 'PREPARING'))).toBeNull();
});

it('while its green stays, the green tells it', () => {
  const parts = begin();
  const id = parts.idOf('pix', 1000);
  expect(parts.news(order([tender(id)], 'RECEBIDO'), followed)).toBeNull();
  // Back within the green.
  expect(parts.news(order([tender(id)], 'RECEBIDO'), left)).toBe('paid');
});

it('another way or another amount is another part; the same asked once more is the same', () => {
  const parts = begin();
  const id = parts.idOf('pix', 1000);
  expect(parts.idOf('pix', 1000)).toBe(id);
  const byHand = parts.idOf('cash', 1000);
  expect(byHand).not.toBe(id);
  expect(parts.idOf('cash', 1001)).not.toBe(byHand);
  // The code of before is paid while another way is on the screen.
  expect(parts.news(order([tender(id)]), followed)).toBe('taken');
});

it('a part that was left is not asked for again', () => {
  const parts = begin();
  const id = parts.idOf('pix', 1000);
  parts.leave();
  expect(parts.idOf('pix', 1000)).not.toBe(id);
  expect(parts.news(order([tender(id)]), followed)).toBe('taken');
});

it('a part by hand whose answer is awaited is told by the answer; where that is lost, by the order', () => {
  const parts = begin();
  const id = parts.idOf('terminal', 1000);
  const taken = order([tender(id, false)]);
  expect(parts.news(taken, { isFollowed: true, busy: true })).toBeNull();
  expect(parts.news(taken, followed)).toBe('taken');
  // The answer comes after all.
  expect(parts.told(taken)).toBeNull();
});

it('what another device took is no news, that it took the last of it is; so is that the order was called off', () => {
  expect(begin().news(order([tender('other')]), left)).toBeNull();
  expect(begin().news(order([tender('other')], 'RECEBIDO'), followed)).toBe('paid');
  expect(begin().news(order([], 'CANCELLED'), left)).toBe('cancelled');
});

it('a part by hand is beside those that were on the screen or in the words of an answer, each said once', () => {
  const parts = begin();
  const both = [tender('a'), tender('b')];
  expect(parts.seen(both)).toEqual([]);
  parts.saw(['a']);
  parts.saw(['b', 'a']);
  expect(parts.seen(both)).toEqual(['a', 'b']);
});

it('of the parts that were seen those alone that stand, and what answers named', () => {
  const parts = begin();
  parts.saw(['a', 'b']);
  expect(parts.seen([tender('b')])).toEqual(['b']);
  // The order as it is known here may be older than the answer.
  parts.heardOf(['c']);
  expect(parts.seen([tender('b')])).toEqual(['c', 'b']);
  parts.heardOf(['d', 'b']);
  expect(parts.seen([tender('b')])).toEqual(['b', 'd', 'c']);
});

it('a part by hand that is asked about as its own code is, said once more, another one beside it', () => {
  const parts = begin();
  const id = parts.idOf('pix', 1000);
  parts.heardOf(['other']);
  expect(parts.idOf('pix', 1000)).toBe(id);
  parts.heardOf([id]);
  const next = parts.idOf('pix', 1000);
  expect(next).not.toBe(id);
  // Sent again because its answer was lost.
  expect(parts.idOf('pix', 1000)).toBe(next);
  expect(parts.seen([])).toEqual([id, 'other']);
  // What is paid to that code all the same is told.
  expect(parts.news(order([tender(id)]), left)).toBe('taken');
});

it.each([29, 30, 31])('never more than the store takes, with %i parts that came and went', (count) => {
  const parts = begin();
  const ids = Array.from({ length: count }, (_, at) => `old-${at}`);
  parts.saw(ids);
  parts.heardOf(['new']);
  expect(parts.seen([])).toEqual(['new']);
  expect(parts.seen(ids.map((id) => tender(id)))).toHaveLength(30);
});
