// What the provider tells of a payment besides its status: chargebacks, claims, and that an order is not to be handed over.
import { expect, test } from 'vitest';
import { onBothApis } from '../../harness/payments-suite.ts';
import type { TestRelay } from '../../harness/payments.ts';

const DUE_MS = Date.UTC(2026, 11, 1, 21, 30);
const DUE_TEXT = '01/12/2026, 18:30';

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
