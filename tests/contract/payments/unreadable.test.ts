// Answers of the provider that leave out whose money it is, or in which currency.
import { expect, test } from 'vitest';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';
import { listReviews } from '../../harness/refunds.ts';

async function paidUnreadably(relay: TestRelay, field: 'no-currency' | 'no-payee', looks: number) {
  const placed = relay.placeOrder();
  const pix = await relay.pix(placed);
  relay.control.setFaults({ tamperFetches: { count: looks, field } });
  relay.control.approve(pix.paymentId);
  await relay.quiet();
  return { ...placed, pix };
}

onBothApis('money of which the provider leaves something out', (start) => {
  test.each(['no-currency', 'no-payee'] as const)(
    '[P3] pays its order once the answer is whole, and is not set aside for one bad answer: %s',
    async (field) => {
      const relay = await start();
      const { order } = await paidUnreadably(relay, field, 1);
      relay.advance(31_000);
      await relay.quiet();
      await relay.deliver();
      expect(relay.store.order(order.id).paymentStatus).toBe('approved');
      expect(await listReviews(relay)).toEqual([]);
    },
  );

  test('[P3] is set aside and listed when it stays so', async () => {
    const relay = await start();
    const { order, pix } = await paidUnreadably(relay, 'no-payee', 500);
    let minutes = 0;
    for (; minutes < 12 && (await listReviews(relay)).length === 0; minutes += 1) {
      relay.advance(60_000);
      await relay.quiet();
    }
    // Ten; a look that another one stands in the way of is made a minute later.
    expect([10, 11]).toContain(minutes);
    expect(await listReviews(relay)).toEqual(['mismatch']);
    await relay.deliver();
    expect(relay.store.order(order.id).status).toBe('PENDING');
    expect(relay.store.facts.get(pix.attemptId)).toMatchObject({ mismatch: 'payee' });
  });
});
