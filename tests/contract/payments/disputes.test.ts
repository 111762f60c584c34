// What the provider tells of a payment besides its status: chargebacks, claims, and that an order is not to be handed over.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createClaims } from '../../../cloud/payments/attempts/claims.ts';
import { alarmReviewItemAgain, raiseDispute, sendAlarms } from '../../../cloud/payments/review-items.ts';
import { onBothApis, onBothDatabases } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';
import { DEMO_ACCOUNT, DEMO_WEBHOOK_SECRET } from '../../simulators/mercado-pago/demo-credentials.ts';
import { signWebhook } from '../../simulators/mercado-pago/webhooks.ts';
import { paymentNotices } from '../../../cloud/payments/schema.ts';

const DUE_MS = Date.UTC(2026, 11, 1, 21, 30);
const DUE_TEXT = '01/12/2026, 18:30';
const QUIET = { info: () => {}, warn: () => {}, error: () => {} };

async function paid(relay: TestRelay) {
  const placed = relay.placeOrder();
  const pix = await relay.pix(placed);
  relay.control.approve(pix.paymentId);
  await relay.quiet();
  await relay.deliver();
  return { ...placed, pix };
}
const items = async (relay: TestRelay) =>
  (await relay.edge('GET', '/edge/payments/attention')).body['items'] as { kind: string; text: string }[];

onBothApis('[P24] disputes of a payment', (start) => {
  test.each([
    ['chargeback', 'charged-back', DUE_TEXT],
    ['claim', 'claim', DUE_TEXT],
    ['stop-delivery', 'stop-delivery', 'Não entregue'],
  ] as const)('a %s is listed and alarmed once, with its deadline', async (topic, kind, words) => {
    const relay = await start();
    const { code, pix } = await paid(relay);
    relay.control.dispute(pix.paymentId, topic, DUE_MS);
    relay.control.dispute(pix.paymentId, topic, DUE_MS);
    await relay.control.webhooksSettled();
    await relay.quiet();
    expect(await items(relay)).toMatchObject([{ kind, text: expect.stringContaining(words) }]);
    expect(relay.alarms).toEqual([{ kind: `payment-${kind}`, text: expect.stringContaining(code) }]);
    await relay.edge('POST', '/edge/payments/attention/done', { attemptId: pix.attemptId, kind });
    expect(await items(relay)).toEqual([]);
  });

  test.each([
    ['chargeback', 'charged-back'],
    ['claim', 'claim'],
    ['stop-delivery', 'stop-delivery'],
  ] as const)(
    'a %s is told of with the payments of its order, also once a person has seen it',
    async (topic, kind) => {
      const relay = await start();
      const [{ order, pix }, other] = [await paid(relay), await paid(relay)];
      const noticesOf = async ({ id }: { id: string }) => {
        const { body } = await relay.edge('GET', `/edge/payments/attempts?orderId=${id}`);
        return (body['attempts'] as { notices: object[] }[]).map(({ notices }) => notices);
      };
      relay.control.dispute(pix.paymentId, topic, DUE_MS);
      await relay.control.webhooksSettled();
      await relay.quiet();
      const [listed] = await items(relay);
      const told = [[{ kind, text: listed?.text, raisedAtMs: expect.any(Number) }]];
      expect(await noticesOf(order)).toEqual(told);
      await relay.edge('POST', '/edge/payments/attention/done', { attemptId: pix.attemptId, kind });
      expect(await noticesOf(order)).toEqual(told);
      expect(await noticesOf(other.order)).toEqual([[]]);
    },
  );

  test('a chargeback that the status told of first gets its deadline, and is said again with it', async () => {
    const relay = await start();
    const { pix } = await paid(relay);
    relay.control.chargeback(pix.paymentId);
    await relay.quiet();
    expect(relay.alarms).toHaveLength(1);
    relay.control.dispute(pix.paymentId, 'chargeback', DUE_MS);
    await relay.control.webhooksSettled();
    await relay.quiet();
    expect(relay.alarms.map(({ text }) => text.includes(DUE_TEXT))).toEqual([false, true]);
    expect(await items(relay)).toHaveLength(1);
  });

  test('a chargeback that the shop wins brings the money back to the order', async () => {
    const relay = await start();
    const { order, pix } = await paid(relay);
    relay.control.chargeback(pix.paymentId);
    await relay.control.webhooksSettled();
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id).paymentStatus).toBe('charged_back');
    relay.control.winChargeback(pix.paymentId);
    await relay.control.webhooksSettled();
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
  });

  test('a second chargeback, with a deadline of its own, is listed and alarmed anew; the first one told again is not', async () => {
    const relay = await start();
    const { pix } = await paid(relay);
    const kind = 'charged-back';
    const told = async (dueAtMs: number) => {
      relay.control.dispute(pix.paymentId, 'chargeback', dueAtMs);
      await relay.control.webhooksSettled();
      await relay.quiet();
    };
    await told(DUE_MS);
    await relay.edge('POST', '/edge/payments/attention/done', { attemptId: pix.attemptId, kind });
    await told(DUE_MS);
    expect(await items(relay)).toEqual([]);
    await told(DUE_MS + 86_400_000);
    expect(await items(relay)).toMatchObject([{ kind, text: expect.stringContaining('02/12/2026, 18:30') }]);
    expect(relay.alarms).toHaveLength(2);
  });

  test('two of one kind, told by turns, are not listed again once a person has ended the later one', async () => {
    const relay = await start();
    const { pix } = await paid(relay);
    const told = async (dueAtMs: number) => {
      relay.control.dispute(pix.paymentId, 'claim', dueAtMs);
      await relay.control.webhooksSettled();
      await relay.quiet();
    };
    await told(DUE_MS);
    await told(DUE_MS + 86_400_000);
    expect(relay.alarms).toHaveLength(2);
    await relay.edge('POST', '/edge/payments/attention/done', { attemptId: pix.attemptId, kind: 'claim' });
    for (const dueAtMs of [DUE_MS, DUE_MS + 86_400_000, DUE_MS]) await told(dueAtMs);
    expect(await items(relay)).toEqual([]);
    expect(relay.alarms).toHaveLength(2);
  });

  test('an unsigned one has no effect', async () => {
    const relay = await start();
    const { pix } = await paid(relay);
    relay.control.setFaults({ unsignedWebhooks: 3 });
    relay.control.dispute(pix.paymentId, 'stop-delivery', DUE_MS);
    await relay.control.webhooksSettled();
    await relay.quiet();
    expect(await items(relay)).toEqual([]);
  });
});

