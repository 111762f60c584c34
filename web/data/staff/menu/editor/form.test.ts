// Which prices are asked about before they are kept.
import { describe, expect, it } from 'vitest';
import { unusualPrice } from './form.ts';

const asked = (priceCents: number, known: number, others: readonly number[] = []) =>
  unusualPrice(priceCents, { known, others }) !== null;

describe('a price is asked about', () => {
  it.each([
    ['three times the one before', 600, 200, false],
    ['more than three times', 601, 200, true],
    ['a third of it', 200, 600, false],
    ['less than a third', 199, 600, true],
    ['nothing at all', 0, 600, false],
    ['the same', 1_234_56, 1_234_56, false],
  ])('that is %s', (_name, priceCents, known, isAsked) => {
    expect(asked(priceCents, known)).toBe(isAsked);
  });

  it('for the first time by the dearest of its kind, and in an empty menu above R$ 300,00', () => {
    expect(asked(600, 0, [100, 200])).toBe(false);
    expect(asked(1_234_56, 0, [100, 200])).toBe(true);
    expect(asked(50, 0, [1000, 2000])).toBe(false);
    expect(asked(300_00, 0)).toBe(false);
    expect(asked(1_234_56, 0, [0, 0])).toBe(true);
  });
});
