// An order whose money staff take in parts: what the order, the drawer, the audit, the slip and the customer are told of it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { CashClose } from '@balcao/shared/http/cash.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { handPayments } from '../../storage/schema/cash.ts';
import { payments } from '../../storage/schema/payments.ts';
import { printJobs } from '../../storage/schema/printing.ts';
import { audit } from '../../storage/schema/staff.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { expireUnpaid } from './expiry.ts';

let store: TestStore;
let front: Asking;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

type Answer = { status: number; body: { code?: string; leftCents?: number; order?: Order; detail?: string } };
const post = async (path: string, json: unknown, ask = front): Promise<Answer> => {
  const answer = await ask(path, { json });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
};
/** An order of R$ 30,00 that waits, of the site unless told otherwise. */
const waiting = (source: Order['source'] = 'counter') =>
  sell(store, store.clock.nowMs, {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    totalCents: 3000,
    source,
  }).id;
const move = (id: string, json: object, ask = front) => post(`/api/staff/orders/${id}/moves`, json, ask);
const take = (id: string, cents: number, fields: object = { method: 'cash' }, tenderId = v7()) =>
  move(id, { kind: 'take-tender', id: tenderId, cents, ...fields });
const card = (kind: string) => ({ method: 'terminal', card: kind });
const now = (id: string) => store.orders.repository.byId(id);
const booked = () =>
  store.db
    .select()
    .from(handPayments)
    .all()
    .map(({ kind, method, card: of, amountCents }) => [kind, of ?? method, amountCents]);
const said = () =>
  store.db
    .select()
    .from(audit)
    .all()
    .filter(({ subject }) => subject === 'order')
    .map(({ detail }) => detail);
const openCash = () => post('/api/staff/cash-session', { id: v7(), floatCents: 0 });
const closeCash = async () =>
  CashClose.parse((await post('/api/staff/cash-session/close', { countedCents: 0 })).body);

it('[O29] a part that was given back is not taken again by its repeat, for it would be in no books', async () => {
  const id = waiting();
  const part = v7();
  await take(id, 1000, { method: 'cash' }, part);
  await move(id, { kind: 'give-tender-back', id: part });
  expect((await take(id, 1000, { method: 'cash' }, part)).status).toBe(200);
  expect(now(id)).not.toHaveProperty('tenders');
  expect(booked()).toEqual([
    ['in', 'cash', 1000],
    ['back', 'cash', 1000],
  ]);
});

