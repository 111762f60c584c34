// A walk-in sale before it is an order.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { changed, newSale, placeSale, refusalOf } from './sale.ts';

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
    expect(refusalOf({ ...sale, phone: '(11) 9876-543' })).toContain('pelo menos 10 dígitos');
    expect(refusalOf({ ...sale, phone: '(11) 9876-5432' })).toBeNull();
    expect(refusalOf({ ...sale, phone: 'sem' })).toBeNull();
  });
});

describe('a sale that is placed', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answered = { order: sampleOrder(), trackingToken: 't', more: 'not kept' };
  const asked: { path: string; body: unknown }[] = [];
  const server = () => {
    asked.length = 0;
    vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
      asked.push({ path, body: JSON.parse(body) });
      return Promise.resolve(Response.json(answered));
    });
  };

  it('says its choices, what it should cost and who bought, and no price of its own', async () => {
    server();
    const sale = changed(newSale(), {
      items: [item],
      phone: '(11) 98765-4321',
      consumptionType: 'local',
      observations: 'sem canudo',
    });
    const { priceCents: _seen, ...choices } = item;
    expect(await placeSale(sale, 3200)).toEqual({ order: answered.order, trackingToken: 't' });
    expect(asked).toEqual([
      {
        path: '/api/staff/orders',
        body: {
          id: sale.id,
          consumptionType: 'local',
          observations: 'sem canudo',
          customerPhone: '11987654321',
          expectedTotalCents: 3200,
          items: [choices],
        },
      },
    ]);
  });

  it('is of nobody without a phone, to take away and without a word', async () => {
    server();
    await placeSale(changed(newSale(), { items: [item] }), 3200);
    expect(asked[0]?.body).toMatchObject({
      customerPhone: null,
      consumptionType: 'takeaway',
      observations: '',
    });
  });

  it('is not placed twice', async () => {
    server();
    const placed = { order: sampleOrder(), trackingToken: 'first' };
    expect(await placeSale({ ...changed(newSale(), { items: [item] }), placed }, 3200)).toBe(placed);
    expect(asked).toEqual([]);
  });
});
