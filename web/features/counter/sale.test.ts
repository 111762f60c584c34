// A walk-in sale before it is an order.
import { describe, expect, it } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { changed, newSale, refusalOf } from './sale.ts';

const item = {
  id: 'a',
  productId: 'taca',
  sizeId: null,
  baseId: null,
  iceCreamId: null,
  meioAMeio: false,
  secondaryIceCreamId: null,
  toppings: [],
  priceCents: 3200,
};

describe('a walk-in sale', () => {
  it('keeps its id while it is put together, so that sending it twice makes one order', () => {
    const sale = newSale();
    expect(changed(sale, { items: [item] }).id).toBe(sale.id);
  });

  it('is another order once it was placed and then changed', () => {
    const placed = {
      ...changed(newSale(), { items: [item] }),
      placed: { order: sampleOrder(), trackingToken: 't' },
    };
    const next = changed(placed, { consumptionType: 'local' });
    expect(next.id).not.toBe(placed.id);
    expect(next.placed).toBeNull();
  });

  it('needs an item and no phone, but a phone must be whole', () => {
    expect(refusalOf(newSale())).toBe('Carrinho vazio');
    const sale = changed(newSale(), { items: [item] });
    expect(refusalOf(sale)).toBeNull();
    expect(refusalOf({ ...sale, phone: '(11) 9876' })).toContain('pelo menos 10 dígitos');
  });
});
