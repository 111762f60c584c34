// Orders for tests, put where a real one would be put: with its items, its log row, and paid by cash unless told otherwise.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { inTransaction } from '../db/transaction.ts';
import type { TestStore } from './open-test-store.ts';

/** A UUIDv7-shaped id for the n-th order of a test. */
export const orderId = (n: number): string => `01890a5d-ac96-774b-bcce-${n.toString(16).padStart(12, '0')}`;

export function sell(store: TestStore, at: string | number, changes: Partial<Order> = {}): Order {
  const createdAtMs = typeof at === 'number' ? at : Date.parse(at);
  return inTransaction(store.db, () => {
    const number = store.orders.nextNumber();
    const order = sampleOrder({
      id: orderId(number),
      code: number.toString().padStart(10, '0'),
      simpleId: number,
      orderNumber: number,
      status: 'DELIVERED',
      paymentStatus: 'approved',
      paymentMethod: 'cash',
      createdAtMs,
      updatedAtMs: createdAtMs,
      receivedAtMs: createdAtMs,
      deliveredAtMs: createdAtMs,
      ...changes,
    });
    store.orders.repository.insert(order, 'x'.repeat(64));
    store.orders.log(order);
    return order;
  });
}

/** Saves another state of an order as a change of it would. */
export function change(store: TestStore, order: Order, changes: Partial<Order>): Order {
  return inTransaction(store.db, () => {
    const changed = { ...order, ...changes };
    store.orders.repository.update(changed);
    store.orders.log(changed);
    return changed;
  });
}
