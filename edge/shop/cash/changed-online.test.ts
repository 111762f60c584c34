// Money of the site that went back after the drawer was closed, in the close of the session in which it did.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole } from '../../testing/sign-in.ts';
import { CARTS, createTrading, type Online, type Trading } from '../../testing/trading.ts';

let store: TestStore;
let trading: Trading;
beforeEach(async () => {
  store = await openTestStore();
  trading = createTrading(store, await asRole(store, 'ATTENDANT'), await asRole(store, 'ADMIN'));
});
afterEach(() => store.close());

const [, cart] = CARTS;
const later = () => (store.clock.nowMs += 60_000);
async function sold(method: Online = 'pix') {
  if (cart === undefined) throw new Error('there is no such cart');
  const sale = await trading.order('relay', cart(), '11911110001', true);
  await trading.payOnline(sale, method);
  return sale;
}
const open = async () => {
  later();
  await trading.openCash(0);
  later();
};
const close = async () => {
  later();
  return ((await trading.closeCash(0)) as CashClose).methods;
};

it('is a line of the later close, once, and the earlier one stays as it was', async () => {
  await open();
  const [part, whole, card] = [await sold(), await sold(), await sold('credit_card')];
  expect(await close()).toEqual([
    { name: 'Cartão de crédito (Mercado Pago)', orders: 1, salesCents: 1350 },
    { name: 'PIX', orders: 2, salesCents: 2700 },
  ]);
  await open();
  await trading.refundPart(part, 100);
  await trading.refundWhole(whole);
  await trading.chargeBack(card);
  await sold();
  expect(await close()).toEqual([
    { name: 'PIX', orders: 1, salesCents: 1350 },
    { name: 'Cartão de crédito (Mercado Pago), de caixas anteriores', orders: 1, salesCents: -1350 },
    { name: 'PIX, de caixas anteriores', orders: 2, salesCents: -1450 },
  ]);
  await open();
  await trading.refundPart(part, 50);
  expect(await close()).toEqual([{ name: 'PIX, de caixas anteriores', orders: 1, salesCents: -50 }]);
  await open();
  expect(await close()).toEqual([]);
});

it('is in the close of the next session where it went back while no drawer was open, once', async () => {
  await open();
  const [part, whole, card] = [await sold(), await sold(), await sold('credit_card')];
  await close();
  later();
  await trading.refundPart(part, 100);
  await trading.refundWhole(whole);
  await trading.chargeBack(card);
  await open();
  later();
  const closed = (await trading.closeCash(0)) as CashClose;
  expect(closed.methods).toEqual([
    { name: 'Cartão de crédito (Mercado Pago), de caixas anteriores', orders: 1, salesCents: -1350 },
    { name: 'PIX, de caixas anteriores', orders: 2, salesCents: -1450 },
  ]);
  const returned = closed.ways?.map(({ name, receivedCents, returnedCents }) => [
    name,
    receivedCents,
    returnedCents,
  ]);
  expect(returned).toEqual(
    expect.arrayContaining([
      ['Cartão de crédito (Mercado Pago)', 0, 1350],
      ['PIX', 0, 1450],
    ]),
  );
  // Also of a drawer that was not the last one.
  later();
  await trading.refundPart(part, 50);
  await open();
  expect(await close()).toEqual([{ name: 'PIX, de caixas anteriores', orders: 1, salesCents: -50 }]);
  await open();
  expect(await close()).toEqual([]);
});

it('is off the session’s own line while that is open', async () => {
  await open();
  const sale = await sold();
  await trading.refundPart(sale, 100);
  expect(await close()).toEqual([{ name: 'PIX', orders: 1, salesCents: 1250 }]);
  await open();
  expect(await close()).toEqual([]);
});

