import { describe, expect, test } from 'vitest';
import {
  addItem,
  alikeLines,
  insertItem,
  isCartFull,
  parseCart,
  placeItem,
  removeItem,
  replaceItem,
  updateItem,
  type CartItem,
} from './cart.ts';
import { cartPrice, itemPriceCents } from './price.ts';
import { readyItem } from './cart.ts';
import { describeItem, cupLabel } from './describe.ts';
import { sampleItem, sampleMenu } from './sample.ts';
import { addPortion, hasTopping, placePortion, toggleTopping, toppingsMax } from './toppings.ts';

const other = readyItem('item-2', 'agua', 400);

describe('the cart', () => {
  test('adds at the end, removes, updates and replaces by id', () => {
    const cart = addItem(addItem([], sampleItem), other);
    expect(cart.map((item) => item.id)).toEqual(['item-1', 'item-2']);
    expect(removeItem(cart, 'item-1')).toEqual([other]);
    expect(updateItem(cart, 'item-2', { priceCents: 500 })[1]).toEqual({ ...other, priceCents: 500 });
    const replaced = replaceItem(cart, 'item-1', { ...other, id: 'new' });
    expect(replaced[0]).toEqual({ ...other, id: 'item-1' });
  });

  test('takes an item back where it stood, and at the end where that is no more', () => {
    const third = { ...other, id: 'item-3' };
    const ids = (cart: readonly { id: string }[]) => cart.map(({ id }) => id);
    expect(ids(insertItem([sampleItem, third], other, 1))).toEqual(['item-1', 'item-2', 'item-3']);
    expect(ids(insertItem([], other, 1))).toEqual(['item-2']);
  });

  test('is full with forty items, which come back from storage, and not with one less', () => {
    const items = Array.from({ length: 40 }, (_, n) => ({ ...other, id: `item-${n}` }));
    expect([[], items.slice(1), items].map(isCartFull)).toEqual([false, false, true]);
    for (const put of [addItem(items, sampleItem), insertItem(items, sampleItem, 0)])
      expect(put).toEqual(items);
    expect(insertItem(items.slice(1), sampleItem, 0)).toHaveLength(40);
    expect(parseCart(JSON.stringify(items))).toEqual(items);
  });

  test('changes one item and leaves the others as they are', () => {
    const cart = [sampleItem, other];
    expect(updateItem(cart, 'item-1', { priceCents: 1 })).toEqual([{ ...sampleItem, priceCents: 1 }, other]);
    expect(replaceItem(cart, 'item-2', sampleItem)).toEqual([sampleItem, { ...sampleItem, id: 'item-2' }]);
    expect(other.meioAMeio).toBe(false);
  });

  test('keeps what costs nothing, and choices that an older page did not store', () => {
    const { secondaryIceCreamId: _none, ...older } = { ...sampleItem, priceCents: 0 };
    expect(parseCart(JSON.stringify([older]))).toEqual([{ ...sampleItem, priceCents: 0 }]);
  });

  test('comes back from storage as it was stored', () => {
    const cup: CartItem = {
      id: 'item-3',
      productId: 'livre',
      sizeId: null,
      baseId: 'zero',
      iceCreamId: 'morango',
      meioAMeio: true,
      secondaryIceCreamId: 'coco',
      toppings: (['BOTTOM', 'MIDDLE', 'TOP'] as const).map((layer) => ({ id: 'banana', layer })),
      priceCents: 2800,
    };
    expect(parseCart(JSON.stringify([sampleItem, other, cup]))).toEqual([sampleItem, other, cup]);
  });

  test('knows no product of a customer’s own: a cup names one of the menu', () => {
    const customProduct = { name: 'Minha taça', description: '', category: 'x', price: 1 };
    expect(parseCart(JSON.stringify([{ ...other, customProduct }]))).toEqual([other]);
  });

  test.each([
    ['text that is not JSON', '{'],
    ['something that is no list', '{"items":[]}'],
    ['an item without a price', JSON.stringify([{ ...sampleItem, priceCents: undefined }])],
    ['a price with a fraction of a centavo', JSON.stringify([{ ...sampleItem, priceCents: 10.5 }])],
    ['a negative price', JSON.stringify([{ ...sampleItem, priceCents: -1 }])],
    [
      'a layer that does not exist',
      JSON.stringify([{ ...sampleItem, toppings: [{ id: 'x', layer: 'SIDE' }] }]),
    ],
    ['an item that is nothing', '[null]'],
    ['an item without an id', JSON.stringify([{ ...sampleItem, id: '' }])],
    ['an id that is a number', JSON.stringify([{ ...sampleItem, id: 7 }])],
    ['halves that are neither on nor off', JSON.stringify([{ ...sampleItem, meioAMeio: 'sim' }])],
    ['a price in words', JSON.stringify([{ ...sampleItem, priceCents: '1850' }])],
    ['a size that is a number', JSON.stringify([{ ...sampleItem, sizeId: 3 }])],
    ['toppings that are no list', JSON.stringify([{ ...sampleItem, toppings: 'banana' }])],
    ['a topping that is nothing', JSON.stringify([{ ...sampleItem, toppings: [null] }])],
    ['a topping without a name', JSON.stringify([{ ...sampleItem, toppings: [{ layer: 'TOP' }] }])],
    ['two items of one id', JSON.stringify([sampleItem, sampleItem])],
    [
      'more items than an order takes',
      JSON.stringify(Array.from({ length: 41 }, (_, at) => ({ ...sampleItem, id: String(at) }))),
    ],
  ])('does not trust %s', (_, text) => {
    expect(parseCart(text)).toBeNull();
  });

  test('sends choices to the server, and no price', () => {
    expect(placeItem(sampleItem)).not.toHaveProperty('priceCents');
    expect(placeItem(sampleItem)).toMatchObject({ id: 'item-1', sizeId: 'p' });
  });
});

