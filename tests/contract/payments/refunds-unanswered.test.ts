// What the provider does with refunds at its worst: answers that are lost, banks that turn down, accounts without money.
import { expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { accepted, refused } from '@balcao/shared/result.ts';
import { paymentAttempts } from '../../../cloud/payments/schema.ts';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';
import { askRefund, FIRST_PART, listReviews, payByPix, refundedReaisOf } from '../../harness/refunds.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const stateOf = async (relay: TestRelay, orderId: string) => {
  const { body } = await relay.edge('GET', `/edge/payments/attempts?orderId=${orderId}`);
  return (body['attempts'] as { refunds: { state: string }[] }[])[0]?.refunds.at(-1)?.state;
};

/** The key of each request by which the provider was asked to give money back, oldest first. */
const keysSent = (relay: TestRelay) =>
  relay.control
    .requests()
    .filter(({ method, path }) => method === 'POST' && /\/refunds?$/.test(path))
    .map(({ idempotencyKey }) => idempotencyKey);

onBothApis('a refund that was carried out, whose answer was lost', (start) => {
  test.each([
    ['whole', undefined, 24.9],
    ['in part', FIRST_PART, 5],
  ])(
    '[P16] %s, is never called failed when its key is refused: the list of the payment says that it is through',
    async (_what, part, reais) => {
      const relay = await start();
      const { pix } = await payByPix(relay);
      relay.control.setFaults({ loseRefundAnswers: 1, denyKnownRefundKeys: 20, loseWebhooks: 50 });
      await askRefund(relay, pix.attemptId, part);
      for (let round = 0; round < 3; round += 1) {
        relay.advance(MINUTE);
        await relay.quiet();
      }
      expect(await askRefund(relay, pix.attemptId, part)).toBe('done');
      expect(refundedReaisOf(relay, pix.paymentId)).toBe(reais);
      expect(await listReviews(relay)).toEqual([]);
      expect(relay.alarms).toEqual([]);
    },
  );

  test.each([
    ['404', { kind: 'not-found' }],
    ['2032', { kind: 'not-now', detail: 'HTTP 404 2032' }],
    ['a refusal', { kind: 'refused', code: '2024', detail: 'HTTP 400 2024' }],
  ] as const)(
    '[P16] with its first try, by %s in its place, is in the list and called through',
    async (_what, no) => {
      const relay = await start({
        provider: (real) => ({
          ...real,
          refund: async (...given) => {
            await real.refund(...given);
            return refused(no);
          },
        }),
      });
      const { pix } = await payByPix(relay);
      relay.control.setFaults({ loseWebhooks: 50 });
      expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('done');
      expect(refundedReaisOf(relay, pix.paymentId)).toBe(5);
      expect(await listReviews(relay)).toEqual([]);
    },
  );

  test.each(['the same process', 'the next one'])(
    '[P16] is sent again under its own key where the list does not show it yet, by %s, and goes back once',
    async (who) => {
      const relay = await start({
        provider: (real) => ({ ...real, listRefunds: () => Promise.resolve(accepted([])) }),
      });
      const { order, pix } = await payByPix(relay);
      relay.control.setFaults({ loseRefundAnswers: 3, loseWebhooks: 50 });
      expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('asked');
      expect(refundedReaisOf(relay, pix.paymentId)).toBe(5);
      const before = keysSent(relay).length;
      if (who === 'the next one') {
        relay.crash();
        relay.boot();
      }
      relay.advance(MINUTE);
      await relay.quiet();
      expect(await stateOf(relay, order.id)).toBe('done');
      expect(refundedReaisOf(relay, pix.paymentId)).toBe(5);
      expect(keysSent(relay).length).toBe(before + 1);
      expect(new Set(keysSent(relay))).toEqual(new Set([FIRST_PART.refundId]));
    },
  );

  test('[P16] and that a crash left behind is read before it is sent again', async () => {
    const relay = await start();
    const { order, pix } = await payByPix(relay);
    relay.control.setFaults({ loseRefundAnswers: 3, loseWebhooks: 50 });
    await askRefund(relay, pix.attemptId, FIRST_PART);
    const before = keysSent(relay);
    expect(before).not.toEqual([]);
    relay.crash();
    relay.boot();
    relay.advance(MINUTE);
    await relay.quiet();
    expect(keysSent(relay)).toEqual(before);
    expect(await stateOf(relay, order.id)).toBe('done');
  });
});

