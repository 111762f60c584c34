// What a change of a paid order left open: taken or given back once, in order, drawer, reports and audit alike.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { ticketOf } from '@balcao/shared/order/ticket.ts';
import { givenBackOf } from '@balcao/shared/payment/given-back.ts';
import { handPayments } from '../../storage/schema/cash.ts';
import { refundIntents } from '../../storage/schema/payments.ts';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sendPaymentFact } from '../../testing/payment-fact.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let front: Asking;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const item = (productId: string) => ({ id: v7(), productId });
const now = ({ id }: { id: string }): Order => store.orders.repository.byId(id) as Order;
const post = async (path: string, json: object, ask = front) => {
  const answer = await ask(path, { json });
  return { status: answer.status, body: (await answer.json()) as { code?: string; order?: Order } };
};
/** A cup and water for R$ 32,40, water alone R$ 3,60. */
async function sell(method: string | null = 'cash', more: string[] = []): Promise<Order> {
  const items = ['taca', 'agua', ...more].map(item);
  const json = { id: v7(), consumptionType: 'takeaway', items };
  const { body } = await post('/api/staff/orders', json);
  const order = body.order as Order;
  if (method !== null)
    expect(
      (await post(`/api/staff/orders/${order.id}/moves`, { kind: 'confirm-payment', method })).status,
    ).toBe(200);
  return now(order);
}
const change = async (order: Order, json: object) => {
  const seen = { changes: order.changes?.length ?? 0, paid: order.status !== 'PENDING' };
  const changed = await post(`/api/staff/orders/${order.id}/lines`, { id: v7(), seen, ...json }, admin);
  expect(changed.status).toBe(200);
  return now(order);
};
const more = (order: Order) => change(order, { add: [item('agua')] });
const less = (order: Order) =>
  change(order, { takeOff: [order.items.find(({ productId }) => productId === 'agua')?.id] });
const settle = (order: Order, json: object, ask = front) =>
  post(`/api/staff/orders/${order.id}/difference`, { id: v7(), cents: 360, ...json }, ask);
const take = (order: Order, json: object = {}) => settle(order, { kind: 'take', method: 'cash', ...json });
const giveBack = (order: Order, json: object = {}, ask = front) =>
  settle(order, { kind: 'give-back', ...json }, ask);
const drawer = () =>
  store.db
    .select()
    .from(handPayments)
    .all()
    .map(({ kind, method, card, amountCents }) => [kind, method, card, amountCents]);
const saidOf = (action: string): string | undefined =>
  store.db
    .select()
    .from(audit)
    .all()
    .findLast((row) => row.action === action)
    ?.detail.replaceAll('\u00a0', ' ');
const openDrawer = () => post('/api/staff/cash-session', { id: v7(), floatCents: 10_000 });
const close = async (): Promise<CashClose> => {
  const answer = await admin('/api/staff/cash-session/close', { json: { countedCents: 0, note: '' } });
  return (await answer.json()) as CashClose;
};
const sums = async (kind: string) => {
  await store.rollups.upToDate();
  return store.db.$client
    .prepare('select name, cents from report_sums where kind = ? and cents <> 0 order by name')
    .raw()
    .all(kind);
};

describe('[P38] an order that staff said the terminal took, and whose lines changed since', () => {
  /** The relay tells it late: the shop's line was down. */
  const hear = (order: Order) =>
    sendPaymentFact(store, {
      attemptId: '0f0e0d0c-0b0a-4908-8706-050403020100',
      orderId: order.id,
      providerPaymentId: 'ORD1',
      method: 'credit_card',
      statusDetail: null,
      amountCents: 3_240,
      terminal: true,
    });
  const attention = () => store.db.$client.prepare('select attention from payments').pluck().all();

  it('is counted once in reports, with the difference beside it', async () => {
    const order = await sell('terminal');
    await hear(order);
    await take(await more(order));
    expect(await sums('way')).toEqual([
      ['cash', 360],
      ['terminal', 3_240],
    ]);
    expect(attention()).toEqual([null]);
  });

  it('keeps that money, also where the terminal’s word comes after the change', async () => {
    const order = await more(await sell('terminal'));
    await hear(order);
    expect(attention()).toEqual([null]);
    await take(order);
    expect(await sums('way')).toEqual([
      ['cash', 360],
      ['terminal', 3_240],
    ]);
  });
});

