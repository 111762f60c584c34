// The day's money against the provider's: what came, and what of it is not there any more.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';
import { askRefund, FIRST_PART, payByPix } from '../../harness/refunds.ts';

/** Of each payment of the day on which a test relay begins. */
const differencesOf = async (relay: TestRelay): Promise<string[][]> => {
  const { body } = await relay.edge('GET', '/edge/payments/matching?day=2026-11-21');
  return (body['rows'] as { differences: string[] }[]).map((row) => row.differences);
};

onBothApis('the matching of a day', (start) => {
  test('money that the bank took back is not approved money, and money given back stays in both sums', async () => {
    const relay = await start();
    for (const [cents, then] of [
      [1000, 'stays'],
      [2000, 'chargeback'],
      [4000, 'refundByHand'],
    ] as const) {
      const pix = await relay.pix(relay.placeOrder(cents));
      relay.control.approve(pix.paymentId);
      await relay.quiet();
      if (then !== 'stays') relay.control[then](pix.paymentId);
    }
    await relay.quiet();
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(relay.clock());
    const { body } = await relay.edge('GET', `/edge/payments/matching?day=${day}`);
    expect(body['totals']).toMatchObject({ approvedCents: 5000, refundedCents: 4000 });
  });

  test('[P25] a refund of ours that is not over yet, or not looked at again, is no difference', async () => {
    const relay = await start();
    const pay = async () => {
      const order = relay.placeOrder(2490);
      const pix = await relay.pix(order);
      relay.control.approve(pix.paymentId);
      await relay.quiet();
      await relay.deliver();
      return { pix, order: order.order };
    };
    const { pix, order } = await pay();
    // Called off with its money on its way back: the bank takes its time.
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId });
    relay.store.orders.set(order.id, { ...relay.store.order(order.id), status: 'CANCELLED' });
    expect(await differencesOf(relay)).toEqual([[]]);
    // It went back, and nobody has looked since.
    relay.control.settleRefunds(pix.paymentId);
    expect(await differencesOf(relay)).toEqual([[]]);

    // What went back in the provider's panel is none of ours.
    const other = await pay();
    relay.control.setFaults({ loseWebhooks: 50 });
    relay.control.refundByHand(other.pix.paymentId);
    expect(await differencesOf(relay)).toEqual([[], expect.arrayContaining(['status', 'refunded'])]);
  });

  test('[P25] what went back in the provider’s panel beside a part of ours is a difference, also where it is less than that', async () => {
    const relay = await start();
    const { pix } = await payByPix(relay);
    expect(await askRefund(relay, pix.attemptId, { ...FIRST_PART, amountCents: 1500 })).toBe('done');
    await relay.quiet();
    await relay.deliver();
    expect(await differencesOf(relay)).toEqual([[]]);
    relay.control.setFaults({ loseWebhooks: 50 });
    relay.control.refundByHand(pix.paymentId);
    expect(await differencesOf(relay)).toEqual([expect.arrayContaining(['status', 'refunded'])]);
  });

  test('[P25] a refund that is asked for explains nothing of a payment that nothing went back of', async () => {
    const relay = await start();
    const pix = await relay.pix(relay.placeOrder(2490));
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    relay.control.setFaults({ inProcessRefunds: 1, loseWebhooks: 50 });
    await relay.edge('POST', '/edge/payments/refund', { attemptId: pix.attemptId });
    // The relay believes in a part that went back, of which the provider knows nothing.
    await relay.db.execute(
      sql`update payment_attempts set status = 'partially_refunded', refunded_cents = 1000`,
    );
    const { body } = await relay.edge('GET', '/edge/payments/matching?day=2026-11-21');
    const [row] = body['rows'] as { differences: string[] }[];
    expect(row?.differences).toEqual(expect.arrayContaining(['status', 'refunded']));
  });

  test('money of an order that was called off, or that counts as unpaid, is a difference', async () => {
    const relay = await start();
    const sold = relay.placeOrder(1990);
    const pix = await relay.pix(sold);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    const differences = async (changes: object) => {
      relay.store.orders.set(sold.order.id, { ...paid, ...changes });
      return differencesOf(relay);
    };
    const paid = relay.store.order(sold.order.id);
    expect(await differences({})).toEqual([[]]);
    expect(await differences({ status: 'CANCELLED' })).toEqual([['order-unpaid']]);
    expect(await differences({ status: 'PREPARING', paymentStatus: 'pending' })).toEqual([['order-unpaid']]);
  });
});
