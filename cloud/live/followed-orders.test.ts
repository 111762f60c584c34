import { expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../db/open.ts';
import { createFollowedOrders } from './followed-orders.ts';
import { createTickets } from './tickets.ts';
import { Wake } from './wake.ts';

type Row = { seq: number; phone: string | null; id: string; followed: boolean; body: string | null };

/** A database that answers each look at the orders with the next of `looks`. */
const answering = (looks: (() => Row[])[]): Db => {
  const query: Record<string, unknown> = {};
  for (const step of ['from', 'where', 'orderBy']) query[step] = () => query;
  query['limit'] = () => Promise.resolve(looks.shift()?.() ?? []);
  return { select: () => query } as unknown as Db;
};

it('tells of an order also whoever came while it was being read without a body', async () => {
  const wake = new Wake();
  const heard: Order[] = [];
  const told = Promise.withResolvers<void>();
  const row = { seq: 1, phone: null, id: 'order-1' };
  const looks = [
    () => {
      followed.hear('store', { orderIds: ['order-1'], phone: null }, (order) => {
        heard.push(order);
        told.resolve();
      });
      return [{ ...row, followed: false, body: null }];
    },
    () => [{ ...row, followed: true, body: '{"id":"order-1"}' }],
  ];
  const followed = createFollowedOrders({
    db: answering(looks),
    wake,
    tickets: createTickets(Buffer.alloc(32), Date.now),
    head: () => Promise.resolve(0),
    log: { error: (details) => told.reject(new Error(JSON.stringify(details))) },
  });
  followed.hear('store', { orderIds: ['order-2'], phone: null }, () => told.reject(new Error('not mine')));
  wake.notify('store', 'orders');
  await told.promise;
  expect(heard).toEqual([{ id: 'order-1' }]);
});
