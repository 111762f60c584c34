// Whoever follows the tables is woken by every door through which an order changes, with the newest state in the log: the board and the
// relay read it at once, not at their next look. What changes nothing wakes nobody.
import { hash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { Order, OrderStatus } from '@balcao/shared/order/order.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { change, sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let admin: Asking;
let heard: { log: number; print: number };
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
  heard = { log: 0, print: 0 };
  for (const topic of ['log', 'print'] as const)
    store.orders.wake.on(topic, () => {
      heard[topic] += 1;
    });
});
afterEach(() => store.close());

const answered = async (asking: Promise<Response>, status: number): Promise<unknown> => {
  const answer = await asking;
  expect(answer.status).toBe(status);
  return answer.json();
};
const command = (kind: string, payload: object) =>
  answered(store.askLink('/link/commands', { json: { id: v7(), kind, payload } }), 200);
const move = (order: Order, json: object) =>
  answered(admin(`/api/staff/orders/${order.id}/moves`, { json }), 200);
const fact = (order: Order, status: string) =>
  command('payment.fact', {
    attemptId: order.id,
    orderId: order.id,
    provider: 'mercadopago',
    providerPaymentId: null,
    method: 'pix',
    status,
    statusDetail: null,
    amountCents: order.totalCents,
    refundedCents: 0,
    mismatch: null,
    observedAtMs: 5,
  });
/** One as it would be there after some steps. */
const standing = (status: OrderStatus): Order => {
  const order = sell(store, store.clock.nowMs, {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    source: 'relay',
  });
  return status === 'PENDING' ? order : change(store, order, { status });
};
const lastRow = (orderId: string): unknown => {
  const row = store.db
    .select()
    .from(outbox)
    .all()
    .findLast((one) => one.kind === 'order' && one.aggregateId === orderId);
  return JSON.parse(row?.body ?? 'null');
};

type Door = [string, OrderStatus, (order: Order) => Promise<unknown>, Partial<Order>];
const DOORS: Door[] = [
  [
    'money confirmed by hand',
    'PENDING',
    (order) => move(order, { kind: 'confirm-payment', method: 'cash' }),
    { status: 'RECEBIDO', paymentStatus: 'approved' },
  ],
  [
    'cash chosen on the site',
    'PENDING',
    (order) => command('order.choose-cash', { orderId: order.id, changeForCents: null }),
    { status: 'PENDING', paymentMethod: 'cash' },
  ],
  [
    'a payment that is begun',
    'PENDING',
    (order) => fact(order, 'pending'),
    { status: 'PENDING', paymentMethod: 'pix' },
  ],
  [
    'a payment that came',
    'PENDING',
    (order) => fact(order, 'approved'),
    { status: 'RECEBIDO', paymentStatus: 'approved' },
  ],
  ['the start of its making', 'RECEBIDO', (order) => move(order, { kind: 'start' }), { status: 'PREPARING' }],
  ['its readiness', 'PREPARING', (order) => move(order, { kind: 'mark-ready' }), { status: 'READY' }],
  ['its handing over', 'READY', (order) => move(order, { kind: 'deliver' }), { status: 'DELIVERED' }],
  ['a step back', 'PREPARING', (order) => move(order, { kind: 'back-to-received' }), { status: 'RECEBIDO' }],
  [
    'the dropdown',
    'RECEBIDO',
    (order) => move(order, { kind: 'set-status', status: 'READY' }),
    { status: 'READY' },
  ],
  [
    'its cancellation',
    'READY',
    (order) => move(order, { kind: 'cancel', reason: 'cliente' }),
    { status: 'CANCELLED', cancelReason: 'cliente' },
  ],
  [
    'the end of many unpaid ones',
    'PENDING',
    (order) =>
      answered(
        admin('/api/staff/orders/cancel-unpaid', { json: { ids: [order.id], reason: 'expirado' } }),
        200,
      ),
    { status: 'CANCELLED', cancelReason: 'expirado' },
  ],
];

it.each(DOORS)('%s wakes log and printers, and stands in the log', async (_name, from, door, becomes) => {
  const order = standing(from);
  heard = { log: 0, print: 0 };
  await door(order);
  expect(heard.log).toBeGreaterThan(0);
  expect(heard.print).toBeGreaterThan(0);
  expect(store.orders.repository.byId(order.id)).toMatchObject(becomes);
  expect(lastRow(order.id)).toEqual({
    order: store.orders.repository.byId(order.id),
    trackingTokenHash: hash('sha256', store.orders.tokens.tokenOf(order.id)),
  });
});

it.each(DOORS)(
  '%s, asked for twice, has one effect and wakes nobody the second time',
  async (_name, from, door) => {
    const order = standing(from);
    await door(order);
    const before = [store.outbox.head().seq, store.orders.repository.byId(order.id)];
    store.clock.nowMs += 1000;
    heard = { log: 0, print: 0 };
    await door(order);
    expect([store.outbox.head().seq, store.orders.repository.byId(order.id)]).toEqual(before);
    expect(heard).toEqual({ log: 0, print: 0 });
  },
);

it.each([
  ["the shop's Wi-Fi", (json: object) => answered(store.ask('/api/orders', { json }), 201)],
  ['the counter', (json: object) => answered(admin('/api/staff/orders', { json }), 201)],
])('an order from %s wakes the log, and once more nobody', async (_name, place) => {
  const json = sampleRequest({ id: v7() });
  await place(json);
  expect(heard.log).toBeGreaterThan(0);
  expect(lastRow(json.id)).toMatchObject({ order: { id: json.id, status: 'PENDING' } });
  const { seq } = store.outbox.head();
  heard = { log: 0, print: 0 };
  await store.ask('/api/orders', { json });
  expect(store.outbox.head().seq).toBe(seq);
});

it('the log keeps whose order it is: the hash of its claim goes with every state', async () => {
  const claim = 'c0ffee'.repeat(8);
  const json = { ...sampleRequest({ id: v7() }), claim };
  await answered(store.ask('/api/orders', { json }), 201);
  expect(lastRow(json.id)).toMatchObject({ claimHash: hash('sha256', claim) });
  await fact(store.orders.repository.byId(json.id) as Order, 'approved');
  expect(lastRow(json.id)).toMatchObject({
    order: { status: 'RECEBIDO' },
    claimHash: hash('sha256', claim),
  });
});
