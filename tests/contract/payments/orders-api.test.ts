// What is particular to the provider's Orders API, and to an account that goes from one interface to the other.
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { DEMO_ACCOUNT, DEMO_WEBHOOK_SECRET } from '../../simulators/mercado-pago/demo-credentials.ts';
import { signWebhook } from '../../simulators/mercado-pago/webhooks.ts';
import { rowsOf } from '../../harness/database.ts';
import { onBothDatabases } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';

const NONE = {
  mercadoPago: {
    baseUrl: null,
    sdkUrl: null,
    accessToken: null,
    publicKey: null,
    webhookSecret: null,
    api: 'payments' as const,
  },
};
const DAY = '/edge/payments/matching?day=2026-11-21';

/** A notice of the Payments API about a number, as an account with that event still marked gets one. */
async function notifyNumber(relay: TestRelay, number: string): Promise<void> {
  const requestId = randomUUID();
  const ts = String(Math.floor(relay.clock() / 1000));
  const told = await fetch(`${relay.url}/api/webhooks/mercadopago?data.id=${number}&type=payment`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': requestId,
      'x-signature': signWebhook(DEMO_WEBHOOK_SECRET, number, requestId, ts),
    },
    body: JSON.stringify({ type: 'payment', action: 'payment.updated', data: { id: number } }),
  });
  expect(told.status).toBe(200);
  await relay.quiet();
}
const paidPix = async (relay: TestRelay) => {
  const order = relay.placeOrder(1990);
  const pix = await relay.pix(order);
  relay.control.approve(pix.paymentId);
  await relay.quiet();
  await relay.deliver();
  return { order, pix };
};
const attemptsIn = (relay: TestRelay) => rowsOf(relay.db, sql`select id from payment_attempts`);
const refundsIn = (relay: TestRelay) => rowsOf(relay.db, sql`select id from payment_refunds`);

onBothDatabases('the Orders API', (start) => {
  test('names a PIX ORD…, asks for it in text, and tells of it under the topic order', async () => {
    const relay = await start({ api: 'orders' });
    const { order, pix } = await paidPix(relay);
    expect(pix.paymentId).toMatch(/^ORD01[0-9A-Z]{24}$/);
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
    expect(
      await rowsOf(relay.db, sql`select topic, provider_payment_id from payment_notices`),
    ).toContainEqual({
      topic: 'payment',
      provider_payment_id: pix.paymentId,
    });
    expect(relay.control.requests().some(({ path }) => path.startsWith('/v1/payments/'))).toBe(false);
  });

  test('is settled by looking alone where no signature of its notices holds', async () => {
    const relay = await start({ api: 'orders' });
    relay.control.setFaults({ orderSignaturesInvalid: true });
    const { order } = await paidPix(relay);
    expect(relay.store.order(order.order.id).status).toBe('PENDING');
    relay.advance(2 * 60_000);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
    expect(await rowsOf(relay.db, sql`select 1 from payment_notices`)).toEqual([]);
  });

  test('a refused card is an answer: the order that comes with the 402 says why', async () => {
    const relay = await start({ api: 'orders' });
    const order = relay.placeOrder();
    const refused = await relay.card(order, 'FUND');
    expect(refused).toMatchObject({
      status: 200,
      body: {
        status: 'rejected',
        statusDetail: 'cc_rejected_insufficient_amount',
        paymentId: expect.stringMatching(/^ORD/),
      },
    });
    expect(await relay.card(order, 'APRO')).toMatchObject({ body: { status: 'approved' } });
  });

  test('the number of the same money at the other interface is no second payment', async () => {
    const relay = await start({ api: 'orders' });
    const { order, pix } = await paidPix(relay);
    await notifyNumber(relay, String(relay.control.payment(pix.paymentId).id));
    await relay.deliver();
    expect(await attemptsIn(relay)).toHaveLength(1);
    expect(await refundsIn(relay)).toEqual([]);
    expect(relay.store.order(order.order.id).paymentStatus).toBe('approved');
  });

  test('nor where the account that made it is gone, and another interface is asked', async () => {
    const relay = await start();
    await relay.edge('PUT', '/edge/payments/credentials', { ...DEMO_ACCOUNT, api: 'orders' });
    const { order, pix } = await paidPix(relay);
    expect(pix.paymentId).toMatch(/^ORD/);
    await relay.edge('DELETE', '/edge/payments/credentials');
    await notifyNumber(relay, String(relay.control.payment(pix.paymentId).id));
    await relay.deliver();
    expect(await attemptsIn(relay)).toHaveLength(1);
    expect(await refundsIn(relay)).toEqual([]);
    expect(relay.store.order(order.order.id).paymentStatus).toBe('approved');
  });

  test.each([
    ['the whole', null],
    ['a part', 500],
  ])('%s goes back once the provider allows it: not yet is no refusal', async (_, amountCents) => {
    const relay = await start({ api: 'orders' });
    const { pix } = await paidPix(relay);
    // Both answers that mean it: 422, then 409.
    relay.control.setFaults({ ordersNotYet: 2 });
    const asked = await relay.edge('POST', '/edge/payments/refund', {
      attemptId: pix.attemptId,
      amountCents,
      refundId: randomUUID(),
    });
    expect(asked.body).toMatchObject({ state: 'asked' });
    for (let look = 0; look < 3; look += 1) {
      relay.advance(60_000);
      await relay.quiet();
    }
    expect(relay.control.faults().ordersNotYet).toBe(0);
    expect(relay.control.payment(pix.paymentId)['transaction_amount_refunded']).toBe(
      (amountCents ?? 1990) / 100,
    );
    expect(relay.alarms).toEqual([]);
  });
});

