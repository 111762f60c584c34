import { expect, test } from 'vitest';
import { onBothApis, PATHS } from '../../harness/payments-suite.ts';

onBothApis('PIX', (start, api) => {
  test('the whole way: code, webhook, fetched payment, one fact, a paid order', async () => {
    const relay = await start();
    const order = relay.placeOrder(2490);
    const pix = await relay.pix(order);
    expect(pix.status).toBe('pending');
    expect(pix.qrCode).toMatch(/^000201.*6304[0-9A-F]{4}$/);
    expect(pix.expiresAtMs - relay.clock()).toBe(30 * 60_000);
    expect(relay.control.payment(pix.paymentId)).toMatchObject({
      transaction_amount: 24.9,
      external_reference: order.order.id,
    });

    relay.control.approve(pix.paymentId);
    await relay.quiet();
    const facts = (await relay.commandsWaiting()).map((command) => command.payload);
    expect(facts.at(-1)).toMatchObject({
      status: 'approved',
      amountCents: 2490,
      refundedCents: 0,
      mismatch: null,
      method: 'pix',
    });
    await relay.deliver();
    expect(relay.store.order(order.order.id)).toMatchObject({
      status: 'RECEBIDO',
      paymentStatus: 'approved',
      paymentMethod: 'pix',
    });

    await relay.quiet();
    const polled = await relay.call('GET', `/api/orders/${order.code}/pix/${pix.attemptId}`, order.token);
    expect(polled.body).toMatchObject({ status: 'approved' });
    expect((await relay.call('POST', `/api/orders/${order.code}/pix`, order.token)).status).toBe(409);
    expect(relay.alarms).toEqual([]);
  });

  test('asking again gives the same code, fifteen at once too', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => relay.call('POST', `/api/orders/${order.code}/pix`, order.token)),
    );
    const good = answers.filter((answer) => answer.status === 200);
    expect(good.length).toBeGreaterThan(0);
    expect(answers.filter((answer) => answer.status !== 200).every((answer) => answer.status === 503)).toBe(
      true,
    );
    const again = await relay.pix(order);
    expect(new Set([...good.map((answer) => answer.body['attemptId']), again.attemptId]).size).toBe(1);
    expect(relay.control.payments()).toHaveLength(1);
  });

  test('without the tracking token nothing can be paid, and a stranger cannot tell whether the order exists', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const other = relay.placeOrder();
    for (const token of [null, 'wrong-token-wrong-token', other.token]) {
      expect(await relay.call('POST', `/api/orders/${order.code}/pix`, token)).toMatchObject({
        status: 401,
        body: { code: 'no-token' },
      });
    }
    expect((await relay.call('POST', '/api/orders/ZZZZZZZZZZ/pix', order.token)).status).toBe(401);
    const pix = await relay.pix(order);
    expect(
      (await relay.call('GET', `/api/orders/${other.code}/pix/${pix.attemptId}`, other.token)).status,
    ).toBe(404);
  });

  test('[22] price, total and status in the request have no effect', async () => {
    const relay = await start();
    const order = relay.placeOrder(1990);
    const made = await relay.call('POST', `/api/orders/${order.code}/pix`, order.token, {
      totalCents: 1,
      transaction_amount: 0.01,
      status: 'approved',
    });
    expect(made.status).toBe(200);
    expect(relay.control.payment(String(made.body['paymentId']))['transaction_amount']).toBe(19.9);
    expect(relay.store.order(order.order.id).status).toBe('PENDING');
  });

  test('after half an hour the code is over: the old one is cancelled at the provider, a new one comes', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const first = await relay.pix(order);
    relay.advance(30 * 60_000 + 1);
    const over = await relay.call('GET', `/api/orders/${order.code}/pix/${first.attemptId}`, order.token);
    expect(over.body).toMatchObject({ status: 'expired' });
    const second = await relay.pix(order);
    expect(second.attemptId).not.toBe(first.attemptId);
    expect(relay.control.payment(first.paymentId).status).toBe('cancelled');
    expect(relay.control.payment(second.paymentId).status).toBe('pending');
  });

  test('while the customer waits, the page alone finds the payment, and looks at most every three seconds', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    relay.control.setFaults({ loseWebhooks: 10 });
    relay.advance(3000);
    const poll = () => relay.call('GET', `/api/orders/${order.code}/pix/${pix.attemptId}`, order.token);
    expect((await poll()).body).toMatchObject({ status: 'pending' });
    relay.control.approve(pix.paymentId);
    const fetches = () =>
      relay.control
        .requests()
        .filter(
          (request) => request.method === 'GET' && request.path === `${PATHS[api].read}${pix.paymentId}`,
        ).length;
    const before = fetches();
    await Promise.all([poll(), poll(), poll()]);
    expect(fetches()).toBe(before);
    relay.advance(3000);
    expect((await poll()).body).toMatchObject({ status: 'approved' });
    expect(fetches()).toBe(before + 1);
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
  });

  test('for an order from the LAN the store names the amount, and the fact goes to the store', async () => {
    const relay = await start();
    const { order } = relay.placeOrder(3150);
    expect((await relay.call('POST', '/edge/payments/pix', 'not-the-device', { order })).status).toBe(401);
    const made = await relay.edge('POST', '/edge/payments/pix', {
      order: { id: order.id, code: order.code, totalCents: order.totalCents },
    });
    expect(made.status).toBe(200);
    const other = relay.placeOrder(3150).order;
    const poll = (orderId: string) =>
      relay.edge('GET', `/edge/payments/pix/${String(made.body['attemptId'])}?orderId=${orderId}`);
    expect([await poll(order.id), await poll(other.id)]).toMatchObject([{ status: 200 }, { status: 404 }]);
    relay.control.approve(String(made.body['paymentId']));
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id)).toMatchObject({ status: 'RECEBIDO', paymentMethod: 'pix' });
    const { body } = await relay.edge('GET', `/edge/payments/attempts?orderId=${order.id}`);
    expect(body).toMatchObject({
      attempts: [{ status: 'approved', amountCents: 3150, paidCents: 3150, refunds: [] }],
    });
  });

  test('without an account the methods are off', async () => {
    const relay = await start({
      config: {
        mercadoPago: {
          baseUrl: null,
          sdkUrl: null,
          accessToken: null,
          publicKey: null,
          webhookSecret: null,
          api: 'payments' as const,
        },
      },
    });
    const order = relay.placeOrder();
    expect(await relay.payments.methodsOnOffer(relay.storeId)).toEqual({ pix: false, card: false });
    expect(await relay.call('POST', `/api/orders/${order.code}/pix`, order.token)).toMatchObject({
      status: 409,
      body: { code: 'method-off' },
    });
  });
});
