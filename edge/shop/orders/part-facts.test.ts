// Parts of an order that come through the provider: what is asked for them, what their facts do to the order and the books, and how they go back.
import { afterEach, describe, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { CashClose } from '@balcao/shared/http/cash.ts';
import type { SalesReport } from '@balcao/shared/http/reports.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { givenBackOf, handedBackCents } from '@balcao/shared/payment/given-back.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { audit } from '../../storage/schema/staff.ts';
import { refundIntents } from '../../storage/schema/payments.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { listHandPayments, sendPaymentFact } from '../../testing/payment-fact.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

const ATTEMPT = '0f0e0d0c-0b0a-4908-8706-050403020100';
const OTHER = '0f0e0d0c-0b0a-4908-8706-050403020101';
const PIX = {
  attemptId: ATTEMPT,
  paymentId: '1',
  status: 'pending',
  qrCode: '000201',
  qrCodeBase64: '',
  expiresAtMs: 1,
};

let store: TestStore;
let front: Asking;
let admin: Asking;
let asked: { path: string; body: any }[] = [];
afterEach(() => store.close());

async function open(answers: Record<string, object> = {}): Promise<void> {
  asked = [];
  store = await openTestStore({
    relay: {
      request: async (path: string, init: RequestInit = {}) => {
        asked.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : null });
        const answer = answers[path.split('?')[0] ?? ''];
        if (answer === undefined) throw new TypeError('fetch failed');
        return Response.json(answer);
      },
    },
  });
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
}
const post = async (path: string, json: unknown, ask = front) => {
  const answer = await ask(path, { json });
  return { status: answer.status, body: (await answer.json()) as Record<string, any> };
};
/** An order of R$ 30,00 that waits. */
const waiting = () =>
  sell(store, store.clock.nowMs, {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    totalCents: 3000,
    source: 'counter',
  }).id;
const move = (id: string, json: object) => post(`/api/staff/orders/${id}/moves`, json);
const take = (id: string, cents: number, fields: object = { method: 'cash' }, part = v7()) =>
  move(id, { kind: 'take-tender', id: part, cents, ...fields });
const hear = (orderId: string, part: string, changes: object = {}) =>
  sendPaymentFact(store, { attemptId: ATTEMPT, orderId, part, ...changes });
const now = (id: string): Order => {
  const order = store.orders.repository.byId(id);
  if (!order) throw new Error('no such order');
  return order;
};
const booked = () => listHandPayments(store);
const attention = () =>
  store.db.$client
    .prepare<[], string | null>('select attention from payments order by attempt_id')
    .pluck()
    .all();
const intents = () =>
  store.db
    .select()
    .from(refundIntents)
    .all()
    .map(({ attemptId, amountCents, cents }) => ({ attemptId, amountCents, cents }));
const openCash = () => post('/api/staff/cash-session', { id: v7(), floatCents: 0 });
const closeCash = async (countedCents = 0) =>
  CashClose.parse((await post('/api/staff/cash-session/close', { countedCents })).body);
const report = async (): Promise<SalesReport> => {
  await store.rollups.upToDate();
  return (await (await admin('/api/staff/reports/sales')).json()) as SalesReport;
};

describe('[O29] a part is asked for at the provider', () => {
  const ask = (id: string, part: string, cents: number) =>
    post(`/api/staff/orders/${id}/counter-pix?part=${part}&cents=${cents}`, {});

  it('by its own amount and id, by a path that an older relay does not know', async () => {
    await open({ '/edge/payments/parts/pix': PIX });
    const id = waiting();
    const part = v7();
    expect(await ask(id, part, 1000)).toMatchObject({
      status: 200,
      body: { kind: 'proved', totalCents: 1000, payment: { attemptId: ATTEMPT } },
    });
    expect(asked.find(({ path }) => path.includes('parts'))?.body).toEqual({
      order: { id, code: now(id).code, totalCents: 1000 },
      part,
    });
    expect(asked.some(({ path }) => path === '/edge/payments/pix')).toBe(false);
  });

  it.each([
    [2000, 200],
    [2001, 409],
  ])('of which R$ 20,00 are left, %i centavos: %i', async (cents, status) => {
    await open({ '/edge/payments/parts/pix': PIX });
    const id = waiting();
    await take(id, 1000);
    expect((await ask(id, v7(), cents)).status).toBe(status);
    const terminal = await post(`/api/staff/orders/${id}/terminal`, {
      terminalId: 't',
      part: { id: v7(), cents: 2001 },
    });
    expect(terminal).toMatchObject({ status: 409, body: { code: 'tender-too-much' } });
  });

  it.each([
    [`?part=${ATTEMPT}`, 422],
    ['?cents=1000', 422],
    [`?part=${ATTEMPT}&cents=0`, 422],
    [`?part=${ATTEMPT}&cents=1000`, 200],
    ['', 200],
  ])('with its id and its amount, both or none: %s is answered with %i', async (query, status) => {
    await open({ '/edge/payments/parts/pix': PIX, '/edge/payments/pix': PIX });
    const id = waiting();
    expect((await post(`/api/staff/orders/${id}/counter-pix${query}`, {})).status).toBe(status);
    expect(asked.filter(({ path }) => path.endsWith('/pix'))).toHaveLength(status === 200 ? 1 : 0);
  });

  it('not once it is in, nor of an order that is over', async () => {
    await open({ '/edge/payments/parts/pix': PIX });
    const id = waiting();
    const part = v7();
    await hear(id, part);
    expect(await ask(id, part, 1000)).toMatchObject({ status: 409, body: { code: 'already-paid' } });
    await move(id, { kind: 'cancel', reason: 'loja', seen: 'PENDING' });
    expect(await ask(id, v7(), 1000)).toMatchObject({ status: 409, body: { code: 'order-over' } });
  });
});

