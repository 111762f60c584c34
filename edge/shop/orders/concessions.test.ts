// What is given away at the counter: how much, by whom, approved by whom, and what stands of it in the audit and the reports.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Breakdown } from '@balcao/shared/http/reports.ts';
import { orders } from '../../storage/schema/orders.ts';
import { printJobs } from '../../storage/schema/printing.ts';
import { outbox } from '../../storage/schema/replication.ts';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let front: Asking;
let admin: Asking;
const PIN = '4071';
beforeEach(async () => {
  store = await openTestStore();
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

/** One cup of R$ 32,00, of which the shop's own discount of 10 % is off. */
const CHARGED = 2_880;
const LIMIT = 288;
const place = async (concession: object | undefined, more: object = {}, ask = front, id = v7()) => {
  const json = { id, consumptionType: 'takeaway', items: [{ id: v7(), productId: 'taca' }], concession };
  const answer = await ask('/api/staff/orders', { json: { ...json, ...more } });
  const body = (await answer.json()) as { order?: Order; code?: string; hasPin?: boolean };
  return { status: answer.status, body, json };
};
const off = (cents: number) => ({ kind: 'discount', off: { cents }, reason: 'Cliente da casa' });
const courtesy = { kind: 'courtesy', reason: 'Pedido errado' };
const move = async (id: string, json: object, ask = front) => {
  const answer = await ask(`/api/staff/orders/${id}/moves`, { json });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
};
const setPin = async (pin: string | null = PIN) => {
  const id = store.users.accounts.list().find(({ role }) => role === 'ADMIN')?.id;
  const answer = await admin(`/api/staff/users/${id}/pin`, { method: 'PUT', json: { pin } });
  expect(answer.status).toBe(204);
};
const audited = () =>
  store.db
    .select()
    .from(audit)
    .all()
    .filter(({ subject }) => subject === 'order')
    .map(({ userName, action, detail }) => [userName, action, detail]);

describe('[O27] a discount at the counter', () => {
  it('is off what is charged, stands in order, log and audit, and the rest is paid', async () => {
    const { status, body } = await place(off(200));
    expect(status).toBe(201);
    expect(body.order).toMatchObject({
      status: 'PENDING',
      discountCents: 320,
      concession: { kind: 'discount', reason: 'Cliente da casa', cents: 200 },
      totalCents: CHARGED - 200,
    });
    const id = body.order?.id ?? '';
    expect(store.orders.repository.byId(id)).toEqual(body.order);
    expect(
      JSON.parse(
        store.db
          .select()
          .from(outbox)
          .all()
          .findLast((row) => row.aggregateId === id)?.body ?? '',
      ),
    ).toMatchObject({
      order: { concession: { cents: 200 } },
    });
    expect(audited()).toEqual([
      ['Ana ATTENDANT', 'discount', 'deu desconto de R$ 2,00 (de R$ 28,80) no pedido nº 1: Cliente da casa'],
    ]);
    expect((await move(id, { kind: 'confirm-payment', method: 'pix_manual' })).status).toBe(200);
  });

  it('is refused where it is nothing, too much, or without a reason, and nothing is placed', async () => {
    expect(await place({ kind: 'discount', off: { cents: 0 }, reason: 'x' })).toMatchObject({ status: 422 });
    expect(await place({ ...off(5), reason: ' ' })).toMatchObject({ status: 422 });
    expect(await place(off(CHARGED + 1), {}, admin)).toMatchObject({
      status: 422,
      body: {
        code: 'invalid-order',
        errors: [{ field: 'concession', message: 'O desconto não pode passar do total da venda.' }],
      },
    });
    expect(store.db.select().from(orders).all()).toEqual([]);
  });

  it('is judged by what is charged, as the total that was shown is', async () => {
    expect(await place(off(200), { expectedTotalCents: CHARGED })).toMatchObject({
      status: 409,
      body: { code: 'price-changed', totalCents: CHARGED - 200 },
    });
    expect((await place(off(200), { expectedTotalCents: CHARGED - 200 })).status).toBe(201);
  });

  it('cannot be asked for by a customer', async () => {
    const json = { id: v7(), customerPhone: '11987654321', consumptionType: 'local' };
    const items = [{ id: v7(), productId: 'taca' }];
    const answer = await store.ask('/api/orders', { json: { ...json, items, concession: courtesy } });
    expect(((await answer.json()) as { order: Order }).order).toMatchObject({ totalCents: CHARGED });
  });
});

describe('[O28] above the limit', () => {
  it('an attendant gives up to it alone; above it nothing is placed', async () => {
    expect((await place(off(LIMIT))).status).toBe(201);
    expect(await place(off(LIMIT + 1))).toMatchObject({
      status: 403,
      body: { code: 'manager-needed', hasPin: false },
    });
    for (const kind of ['courtesy', 'staff-meal'])
      expect(await place({ kind, reason: 'x' })).toMatchObject({ status: 403 });
    expect(store.db.select().from(orders).all()).toHaveLength(1);
  });

  it('the limit is the owner’s', async () => {
    const set = (attendantDiscountPercentMax: number) =>
      admin('/api/staff/settings', { method: 'PATCH', json: { attendantDiscountPercentMax } });
    expect((await set(0)).status).toBe(200);
    expect((await place(off(1))).status).toBe(403);
    expect((await set(100)).status).toBe(200);
    expect((await place(off(CHARGED - 1))).status).toBe(201);
    expect((await set(101)).status).toBe(422);
  });

  it('a manager’s PIN approves it, and the audit says whose', async () => {
    await setPin();
    expect(await place(courtesy)).toMatchObject({
      status: 403,
      body: { code: 'manager-needed', hasPin: true },
    });
    expect(await place(courtesy, { pin: '9999' })).toMatchObject({
      status: 403,
      body: { code: 'wrong-pin' },
    });
    const { body, json } = await place(courtesy, { pin: PIN });
    expect(body.order).toMatchObject({ totalCents: 0, status: 'RECEBIDO', panelNumber: 1 });
    expect(audited()).toEqual([
      [
        'Ana ATTENDANT',
        'courtesy',
        'deu cortesia de R$ 28,80 (de R$ 28,80) no pedido nº 1: Pedido errado, aprovado por Ana ADMIN',
      ],
    ]);
    // The PIN is no part of the sale: the same without it is the same order.
    const again = await front('/api/staff/orders', { json });
    expect(((await again.json()) as { order: Order }).order.id).toBe(body.order?.id);
    // As a value: within an id four digits come up by chance.
    expect(JSON.stringify(store.db.select().from(orders).all())).not.toMatch(
      new RegExp(`[":]${PIN}["},\\\\]`),
    );
  });

  it('a manager who is signed in needs no PIN', async () => {
    expect((await place(courtesy, {}, admin)).body.order).toMatchObject({ status: 'RECEBIDO' });
    expect(audited()[0]?.[2]).not.toContain('aprovado');
  });
});

describe('[O27] what is given away whole', () => {
  it('is received at once without any way to pay, with its number and its ticket', async () => {
    store.printing.printers.save(null, {
      name: 'Cozinha',
      enabled: true,
      transport: { kind: 'tcp', host: '127.0.0.1', port: 9100 },
      columns: 48,
      codePage: 'PC850',
      purposes: ['kitchen'],
    });
    let printsWoken = 0;
    store.orders.wake.on('print', () => (printsWoken += 1));
    const { body } = await place({ kind: 'staff-meal', reason: 'Almoço da Bia' }, {}, admin);
    const id = body.order?.id ?? '';
    expect(printsWoken).toBeGreaterThan(0);
    expect(body.order).toMatchObject({
      status: 'RECEBIDO',
      paymentStatus: 'approved',
      paymentMethod: null,
      panelNumber: 1,
    });
    expect(store.db.select().from(printJobs).all()).toMatchObject([{ orderId: id, purpose: 'kitchen' }]);
    // Money that somebody would take for it is refused.
    expect(await move(id, { kind: 'confirm-payment', method: 'cash' })).toEqual({
      status: 409,
      code: 'already-paid',
    });
  });

  it('counts as sold, as a discount by reason and by person, and in no drawer', async () => {
    await place(courtesy, {}, admin);
    const { body } = await place(off(200));
    await move(body.order?.id ?? '', { kind: 'confirm-payment', method: 'pix_manual' });
    const answer = await admin('/api/staff/reports/breakdown');
    expect((await answer.json()) as Breakdown).toMatchObject({
      totals: { orders: 2, salesCents: CHARGED - 200 },
      sold: [{ name: 'Taça da Casa', count: 2, cents: 6_400 }],
      ways: [
        { name: 'pix_manual', count: 1, cents: CHARGED - 200 },
        { name: 'none', count: 1, cents: 0 },
      ],
      discounts: {
        orders: 2,
        cents: 640 + CHARGED + 200,
        reasons: [
          { name: 'Cortesia: Pedido errado', count: 1, cents: CHARGED },
          { name: 'Desconto Especial', count: 2, cents: 640 },
          { name: 'Desconto: Cliente da casa', count: 1, cents: 200 },
        ],
        givers: [
          { name: 'Ana ADMIN', count: 1, cents: CHARGED },
          { name: 'Ana ATTENDANT', count: 1, cents: 200 },
        ],
      },
    });
    const sales = await (await admin('/api/staff/reports/sales')).json();
    expect(sales).toMatchObject({ methods: [{ method: 'pix_manual', orders: 1 }] });
  });
});

describe('[O28] calling off what is paid', () => {
  const CANCEL = { kind: 'cancel', reason: 'cliente' };
  const paid = async () => {
    const id = (await place(undefined)).body.order?.id ?? '';
    await move(id, { kind: 'confirm-payment', method: 'terminal' });
    return id;
  };

  it('needs a manager’s PIN, and says who approved', async () => {
    const id = await paid();
    // Nobody has a PIN: it is an administrator's, unless an unpaid one is meant.
    expect(await move(id, CANCEL)).toEqual({ status: 403, code: 'manager-needed' });
    expect(await move(id, { ...CANCEL, seen: 'RECEBIDO' })).toEqual({ status: 403, code: 'manager-needed' });
    expect(await move(id, { ...CANCEL, seen: 'PENDING' })).toEqual({ status: 409, code: 'stale' });
    await setPin();
    expect(await move(id, CANCEL)).toEqual({ status: 403, code: 'manager-needed' });
    expect(await move(id, { ...CANCEL, pin: '0000' })).toEqual({ status: 403, code: 'wrong-pin' });
    // Who means an unpaid one is told, PIN or not.
    expect((await move(id, { ...CANCEL, seen: 'PENDING', pin: PIN })).code).toBe('stale');
    expect((await move(id, { ...CANCEL, pin: PIN })).status).toBe(200);
    expect(audited().at(-1)).toEqual([
      'Ana ATTENDANT',
      'cancel',
      'cancelou o pedido nº 1 (motivo: cliente), devolvendo R$ 28,80 na maquininha, aprovado por Ana ADMIN',
    ]);
    expect((await move(await paid(), CANCEL, admin)).status).toBe(200);
  });

  it('what was paid online stays an administrator’s', async () => {
    await setPin();
    const { body } = await place(undefined);
    const id = body.order?.id ?? '';
    store.db
      .update(orders)
      .set({ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'pix' })
      .run();
    expect(await move(id, { ...CANCEL, pin: PIN })).toEqual({ status: 403, code: 'forbidden' });
  });
});

it('[O26] the audit says which order took the place of which', async () => {
  const first = (await place(undefined)).body.order;
  await place(undefined, { replaces: [first?.id] });
  expect(audited()).toEqual([
    ['Ana ATTENDANT', 'replace', 'trocou o pedido nº 1, que não estava pago, pelo nº 2'],
  ]);
});