onBothDatabases('[P24] claims that are looked for', (start) => {
  const account = { ...DEMO_ACCOUNT, api: 'orders', hasChangedApi: false } as const;

  test('are all listed, also behind one that names no payment', async () => {
    const relay = await start();
    const [first, second] = [await paid(relay), await paid(relay)];
    const disputes = [null, first.pix.paymentId, null, second.pix.paymentId].map((paymentId) => ({
      paymentId,
      dueAtMs: DUE_MS,
    }));
    const claims = createClaims({
      ...{
        db: relay.db,
        clock: relay.clock,
        log: QUIET,
        credentials: { of: () => Promise.resolve(account) },
      },
      provider: { listOpenClaims: () => Promise.resolve({ disputes, failure: null }) },
    });
    await claims.lookFor(relay.storeId, account);
    expect((await items(relay)).map(({ kind }) => kind)).toEqual(['claim', 'claim']);
  });

  test('are asked for by each shop, whoever else asked a moment ago', async () => {
    const relay = await start();
    const asked: string[] = [];
    const claims = createClaims({
      ...{
        db: relay.db,
        clock: relay.clock,
        log: QUIET,
        credentials: { of: () => Promise.resolve(account) },
      },
      provider: {
        listOpenClaims({ accessToken }) {
          asked.push(accessToken);
          return Promise.resolve({ disputes: [], failure: null });
        },
      },
    });
    await claims.lookFor(relay.storeId, { ...account, accessToken: 'one' });
    await claims.lookFor(randomUUID(), { ...account, accessToken: 'another' });
    await claims.lookFor(relay.storeId, { ...account, accessToken: 'one' });
    expect(asked).toEqual(['one', 'another']);
  });
});