describe('[P39] a part that the provider proves', () => {
  it('is taken as that money, once, and the last one pays the order', async () => {
    await open();
    await openCash();
    const id = waiting();
    const part = v7();
    await hear(id, part, { status: 'pending' });
    expect(now(id)).toMatchObject({ status: 'PENDING', paymentMethod: null });
    await hear(id, part);
    await hear(id, part, { statusDetail: 'accredited again' });
    expect(now(id)).toMatchObject({
      status: 'PENDING',
      paymentMethod: 'cash',
      panelNumber: 1,
      tenders: [
        { id: part, method: 'pix_manual', cents: 1000, proved: { attemptId: ATTEMPT, method: 'pix' } },
      ],
    });
    await take(id, 500);
    await hear(id, v7(), { attemptId: OTHER, amountCents: 1500, method: 'debit_card', terminal: true });
    expect(now(id)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
    expect(booked()).toEqual(['in pix 1000', 'in cash 500', 'in debit_card 1500']);
    expect(attention()).toEqual([null, null]);
    // R$ 30,00 in three ways: the drawer holds R$ 5,00 of them.
    expect(await closeCash(500)).toMatchObject({
      cashSalesCents: 500,
      differenceCents: 0,
      methods: [
        { name: 'Cartão de débito (Mercado Pago)', orders: 1, salesCents: 1500 },
        { name: 'PIX', orders: 1, salesCents: 1000 },
      ],
    });
    expect(await report()).toMatchObject({
      totalSalesCents: 3000,
      totalOrders: 1,
      methods: expect.arrayContaining([
        { method: 'pix', orders: 1, salesCents: 1000 },
        { method: 'debit_card', orders: 1, salesCents: 1500 },
        { method: 'cash', orders: 1, salesCents: 500 },
      ]),
    });
  });

  it('and that went back in the provider’s panel stands in no report of the order, which was then paid whole in cash', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    await hear(id, part, { status: 'refunded', refundedCents: 1000 });
    expect(now(id)).toMatchObject({ status: 'PENDING' });
    expect((await move(id, { kind: 'confirm-payment', method: 'cash' })).status).toBe(200);
    expect(await report()).toMatchObject({
      totalSalesCents: 3000,
      totalOrders: 1,
      methods: [{ method: 'cash', orders: 1, salesCents: 3000 }],
    });
  });

  it('and that went back says nothing of how the whole of the order is paid afterwards', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    await hear(id, part, { status: 'refunded', refundedCents: 1000 });
    const whole = (status: PaymentFact['status']) =>
      sendPaymentFact(store, {
        attemptId: OTHER,
        orderId: id,
        amountCents: 3000,
        status,
        statusDetail: null,
      });
    await whole('pending');
    expect(now(id)).toMatchObject({ status: 'PENDING', paymentStatus: 'pending' });
    await whole('approved');
    expect(now(id)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
    expect(attention()).toEqual([null, null]);
  });

  it('that the same part took by hand as terminal is that money; beside any other way it is sent back', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await take(id, 1000, { method: 'terminal', card: 'debito' }, part);
    await hear(id, part, { method: 'debit_card', terminal: true });
    expect(attention()).toEqual([null]);
    const other = waiting();
    const cash = v7();
    await take(other, 1000, { method: 'cash' }, cash);
    await hear(other, cash, { attemptId: OTHER });
    expect(attention()).toEqual([null, 'refund-duplicate']);
    expect(booked()).toEqual(['in terminal 1000', 'in cash 1000']);
  });

  it('[P38] that staff said by hand under another id, for their screen had not heard of it, is that money, once', async () => {
    await open();
    const id = waiting();
    const [part, next] = [v7(), v7()];
    const said = v7();
    await take(id, 1000, { method: 'terminal', card: 'debito' }, said);
    await hear(id, part, { method: 'debit_card', terminal: true });
    await hear(id, part, { method: 'debit_card', terminal: true, statusDetail: 'another word' });
    expect(now(id).tenders).toMatchObject([{ id: said, heardAs: ATTEMPT }]);
    expect(attention()).toEqual([null]);
    // Another payment is not the same money once more: it is a part of its own.
    await hear(id, next, { attemptId: OTHER, method: 'debit_card', terminal: true });
    expect(now(id).tenders).toMatchObject([{ id: said }, { id: next, proved: { attemptId: OTHER } }]);
    expect(booked()).toEqual(['in terminal 1000', 'in debit_card 1000']);
  });

  it('of a part that staff said by hand goes back once its order was called off, and is nobody’s part', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await take(id, 1000, { method: 'terminal', card: 'debito' });
    expect((await move(id, { kind: 'cancel', reason: 'loja', seen: 'PENDING' })).status).toBe(200);
    await hear(id, part, { method: 'debit_card', terminal: true });
    expect(attention()).toEqual(['refund-late']);
    expect(now(id).tenders?.[0]).not.toHaveProperty('heardAs');
  });

  it('[P38] that was sent to the terminal after another part was typed into it by hand is a part of its own', async () => {
    await open();
    const id = waiting();
    await take(id, 1000, { method: 'terminal' });
    const part = v7();
    await hear(id, part, { method: 'debit_card', terminal: true });
    expect(now(id).tenders).toMatchObject([
      { method: 'terminal' },
      { id: part, proved: { method: 'debit_card' } },
    ]);
    expect(now(id).tenders?.[0]).not.toHaveProperty('heardAs');
  });

  it.each([
    [2999, ['refund-duplicate']],
    [3000, [null]],
  ])('[P38] of %i centavos, confirmed by hand as the whole order of R$ 30,00', async (amountCents, why) => {
    await open();
    const id = waiting();
    const part = v7();
    await move(id, { kind: 'confirm-payment', method: 'terminal', card: 'debito' });
    await hear(id, part, { method: 'debit_card', terminal: true, amountCents });
    expect(attention()).toEqual(why);
    expect(booked()).toEqual(['in terminal 3000']);
  });

  it.each(['another amount at the terminal', 'the shop’s PIX', 'the code itself', 'the site'] as const)(
    'beside what was typed by hand, from %s, is money of its own',
    async (from) => {
      await open();
      const id = waiting();
      const part = v7();
      const isPix = from === 'the shop’s PIX' || from === 'the code itself';
      await take(id, 1000, { method: isPix ? 'pix_manual' : 'terminal' }, part);
      await hear(id, part, {
        ...(from === 'the site' || from === 'the code itself' ? {} : { terminal: true }),
        ...(from === 'another amount at the terminal' ? { amountCents: 999 } : {}),
      });
      expect(attention()).toEqual(['refund-duplicate']);
    },
  );

  it.each([
    ['cash', 'pix', {}, 'com PIX'],
    ['pix_manual', 'pix', {}, 'com PIX'],
    // The code on the phone was paid, and the card at the terminal as well.
    ['terminal', 'pix', {}, 'com PIX'],
    ['cash', 'debit_card', { terminal: true }, 'com cartão de débito'],
  ] as const)(
    'and then comes by hand as %s under the same id is not swallowed',
    async (by, way, more, words) => {
      await open();
      const id = waiting();
      const part = v7();
      await hear(id, part, { method: way, ...more });
      const refused = await take(id, 1000, { method: by }, part);
      expect(refused).toMatchObject({ status: 409, body: { code: 'already-paid', paymentMethod: way } });
      expect(refused.body.detail).toBe(
        `Este pedido já foi pago ${words}. Nada foi registrado agora: devolva ao cliente o que você recebeu.`,
      );
      expect(booked()).toEqual([`in ${way} 1000`]);
    },
  );

  it.each([
    [999, 409],
    [1000, 200],
    [1001, 409],
  ])('of the terminal and said by hand as %i of 1000 centavos: %i', async (cents, status) => {
    await open();
    for (const method of ['debit_card', 'pix']) {
      const id = waiting();
      const part = v7();
      await hear(id, part, { attemptId: v7(), method, terminal: true });
      expect((await take(id, cents, { method: 'terminal' }, part)).status).toBe(status);
    }
    const given = waiting();
    const back = v7();
    await hear(given, back, { attemptId: OTHER, method: 'debit_card', terminal: true });
    await move(given, { kind: 'give-tender-back', id: back });
    expect((await take(given, 1000, { method: 'terminal' }, back)).status).toBe(409);
  });

  it.each([
    ['terminal', { method: 'debit_card', terminal: true }, 'pela maquininha'],
    ['pix_manual', { method: 'pix' }, 'por PIX'],
  ] as const)(
    '[P38] and is then said by hand as %s under a new id is not counted twice unasked',
    async (method, fact, words) => {
      await open();
      const id = waiting();
      const part = v7();
      await hear(id, part, fact);
      const said = v7();
      const refused = await take(id, 1000, { method, besideParts: [] }, said);
      expect(refused).toMatchObject({ status: 409, body: { code: 'part-came', partIds: [part] } });
      expect(refused.body.detail).toBe(
        `Uma parte de R$ 10,00 já entrou sozinha, ${words}. Nada foi registrado agora. Se o cliente pagou outra além dela, toque de novo; se é a mesma, volte.`,
      );
      // A page of before parts were named cannot say so with another tap.
      for (let tap = 0; tap < 2; tap++)
        expect((await take(id, 1000, { method }, said)).body.detail).toBe(
          `Uma parte de R$ 10,00 já entrou sozinha, ${words}. Nada foi registrado agora. Se o cliente pagou outra além dela, recarregue a página e receba de novo; se é a mesma, volte.`,
        );
      // Who knows of another part alone does not know of this one.
      expect((await take(id, 1000, { method, besideParts: [v7()] }, said)).status).toBe(409);
      expect(booked()).toEqual([`in ${fact.method} 1000`]);
      // Somebody who has read it says that it is another one.
      expect((await take(id, 1000, { method, besideParts: [part] }, said)).status).toBe(200);
      expect((await take(id, 1000, { method, besideParts: [part] }, said)).status).toBe(200);
      expect(booked()).toEqual([`in ${fact.method} 1000`, `in ${method} 1000`]);
    },
  );

  it.each([
    [999, 'part-came'],
    [1000, 'part-came'],
    [1001, 'tender-too-much'],
  ])(
    'is asked about only where there is room for it: of R$ 30,00, 10,00 and %i are paid',
    async (cents, code) => {
      await open();
      const id = waiting();
      const part = v7();
      await hear(id, part);
      await take(id, cents);
      const said = v7();
      const first = await take(id, 1000, { method: 'pix_manual', besideParts: [] }, said);
      expect(first).toMatchObject({ status: 409, body: { code } });
      // Who says that it is another one is not refused after all.
      const next = await take(id, 1000, { method: 'pix_manual', besideParts: [part] }, said);
      expect(next.status).toBe(code === 'part-came' ? 200 : 409);
    },
  );

  it.each([
    [599, 200],
    [600, 409],
    [601, 200],
    [999, 200],
    [1000, 409],
    [1001, 200],
  ])('of which R$ 4,00 of 10,00 went back, and %i are said by hand: %i', async (cents, status) => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    await hear(id, part, { status: 'partially_refunded', refundedCents: 400 });
    expect(now(id).tenders).toMatchObject([{ id: part, cents: 600 }]);
    const said = await take(id, cents, { method: 'pix_manual', besideParts: [] });
    expect(said.status).toBe(status);
    if (status === 409) expect(said.body).toMatchObject({ code: 'part-came', partIds: [part] });
  });

  it.each([
    [999, 'terminal'],
    [1001, 'terminal'],
    [1000, 'pix_manual'],
    [1000, 'cash'],
  ])('is no question for a part of %i centavos by %s', async (cents, method) => {
    await open();
    const id = waiting();
    await hear(id, v7(), { method: 'debit_card', terminal: true });
    expect((await take(id, cents, { method })).status).toBe(200);
  });

  it.each([
    [1000, 'cash', 200],
    [1001, 'cash', 409],
    [1000, 'terminal', 409],
  ])('or that was taken in cash, sent again as %i by %s: %i', async (cents, method, status) => {
    await open();
    const id = waiting();
    const part = v7();
    await take(id, 1000, { method: 'cash' }, part);
    expect((await take(id, cents, { method }, part)).status).toBe(status);
    expect(booked()).toEqual(['in cash 1000']);
  });

  it('that has no room any more, of an order that is paid, or called off, is nobody’s part', async () => {
    await open();
    const full = waiting();
    await take(full, 2500);
    await hear(full, v7());
    await take(full, 500);
    await hear(full, v7(), { attemptId: OTHER });
    expect(now(full).tenders).toHaveLength(2);
    const off = waiting();
    await move(off, { kind: 'cancel', reason: 'loja', seen: 'PENDING' });
    await hear(off, v7(), { attemptId: v7() });
    expect(attention().filter((one) => one === 'refund-duplicate')).toHaveLength(2);
    expect(attention().filter((one) => one === 'refund-late')).toHaveLength(1);
    expect(booked()).toEqual(['in cash 2500', 'in cash 500']);
  });

  it('beside a code of the site for all of it: what is paid second goes back whole', async () => {
    await open();
    const [begun, paid] = [waiting(), waiting()];
    // The part first: the site's money is money beside it.
    await hear(begun, v7());
    await hear(begun, v7(), { part: undefined, attemptId: OTHER, amountCents: 3000 });
    expect(now(begun)).toMatchObject({ status: 'PENDING', tenders: [{ cents: 1000 }] });
    // The site's first: the order is paid, and has no part.
    await hear(paid, v7(), { part: undefined, attemptId: v7(), amountCents: 3000 });
    await hear(paid, v7(), { attemptId: v7() });
    expect(now(paid)).toMatchObject({ status: 'RECEBIDO', paymentMethod: 'pix' });
    expect(now(paid)).not.toHaveProperty('tenders');
    expect(attention().filter((one) => one === 'refund-duplicate')).toHaveLength(2);
    expect(booked()).toEqual(['in pix 1000']);
  });

  it('of another amount than was asked is set aside, and is no part', async () => {
    await open();
    const id = waiting();
    await hear(id, v7(), { mismatch: 'amount' });
    expect(now(id)).not.toHaveProperty('tenders');
    expect(attention()).toEqual(['mismatch']);
  });

  it('beside which another part waits is not undone by that one’s end', async () => {
    await open();
    const id = waiting();
    await hear(id, v7());
    const before = now(id);
    await hear(id, v7(), { attemptId: OTHER, status: 'expired' });
    expect(now(id)).toEqual(before);
  });
});

