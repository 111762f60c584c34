import type { WholesaleBuyer } from '@balcao/shared/http/wholesale.ts';
import { expect, it } from 'vitest';
import { findBuyers } from './find-buyers.ts';

const buyer = (name: string | null, changes: Partial<WholesaleBuyer> = {}): WholesaleBuyer => ({
  newestOrder: 1,
  name,
  phone: '44991234510',
  taxId: null,
  orders: 1,
  totalCents: 5000,
  open: { orders: 0, cents: 0 },
  lastOrderAtMs: 0,
  ...changes,
});
const all = [
  buyer('Padaria Estrela', { open: { orders: 1, cents: 1 } }),
  buyer('Zé', { phone: '44999990000', taxId: '11222333000181' }),
  buyer(null, { phone: null, open: { orders: 2, cents: 900 } }),
];

it.each([
  ['', false, ['Padaria Estrela', 'Zé', null]],
  [' estrela ', false, ['Padaria Estrela']],
  ['ESTRELA', false, ['Padaria Estrela']],
  ['9999-0000', false, ['Zé']],
  ['11.222.333', false, ['Zé']],
  ['', true, ['Padaria Estrela', null]],
  ['zé', true, []],
])('“%s” with owing alone %s finds %j', (typed, isOwing, names) => {
  expect(findBuyers(all, typed, isOwing).map(({ name }) => name)).toEqual(names);
});
