import { expect, it } from 'vitest';
import type { GivenBack, LineChange } from '../order/order.ts';
import { sampleOrder } from '../order/sample.ts';
import { givenBackOf, handedBackCents, withGivenBack } from './given-back.ts';

const change = (id: string): LineChange => ({ id, atMs: 1, addedIds: [], takenOff: [], inKitchen: true });
const way = (method: GivenBack['method'], cents: number, card: GivenBack['card'] = null): GivenBack => ({
  method,
  card,
  cents,
});

it('keeps what went back with the last change, and sums it up by way, first to last', () => {
  const changed = sampleOrder({ changes: [change('a')] });
  const once = withGivenBack(changed, [way('cash', 360), way('pix', 100)]);
  const later = { ...once, changes: [...(once.changes ?? []), change('b')] };
  const twice = withGivenBack(later, [way('terminal', 50, 'debito'), way('cash', 40), way('terminal', 7)]);
  expect(twice.changes?.map(({ givenBack }) => givenBack?.length)).toEqual([2, 3]);
  expect(givenBackOf(twice)).toEqual([
    way('cash', 400),
    way('pix', 100),
    way('terminal', 50, 'debito'),
    way('terminal', 7),
  ]);
  expect(handedBackCents(twice)).toBe(457);
});

it('keeps what went back before of the same change', () => {
  const once = withGivenBack(sampleOrder({ changes: [change('a')] }), [way('cash', 360)]);
  expect(givenBackOf(withGivenBack(once, [way('pix', 40)]))).toEqual([way('cash', 360), way('pix', 40)]);
});

it('leaves an order as it is of which nothing went back, or that was never changed', () => {
  const order = sampleOrder();
  expect(withGivenBack(order, [way('cash', 1)])).toBe(order);
  expect(givenBackOf(order)).toEqual([]);
  const changed = sampleOrder({ changes: [change('a')] });
  expect(withGivenBack(changed, [])).toBe(changed);
  expect(handedBackCents(changed)).toBe(0);
});
