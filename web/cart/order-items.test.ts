// What was sold, in words; and the same once more.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { OrderItem } from '@balcao/shared/order/order.ts';
import { describe, expect, it } from 'vitest';
import { describeSold, sameAgain, soldLine, soldLines } from './order-items.ts';
import { sampleMenu } from './sample.ts';

// Grande, Açaí, half Ninho and half Morango, Banana below and Nutella above.
const { items } = sampleOrder();
const [sold] = items;
if (!sold) throw new Error('the sample order has an item');
const item = (changes: Partial<OrderItem>): OrderItem => ({ ...sold, ...changes });

describe('items that were sold', () => {
  it('are one line with a number where the same words tell of them, in the order of the sale', () => {
    const large = item({ id: 'two' });
    const small = item({ id: 'three', sizeName: 'Pequeno' });
    const lines = soldLines([sold, small, large], sampleMenu);
    expect(lines.map(({ title }) => title)).toEqual(['2× Açaí Grande', 'Açaí Pequeno']);
    expect(lines[0]).toMatchObject({ line: soldLine(describeSold(sold, sampleMenu)) });
    expect(soldLines([], null)).toEqual([]);
  });

  it('are two lines where they differ in what was chosen alone', () => {
    const other = item({ id: 'two', toppings: [] });
    const lines = soldLines([sold, other, { ...other, id: 'three' }], sampleMenu);
    expect(lines.map(({ title, line }) => `${title}: ${line}`)).toEqual([
      'Açaí Grande: Açaí · Meio a meio: Ninho / Morango · Fundo: Banana · Topo: Nutella',
      '2× Açaí Grande: Açaí · Meio a meio: Ninho / Morango',
    ]);
  });
});

describe('an item that was sold', () => {
  it('says size, base, both flavours and each layer', () => {
    const said = describeSold(sold, sampleMenu);
    expect(said.title).toBe('Açaí Grande');
    expect(soldLine(said)).toBe('Açaí · Meio a meio: Ninho / Morango · Fundo: Banana · Topo: Nutella');
  });

  it('of one flavour says that one, of a product its name first and its size after', () => {
    const said = describeSold(
      item({ productName: 'Taça do seu jeito', secondaryIceCreamName: null, toppings: [] }),
      sampleMenu,
    );
    expect(said.title).toBe('Taça do seu jeito');
    expect(soldLine(said)).toBe('Grande · Açaí · Ninho');
  });

  it.each<[string, Partial<OrderItem>, string]>([
    ['an açaí', { productName: null }, 'copo'],
    ['a cup that was built', { productName: 'Outra', baseName: 'Açaí' }, 'taca'],
    ['a cup as it comes', { productName: 'Banana split', baseName: null }, 'tigela'],
    ['a milk-shake', { productName: 'Milk-shake de Açaí', baseName: null }, 'shake'],
    ['a drink', { productName: 'Água', baseName: null }, 'bebida'],
  ])('is drawn in what it is served in: %s', (_, changes, shape) => {
    expect(describeSold(item(changes), sampleMenu).cup.shape).toBe(shape);
  });

  it.each<[string, Partial<OrderItem>, string | null]>([
    ['as it came: its photo', { productName: 'Taça Real', baseName: null }, 'photo'],
    ['as one chose it: drawn, for the photo is of another', { productName: 'Taça Real' }, null],
    ['no longer on the menu: drawn', { productName: 'Taça Antiga', baseName: null }, null],
    ['an açaí: drawn', { productName: null }, null],
  ])('is shown %s', (_, changes, image) => {
    const [product] = sampleMenu.products;
    if (!product) throw new Error('the sample menu has a product');
    const menu = { ...sampleMenu, products: [{ ...product, name: 'Taça Real', image: 'photo' }] };
    expect(describeSold(item(changes), menu).image).toBe(image);
    expect(soldLines([item(changes)], menu)[0]?.image).toBe(image);
  });

  it('is drawn in the colours of today’s menu, of each layer what lies in it', () => {
    const { cup } = describeSold(sold, {
      ...sampleMenu,
      toppings: sampleMenu.toppings.map((one) =>
        one.name === 'Banana' ? { ...one, color: '#ffee00' } : one,
      ),
    });
    expect(cup.base).toBe('#4b1d5e');
    expect(cup.size).toBe(1);
    expect(cup.iceCreams).toHaveLength(2);
    expect(cup.toppings.map(({ layer }) => layer)).toEqual(['BOTTOM', 'TOP']);
    expect(cup.toppings[0]).toMatchObject({ color: '#ffee00', form: 'banana' });
  });

  it('of which neither menu nor name tells a colour is drawn in those of açaí and of cream', () => {
    const secret = item({
      baseName: 'Segredo da casa',
      iceCreamName: 'Segredo',
      secondaryIceCreamName: null,
    });
    expect(describeSold(secret, null).cup).toMatchObject({ base: '#55206b', iceCreams: ['#f6e3c5'] });
  });
});

it('the same again is each choice of each item, under a new id', () => {
  let made = 0;
  const again = sameAgain([sold, item({ id: 'two' })], () => `new-${(made += 1)}`);
  expect(again).toEqual(
    ['new-1', 'new-2'].map((id) => ({
      id,
      productId: null,
      sizeId: 'g',
      baseId: 'acai',
      iceCreamId: 'ninho',
      meioAMeio: true,
      secondaryIceCreamId: 'morango',
      toppings: [
        { id: 'banana', layer: 'BOTTOM' },
        { id: 'nutella', layer: 'TOP' },
      ],
      priceCents: 2850,
    })),
  );
});
