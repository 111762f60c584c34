import { describe, expect, it } from 'vitest';
import { discountOf, formatCents, parseCents } from './money.ts';

describe('money', () => {
  it.each([
    [0, 'R$ 0,00'],
    [5, 'R$ 0,05'],
    [123_456, 'R$ 1.234,56'],
    [100_000_000, 'R$ 1.000.000,00'],
    [-250, '-R$ 2,50'],
  ])('writes %i centavos as %s', (cents, text) => expect(formatCents(cents)).toBe(text));

  it.each([
    ['12', 1200],
    ['12,5', 1250],
    ['R$ 1.234,56', 123_456],
    ['12.50', 1250],
    ['', null],
    ['-3', null],
    ['1,234', null],
    ['abc', null],
  ])('reads %j', (text, cents) => expect(parseCents(text)).toBe(cents));

  it.each([
    [1000, 10, 100],
    [999, 10, 100],
    [995, 0.1, 1],
    [1000, 150, 1000],
    [1000, -5, 0],
  ])('takes %i × %d %% as %i', (subtotal, percent, off) => expect(discountOf(subtotal, percent)).toBe(off));
});