describe('a quantity', () => {
  const line = (items: readonly { id: string }[]) => items.map(({ id }) => id);
  const twin = { ...sampleItem, id: 'item-3', toppings: [...sampleItem.toppings].reverse() };

  test('is of items that are alike in every choice, where the first of them stands', () => {
    expect(alikeLines([sampleItem, other, twin]).map(line)).toEqual([['item-1', 'item-3'], ['item-2']]);
    expect(alikeLines([])).toEqual([]);
  });

  test.each([
    ['size', { sizeId: 'g' }],
    ['base', { baseId: 'zero' }],
    ['flavour', { iceCreamId: 'coco' }],
    ['second flavour', { meioAMeio: true, secondaryIceCreamId: 'coco' }],
    ['cup', { productId: 'livre' }],
    ['layer', { toppings: sampleItem.toppings.map(({ id }) => ({ id, layer: 'MIDDLE' as const })) }],
    ['portion', { toppings: [...sampleItem.toppings, ...sampleItem.toppings.slice(0, 1)] }],
    ['price seen', { priceCents: 1 }],
  ])('is one where the %s differs', (_, change) => {
    expect(alikeLines([sampleItem, { ...twin, ...change }])).toHaveLength(2);
  });

  test('is edited as one', () => {
    expect(
      updateItem([sampleItem, other, twin], 'item-3', { sizeId: 'g' }).map(({ sizeId }) => sizeId),
    ).toEqual(['g', null, 'g']);
    expect(replaceItem([sampleItem, other, twin], 'item-1', { ...other, id: 'new' })).toEqual([
      { ...other, id: 'item-1' },
      other,
      { ...other, id: 'item-3' },
    ]);
    expect(updateItem([sampleItem], 'nobody', { sizeId: 'g' })).toEqual([sampleItem]);
  });
});

describe('prices', () => {
  test('an açaí costs its size and the toppings that have a price', () => {
    expect(itemPriceCents(sampleItem, sampleMenu)).toBe(1850);
  });

  test('a cup costs its product, whatever the size', () => {
    expect(itemPriceCents({ ...sampleItem, productId: 'livre', sizeId: 'g' }, sampleMenu)).toBe(3150);
  });

  test('the discount is taken from the sum', () => {
    expect(cartPrice([sampleItem, other], sampleMenu, 10)).toEqual({
      subtotalCents: 2250,
      discountPercent: 10,
      discountCents: 225,
      totalCents: 2025,
    });
  });

  test('a discount above everything leaves nothing to pay, never less', () => {
    expect(cartPrice([other], sampleMenu, 250).totalCents).toBe(0);
  });

  test('without a menu the price seen stands', () => {
    expect(cartPrice([sampleItem, other], null, 0).totalCents).toBe(2250);
  });

  test('what is no longer on the menu counts at the price seen, beside what is', () => {
    const gone = readyItem('item-3', 'saiu', 900);
    expect(cartPrice([gone, { ...other, priceCents: 1 }], sampleMenu, 0).totalCents).toBe(1300);
  });

  test('a price that changed since counts as it is now', () => {
    expect(cartPrice([{ ...sampleItem, priceCents: 1 }], sampleMenu, 0).totalCents).toBe(1850);
  });
});

