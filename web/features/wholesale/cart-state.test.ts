// The wholesale cart of this browser: kept in storage on every change, one for all tabs and for whoever asks, with no provider around it.
import { createStore, getDefaultStore } from 'jotai';
import { wholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addLine, removeLine, type Cart } from './cart.ts';
import { cartAtom } from './cart-state.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';

const KEY = 'atacado_cart';
const [bucket, cones] = wholesaleCatalogue(sampleWholesale()).products;
if (!bucket || !cones) throw new Error('the sample has two products');
const two = { selectedSize: null, selectedFlavor: null, quantity: 2 };
const one: Cart = addLine([], 'a', bucket, two);
const both: Cart = addLine(one, 'b', cones, two);

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

const kept = (): unknown => JSON.parse(stored.get(KEY) ?? 'null');

test('is read and changed where nothing provides it, and nothing throws', () => {
  const nobody = getDefaultStore();
  const leave = nobody.sub(cartAtom, () => undefined);
  expect(nobody.get(cartAtom)).toEqual([]);
  nobody.set(cartAtom, (cart) => addLine(cart, 'a', bucket, two));
  expect(nobody.get(cartAtom)).toEqual(one);
  expect(kept()).toEqual(one);
  leave();
});

test('is one for all tabs: what another one keeps is shown, and changed on', () => {
  stored.set(KEY, JSON.stringify(one));
  const here = createStore();
  const leave = here.sub(cartAtom, () => undefined);
  expect(here.get(cartAtom)).toEqual(one);
  stored.set(KEY, JSON.stringify(both));
  window.dispatchEvent(Object.assign(new Event('storage'), { key: KEY }));
  expect(here.get(cartAtom)).toEqual(both);
  // Not heard of yet, and not undone either.
  stored.set(KEY, JSON.stringify(removeLine(both, 'a')));
  here.set(cartAtom, (cart) => addLine(cart, 'c', bucket, two));
  expect(here.get(cartAtom).map(({ id }) => id)).toEqual(['b', 'c']);
  leave();
});

test('is empty here as well when another tab clears everything, and stays where it changes something else', () => {
  stored.set(KEY, JSON.stringify(one));
  const here = createStore();
  const leave = here.sub(cartAtom, () => undefined);
  stored.delete(KEY);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'other' }));
  expect(here.get(cartAtom)).toEqual(one);
  window.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
  expect(here.get(cartAtom)).toEqual([]);
  leave();
});

test('is taken out of storage when it is emptied', () => {
  stored.set(KEY, JSON.stringify(one));
  createStore().set(cartAtom, (cart) => removeLine(cart, 'a'));
  expect(stored.has(KEY)).toBe(false);
});

test('that is corrupt is logged and removed, and starts empty', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  stored.set(KEY, '[{"quantity":1.5}]');
  const here = createStore();
  here.sub(cartAtom, () => undefined);
  expect(here.get(cartAtom)).toEqual([]);
  expect(stored.has(KEY)).toBe(false);
  expect(log).toHaveBeenCalledWith('the stored wholesale cart was corrupt and has been removed');
});
