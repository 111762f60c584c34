// Orders for resale, from the first to the one that is forgotten: compared with a text that a person has read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { idOf, openShop } from '../../harness/record-shop.ts';

let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

it('an order for resale is placed, followed, given up and forgotten', async () => {
  const { step, ask, relay } = record;
  const store = await openShop(record);
  const claim = 'a-claim-of-the-buyer-01';
  const order = (n: number, changes: object = {}) => ({
    id: idOf(n),
    customerName: 'Maria de Souza',
    customerPhone: '11 98765-4321',
    customerCpfCnpj: '12345678901',
    customerAddress: 'Rua A, 1',
    observations: 'de manhã',
    items: [
      { id: 'one', productId: 'balde', selectedSize: '10 L', selectedFlavor: 'Banana', quantity: 3 },
      { id: 'two', productId: 'casquinha', quantity: 2 },
    ],
    claim,
    ...changes,
  });
  await step('an order with all that a buyer may say', () =>
    ask('/api/wholesale/orders', { json: order(1) }),
  );
  await step('and with as little as may be', () =>
    ask('/api/wholesale/orders', {
      json: {
        id: idOf(2),
        customerName: 'Rui',
        customerPhone: '11 98765-4321',
        items: [{ id: 'a', productId: 'casquinha', quantity: 5 }],
        claim,
      },
    }),
  );
  await step('the same again, and another under its id', async () => {
    await ask('/api/wholesale/orders', { json: order(1), isBrief: true });
    await ask('/api/wholesale/orders', { json: order(1, { observations: 'à tarde' }) });
  });
  await step('what is no order', async () => {
    await ask('/api/wholesale/orders', { json: {} });
    await ask('/api/wholesale/orders', {
      json: order(3, { items: [{ id: 'a', productId: 'nada', quantity: 0.5 }], wishedDate: 'amanhã' }),
    });
    await ask('/api/wholesale/orders', {
      json: order(3, { items: [{ id: 'a', productId: 'antigo', quantity: 1 }] }),
    });
    await ask(`/api/wholesale/orders/by-id/${idOf(3)}`, { token: claim });
  });
  await step('what became of it', async () => {
    await ask(`/api/wholesale/orders/by-id/${idOf(1)}`, { token: claim });
    await ask(`/api/wholesale/orders/by-id/${idOf(1)}`, { token: 'another-claim-of-nobody' });
    await ask(`/api/wholesale/orders/by-id/${idOf(9)}`, { token: claim });
  });
  const ticket = await step('found by phone', async () => {
    const { body } = await ask('/api/wholesale/track', { json: { phone: '(11) 98765-4321' } });
    await ask('/api/wholesale/track', { json: { phone: '11 90000-0000' } });
    await ask('/api/wholesale/track', { json: { phone: '' } });
    return String(body.ticket);
  });
  await step(
    'its buyer listens; the shop begins it',
    async () => {
      await record.listen('the buyer', `/api/live?ticket=${encodeURIComponent(ticket)}`);
      const known = store.wholesale.get(idOf(1));
      store.log.append('wholesale-order', idOf(1), {
        ...known,
        status: 'EM_ANDAMENTO',
        updatedAtMs: Date.now(),
      });
    },
    { events: 2 },
  );
  await step('the shop falls silent: it waits, is given up, and taken back', async () => {
    store.onCommand = () => ({ httpStatus: 503 });
    await relay.waitingForNobody(() => ask('/api/wholesale/orders', { json: order(4) }));
    await record.quiet();
    await record.pass(10 * 60_000 + 1000);
    await ask(`/api/wholesale/orders/by-id/${idOf(4)}`, { token: claim });
    store.onCommand = null;
    await record.pass(16_000);
  });
  await step('the shop forgets its buyer, and later all that is over', async () => {
    store.log.append('erasure', idOf(90), { scope: 'wholesale-person', orderIds: [idOf(1)] });
    await record.quiet();
    await ask('/api/wholesale/track', { json: { phone: '(11) 98765-4321' } });
  });
  await step(
    'the shop is away',
    async () => {
      await record.cut(store);
      await record.pass(61_000);
      await ask('/api/wholesale/orders', { json: order(5) });
    },
    { events: 1 },
  );
  await expect(record.text('Wholesale')).toMatchFileSnapshot('./relay-wholesale.txt');
});
