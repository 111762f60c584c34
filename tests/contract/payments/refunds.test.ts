import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';

const MINUTE = 60_000;

async function paid(relay: TestRelay, totalCents = 2490) {
  const order = relay.placeOrder(totalCents);
  const pix = await relay.pix(order);
  relay.control.approve(pix.paymentId);
  await relay.quiet();
  return { ...order, pix };
}
const refundedReais = (relay: TestRelay, paymentId: string) =>
  relay.control.payment(paymentId)['transaction_amount_refunded'];
const attentionOf = async (relay: TestRelay): Promise<string[]> =>
  ((await relay.edge('GET', '/edge/payments/attention')).body['items'] as { kind: string }[])
    .map((item) => item.kind)
    .sort();

onBothApis('refunds', (start) => {
  test('a whole refund, asked three times, happens once and reaches the store', async () => {
    const relay = await start();
    const { order, pix } = await paid(relay);
    await relay.deliver();
    const answers = await Promise.all(
      [1, 2, 3].map(() => relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })),
    );
    expect(new Set(answers.map((answer) => answer.body['refundId'])).size).toBe(1);
    await relay.quiet();
    expect(relay.control.payment(pix.paymentId)).toMatchObject({
      status: 'refunded',
      transaction_amount_refunded: 24.9,
    });
    await relay.deliver();
    expect(relay.store.order(order.id).paymentStatus).toBe('refunded');
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      status: 200,
      body: { state: 'done' },
    });
  });

  test('[L13] of what the store has not heard of it hears the newest alone, and that is its answer', async () => {
    const relay = await start();
    const { order, pix } = await paid(relay);
    const waiting = async () =>
      (await relay.commandsWaiting()).map(({ payload }) => 'status' in payload && payload.status);
    expect(await waiting()).toEqual(['approved']);
    await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId });
    await relay.quiet();
    expect(await waiting()).toEqual(['refunded']);
    await relay.deliver();
    relay.advance(20 * MINUTE);
    await relay.quiet();
    expect(relay.store.order(order.id)).toMatchObject({ status: 'PENDING', paymentStatus: 'refunded' });
    expect([await attentionOf(relay), relay.alarms]).toEqual([[], []]);
  });

  test('parts have keys of their own, never add up to more than was paid, and the rest can still go back', async () => {
    const relay = await start();
    const { order, pix } = await paid(relay, 1000);
    const part = (amountCents: number, refundId: string | null = randomUUID()) =>
      relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId, amountCents, refundId });
    const key = randomUUID();
    expect(await part(300, key)).toMatchObject({ status: 200, body: { state: 'done', amountCents: 300 } });
    expect(await part(300, key)).toMatchObject({ status: 200, body: { refundId: key } });
    expect(refundedReais(relay, pix.paymentId)).toBe(3);
    expect(await part(400, key)).toMatchObject({ status: 409, body: { code: 'key-reused' } });
    expect(await part(300, null)).toMatchObject({ status: 422, body: { code: 'key-needed' } });
    expect(await part(701)).toMatchObject({ status: 422, body: { code: 'too-much', leftCents: 700 } });
    await relay.deliver();
    expect(relay.store.order(order.id).paymentStatus).toBe('partially_refunded');
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      body: { state: 'done' },
    });
    expect(refundedReais(relay, pix.paymentId)).toBe(10);
    await relay.deliver();
    expect(relay.store.facts.get(pix.attemptId)).toMatchObject({ status: 'refunded', refundedCents: 1000 });
  });

  test('a refund that the provider does not answer is repeated under the same key until it does', async () => {
    const relay = await start();
    const { pix } = await paid(relay);
    await relay.deliver();
    await relay.quiet();
    relay.control.setFaults({ failRequests: { count: 3, status: 503, retryAfterSeconds: null } });
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      status: 200,
      body: { state: 'asked' },
    });
    relay.crash();
    relay.boot();
    relay.advance(6000);
    await relay.quiet();
    expect(refundedReais(relay, pix.paymentId)).toBe(24.9);
  });

  test('a refund that was put off until later is not tried before, and is then', async () => {
    const relay = await start();
    const { pix } = await paid(relay);
    await relay.deliver();
    // A look that is still under way would use up one of the failures.
    await relay.quiet();
    relay.control.setFaults({ failRequests: { count: 3, status: 503, retryAfterSeconds: null } });
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      body: { state: 'asked' },
    });
    relay.advance(4999);
    await relay.quiet();
    expect(refundedReais(relay, pix.paymentId)).toBe(0);
    relay.advance(1);
    await relay.quiet();
    expect(refundedReais(relay, pix.paymentId)).toBe(24.9);
  });

  test('[121] a refund that waits for its next try does not wait for a day when the clock is set back by one', async () => {
    const relay = await start();
    const { pix } = await paid(relay);
    await relay.deliver();
    // A look that is still under way would use up one of the failures.
    await relay.quiet();
    relay.control.setFaults({ failRequests: { count: 3, status: 503, retryAfterSeconds: null } });
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      body: { state: 'asked' },
    });
    relay.advance(-1440 * MINUTE);
    await relay.quiet();
    expect(refundedReais(relay, pix.paymentId)).toBe(24.9);
  });

  test('a PIX refund that the bank is still carrying out is seen to its end', async () => {
    const relay = await start();
    const { order, pix } = await paid(relay);
    await relay.deliver();
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      body: { state: 'under-way' },
    });
    relay.control.settleRefunds(pix.paymentId);
    relay.advance(2 * MINUTE);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id).paymentStatus).toBe('refunded');
    const { body } = await relay.edge('GET', `/edge/payments/attempts?orderId=${order.id}`);
    expect(body).toMatchObject({ attempts: [{ status: 'refunded', refunds: [{ state: 'done' }] }] });
  });

  test('a refund that the provider will not make is listed, alarmed, and can be asked for again', async () => {
    const relay = await start();
    const { pix } = await paid(relay);
    await relay.deliver();
    await relay.quiet();
    relay.advance(181 * 24 * 60 * MINUTE);
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      body: { state: 'failed' },
    });
    await relay.quiet();
    expect(await attentionOf(relay)).toEqual(['refund-failed']);
    expect(relay.alarms.map((alarm) => alarm.kind)).toEqual(['payment-refund-failed']);
    relay.advance(-181 * 24 * 60 * MINUTE);
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      body: { state: 'done' },
    });
    expect(await attentionOf(relay)).toEqual([]);
  });

  test('money that went back by hand meanwhile is given back: nothing goes twice, and nobody is called', async () => {
    const relay = await start();
    const { order, pix } = await paid(relay);
    await relay.deliver();
    relay.control.setFaults({ loseWebhooks: 50 });
    relay.control.refundByHand(pix.paymentId);
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      status: 200,
      body: { state: 'done' },
    });
    await relay.quiet();
    await relay.deliver();
    expect(refundedReais(relay, pix.paymentId)).toBe(24.9);
    expect(relay.store.order(order.id).paymentStatus).toBe('refunded');
    expect(await attentionOf(relay)).toEqual([]);
    expect(relay.alarms).toEqual([]);
  });

  test('money that the bank took back meanwhile cannot be given back: it has failed, and a person is called', async () => {
    const relay = await start();
    const { order, pix } = await paid(relay);
    await relay.deliver();
    relay.control.setFaults({ loseWebhooks: 50 });
    relay.control.chargeback(pix.paymentId);
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      status: 200,
      body: { state: 'failed' },
    });
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id).paymentStatus).toBe('charged_back');
    expect(await attentionOf(relay)).toEqual(['charged-back', 'refund-failed']);
  });

  test('a refund made by hand in the panel of the provider is learned from its notice', async () => {
    const relay = await start();
    const { order, pix } = await paid(relay);
    await relay.deliver();
    relay.control.refundByHand(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id).paymentStatus).toBe('refunded');
  });

  test('nothing can be given back that was not paid', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId })).toMatchObject({
      status: 409,
      body: { code: 'nothing-to-refund' },
    });
    expect(await relay.edge('POST', '/edge/payments/refund', { attemptId: randomUUID() })).toMatchObject({
      status: 404,
    });
    expect(
      (await relay.call('POST', '/edge/payments/refund', order.token, { attemptId: pix.attemptId })).status,
    ).toBe(401);
  });
});