describe('[P40] a part that the provider proved goes back by the provider', () => {
  it('when it is given back, in the books of the drawer that is open then', async () => {
    await open();
    await openCash();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    await closeCash();
    await openCash();
    expect((await move(id, { kind: 'give-tender-back', id: part })).status).toBe(200);
    expect(now(id)).not.toHaveProperty('tenders');
    expect(intents()).toEqual([{ attemptId: ATTEMPT, amountCents: null, cents: 1000 }]);
    expect(booked()).toEqual(['in pix 1000', 'back pix 1000']);
    // The provider says so later: nothing is booked twice.
    await hear(id, part, { status: 'refunded', refundedCents: 1000 });
    expect(booked()).toHaveLength(2);
    expect(await closeCash()).toMatchObject({
      cashReturnsCents: 0,
      methods: [{ name: 'PIX', salesCents: -1000 }],
    });
    expect(store.db.select().from(audit).all().at(-2)?.detail).not.toContain('manual');
    // Its money is on its way back: a repeat of the fact that it came takes it for nothing.
    await hear(id, part, { statusDetail: 'accredited later' });
    expect(now(id)).not.toHaveProperty('tenders');
  });

  it('while the till is closed, as the next close says, of what came and of what went', async () => {
    await open();
    await openCash();
    const id = waiting();
    const [part, later] = [v7(), v7()];
    await hear(id, part);
    await closeCash();
    store.clock.nowMs += 1000;
    await move(id, { kind: 'give-tender-back', id: part });
    await hear(id, later, { attemptId: OTHER, amountCents: 300, method: 'debit_card', terminal: true });
    store.clock.nowMs += 1000;
    await openCash();
    const close = await closeCash();
    expect(close.methods).toEqual([
      { name: 'Cartão de débito (Mercado Pago), com o caixa fechado', orders: 1, salesCents: 300 },
      { name: 'PIX, de caixas anteriores', orders: 1, salesCents: -1000 },
    ]);
    expect(close.ways).toMatchObject([
      { name: 'PIX', receivedCents: 0, returnedCents: 1000 },
      { name: 'Cartão de débito (Mercado Pago)', receivedCents: 300, returnedCents: 0 },
    ]);
    // Said once.
    store.clock.nowMs += 1000;
    await openCash();
    expect(await closeCash()).toMatchObject({ methods: [], ways: [] });
  });

  it('while the till is closed, back and forth, says both and no sum of nothing', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    await move(id, { kind: 'give-tender-back', id: part });
    await openCash();
    expect(await closeCash()).toMatchObject({
      methods: [],
      ways: [{ name: 'PIX', receivedCents: 1000, returnedCents: 1000, netCents: 0 }],
    });
  });

  it('and is sent back when it is paid once more after that, for it would be in no books', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    await move(id, { kind: 'give-tender-back', id: part });
    await hear(id, part, { attemptId: OTHER });
    expect(now(id)).not.toHaveProperty('tenders');
    expect(attention()).toEqual([null, 'refund-duplicate']);
  });

  it('with the order that is called off, beside what goes back over the counter', async () => {
    await open();
    const id = waiting();
    await take(id, 2000);
    await hear(id, v7());
    expect(now(id).status).toBe('RECEBIDO');
    expect(
      (await post(`/api/staff/orders/${id}/moves`, { kind: 'cancel', reason: 'loja' }, admin)).status,
    ).toBe(200);
    expect(intents()).toEqual([{ attemptId: ATTEMPT, amountCents: null, cents: 1000 }]);
    expect(booked()).toEqual(['in cash 2000', 'in pix 1000', 'back cash 2000', 'back pix 1000']);
  });

  it.each(['refunded', 'charged_back'] as const)(
    'or by others (%s): an order that waits waits for it again, one in the making owes it',
    async (status) => {
      await open();
      const waits = waiting();
      const part = v7();
      await hear(waits, part);
      await hear(waits, part, { status, ...(status === 'refunded' ? { refundedCents: 1000 } : {}) });
      expect(now(waits)).not.toHaveProperty('tenders');
      const made = waiting();
      const last = v7();
      await take(made, 2000);
      await hear(made, last, { attemptId: OTHER });
      await hear(made, last, { attemptId: OTHER, status, statusDetail: null });
      expect(now(made)).toMatchObject({ status: 'RECEBIDO', balanceCents: 1000 });
      expect(booked()).toEqual([
        'in pix 1000',
        'back pix 1000',
        'in cash 2000',
        'in pix 1000',
        'back pix 1000',
      ]);
      expect((await report()).totalSalesCents).toBe(2000);
    },
  );

  it('in part by an administrator, booked when it is asked for and not once more when it is done', async () => {
    await open();
    await openCash();
    const id = waiting();
    const part = v7();
    await take(id, 2000);
    await hear(id, part);
    expect((await report()).totalSalesCents).toBe(3000);
    await post(`/api/staff/orders/${id}/refund`, { amountCents: 400 }, admin);
    expect(booked().at(-1)).toBe('back pix 400');
    // Before the provider has carried it out, as the close says it.
    expect((await report()).totalSalesCents).toBe(2600);
    await hear(id, part, { status: 'partially_refunded', refundedCents: 400 });
    expect(booked()).toEqual(['in cash 2000', 'in pix 1000', 'back pix 400']);
    expect(now(id)).not.toHaveProperty('balanceCents');
    expect((await report()).totalSalesCents).toBe(2600);
    expect(await closeCash(2000)).toMatchObject({ methods: [{ name: 'PIX', orders: 1, salesCents: 600 }] });
  });

  it.each([
    [400, 300],
    [300, 400],
    [500, 500],
  ])('in two refunds at once, of %i and %i, that are done one after the other', async (first, second) => {
    await open();
    const id = waiting();
    const part = v7();
    await take(id, 2000);
    await hear(id, part);
    await post(`/api/staff/orders/${id}/refund`, { amountCents: first }, admin);
    // Other words in between: nothing came back of the first one yet.
    await post(`/api/staff/orders/${id}/refund`, { amountCents: second === first ? 499 : second }, admin);
    const both = [...booked()];
    expect(both.slice(2)).toEqual([`back pix ${first}`, `back pix ${second === first ? 499 : second}`]);
    await hear(id, part, { status: 'partially_refunded', refundedCents: first });
    expect(booked()).toEqual(both);
    expect(now(id)).not.toHaveProperty('balanceCents');
    const all = first + (second === first ? 499 : second);
    await hear(id, part, { status: 'partially_refunded', refundedCents: all });
    expect(booked()).toEqual(both);
    expect(now(id)).not.toHaveProperty('balanceCents');
  });

  it('in part beside a refund that is under way: of each part only what is left of it, and never more than all', async () => {
    await open({ '/edge/payments/refund': { state: 'asked', lastError: null } });
    const id = waiting();
    await take(id, 1500);
    await hear(id, v7());
    await hear(id, v7(), { attemptId: OTHER, amountCents: 500 });
    const refund = (amountCents: number) => post(`/api/staff/orders/${id}/refund`, { amountCents }, admin);
    await refund(700);
    // 300 are left of the first, and the rest is of the second; pressed twice it is one.
    for (let tap = 0; tap < 2; tap++) expect((await refund(400)).status).toBe(200);
    expect(booked().slice(3)).toEqual(['back pix 700', 'back pix 300', 'back pix 100']);
    expect(await refund(401)).toMatchObject({ status: 422, body: { code: 'too-much' } });
    expect(booked()).toHaveLength(6);
  });

  it('the rest of it beside a part that is under way is one refund however often it is asked for, as is all of it', async () => {
    await open({ '/edge/payments/refund': { state: 'asked', lastError: null } });
    const id = waiting();
    await take(id, 2000);
    await hear(id, v7());
    store.orders.repository.update({ ...now(id), status: 'DELIVERED', deliveredAtMs: store.clock.nowMs });
    const refund = (amountCents: number) => post(`/api/staff/orders/${id}/refund`, { amountCents }, admin);
    const audited = () =>
      store.db.$client.prepare("select count(*) from audit where action = 'refund'").pluck().get();
    for (const cents of [300, 700, 700, 1000])
      expect(await refund(cents)).toMatchObject({ status: 200, body: { refundedCents: cents } });
    expect(booked()).toEqual(['in cash 2000', 'in pix 1000', 'back pix 300', 'back pix 700']);
    expect(audited()).toBe(2);
    expect(now(id)).toMatchObject({ status: 'DELIVERED' });
    // Less than what was asked for as the rest is another refund, for which nothing is left.
    expect(await refund(200)).toMatchObject({ status: 422, body: { code: 'too-much' } });
  });

  it.each([
    ['from the list of differences', 'difference', { kind: 'give-back', id: v7(), cents: 1500 }],
    ['from elsewhere', 'refund', { amountCents: 1500 }],
  ])(
    'as a difference of two ways, %s, is said of each way, and none of it as handed over the counter',
    async (_from, path, json) => {
      await open({ '/edge/payments/refund': { state: 'asked', lastError: null } });
      const id = waiting();
      await hear(id, v7());
      await hear(id, v7(), { attemptId: OTHER, amountCents: 2000, method: 'debit_card', terminal: true });
      const change = { id: v7(), atMs: 1, addedIds: [], takenOff: [], inKitchen: true };
      const owed: Order = { ...now(id), totalCents: 1500, balanceCents: -1500, changes: [change] };
      store.orders.repository.update(owed);
      store.orders.repository.updateChanges(owed);
      expect(await post(`/api/staff/orders/${id}/${path}`, json, admin)).toMatchObject({ status: 200 });
      expect(now(id)).not.toHaveProperty('balanceCents');
      expect(givenBackOf(now(id))).toEqual([
        { method: 'pix', card: null, cents: 1000 },
        { method: 'debit_card', card: null, cents: 500 },
      ]);
      expect(handedBackCents(now(id))).toBe(0);
      expect(booked().slice(2)).toEqual(['back pix 1000', 'back debit_card 500']);
    },
  );

  it('is given back with an order that was paid in such parts alone and is called off: nobody need say so', async () => {
    await open({ '/edge/payments/refund': { state: 'asked', lastError: null } });
    const id = waiting();
    await hear(id, v7(), { amountCents: 2000 });
    await hear(id, v7(), { attemptId: OTHER, amountCents: 1000 });
    expect(now(id)).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
    const cancelled = await post(
      `/api/staff/orders/${id}/moves`,
      { kind: 'cancel', reason: 'cliente' },
      admin,
    );
    expect(cancelled).toMatchObject({ status: 200 });
    expect(booked()).toEqual(['in pix 2000', 'in pix 1000', 'back pix 2000', 'back pix 1000']);
  });

  it('each part in the order in which they came, whatever they are called', async () => {
    await open();
    const id = waiting();
    const [earlier, later] = [v7({ msecs: 1 }), v7({ msecs: 2 })];
    await hear(id, later, { amountCents: 2000 });
    await hear(id, earlier, { attemptId: OTHER, amountCents: 1000 });
    await post(`/api/staff/orders/${id}/moves`, { kind: 'cancel', reason: 'cliente' }, admin);
    expect(intents()).toEqual([
      { attemptId: ATTEMPT, amountCents: null, cents: 2000 },
      { attemptId: OTHER, amountCents: null, cents: 1000 },
    ]);
    expect(booked().slice(2)).toEqual(['back pix 2000', 'back pix 1000']);
  });

  it('all of it once more, where each part is on its way in an amount of its own, is no refund anew', async () => {
    await open({ '/edge/payments/refund': { state: 'asked', lastError: null } });
    const id = waiting();
    await take(id, 1500);
    await hear(id, v7());
    await hear(id, v7(), { attemptId: OTHER, amountCents: 500 });
    store.orders.repository.update({ ...now(id), status: 'DELIVERED', deliveredAtMs: store.clock.nowMs });
    for (const amountCents of [1000, 500, 1500])
      expect(await post(`/api/staff/orders/${id}/refund`, { amountCents }, admin)).toMatchObject({
        status: 200,
        body: { refundedCents: amountCents },
      });
    expect(booked().slice(3)).toEqual(['back pix 1000', 'back pix 500']);
    expect(store.db.$client.prepare("select count(*) from audit where action = 'refund'").pluck().get()).toBe(
      2,
    );
  });

  it('in part, asked for once more before it is heard to be done, is one refund and booked once', async () => {
    await open({ '/edge/payments/refund': { state: 'asked', lastError: null } });
    const id = waiting();
    await take(id, 2000);
    await hear(id, v7());
    for (let tap = 0; tap < 2; tap++)
      await post(`/api/staff/orders/${id}/refund`, { amountCents: 400 }, admin);
    expect(booked()).toEqual(['in cash 2000', 'in pix 1000', 'back pix 400']);
  });
});

