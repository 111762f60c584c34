// What a product is, and what keeps it from being bought.
import { describe, expect, it } from 'vitest';
import { sampleCatalog } from '../order/sample.ts';
import { cupToppingsMax, isBuilt, isCup } from './cup.ts';
import { obstacleOf, PRODUCT_KINDS, productKindOf, type ProductKind } from './product-kind.ts';

const kinds = Object.keys(PRODUCT_KINDS) as ProductKind[];

describe('what a product is', () => {
  it.each(kinds)('%s is read again from what is stored of it', (kind) => {
    expect(productKindOf(PRODUCT_KINDS[kind])).toBe(kind);
  });

  it('is a drink also where its fields say how cups are made', () => {
    expect(productKindOf({ productType: 'PRONTO', cupMode: 'escolha' })).toBe('ready');
    expect(isBuilt({ productType: 'ACAI_MONTADO', cupMode: 'escolha' })).toBe(false);
  });

  it('is a cup, or built, as its kind says', () => {
    expect(kinds.filter((kind) => isCup(PRODUCT_KINDS[kind]))).toEqual(['ready-cup', 'built-cup']);
    expect(kinds.filter((kind) => isBuilt(PRODUCT_KINDS[kind]))).toEqual(['built-cup']);
  });
});

it('a built cup takes as many toppings as the largest size, and three where there is no size', () => {
  expect(cupToppingsMax([{ maxToppings: 2 }, { maxToppings: 8 }, { maxToppings: 5 }])).toBe(8);
  expect(cupToppingsMax([{ maxToppings: 0 }])).toBe(0);
  expect(cupToppingsMax([])).toBe(3);
});

describe('what keeps a product from being bought', () => {
  const obstacles = (catalog = sampleCatalog()) =>
    kinds.map((kind) => obstacleOf(PRODUCT_KINDS[kind], catalog));
  const off = <T extends object>(entries: T[]) => entries.map((one) => ({ ...one, active: false }));

  it('is nothing in a shop that sells cups and has what they are built from', () => {
    expect(obstacles()).toEqual([null, null, null, null]);
  });

  it('is that cups are switched off', () => {
    expect(obstacles(sampleCatalog({ enableTacaMontada: false }))).toEqual([
      null,
      'cups-off',
      'cups-off',
      null,
    ]);
  });

  it('is that there is no base, or no ice cream, to build it from', () => {
    const catalog = sampleCatalog();
    expect(obstacles({ ...catalog, bases: off(catalog.bases) })).toEqual([null, null, 'no-base', null]);
    expect(obstacles({ ...catalog, iceCreams: off(catalog.iceCreams) })).toEqual([
      null,
      null,
      'no-ice-cream',
      null,
    ]);
  });
});
