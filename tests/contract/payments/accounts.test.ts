import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  DEMO_ACCESS_TOKEN,
  DEMO_ACCOUNT,
  DEMO_COLLECTOR_ID,
  DEMO_WEBHOOK_SECRET,
} from '../../simulators/mercado-pago/demo-credentials.ts';
import { rowsOf } from '../../harness/database.ts';
import { onBothDatabases } from '../../harness/payments-suite.ts';

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

onBothDatabases('accounts of stores', (start) => {
  test('an account that the store hands over is tested, sealed, used, and never shown again', async () => {
    const relay = await start({ config: NONE });
    expect((await relay.edge('GET', '/edge/payments/credentials')).body).toMatchObject({
      configured: false,
      source: null,
    });
    const saved = await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    expect(saved).toMatchObject({ status: 200, body: { ok: true } });
    expect(await relay.payments.methodsOnOffer(relay.storeId)).toEqual({ pix: true, card: true });
    const stored = JSON.stringify(await rowsOf(relay.db, sql`select * from provider_credentials`));
    const state = await relay.edge('GET', '/edge/payments/credentials');
    for (const secret of [DEMO_ACCESS_TOKEN, DEMO_WEBHOOK_SECRET]) {
      for (const shown of [
        stored,
        JSON.stringify(saved.body),
        JSON.stringify(state.body),
        relay.logged.join('\n'),
      ])
        expect(shown).not.toContain(secret);
    }
    expect(state.body).toMatchObject({ configured: true, source: 'store', cards: true, notices: true });

    // A new process reads it back; webhooks signed with its secret are believed.
    relay.crash();
    relay.boot();
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    expect(pix.qrCode).not.toBe('');
    await relay.edge('DELETE', '/edge/payments/credentials');
    expect(await relay.payments.methodsOnOffer(relay.storeId)).toEqual({ pix: false, card: false });
  });

  test('an account that another process of the relay forgot is off here as well, half a minute later at most', async () => {
    const relay = await start({ config: NONE });
    await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    expect(await relay.payments.methodsOnOffer(relay.storeId)).toEqual({ pix: true, card: true });
    await relay.db.execute(sql`delete from provider_credentials`);
    relay.advance(30_000);
    expect(await relay.payments.methodsOnOffer(relay.storeId)).toEqual({ pix: false, card: false });
  });

  test('the operator’s account says whose it is once it was asked, and is not the shop’s to change', async () => {
    const relay = await start();
    const state = async () => (await relay.edge('GET', '/edge/payments/credentials')).body;
    expect(await state()).toMatchObject({ configured: true, source: 'environment', payeeId: null });
    await relay.pix(relay.placeOrder());
    const payeeId = String(DEMO_COLLECTOR_ID);
    expect(await state()).toMatchObject({ source: 'environment', payeeId, updatedAtMs: null });
    expect(await relay.edge('PUT', '/edge/payments/credentials/api', { api: 'orders' })).toMatchObject({
      status: 409,
      body: { code: 'no-account' },
    });
  });

  test('a wrong account is refused with words that help, and the old one stays', async () => {
    const relay = await start({ config: NONE });
    await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    const refused = await relay.edge('PUT', '/edge/payments/credentials', {
      ...DEMO_ACCOUNT,
      accessToken: 'TEST-wrong',
    });
    expect(refused.status).toBe(422);
    expect(refused.body['detail']).toContain('Access Token');
    expect(await relay.edge('POST', '/edge/payments/credentials/test', {})).toMatchObject({
      body: { ok: true },
    });
    expect(
      await relay.edge('POST', '/edge/payments/credentials/test', { accessToken: 'TEST-wrong' }),
    ).toMatchObject({ body: { ok: false } });
    expect(
      (await relay.call('PUT', '/edge/payments/credentials', 'somebody-else', DEMO_ACCOUNT)).status,
    ).toBe(401);
  });

  test('without a public key there is PIX but no card; the test says so', async () => {
    const relay = await start({ config: NONE });
    const saved = await relay.edge('PUT', '/edge/payments/credentials', { accessToken: DEMO_ACCESS_TOKEN });
    expect(saved.body['message']).toContain('Sem Public Key');
    expect(await relay.payments.methodsOnOffer(relay.storeId)).toEqual({ pix: true, card: false });
    expect((await relay.call('GET', '/api/payments/public-key', null)).status).toBe(409);
  });

  test('an account sealed with another key does not open, and no other one takes its place', async () => {
    const relay = await start();
    await relay.edge('PUT', '/edge/payments/credentials', DEMO_ACCOUNT);
    relay.config.secretsKey = new Uint8Array(32);
    relay.crash();
    relay.boot();
    expect(await relay.payments.methodsOnOffer(relay.storeId)).toEqual({ pix: false, card: false });
  });

  test('payments of a store that is without a webhook secret settle by looking', async () => {
    const relay = await start({ config: NONE });
    await relay.edge('PUT', '/edge/payments/credentials', { accessToken: DEMO_ACCESS_TOKEN });
    const order = relay.placeOrder();
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    relay.advance(2 * 60_000);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.order.id).status).toBe('RECEBIDO');
  });
});

onBothDatabases('the daily matching', (start) => {
  test('agrees when all went well, and counts', async () => {
    const relay = await start();
    const order = relay.placeOrder(1990);
    const pix = await relay.pix(order);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body).toMatchObject({
      foreign: 0,
      totals: { approvedCents: 1990, refundedCents: 0, payments: 1, differences: 0 },
      rows: [
        {
          orderCode: order.code,
          providerStatus: 'approved',
          attemptStatus: 'approved',
          orderPaymentStatus: 'approved',
          differences: [],
        },
      ],
    });
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-20')).body).toMatchObject({
      rows: [],
    });
    expect((await relay.edge('GET', '/edge/payments/matching?day=hoje')).status).toBe(422);
  });

  test('shows what differs, and has it looked at again', async () => {
    const relay = await start();
    const order = relay.placeOrder(1990);
    const pix = await relay.pix(order);
    await relay.quiet();
    relay.control.setFaults({ loseWebhooks: 50 });
    relay.control.approve(pix.paymentId);
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body).toMatchObject({
      totals: { differences: 1 },
      rows: [{ differences: ['status', 'order-unpaid'] }],
    });
    await relay.quiet();
    await relay.deliver();
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body).toMatchObject({
      totals: { differences: 0 },
    });
  });

  test('a day belongs to the time zone of the store', async () => {
    const relay = await start();
    relay.advance(11 * 3_600_000);
    const order = relay.placeOrder();
    await relay.pix(order);
    // 02:00 of the 22nd in UTC is 23:00 of the 21st in São Paulo.
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-21')).body['rows']).toHaveLength(1);
    expect((await relay.edge('GET', '/edge/payments/matching?day=2026-11-22')).body['rows']).toHaveLength(0);
    expect(
      (await relay.edge('GET', '/edge/payments/matching?day=2026-11-22&timeZone=UTC')).body['rows'],
    ).toHaveLength(1);
  });
});
