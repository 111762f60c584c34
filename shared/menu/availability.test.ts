import { describe, expect, it } from 'vitest';
import { sampleCatalog } from '../order/sample.ts';
import { isAvailable, nextReturnMs, UNTIL_FURTHER_NOTICE_MS } from './availability.ts';
import { publicMenu } from './snapshot.ts';

describe('what can be ordered', () => {
  it.each([
    [true, null, 5_000, true],
    [false, null, 5_000, false],
    [true, 5_000, 4_999, false],
    [true, 5_000, 5_000, true],
    [true, 5_000, 5_001, true],
    [false, 5_000, 5_001, false],
    [true, UNTIL_FURTHER_NOTICE_MS, 5_000, false],
  ])('switched on %s, sold out until %j, at %i: %s', (active, soldOutUntilMs, nowMs, available) => {
    expect(isAvailable({ active, soldOutUntilMs }, nowMs)).toBe(available);
  });

  it('is gone until further notice to the last instant that a clock can tell', () => {
    expect(UNTIL_FURTHER_NOTICE_MS).toBe(8_640_000_000_000_000);
    expect(new Date(UNTIL_FURTHER_NOTICE_MS + 1).getTime()).toBeNaN();
  });
});

describe('the next that comes back', () => {
  const KINDS = ['sizes', 'bases', 'iceCreams', 'toppings', 'products'] as const;
  const empty = { sizes: [], bases: [], iceCreams: [], toppings: [], products: [] };
  const until = (...times: (number | null)[]) => times.map((soldOutUntilMs) => ({ soldOutUntilMs }));

  it.each(KINDS)('is looked for among %s', (kind) => {
    expect(nextReturnMs({ ...empty, [kind]: until(null, 9_000, 7_000, 8_000) }, 5_000)).toBe(7_000);
  });

  it('is the first of all kinds', () => {
    expect(nextReturnMs({ ...empty, sizes: until(9_000), products: until(6_000, 7_000) }, 5_000)).toBe(6_000);
  });

  it.each([
    [4_999, 5_000],
    [5_000, Number.POSITIVE_INFINITY],
    [5_001, Number.POSITIVE_INFINITY],
  ])('lies after now: at %i it is %d', (nowMs, next) => {
    expect(nextReturnMs({ ...empty, bases: until(5_000, null) }, nowMs)).toBe(next);
  });
});

describe('what customers see of the menu', () => {
  it('is what is switched on, with what is sold out marked, and no more', () => {
    const { sizes, bases, iceCreams, categories, products, ...rest } = publicMenu(sampleCatalog(), 4_999);
    expect(bases).toEqual([
      { id: 'acai', name: 'Açaí', position: 0, description: null, color: null, soldOut: false },
    ]);
    expect(iceCreams.map(({ id, soldOut }) => [id, soldOut])).toEqual([
      ['ninho', false],
      ['morango', false],
      ['uva', true],
    ]);
    expect(categories).toEqual([{ id: 'classicas', name: 'Clássicas', description: null, position: 0 }]);
    expect(sizes).toMatchObject([
      { id: 'p', priceCents: 1_500, maxToppings: 2 },
      { id: 'g', priceCents: 2_500, maxToppings: 4 },
    ]);
    expect(products.map(({ id }) => id)).toEqual(['taca', 'livre', 'agua']);
    expect(rest).toMatchObject({ cupsEnabled: true, discountPercent: 10 });
    expect(rest.toppings).toHaveLength(4);
    expect(JSON.stringify({ sizes, bases, iceCreams, products, rest })).not.toMatch(
      /"active"|"soldOutUntilMs"/,
    );
  });

  it('is there again at the very instant, and holds no category that is off', () => {
    const catalog = sampleCatalog({ enableTacaMontada: false, specialDiscountPercent: 0 });
    const categories = catalog.categories.map((one) => ({ ...one, active: false }));
    const menu = publicMenu({ ...catalog, categories }, 5_000);
    expect(menu.iceCreams.map(({ soldOut }) => soldOut)).toEqual([false, false, false]);
    expect(menu).toMatchObject({ categories: [], cupsEnabled: false, discountPercent: 0 });
  });
});
