// PIX on the site and at the counter, from the code that is shown to the money that came: compared with a text that a person has read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { become, connectAside, idOf, openShop, placeAside } from '../../harness/record-shop.ts';

const MINUTE_MS = 60_000;
let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

it('a PIX is shown, paid, told, late, lost and doubtful', async () => {
  const { step, ask, device, chapter, control } = record;
  const store = await openShop(record);
  await connectAside(record, store, 'orders');
  type Placed = Awaited<ReturnType<typeof placeAside>>;
  const start = ({ code, token }: Placed) => ask(`/api/orders/${code}/pix`, { method: 'POST', token });
  const look = ({ code, token }: Placed, attemptId: string) =>
    ask(`/api/orders/${code}/pix/${attemptId}`, { token });
  const edge = (path: string, json?: object) =>
    device(store, `/edge/payments/${path}`, json === undefined ? {} : { json });

  chapter('on the site');
  const one = await placeAside(record, store, 1);
  const shown = await step('a code is shown, and shown again', async () => {
    const { body } = await start(one);
    await start(one);
    await look(one, body.attemptId);
    return body as { attemptId: string; paymentId: string };
  });
  await step('who may not: without the token, of no order, of another order', async () => {
    await ask(`/api/orders/${one.code}/pix`, { method: 'POST' });
    await ask('/api/orders/NADA/pix', { method: 'POST', token: one.token });
    await look(one, idOf(99));
  });
  await step('it is paid: the notice comes twice', async () => {
    control.setFaults({ duplicateWebhooks: 1 });
    control.approve(shown.paymentId);
  });
  await step('what its customer sees, and the shop', async () => {
    await look(one, shown.attemptId);
    await start(one);
    await ask(`/api/orders/${one.code}`, { token: one.token, isBrief: true });
    await ask(`/api/orders/${one.code}/cancel`, { method: 'POST', token: one.token });
    await edge(`attempts?orderId=${one.id}`);
    await edge(`pix/${shown.attemptId}?orderId=${one.id}`);
    await edge(`pix/${shown.attemptId}?orderId=${idOf(98)}`);
  });
  const two = await placeAside(record, store, 2);
  const lost = await step('another one is paid, and its notice is lost: the round finds it', async () => {
    const { body } = await start(two);
    control.setFaults({ loseWebhooks: 1 });
    control.approve(body.paymentId);
    return body as { attemptId: string; paymentId: string };
  });
  await step('a minute later', () => record.pass(MINUTE_MS));
  const three = await placeAside(record, store, 3);
  await step('notices without a signature, and with a wrong one', async () => {
    const { body } = await start(three);
    control.setFaults({ unsignedWebhooks: 1 });
    control.reject(body.paymentId);
  });
  await step('somebody else says that money came', async () => {
    const notice = { action: 'payment.updated', type: 'payment', data: { id: lost.paymentId } };
    await ask(`/api/webhooks/mercadopago?data.id=${lost.paymentId}&type=payment`, { json: notice });
    await ask(`/api/webhooks/mercadopago?data.id=${lost.paymentId}`, {
      json: notice,
      headers: { 'x-signature': 'ts=1,v1=abc', 'x-request-id': 'x' },
    });
    await ask(`/api/webhooks/mercadopago?store=${idOf(97)}`, { json: {} });
  });
  await step('the one that was refused: a code anew', async () => {
    await record.pass(MINUTE_MS);
    await start(three);
  });
  await step('it runs out', async () => {
    await record.pass(31 * MINUTE_MS);
    await record.pass(2 * MINUTE_MS);
  });
  const four = await placeAside(record, store, 4);
  await step('its customer pays in cash instead: the code is closed', async () => {
    await start(four);
    await ask(`/api/orders/${four.code}/cash`, { json: {}, token: four.token, isBrief: true });
    await ask(`/api/orders/${four.code}/pix`, { method: 'POST', token: four.token });
  });

  chapter('the provider fails');
  const five = await placeAside(record, store, 5);
  for (const [title, faults] of [
    ['it is away', { failRequests: { count: 3, status: 503, retryAfterSeconds: null } }],
    ['it has too much to do', { failRequests: { count: 1, status: 429, retryAfterSeconds: 60 } }],
    ['it made the payment, and the answer was lost', { failCreatesAfterStoring: 3 }],
  ] as const)
    await step(title, async () => {
      control.setFaults(faults);
      await start(five);
      control.clearFaults();
    });
  await step('it is looked for', async () => {
    await record.pass(MINUTE_MS);
    await start(five);
  });
  const six = await placeAside(record, store, 6);
  await step('the account may have no PIX: the owner hears of it', async () => {
    control.setFaults({ refuseCreates: { count: 1, reason: 'no-pix-key' } });
    await start(six);
    control.clearFaults();
    await record.pass(16_000);
    await edge('attention');
  });
  for (const reason of ['payer-is-collector', 'payer-nil', 'test-token', 'lasting-500'] as const)
    await step(`the provider refuses it: ${reason}`, async () => {
      control.setFaults({ refuseCreates: { count: 1, reason } });
      await start(six);
      control.clearFaults();
    });
  await step('a payment without a code', async () => {
    const eight = await placeAside(record, store, 8);
    control.setFaults({ createsWithoutCode: 1 });
    await start(eight);
    control.clearFaults();
  });

  chapter('at the counter');
  const seven = await placeAside(record, store, 7);
  await step('a code for an order, for a part of it and for a difference', async () => {
    await edge('pix', { order: seven.order });
    await edge('pix', { order: { ...seven.order, totalCents: 0 } });
    await edge('cancel', { orderId: seven.id });
    await edge('parts/pix', { order: { ...seven.order, totalCents: 1000 }, part: idOf(71) });
    await edge('parts/pix', { order: { ...seven.order, totalCents: 1000 }, part: idOf(71) });
    await edge('differences/pix', { order: { ...seven.order, totalCents: 500 }, part: idOf(72) });
    await edge('cancel', { orderId: seven.id });
    await edge('cancel', { orderId: idOf(96) });
    await edge('static-pix', { pix: [{ txid: 'TX1', amountCents: 100, atMs: Date.now() }] });
    await edge('static-pix', { pix: [] });
  });
  await step('an order that is over, and one that was never', async () => {
    become(store, seven.id, { status: 'CANCELLED' });
    await record.quiet();
    await start(seven);
    await edge('pix', { order: { id: idOf(95), code: 'NUNCA', totalCents: 100 } });
  });
  await expect(record.text('PIX')).toMatchFileSnapshot('./relay-pix.txt');
});
