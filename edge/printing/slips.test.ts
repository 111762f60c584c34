// What the composition root tells the customer's slip: the code to pay by, of which orders, and where the order is followed.
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PaymentMethod, type Order } from '@balcao/shared/order/order.ts';
import { openTestStore, type TestStore } from '../testing/open-test-store.ts';
import { sell } from '../testing/sell.ts';
import { asRole } from '../testing/sign-in.ts';
import type { CustomerSlip } from './receipt/customer-lines.ts';

const UNPAID = { status: 'PENDING', paymentStatus: 'pending', paymentMethod: null } as const;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore();
  const admin = await asRole(store, 'ADMIN');
  const key = { key: 'lucia@loja.com', holder: 'Lucia', city: 'Campinas' };
  await admin('/api/staff/pix-key', { method: 'PUT', json: key });
});
afterEach(() => store.close());

function slipOf(changes: Partial<Order>): CustomerSlip {
  const order = sell(store, store.clock.nowMs, { ...UNPAID, ...changes });
  const document = store.printing.queue.documentFor(order.id, 'counter');
  if (document?.kind !== 'customer') throw new Error('no slip of a customer');
  return document.slip;
}

it('asks for exactly what the order costs', () => {
  const { pixCode } = slipOf({ totalCents: 1 });
  expect(getPixPayloadInfo(pixCode ?? '')).toMatchObject({ amount: 0.01 });
});

it('of an order that costs nothing has no code to pay by', () => {
  expect(slipOf({ totalCents: 0 }).pixCode).toBeNull();
});

it.each([
  [null, true],
  ['pix_manual', true],
  ['pix', false],
  ['credit_card', false],
  ['debit_card', false],
  ['cash', false],
  ['terminal', false],
] as const)('of an order that is to be paid by %s has a code: %s', (paymentMethod, has) => {
  expect(slipOf({ paymentMethod }).pixCode !== null).toBe(has);
});
it('names every way to pay above', () => expect(PaymentMethod.options).toHaveLength(6));

it.each(['pending', 'approved'] as const)(
  'of an order that was called off, its payment %s, has no code to pay by',
  (paymentStatus) => {
    const called = { status: 'CANCELLED', cancelReason: 'expirado', paymentStatus } as const;
    expect(slipOf({ ...called, paymentMethod: 'pix_manual', receivedAtMs: null }).pixCode).toBeNull();
  },
);

it('carries the discount, and the change of what the customer handed over at the counter', async () => {
  const order = sell(store, store.clock.nowMs, UNPAID);
  const attendant = await asRole(store, 'ATTENDANT');
  const json = { kind: 'confirm-payment', method: 'cash', receivedCents: 10_000 };
  expect((await attendant(`/api/staff/orders/${order.id}/moves`, { json })).status).toBe(200);
  const document = store.printing.queue.documentFor(order.id, 'counter');
  expect(document).toMatchObject({
    slip: {
      ticket: {
        changeForCents: 10_000,
        discount: { percent: order.discountPercent, cents: order.discountCents },
      },
    },
  });
});

it("leads to the order on the shop's own address while no public one is known", () => {
  const { trackingUrl, ticket } = slipOf({});
  expect(trackingUrl).toMatch(/^http:\/\/[\w.-]+:\d+\/meu-pedido\?codigo=/);
  expect(trackingUrl).toContain(`codigo=${ticket.code}`);
});

it('names the shop as the settings have it now', () => {
  store.menu.setSettings({ storeName: 'Açaí da Lúcia', storeAddress: 'Rua B, 2', storePhone: '1133334444' });
  expect(slipOf({}).shop).toEqual({ name: 'Açaí da Lúcia', address: 'Rua B, 2', phone: '1133334444' });
});

it("does not tell the customer the kitchen's notes", () => {
  expect(JSON.stringify(slipOf({ observations: 'segredo da cozinha' }))).not.toContain('segredo');
});
