import { expect, it } from 'vitest';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Sqlite } from '../../storage/open.ts';
import type { OrderContext } from '../orders/context.ts';
import { createWhyNotCleared } from './why-not-cleared.ts';

/** A shop with `open` orders that are not over, and these called off, each of which the provider took 1000 for. */
const whyNot = (open: number, calledOff: Order[]) => {
  const count = { get: () => ({ n: open }), pluck: () => ({ all: () => calledOff.map(({ id }) => id) }) };
  return createWhyNotCleared({
    sqlite: { prepare: () => count } as unknown as Sqlite,
    repository: {
      byId: (id: string) => calledOff.find((order) => order.id === id) ?? null,
    } as unknown as OrderContext['repository'],
    keptCents: () => 1000,
  })();
};
const paidOnline = (simpleId: number): Order =>
  sampleOrder({
    ...{ id: `order-${simpleId}`, simpleId, status: 'CANCELLED' },
    ...{ paymentStatus: 'approved', paymentMethod: 'pix' },
  });
const atTheCounter = (simpleId: number): Order => ({ ...paidOnline(simpleId), paymentMethod: 'cash' });

it('orders that are not over keep the history, whatever was paid', () => {
  expect(whyNot(0, [])).toBeNull();
  expect(whyNot(2, [paidOnline(1)])).toEqual({ code: 'orders-open', count: 2 });
});

it('money that was paid online for what was called off keeps it; five orders are named, and all of them told', () => {
  const orders = [1, 2, 3, 4, 5, 6].map(paidOnline);
  expect(whyNot(0, orders.slice(0, 5))).toEqual({
    ...{ code: 'money-kept', count: 5, cents: 5000 },
    simpleIds: [1, 2, 3, 4, 5],
  });
  expect(whyNot(0, orders)).toEqual({
    ...{ code: 'money-kept', count: 6, cents: 6000 },
    simpleIds: [1, 2, 3, 4, 5],
  });
});

it('what was paid at the counter is not kept by the provider', () => {
  expect(whyNot(0, [atTheCounter(1)])).toBeNull();
});
