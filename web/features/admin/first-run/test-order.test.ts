// What the first run sells to itself to see money arrive: the least that the menu allows at the moment.
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { describe, expect, it } from 'vitest';
import { findCheapest } from './test-order.ts';

const catalog = sampleCatalog();
const water = { name: 'Água', item: { productId: 'agua' } };
const small = { name: 'Açaí Pequeno', item: { sizeId: 'p', baseId: 'acai', iceCreamId: 'ninho' } };

describe('the cheapest thing that can be sold now', () => {
  it('is a product that comes as it is, or else an açaí of the first of all that it takes', () => {
    expect(findCheapest(catalog, 0)).toMatchObject(water);
    expect(findCheapest({ ...catalog, products: [] }, 0)).toMatchObject(small);
    const sizes = catalog.sizes.map((size) => ({ ...size, priceCents: size.priceCents / 10 }));
    expect(findCheapest({ ...catalog, sizes }, 0)).toMatchObject(small);
  });

  it('is no cup, which may be switched off, and nothing that has run out or is switched off', () => {
    const products = catalog.products.map((one) => ({
      ...one,
      priceCents: one.id === 'agua' ? 1400 : 100,
      soldOutUntilMs: one.id === 'agua' ? 5_000 : null,
    }));
    expect(findCheapest({ ...catalog, products }, 4_999)).toMatchObject(small);
    const sizes = catalog.sizes.map((size) => ({
      ...size,
      active: size.id === 'g',
      priceCents: size.id === 'g' ? size.priceCents : 50,
    }));
    expect(findCheapest({ ...catalog, products, sizes }, 5_000)).toMatchObject(water);
  });

  it('is nothing where nothing can be sold', () => {
    expect(findCheapest({ ...catalog, products: [], iceCreams: [] }, 0)).toBeNull();
    expect(findCheapest({ ...catalog, products: [], bases: [] }, 0)).toBeNull();
  });
});