onBothApis('a refund', (start) => {
  test('[133] whose answer was written is told to the store, also by a process that died before it looked at the payment', async () => {
    let isDead = false;
    const relay = await start({
      provider: (real) => ({
        ...real,
        fetch: (...given) => (isDead ? Promise.reject(new Error('dead')) : real.fetch(...given)),
      }),
    });
    const { order, pix } = await payByPix(relay);
    relay.control.setFaults({ loseWebhooks: 50 });
    isDead = true;
    await expect(relay.payments.refund(relay.storeId, pix.attemptId)).rejects.toThrow('dead');
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(24.9);
    relay.crash();
    relay.boot();
    isDead = false;
    relay.advance(5000);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id).paymentStatus).toBe('refunded');
    expect(await relay.payments.moneyOf(relay.storeId, order.id)).toMatchObject({
      returnedCents: 2490,
      returning: false,
    });
    expect(await listReviews(relay)).toEqual([]);
  });
});

onBothApis('[P6] money of an order that was called off with its refund', (start) => {
  test.each(['settleRefunds', 'rejectRefunds'] as const)(
    'did not come late, however often it is looked at while the bank is at it (%s)',
    async (how) => {
      const relay = await start();
      const { order, pix } = await payByPix(relay);
      relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
      relay.store.orders.set(order.id, { ...relay.store.order(order.id), status: 'CANCELLED' });
      expect(await askRefund(relay, pix.attemptId)).toBe('under-way');
      relay.advance(MINUTE);
      await relay.quiet();
      relay.control[how](pix.paymentId);
      relay.advance(MINUTE);
      await relay.quiet();
      expect(await listReviews(relay)).toEqual(how === 'settleRefunds' ? [] : ['refund-failed']);
    },
  );
});

onBothApis('[P10] the looks at a payment', (start) => {
  test('are not used up while the bank is at a refund: one comes with its answer, and the rest are left', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('under-way');
    for (let minute = 0; minute < 4; minute += 1) {
      for (const ms of [5000, MINUTE - 5000]) {
        relay.advance(ms);
        await relay.quiet();
      }
    }
    const [row] = await relay.db
      .select({ checks: paymentAttempts.checks })
      .from(paymentAttempts)
      .where(eq(paymentAttempts.id, pix.attemptId));
    // The one after the answer.
    expect(row?.checks).toBe(1);
  });

  test('come soon after a refusal whose own look at the payment failed', async () => {
    let isAway = false;
    const relay = await start({
      provider: (real) => ({
        ...real,
        fetch: (...given) =>
          isAway
            ? Promise.resolve(refused({ kind: 'unreachable', detail: 'no connection' }))
            : real.fetch(...given),
      }),
    });
    const { order, pix } = await payByPix(relay);
    relay.control.setFaults({ loseWebhooks: 50 });
    relay.control.refundByHand(pix.paymentId);
    isAway = true;
    // Another amount than that of the panel's: the list does not show it.
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('failed');
    isAway = false;
    relay.advance(5000);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(order.id).paymentStatus).toBe('refunded');
  });
});

onBothApis('a refund that the bank turns down after all', (start) => {
  test('[P17] is seen by its own id, listed and alarmed, and goes back when it is asked for again', async () => {
    const relay = await start();
    const { order, pix } = await payByPix(relay);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await askRefund(relay, pix.attemptId)).toBe('under-way');
    relay.control.rejectRefunds(pix.paymentId);
    relay.advance(2 * MINUTE);
    await relay.quiet();
    expect(await stateOf(relay, order.id)).toBe('failed');
    expect(await relay.payments.moneyOf(relay.storeId, order.id)).toMatchObject({ returning: false });
    await relay.quiet();
    expect(await listReviews(relay)).toEqual(['refund-failed']);
    expect(relay.alarms.map(({ kind }) => kind)).toEqual(['payment-refund-failed']);
    expect(await askRefund(relay, pix.attemptId)).toBe('done');
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(24.9);
    expect(await listReviews(relay)).toEqual([]);
  });

  test('[P19] twice is listed and alarmed twice, also when a person had ended the first', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    for (const time of [1, 2]) {
      relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
      expect(await askRefund(relay, pix.attemptId)).toBe('under-way');
      relay.control.rejectRefunds(pix.paymentId);
      relay.advance(2 * MINUTE);
      await relay.quiet();
      await relay.quiet();
      expect(await listReviews(relay)).toEqual(['refund-failed']);
      expect(relay.alarms.map(({ kind }) => kind)).toEqual(Array(time).fill('payment-refund-failed'));
    }
  });
});

