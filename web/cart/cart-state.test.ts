// The cart of this browser: loaded from storage at the start, and in it again after every change.
import { createStore } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CART_KEY } from '../data/stored-keys.ts';
import { addItem, removeItem, replaceItem, updateItem, type Cart } from './cart.ts';
import { cartAtom, loadCart } from './cart-state.ts';
import { sampleItem } from './sample.ts';
import { stubStorage } from '../data/testing/stub-storage.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

const kept = (): unknown => JSON.parse(stored.get(CART_KEY) ?? 'null');
const one = { ...sampleItem, id: 'one' };
const two = { ...sampleItem, id: 'two' };

test('the stored copy is “acai-cart”', () => {
  expect(CART_KEY).toBe('acai-cart');
});

const CHANGES: [string, (cart: Cart) => Cart, Cart | null][] = [
  ['adding', (cart) => addItem(cart, two), [one, two]],
  ['removing one of several', (cart) => removeItem([...cart, two], 'one'), [two]],
  ['a partial update', (cart) => updateItem(cart, 'one', { priceCents: 1 }), [{ ...one, priceCents: 1 }]],
  ['replacing', (cart) => replaceItem(cart, 'one', { ...two, id: 'one' }), [{ ...two, id: 'one' }]],
  ['clearing deletes it', () => [], null],
];
test.each(CHANGES)('%s is in the stored copy at once', (_what, change, after) => {
  stored.set(CART_KEY, JSON.stringify([one]));
  const store = createStore();
  store.set(cartAtom, change);
  expect(kept()).toEqual(after);
  expect(stored.has(CART_KEY)).toBe(after !== null);
  expect(store.get(cartAtom)).toEqual(after ?? []);
});

test('several changes one after another are each kept', () => {
  const store = createStore();
  store.set(cartAtom, (cart) => addItem(cart, one));
  expect(kept()).toEqual([one]);
  store.set(cartAtom, (cart) => addItem(cart, two));
  expect(kept()).toEqual([one, two]);
  store.set(cartAtom, (cart) => removeItem(cart, 'one'));
  expect(kept()).toEqual([two]);
});

test('it is loaded at the start, and what another tab keeps is shown', () => {
  stored.set(CART_KEY, JSON.stringify([one]));
  const store = createStore();
  const leave = store.sub(cartAtom, () => undefined);
  expect(store.get(cartAtom)).toEqual([one]);
  stored.set(CART_KEY, JSON.stringify([one, two]));
  window.dispatchEvent(Object.assign(new Event('storage'), { key: CART_KEY }));
  expect(store.get(cartAtom)).toEqual([one, two]);
  // Something else that it keeps is none of the cart's.
  stored.set(CART_KEY, JSON.stringify([two]));
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }));
  expect(store.get(cartAtom)).toEqual([one, two]);
  leave();
});

test('it is empty once another tab has cleared everything that the browser keeps', () => {
  stored.set(CART_KEY, JSON.stringify([one]));
  const store = createStore();
  const leave = store.sub(cartAtom, () => undefined);
  stored.clear();
  window.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
  expect(store.get(cartAtom)).toEqual([]);
  leave();
});

test('it is there as long as the page is, where the browser keeps nothing', () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue();
  const refuse = () => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const store = createStore();
  store.set(cartAtom, (cart) => addItem(cart, one));
  expect(store.get(cartAtom)).toEqual([one]);
  store.set(cartAtom, () => []);
  expect(store.get(cartAtom)).toEqual([]);
  expect(log).toHaveBeenCalled();
  log.mockRestore();
});

test('where none was kept none was lost, which whoever comes for the first time would be told of', () => {
  expect(loadCart()).toEqual({ cart: [], corrupt: false });
  stored.set(CART_KEY, JSON.stringify([one]));
  expect(loadCart()).toEqual({ cart: [one], corrupt: false });
});

test('one that is corrupt is logged and removed, and the cart starts empty', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  stored.set(CART_KEY, '{broken');
  const store = createStore();
  store.sub(cartAtom, () => undefined);
  expect(store.get(cartAtom)).toEqual([]);
  expect(stored.has(CART_KEY)).toBe(false);
  expect(log).toHaveBeenCalledWith('the stored cart was corrupt and has been removed');
});
