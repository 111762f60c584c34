import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEMO_WEBHOOK_SECRET } from '../../simulators/mercado-pago/demo-credentials.ts';
import { signWebhook } from '../../simulators/mercado-pago/webhooks.ts';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis, PATHS } from '../../harness/payments-suite.ts';

const MINUTE = 60_000;
const fetchesOf = (relay: TestRelay, paymentId: string): number =>
  relay.control
    .requests()
    .filter(
      (request) =>
        request.method === 'GET' && new RegExp(`^/v1/(payments|orders)/${paymentId}$`).test(request.path),
    ).length;

async function notify(
  relay: TestRelay,
  paymentId: string,
  given: { signature?: string; requestId?: string; body?: unknown; store?: string } = {},
): Promise<number> {
  const store = given.store === undefined ? '' : `&store=${given.store}`;
  const path = `/api/webhooks/mercadopago?data.id=${paymentId}&type=payment${store}`;
  const answer = await fetch(`${relay.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-id': given.requestId ?? 'req-1',
      ...(given.signature === undefined ? {} : { 'x-signature': given.signature }),
    },
    body: JSON.stringify(
      given.body ?? {
        id: 1,
        type: 'payment',
        action: 'payment.updated',
        data: { id: paymentId },
        status: 'approved',
      },
    ),
  });
  return answer.status;
}
const signed = (relay: TestRelay, paymentId: string, requestId = 'req-1'): string =>
  signWebhook(DEMO_WEBHOOK_SECRET, paymentId, requestId, String(Math.floor(relay.clock() / 1000)));

onBothApis('settling', (start, api) => {
  test('[18] a forged or unsigned notice is answered with 401 and has no effect, not even a look at the provider', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    relay.control.setFaults({ loseWebhooks: 50 });
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    const before = relay.control.requests().length;
    const forged = signWebhook(
      'another-secret',
      pix.paymentId,
      'req-1',
      String(Math.floor(relay.clock() / 1000)),
    );
    const old = signWebhook(
      DEMO_WEBHOOK_SECRET,
      pix.paymentId,
      'req-1',
      String(Math.floor(relay.clock() / 1000) - 15 * 86_400 - 60),
    );
    for (const signature of [undefined, '', 'ts=1,v1=00', forged, old, signed(relay, '1')]) {
      expect(await notify(relay, pix.paymentId, signature === undefined ? {} : { signature })).toBe(401);
    }
    // The older, unsigned kind of notice.
    expect(
      (
        await fetch(`${relay.url}/api/webhooks/mercadopago?topic=payment&id=${pix.paymentId}`, {
          method: 'POST',
        })
      ).status,
    ).toBe(401);
    await relay.quiet();
    expect(relay.control.requests().length).toBe(before);
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('PENDING');
  });

  test('[18] what a notice claims is never believed: a signed one about an unpaid payment changes nothing', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    await relay.quiet();
    expect(await notify(relay, pix.paymentId, { signature: signed(relay, pix.paymentId) })).toBe(200);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.order.id)).toMatchObject({ status: 'PENDING', paymentStatus: 'pending' });
  });

  test('[18] a replayed notice is taken and leads to nothing new', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    relay.control.setFaults({ loseWebhooks: 50 });
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    const signature = signed(relay, pix.paymentId);
    for (let time = 0; time < 5; time += 1)
      expect(await notify(relay, pix.paymentId, { signature })).toBe(200);
    await relay.quiet();
    expect(fetchesOf(relay, pix.paymentId)).toBe(1);
    expect(
      (await relay.commandsWaiting()).filter(
        (command) => command.kind === 'payment.fact' && command.payload.status === 'approved',
      ),
    ).toHaveLength(1);
  });

  test('[18] one signature leads to few looks at the provider, whatever is written beside it', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    relay.control.setFaults({ loseWebhooks: 100 });
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    const signature = signed(relay, pix.paymentId);
    for (let id = 0; id < 50; id += 1) {
      const action = ['payment.created', 'payment.updated', `payment.${id}`][id % 3];
      expect(await notify(relay, pix.paymentId, { signature, body: { id, type: 'payment', action } })).toBe(
        200,
      );
    }
    await relay.quiet();
    expect(fetchesOf(relay, pix.paymentId)).toBeLessThanOrEqual(3);
  });

  test('[42] notices that nobody signed fill no log, and keep no signed one out', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    relay.control.setFaults({ loseWebhooks: 100 });
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    for (let time = 0; time < 70; time += 1) expect(await notify(relay, pix.paymentId)).toBe(401);
    expect(relay.logged.filter((line) => line.includes('a notice was refused'))).toHaveLength(60);
    expect(await notify(relay, pix.paymentId, { store: randomUUID() })).toBe(401);
    expect(relay.logged.filter((line) => line.includes('a notice was refused'))).toHaveLength(60);
    expect(await notify(relay, pix.paymentId, { signature: signed(relay, pix.paymentId) })).toBe(200);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.order.id).paymentStatus).toBe('approved');
  });

  test('[18] duplicated, reordered and millisecond notices end in one approval', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    relay.control.setFaults({ reorderWebhooks: 2, millisecondWebhooks: 1, duplicateWebhooks: 1 });
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
    expect(
      relay.store.heard.filter((one) => one.kind === 'payment.fact' && one.payload.status === 'approved'),
    ).toHaveLength(1);
  });

  test('[18] a lost notice is made up for by the search under the order, minutes later and by itself', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    await relay.quiet();
    relay.control.setFaults({ loseWebhooks: 50 });
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    expect(
      (await relay.commandsWaiting()).some(
        (command) => command.kind === 'payment.fact' && command.payload.status === 'approved',
      ),
    ).toBe(false);
    relay.advance(4 * MINUTE);
    await relay.quiet();
    expect(
      relay.control.requests().some(({ method, path }) => method === 'GET' && path === PATHS[api].searched),
    ).toBe(true);
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
  });

  test('a notice that came while the provider could not be asked is followed up', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    await relay.quiet();
    relay.control.setFaults({ failRequests: { count: 3, status: 503, retryAfterSeconds: null } });
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    relay.advance(2000);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
  });

  test('a notice that was stored before the process died is followed up by the next one', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    await relay.quiet();
    relay.control.setFaults({ failRequests: { count: 3, status: 503, retryAfterSeconds: null } });
    relay.control.approve(pix.paymentId);
    await relay.control.webhooksSettled();
    await relay.payments.stop();
    relay.crash();
    relay.boot();
    relay.advance(10_000);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
  });

  test('an approval whose command cannot be stored leaves the attempt as it was, and is taken in again', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    await relay.quiet();
    relay.failEnqueues(1);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    const status = async () =>
      (
        (await relay.edge('GET', `/edge/payments/attempts?orderId=${order.order.id}`)).body['attempts'] as {
          status: string;
        }[]
      )[0]?.status;
    expect(await status()).toBe('pending');
    relay.advance(10_000);
    await relay.quiet();
    expect(await status()).toBe('approved');
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
  });

  test('[19] a creation that times out is repeated with the same key: one payment, and the customer gets its code', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.unanswered(1, () => relay.pix(order));
    expect(pix.qrCode).not.toBe('');
    const creations = relay.control
      .requests()
      .filter((request) => request.method === 'POST' && request.path === PATHS[api].made);
    expect(new Set(creations.map((request) => request.idempotencyKey))).toEqual(new Set([pix.attemptId]));
    expect(relay.control.payments()).toHaveLength(1);
  });

  test('[19] when every try times out, asking again goes on with the same attempt: still one payment', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const failed = await relay.unanswered(3, () =>
      relay.call('POST', `/api/orders/${order.code}/pix`, order.token),
    );
    expect(failed).toMatchObject({ status: 503, body: { code: 'provider-unreachable' } });
    await relay.control.webhooksSettled();
    const pix = await relay.pix(order);
    expect(pix.qrCode).not.toBe('');
    expect(relay.control.payments()).toHaveLength(1);
  });

  test('[19] a process that dies while creating leaves an attempt that the next one finds', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    relay.control.setFaults({ loseWebhooks: 50 });
    await relay.unanswered(3, () => relay.call('POST', `/api/orders/${order.code}/pix`, order.token));
    relay.crash();
    relay.boot();
    const [payment] = relay.control.payments();
    relay.control.approve(String(payment?.id));
    relay.advance(MINUTE);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
    expect(relay.control.payments()).toHaveLength(1);
  });

  test('[20] a PIX paid after it expired is honoured where the order can still be made, and listed', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    relay.advance(32 * MINUTE);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.facts.get(pix.attemptId)?.status).toBe('expired');
    relay.store.orders.set(order.order.id, {
      ...relay.store.order(order.order.id),
      status: 'CANCELLED',
      cancelReason: 'expirado',
    });
    relay.advance(120 * MINUTE);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    await relay.quiet();
    expect(relay.store.order(order.order.id)).toMatchObject({
      status: 'RECEBIDO',
      late: true,
      paymentStatus: 'approved',
    });
    const { body } = await relay.edge('GET', '/edge/payments/attention');
    expect(body).toMatchObject({ items: [{ kind: 'late', attempt: { attemptId: pix.attemptId } }] });
    expect(relay.control.payment(pix.paymentId)['transaction_amount_refunded']).toBe(0);
  });

  test('[20] a PIX that the provider closed before its time and that was paid all the same is honoured and listed', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    relay.control.expire(pix.paymentId);
    relay.advance(MINUTE);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.facts.get(pix.attemptId)?.status).toMatch(/^(expired|cancelled)$/);
    relay.control.approve(pix.paymentId);
    relay.advance(5 * MINUTE);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.order.id)).toMatchObject({ paymentStatus: 'approved' });
    const { body } = await relay.edge('GET', '/edge/payments/attention');
    expect(body).toMatchObject({ items: [{ kind: 'late', attempt: { attemptId: pix.attemptId } }] });
  });

  test('[20] a PIX paid after its order was cancelled for good is given back whole, once, and listed', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    relay.store.isMakeable = false;
    relay.store.orders.set(order.order.id, { ...order.order, status: 'CANCELLED', cancelReason: 'expirado' });
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    await relay.quiet();
    await relay.quiet();
    expect(relay.control.payment(pix.paymentId)).toMatchObject({
      status: 'refunded',
      transaction_amount_refunded: 24.9,
    });
    await relay.deliver();
    expect(relay.store.order(order.order.id)).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'refunded',
    });
    const { body } = await relay.edge('GET', '/edge/payments/attention');
    expect((body['items'] as { kind: string }[]).map((item) => item.kind).sort()).toEqual([
      'late',
      'refused-by-store',
    ]);
    expect(relay.alarms.map((alarm) => alarm.kind)).toEqual(['payment-refused-by-store']);
  });

  test.each(['amount', 'currency', 'payee', 'reference'] as const)(
    '[21] a payment with another %s never approves the order: set aside, listed, alarm',
    async (field) => {
      const relay = await start();
      const order = relay.placeOrder();
      const pix = await relay.pix(order);
      await relay.quiet();
      relay.control.setFaults({ tamperFetches: { count: 20, field } });
      relay.control.approve(pix.paymentId);
      await relay.quiet();
      await relay.deliver();
      await relay.quiet();
      expect(relay.store.order(order.order.id)).toMatchObject({
        status: 'PENDING',
        paymentStatus: 'pending',
      });
      expect(relay.store.facts.get(pix.attemptId)).toMatchObject({ status: 'approved', mismatch: field });
      expect(relay.alarms).toHaveLength(1);
      expect(relay.alarms[0]).toMatchObject({ kind: 'payment-mismatch' });
      const { body } = await relay.edge('GET', '/edge/payments/attention');
      expect(body).toMatchObject({ items: [{ kind: 'mismatch', attempt: { mismatch: field } }] });
      // Being right the next time does not undo it: a person decides.
      relay.control.clearFaults();
      relay.advance(2 * 60 * MINUTE);
      await relay.quiet();
      await relay.deliver();
      expect(relay.store.order(order.order.id).status).toBe('PENDING');
      // …by giving it back, for example.
      const refund = await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId });
      expect(refund).toMatchObject({ status: 200, body: { state: 'done' } });
    },
  );

  test('[21] of two approved payments of one order the second is given back and listed, whichever was heard of first', async () => {
    for (const hearSecondFirst of [false, true, true, true]) {
      const relay = await start();
      const order = relay.placeOrder();
      const first = await relay.pix(order);
      relay.advance(30 * MINUTE + 1);
      const second = await relay.pix(order);
      await relay.quiet();
      relay.control.setFaults(hearSecondFirst ? { reorderWebhooks: 2 } : {});
      relay.control.approve(first.paymentId);
      relay.advance(1000);
      relay.control.approve(second.paymentId);
      await relay.quiet();
      await relay.deliver();
      await relay.quiet();
      await relay.quiet();
      await relay.deliver();
      expect(relay.control.payment(first.paymentId).status).toBe('approved');
      expect(relay.control.payment(second.paymentId)).toMatchObject({
        status: 'refunded',
        transaction_amount_refunded: 24.9,
      });
      expect(relay.store.order(order.order.id)).toMatchObject({
        status: 'RECEBIDO',
        paymentStatus: 'approved',
      });
      expect(relay.store.paidTwice).toEqual([]);
      expect(relay.alarms.filter((alarm) => alarm.kind === 'payment-second-approval')).toHaveLength(1);
      const { body } = await relay.edge('GET', '/edge/payments/attention');
      expect(
        (body['items'] as { kind: string; attempt: { attemptId: string } }[])
          .filter((item) => item.kind === 'second-approval')
          .map((item) => item.attempt.attemptId),
      ).toEqual([second.attemptId]);
    }
  });

  test('[21] a chargeback reaches the store and the owner', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    relay.advance(MINUTE);
    relay.control.chargeback(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.order.id).paymentStatus).toBe('charged_back');
    expect(relay.alarms.map((alarm) => alarm.kind)).toEqual(['payment-charged-back']);
  });

  test.skipIf(api === 'orders')(
    'a payment of the same account that is none of ours is left alone',
    async () => {
      const relay = await start();
      const made = await fetch(`${relay.simulator.url}/v1/payments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${relay.config.mercadoPago.accessToken}`,
          'x-idempotency-key': 'terminal',
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          transaction_amount: 5,
          payment_method_id: 'pix',
          payer: { email: 'a@b.com' },
          external_reference: 'maquininha-7',
          notification_url: `${relay.url}/api/webhooks/mercadopago`,
        }),
      });
      const { id } = (await made.json()) as { id: number };
      relay.control.approve(id);
      await relay.quiet();
      expect(await relay.commandsWaiting()).toEqual([]);
      expect(relay.alarms).toEqual([]);
      const matched = await relay.edge('GET', '/edge/payments/matching?day=2026-11-21');
      expect(matched.body).toMatchObject({ foreign: 1, rows: [] });
    },
  );

  test.skipIf(api === 'orders')(
    'money for one of our orders that lost its attempt is not lost: it pays the order',
    async () => {
      const relay = await start();
      const { order } = relay.placeOrder(1500);
      const made = await fetch(`${relay.simulator.url}/v1/payments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${relay.config.mercadoPago.accessToken}`,
          'x-idempotency-key': 'forgotten',
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          transaction_amount: 15,
          payment_method_id: 'pix',
          payer: { email: 'a@b.com' },
          external_reference: order.id,
          notification_url: `${relay.url}/api/webhooks/mercadopago`,
        }),
      });
      const { id } = (await made.json()) as { id: number };
      relay.control.approve(id);
      await relay.quiet();
      await relay.deliver();
      expect(relay.store.order(order.id)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
    },
  );

  test('from the notice to the command for the store it takes one fetch, and no round of the worker', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    await relay.quiet();
    relay.control.setFaults({ loseWebhooks: 1 });
    relay.control.approve(pix.paymentId);
    const before = fetchesOf(relay, pix.paymentId);
    // The worker does not run here, and its clock stands.
    await notify(relay, pix.paymentId, { signature: signed(relay, pix.paymentId) });
    await expect
      .poll(() => relay.commandsWaiting())
      .toContainEqual(
        expect.objectContaining({
          kind: 'payment.fact',
          payload: expect.objectContaining({ orderId: order.order.id, status: 'approved' }),
        }),
      );
    expect(fetchesOf(relay, pix.paymentId)).toBe(before + 1);
  });
});
