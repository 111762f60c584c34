// Lines added to an order that is open, and taken off: who may, what it costs, and what stands of it in order, log, audit, paper and reports.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { Order } from '@balcao/shared/order/order.ts';
import { printJobs } from '../../storage/schema/printing.ts';
import { outbox } from '../../storage/schema/replication.ts';
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
  store.printing.printers.saveFirst({ printer_enabled: true, printer_ip: '127.0.0.1', printer_port: 9100 });
});
afterEach(() => store.close());

const CUP = 'taca';
const item = (productId = CUP) => ({ id: v7(), productId });
/** A cup of R$ 32,00 and water of R$ 4,00 at 10 % off: R$ 32,40. */
async function place(more: object = {}, ask = front): Promise<Order> {
  const json = { id: v7(), consumptionType: 'takeaway', items: [item(), item('agua')], ...more };
  const answer = await ask('/api/staff/orders', { json });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { order: Order }).order;
}
async function move(order: Order, json: object, ask = front): Promise<Order> {
  const answer = await ask(`/api/staff/orders/${order.id}/moves`, { json });
  expect(answer.status).toBe(200);
  return now(order);
}
const now = ({ id }: { id: string }): Order => store.orders.repository.byId(id) as Order;
const pay = (order: Order, method = 'pix_manual') => move(order, { kind: 'confirm-payment', method });
async function change(order: Order, json: object, ask = front) {
  const seen = { changes: order.changes?.length ?? 0, paid: order.status !== 'PENDING' };
  const answer = await ask(`/api/staff/orders/${order.id}/lines`, { json: { id: v7(), seen, ...json } });
  const body = (await answer.json()) as { order?: Order; code?: string; hasPin?: boolean };
  return { status: answer.status, body };
}
const setPin = async (pin: string) => {
  const id = store.users.accounts.list().find(({ role }) => role === 'ADMIN')?.id;
  const answer = await admin(`/api/staff/users/${id}/pin`, { method: 'PUT', json: { pin } });
  expect(answer.status).toBe(204);
};
const audited = () =>
  store.db
    .select()
    .from(audit)
    .all()
    .filter(({ action }) => action === 'lines')
    .map(({ userName, detail }) => [userName, detail]);
const water = (order: Order) => order.items.find(({ productId }) => productId === 'agua')?.id ?? '';
const slips = () =>
  store.db
    .select()
    .from(printJobs)
    .all()
    .map(({ purpose }) => purpose);

