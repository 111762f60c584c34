// A PIX that the provider makes without the code that pays it.
import { expect, test } from 'vitest';
import { onBothApis } from '../../harness/payments-suite.ts';

onBothApis('a PIX without a code', (start) => {
  test('is refused with words and closed at the provider, and the next one can be paid', async () => {
    const relay = await start();
    const placed = relay.placeOrder();
    relay.control.setFaults({ createsWithoutCode: 1 });
    const refused = await relay.call('POST', `/api/orders/${placed.code}/pix`, placed.token);
    expect(refused).toMatchObject({ status: 409, body: { code: 'no-pix-code' } });
    expect(relay.control.payments().map(({ status }) => status)).toEqual(['cancelled']);
    const pix = await relay.pix(placed);
    expect(pix.qrCode).not.toBe('');
    relay.control.approve(pix.paymentId);
    await relay.quiet();
    await relay.deliver();
    expect(relay.store.order(placed.order.id).paymentStatus).toBe('approved');
  });
});