onBothApis('a paid order that the store has not answered for', (start) => {
  test('raises an alarm after two minutes, once, and the money goes back after fifteen, once', async () => {
    const relay = await start();
    const { order, pix } = await paid(relay);
    relay.advance(2 * MINUTE - 1000);
    await relay.quiet();
    expect(relay.alarms).toEqual([]);
    relay.advance(1000);
    await relay.quiet();
    await relay.quiet();
    expect(relay.alarms.map((alarm) => alarm.kind)).toEqual(['payment-unacknowledged']);
    relay.advance(13 * MINUTE - 1000);
    await relay.quiet();
    expect(refundedReais(relay, pix.paymentId)).toBe(0);
    const seen = () => relay.payments.moneyOf(relay.storeId, order.id);
    expect(await seen()).toEqual({ receivedCents: 2490, returnedCents: 0, returning: false });
    relay.advance(1000);
    await relay.quiet();
    await relay.quiet();
    // The customer sees it, although the store has not said a word.
    expect(await seen()).toEqual({ receivedCents: 2490, returnedCents: 2490, returning: false });
    relay.crash();
    relay.boot();
    await relay.quiet();
    expect(refundedReais(relay, pix.paymentId)).toBe(24.9);
    expect(relay.alarms.map((alarm) => alarm.kind)).toEqual([
      'payment-unacknowledged',
      'payment-refunded-unacknowledged',
    ]);
    // The store comes back: it hears that it was paid, and that it no longer is.
    await relay.deliver();
    expect(relay.store.order(order.id).paymentStatus).toBe('refunded');
  });

  test('keeps its money when the store answers in between, and the alarm ends', async () => {
    const relay = await start();
    const { pix } = await paid(relay);
    relay.advance(14 * MINUTE);
    await relay.quiet();
    expect(await attentionOf(relay)).toEqual(['unacknowledged']);
    await relay.deliver();
    relay.advance(2 * MINUTE);
    await relay.quiet();
    relay.advance(60 * MINUTE);
    await relay.quiet();
    expect(refundedReais(relay, pix.paymentId)).toBe(0);
    expect(await attentionOf(relay)).toEqual([]);
  });

  test('waits as long as the setting says', async () => {
    const relay = await start({ config: { unacknowledgedRefundMs: 40 * MINUTE } });
    const { pix } = await paid(relay);
    relay.advance(39 * MINUTE);
    await relay.quiet();
    expect(refundedReais(relay, pix.paymentId)).toBe(0);
    relay.advance(MINUTE);
    await relay.quiet();
    expect(refundedReais(relay, pix.paymentId)).toBe(24.9);
  });

  test('goes back when the order was paid by hand as well', async () => {
    const relay = await start();
    const { order, pix } = await paid(relay);
    relay.store.orders.set(order.id, {
      ...order,
      status: 'RECEBIDO',
      paymentStatus: 'approved',
      paymentMethod: 'cash',
    });
    const waiting = await relay.commandsWaiting();
    expect(waiting.length).toBeGreaterThan(0);
    relay.store.paidByHand.add(order.id);
    await relay.deliver();
    await relay.quiet();
    await relay.quiet();
    expect(refundedReais(relay, pix.paymentId)).toBe(24.9);
    expect(await attentionOf(relay)).toContain('second-approval');
  });
});
