// What a product is.
import { expect, it } from 'vitest';
import { isBuilt, isCup } from './product-kind.ts';

it('only a cup is built, whatever else says how cups are made', () => {
  expect(isCup({ productType: 'TACA_MONTADA' })).toBe(true);
  expect(isBuilt({ productType: 'TACA_MONTADA', cupMode: 'escolha' })).toBe(true);
  expect(isBuilt({ productType: 'TACA_MONTADA', cupMode: 'pronta' })).toBe(false);
  for (const productType of ['PRONTO', 'ACAI_MONTADO'] as const) {
    expect(isCup({ productType })).toBe(false);
    expect(isBuilt({ productType, cupMode: 'escolha' })).toBe(false);
  }
});
