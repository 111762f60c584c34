// Several refunds of one payment: what becomes of one says nothing of another.
import { expect, test } from 'vitest';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';
import { DEMO_ACCOUNT } from '../../simulators/mercado-pago/demo-credentials.ts';

const MINUTE = 60_000;
const FIRST = { amountCents: 500, refundId: '0b0a0908-0706-4504-8302-010203040506' };
const SECOND = { amountCents: 300, refundId: '0b0a0908-0706-4504-8302-010203040507' };

async function paid(relay: TestRelay) {
  const order = relay.placeOrder(2490);
  const pix = await relay.pix(order);
  relay.control.approve(pix.paymentId);
  await relay.quiet();
  await relay.deliver();
  return pix;
}
const giveBack = async (relay: TestRelay, attemptId: string, part: typeof FIRST) =>
  (await relay.edge('POST', '/edge/payments/refund', { attemptId, ...part })).body['state'];
const end = (relay: TestRelay, attemptId: string, kind: string) =>
  relay.edge('POST', '/edge/payments/attention/done', { attemptId, kind });
const backReais = (relay: TestRelay, paymentId: string) =>
  relay.control.payment(paymentId)['transaction_amount_refunded'];
const listed = async (relay: TestRelay): Promise<string[]> =>
  ((await relay.edge('GET', '/edge/payments/attention')).body['items'] as { kind: string }[]).map(
    (item) => item.kind,
  );
const pass = async (relay: TestRelay, ms: number) => {
  relay.advance(ms);
  await relay.quiet();
};
async function turnedDown(relay: TestRelay, pix: { attemptId: string; paymentId: string }) {
  relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
  expect(await giveBack(relay, pix.attemptId, FIRST)).toBe('under-way');
  relay.control.rejectRefunds(pix.paymentId);
  await pass(relay, 2 * MINUTE);
  expect(await listed(relay)).toEqual(['refund-failed']);
}

onBothApis('a part that does not go back', (start) => {
  test('[P19] stays listed when another part does, and is ended by going back itself', async () => {
    const relay = await start();
    const pix = await paid(relay);
    await turnedDown(relay, pix);
    expect(await giveBack(relay, pix.attemptId, SECOND)).toBe('done');
    await pass(relay, MINUTE);
    expect(await listed(relay)).toEqual(['refund-failed']);
    expect(await giveBack(relay, pix.attemptId, FIRST)).toBe('done');
    await pass(relay, MINUTE);
    expect(await listed(relay)).toEqual([]);
    expect(backReais(relay, pix.paymentId)).toBe(8);
  });

  test('[P19] is alarmed for itself, though another one is listed already', async () => {
    const relay = await start();
    const pix = await paid(relay);
    await turnedDown(relay, pix);
    await relay.quiet();
    relay.control.setFaults({ inProcessRefunds: 1 });
    expect(await giveBack(relay, pix.attemptId, SECOND)).toBe('under-way');
    relay.control.rejectRefunds(pix.paymentId);
    await pass(relay, 2 * MINUTE);
    await relay.quiet();
    expect(relay.alarms.map(({ kind }) => kind)).toEqual(Array(2).fill('payment-refund-failed'));
    // Tried again, one goes back: the other is still to be seen.
    expect(await giveBack(relay, pix.attemptId, SECOND)).toBe('done');
    await pass(relay, MINUTE);
    expect(await listed(relay)).toEqual(['refund-failed']);
  });

  test('[P18] for want of balance stays listed when another part does', async () => {
    const relay = await start();
    const pix = await paid(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1, loseWebhooks: 50 });
    expect(await giveBack(relay, pix.attemptId, FIRST)).toBe('asked');
    expect(await giveBack(relay, pix.attemptId, SECOND)).toBe('done');
    await pass(relay, MINUTE);
    expect(await listed(relay)).toEqual(['refund-no-balance']);
    await pass(relay, 1440 * MINUTE);
    expect(await listed(relay)).toEqual([]);
    expect(backReais(relay, pix.paymentId)).toBe(8);
  });

  test('[P19] and that a person gave back by hand says nothing of another, which waits for its answer', async () => {
    const relay = await start();
    const pix = await paid(relay);
    await turnedDown(relay, pix);
    relay.control.setFaults({ failRequests: { count: 20, status: 503, retryAfterSeconds: null } });
    expect(await giveBack(relay, pix.attemptId, SECOND)).toBe('asked');
    relay.control.setFaults({ failRequests: { count: 0, status: 503, retryAfterSeconds: null } });
    await end(relay, pix.attemptId, 'refund-failed');
    await pass(relay, 5 * MINUTE);
    await pass(relay, 5 * MINUTE);
    expect(backReais(relay, pix.paymentId)).toBe(3);
    expect(await listed(relay)).toEqual([]);
  });
});

onBothApis('[P21] what goes back in the provider’s panel', (start, api) => {
  test('in two parts is listed and alarmed for the second as well, when a person had seen the first', async () => {
    const relay = await start();
    const pix = await paid(relay);
    const inPanel = (refundId: string) =>
      relay.provider.refund(
        { ...DEMO_ACCOUNT, api, hasChangedApi: false },
        { paymentId: pix.paymentId, refundId, amountCents: 500 },
      );
    for (const [time, { refundId }] of [FIRST, SECOND].entries()) {
      expect(await inPanel(refundId)).toMatchObject({ ok: true });
      await relay.quiet();
      await relay.quiet();
      expect(await listed(relay)).toEqual(['refunded-outside']);
      expect(relay.alarms.map(({ kind }) => kind)).toEqual(Array(time + 1).fill('payment-refunded-outside'));
      await end(relay, pix.attemptId, 'refunded-outside');
      expect(await listed(relay)).toEqual([]);
    }
  });
});
