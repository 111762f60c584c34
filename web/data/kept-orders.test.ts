// The orders of this device, with the tokens that prove whose they are.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepOrder, keptOrders, tokenOf, type KeptOrder } from './kept-orders.ts';
import { stubStorage } from './testing/stub-storage.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(() => vi.unstubAllGlobals());

const order = (n: number): KeptOrder => ({ code: `CODE${n}`, token: `token-${n}`, atMs: n });

it('are kept newest first, twenty of them, each found by its code', () => {
  expect(keptOrders()).toEqual([]);
  for (let n = 1; n <= 20; n += 1) keepOrder(order(n));
  expect(keptOrders().map(({ code }) => code)).toEqual(Array.from({ length: 20 }, (_, n) => `CODE${20 - n}`));
  keepOrder(order(21));
  expect(keptOrders()).toHaveLength(20);
  expect(keptOrders()[0]).toEqual(order(21));
  expect(tokenOf('CODE2')).toBe('token-2');
  expect(tokenOf('CODE1')).toBeNull();
});

it('one that is kept again is there once, with its newest token', () => {
  keepOrder(order(1));
  keepOrder(order(2));
  keepOrder({ ...order(1), token: 'newer' });
  expect(keptOrders().map(({ code }) => code)).toEqual(['CODE1', 'CODE2']);
  expect(tokenOf('CODE1')).toBe('newer');
});

it.each<[string, unknown]>([
  ['an object', { code: 'A', token: 't', atMs: 1 }],
  ['a list with nothing in a place', [order(1), null]],
  ['an order without a token', [order(1), { code: 'A', atMs: 1 }]],
  ['an order without a code', [{ token: 't', atMs: 1 }]],
  ['an order of no time', [{ code: 'A', token: 't', atMs: '1' }]],
])('%s in storage is none', (_name, value) => {
  stored.set('balcao-orders', JSON.stringify(value));
  expect(keptOrders()).toEqual([]);
});