it('is off what came while no drawer was open, in the next close; of a later one, where it goes back', async () => {
  await open();
  await sold();
  await close();
  const [part, whole, lost] = [await sold(), await sold(), await sold('credit_card')];
  await trading.refundPart(part, 50);
  await open();
  await trading.refundPart(part, 100);
  await trading.refundWhole(whole);
  await trading.chargeBack(lost);
  const next = (later(), (await trading.closeCash(0)) as CashClose);
  expect(next.methods).toEqual([{ name: 'PIX, com o caixa fechado', orders: 1, salesCents: 1200 }]);
  expect(
    next.ways?.map(({ name, receivedCents, returnedCents }) => [name, receivedCents, returnedCents]),
  ).toEqual([
    ['Cartão de crédito (Mercado Pago)', 1350, 1350],
    ['PIX', 2700, 1500],
  ]);
  await open();
  await trading.refundPart(part, 30);
  expect(await close()).toEqual([{ name: 'PIX, de caixas anteriores', orders: 1, salesCents: -30 }]);
});

it('is said of what the closes of before counted, where they did not keep what', async () => {
  await open();
  const sale = await sold();
  await close();
  store.db.$client.exec('delete from counted_online');
  await open();
  await trading.refundPart(sale, 100);
  expect(await close()).toEqual([{ name: 'PIX, de caixas anteriores', orders: 1, salesCents: -100 }]);
});

it('leaves out nothing that came while no drawer was open, however many orders came since', async () => {
  await open();
  await close();
  later();
  await sold();
  await open();
  // Two hundred orders before the first open one are looked at; as if more had come.
  store.db.$client.exec('update cash_sessions set from_number = 1000 where close_number is null');
  expect(await close()).toEqual([{ name: 'PIX, com o caixa fechado', orders: 1, salesCents: 1350 }]);
});

it('is said alone of what a store of before took for told when its drawer was opened', async () => {
  await open();
  await sold();
  await close();
  later();
  const sale = await sold();
  store.db.$client.prepare('insert into counted_online (order_id, cents) values (?, 1350)').run(sale.id);
  await open();
  await trading.refundPart(sale, 100);
  expect(await close()).toEqual([{ name: 'PIX, de caixas anteriores', orders: 1, salesCents: -100 }]);
});

it('is said when a chargeback of an earlier drawer is won, and the reports have it again', async () => {
  await open();
  const sale = await sold('credit_card');
  await close();
  await open();
  await trading.chargeBack(sale);
  expect(await close()).toEqual([
    { name: 'Cartão de crédito (Mercado Pago), de caixas anteriores', orders: 1, salesCents: -1350 },
  ]);
  await open();
  await trading.winChargeback(sale);
  // An older look at it that comes late takes nothing away again.
  await trading.chargeBack(sale);
  expect(store.orders.repository.byId(sale.id)).toMatchObject({
    status: 'RECEBIDO',
    paymentStatus: 'approved',
  });
  expect(await close()).toEqual([
    { name: 'Cartão de crédito (Mercado Pago), de caixas anteriores', orders: 1, salesCents: 1350 },
  ]);
});

it('is said of an order that was deleted before the close, once, whatever else was deleted', async () => {
  await open();
  const [back, part, kept] = [await sold(), await sold(), await sold()];
  await close();
  await open();
  await trading.refundWhole(back);
  await trading.refundPart(part, 100);
  for (const sale of [part, kept]) await trading.deliver(sale);
  for (const sale of [back, part, kept]) await trading.remove(sale);
  await trading.refundWhole(await sold());
  expect(await close()).toEqual([{ name: 'PIX, de caixas anteriores', orders: 2, salesCents: -1450 }]);
  await open();
  expect(await close()).toEqual([]);
});

it('is said also when the whole history was cleared before the close', async () => {
  await open();
  const [back, kept] = [await sold(), await sold('credit_card')];
  await close();
  await open();
  await trading.refundWhole(back);
  await trading.deliver(kept);
  const admin = await asRole(store, 'ADMIN');
  expect((await admin('/api/staff/orders/clear', { json: { confirm: 'CONFIRMAR' } })).status).toBe(200);
  expect(await close()).toEqual([{ name: 'PIX, de caixas anteriores', orders: 1, salesCents: -1350 }]);
});
