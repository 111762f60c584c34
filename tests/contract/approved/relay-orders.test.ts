// Orders on the site, from the first that is placed to the last that is forgotten: compared with a text that a person has read.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Refusal } from '@balcao/shared/order/refusal.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { tokenOf } from '../../harness/fake-shop.ts';
import type { FakeStore } from '../../harness/fake-store.ts';
import { openRecord, type Record } from '../../harness/relay-record.ts';
import { become, idOf, openShop } from '../../harness/record-shop.ts';
import { soon } from '../../harness/relay.ts';

const CLAIM = 'a-claim-of-the-browser-';
const claimOf = (n: number): string => `${CLAIM}${n}`;
/** Every refusal of the store's that a customer may meet. */
const REFUSALS: readonly Refusal[] = [
  { code: 'invalid-order', errors: [{ field: 'items[0].sizeId', message: 'Este tamanho acabou.' }] },
  { code: 'price-changed', totalCents: 2700 },
  { code: 'store-closed', reason: 'Fechado. Abre hoje às 13:00.' },
  { code: 'too-many-unpaid', by: 'phone', max: 3 },
  { code: 'too-many-unpaid', by: 'address', max: 6 },
  { code: 'too-many-unpaid', by: 'store', max: 60 },
  { code: 'cash-full' },
  { code: 'change-too-small' },
  { code: 'already-paid' },
  { code: 'partly-paid', leftCents: 1500 },
  { code: 'order-over', status: 'CANCELLED' },
];

let record: Record;
beforeAll(async () => {
  record = await openRecord();
});
afterAll(() => record.close());

/** A cup that is ready made and two waters, to be eaten here, with all that may be said of an order. */
const cups = (n: number, changes: object = {}) => ({
  id: idOf(n),
  customerPhone: '11 3333-4444',
  consumptionType: 'local',
  observations: ' sem granola ',
  items: [
    { id: 'a', productId: 'taca' },
    { id: 'b', productId: 'agua' },
    { id: 'c', productId: 'agua' },
  ],
  expectedTotalCents: 3600,
  claim: claimOf(n),
  ...changes,
});
const acai = (n: number, changes: object = {}) => ({
  ...sampleRequest(),
  id: idOf(n),
  claim: claimOf(n),
  ...changes,
});
const read = (store: FakeStore, n: number, token = tokenOf(idOf(n))) =>
  record.ask(`/api/orders/${store.order(idOf(n)).code}`, { token });

