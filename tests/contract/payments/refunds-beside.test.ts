// Several refunds of one payment: what becomes of one says nothing of another.
import { expect, test } from 'vitest';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';
import { DEMO_ACCOUNT } from '../../simulators/mercado-pago/demo-credentials.ts';
import {
  askRefund,
  endReview,
  FIRST_PART,
  listReviews,
  passTime,
  payByPix,
  refundedReaisOf,
  SECOND_PART,
} from '../../harness/refunds.ts';

const MINUTE = 60_000;

async function turnedDown(relay: TestRelay, pix: { attemptId: string; paymentId: string }) {
  relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
  expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('under-way');
  relay.control.rejectRefunds(pix.paymentId);
  await passTime(relay, 2 * MINUTE);
  expect(await listReviews(relay)).toEqual(['refund-failed']);
}

onBothApis('a part that does not go back', (start) => {
  test('[P19] stays listed when another part does, and is ended by going back itself', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    await turnedDown(relay, pix);
    expect(await askRefund(relay, pix.attemptId, SECOND_PART)).toBe('done');
    await passTime(relay, MINUTE);
    expect(await listReviews(relay)).toEqual(['refund-failed']);
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('done');
    await passTime(relay, MINUTE);
    expect(await listReviews(relay)).toEqual([]);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(8);
  });

  test('[P19] is alarmed for itself, though another one is listed already', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    await turnedDown(relay, pix);
    await relay.quiet();
    relay.control.setFaults({ inProcessRefunds: 1 });
    expect(await askRefund(relay, pix.attemptId, SECOND_PART)).toBe('under-way');
    relay.control.rejectRefunds(pix.paymentId);
    await passTime(relay, 2 * MINUTE);
    await relay.quiet();
    expect(relay.alarms.map(({ kind }) => kind)).toEqual(Array(2).fill('payment-refund-failed'));
    // Tried again, one goes back: the other is still to be seen.
    expect(await askRefund(relay, pix.attemptId, SECOND_PART)).toBe('done');
    await passTime(relay, MINUTE);
    expect(await listReviews(relay)).toEqual(['refund-failed']);
  });

  test('[P18] for want of balance stays listed when another part does', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1, loseWebhooks: 50 });
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('asked');
    expect(await askRefund(relay, pix.attemptId, SECOND_PART)).toBe('done');
    await passTime(relay, MINUTE);
    expect(await listReviews(relay)).toEqual(['refund-no-balance']);
    await passTime(relay, 1440 * MINUTE);
    expect(await listReviews(relay)).toEqual([]);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(8);
  });

  test('[P19] and that a person gave back by hand says nothing of another, which waits for its answer', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    await turnedDown(relay, pix);
    relay.control.setFaults({ failRequests: { count: 20, status: 503, retryAfterSeconds: null } });
    expect(await askRefund(relay, pix.attemptId, SECOND_PART)).toBe('asked');
    relay.control.setFaults({ failRequests: { count: 0, status: 503, retryAfterSeconds: null } });
    await endReview(relay, pix.attemptId, 'refund-failed');
    await passTime(relay, 5 * MINUTE);
    await passTime(relay, 5 * MINUTE);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(3);
    expect(await listReviews(relay)).toEqual([]);
  });
});

onBothApis('[P21] what goes back in the provider’s panel', (start, api) => {
  test('in two parts is listed and alarmed for the second as well, when a person had seen the first', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    const inPanel = (refundId: string) =>
      relay.provider.refund(
        { ...DEMO_ACCOUNT, api, hasChangedApi: false },
        { paymentId: pix.paymentId, refundId, amountCents: 500 },
      );
    for (const [time, { refundId }] of [FIRST_PART, SECOND_PART].entries()) {
      expect(await inPanel(refundId)).toMatchObject({ ok: true });
      await relay.quiet();
      await relay.quiet();
      expect(await listReviews(relay)).toEqual(['refunded-outside']);
      expect(relay.alarms.map(({ kind }) => kind)).toEqual(Array(time + 1).fill('payment-refunded-outside'));
      await endReview(relay, pix.attemptId, 'refunded-outside');
      expect(await listReviews(relay)).toEqual([]);
    }
  });
});
