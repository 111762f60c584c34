// A cart item in words and as a drawing, kind by kind.
import { describe, expect, it } from 'vitest';
import { parseCart, readyItem, type CartItem } from './cart.ts';
import { cupLabel, describeItem, toppingsLine } from './describe.ts';
import { sampleItem, sampleMenu } from './sample.ts';

const menuWith = (id: string, changes: object) => ({
  ...sampleMenu,
  products: sampleMenu.products.map((one) => (one.id === id ? { ...one, ...changes } : one)),
});
const plain: CartItem = { ...sampleItem, toppings: [] };

describe('an item is called', () => {
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
    expect(describeItem(item, sampleMenu)).toMatchObject({ title, details });
  });
});

describe('a product as it comes', () => {
  it('says what comes with it, else what is written of it; one that is built says what was chosen', () => {
    const described = { description: 'Com três bolas', accompaniments: [] as string[] };
    const split = readyItem('x', 'split', 2200);
    expect(describeItem(split, menuWith('split', described)).details).toEqual(['Com três bolas']);
    const served = { ...described, accompaniments: ['Calda', 'Farofa'] };
    expect(describeItem(split, menuWith('split', served)).details).toEqual(['Calda e Farofa']);
    expect(describeItem({ ...plain, productId: 'livre' }, menuWith('livre', served)).details).toEqual([
      'Açaí',
      'Ninho',
    ]);
  });

  it('is drawn in its vessel', () => {
    expect(describeItem(sampleItem, sampleMenu).cup.shape).toBe('copo');
    expect(describeItem({ ...plain, productId: 'livre' }, sampleMenu).cup.shape).toBe('taca');
    expect(describeItem(readyItem('x', 'split', 2200), sampleMenu).cup.shape).toBe('tigela');
    expect(describeItem(readyItem('x', 'agua', 400), sampleMenu).cup.shape).toBe('bebida');
  });

  it('of which no colour is known is drawn in those of açaí and of cream', () => {
    const [base, flavour] = [sampleMenu.bases[0]!, sampleMenu.iceCreams[0]!].map((one) => ({
      ...one,
      name: 'Segredo da casa',
      color: null,
    }));
    const menu = { ...sampleMenu, bases: [base!], iceCreams: [flavour!] };
    expect(describeItem(plain, menu).cup).toMatchObject({ base: '#55206b', iceCreams: ['#f6e3c5'] });
  });

  it('is as tall as its size says, by price, whatever order the sizes are in', () => {
    const sizeOf = (sizeId: string, menu = sampleMenu) => describeItem({ ...plain, sizeId }, menu).cup.size;
    expect([sizeOf('p'), sizeOf('g')]).toEqual([0, 1]);
    const turned = { ...sampleMenu, sizes: [...sampleMenu.sizes].reverse() };
    expect([sizeOf('p', turned), sizeOf('g', turned)]).toEqual([0, 1]);
    expect(sizeOf('g', { ...sampleMenu, sizes: sampleMenu.sizes.slice(1) })).toBe(1);
  });

  it('is drawn by what its toppings are', () => {
    expect(describeItem(sampleItem, sampleMenu).cup.toppings).toMatchObject([
      { form: 'banana', color: '#fbe28c', layer: 'BOTTOM' },
      { form: 'sauce', color: '#5a301c', layer: 'TOP' },
    ]);
  });
});

it('one flavour is said plainly, two as halves', () => {
  expect(describeItem(plain, sampleMenu).details).toEqual(['Açaí', 'Ninho']);
  const halves = { ...plain, meioAMeio: true, secondaryIceCreamId: 'coco' };
  expect(describeItem(halves, sampleMenu).details).toEqual(['Açaí', 'Meio a meio: Ninho / Coco']);
});

it('layers are called by name and letter', () => {
  const toppings = (['TOP', 'MIDDLE', 'BOTTOM'] as const).map((layer) => ({ id: 'banana', layer }));
  expect(
    describeItem({ ...plain, toppings }, sampleMenu).layers.map(({ letter, name }) => [letter, name]),
  ).toEqual([
    ['F', 'Fundo'],
    ['M', 'Meio'],
    ['T', 'Topo'],
  ]);
});

it('layers are said from the bottom up, each with what lies in it, and none of them when there is nothing', () => {
  const toppings = [
    { id: 'nutella', layer: 'TOP' as const },
    { id: 'banana', layer: 'BOTTOM' as const },
    { id: 'granola', layer: 'BOTTOM' as const },
  ];
  expect(toppingsLine(describeItem({ ...plain, toppings }, sampleMenu))).toBe(
    'Fundo: Banana e Granola · Topo: Creme de avelã',
  );
  expect(toppingsLine(describeItem(plain, sampleMenu))).toBe('Sem complementos');
});

it('each thing that cannot be had is said once', () => {
  const twice = [
    { id: 'kiwi', layer: 'TOP' as const },
    { id: 'kiwi', layer: 'BOTTOM' as const },
    { id: 'gone', layer: 'TOP' as const },
  ];
  expect(describeItem({ ...plain, baseId: 'gone', toppings: twice }, sampleMenu).unavailable).toEqual([
    'item que saiu do cardápio',
    'Kiwi',
  ]);
  expect(describeItem(sampleItem, sampleMenu).unavailable).toEqual([]);
  expect(
    describeItem(readyItem('x', 'agua', 400), { ...sampleMenu, cupsEnabled: false }).unavailable,
  ).toEqual([]);
});

it('a cup without anything in it is said to be empty', () => {
  const nothing = { ...plain, sizeId: null, baseId: null, iceCreamId: null };
  expect(cupLabel(describeItem(nothing, sampleMenu))).toBe('Açaí, ainda sem nada');
  const cup = { ...nothing, productId: 'livre' };
  expect(cupLabel(describeItem(cup, sampleMenu))).toBe('Taça do seu jeito, ainda sem nada');
  // Nothing is put into what comes as it is.
  for (const id of ['split', 'gone'])
    expect(cupLabel(describeItem(readyItem('x', id, 2200), sampleMenu))).toMatch(
      /^(?:Banana split|Produto)$/,
    );
});

it('a stored cart holds forty items, as an order does', () => {
  const of = (count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, at) => ({ ...plain, id: String(at) })));
  expect(parseCart(of(40))).toHaveLength(40);
  expect(parseCart(of(41))).toBeNull();
});

describe('an item is drawn', () => {
  it('in the menu’s own colours, else in those that its names say', () => {
    expect(describeItem(plain, sampleMenu).cup.base).toBe('#4b1d5e');
    const unnamed = { ...sampleMenu, bases: sampleMenu.bases.map((one) => ({ ...one, color: null })) };
    expect(describeItem(plain, unnamed).cup.base).toBe('#4a1259');
  });

  it('by its photo where it comes as it is and has one; a built one by what was chosen', () => {
    const split = readyItem('x', 'split', 2200);
    expect(describeItem(split, menuWith('split', { image: 'hash' })).image).toBe('hash');
    expect(describeItem(split, sampleMenu).image).toBeNull();
    const built = describeItem({ ...plain, productId: 'livre' }, sampleMenu).cup;
    expect(built).toMatchObject({ base: '#4b1d5e', toppings: [] });
    expect(describeItem({ ...plain, productId: 'livre', baseId: null }, sampleMenu).cup.base).toBeNull();
  });
});
