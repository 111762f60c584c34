// Orders for tests, put where a real one would be put: with its items, its log row, and paid by cash unless told otherwise. What a shop could
// not have is refused: a test that stands on it would prove nothing.
import { Order, type OrderStatus } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { TestStore } from './open-test-store.ts';

/** A UUIDv7-shaped id for the n-th order of a test. */
export const orderId = (n: number): string => `01890a5d-ac96-774b-bcce-${n.toString(16).padStart(12, '0')}`;

const STEPS = ['receivedAtMs', 'preparingAtMs', 'readyAtMs', 'deliveredAtMs'] as const;
const STEPS_TAKEN: Record<OrderStatus, number> = {
  PENDING: 0,
  RECEBIDO: 1,
  PREPARING: 2,
  READY: 3,
  DELIVERED: 4,
  CANCELLED: 1,
};

/** As an order of this state is, that was taken and moved in one moment. */
function stateOf(status: OrderStatus, atMs: number): Partial<Order> {
  const times = STEPS.map((name, step) => [name, step < STEPS_TAKEN[status] ? atMs : null]);
  return {
    status,
    ...(status === 'PENDING' ? {} : { paymentStatus: 'approved', paymentMethod: 'cash' }),
    ...(status === 'CANCELLED' ? { cancelReason: 'loja' } : {}),
    ...(Object.fromEntries(times) as Partial<Order>),
  };
}

export function sell(store: TestStore, at: string | number, changes: Partial<Order> = {}): Order {
  const createdAtMs = typeof at === 'number' ? at : Date.parse(at);
  const { status = 'DELIVERED', totalCents } = changes;
  return inTransaction(store.db, () => {
    const number = store.orders.nextNumber();
    const order = sampleOrder({
      id: orderId(number),
      code: number.toString().padStart(10, '0'),
      simpleId: number,
      orderNumber: number,
      createdAtMs,
      updatedAtMs: createdAtMs,
      ...stateOf(status, createdAtMs),
      // Without a discount any price can be an order's.
      ...(totalCents === undefined
        ? {}
        : { subtotalCents: totalCents, discountPercent: 0, discountCents: 0 }),
      ...changes,
    });
    refuseImpossible(order);
    store.orders.repository.insert(order, 'x'.repeat(64));
    store.orders.log(order);
    return order;
  });
}

/** Saves another state of an order as a change of it would. */
export function change(store: TestStore, order: Order, changes: Partial<Order>): Order {
  return inTransaction(store.db, () => {
    const state =
      changes.status === undefined || changes.status === order.status
        ? {}
        : stateOf(changes.status, order.updatedAtMs);
    const changed = { ...order, ...state, ...changes };
    refuseImpossible(changed);
    store.orders.repository.update(changed);
    store.orders.log(changed);
    return changed;
  });
}

function refuseImpossible(order: Order): void {
  Order.parse(order);
  const { status, paymentStatus, paymentMethod } = order;
  const isOpen = status !== 'CANCELLED';
  const taken = STEPS_TAKEN[status];
  const rules: [string, boolean][] = [
    [
      'its prices do not add up',
      order.subtotalCents - order.discountCents - (order.concession?.cents ?? 0) === order.totalCents,
    ],
    [
      'money came by no way',
      paymentStatus !== 'approved' || paymentMethod !== null || order.totalCents === 0,
    ],
    ['it is paid and waits for its payment', status !== 'PENDING' || paymentStatus !== 'approved'],
    ['it is made and was never paid', !isOpen || taken === 0 || paymentStatus !== 'pending'],
    ['it was called off without a reason', isOpen === (order.cancelReason === null)],
    [
      'a step that it took has no time',
      !isOpen || taken === 0 || order[STEPS[taken - 1] ?? STEPS[0]] !== null,
    ],
    ['a step that it did not take has a time', !isOpen || taken > 0 || order.receivedAtMs === null],
    ['change is for what is not cash', order.changeForCents === null || paymentMethod === 'cash'],
    ['its panel number has no day', (order.panelNumber === null) === (order.panelDate === null)],
    ['its panel number has no series', (order.panelNumber === null) === (order.panelSeries === null)],
  ];
  for (const [what, holds] of rules)
    if (!holds) throw new Error(`no shop has this order: ${what}: ${JSON.stringify(order)}`);
}