onBothDatabases('the interface of an account', (start) => {
  const state = async (relay: TestRelay) =>
    (await relay.edge('GET', '/edge/payments/credentials')).body['api'];

  test('is the newer one for a new account, and stays when the account is given again', async () => {
    const relay = await start({ config: NONE });
    expect(await relay.edge('PUT', '/edge/payments/credentials/api', { api: 'orders' })).toMatchObject({
      status: 409,
      body: { code: 'no-account' },
    });
    await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    expect(await state(relay)).toBe('orders');
    // From the next payment on, though the account was just read.
    await relay.edge('PUT', '/edge/payments/credentials/api', { api: 'payments' });
    expect(await state(relay)).toBe('payments');
    expect((await relay.pix(relay.placeOrder())).paymentId).toMatch(/^\d+$/);
    await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    expect(await state(relay)).toBe('payments');
  });

  test.each([
    ['payments', 'orders'],
    ['orders', 'payments'],
  ] as const)('from %s to %s: what was begun goes on, and nothing counts twice', async (from, to) => {
    const relay = await start({ config: NONE });
    await relay.edge('PUT', '/edge/payments/credentials', { ...DEMO_ACCOUNT, api: from });
    const first = relay.placeOrder(1500);
    const begun = await relay.pix(first);
    await relay.edge('PUT', '/edge/payments/credentials/api', { api: to });
    // With its keys entered once more it is the account that it was, and changed its interface all the same.
    await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    relay.control.approve(begun.paymentId);
    const second = await paidPix(relay);
    relay.advance(4 * 60_000);
    await relay.quiet();
    for (const id of [begun.paymentId, second.pix.paymentId])
      await notifyNumber(relay, String(relay.control.payment(id).id));
    await relay.deliver();
    for (const { id } of [first.order, second.order.order])
      expect(relay.store.order(id)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
    expect(await attemptsIn(relay)).toHaveLength(2);
    expect(await refundsIn(relay)).toEqual([]);
    expect((await relay.edge('GET', DAY)).body).toMatchObject({
      totals: { approvedCents: 3490, payments: 2, differences: 0 },
      foreign: 0,
    });
    // The code that was begun before is given back through the interface that made it.
    const back = { attemptId: begun.attemptId };
    expect(await relay.edge('POST', '/edge/payments/refund', back)).toMatchObject({
      body: { state: 'done' },
    });
  });
});
