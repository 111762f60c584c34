// The numbers beside the counter's screens.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { expect, it } from 'vitest';
import { boardOf } from '../../data/staff/board/board.ts';
import { newSale } from './sale.ts';
import { countsOf } from './waiting-counts.ts';
import type { WaitingSale } from './waiting-sales.ts';

const order = (id: string, changes: Partial<Order>): Order => sampleOrder({ id, ...changes });
const board = (parts: { orders?: Order[]; begun?: Order[]; delivered?: Order[]; unpaidMore?: number }) =>
  boardOf(
    { orders: [], delivered: [], deliveredToday: 0, unpaidMore: 0, seq: 0, ...parts } as Parameters<
      typeof boardOf
    >[0],
    0,
  );
const kept = (outcome: WaitingSale['outcome']): WaitingSale => ({
  keptId: 'k',
  sale: newSale(),
  totalCents: 1,
  receivedCents: 1,
  askedCents: 1,
  userId: 'u',
  atMs: 0,
  outcome,
});

it('nothing waits before the board is read, and of a board without orders', () => {
  expect(countsOf(null, [])).toEqual({ sale: 0, pending: 0, pickup: 0 });
  expect(countsOf(board({}), [])).toEqual({ sale: 0, pending: 0, pickup: 0 });
});

it('what is ready waits to be handed over, and what is not paid for its money: begun, kept or not shown at all', () => {
  const orders = [
    order('a', { status: 'PENDING' }),
    order('b', { status: 'RECEBIDO' }),
    order('c', { status: 'PREPARING' }),
    order('d', { status: 'READY' }),
    order('e', { status: 'READY' }),
  ];
  const begun = [order('f', { status: 'PENDING' })];
  expect(countsOf(board({ orders, begun, unpaidMore: 5 }), [])).toEqual({ sale: 0, pending: 7, pickup: 2 });
});

it('a sale that this device keeps waits until the store has it, at whatever price, and is said until somebody has read it', () => {
  const sales = [
    kept(null),
    kept({ kind: 'refused', words: 'não' }),
    kept({ kind: 'differs', number: 1, totalCents: 2 }),
  ];
  expect(countsOf(board({}), sales)).toEqual({ sale: 3, pending: 2, pickup: 0 });
});

it('what changed after it was paid waits for its difference, also once it was handed over', () => {
  const orders = [order('a', { status: 'RECEBIDO', balanceCents: 390 })];
  const delivered = [
    order('b', { status: 'DELIVERED', balanceCents: -150 }),
    order('c', { status: 'DELIVERED' }),
  ];
  expect(countsOf(board({ orders, delivered }), [])).toEqual({ sale: 0, pending: 2, pickup: 0 });
});
