// The day's money against the provider's: what came, and what of it is not there any more.
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../harness/payments-suite.ts';

onBothDatabases('the matching of a day', (start) => {
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
});
