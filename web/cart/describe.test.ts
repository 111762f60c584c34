// A cart item in words and as a drawing, kind by kind.
import { describe as suite, expect, it } from 'vitest';
import { parseCart, readyItem, type CartItem } from './cart.ts';
import { cupLabel, describe, toppingsCount, toppingsLine } from './describe.ts';
import { sampleItem, sampleMenu } from './sample.ts';

const menuWith = (id: string, changes: object) => ({
  ...sampleMenu,
  products: sampleMenu.products.map((one) => (one.id === id ? { ...one, ...changes } : one)),
});
const plain: CartItem = { ...sampleItem, toppings: [] };

suite('an item is called', () => {
  it.each<[string, CartItem, string, string[]]>([
    ['by its size', sampleItem, 'Açaí Pequeno', ['Açaí', 'Ninho']],
    ['açaí, before a size is chosen', { ...plain, sizeId: null, baseId: null, iceCreamId: null }, 'Açaí', []],
    [
      'by its cup, of which a size says nothing',
      { ...plain, productId: 'livre', sizeId: 'g' },
      'Taça do seu jeito',
      ['Açaí', 'Ninho'],
    ],
    ['by its product', readyItem('x', 'agua', 400), 'Água', []],
    ['a product, once that has left the menu', readyItem('x', 'gone', 400), 'Produto', []],
  ])('%s', (_, item, title, details) => {
    expect(describe(item, sampleMenu)).toMatchObject({ title, details });
  });
});

suite('a product as it comes', () => {
  it('says what comes with it, else what is written of it; one that is built says what was chosen', () => {
    const described = { description: 'Com três bolas', accompaniments: [] as string[] };
    const split = readyItem('x', 'split', 2200);
    expect(describe(split, menuWith('split', described)).details).toEqual(['Com três bolas']);
    const served = { ...described, accompaniments: ['Calda', 'Farofa'] };
    expect(describe(split, menuWith('split', served)).details).toEqual(['Calda e Farofa']);
    expect(describe({ ...plain, productId: 'livre' }, menuWith('livre', served)).details).toEqual([
      'Açaí',
      'Ninho',
    ]);
  });

  it('is drawn in its vessel', () => {
    expect(describe(sampleItem, sampleMenu).cup.shape).toBe('copo');
    expect(describe({ ...plain, productId: 'livre' }, sampleMenu).cup.shape).toBe('taca');
    expect(describe(readyItem('x', 'split', 2200), sampleMenu).cup.shape).toBe('tigela');
    expect(describe(readyItem('x', 'agua', 400), sampleMenu).cup.shape).toBe('bebida');
  });

  it('is as tall as its size says, by price, whatever order the sizes are in', () => {
    const sizeOf = (sizeId: string, menu = sampleMenu) => describe({ ...plain, sizeId }, menu).cup.size;
    expect([sizeOf('p'), sizeOf('g')]).toEqual([0, 1]);
    const turned = { ...sampleMenu, sizes: [...sampleMenu.sizes].reverse() };
    expect([sizeOf('p', turned), sizeOf('g', turned)]).toEqual([0, 1]);
    expect(sizeOf('g', { ...sampleMenu, sizes: sampleMenu.sizes.slice(1) })).toBe(1);
  });

  it('is drawn by what its toppings are', () => {
    expect(describe(sampleItem, sampleMenu).cup.toppings).toMatchObject([
      { form: 'banana', color: '#fbe28c', layer: 'BOTTOM' },
      { form: 'sauce', color: '#5a301c', layer: 'TOP' },
    ]);
  });
});

it('one flavour is said plainly, two as halves', () => {
  expect(describe(plain, sampleMenu).details).toEqual(['Açaí', 'Ninho']);
  const halves = { ...plain, meioAMeio: true, secondaryIceCreamId: 'coco' };
  expect(describe(halves, sampleMenu).details).toEqual(['Açaí', 'Meio a meio: Ninho / Coco']);
});

it('layers are said from the bottom up, each with what lies in it, and none of them when there is nothing', () => {
  const toppings = [
    { id: 'nutella', layer: 'TOP' as const },
    { id: 'banana', layer: 'BOTTOM' as const },
    { id: 'granola', layer: 'BOTTOM' as const },
  ];
  expect(toppingsLine(describe({ ...plain, toppings }, sampleMenu))).toBe(
    'Fundo: Banana e Granola · Topo: Creme de avelã',
  );
  expect(toppingsLine(describe(plain, sampleMenu))).toBe('Sem complementos');
  expect(toppingsCount({ toppings })).toBe('3 complementos');
  expect(toppingsCount({ toppings: toppings.slice(0, 1) })).toBe('1 complemento');
});

it('each thing that cannot be had is said once', () => {
  const twice = [
    { id: 'kiwi', layer: 'TOP' as const },
    { id: 'kiwi', layer: 'BOTTOM' as const },
    { id: 'gone', layer: 'TOP' as const },
  ];
  expect(describe({ ...plain, baseId: 'gone', toppings: twice }, sampleMenu).unavailable).toEqual([
    'item que saiu do cardápio',
    'Kiwi',
  ]);
  expect(describe(sampleItem, sampleMenu).unavailable).toEqual([]);
  expect(describe(readyItem('x', 'agua', 400), { ...sampleMenu, cupsEnabled: false }).unavailable).toEqual(
    [],
  );
});

it('a cup without anything in it is said to be empty', () => {
  const nothing = { ...plain, sizeId: null, baseId: null, iceCreamId: null };
  expect(cupLabel(describe(nothing, sampleMenu))).toBe('Açaí, ainda vazio');
});

it('a stored cart holds forty items, as an order does', () => {
  const of = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, at) => ({ ...plain, id: String(at) })));
  expect(parseCart(of(40))).toHaveLength(40);
  expect(parseCart(of(41))).toBeNull();
});