onBothApis('two refunds of one payment', (start) => {
  test('[P14] the rest that went says nothing of a part that the bank is at: turned down, it is listed, and goes back when it is asked for again', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('under-way');
    expect(await askRefund(relay, pix.attemptId)).toBe('done');
    relay.control.rejectRefunds(pix.paymentId);
    relay.advance(2 * MINUTE);
    await relay.quiet();
    expect(await listReviews(relay)).toEqual(['refund-failed']);
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(19.9);
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('done');
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(24.9);
    expect(await listReviews(relay)).toEqual([]);
  });

  test('[P19] one that goes through ends nothing of the other one, which was turned down', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    await askRefund(relay, pix.attemptId, FIRST_PART);
    relay.control.rejectRefunds(pix.paymentId);
    relay.advance(2 * MINUTE);
    await relay.quiet();
    const other = { amountCents: 300, refundId: '0b0a0908-0706-4504-8302-010203040507' };
    expect(await askRefund(relay, pix.attemptId, other)).toBe('done');
    expect(await listReviews(relay)).toEqual(['refund-failed']);
    expect(await askRefund(relay, pix.attemptId, FIRST_PART)).toBe('done');
    expect(await listReviews(relay)).toEqual([]);
  });
});

onBothApis('a refund that the balance of the account does not cover', (start) => {
  test('[P18] is listed, and goes back by itself on the day the money is there', async () => {
    const relay = await start();
    const { order, pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 2 });
    expect(await askRefund(relay, pix.attemptId)).toBe('asked');
    await relay.quiet();
    expect(await listReviews(relay)).toEqual(['refund-no-balance']);
    relay.advance(DAY - 1);
    await relay.quiet();
    expect(relay.control.faults().refundsWithoutBalance).toBe(1);
    relay.advance(1);
    await relay.quiet();
    expect(relay.control.faults().refundsWithoutBalance).toBe(0);
    expect(await listReviews(relay)).toEqual(['refund-no-balance']);
    expect(relay.alarms.map(({ kind }) => kind)).toEqual(['payment-refund-no-balance']);
    relay.advance(DAY);
    await relay.quiet();
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(24.9);
    expect(await stateOf(relay, order.id)).toBe('done');
    expect(await listReviews(relay)).toEqual([]);
  });

  test('[P18] goes back at once when a person tries again', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    expect(await askRefund(relay, pix.attemptId)).toBe('asked');
    expect(await askRefund(relay, pix.attemptId)).toBe('done');
    expect(await listReviews(relay)).toEqual([]);
  });

  test('[P18] is tried no more once a person gave it back by hand', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.setFaults({ refundsWithoutBalance: 1 });
    await askRefund(relay, pix.attemptId);
    const kind = 'refund-no-balance';
    await relay.edge('POST', '/edge/payments/attention/done', { attemptId: pix.attemptId, kind });
    relay.advance(3 * DAY);
    await relay.quiet();
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(0);
    expect(await listReviews(relay)).toEqual([]);
  });
});

onBothApis('a refund made by hand in the panel of the provider', (start) => {
  test('[P21] is listed and alarmed once', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    relay.control.refundByHand(pix.paymentId);
    await relay.quiet();
    await relay.quiet();
    expect(await listReviews(relay)).toEqual(['refunded-outside']);
    expect(relay.alarms).toEqual([
      {
        kind: 'payment-refunded-outside',
        text: expect.stringContaining('pelo painel do Mercado Pago (R$ 24,90)'),
      },
    ]);
  });
});