describe('[O40] [O41] lines of an unpaid order', () => {
  it('come at today’s price beside what was sold, in order, log, audit, and on no paper', async () => {
    const order = await place();
    expect(order.totalCents).toBe(3_240);
    const dearer = await admin(`/api/staff/catalog/products/${CUP}`, {
      method: 'PATCH',
      json: { priceCents: 4_000 },
    });
    expect(dearer.status).toBe(200);
    const { status, body } = await change(order, { add: [item()], expectedTotalCents: 6_840 });
    expect(status).toBe(200);
    expect(body.order).toMatchObject({ subtotalCents: 7_600, discountCents: 760, totalCents: 6_840 });
    expect(body.order?.items.map(({ priceCents }) => priceCents)).toEqual([3_200, 400, 4_000]);
    expect(now(order)).toEqual(body.order);
    const row = store.db
      .select()
      .from(outbox)
      .all()
      .findLast(({ aggregateId }) => aggregateId === order.id);
    expect(JSON.parse(row?.body ?? '')).toMatchObject({ order: { totalCents: 6_840, changes: [{}] } });
    expect(audited()).toEqual([
      ['Ana ATTENDANT', 'mudou o pedido nº 1: acrescentou Taça da Casa; total de R$ 32,40 para R$ 68,40'],
    ]);
    expect(slips()).toEqual([]);
    expect((await pay(now(order))).paymentStatus).toBe('approved');
  });

  it('go without a manager, and come back under other names', async () => {
    const order = await place();
    const { body } = await change(order, { takeOff: [water(order)] });
    expect(body.order).toMatchObject({ totalCents: 2_880, items: [{ productId: CUP }] });
    expect((await change(now(order), { add: [item('agua')] })).body.order?.totalCents).toBe(3_240);
  });

  it('take back the slip that waits at the printer and asks for the old amount', async () => {
    const order = await place();
    const charge = `/api/staff/orders/${order.id}/reprint?purpose=counter`;
    expect((await front(charge, { method: 'POST', json: {} })).ok).toBe(true);
    const jobs = () =>
      store.db
        .select()
        .from(printJobs)
        .all()
        .map(({ purpose, state }) => `${purpose} ${state}`);
    expect(jobs()).toEqual(['charge queued']);
    expect((await change(order, { add: [item('agua')] })).status).toBe(200);
    expect(jobs()).toEqual(['charge discarded']);
  });

  it('end the code for what it cost before; of a paid order no code is open', async () => {
    const asked: { path: string; body: unknown }[] = [];
    await store.close();
    store = await openTestStore({
      relay: {
        request: async (path: string, { body }: RequestInit = {}) => {
          asked.push({ path, body: typeof body === 'string' ? JSON.parse(body) : null });
          return Response.json({ cancelled: true });
        },
      },
    });
    [front, admin] = [await asRole(store, 'ATTENDANT'), await asRole(store, 'ADMIN')];
    const order = await place();
    const ended = { path: '/edge/payments/cancel', body: { orderId: order.id } };
    asked.length = 0;
    expect((await change(order, { add: [item('agua')] })).status).toBe(200);
    expect(asked).toEqual([ended]);
    await pay(now(order));
    asked.length = 0;
    expect((await change(now(order), { add: [item('agua')] })).status).toBe(200);
    expect(asked).toEqual([]);
  });

  it('are heard of at once by screens and printers, paid or not; the same change again wakes nobody', async () => {
    const heard = { log: 0, print: 0 };
    for (const topic of ['log', 'print'] as const)
      store.orders.wake.on(topic, () => {
        heard[topic] += 1;
      });
    for (const order of [await place(), await pay(await place())]) {
      const json = { id: v7(), add: [item('agua')] };
      Object.assign(heard, { log: 0, print: 0 });
      expect((await change(order, json)).status).toBe(200);
      expect([heard.log > 0, heard.print > 0]).toEqual([true, true]);
      Object.assign(heard, { log: 0, print: 0 });
      expect((await change(order, json)).status).toBe(200);
      expect(heard).toEqual({ log: 0, print: 0 });
    }
  });

  it('are refused where they are not to be had, and then nothing changes', async () => {
    const order = await place();
    expect(await change(order, { add: [item('gone')] })).toMatchObject({ status: 422 });
    expect(await change(order, {})).toMatchObject({ status: 422 });
    expect(await change(order, { add: [item()], expectedTotalCents: 1 })).toMatchObject({
      status: 409,
      body: { code: 'price-changed', totalCents: 6_120 },
    });
    expect(now(order)).toEqual(order);
    // Of an order that was deleted since.
    expect(await change({ ...order, id: v7() }, { add: [item()] })).toMatchObject({
      status: 404,
      body: { code: 'order-not-found' },
    });
  });

  it('are received at once where nothing is left to pay', async () => {
    const off = { kind: 'discount', off: { cents: 2_880 }, reason: 'Brinde' };
    const order = await place({ concession: off }, admin);
    expect(order).toMatchObject({ status: 'PENDING', totalCents: 360 });
    expect((await change(order, { takeOff: [water(order)] })).body.order).toMatchObject({
      status: 'RECEBIDO',
      paymentMethod: null,
      totalCents: 0,
    });
    expect(slips()).toContain('kitchen');
  });
});

describe('[O42] a change that somebody else overtook', () => {
  it('is refused in words, and the same change twice has one effect', async () => {
    const order = await place();
    const id = v7();
    const add = [item()];
    expect((await change(order, { id, add })).status).toBe(200);
    const twice = await change(order, { id, add });
    expect(twice).toMatchObject({ status: 200, body: { order: { totalCents: 6_120 } } });
    expect(now(order).items).toHaveLength(3);
    // Also once it is sold no more.
    const gone = await admin(`/api/staff/catalog/products/${CUP}`, {
      method: 'PATCH',
      json: { active: false },
    });
    expect(gone.status).toBe(200);
    expect((await change(order, { id, add })).status).toBe(200);
    expect(audited()).toHaveLength(1);
    expect(await change(order, { add: [item('agua')] })).toMatchObject({
      status: 409,
      body: {
        code: 'lines-stale',
        detail: 'Outra pessoa mudou os itens deste pedido. Confira como ele está e faça a mudança de novo.',
      },
    });
    await pay(now(order));
    const seen = { changes: 1, paid: false };
    expect(await change(order, { add: [item('agua')], seen })).toMatchObject({ body: { code: 'stale' } });
  });
});

