// Ways to pay on the shop's own Wi-Fi: what the owner switched off is neither offered nor taken, nor is the money of an order that is paid or
// over asked for once more.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { changeOrder } from '../shop/orders/change-order.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

async function placed() {
  const answer = await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
  const { order, trackingToken } = (await answer.json()) as {
    order: { id: string; code: string };
    trackingToken: string;
  };
  const choose = async (way: 'cash' | 'pix', token = trackingToken) => {
    const headers = { authorization: `Bearer ${token}` };
    const chosen = await store.ask(`/api/orders/${order.code}/${way}`, { json: {}, headers });
    return [chosen.status, ((await chosen.json()) as { code?: string }).code ?? 'taken'];
  };
  const poll = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${trackingToken}` };
    return (await store.ask(`/api/orders/${order.code}/pix/${v7()}`, { headers })).status;
  };
  return { id: order.id, choose, poll, now: () => store.orders.repository.byId(order.id) };
}
const offered = async (): Promise<string[]> => {
  const { paymentMethods } = (await (await store.ask('/api/store')).json()) as {
    paymentMethods: { method: string }[];
  };
  return paymentMethods.map(({ method }) => method);
};

it('cash that is switched off is not offered, and choosing it changes nothing', async () => {
  const { choose, now } = await placed();
  store.menu.setEntry('paymentMethods', 'cash', { enabled: false });
  expect(await offered()).not.toContain('cash');
  expect(await choose('cash')).toEqual([409, 'method-off']);
  expect(now()).toMatchObject({ status: 'PENDING', paymentMethod: null });
  store.menu.setEntry('paymentMethods', 'cash', { enabled: true });
  expect(await offered()).toContain('cash');
  expect(await choose('cash')).toEqual([200, 'taken']);
  expect(now()).toMatchObject({ status: 'PENDING', paymentMethod: 'cash' });
});

it('PIX that is switched off is not begun', async () => {
  const { choose } = await placed();
  store.menu.setEntry('paymentMethods', 'pix', { enabled: false });
  expect(await choose('pix')).toEqual([409, 'method-off']);
});

it.each([
  ['paid', { kind: 'approve', method: 'terminal' }, 'already-paid'],
  ['called off', { kind: 'cancel', reason: 'cliente' }, 'order-over'],
] as const)('nobody pays by PIX for an order that is %s', async (_state, command, code) => {
  const { id, choose } = await placed();
  expect(changeOrder(store.orders, id, command).ok).toBe(true);
  expect(await choose('pix')).toEqual([409, code]);
});

it('nobody chooses for an order without its token', async () => {
  const [mine, other] = [await placed(), await placed()];
  for (const way of ['cash', 'pix'] as const)
    expect(await mine.choose(way, store.orders.tokens.tokenOf(other.id))).toEqual([401, 'no-token']);
  expect(mine.now()).toMatchObject({ paymentMethod: null });
});

it('how a PIX stands is told 120 times a minute to one address, and not once more', async () => {
  const { poll } = await placed();
  const statuses = await Promise.all(Array.from({ length: 121 }, poll));
  // Without a relay nobody can say.
  expect([503, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([120, 1]);
});