describe('[O45] a difference that is taken', () => {
  it('is a part of its own in drawer, reports and audit; the order owes nothing and is handed over', async () => {
    const order = await more(await sell('terminal'));
    const id = v7();
    let told = 0;
    store.orders.wake.on('log', () => (told += 1));
    expect(await take(order, { id })).toMatchObject({ status: 200, body: { order: { totalCents: 3_600 } } });
    // Other screens and the site hear of it at once.
    expect(told).toBeGreaterThan(0);
    expect(now(order)).not.toHaveProperty('balanceCents');
    expect((await take(order, { id })).status).toBe(200);
    expect(drawer()).toEqual([
      ['in', 'terminal', null, 3_240],
      ['in', 'cash', null, 360],
    ]);
    expect(await sums('way')).toEqual([
      ['cash', 360],
      ['terminal', 3_240],
    ]);
    const { detail } =
      store.db
        .select()
        .from(audit)
        .all()
        .findLast(({ action }) => action === 'difference') ?? {};
    expect(detail).toBe('recebeu a diferença do pedido nº 1: R$ 3,60 em dinheiro');
    for (const kind of ['start', 'mark-ready', 'deliver'])
      expect((await post(`/api/staff/orders/${order.id}/moves`, { kind }, admin)).status).toBe(200);
  });

  it('is refused at another amount, at a closed drawer, of too small a note, and books nothing', async () => {
    const order = await more(await sell('terminal'));
    for (const cents of [359, 361])
      expect(await take(order, { cents })).toMatchObject({
        status: 409,
        body: { code: 'difference-changed', balanceCents: 360 },
      });
    expect(await take(order, { drawer: 'open' })).toMatchObject({ body: { code: 'drawer-closed' } });
    expect(await take(order, { receivedCents: 359 })).toMatchObject({ status: 422 });
    expect(await giveBack(order)).toMatchObject({ body: { code: 'difference-changed' } });
    expect(drawer()).toHaveLength(1);
    await openDrawer();
    expect((await take(order, { drawer: 'open', receivedCents: 360 })).status).toBe(200);
    expect(await take(order)).toMatchObject({ body: { code: 'difference-changed', balanceCents: 0 } });
  });

  it('in cash has no card, whatever was sent with it', async () => {
    const order = await more(await sell());
    expect((await take(order, { card: 'debito' })).status).toBe(200);
    expect(drawer().at(-1)).toEqual(['in', 'cash', null, 360]);
  });

  it('is the first money of an order that was given away whole, and goes back by its way', async () => {
    const json = {
      ...{ id: v7(), consumptionType: 'takeaway', items: ['taca', 'agua'].map(item) },
      concession: { kind: 'discount', off: { cents: 3_240 }, reason: 'Brinde' },
    };
    const given = (await post('/api/staff/orders', json, admin)).body.order as Order;
    expect(given).toMatchObject({ status: 'RECEBIDO', paymentMethod: null, totalCents: 0 });
    const order = await more(given);
    expect(order).toMatchObject({ paymentMethod: null, balanceCents: 360 });
    expect((await take(order, { method: 'terminal', card: 'debito' })).body.order).toMatchObject({
      paymentMethod: 'terminal',
    });
    expect(await sums('way')).toEqual([['debito', 360]]);
    const off = { kind: 'cancel', reason: 'cliente' };
    expect((await post(`/api/staff/orders/${order.id}/moves`, off, admin)).status).toBe(200);
    expect(drawer()).toEqual([
      ['in', 'terminal', 'debito', 360],
      ['back', 'terminal', 'debito', 360],
    ]);
  });

  it('is of no order that is not there, and then nobody is booked to have paid it', async () => {
    for (const settled of [take, giveBack])
      expect(await settled({ ...(await sell()), id: v7() })).toMatchObject({
        status: 404,
        body: { code: 'order-not-found' },
      });
    expect(drawer().map(([, , , cents]) => cents)).toEqual([3_240, 3_240]);
  });

  it('is not counted as sold while it is owed', async () => {
    await more(await sell());
    expect(await sums('way')).toEqual([['cash', 3_240]]);
  });
});

