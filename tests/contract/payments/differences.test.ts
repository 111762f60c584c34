// What a paid order whose lines changed still owes, paid through the provider: beside what paid the whole, once, and never more than is owed.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { rowsOf } from '../../harness/database.ts';
import { onBothApis } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';
import type { Placed } from '../../harness/terminals.ts';

type Pix = { attemptId: string; paymentId: string };
const LINES = { id: 'c', atMs: 1, addedIds: [], takenOff: [], inKitchen: true };

const askRaw = (relay: TestRelay, { order }: Placed, part: string, totalCents = 360) =>
  relay.edge('POST', '/edge/payments/differences/pix', {
    order: { id: order.id, code: order.code, totalCents },
    part,
  });
async function ask(relay: TestRelay, placed: Placed, part: string, totalCents = 360): Promise<Pix> {
  const asked = await askRaw(relay, placed, part, totalCents);
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body));
  return asked.body as unknown as Pix;
}
const settle = async (relay: TestRelay) => {
  await relay.quiet();
  await relay.deliver();
  await relay.quiet();
};
/** The store's order as it is now, with these changes; its row reaches the relay. */
const write = async (relay: TestRelay, { order }: Placed, changes: Partial<Order>) => {
  relay.store.orders.set(order.id, { ...relay.store.order(order.id), ...changes });
  await settle(relay);
};
/** An order of R$ 24,90, paid by PIX on the site, that owes R$ 3,60 since. */
async function changed(relay: TestRelay): Promise<{ placed: Placed; whole: Pix }> {
  const placed = relay.placeOrder(2490);
  const asked = await relay.edge('POST', '/edge/payments/pix', {
    order: { id: placed.order.id, code: placed.order.code, totalCents: 2490 },
  });
  const whole = asked.body as unknown as Pix;
  relay.control.approve(whole.paymentId);
  await settle(relay);
  await write(relay, placed, { totalCents: 2850, balanceCents: 360, changes: [LINES] });
  return { placed, whole };
}
const refunds = (relay: TestRelay) =>
  rowsOf<{ reason: string; state: string }>(relay.db, sql`select reason, state from payment_refunds`);

onBothApis('[P39] the difference of a paid order by PIX', (start) => {
  test('is paid beside the whole: the store hears of a difference, nothing goes back, and both are in the books', async () => {
    const relay = await start();
    const { placed, whole } = await changed(relay);
    const part = randomUUID();
    const pix = await ask(relay, placed, part);
    expect((await ask(relay, placed, part)).attemptId).toBe(pix.attemptId);
    expect(relay.store.order(placed.order.id)).toMatchObject({ status: 'RECEBIDO', balanceCents: 360 });
    relay.control.approve(pix.paymentId);
    await settle(relay);
    await settle(relay);
    expect(relay.store.heard.at(-1)).toMatchObject({
      payload: { part, difference: true, amountCents: 360, status: 'approved' },
    });
    expect(relay.store.order(placed.order.id)).toMatchObject({
      status: 'RECEBIDO',
      paidDifferences: [{ id: part, cents: 360, proved: { attemptId: pix.attemptId, method: 'pix' } }],
    });
    expect(relay.store.order(placed.order.id)).not.toHaveProperty('balanceCents');
    expect(await refunds(relay)).toEqual([]);
    expect(relay.alarms).toEqual([]);
    expect(relay.control.payment(whole.paymentId).status).toBe('approved');
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body['totals']).toMatchObject({
      approvedCents: 2850,
      payments: 2,
      differences: 0,
    });
    expect((await relay.edge('GET', '/edge/payments/booked?month=2026-11')).body['payments']).toHaveLength(2);
    // Paid once: the same one is not asked for again.
    expect(await askRaw(relay, placed, part)).toMatchObject({ status: 409, body: { code: 'already-paid' } });
  });

  test('is a part of its own: what is asked for a part of an order that was paid is still refused', async () => {
    const relay = await start();
    const { placed } = await changed(relay);
    const { order } = placed;
    const asked = await relay.edge('POST', '/edge/payments/parts/pix', {
      order: { id: order.id, code: order.code, totalCents: 360 },
      part: randomUUID(),
    });
    expect(asked).toMatchObject({ status: 409, body: { code: 'already-paid' } });
  });

  test('stays open while so much is owed, however often it is looked at, and ends once less is', async () => {
    const relay = await start();
    const { placed } = await changed(relay);
    const pix = await ask(relay, placed, randomUUID());
    relay.advance(61_000);
    await settle(relay);
    expect(relay.control.payment(pix.paymentId).status).toBe('pending');
    await write(relay, placed, { balanceCents: 359 });
    relay.advance(181_000);
    await settle(relay);
    expect(relay.control.payment(pix.paymentId).status).toBe('cancelled');
  });

  test('is not ended by who looks at it before the order’s change has come over the link', async () => {
    const relay = await start();
    const { placed } = await changed(relay);
    const pix = await ask(relay, placed, randomUUID());
    const { balanceCents, ...before } = relay.store.order(placed.order.id);
    relay.store.orders.set(placed.order.id, before);
    relay.advance(3_000);
    await relay.edge('GET', `/edge/payments/pix/${pix.attemptId}?orderId=${placed.order.id}`);
    expect(relay.control.payment(pix.paymentId).status).toBe('pending');
    relay.store.orders.set(placed.order.id, { ...before, balanceCents });
    relay.control.approve(pix.paymentId);
    await settle(relay);
    expect(await refunds(relay)).toEqual([]);
  });

  test('that is paid once its order was called off goes back', async () => {
    const relay = await start();
    const { placed } = await changed(relay);
    const pix = await ask(relay, placed, randomUUID());
    await write(relay, placed, { status: 'CANCELLED' });
    relay.control.approve(pix.paymentId);
    await settle(relay);
    await settle(relay);
    expect(await refunds(relay)).toEqual([{ reason: 'refused-by-store', state: 'done' }]);
    expect(relay.control.payment(pix.paymentId).status).toBe('refunded');
  });

  test('that was set aside and that a person takes is the difference still, with what came', async () => {
    const relay = await start();
    const { placed } = await changed(relay);
    const part = randomUUID();
    const pix = await ask(relay, placed, part);
    await relay.quiet();
    relay.control.setFaults({ tamperFetches: { count: 500, field: 'amount' } });
    relay.control.approve(pix.paymentId);
    await settle(relay);
    expect(relay.store.order(placed.order.id)).toMatchObject({ balanceCents: 360 });
    await relay.edge('POST', '/edge/payments/attention/accept', { attemptId: pix.attemptId });
    await settle(relay);
    expect(relay.store.order(placed.order.id)).toMatchObject({
      status: 'RECEBIDO',
      balanceCents: 359,
      paidDifferences: [{ id: part, cents: 1 }],
    });
  });

  test('that was taken otherwise meanwhile goes back whole, and leaves what paid the whole alone', async () => {
    const relay = await start();
    const { placed, whole } = await changed(relay);
    const pix = await ask(relay, placed, randomUUID());
    const { balanceCents: _taken, ...taken } = relay.store.order(placed.order.id);
    relay.store.orders.set(placed.order.id, taken);
    relay.control.approve(pix.paymentId);
    await settle(relay);
    await settle(relay);
    expect(await refunds(relay)).toEqual([{ reason: 'second-approval', state: 'done' }]);
    expect(relay.control.payment(pix.paymentId).status).toBe('refunded');
    expect(relay.control.payment(whole.paymentId).status).toBe('approved');
  });
});