describe('[O43] [O44] lines of a paid order', () => {
  it('are added by the seller; the order stays in the kitchen and owes the difference', async () => {
    const order = await pay(await place());
    const { body } = await change(order, { add: [item('agua')] });
    expect(body.order).toMatchObject({ status: 'RECEBIDO', totalCents: 3_600, balanceCents: 360 });
    expect(now(order)).toEqual(body.order);
    expect(slips()).toEqual(['kitchen', 'added']);
  });

  it('are taken off with a manager alone, and not once the order was begun', async () => {
    const order = await pay(await place());
    const takeOff = [water(order)];
    expect(await change(order, { takeOff })).toMatchObject({
      status: 403,
      body: { code: 'manager-needed', hasPin: false },
    });
    await setPin('4071');
    expect(await change(order, { takeOff })).toMatchObject({ body: { hasPin: true } });
    expect(await change(order, { takeOff, pin: '1357' })).toMatchObject({ body: { code: 'wrong-pin' } });
    expect(now(order)).toEqual(order);
    expect((await change(order, { takeOff, pin: '4071' })).body.order).toMatchObject({
      totalCents: 2_880,
      balanceCents: -360,
    });
    expect(audited().at(-1)?.[1]).toBe(
      'mudou o pedido nº 1: tirou Água; total de R$ 32,40 para R$ 28,80, aprovado por Ana ADMIN',
    );
    expect(slips()).toEqual(['kitchen', 'taken-off']);
    const begun = await move(order, { kind: 'start' }, admin);
    expect(await change(begun, { takeOff: [begun.items[0]?.id], pin: '4071' })).toMatchObject({
      status: 409,
      body: { code: 'in-preparation' },
    });
    expect((await change(begun, { add: [item()] })).status).toBe(200);
  });

  it('that were paid online are an administrator’s to take off, whoever’s PIN an attendant has', async () => {
    await setPin('4071');
    const placed = await place();
    await sendPaymentFact(store, { attemptId: v7(), orderId: placed.id, amountCents: 3_240 });
    const order = now(placed);
    const takeOff = [water(order)];
    expect(await change(order, { takeOff, pin: '4071' })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect(now(order)).toEqual(order);
    expect((await change(order, { takeOff }, admin)).body.order).toMatchObject({ balanceCents: -360 });
    expect((await change(now(order), { add: [item('agua')] })).status).toBe(200);
  });

  it('wait after ten wrong PINs, as do a cancellation and a sale that needs one, also with the right one', async () => {
    await setPin('4071');
    const order = await pay(await place());
    const takeOff = [water(order)];
    for (let tries = 0; tries < 10; tries += 1)
      expect(await change(order, { takeOff, pin: '1357' })).toMatchObject({ body: { code: 'wrong-pin' } });
    expect((await change(order, { takeOff, pin: '4071' })).status).toBe(429);
    const asks = {
      [`/api/staff/orders/${order.id}/moves`]: { kind: 'cancel', reason: 'cliente', pin: '4071' },
      '/api/staff/orders': {
        ...{ id: v7(), consumptionType: 'takeaway', items: [item()], pin: '4071' },
        concession: { kind: 'courtesy', reason: 'Brinde' },
      },
    };
    for (const [path, json] of Object.entries(asks)) {
      const answer = await front(path, { json });
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    }
    expect([now(order), store.orders.repository.openWithPanel('2026-11-21')]).toEqual([order, 1]);
    store.clock.nowMs += 60_000;
    expect((await change(order, { takeOff, pin: '4071' })).status).toBe(200);
  });

  it('bring back into preparation what was ready, and hold it until the difference is taken', async () => {
    const order = await pay(await place());
    await move(order, { kind: 'start' }, admin);
    const ready = await move(order, { kind: 'mark-ready' }, admin);
    expect((await change(ready, { add: [item()] })).body.order).toMatchObject({ status: 'PREPARING' });
    await move(order, { kind: 'mark-ready' }, admin);
    const deliver = await front(`/api/staff/orders/${order.id}/moves`, { json: { kind: 'deliver' } });
    expect([deliver.status, await deliver.json()]).toMatchObject([
      409,
      { code: 'difference-due', dueCents: 2_880 },
    ]);
  });

  it('give no more away than who adds them may give', async () => {
    const order = await place({ concession: { kind: 'courtesy', reason: 'Pedido errado' } }, admin);
    expect(order.status).toBe('RECEBIDO');
    expect(await change(order, { add: [item('agua')] })).toMatchObject({
      status: 403,
      body: { code: 'manager-needed' },
    });
    expect((await change(order, { add: [item('agua')] }, admin)).body.order).toMatchObject({
      concession: { cents: 3_600 },
      totalCents: 0,
    });
    const within = await place({ concession: { kind: 'discount', off: { percent: 10 }, reason: 'Casa' } });
    expect((await change(within, { add: [item()] })).body.order?.concession).toMatchObject({
      percent: 10,
      cents: 612,
    });
  });

  it('[P34] of an order whose PIX never came wait for its money, both those to come and those to go', async () => {
    const order = await pay(await place());
    const say = async (said: string) =>
      expect((await front(`/api/staff/static-pix/${order.code}`, { json: { said } })).status).toBe(200);
    await say('not-received');
    const lost = now(order);
    expect(lost).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'pending' });
    for (const json of [{ add: [item()] }, { takeOff: [water(order)] }])
      expect(await change(lost, json, admin)).toMatchObject({ status: 409, body: { code: 'unpaid' } });
    expect(now(order)).toEqual(lost);
    await say('received');
    expect((await change(now(order), { add: [item('agua')] })).body.order).toMatchObject({
      balanceCents: 360,
    });
  });

  it('are nobody’s once it was handed over', async () => {
    const order = await pay(await place());
    for (const kind of ['start', 'mark-ready', 'deliver']) await move(order, { kind }, admin);
    expect(await change(now(order), { add: [item()] }, admin)).toMatchObject({
      status: 409,
      body: { code: 'order-over' },
    });
  });

  it('count what was paid for the old total: the rest is owed', async () => {
    const order = await place();
    await change(order, { add: [item('agua')] });
    const fact = {
      attemptId: v7(),
      orderId: order.id,
      provider: 'mercadopago',
      providerPaymentId: null,
      method: 'pix',
      status: 'approved',
      statusDetail: null,
      amountCents: 3_240,
      refundedCents: 0,
      mismatch: null,
      observedAtMs: store.clock.nowMs,
    };
    const answer = await store.askLink('/link/commands', {
      json: { id: v7(), kind: 'payment.fact', payload: fact },
    });
    expect(answer.status).toBe(200);
    expect(now(order)).toMatchObject({ status: 'RECEBIDO', paymentMethod: 'pix', balanceCents: 360 });
  });
});

