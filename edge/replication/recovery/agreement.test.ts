// What the tables say against what the log says of the same orders: only what differs is told, and what moved or was erased since does not.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createOrderRepository } from '../../shop/orders/order-repository.ts';
import { logOrder } from '../../shop/orders/replica.ts';
import { loadIdentity } from '../../storage/identity.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { createOutbox } from '../../storage/outbox.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { orderId } from '../../testing/sell.ts';
import { findDisagreement } from './agreement.ts';

let db: Db;
let pauses: number;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  pauses = 0;
});
afterEach(() => void db.$client.close());

const found = () =>
  findDisagreement(db, () => {
    pauses += 1;
    return Promise.resolve();
  });
const spoil = (sql: string): void => void db.$client.exec(sql);
const write = (order: Order, isNew = false): Order =>
  inTransaction(db, () => {
    const orders = createOrderRepository(db);
    if (isNew) orders.insert(order, 'asked');
    else orders.update(order);
    logOrder(createOutbox(db, loadIdentity(db)), order, {
      trackingTokenHash: 'a'.repeat(64),
      claimHash: null,
    });
    return order;
  });
const sold = (count: number): Order[] =>
  Array.from({ length: count }, (_, at) =>
    write(
      sampleOrder({
        ...{ id: orderId(at + 1), code: String(at + 1).padStart(10, '0') },
        ...{ simpleId: at + 1, orderNumber: at + 1 },
      }),
      true,
    ),
  );

it('is nothing where an order moved since: its newest row counts', async () => {
  const [order] = sold(1) as [Order];
  write({ ...order, status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash', receivedAtMs: 5 });
  expect(await found()).toBeNull();
});

it('is nothing where a person was erased: of the row that is empty nothing is asked', async () => {
  sold(2);
  spoil('update outbox set body = null where seq = 1');
  spoil('update orders set total_cents = 1 where number = 1');
  expect(await found()).toBeNull();
});

it('is an order that says something else, or is gone, or has a line more than was written', async () => {
  const [, , third] = sold(3) as [Order, Order, Order];
  spoil('update orders set total_cents = total_cents + 1 where number = 2');
  expect(await found()).toEqual({ row: null, orders: [2] });
  spoil('delete from orders where number = 1');
  const [cup] = third.items;
  createOrderRepository(db).updateLines({ ...third, items: [...third.items, { ...cup!, id: 'two' }] });
  expect(await found()).toEqual({ row: null, orders: [1, 2, 3] });
});

it('names five orders at most, the first ones', async () => {
  sold(7);
  spoil('update orders set total_cents = total_cents + 1');
  expect(await found()).toEqual({ row: null, orders: [1, 2, 3, 4, 5] });
});

it('is the first row that is not what was written, and no order by a row that nobody can believe', async () => {
  sold(4);
  spoil("update outbox set body = replace(body, '1', '9') where seq in (2, 3)");
  expect(await found()).toEqual({ row: 2, orders: [] });
});

it('lets others work after each hundred rows', async () => {
  const [order] = sold(1) as [Order];
  for (let more = 0; more < 200; more += 1) write(order);
  expect(await found()).toBeNull();
  expect(pauses).toBe(2);
});
