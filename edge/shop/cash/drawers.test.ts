// Which drawer money belongs to, and what a repeated movement is: the moments and fields that an ordinary evening does not meet.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { CashClose, CashSession } from '@balcao/shared/http/cash.ts';
import { cashSessions, handPayments } from '../../storage/schema/cash.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { CARTS, createTrading, type Sale, type Trading } from '../../testing/trading.ts';

let store: TestStore;
let front: Asking;
let admin: Asking;
let trading: Trading;
beforeEach(async () => {
  store = await openTestStore();
  front = await asRole(store, 'ATTENDANT');
  admin = await asRole(store, 'ADMIN');
  trading = createTrading(store, front, admin);
});
afterEach(() => store.close());

const order = (cart: number): Promise<Sale> =>
  trading.order('counter', (CARTS[cart] as (typeof CARTS)[number])(), null, false);
const small = () => order(1);
const big = () => order(3);
const close = async (): Promise<CashClose> => (await trading.closeCash(0)) as CashClose;
const movement = { id: v7(), kind: 'suprimento', amountCents: 500, note: '' };
const send = async (json: object) => {
  const answer = await front('/api/staff/cash-session/movements', { json });
  return { status: answer.status, body: (await answer.json()) as { session: CashSession; code?: string } };
};

it('an order that expired long ago and is paid now is of the drawer that is open now', async () => {
  const old = await small();
  await trading.expire(old);
  await trading.payByHand(await big(), 'cash');
  await trading.openCash(0);
  store.clock.nowMs += 1000;
  await trading.payOnline(old, 'pix');
  expect((await close()).methods).toEqual([{ name: 'PIX', orders: 1, salesCents: 1350 }]);
  expect(store.db.select().from(cashSessions).get()?.fromNumber).toBe(2 - 200);
});

it('what the site took is named without what of it went back in part, and not at all when all of it did', async () => {
  await trading.openCash(0);
  const [kept, part, whole] = [await small(), await big(), await big()];
  await trading.payOnline(kept, 'debit_card');
  await trading.payOnline(part, 'pix');
  await trading.payOnline(whole, 'pix');
  await trading.refundPart(part, 15);
  await trading.refundWhole(whole);
  expect((await close()).methods).toEqual([
    { name: 'Cartão de débito (Mercado Pago)', orders: 1, salesCents: 1350 },
    { name: 'PIX', orders: 1, salesCents: 3900 },
  ]);
});

it("each order's own money goes back, by the way it came, and no cash order is counted twice", async () => {
  await trading.openCash(0);
  const [first, second, third] = [await small(), await big(), await big()];
  await trading.payByHand(first, 'cash');
  await trading.payByHand(second, 'credito');
  await trading.payByHand(third, 'cash');
  await trading.cancel(second);
  await trading.cancel(third);
  const { session } = (await (await front('/api/staff/cash-session')).json()) as { session: CashSession };
  expect(session.cashOrders).toBe(2);
  expect(await close()).toMatchObject({
    cashSalesCents: 1350,
    methods: [{ name: 'Maquininha: crédito', orders: 1, salesCents: 0 }],
  });
});

it('money that comes while no drawer is open is of none, and is kept with its way and its taker', async () => {
  const [card, cash] = [await small(), await big()];
  const answer = await front(`/api/staff/orders/${cash.id}/moves`, {
    json: { kind: 'confirm-payment', method: 'cash', card: 'vale' },
  });
  expect(answer.status).toBe(200);
  await trading.payByHand(card, 'vale');
  await trading.cancel(card);
  const common = { sessionId: null, atMs: store.clock.nowMs };
  expect(store.db.select().from(handPayments).all()).toMatchObject([
    {
      orderId: cash.id,
      kind: 'in',
      method: 'cash',
      card: null,
      amountCents: 3915,
      userName: 'Ana ATTENDANT',
      ...common,
    },
    {
      orderId: card.id,
      kind: 'in',
      method: 'terminal',
      card: 'vale',
      amountCents: 1350,
      userName: 'Ana ATTENDANT',
      ...common,
    },
    {
      orderId: card.id,
      kind: 'back',
      method: 'terminal',
      card: 'vale',
      amountCents: 1350,
      userName: 'Ana ADMIN',
      ...common,
    },
  ]);
  await trading.openCash(100);
  expect(await close()).toMatchObject({ cashSalesCents: 0, expectedCents: 100, methods: [] });
});

it('closes are numbered one after another, and listed newest first', async () => {
  for (const number of [1, 2, 3]) {
    await trading.openCash(number);
    expect((await close()).number).toBe(number);
  }
  const { closes } = (await (await admin('/api/staff/cash-closes?limit=2')).json()) as {
    closes: CashClose[];
  };
  expect(closes.map(({ number, floatCents }) => [number, floatCents])).toEqual([
    [3, 3],
    [2, 2],
  ]);
});