describe('the reports', () => {
  const sold = async () => {
    await store.rollups.upToDate();
    return store.db.$client
      .prepare("select name, count from report_sums where kind = 'sold' and count <> 0 order by name")
      .raw()
      .all();
  };

  it('count what the order holds now, whenever it was summed up', async () => {
    const order = await pay(await place());
    expect(await sold()).toEqual([
      ['Taça da Casa', 1],
      ['Água', 1],
    ]);
    await change(order, { add: [item()], takeOff: [water(order)] }, admin);
    expect(await sold()).toEqual([['Taça da Casa', 2]]);
    await change(now(order), { add: [item('agua')] });
    await store.rollups.upToDate();
    expect(store.db.$client.prepare('select orders from report_days').pluck().all()).toEqual([1]);
  });

  it('count of what was taken off neither size nor topping', async () => {
    const acai = {
      id: v7(),
      sizeId: 'p',
      baseId: 'acai',
      iceCreamId: 'ninho',
      toppings: [{ id: 'mel', layer: 'TOP' }],
    };
    const order = await pay(await place({ items: [acai, item()] }));
    const parts = async () => {
      await store.rollups.upToDate();
      return store.db.$client
        .prepare('select type, name, count from report_items where count <> 0 order by type')
        .raw()
        .all();
    };
    expect(await parts()).toHaveLength(4);
    const line = order.items.find(({ sizeId }) => sizeId !== null)?.id;
    await change(order, { add: [item()], takeOff: [line] }, admin);
    expect(await parts()).toEqual([]);
  });

  it('count no money that came online and was set aside', async () => {
    const order = await pay(await place());
    await change(order, { add: [item('agua')] });
    const fact = {
      attemptId: order.id,
      orderId: order.id,
      method: 'pix',
      status: 'approved',
      amountCents: 5_000,
      refundedCents: 0,
      mismatch: 'amount',
    };
    store.db.$client
      .prepare('insert into payments (attempt_id, order_id, fact, updated_at_ms) values (?, ?, ?, 1)')
      .run(order.id, order.id, JSON.stringify(fact));
    await store.rollups.upToDate();
    expect(store.db.$client.prepare('select cents from report_orders').pluck().all()).toEqual([3_240]);
  });
});