describe('[O29] parts of one order', () => {
  it('are kept with it, booked each by its way in the drawer that is open, and pay it once', async () => {
    await openCash();
    const id = waiting();
    expect(await take(id, 1000, { method: 'cash', receivedCents: 5000, drawer: 'open' })).toMatchObject({
      status: 200,
      body: {
        order: { status: 'PENDING', paymentMethod: 'cash', panelNumber: 1, tenders: [{ cents: 1000 }] },
      },
    });
    await take(id, 1500, card('debito'));
    const last = v7();
    expect(await take(id, 500, { method: 'pix_manual' }, last)).toMatchObject({
      status: 200,
      body: { order: { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'terminal' } },
    });
    expect((await take(id, 500, { method: 'pix_manual' }, last)).status).toBe(200);
    expect(now(id)?.tenders).toMatchObject([
      { method: 'cash', cents: 1000, receivedCents: 5000, card: null },
      { method: 'terminal', cents: 1500, receivedCents: null, card: 'debito' },
      { method: 'pix_manual', cents: 500, receivedCents: null, card: null },
    ]);
    expect(booked()).toEqual([
      ['in', 'cash', 1000],
      ['in', 'debito', 1500],
      ['in', 'pix_manual', 500],
    ]);
    expect(said()).toEqual([
      'recebeu uma parte do pedido nº 1: R$ 10,00 em dinheiro; faltam R$ 20,00',
      'recebeu uma parte do pedido nº 1: R$ 15,00 na maquininha (débito); faltam R$ 5,00',
      'recebeu uma parte do pedido nº 1: R$ 5,00 em PIX (manual); está pago',
    ]);
    expect(await closeCash()).toMatchObject({
      cashSalesCents: 1000,
      methods: [
        { name: 'PIX (manual)', orders: 1, salesCents: 500 },
        { name: 'Maquininha: débito', orders: 1, salesCents: 1500 },
      ],
    });
  });

  it('stand on the slip, with what went back, and are no card of what is not the terminal', async () => {
    store.printing.printers.save(null, {
      name: 'Cozinha',
      enabled: true,
      transport: { kind: 'tcp', host: '127.0.0.1', port: 9100 },
      columns: 48,
      codePage: 'PC850',
      purposes: ['kitchen'],
    });
    const id = waiting();
    await take(id, 1000, { method: 'cash', card: 'vale', receivedCents: 2000 });
    expect(store.db.select().from(printJobs).all()).toEqual([]);
    await take(id, 2000, card('credito'));
    const [job] = store.db.select().from(printJobs).all();
    expect(JSON.parse(job?.content ?? '')).toMatchObject({
      ticket: {
        paid: true,
        changeForCents: null,
        tenders: [
          { method: 'cash', card: null, cents: 1000, receivedCents: 2000 },
          { method: 'terminal', card: 'credito', cents: 2000 },
        ],
      },
    });
  });

  it.each([
    ['nothing', 0, { method: 'cash' }, 422, undefined],
    ['more than is left', 2001, { method: 'cash' }, 409, 'tender-too-much'],
    [
      'cash for which less was handed over',
      500,
      { method: 'cash', receivedCents: 499 },
      422,
      'change-too-small',
    ],
    ['change at the terminal', 500, { method: 'terminal', receivedCents: 600 }, 422, 'change-too-small'],
  ] as const)('are not taken: %s', async (_what, cents, fields, status, code) => {
    const id = waiting();
    await take(id, 1000);
    const refused = await take(id, cents, fields);
    expect(refused.status).toBe(status);
    if (code !== undefined) expect(refused.body.code).toBe(code);
    expect(booked()).toEqual([['in', 'cash', 1000]]);
  });

  it('in cash are refused at a counter whose drawer is closed, but for a part that was taken before', async () => {
    const id = waiting();
    const tender = v7();
    const atTheCounter = { method: 'cash', drawer: 'open' };
    expect((await take(id, 500, atTheCounter, tender)).body.code).toBe('drawer-closed');
    await openCash();
    expect((await take(id, 500, atTheCounter, tender)).status).toBe(200);
    await closeCash();
    expect((await take(id, 500, atTheCounter, tender)).status).toBe(200);
    expect(booked()).toHaveLength(1);
  });

  it('of which two are the last at once: one is taken, the other is told', async () => {
    const id = waiting();
    const answers = await Promise.all([take(id, 3000), take(id, 3000, card('vale'))]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'already-paid',
      detail:
        'Este pedido já foi pago de outra forma. Nada foi registrado agora: devolva ao cliente o que você recebeu.',
    });
    expect(booked()).toHaveLength(1);
  });
});

describe('[O30] an order that is paid in part', () => {
  it('waits with what waits for cash, for ever, and is confirmed whole by nobody', async () => {
    const id = waiting('relay');
    await take(id, 1000);
    expect(store.orders.repository.awaitingCash(9).orders.map((order) => order.id)).toEqual([id]);
    store.clock.nowMs += 48 * 3_600_000;
    expect(expireUnpaid(store.orders)).toBe(0);
    expect(await move(id, { kind: 'confirm-payment', method: 'cash' })).toMatchObject({
      status: 409,
      body: { code: 'partly-paid', leftCents: 2000 },
    });
    const asked = { json: { ids: [id], reason: 'expirado' } };
    const outcome = await (await admin('/api/staff/orders/cancel-unpaid', asked)).json();
    expect(outcome).toEqual({ outcomes: [{ id, outcome: 'paid' }] });
    expect(now(id)?.status).toBe('PENDING');
  });

  it('is not begun online, not called off by its customer, and stands in no sale that takes its place', async () => {
    const id = waiting();
    await take(id, 1000);
    const code = now(id)?.code ?? '';
    const token = store.orders.tokens.tokenOf(id);
    const ask = (path: string) =>
      store.ask(path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, json: {} });
    expect(await (await ask(`/api/orders/${code}/pix`)).json()).toMatchObject({ code: 'already-paid' });
    expect(await (await ask(`/api/orders/${code}/cancel`)).json()).toMatchObject({ code: 'already-paid' });
    const sale = { id: v7(), consumptionType: 'takeaway', items: [{ id: v7(), productId: 'taca' }] };
    expect((await post('/api/staff/orders', { ...sale, replaces: [id] })).body.code).toBe('already-paid');
    expect(now(id)?.status).toBe('PENDING');
  });

  it('[O16] is not paid by what comes online all the same: that money is listed, and the rest is still to come', async () => {
    const id = waiting('relay');
    await take(id, 1000);
    const fact = {
      attemptId: v7(),
      orderId: id,
      provider: 'mercadopago',
      providerPaymentId: null,
      method: 'pix',
      status: 'approved',
      statusDetail: null,
      amountCents: 3000,
      refundedCents: 0,
      mismatch: null,
      observedAtMs: store.clock.nowMs,
    };
    const heard = await store.askLink('/link/commands', {
      json: { id: v7(), kind: 'payment.fact', payload: fact },
    });
    expect(await heard.json()).toMatchObject({ status: 'done' });
    expect(now(id)).toMatchObject({ status: 'PENDING', paymentStatus: 'pending', paymentMethod: 'cash' });
    expect(store.db.select().from(payments).all()).toMatchObject([{ attention: 'refund-duplicate' }]);
    expect((await take(id, 2000, card('debito'))).body.order).toMatchObject({ status: 'RECEBIDO' });
  });

  it('asks with a PIX code for what is left of it, or for a part of that', async () => {
    await admin('/api/staff/pix-key', {
      method: 'PUT',
      json: { key: 'loja@exemplo.com', holder: 'Loja', city: 'São Paulo' },
    });
    const id = waiting();
    await take(id, 1000);
    const codeFor = async (query: string) =>
      (await (await front(`/api/staff/orders/${id}/pix-code${query}`)).json()) as Record<string, unknown>;
    expect(await codeFor('')).toMatchObject({ totalCents: 2000 });
    expect(await codeFor('?cents=700')).toMatchObject({ totalCents: 700 });
    expect(await codeFor('?cents=2000')).toMatchObject({ totalCents: 2000 });
    expect(await codeFor('?cents=2001')).toMatchObject({ code: 'tender-too-much' });
  });
});