it('an order is placed, read, found and followed', async () => {
  const { step, ask, chapter, relay } = record;
  const store = await openShop(record);

  chapter('placing');
  await step('an açaí of two halves, to take along', () => ask('/api/orders', { json: acai(1) }));
  await step('a cup and two waters, to eat here, with a word for the kitchen', () =>
    ask('/api/orders', { json: cups(2) }),
  );
  await step('the same again, because the answer was lost', () => ask('/api/orders', { json: acai(1) }));
  await step('two of one household, and one of the next', async () => {
    for (const [n, address] of ['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:2::1'].entries()) {
      const json = {
        ...cups(60 + n),
        items: [{ id: 'a', productId: 'agua' }],
        expectedTotalCents: undefined,
      };
      await ask('/api/orders', { json, headers: { 'x-forwarded-for': address }, isBrief: true });
    }
  });
  await step('another order under the same id', () => ask('/api/orders', { json: cups(1) }));
  await step('what is no order', async () => {
    await ask('/api/orders', { json: {} });
    await ask('/api/orders', { json: 'no json {' });
    await ask('/api/orders', {
      json: {
        id: 'x',
        customerPhone: '123',
        consumptionType: 'bar',
        observations: 'a'.repeat(501),
        items: [],
        expectedTotalCents: -1,
        claim: 'short',
      },
    });
    await ask('/api/orders', {
      json: cups(3, { items: [{ id: '', sizeId: 7, toppings: [{ id: 'mel', layer: 'SIDE' }] }] }),
    });
  });
  await step('what the shop does not sell', () =>
    ask('/api/orders', {
      json: cups(3, { items: [{ id: 'a', sizeId: 'gigante', baseId: 'acai', iceCreamId: 'ninho' }] }),
    }),
  );

  chapter('what became of it');
  await step('asked by its id: with its claim, with another one, without', async () => {
    await ask(`/api/orders/by-id/${idOf(1)}`, { token: claimOf(1), isBrief: true });
    await ask(`/api/orders/by-id/${idOf(3)}`, { token: claimOf(3) });
    await ask(`/api/orders/by-id/${idOf(1)}`, { token: claimOf(2) });
    await ask(`/api/orders/by-id/${idOf(1)}`);
    await ask(`/api/orders/by-id/${idOf(99)}`, { token: claimOf(1) });
  });
  await step(
    'asked by its code: with its token, with another one, without, and one that is none',
    async () => {
      await read(store, 2);
      await read(store, 2, tokenOf(idOf(1)));
      await ask(`/api/orders/${store.order(idOf(2)).code.toLowerCase()}`);
      await ask('/api/orders/NADA000000');
    },
  );

  chapter('finding');
  await step('called at the panel', async () => {
    become(store, idOf(1), {
      status: 'RECEBIDO',
      paymentStatus: 'approved',
      paymentMethod: 'pix',
      panelNumber: 7,
      panelDate: '2026-11-21',
      panelSeries: 1,
      receivedAtMs: Date.now(),
    });
    await soon(async () =>
      expect(await relay.rows(sql`select 1 from orders where panel_number = 7`)).toHaveLength(1),
    );
  });
  const found = await step('by phone, code, number and panel number', async () => {
    const answer = await ask('/api/track', { json: { phone: '(11) 98765-4321' } });
    await ask('/api/track', { json: { phone: '11 91111-1111' } });
    await ask('/api/track', { json: { phone: '123' } });
    await ask('/api/track', { json: { query: store.order(idOf(2)).code } });
    await ask('/api/track', { json: { query: '2' } });
    await ask('/api/track', { json: { query: '7' } });
    await ask('/api/track', { json: { query: '404' } });
    await ask('/api/track', { json: { query: '2', tokens: [tokenOf(idOf(2))] } });
    await ask('/api/track', { json: { query: '2', tokens: [tokenOf(idOf(1))] } });
    await ask('/api/track', { json: { query: '' } });
    await ask('/api/track', { json: {} });
    return String(answer.body.ticket);
  });
  await step('with how its phone ends: right, wrong until the tries are spent', async () => {
    await ask('/api/track', { json: { query: '2', lastFour: '4444' } });
    await ask('/api/track', { json: { query: '2', lastFour: '44' } });
    for (let n = 0; n < 6; n += 1) await ask('/api/track', { json: { query: '2', lastFour: '0000' } });
    await ask('/api/track', { json: { query: '2', lastFour: '4444' } });
  });

  chapter('following');
  await step(
    'pages listen: by a ticket, without, and by one that is none',
    async () => {
      await record.listen('who found it', `/api/live?ticket=${encodeURIComponent(found)}`);
      await record.listen('a stranger', '/api/live');
      await ask('/api/live?ticket=forged');
    },
    { events: 2 },
  );
  for (const [n, status] of (['PREPARING', 'READY', 'DELIVERED'] as const).entries())
    await step(
      `it is ${status}`,
      async () => {
        await record.pass(60_000);
        const at = (['preparingAtMs', 'readyAtMs', 'deliveredAtMs'] as const)[n] ?? 'readyAtMs';
        become(store, idOf(1), { status, [at]: Date.now() });
      },
      { events: 1 },
    );
  await step('what the shop says of itself by then', async () => {
    await record.pass(11 * 60_000);
    await ask('/api/store');
    await ask('/api/ranking');
  });

  chapter('cash, and called off');
  await step('cash: with change, without, too much, and by somebody else', async () => {
    const path = `/api/orders/${store.order(idOf(2)).code}/cash`;
    await ask(path, { json: { changeForCents: 5000 } });
    await ask(path, { json: { changeForCents: 99_999_999 }, token: tokenOf(idOf(2)) });
    await ask(path, { json: { changeForCents: 5000 }, token: tokenOf(idOf(2)), isBrief: true });
    await ask(path, { json: {}, token: tokenOf(idOf(2)), isBrief: true });
  });
  await step('its customer calls it off, and somebody else may not', async () => {
    const path = `/api/orders/${store.order(idOf(2)).code}/cancel`;
    await ask(path, { method: 'POST' });
    await ask(path, { method: 'POST', token: tokenOf(idOf(2)), isBrief: true });
  });
  for (const refusal of REFUSALS)
    await step(
      `the store refuses: ${refusal.code}${'by' in refusal ? ` by ${refusal.by}` : ''}`,
      async () => {
        store.onCommand = () => ({ status: 'refused', refusal });
        await ask(`/api/orders/${store.order(idOf(2)).code}/cash`, { json: {}, token: tokenOf(idOf(2)) });
        store.onCommand = null;
      },
    );
  await step('an order is refused, and what became of it is still known', async () => {
    store.onCommand = () => ({ status: 'refused', refusal: { code: 'price-changed', totalCents: 2700 } });
    await ask('/api/orders', { json: acai(4) });
    await ask(`/api/orders/by-id/${idOf(4)}`, { token: claimOf(4) });
    store.onCommand = null;
  });
  await expect(record.text('Orders on the site')).toMatchFileSnapshot('./relay-orders.txt');
});
