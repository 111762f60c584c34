import { describe, expect, it } from 'vitest';
import { MOST_ORDERED_WINDOW_MS, rankOrdered } from './most-ordered.ts';

const item = (productId: string | null, ...toppings: string[]) => ({
  productId,
  toppings: toppings.map((toppingId) => ({
    toppingId,
    name: toppingId,
    category: '' as const,
    layer: 'TOP' as const,
    priceCents: 0,
  })),
});
const orders = (times: number, ...items: ReturnType<typeof item>[]) =>
  Array.from({ length: times }, () => ({ items }));

describe('what is ordered most', () => {
  it('is told by how many orders ask for it, cups and toppings in one list, of the same count by id', () => {
    expect(
      rankOrdered([
        ...orders(6, item('taca', 'mel')),
        ...orders(2, item(null, 'banana', 'mel')),
        ...orders(6, item('agua')),
      ]),
    ).toEqual(['mel', 'agua', 'taca']);
  });

  it.each([
    [4, []],
    [5, ['taca']],
  ])('is not told of %i orders alone: %j', (times, ids) => {
    expect(rankOrdered(orders(times, item('taca')))).toEqual(ids);
  });

  it('counts an order once, however much of it one customer takes', () => {
    expect(rankOrdered([...orders(4, item('taca'), item('taca'), item(null, 'mel', 'mel'))])).toEqual([]);
  });

  it('is told of twenty-four and no more', () => {
    const many = Array.from({ length: 25 }, (_, n) => item(`p${n}`));
    expect(rankOrdered(orders(5, ...many))).toHaveLength(24);
  });

  it('is of the last thirty days', () => {
    expect(MOST_ORDERED_WINDOW_MS).toBe(30 * 24 * 60 * 60 * 1000);
  });
});