describe('[O31] what was paid in part and is given up', () => {
  it('goes back part by part, by the way it came, out of the drawer that is open then', async () => {
    const [one, two] = [v7(), v7()];
    await openCash();
    const id = waiting();
    await take(id, 1000, { method: 'cash' }, one);
    await take(id, 700, card('vale'), two);
    await closeCash();
    await openCash();
    expect((await move(id, { kind: 'give-tender-back', id: one })).body.order?.tenders).toMatchObject([
      { id: two },
    ]);
    expect((await move(id, { kind: 'give-tender-back', id: one })).status).toBe(200);
    expect((await move(id, { kind: 'cancel', reason: 'cliente' })).status).toBe(200);
    expect(booked().slice(2)).toEqual([
      ['back', 'cash', 1000],
      ['back', 'vale', 700],
    ]);
    expect(said().slice(2)).toEqual([
      'devolveu uma parte do pedido nº 1: R$ 10,00 em dinheiro; faltam R$ 23,00',
      'cancelou o pedido nº 1 (motivo: cliente), devolvendo R$ 7,00 na maquininha (vale)',
    ]);
    expect(await closeCash()).toMatchObject({
      cashSalesCents: -1000,
      cashReturnsCents: 1000,
      methods: [{ name: 'Maquininha: vale', orders: 0, salesCents: -700 }],
    });
  });

  it('of a paid order goes back with it, and no part of it alone', async () => {
    const id = waiting();
    const tender = v7();
    await take(id, 1000, { method: 'cash' }, tender);
    await take(id, 2000, card('credito'));
    expect((await move(id, { kind: 'give-tender-back', id: tender })).body.code).toBe('already-paid');
    expect((await move(id, { kind: 'cancel', reason: 'loja' }, admin)).status).toBe(200);
    expect(booked().slice(2)).toEqual([
      ['back', 'cash', 1000],
      ['back', 'credito', 2000],
    ]);
  });

  it('is deleted with its money back', async () => {
    const id = waiting();
    await take(id, 1000);
    expect((await admin(`/api/staff/orders/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(booked()).toEqual([
      ['in', 'cash', 1000],
      ['back', 'cash', 1000],
    ]);
  });

  it('is a manager’s to approve, where there is one', async () => {
    const adminId = store.users.accounts.list().find(({ role }) => role === 'ADMIN')?.id;
    await admin(`/api/staff/users/${adminId}/pin`, { method: 'PUT', json: { pin: '4071' } });
    const id = waiting();
    const tender = v7();
    await take(id, 1000, { method: 'cash' }, tender);
    const back = { kind: 'give-tender-back', id: tender };
    expect(await move(id, back)).toMatchObject({ status: 403, body: { code: 'manager-needed' } });
    const off = { kind: 'cancel', reason: 'cliente', seen: 'PENDING' };
    expect(await move(id, off)).toMatchObject({ status: 403, body: { code: 'manager-needed' } });
    expect(await move(id, { ...back, pin: '9999' })).toMatchObject({ body: { code: 'wrong-pin' } });
    expect((await move(id, { ...back, pin: '4071' })).status).toBe(200);
    expect(said().at(-1)).toBe(
      'devolveu uma parte do pedido nº 1: R$ 10,00 em dinheiro; faltam R$ 30,00, aprovado por Ana ADMIN',
    );
    expect((await move(id, off)).status).toBe(200);
  });
});
