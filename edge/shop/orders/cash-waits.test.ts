// Cash as the specification tells it: the order waits for the counter, and goes to the kitchen with the money. And what is switched off is
// not offered.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_ID } from '@balcao/shared/order/sample.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const order = () => store.orders.repository.byId(SAMPLE_ID);
const setCash = (enabled: boolean) =>
  admin('/api/staff/catalog/paymentMethods/cash', { method: 'PATCH', json: { enabled } });

async function placeOrder(): Promise<{ code: string; headers: { authorization: string } }> {
  const response = await store.ask('/api/orders', {
    json: {
      id: SAMPLE_ID,
      customerPhone: '11987654321',
      consumptionType: 'local',
      items: [{ id: 'one', sizeId: 'g', baseId: 'acai', iceCreamId: 'ninho', toppings: [] }],
    },
  });
  const placed = (await response.json()) as { order: { code: string }; trackingToken: string };
  return { code: placed.order.code, headers: { authorization: `Bearer ${placed.trackingToken}` } };
}
const chooseCash = async (changeForCents: number | null) => {
  const { code, headers } = await placeOrder();
  return store.ask(`/api/orders/${code}/cash`, { json: { changeForCents }, headers });
};

describe('an order to be paid in cash', () => {
  it('waits, unpaid, until the counter confirms the money, and is in the kitchen then', async () => {
    expect((await chooseCash(null)).status).toBe(200);
    expect(order()).toMatchObject({ status: 'PENDING', paymentStatus: 'pending', paymentMethod: 'cash' });
    store.clock.nowMs += 20 * 60_000;
    expect(order()).toMatchObject({ status: 'PENDING', paymentStatus: 'pending' });
    const moved = await admin(`/api/staff/orders/${SAMPLE_ID}/moves`, {
      json: { kind: 'confirm-payment', method: 'cash' },
    });
    expect(moved.status).toBe(200);
    expect(order()).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' });
  });

  it.each([
    [2249, 422, null],
    [2250, 200, null],
    [2251, 200, 2251],
  ])(
    'of R$ 22,50 with %i centavos in hand is answered with %i, and keeps %s for change',
    async (cents, status, kept) => {
      const answer = await chooseCash(cents);
      expect(order()?.totalCents).toBe(2250);
      expect(answer.status).toBe(status);
      expect(order()?.changeForCents).toBe(kept);
    },
  );
});

describe('a way to pay', () => {
  it('is offered while it is switched on, and neither offered nor taken while it is off', async () => {
    const offered = async (): Promise<string[]> =>
      (
        (await (await store.ask('/api/store')).json()) as { paymentMethods: { method: string }[] }
      ).paymentMethods.map(({ method }) => method);
    expect(await offered()).toContain('cash');
    expect((await setCash(false)).status).toBe(200);
    expect(await offered()).not.toContain('cash');
    expect((await chooseCash(null)).status).toBe(409);
    expect(order()?.paymentMethod).toBeNull();
    await setCash(true);
    expect(await offered()).toContain('cash');
  });
});