describe('[P7] a payment of a part that takes the place of another one', () => {
  it('pays the part of an order that waits once that one went back, and goes back by its own number', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part, { attemptId: OTHER });
    await hear(id, part, { attemptId: OTHER, status: 'refunded', refundedCents: 1000 });
    await hear(id, part, { method: 'debit_card', terminal: true });
    expect(now(id).tenders).toMatchObject([{ id: part, cents: 1000, proved: { attemptId: ATTEMPT } }]);
    expect(attention()).toEqual([null, null]);
    await move(id, { kind: 'give-tender-back', id: part });
    expect(intents()).toEqual([{ attemptId: ATTEMPT, amountCents: null, cents: 1000 }]);
    expect(booked()).toEqual(['in pix 1000', 'back pix 1000', 'in debit_card 1000', 'back debit_card 1000']);
    // It was given back by staff: what is paid once more after that is nobody's.
    await hear(id, part, { attemptId: v7() });
    expect(attention()).toContain('refund-duplicate');
  });

  it.each(['RECEBIDO', 'DELIVERED'] as const)('pays it in one that is %s', async (status) => {
    await open();
    const id = waiting();
    const part = v7();
    await take(id, 2000);
    await hear(id, part, { attemptId: OTHER });
    if (status === 'DELIVERED')
      store.orders.repository.update({ ...now(id), status: 'DELIVERED', deliveredAtMs: store.clock.nowMs });
    await hear(id, part, { attemptId: OTHER, status: 'refunded', refundedCents: 1000 });
    await hear(id, part);
    expect(now(id)).not.toHaveProperty('balanceCents');
    expect(now(id).tenders?.at(-1)).toMatchObject({ id: part, proved: { attemptId: ATTEMPT } });
    expect(attention()).toEqual([null, null]);
    expect(booked()).toEqual(['in cash 2000', 'in pix 1000', 'back pix 1000', 'in pix 1000']);
  });

  it('or that the shop won from the bank is the part of an order that waits again', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await hear(id, part);
    await hear(id, part, { status: 'charged_back', statusDetail: 'in_process' });
    expect(now(id)).not.toHaveProperty('tenders');
    await hear(id, part, { status: 'approved', statusDetail: 'reimbursed' });
    expect(now(id).tenders).toMatchObject([{ id: part, proved: { attemptId: ATTEMPT } }]);
    expect(booked()).toEqual(['in pix 1000', 'back pix 1000', 'in pix 1000']);
  });

  it('goes back once when an order is called off whose part went and came again', async () => {
    await open();
    const id = waiting();
    const part = v7();
    await take(id, 2000);
    await hear(id, part);
    await hear(id, part, { status: 'charged_back', statusDetail: 'in_process' });
    await hear(id, part, { status: 'approved', statusDetail: 'reimbursed' });
    await move(id, { kind: 'cancel', reason: 'loja' }).then(() =>
      post(`/api/staff/orders/${id}/moves`, { kind: 'cancel', reason: 'loja' }, admin),
    );
    expect(booked().filter((row) => row === 'back pix 1000')).toHaveLength(2);
    expect(booked().filter((row) => row === 'in pix 1000')).toHaveLength(2);
  });
});