describe('[O45] a difference that is given back', () => {
  it('goes out of the drawer the way it came, once, and the close and the reports agree', async () => {
    await openDrawer();
    const order = await less(await sell());
    const id = v7();
    expect((await giveBack(order, { id })).status).toBe(200);
    expect((await giveBack(order, { id })).status).toBe(200);
    expect(drawer()).toEqual([
      ['in', 'cash', null, 3_240],
      ['back', 'cash', null, 360],
    ]);
    expect(await sums('way')).toEqual([['cash', 2_880]]);
    expect(saidOf('difference')).toBe('devolveu a diferença do pedido nº 1: R$ 3,60 em dinheiro');
    expect(await close()).toMatchObject({
      cashSalesCents: 2_880,
      cashReturnsCents: 360,
      expectedCents: 12_880,
    });
  });

  it('leaves the rest alone to go back when the order is called off', async () => {
    const order = await less(await sell());
    await giveBack(order);
    const cancel = { kind: 'cancel', reason: 'cliente' };
    expect((await post(`/api/staff/orders/${order.id}/moves`, cancel, admin)).status).toBe(200);
    expect(drawer().slice(1)).toEqual([
      ['back', 'cash', null, 360],
      ['back', 'cash', null, 2_880],
    ]);
  });

  it('and one that was taken go back with the order, each by its way', async () => {
    const order = await more(await sell());
    await take(order, { method: 'terminal', card: 'debito' });
    await post(`/api/staff/orders/${order.id}/moves`, { kind: 'cancel', reason: 'loja' }, admin);
    expect(drawer().slice(2)).toEqual([
      ['back', 'cash', null, 3_240],
      ['back', 'terminal', 'debito', 360],
    ]);
    expect(now(order)).not.toHaveProperty('balanceCents');
  });
});

