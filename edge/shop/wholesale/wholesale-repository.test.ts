// Wholesale orders as the tables give them back: whole, in the order in which they were written, and summed up by what was not cancelled.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WholesaleItem, WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { orderId } from '../../testing/sell.ts';
import { createWholesaleRepository } from './wholesale-repository.ts';

let db: Db;
let repository: ReturnType<typeof createWholesaleRepository>;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  repository = createWholesaleRepository(db);
});
afterEach(() => void db.$client.close());

const item = (
  id: string,
  productName: string,
  quantity: number,
  productPriceCents: number,
): WholesaleItem => ({
  ...{ id, productId: productName, productName, productPriceCents, quantity },
  ...{ selectedSize: null, selectedFlavor: null, totalPriceCents: quantity * productPriceCents },
});
function placed(number: number, change: Partial<WholesaleOrder> = {}): WholesaleOrder {
  const order: WholesaleOrder = {
    ...{ id: orderId(number), orderNumber: number, source: 'lan', observations: '', terms: '30 dias' },
    ...{
      customerName: 'Mercado',
      customerPhone: '11987654321',
      customerCpfCnpj: null,
      customerAddress: null,
    },
    items: [item('b', 'Balde', 2, 9000), item('a', 'Polpa', 3, 1000)],
    ...{ totalCents: 21_000, status: 'NOVO', createdAtMs: number * 10, updatedAtMs: number * 10 },
    ...{ startedAtMs: null, endedAtMs: null, wishedDate: null, paid: null, ...change },
  };
  repository.insert(order, `asked ${number}`, `claim ${number}`);
  return order;
}
const numbers = (orders: readonly WholesaleOrder[]): number[] => orders.map(({ orderNumber }) => orderNumber);

it('an order comes back whole, its lines as they were asked for', () => {
  const order = placed(1, { wishedDate: '2026-12-02', paid: { onDate: '2026-11-30', method: 'pix' } });
  placed(2);
  expect(repository.byId(order.id)).toEqual(order);
  expect([repository.claimHashOf(order.id), repository.requestHashOf(order.id)]).toEqual([
    'claim 1',
    'asked 1',
  ]);
});

it('what changes of it is written, and its lines stay', () => {
  const order = placed(1);
  const done = {
    ...{ ...order, status: 'FINALIZADO' as const, updatedAtMs: 50, startedAtMs: 40, endedAtMs: 50 },
    paid: { onDate: '2026-11-30', method: 'boleto' as const },
  };
  repository.update(done);
  expect(repository.byId(order.id)).toEqual(done);
  repository.update({ ...done, paid: null });
  expect(repository.byId(order.id)?.paid).toBeNull();
});

it('open and ended ones are lists of their own, the newest first, page by page', () => {
  for (const number of [1, 2, 3, 4]) placed(number);
  placed(5, { status: 'EM_ANDAMENTO' });
  placed(6, { status: 'FINALIZADO' });
  placed(7, { status: 'CANCELADO' });
  expect(numbers(repository.list('open', undefined, 3))).toEqual([5, 4, 3]);
  expect(numbers(repository.list('open', 3, 3))).toEqual([2, 1]);
  expect(numbers(repository.list('over', undefined, 9))).toEqual([7, 6]);
  expect(repository.counts()).toEqual({ open: 5, over: 2 });
});

it('a phone finds its open ones, and those that ended since a moment', () => {
  placed(1);
  placed(2, { status: 'FINALIZADO', updatedAtMs: 99 });
  placed(3, { status: 'CANCELADO', updatedAtMs: 100 });
  placed(4, { customerPhone: '11900000000' });
  expect(numbers(repository.byPhone('11987654321', 100, 9))).toEqual([3, 1]);
});

it('a span of time begins with its first moment and ends before its last', () => {
  for (const number of [1, 2, 3]) placed(number);
  placed(4, { createdAtMs: 20, status: 'CANCELADO' });
  const span = { fromMs: 20, toMs: 30 };
  expect(repository.sales(span).map(({ orderNumber }) => orderNumber)).toEqual([4, 2]);
  expect(repository.sales(null)).toHaveLength(4);
  // Of what was cancelled nothing was sold.
  expect(repository.products(span).toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'Balde', units: 2, cents: 18_000 },
    { name: 'Polpa', units: 3, cents: 3000 },
  ]);
});

it('each number is given once', () => {
  expect([repository.nextNumber(), repository.nextNumber(), repository.nextNumber()]).toEqual([1, 2, 3]);
});
