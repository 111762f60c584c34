import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CARD_OUTCOMES } from '../../simulators/mercado-pago/card-outcomes.ts';
import { DEMO_ACCESS_TOKEN } from '../../simulators/mercado-pago/demo-credentials.ts';
import { onBothApis } from '../../harness/payments-suite.ts';

const MINUTE = 60_000;

onBothApis('cards', (start, api) => {
  test('the form gets the public key and the script of the provider in use', async () => {
    const relay = await start();
    expect((await relay.call('GET', '/api/payments/public-key', null)).body).toEqual({
      publicKey: relay.config.mercadoPago.publicKey,
      sdkUrl: `${relay.simulator.url}/sdk/js/v2`,
    });
  });

  test('an approved card pays the order at once, in installments if asked', async () => {
    const relay = await start();
    const order = relay.placeOrder(9990);
    const paid = await relay.card(order, 'APRO', { installments: 3, issuer_id: '24' });
    expect(paid).toMatchObject({ status: 200, body: { status: 'approved', statusDetail: 'accredited' } });
    expect(relay.control.payment(String(paid.body['paymentId']))).toMatchObject({
      installments: 3,
      transaction_amount: 99.9,
      external_reference: order.order.id,
    });
    await relay.deliver();
    expect(relay.store.order(order.order.id)).toMatchObject({
      status: 'RECEBIDO',
      paymentMethod: 'credit_card',
    });
  });

  test('a debit card is told apart from credit', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const token = await relay.cardToken('APRO', `400276000000000${luhnDigit('400276000000000')}`);
    const paid = await relay.call('POST', `/api/orders/${order.code}/card`, order.token, {
      token,
      payment_method_id: 'debvisa',
      payer: { email: 'a@b.com' },
    });
    expect(paid).toMatchObject({ status: 200, body: { status: 'approved' } });
    await relay.deliver();
    expect(relay.store.order(order.order.id).paymentMethod).toBe('debit_card');
  });

  test.each([{}, { email: '' }])(
    'a form that brings no e-mail (%j) pays under an address made of the order',
    async (payer) => {
      const relay = await start();
      const order = relay.placeOrder();
      const paid = await relay.call('POST', `/api/orders/${order.code}/card`, order.token, {
        token: await relay.cardToken(),
        payment_method_id: 'master',
        payer,
      });
      expect(paid).toMatchObject({ status: 200, body: { status: 'approved' } });
      expect(relay.control.payment(String(paid.body['paymentId']))['payer']).toMatchObject({
        email: `pedido-${order.order.id}@example.com`,
      });
    },
  );

  test('an e-mail that the form brings is the payer’s; a PIX, which asks for none, names nobody', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const email = 'maria.souza@exemplo.com.br';
    const paid = await relay.card(order, 'APRO', { payer: { email } });
    expect(relay.control.payment(String(paid.body['paymentId']))['payer']).toMatchObject({ email });
    const pix = await relay.pix(relay.placeOrder());
    expect(relay.control.payment(pix.paymentId)['payer']).toMatchObject({
      email: expect.stringMatching(/^pedido-[a-z0-9]+@example\.com$/) as string,
    });
  });

  test('the provider is told what is bought, for its judgement of the risk, and asked for a yes or a no', async () => {
    const relay = await start();
    // Without a discount: an order of the other interface has lines only where they add up.
    const order = relay.placeOrder(2850);
    // Two things, so that neither interface can be told of the sum alone.
    const [sample] = order.order.items;
    if (sample === undefined) throw new Error('an order has items');
    order.order.items = [
      { ...sample, priceCents: 1500 },
      { ...sample, id: randomUUID(), priceCents: 1350 },
    ];
    const paid = await relay.card(order);
    if (api === 'orders') {
      const path = `${relay.simulator.url}/v1/orders/${String(paid.body['paymentId'])}`;
      const asked = await fetch(path, { headers: { authorization: `Bearer ${DEMO_ACCESS_TOKEN}` } });
      const made = (await asked.json()) as Record<string, unknown>;
      expect(made['items']).toEqual(
        order.order.items.map(({ priceCents }) =>
          expect.objectContaining({
            title: expect.stringMatching(/\S/) as string,
            quantity: 1,
            unit_price: (priceCents / 100).toFixed(2),
          }),
        ),
      );
      expect(JSON.stringify(made)).not.toContain('sem granola');
      return;
    }
    const [made] = relay.control.payments();
    expect(made).toMatchObject({
      binary_mode: true,
      additional_info: {
        items: order.order.items.map(({ id, priceCents }) => ({
          id,
          title: expect.stringMatching(/\S/) as string,
          quantity: 1,
          unit_price: priceCents / 100,
        })),
      },
    });
    expect(JSON.stringify(made)).not.toContain('sem granola');
  });

  test('a card that the bank would look at for days is refused at once, and another may be tried', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    expect(await relay.card(order, 'REVI')).toMatchObject({ status: 200, body: { status: 'rejected' } });
    expect(await relay.card(order)).toMatchObject({ body: { status: 'approved' } });
  });

  // The Orders API tells the fields of a card apart no further.
  const detailOf = (detail: string): string =>
    api === 'orders'
      ? detail.replace(/^cc_rejected_bad_filled_(?:date|card_number)$/, 'cc_rejected_bad_filled_other')
      : detail;
  const rejections = Object.entries(CARD_OUTCOMES).filter(([, outcome]) => outcome.status === 'rejected');
  test('every reason for a rejection comes through, also one that nobody knows yet', async () => {
    const relay = await start();
    for (const [name, outcome] of rejections) {
      const order = relay.placeOrder();
      expect(await relay.card(order, name)).toMatchObject({
        status: 200,
        body: { status: 'rejected', statusDetail: detailOf(outcome.detail) },
      });
      expect(relay.store.order(order.order.id).status).toBe('PENDING');
    }
    await relay.deliver();
    expect(
      [...relay.store.orders.values()].every(
        (order) => order.status === 'PENDING' && order.paymentStatus === 'rejected',
      ),
    ).toBe(true);
  });

  test('after three rejections there is a pause with its length, then it goes on; PIX stays open all the while', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    for (const holder of ['FUND', 'OTHE', 'SECU']) await relay.card(order, holder);
    const paused = await relay.card(order);
    expect(paused).toMatchObject({
      status: 429,
      body: { code: 'too-many-attempts', retryAfterSeconds: 600 },
    });
    expect(paused.headers.get('retry-after')).toBe('600');
    expect(relay.control.payments()).toHaveLength(3);
    expect((await relay.pix(order)).status).toBe('pending');
    relay.advance(10 * MINUTE);
    expect(await relay.card(order)).toMatchObject({ status: 200, body: { status: 'approved' } });
  });

  test('a card under review ends as the provider says, without anybody asking', async () => {
    for (const verdict of ['approve', 'reject'] as const) {
      const relay = await start();
      const order = relay.placeOrder();
      const begun = await relay.card(order, 'LENT');
      expect(begun.body).toMatchObject({
        status: 'in_process',
        statusDetail: api === 'orders' ? 'in_process' : 'pending_contingency',
      });
      await relay.deliver();
      expect(relay.store.order(order.order.id)).toMatchObject({
        status: 'PENDING',
        paymentStatus: 'in_process',
      });
      await relay.quiet();
      relay.control.setFaults({ loseWebhooks: 5 });
      relay.control[verdict](String(begun.body['paymentId']));
      relay.advance(2 * MINUTE);
      await relay.quiet();
      await relay.deliver();
      expect(relay.store.order(order.order.id)).toMatchObject(
        verdict === 'approve'
          ? { status: 'RECEBIDO', paymentStatus: 'approved' }
          : { status: 'PENDING', paymentStatus: 'rejected' },
      );
    }
  });

  test('while one card is being decided another is refused, and the page can follow the first', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const first = await relay.card(order, 'LENT');
    expect(await relay.card(order)).toMatchObject({
      status: 409,
      body: { code: 'payment-in-process', attemptId: first.body['attemptId'] },
    });
    relay.advance(3000);
    relay.control.approve(String(first.body['paymentId']));
    const seen = await relay.call(
      'GET',
      `/api/orders/${order.code}/card/${String(first.body['attemptId'])}`,
      order.token,
    );
    expect(seen.body).toMatchObject({ status: 'approved' });
    expect(await relay.card(order)).toMatchObject({ status: 409, body: { code: 'already-paid' } });
  });

  test('[O30] nothing is begun of an order that is paid in part at the counter', async () => {
    const relay = await start();
    const placed = relay.placeOrder();
    const { order } = placed;
    const part = { id: 't', method: 'cash', card: null, cents: 100, receivedCents: null, atMs: 1 } as const;
    relay.store.orders.set(order.id, { ...order, paymentMethod: 'cash', tenders: [part] });
    expect(await relay.card(placed)).toMatchObject({
      status: 409,
      body: { code: 'already-paid' },
    });
    await expect(relay.pix(placed)).rejects.toThrow(/409.*already-paid/);
    expect(relay.control.payments()).toHaveLength(0);
  });

  test('a double click pays once', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const token = await relay.cardToken();
    const body = { token, payment_method_id: 'master', payer: { email: 'a@b.com' } };
    const answers = await Promise.all(
      [1, 2, 3].map(() => relay.call('POST', `/api/orders/${order.code}/card`, order.token, body)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(relay.control.payments()).toHaveLength(1);
  });

  test('[19] a card whose creation was never answered is followed, not charged again', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    relay.control.setFaults({ loseWebhooks: 5 });
    const begun = await relay.unanswered(3, () => relay.card(order));
    expect(begun.body).toMatchObject({
      status: 'in_process',
      statusDetail: 'waiting_provider',
      paymentId: null,
    });
    expect(await relay.card(order)).toMatchObject({ status: 409, body: { code: 'payment-in-process' } });
    relay.advance(3000);
    const seen = await relay.call(
      'GET',
      `/api/orders/${order.code}/card/${String(begun.body['attemptId'])}`,
      order.token,
    );
    expect(seen.body).toMatchObject({ status: 'approved' });
    expect(relay.control.payments()).toHaveLength(1);
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
  });

  test('[19] a creation that never reached the provider ends by itself, and the card can be tried again', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const token = await relay.cardToken();
    relay.control.setFaults({ failRequests: { count: 3, status: 502, retryAfterSeconds: null } });
    const begun = await relay.call('POST', `/api/orders/${order.code}/card`, order.token, {
      token,
      payment_method_id: 'master',
      payer: { email: 'a@b.com' },
    });
    expect(begun.body).toMatchObject({ status: 'in_process' });
    relay.advance(4 * MINUTE);
    await relay.quiet();
    const seen = await relay.call(
      'GET',
      `/api/orders/${order.code}/card/${String(begun.body['attemptId'])}`,
      order.token,
    );
    expect(seen.body).toMatchObject({ status: 'cancelled', statusDetail: 'never_created' });
    expect(await relay.card(order)).toMatchObject({ body: { status: 'approved' } });
  });

  test('choosing the card cancels the open PIX at the provider first', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    expect(await relay.card(order)).toMatchObject({ body: { status: 'approved' } });
    expect(relay.control.payment(pix.paymentId).status).toBe('cancelled');
  });

  test('a PIX that was paid while the card was being chosen wins: the card is not charged', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    relay.control.setFaults({ loseWebhooks: 5 });
    relay.control.approve(pix.paymentId);
    expect(await relay.card(order)).toMatchObject({ status: 409, body: { code: 'already-paid' } });
    expect(relay.control.payments()).toHaveLength(1);
    await relay.deliver();
    expect(relay.store.order(order.order.id)).toMatchObject({ status: 'RECEBIDO', paymentMethod: 'pix' });
  });

  test('an order that was paid by hand has its open code cancelled at the provider', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    expect(await relay.payments.cancelOpen(relay.storeId, order.order.id)).toBe(true);
    expect(relay.control.payment(pix.paymentId).status).toBe('cancelled');
    // …also when nobody said so, and only the store's copy shows it.
    const other = relay.placeOrder();
    const second = await relay.pix(other);
    relay.store.orders.set(other.order.id, {
      ...other.order,
      status: 'RECEBIDO',
      paymentStatus: 'approved',
      paymentMethod: 'cash',
    });
    relay.advance(2 * MINUTE);
    await relay.quiet();
    expect(relay.control.payment(second.paymentId).status).toBe('cancelled');
  });

  test('wrong bodies are refused with the field, and never repeat what was sent', async () => {
    const relay = await start();
    const order = relay.placeOrder();
    const good = { token: await relay.cardToken(), payment_method_id: 'master', payer: { email: 'a@b.com' } };
    const wrong: [object, string][] = [
      [{ ...good, token: '5031433215406351' }, 'token'],
      [{ ...good, installments: 0 }, 'installments'],
      [{ ...good, installments: 13 }, 'installments'],
      [{ ...good, installments: '3' }, 'installments'],
      [{ ...good, payer: { email: 'nada' } }, 'payer.email'],
      [{ ...good, issuer_id: 'x' }, 'issuer_id'],
      [{ token: good.token }, 'payment_method_id'],
    ];
    for (const [body, field] of wrong) {
      const answer = await relay.call('POST', `/api/orders/${order.code}/card`, order.token, body);
      expect(answer.status).toBe(422);
      expect((answer.body['errors'] as { field: string }[]).map((error) => error.field)).toContain(field);
      expect(JSON.stringify(answer.body)).not.toContain('5031433215406351');
    }
    const large = await relay.call('POST', `/api/orders/${order.code}/card`, order.token, {
      ...good,
      token: 'x'.repeat(70_000),
    });
    expect(large.status).toBe(413);
    expect(relay.control.payments()).toHaveLength(0);
  });
});

function luhnDigit(digits: string): string {
  let sum = 0;
  Array.from(digits)
    .reverse()
    .forEach((digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      sum += value > 9 ? value - 9 : value;
    });
  return String((10 - (sum % 10)) % 10);
}