describe('[O45] of what was paid online', () => {
  const paidOnline = async (more: string[] = []): Promise<Order> => {
    const order = await sell(null, more);
    const fact = {
      attemptId: v7(),
      orderId: order.id,
      provider: 'mercadopago',
      providerPaymentId: null,
      method: 'pix',
      status: 'approved',
      statusDetail: null,
      amountCents: order.totalCents,
      refundedCents: 0,
      mismatch: null,
      observedAtMs: store.clock.nowMs,
    };
    const answer = await store.askLink('/link/commands', {
      json: { id: v7(), kind: 'payment.fact', payload: fact },
    });
    expect(answer.status).toBe(200);
    return now(order);
  };

  it('too much goes back through the refunds, by an administrator, each time anew, and the order stays', async () => {
    const order = await less(await paidOnline(['agua']));
    expect(await giveBack(order)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await giveBack(order, {}, admin);
    const cents = () =>
      store.db
        .select()
        .from(refundIntents)
        .all()
        .map((row) => row.cents);
    expect(cents()).toEqual([360]);
    expect(now(order)).toMatchObject({ status: 'RECEBIDO', totalCents: 3_240 });
    expect(now(order)).not.toHaveProperty('balanceCents');
    expect(await giveBack(order, {}, admin)).toMatchObject({ body: { code: 'difference-changed' } });

    // The same amount again is another refund, though nobody has heard of the first one yet.
    await giveBack(await less(now(order)), {}, admin);
    expect(cents()).toEqual([360, 360]);
  });

  it('all that is left online goes back as a difference, and the order is made all the same', async () => {
    const order = await paidOnline(['agua']);
    // The cup was given, for somebody had waited too long: only the water's money stays.
    await post(`/api/staff/orders/${order.id}/refund`, { amountCents: 3_240 }, admin);
    const owed = await less(now(order));
    expect(owed).toMatchObject({ status: 'RECEBIDO', balanceCents: -360 });
    expect((await giveBack(owed, {}, admin)).status).toBe(200);
    expect(now(order)).toMatchObject({ status: 'RECEBIDO', cancelReason: null });
    expect(now(order)).not.toHaveProperty('balanceCents');
    expect(saidOf('cancel')).toBeUndefined();
    expect(saidOf('difference')).toBe(
      'devolveu a diferença do pedido nº 1: R$ 3,60 pelo PIX do Mercado Pago',
    );
  });

  it('what was added and paid by hand goes back by hand, from whoever stands at the counter', async () => {
    const order = await more(await paidOnline());
    await take(order);
    const id = v7();
    const changed = await less(now(order));
    expect((await giveBack(changed, { id })).status).toBe(200);
    expect((await giveBack(changed, { id })).status).toBe(200);
    expect(drawer()).toEqual([
      ['in', 'cash', null, 360],
      ['back', 'cash', null, 360],
    ]);
    expect(store.db.select().from(refundIntents).all()).toEqual([]);
    expect(now(order)).not.toHaveProperty('balanceCents');
    expect(await sums('way')).toEqual([['pix', 3_240]]);
  });

  it('what is more than staff hold goes back in two ways at once, by an administrator', async () => {
    const order = await more(await paidOnline());
    await take(order);
    const first = await less(now(order));
    const both = await less(first);
    expect(both.balanceCents).toBe(-720);
    expect((await giveBack(both, { cents: 720 })).status).toBe(403);
    await giveBack(both, { cents: 720 }, admin);
    expect(drawer().slice(1)).toEqual([['back', 'cash', null, 360]]);
    expect(
      store.db
        .select()
        .from(refundIntents)
        .all()
        .map((row) => row.cents),
    ).toEqual([360]);
    expect(now(order)).not.toHaveProperty('balanceCents');
    // Both amounts and ways: in the order, so on its page, its slips and the customer's page, and in the audit.
    const ways = [
      { method: 'cash', card: null, cents: 360 },
      { method: 'pix', card: null, cents: 360 },
    ];
    expect(givenBackOf(now(order))).toEqual(ways);
    expect(ticketOf(now(order), 'kitchen').givenBack).toEqual(ways);
    expect(saidOf('difference')).toBe(
      'devolveu a diferença do pedido nº 1: R$ 3,60 em dinheiro e R$ 3,60 pelo PIX do Mercado Pago',
    );
    const authorization = `Bearer ${store.orders.tokens.tokenOf(order.id)}`;
    const page = await store.ask(`/api/orders/${order.code}`, { headers: { authorization } });
    expect(await page.json()).toMatchObject({ access: 'whole', money: { handedBackCents: 360 } });
  });

  it('what was added and paid by hand stays in the drawer where all of it is called off and nothing given back', async () => {
    const order = await more(await paidOnline());
    await take(order);
    const cancel = { kind: 'cancel', reason: 'cliente', keepsMoney: true };
    expect((await post(`/api/staff/orders/${order.id}/moves`, cancel, admin)).status).toBe(200);
    expect(drawer()).toEqual([['in', 'cash', null, 360]]);
    expect(saidOf('cancel')).toBe('cancelou o pedido nº 1 (motivo: cliente), sem devolver R$ 36,00');
    // Of what is paid by hand alone it says nothing.
    const byHand = await sell();
    await post(`/api/staff/orders/${byHand.id}/moves`, cancel, admin);
    expect(drawer().slice(1)).toEqual([
      ['in', 'cash', null, 3_240],
      ['back', 'cash', null, 3_240],
    ]);
  });

  it('a part that goes back of an order that owes something takes nothing off what it owes', async () => {
    const order = await more(await paidOnline());
    await post(`/api/staff/orders/${order.id}/refund`, { amountCents: 100 }, admin);
    expect(now(order)).toMatchObject({ balanceCents: 360 });
  });

  it('a part that an administrator gives back elsewhere is what is owed all the same', async () => {
    const order = await less(await paidOnline());
    await post(`/api/staff/orders/${order.id}/refund`, { amountCents: 100 }, admin);
    expect(now(order)).toMatchObject({ balanceCents: -260 });
    await post(`/api/staff/orders/${order.id}/refund`, { amountCents: 260 }, admin);
    expect(now(order)).not.toHaveProperty('balanceCents');
    expect(givenBackOf(now(order))).toEqual([{ method: 'pix', card: null, cents: 360 }]);
  });
});

it('[O43] an order that owes something is not handed over from the list of the owner either', async () => {
  const order = await more(await sell());
  const deliver = { kind: 'set-status', status: 'DELIVERED' };
  expect(await post(`/api/staff/orders/${order.id}/moves`, deliver, admin)).toMatchObject({
    status: 409,
    body: { code: 'difference-due' },
  });
  await take(order);
  expect((await post(`/api/staff/orders/${order.id}/moves`, deliver, admin)).status).toBe(200);
});

it('[O43] an order of which something is to go back is handed over all the same', async () => {
  const order = await less(await sell());
  const deliver = { kind: 'set-status', status: 'DELIVERED' };
  expect((await post(`/api/staff/orders/${order.id}/moves`, deliver, admin)).status).toBe(200);
  expect(now(order)).toMatchObject({ status: 'DELIVERED', balanceCents: -360 });
});

it('[O42] money that was asked for another total is not confirmed', async () => {
  const order = await sell(null);
  const confirm = (expectedTotalCents: number) =>
    post(`/api/staff/orders/${order.id}/moves`, {
      kind: 'confirm-payment',
      method: 'terminal',
      expectedTotalCents,
    });
  expect(await confirm(3_239)).toMatchObject({ status: 409, body: { code: 'price-changed' } });
  expect(drawer()).toEqual([]);
  expect((await confirm(3_240)).status).toBe(200);
});
