// Several refunds of one payment: what becomes of one says nothing of another.
import { expect, test } from 'vitest';
import { refused } from '@balcao/shared/result.ts';
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
  type RefundPart,
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

  test('[P19] for want of balance, and another so beside it, are given back by hand as they are listed, both as one: neither goes out as well', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 2 });
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('asked');
    expect(await askRefund(relay, pix.attemptId, SECOND_PART)).toBe('asked');
    expect(await listReviews(relay)).toEqual(['refund-no-balance']);
    await endReview(relay, pix.attemptId, 'refund-no-balance');
    for (let day = 0; day < 2; day += 1) await passTime(relay, 1440 * MINUTE);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(0);
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

onBothApis('[P19] a part that was carried out unanswered', (start, api) => {
  /** Its notice told how much went back, and nobody has read whose that is. */
  async function unanswered(relay: TestRelay, part: RefundPart) {
    const { pix } = await payByPix(relay);
    const askUnanswered = async () => {
      relay.control.setFaults({ loseRefundAnswers: 3 });
      expect(await askRefund(relay, pix.attemptId, part)).toBe('asked');
      relay.control.clearFaults();
      await relay.control.webhooksSettled();
      await relay.quiet();
    };
    return { pix, askUnanswered };
  }

  test.each([
    ['another part of as much as is left', { ...SECOND_PART, amountCents: 490 }],
    ['all that is left', undefined],
  ])('is counted once: %s goes back beside it', async (_what, rest) => {
    const relay = await start();
    const { pix, askUnanswered } = await unanswered(relay, { ...FIRST_PART, amountCents: 2000 });
    await askUnanswered();
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(20);
    expect(await askRefund(relay, pix.attemptId, rest)).toBe('done');
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(24.9);
    await passTime(relay, MINUTE);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(24.9);
    expect(await listReviews(relay)).toEqual([]);
  });

  test('leaves no more than the rest for another', async () => {
    const relay = await start();
    const { pix, askUnanswered } = await unanswered(relay, FIRST_PART);
    await askUnanswered();
    const more = { attemptId: pix.attemptId, ...SECOND_PART, amountCents: 1991 };
    const refusal = { status: 422, body: { code: 'too-much', leftCents: 1990 } };
    expect(await relay.edge('POST', '/edge/payments/refund', more)).toMatchObject(refusal);
  });

  test('is off what is left also while the payment was not looked at since, beside one of the panel', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    const inPanel = { paymentId: pix.paymentId, refundId: SECOND_PART.refundId, amountCents: 300 };
    await relay.provider.refund({ ...DEMO_ACCOUNT, api, hasChangedApi: false }, inPanel);
    await relay.quiet();
    relay.control.setFaults({ loseRefundAnswers: 3, loseWebhooks: 50 });
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('asked');
    const rest = { attemptId: pix.attemptId, refundId: '0b0a0908-0706-4504-8302-010203040508' };
    expect(await relay.edge('POST', '/edge/payments/refund', { ...rest, amountCents: 1691 })).toMatchObject({
      status: 422,
      body: { code: 'too-much', leftCents: 1690 },
    });
    expect(await relay.edge('POST', '/edge/payments/refund', { ...rest, amountCents: 1690 })).toMatchObject({
      body: { state: 'done' },
    });
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(24.9);
  });

  test('takes nothing of all that is left beside a part that was given by hand', async () => {
    const relay = await start();
    const { pix, askUnanswered } = await unanswered(relay, SECOND_PART);
    await turnedDown(relay, pix);
    await endReview(relay, pix.attemptId, 'refund-failed');
    relay.control.clearFaults();
    await askUnanswered();
    expect(await askRefund(relay, pix.attemptId)).toBe('done');
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(19.9);
  });

  test('is no reason to refuse the rest while the provider cannot be asked: that is to be asked for again', async () => {
    let isAway = false;
    const relay = await start({
      provider: (real) => ({
        ...real,
        listRefunds: (...given) =>
          isAway
            ? Promise.resolve(refused({ kind: 'unreachable', detail: 'no answer' }))
            : real.listRefunds(...given),
      }),
    });
    const { pix, askUnanswered } = await unanswered(relay, FIRST_PART);
    await askUnanswered();
    isAway = true;
    for (const rest of [{ ...SECOND_PART, amountCents: 1990 }, {}])
      expect(
        await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId, ...rest }),
      ).toMatchObject({ status: 503, body: { code: 'refund-unread' } });
    isAway = false;
    expect(await askRefund(relay, pix.attemptId)).toBe('done');
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(24.9);
  });
});