describe('toppings', () => {
  test('one that is taken out of one layer stays in the other', () => {
    const both = [
      { id: 'banana', layer: 'TOP' },
      { id: 'banana', layer: 'BOTTOM' },
      { id: 'granola', layer: 'TOP' },
    ] as const;
    expect(toggleTopping(both, 'banana', 'TOP', 3)).toEqual([both[1], both[2]]);
  });

  test('one may lie in several layers', () => {
    const twice = toggleTopping([{ id: 'banana', layer: 'TOP' }], 'banana', 'BOTTOM', 4);
    expect(twice).toHaveLength(2);
    expect(hasTopping(twice ?? [], 'banana', 'BOTTOM')).toBe(true);
  });

  test('are as many as the size takes, none before there is a size, three for a cup of a shop without sizes', () => {
    const max = (productId: string | null, sizeId: string | null, menu = sampleMenu) =>
      toppingsMax({ productId, sizeId }, menu);
    expect([max(null, 'p'), max(null, 'g'), max('livre', null)]).toEqual([2, 4, 4]);
    expect([max(null, null), max(null, 'gone'), max('livre', null, { ...sampleMenu, sizes: [] })]).toEqual([
      0, 0, 3,
    ]);
  });

  test('the limit counts all layers together', () => {
    expect(toggleTopping(sampleItem.toppings, 'granola', 'MIDDLE', 2)).toBeNull();
  });

  test('at the limit one can still be taken away', () => {
    expect(toggleTopping(sampleItem.toppings, 'banana', 'BOTTOM', 2)).toEqual([
      { id: 'nutella', layer: 'TOP' },
    ]);
  });
});

describe('an item in words', () => {
  test('names size, base, flavours and layers', () => {
    const described = describeItem(
      { ...sampleItem, meioAMeio: true, secondaryIceCreamId: 'coco' },
      sampleMenu,
    );
    expect(described.title).toBe('Açaí Pequeno');
    expect(described.details).toEqual(['Açaí', 'Meio a meio: Ninho / Coco']);
    expect(cupLabel(described)).toBe(
      'Açaí Pequeno: Açaí; Meio a meio: Ninho / Coco; no fundo: Banana; no topo: Creme de avelã',
    );
  });

  test('says what has run out, by name', () => {
    const item = { ...sampleItem, baseId: 'zero', toppings: [{ id: 'kiwi', layer: 'TOP' as const }] };
    expect(describeItem(item, sampleMenu).unavailable).toEqual(['Açaí zero', 'Kiwi']);
  });

  test('says that something left the menu', () => {
    expect(describeItem({ ...sampleItem, sizeId: 'xxl' }, sampleMenu).unavailable).toEqual([
      'item que saiu do cardápio',
    ]);
  });

  test('a cup cannot be had while cups are off', () => {
    const menu = { ...sampleMenu, cupsEnabled: false };
    expect(describeItem(readyItem('x', 'split', 2200), menu).unavailable).toEqual(['Banana split']);
  });
});

describe('a topping tapped on its row', () => {
  const top = [{ id: 'banana', layer: 'TOP' }] as const;

  test('goes to Topo, further portions to the layers below, three at most', () => {
    const two = addPortion(top, 'banana', 9) ?? [];
    const three = addPortion(two, 'banana', 9) ?? [];
    expect(three.map(({ layer }) => layer)).toEqual(['TOP', 'MIDDLE', 'BOTTOM']);
    expect(addPortion(three, 'banana', 9)).toBeNull();
  });

  test.each([
    [1, null],
    [2, 2],
    [3, 2],
  ])('with room for %i in all', (max, count) => {
    expect(addPortion(top, 'granola', max)?.length ?? null).toBe(count);
  });

  test('moves its newest portion to another layer, even when the item is full', () => {
    expect(placePortion(top, 'banana', 'BOTTOM')).toEqual([{ id: 'banana', layer: 'BOTTOM' }]);
    const two = [...top, { id: 'banana', layer: 'MIDDLE' as const }];
    expect(placePortion(two, 'banana', 'BOTTOM')).toEqual([...top, { id: 'banana', layer: 'BOTTOM' }]);
  });

  test('keeps its only portion, and loses the tapped one of several', () => {
    expect(placePortion(top, 'banana', 'TOP')).toEqual(top);
    const two = [...top, { id: 'banana', layer: 'MIDDLE' as const }];
    expect(placePortion(two, 'banana', 'TOP')).toEqual([{ id: 'banana', layer: 'MIDDLE' }]);
  });
});