onBothDatabases('an alarm that is being sent', (start) => {
  const raisedMeanwhile = async (
    kind: 'claim' | 'refund-failed',
    meanwhile: (relay: TestRelay, attemptId: string) => Promise<unknown>,
  ): Promise<string[]> => {
    const relay = await start();
    const { pix } = await paid(relay);
    const item = { attemptId: pix.attemptId, kind, dueAtMs: DUE_MS };
    await raiseDispute(relay.db, relay.storeId, item, relay.clock());
    const sent: string[] = [];
    const send = () =>
      sendAlarms({
        db: relay.db,
        alarms: {
          raise: async (_store, _trouble, text) => {
            sent.push(text);
            if (sent.length === 1) await meanwhile(relay, pix.attemptId);
          },
          end: () => undefined,
        },
        log: QUIET,
        clock: relay.clock,
        timeZone: 'America/Sao_Paulo',
      });
    for (let round = 0; round < 3; round += 1) await send();
    return sent;
  };

  test('while another deadline is heard of is sent once more, with that one', async () => {
    const sent = await raisedMeanwhile('claim', (relay, attemptId) =>
      raiseDispute(
        relay.db,
        relay.storeId,
        { attemptId, kind: 'claim', dueAtMs: DUE_MS + 86_400_000 },
        relay.clock(),
      ),
    );
    expect(sent).toEqual([expect.stringContaining(DUE_TEXT), expect.stringContaining('02/12/2026, 18:30')]);
  });

  test('while another refund fails is sent for that one as well, once', async () => {
    const sent = await raisedMeanwhile('refund-failed', (relay, attemptId) =>
      relay.db.transaction((tx) =>
        alarmReviewItemAgain(tx, relay.storeId, { attemptId, kind: 'refund-failed' }, relay.clock()),
      ),
    );
    expect(sent).toHaveLength(2);
  });

  test('is sent once where nothing happens meanwhile, or a person ends it', async () => {
    expect(await raisedMeanwhile('claim', () => Promise.resolve())).toHaveLength(1);
    const ended = await raisedMeanwhile('claim', (relay, attemptId) =>
      relay.edge('POST', '/edge/payments/attention/done', { attemptId, kind: 'claim' }),
    );
    expect(ended).toHaveLength(1);
  });
});

onBothDatabases('a genuine notice', (start) => {
  test.each([{ type: 'merchant_order' }, { type: 7 }])(
    'of what is neither a payment nor a dispute (%j) is taken, and nothing is asked for it',
    async (body) => {
      const relay = await start();
      const ts = String(Math.floor(relay.clock() / 1000));
      const told = await fetch(`${relay.url}/api/webhooks/mercadopago?data.id=555`, {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', 'x-request-id': 'one' },
          'x-signature': signWebhook(DEMO_WEBHOOK_SECRET, '555', 'one', ts),
        },
        body: JSON.stringify(body),
      });
      expect(told.status).toBe(200);
      await relay.quiet();
      expect(await relay.db.select().from(paymentNotices)).toEqual([]);
      expect(relay.control.requests()).toEqual([]);
    },
  );

  test('without a body is about the payment that its address names', async () => {
    const relay = await start();
    const { pix } = await paid(relay);
    const ts = String(Math.floor(relay.clock() / 1000));
    const told = await fetch(`${relay.url}/api/webhooks/mercadopago?data.id=${pix.paymentId}`, {
      method: 'POST',
      headers: {
        'x-request-id': 'two',
        'x-signature': signWebhook(DEMO_WEBHOOK_SECRET, pix.paymentId, 'two', ts),
      },
    });
    expect(told.status).toBe(200);
    await relay.quiet();
    const notices = await relay.db.select().from(paymentNotices);
    expect(notices.map(({ topic, providerPaymentId }) => [topic, providerPaymentId])).toContainEqual([
      'payment',
      pix.paymentId,
    ]);
    expect(notices.every(({ nextTryAtMs }) => nextTryAtMs === null)).toBe(true);
  });
});
