// 'De novo': what this device ordered last, at today's prices, and only where all of it can be had.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../data/testing/stub-storage.ts';
import { lastOrder, nameOf } from './again.ts';
import { readyItem, type Cart } from './cart.ts';
import { sampleItem, sampleMenu } from './sample.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

const water = readyItem('item-2', 'agua', 400);
const keep = (cart: Cart): void => void stored.set('again', JSON.stringify(cart));

it('is every item of it, at what it costs today', () => {
  keep([
    { ...sampleItem, priceCents: 1 },
    { ...water, priceCents: 90_000 },
  ]);
  expect(lastOrder(sampleMenu)).toEqual([sampleItem, water]);
});

it.each<[string, Cart]>([
  ['a base has run out', [{ ...sampleItem, baseId: 'zero' }]],
  ['of two items one has left the menu', [sampleItem, { ...water, productId: 'gone' }]],
  ['a topping has run out', [{ ...sampleItem, toppings: [{ id: 'kiwi', layer: 'TOP' }] }]],
])('is nothing where %s', (_, cart) => {
  keep(cart);
  expect(lastOrder(sampleMenu)).toEqual([]);
});

it('is nothing where nothing was ordered, or where what is kept is no order', () => {
  expect(lastOrder(sampleMenu)).toEqual([]);
  stored.set('again', '{broken');
  expect(lastOrder(sampleMenu)).toEqual([]);
});

it.each<[string, Cart, string]>([
  ['alone', [sampleItem], 'Açaí Pequeno'],
  ['with one more', [sampleItem, water], 'Açaí Pequeno + 1'],
  ['with two more', [water, sampleItem, { ...water, id: 'item-3' }], 'Água + 2'],
])('is called by its first item, %s', (_, cart, name) => {
  expect(nameOf(cart, sampleMenu)).toBe(name);
});
