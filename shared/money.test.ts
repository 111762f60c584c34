import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { discountOf, formatAmount, formatCents, parseCents } from './money.ts';

describe('money as people read it', () => {
  it.each([
    [0, '0,00'],
    [5, '0,05'],
    [50, '0,50'],
    [99, '0,99'],
    [100, '1,00'],
    [99_999, '999,99'],
    [100_000, '1.000,00'],
    [123_456, '1.234,56'],
    [12_345_678, '123.456,78'],
    [100_000_000, '1.000.000,00'],
    [123_456_789_012, '1.234.567.890,12'],
    [-5, '-0,05'],
    [-250, '-2,50'],
    [-99_999, '-999,99'],
    [-123_456, '-1.234,56'],
  ])('writes %i centavos as %s, with the sign before the currency', (cents, amount) => {
    expect(formatAmount(cents)).toBe(amount);
    expect(formatCents(cents)).toBe(cents < 0 ? `-R$ ${amount.slice(1)}` : `R$ ${amount}`);
  });
});

it.each([formatCents, formatAmount])(
  'has no nothing below nothing: what is taken off as 0 reads as 0',
  (textOf) => {
    expect(textOf(-0)).toBe(textOf === formatCents ? 'R$ 0,00' : '0,00');
  },
);

describe('money as people type it', () => {
  it.each([
    ['0', 0],
    ['12', 1200],
    ['12,5', 1250],
    ['12,05', 1205],
    ['R$ 1.234,56', 123_456],
    ['R$1.234,5', 123_450],
    ['1.234.567,89', 123_456_789],
    [' 1 234,56 ', 123_456],
    ['1234,56', 123_456],
    ['12.5', 1250],
    ['12.50', 1250],
    ['999999999', 99_999_999_900],
    ['', null],
    ['R$', null],
    [',50', null],
    ['.50', null],
    ['12,', null],
    ['12.', null],
    ['-3', null],
    ['1,234', null],
    ['1.234', null],
    ['1.234.567', null],
    ['1.23,4', null],
    ['1,2,3', null],
    ['1234567890', null],
    ['12,50x', null],
    ['x12,50', null],
    ['abc', null],
  ])('reads %j as %j', (text, cents) => expect(parseCents(text)).toBe(cents));

  it('reads back every amount that it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        expect(parseCents(formatCents(cents))).toBe(cents);
        expect(parseCents(formatAmount(cents))).toBe(cents);
      }),
    );
  });
});

describe('a discount', () => {
  it.each([
    [1000, 0, 0],
    [1000, 10, 100],
    [1000, 100, 1000],
    // Below, at and above half a centavo.
    [4, 10, 0],
    [5, 10, 1],
    [6, 10, 1],
    [15, 10, 2],
    [25, 50, 13],
    [999, 10, 100],
    [994, 10, 99],
    [995, 0.1, 1],
    // Hundredths of a percent.
    [10_000, 0.01, 1],
    [4_999, 0.01, 0],
    [5_000, 0.01, 1],
    [1000, 33.33, 333],
    // Beyond 0 to 100 it is brought back.
    [1000, 100.01, 1000],
    [1000, 150, 1000],
    [1000, -0.01, 0],
    [1000, -5, 0],
    [0, 50, 0],
  ])('of %i × %d %% is %i', (subtotal, percent, off) => expect(discountOf(subtotal, percent)).toBe(off));

  it('is the exact one, rounded half up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 0, max: 10_000 }),
        (subtotal, hundredths) => {
          const doubled = BigInt(subtotal) * BigInt(hundredths) * 2n;
          expect(discountOf(subtotal, hundredths / 100)).toBe(Number((doubled + 10_000n) / 20_000n));
        },
      ),
    );
  });
});
