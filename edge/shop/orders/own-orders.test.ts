// What customers on the shop's Wi-Fi do with their own order, and what their page hears.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { hear } from '../../testing/hear.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { change } from '../../testing/sell.ts';

type Placed = { order: Order; trackingToken: string };
let store: TestStore;
/** What the relay was asked. */
let asked: { path: string; body: unknown }[];
beforeEach(async () => {
  asked = [];
  store = await openTestStore({
    relay: {
      request: (path, { body } = {}) => {
        asked.push({ path, body: typeof body === 'string' ? JSON.parse(body) : null });
        return Promise.resolve(Response.json({ cancelled: true }));
      },
    },
  });
});
afterEach(() => store.close());

const placed = async (): Promise<Placed> =>
  (await (await store.ask('/api/orders', { json: sampleRequest() })).json()) as Placed;
const cancel = async ({ order, trackingToken }: Placed, token = trackingToken) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await store.ask(`/api/orders/${order.code}/cancel`, { method: 'POST', json: {}, headers });
  return {
    status: answer.status,
    body: (await answer.json()) as { code?: string; detail?: string; order?: Order },
  };
};

it('what may still be paid online of an order ends at the provider once its customer chooses cash', async () => {
  const { order, trackingToken } = await placed();
  const path = `/api/orders/${order.code}/cash`;
  const chooseCash = (changeForCents: number | null) =>
    store.ask(path, { json: { changeForCents }, headers: { authorization: `Bearer ${trackingToken}` } });
  expect((await chooseCash(1)).status).toBe(422);
  expect(asked).toEqual([]);
  expect((await chooseCash(null)).status).toBe(200);
  await expect
    .poll(() => asked)
    .toContainEqual({ path: '/edge/payments/cancel', body: { orderId: order.id } });
});

describe('an order that its customer calls off', () => {
  it('is called off as theirs, and what may still be paid of it ends at the provider', async () => {
    const mine = await placed();
    expect(await cancel(mine)).toMatchObject({
      status: 200,
      body: { order: { status: 'CANCELLED', cancelReason: 'cliente' } },
    });
    await expect
      .poll(() => asked)
      .toContainEqual({ path: '/edge/payments/cancel', body: { orderId: mine.order.id } });
  });

  it('stays where it is paid, and where somebody else asks', async () => {
    const mine = await placed();
    expect(await cancel(mine, 'somebody-else')).toMatchObject({
      body: { code: 'no-token', detail: 'Só quem fez o pedido pode cancelá-lo aqui. Peça no balcão.' },
    });
    change(store, mine.order, { status: 'RECEBIDO', paymentStatus: 'approved' });
    expect(await cancel(mine)).toMatchObject({ status: 409, body: { code: 'already-paid' } });
    expect(asked.filter(({ path }) => path === '/edge/payments/cancel')).toEqual([]);
  });
});

it('a page hears that the menu changed, and with it what the shop says of itself', async () => {
  const page = hear(await store.ask('/api/live'));
  await page.until('event: hello');
  store.orders.wake.notify('menu');
  expect((await page.until('event: store')).indexOf('event: menu')).toBeGreaterThan(0);
  await page.close();
});

it('a page that found orders by a phone hears of each new one of that phone, and of nobody else’s', async () => {
  const found = await store.ask('/api/track', { json: { phone: '11988887777' } });
  const { ticket } = (await found.json()) as { ticket: string };
  const page = hear(await store.ask(`/api/live?ticket=${encodeURIComponent(ticket)}`));
  const place = async (customerPhone: string): Promise<string> => {
    const json = sampleRequest({ id: v7(), customerPhone });
    return ((await (await store.ask('/api/orders', { json })).json()) as Placed).order.code;
  };
  const [theirs, mine] = [await place('11900001111'), await place('11988887777')];
  // Comes after both.
  store.orders.wake.notify('menu');
  const heard = await page.until('event: menu');
  await page.close();
  expect(heard).toContain(mine);
  expect(heard).not.toContain(theirs);
});

it.each([
  ['its number', ({ orderNumber }: Order) => String(orderNumber), 1],
  ['its code', ({ code }: Order) => code, null],
])(
  '[39] a page that knows an order by %s alone hears how it stands, and nothing more',
  async (_what, query, known) => {
    const { order } = await placed();
    const found = await store.ask('/api/track', { json: { query: query(order) } });
    const { ticket } = (await found.json()) as { ticket: string };
    const page = hear(await store.ask(`/api/live?ticket=${encodeURIComponent(ticket)}`));
    change(store, order, { status: 'RECEBIDO', paymentStatus: 'approved' });
    store.orders.wake.notify('log');
    store.orders.wake.notify('menu');
    const heard = await page.until('event: menu');
    await page.close();
    const status = { access: 'status', orderNumber: known, panelNumber: null, status: 'RECEBIDO' };
    expect(heard).toContain(`data: ${JSON.stringify(status)}\n`);
    expect(heard).not.toMatch(/totalCents|customerPhone/);
  },
);
