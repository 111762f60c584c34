// How long an online order may still change a later close, by its own tables; with a whole store see changed-online.test.ts.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { orderId } from '../../testing/sell.ts';
import { createOrderRepository } from '../orders/order-repository.ts';
import { addUp, createChangedOnline } from './changed-online.ts';
import { createCloseSums } from './close-sums.ts';

const DAY_MS = 86_400_000;
const SOLD_MS = 1_800_000_000_000;
let db: Db;
beforeEach(() => (db = openDatabase(':memory:', 'edge/storage/migrations')));
afterEach(() => void db.$client.close());

const sold = (number = 1, receivedAtMs = SOLD_MS): Order => {
  const order = sampleOrder({
    ...{ id: orderId(number), code: String(number).padStart(10, '0'), simpleId: number, orderNumber: number },
    ...{ status: 'DELIVERED', paymentStatus: 'approved', paymentMethod: 'pix', receivedAtMs },
    ...{ subtotalCents: 1000, discountPercent: 0, discountCents: 0, totalCents: 1000 },
  });
  createOrderRepository(db).insert(order, 'asked');
  return order;
};
const close = (nowMs: number) =>
  createChangedOnline(db).takeChanges({ fromNumber: 0, openedAtMs: SOLD_MS, sinceMs: SOLD_MS - 1 }, nowMs);

it.each([
  [190 * DAY_MS, [{ method: 'pix', orders: 1, cents: -1000, wentCents: 1000 }]],
  [190 * DAY_MS + 1, []],
])('a bank may take it back for 190 days: after %i ms it is told so', (ageMs, told) => {
  const order = sold();
  expect(close(SOLD_MS + 1)).toEqual([]);
  expect(close(SOLD_MS + ageMs)).toEqual([]);
  takenBack(order);
  expect(close(SOLD_MS + ageMs + 1)).toEqual(told);
  expect(close(SOLD_MS + ageMs + 2)).toEqual([]);
});

it('a close has the online orders from the first number on that may have come, at its opening and at its very end', () => {
  for (const [number, receivedAtMs] of [
    [1, SOLD_MS],
    [2, SOLD_MS],
    [3, SOLD_MS + 1],
    [4, SOLD_MS + 2],
  ] as const)
    sold(number, receivedAtMs);
  const session = { fromNumber: 2, openedAtMs: SOLD_MS };
  const { methods } = createCloseSums(db).closeLinesOf(session, [], {
    sinceMs: SOLD_MS - 1,
    nowMs: SOLD_MS + 1,
  });
  expect(methods).toEqual([{ name: 'PIX', orders: 2, salesCents: 2000 }]);
});

const takenBack = (order: Order): void =>
  createOrderRepository(db).update({ ...order, paymentStatus: 'charged_back' });

it('of orders that are deleted what changed is kept for the next close, all of it, once', () => {
  const orders = [sold(1), sold(2), sold(3)];
  expect(close(SOLD_MS + 1)).toEqual([]);
  for (const order of orders) {
    takenBack(order);
    createChangedOnline(db).purgeOrder(order.id);
    db.$client.prepare('delete from orders where id = ?').run(order.id);
  }
  expect(close(SOLD_MS + 2)).toEqual([{ method: 'pix', orders: 3, cents: -3000, wentCents: 3000 }]);
  expect(close(SOLD_MS + 3)).toEqual([]);
});

/** What the provider says of one payment of the order, the last word of it. */
const pays = (order: Order, attemptId: string, changes: Partial<PaymentFact>): void => {
  const fact = {
    ...{ attemptId, orderId: order.id, provider: 'mercadopago', providerPaymentId: '1', method: 'pix' },
    ...{ status: 'approved', statusDetail: null, amountCents: 1000, refundedCents: 0, mismatch: null },
    ...{ observedAtMs: 1, ...changes },
  };
  db.$client
    .prepare(
      'insert or replace into payments (attempt_id, order_id, fact, updated_at_ms) values (?, ?, ?, 1)',
    )
    .run(attemptId, order.id, JSON.stringify(fact));
};

it.each([
  ['whose lines changed', true],
  ['of which a part went back', false],
])(
  'of an order %s counts what stayed of its own payment, and nothing of one of another amount',
  (_what, hasChanged) => {
    const order = sold();
    const repository = createOrderRepository(db);
    const changes = [{ id: 'change', atMs: SOLD_MS, addedIds: [], takenOff: [], inKitchen: false }];
    if (hasChanged) repository.updateChanges({ ...order, changes });
    pays(order, 'own', {});
    expect(close(SOLD_MS + 1)).toEqual([]);
    pays(order, 'own', { status: 'partially_refunded', refundedCents: 300 });
    repository.update({ ...order, paymentStatus: 'partially_refunded' });
    expect(close(SOLD_MS + 2)).toEqual([{ method: 'pix', orders: 1, cents: -300, wentCents: 300 }]);
    // It was paid once more, with another amount, which goes back piece by piece.
    const wrong = { amountCents: 700, mismatch: 'amount' as const };
    pays(order, 'wrong', wrong);
    expect(close(SOLD_MS + 3)).toEqual([]);
    pays(order, 'wrong', { ...wrong, status: 'partially_refunded', refundedCents: 500 });
    expect(close(SOLD_MS + 4)).toEqual([]);
  },
);

it('of a drawer that is the first to count so, what came before the close before it is of earlier ones', () => {
  const [before, since] = [sold(1, SOLD_MS - 1), sold(2, SOLD_MS)];
  createChangedOnline(db).recordBaseline({ openedAtMs: SOLD_MS, sinceMs: SOLD_MS });
  takenBack(before);
  takenBack(since);
  const span = { fromNumber: 2, openedAtMs: SOLD_MS, sinceMs: SOLD_MS };
  expect(createChangedOnline(db).takeChanges(span, SOLD_MS + 1)).toEqual([
    { method: 'pix', orders: 1, cents: -1000, wentCents: 1000 },
  ]);
});

it('of one way is one line, by its name: what came and what went apart', () => {
  expect(
    addUp([
      { method: 'pix', orders: 1, cents: 500, wentCents: 200 },
      { method: 'credit_card', orders: 1, cents: -300 },
      { method: 'pix', orders: 2, cents: -100 },
    ]),
  ).toEqual([
    { method: 'credit_card', orders: 1, cents: -300, wentCents: 300 },
    { method: 'pix', orders: 3, cents: 400, wentCents: 300 },
  ]);
});
