// The ticket on this device: whole after a reload, whosever it is, and gone when it is old.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConcessionAsk } from '@balcao/shared/order/place.ts';
import { KEPT_SALE_KEY, keepSale, loadSale } from './kept-sale.ts';
import { changeSale, newSale, readyToSend } from './sale.ts';

/** Decision 080. */
const TWELVE_HOURS_MS = 43_200_000;
let stored: Map<string, string>;
const setItem = vi.fn<(key: string, value: string) => void>((key, value) => stored.set(key, value));
beforeEach(() => {
  stored = new Map();
  setItem.mockClear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem,
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

// Its fields in another turn than they are read in.
const item = {
  priceCents: 3200,
  productId: 'taca',
  id: 'a',
  sizeId: null,
  baseId: null,
  iceCreamId: null,
  meioAMeio: false,
  secondaryIceCreamId: null,
  toppings: [],
};
const sent = readyToSend(
  changeSale(newSale(), { items: [item], phone: '(11) 98765-4321', consumptionType: 'local' }),
  3200,
);

it('is as it was left, with the id under which it was sent', () => {
  keepSale(sent, 'ana', 1000);
  const left = loadSale('ana', 1000 + TWELVE_HOURS_MS);
  expect(left).toEqual(sent);
  expect(readyToSend(left, 3200).id).toBe(sent.id);
});

it.each<ConcessionAsk>([
  { kind: 'discount', off: { percent: 10 }, reason: 'demora' },
  { kind: 'discount', off: { cents: 500 }, reason: 'demora' },
  { kind: 'courtesy', reason: 'aniversário' },
  { kind: 'staff-meal', reason: 'Ana' },
])('is as it was left, with what is given away of it: %j', (concession) => {
  keepSale(changeSale(sent, { concession }), 'ana', 1000);
  expect(loadSale('ana', 1000)).toMatchObject({ items: [{ id: 'a' }], concession });
});

it('is not of another person, nor of yesterday, nor of what cannot be read', () => {
  keepSale(sent, 'ana', 1000);
  for (const other of [loadSale('bia', 1000), loadSale('ana', 1001 + TWELVE_HOURS_MS)])
    expect(other).toMatchObject({ items: [], phone: '', sent: null });
  const kept = JSON.parse(stored.get(KEPT_SALE_KEY) ?? '') as object;
  const both = { kind: 'discount', off: { percent: 10, cents: 500 }, reason: 'demora' };
  for (const wrong of [
    '{',
    '{}',
    JSON.stringify({ ...kept, items: [{ id: 1 }] }),
    JSON.stringify({ ...kept, concession: both }),
  ]) {
    stored.set(KEPT_SALE_KEY, wrong);
    expect(loadSale('ana', 1000).items).toEqual([]);
  }
});

it.each([{ phone: '(11) 98765-4321' }, { observations: 'sem canudo' }])(
  'is kept with nothing on it yet but %j',
  (typed) => {
    keepSale(changeSale(newSale(), typed), 'ana', 1000);
    expect(loadSale('ana', 1000)).toMatchObject({ items: [], ...typed });
  },
);

it('is kept, empty as it is, while the store may have an order of it: it is still to be called off', () => {
  keepSale(changeSale(sent, { items: [], phone: '' }), 'ana', 1000);
  expect(loadSale('ana', 1000)).toMatchObject({ items: [], id: sent.id, sent: sent.sent });
  const replaced = { ...newSale(), earlier: ['gone'] };
  keepSale(replaced, 'ana', 2000);
  expect(loadSale('ana', 2000)).toMatchObject({ id: replaced.id, earlier: ['gone'] });
});

it('is not kept any more when nothing stands on it, and not written again when nothing changed', () => {
  keepSale(sent, 'ana', 1000);
  keepSale(loadSale('ana', 2000), 'ana', 2000);
  expect(setItem).toHaveBeenCalledTimes(1);
  keepSale(newSale(), 'ana', 3000);
  expect(stored.size).toBe(0);
});
