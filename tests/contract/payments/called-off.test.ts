// Orders that end while a code is open at the provider: nobody is to be able to pay it any more, and who does gets it back.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import type { TestRelay } from '../../harness/payments.ts';
import { onBothApis } from '../../harness/payments-suite.ts';
import { listReviews, refundedReaisOf } from '../../harness/refunds.ts';
import { DEMO_ACCOUNT } from '../../simulators/mercado-pago/demo-credentials.ts';

/** What the relay's round waits at most. */
const ROUND_MS = 2000;

/** The store's row came over the link: the order is called off. */
async function callOff(relay: TestRelay, orderId: string): Promise<void> {
  const order = relay.store.order(orderId);
  relay.store.orders.set(orderId, { ...order, status: 'CANCELLED', cancelReason: 'cliente' });
  await relay.db.execute(sql`
    insert into orders (store_id, id, seq, code, number, total_cents, status, payment_status, token_hash, created_at_ms)
    values (${relay.storeId}::uuid, ${orderId}::uuid, 1, ${order.code}, 1, ${order.totalCents}, 'CANCELLED', 'pending', '', 1)`);
}

onBothApis('the open code of an order that was called off', (start, api) => {
  test('[P22] is cancelled at the provider by the next round, and paid all the same it goes back', async () => {
    const relay = await start();
    const placed = relay.placeOrder();
    const pix = await relay.pix(placed);
    relay.control.setFaults({ loseWebhooks: 50 });
    await callOff(relay, placed.order.id);
    relay.advance(ROUND_MS);
    await relay.quiet();
    expect(relay.control.payment(pix.paymentId).status).toBe('cancelled');

    relay.control.setFaults({ loseWebhooks: 0 });
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    await relay.quiet();
    await relay.quiet();
    expect(relay.control.payment(pix.paymentId).status).toBe('refunded');
  });

  test('[P22] is cancelled as well when the order was deleted, and is not there any more', async () => {
    const relay = await start();
    const placed = relay.placeOrder();
    const pix = await relay.pix(placed);
    relay.store.orders.delete(placed.order.id);
    await relay.db.execute(
      sql`insert into erased_orders (store_id, order_id, gone) values (${relay.storeId}::uuid, ${placed.order.id}::uuid, true)`,
    );
    relay.advance(ROUND_MS);
    await relay.quiet();
    expect(relay.control.payment(pix.paymentId).status).toBe('cancelled');
  });

  test('[P11] gives back what is paid on it all the same once the order was deleted', async () => {
    const relay = await start();
    const placed = relay.placeOrder();
    const pix = await relay.pix(placed);
    relay.store.orders.delete(placed.order.id);
    await relay.db.execute(
      sql`insert into erased_orders (store_id, order_id, gone) values (${relay.storeId}::uuid, ${placed.order.id}::uuid, true)`,
    );
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    await relay.quiet();
    await relay.quiet();
    expect(relay.control.payment(pix.paymentId).status).toBe('refunded');
  });

  test('[P11] and what the store had taken before it was called off stays, whatever it answers to later news of it', async () => {
    const relay = await start();
    const placed = relay.placeOrder();
    const pix = await relay.pix(placed);
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    // Before anybody takes that answer in, a part goes back in the provider's panel, and staff call the order off and keep the rest.
    const account = { ...DEMO_ACCOUNT, api, hasChangedApi: false };
    const part = { paymentId: pix.paymentId, refundId: randomUUID(), amountCents: 500 };
    expect(await relay.provider.refund(account, part)).toMatchObject({ ok: true });
    await relay.control.webhooksSettled();
    await expect.poll(async () => (await relay.commandsWaiting()).length).toBe(1);
    relay.store.isMakeable = false;
    relay.store.orders.set(placed.order.id, {
      ...relay.store.order(placed.order.id),
      status: 'CANCELLED',
      cancelReason: 'cliente',
    });
    await relay.deliver();
    await relay.quiet();
    await relay.quiet();
    expect(refundedReaisOf(relay, pix.paymentId)).toBe(5);
    expect(await listReviews(relay)).toEqual(['refunded-outside']);
  });

  test('[P22] waits no longer than two seconds for that round', async () => {
    const relay = await start();
    expect(relay.payments.reports()).toContainEqual(
      expect.objectContaining({ name: 'checks', everyMs: ROUND_MS }),
    );
  });

  test('[P22] stays open while the order waits for its payment', async () => {
    const relay = await start();
    const placed = relay.placeOrder();
    const pix = await relay.pix(placed);
    // Whose person alone was erased.
    await relay.db.execute(
      sql`insert into erased_orders (store_id, order_id, gone) values (${relay.storeId}::uuid, ${placed.order.id}::uuid, false)`,
    );
    relay.advance(ROUND_MS);
    await relay.quiet();
    expect(relay.control.payment(pix.paymentId).status).toBe('pending');
  });
});
