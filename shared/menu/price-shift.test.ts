// Where many prices come to when one amount or share is put on all of them.
import { describe, expect, it } from 'vitest';
import { ENTRY_KINDS, ENTRY_SCHEMAS } from './menu.ts';
import { isPriced, PRICE_CENTS_MIN, shiftPrice, type PricedKind } from './price-shift.ts';

const PRICE_CENTS_MAX = 1_000_000;

const add = (before: number, cents: number, kind: PricedKind = 'toppings') =>
  shiftPrice(kind, before, { by: 'cents', cents });
const share = (before: number, hundredths: number, kind: PricedKind = 'toppings') =>
  shiftPrice(kind, before, { by: 'percent', hundredths });

describe('an amount on a price', () => {
  it.each([
    ['is added', 200, 50, 250, null],
    ['is taken away', 200, -50, 150, null],
    ['comes down to the lowest price', 200, -200, 0, null],
    ['never goes below it', 200, -201, 0, 'min'],
    ['comes up to the highest', PRICE_CENTS_MAX - 1, 1, PRICE_CENTS_MAX, null],
    ['never goes above it', PRICE_CENTS_MAX - 1, 2, PRICE_CENTS_MAX, 'max'],
  ])('%s', (_name, before, cents, afterCents, bound) => {
    expect(add(before, cents)).toEqual({ beforeCents: before, afterCents, bound });
  });

  it.each(['sizes', 'products', 'wholesaleProducts'] as const)('leaves one centavo to %s', (kind) => {
    expect(add(200, -199, kind)).toMatchObject({ afterCents: 1, bound: null });
    expect(add(200, -200, kind)).toMatchObject({ afterCents: 1, bound: 'min' });
  });
});

describe('a share of a price', () => {
  it.each([
    ['just below half a centavo is rounded down', 149, 10_00, 164],
    ['half a centavo is rounded up', 250, 10_20, 276],
    ['half a centavo up too when it goes down', 250, -10_20, 225],
    ['ten percent', 2500, 10_00, 2750],
    ['seven and a half percent', 1000, 7_50, 1075],
    ['all of it', 1000, -100_00, 0],
    ['nothing of nothing', 0, 50_00, 0],
  ])('%s', (_name, before, hundredths, afterCents) => {
    expect(share(before, hundredths)).toEqual({ beforeCents: before, afterCents, bound: null });
  });

  it('never goes below the lowest price', () => {
    expect(share(1000, -100_00, 'sizes')).toMatchObject({ afterCents: 1, bound: 'min' });
    expect(share(1000, -250_00)).toMatchObject({ afterCents: 0, bound: 'min' });
  });
});

describe('the bounds of a price', () => {
  it('are those of the schemas, for every kind that has a price and no other', () => {
    for (const kind of ENTRY_KINDS) {
      const { shape } = ENTRY_SCHEMAS[kind];
      expect(isPriced(kind)).toBe('priceCents' in shape);
      if (!isPriced(kind) || !('priceCents' in shape)) continue;
      const takes = (cents: number) => shape.priceCents.safeParse(cents).success;
      const min = PRICE_CENTS_MIN[kind];
      expect([min - 1, min, PRICE_CENTS_MAX, PRICE_CENTS_MAX + 1].map(takes)).toEqual([
        false,
        true,
        true,
        false,
      ]);
    }
  });
});
