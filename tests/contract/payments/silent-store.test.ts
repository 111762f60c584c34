// A store that goes silent after its customer has paid: the owner is rung, the money goes back, the customer sees both.
// The two settings are seconds here.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPushService } from '../../support/push-service.ts';
import { soon } from '../../harness/relay.ts';
import { openWholeShop, type WholeShop } from '../../harness/whole-shop.ts';

let owner: Awaited<ReturnType<typeof startPushService>>;
let shop: WholeShop;
beforeAll(async () => {
  owner = await startPushService();
  shop = await openWholeShop({
    PAID_ALARM_MINUTES: '0.02',
    PAID_REFUND_MINUTES: '0.1',
    ALARM_WEBHOOK_URL: owner.webhookUrl,
  });
});
afterAll(async () => {
  await shop.close();
  await owner.close();
});

test('rings the owner after the first setting, gives the money back after the second, and the customer is told', async () => {
  const admin = await shop.asOwner(shop.relayUrl);
  await admin('/api/staff/payments/credentials', { method: 'PUT', json: shop.credentials });
  const { publicKey } = (await shop.ask(shop.relayUrl, '/api/push/public-key')).body as { publicKey: string };
  const { subscription } = owner.subscribe(publicKey);
  const added = await admin('/api/staff/push/devices', { json: { label: 'Celular da dona', subscription } });
  expect(added.status).toBe(200);
  const { order, token } = await shop.order(shop.relayUrl);
  const pix = await shop.ask(shop.relayUrl, `/api/orders/${order.code}/pix`, { json: {}, token });
  await shop.store.link?.stop();
  shop.control.approve(String(pix.body['paymentId']));

  const view = async () => (await shop.ask(shop.relayUrl, `/api/orders/${order.code}`, { token })).body;
  // Paid, although the store has not heard of it: nobody should pay twice.
  await soon(async () =>
    expect(await view()).toMatchObject({
      order: { status: 'PENDING' },
      money: { receivedCents: order.totalCents, returnedCents: 0 },
    }),
  );
  const again = await shop.ask(shop.relayUrl, `/api/orders/${order.code}/pix`, { json: {}, token });
  expect(again.status).toBe(409);

  const rung = 'Pedido pago sem resposta da loja';
  await soon(() => expect(owner.taken.map((one) => one.message.title)).toContain(rung));
  await soon(() => expect(owner.webhooks.join()).toContain(rung));
  await soon(() => expect(shop.control.payment(String(pix.body['paymentId'])).status).toBe('refunded'));
  await soon(async () =>
    expect((await view())['money']).toEqual({
      receivedCents: order.totalCents,
      returnedCents: order.totalCents,
      handedBackCents: 0,
      returning: false,
    }),
  );
  await soon(() =>
    expect(owner.taken.map((one) => one.message.title).toSorted()).toEqual(['Pedido pago devolvido', rung]),
  );
  expect(JSON.stringify(owner.taken)).not.toContain(order.customerPhone);
});