it('an unpaid order that is called off gives nothing back', async () => {
  await trading.openCash(0);
  await trading.cancel(await small());
  expect(store.db.select().from(handPayments).all()).toEqual([]);
});

it.each([
  ['another way', { kind: 'sangria' }],
  ['another amount', { amountCents: 501 }],
])('a movement under the id of one with %s is refused', async (_case, changes) => {
  await trading.openCash(1000);
  expect((await send(movement)).status).toBe(200);
  expect(await send({ ...movement, ...changes })).toMatchObject({ status: 409, body: { code: 'id-reused' } });
  expect((await send(movement)).body.session.movements).toHaveLength(1);
});

it("a movement or a session under the id of an earlier drawer's is refused", async () => {
  const json = { id: v7(), floatCents: 0 };
  await front('/api/staff/cash-session', { json });
  await send(movement);
  await close();
  const again = await front('/api/staff/cash-session', { json });
  expect([again.status, await again.json()]).toMatchObject([409, { code: 'id-reused' }]);
  await trading.openCash(0);
  expect(await send(movement)).toMatchObject({ status: 409, body: { code: 'id-reused' } });
});

it('movements stand in the order in which they were made, and all that is there may be taken out', async () => {
  await trading.openCash(300);
  for (const amountCents of [7, 5, 6]) {
    store.clock.nowMs += 1;
    await send({ id: v7(), kind: 'suprimento', amountCents, note: '' });
  }
  store.clock.nowMs += 1;
  expect((await send({ id: v7(), kind: 'sangria', amountCents: 319, note: '' })).status).toBe(422);
  const { body } = await send({ id: v7(), kind: 'sangria', amountCents: 318, note: 'cofre' });
  expect(body.session.movements.map((one) => [one.kind, one.amountCents, one.note, one.atMs])).toEqual(
    [7, 5, 6, 318].map((cents, n) => [
      n === 3 ? 'sangria' : 'suprimento',
      cents,
      n === 3 ? 'cofre' : '',
      body.session.openedAtMs + n + 1,
    ]),
  );
  expect(await close()).toMatchObject({ expectedCents: 0, suprimentoCents: 18, sangriaCents: 318 });
});

it('cash at a counter whose drawer is closed is refused and leaves no trace; once it was taken, a repeat is answered as before', async () => {
  const sale = await small();
  const confirm = async (json: object) => {
    const answer = await front(`/api/staff/orders/${sale.id}/moves`, {
      json: { kind: 'confirm-payment', seen: 'PENDING', ...json },
    });
    return { status: answer.status, body: await answer.json() };
  };
  const atTheCounter = { method: 'cash', drawer: 'open' };
  expect(await confirm(atTheCounter)).toMatchObject({ status: 409, body: { code: 'drawer-closed' } });
  expect(store.db.select().from(handPayments).all()).toEqual([]);
  await trading.openCash(0);
  expect((await confirm(atTheCounter)).status).toBe(200);
  expect(await close()).toMatchObject({ cashSalesCents: 1350 });
  expect(await confirm(atTheCounter)).toMatchObject({ status: 200, body: { order: { status: 'RECEBIDO' } } });
});

it('a card, or PIX, needs no drawer', async () => {
  const moves = [
    [await small(), { method: 'terminal', card: 'debito' }],
    [await big(), { method: 'pix_manual' }],
  ] as const;
  for (const [sale, json] of moves) {
    const body = { kind: 'confirm-payment', drawer: 'open', ...json };
    expect((await front(`/api/staff/orders/${sale.id}/moves`, { json: body })).status).toBe(200);
  }
});

it('what was given back in cash is a line of the close, and what was taken without a drawer one of the next alone', async () => {
  const later = (ms: number) => (store.clock.nowMs += ms);
  const [early, kept] = [await small(), await big()];
  await trading.payByHand(early, 'cash');
  await trading.payByHand(await small(), 'debito');
  later(1);
  await trading.openCash(100);
  await trading.payByHand(kept, 'cash');
  await trading.cancel(kept);
  later(1);
  expect(await close()).toMatchObject({
    cashSalesCents: 0,
    cashReturnsCents: 3915,
    takenClosedCents: 1350,
    returnedClosedCents: 0,
    expectedCents: 100,
  });
  // In the millisecond of the close the drawer is closed already.
  await trading.payByHand(await big(), 'cash');
  await trading.cancel(early);
  later(1);
  await trading.openCash(0);
  later(1);
  expect(await close()).toMatchObject({
    cashReturnsCents: 0,
    takenClosedCents: 3915,
    returnedClosedCents: 1350,
    expectedCents: 0,
  });
  later(1);
  await trading.openCash(0);
  later(1);
  expect(await close()).toMatchObject({ takenClosedCents: 0, returnedClosedCents: 0 });
});
