// What came or went back while no drawer was open: in the next close, in no drawer. Sums worked out by hand from the cart's R$ 13,50.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { UnprovedPixes } from '@balcao/shared/http/counter-pix.ts';
import type { Breakdown } from '@balcao/shared/http/reports.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { CARTS, createTrading, type Hand, type Sale, type Trading } from '../../testing/trading.ts';

let store: TestStore;
let admin: Asking;
let trading: Trading;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
  trading = createTrading(store, await asRole(store, 'ATTENDANT'), admin);
});
afterEach(() => store.close());

const [, cart] = CARTS;
const later = () => (store.clock.nowMs += 60_000);
const sumsOf = ({ ways = [] }: CashClose) =>
  ways.map(({ name, receivedCents, returnedCents }) => [name, receivedCents, returnedCents]);
const opened = async () => {
  later();
  await trading.openCash(100);
  later();
};
const closed = async (): Promise<CashClose> => {
  later();
  return (await trading.closeCash(0)) as CashClose;
};
/** One of the site. */
const sold = async (method: 'pix' | 'credit_card'): Promise<Sale> => {
  if (cart === undefined) throw new Error('there is no such cart');
  const sale = await trading.order('relay', cart(), '11911110001', true);
  await trading.payOnline(sale, method);
  return sale;
};
/** What a close calls each way of the reports. */
const REPORT_NAMES: Record<string, string> = {
  cash: 'Dinheiro',
  credito: 'Maquininha: crédito',
  vale: 'Maquininha: vale',
  pix_manual: 'PIX (manual)',
  pix: 'PIX',
  credit_card: 'Cartão de crédito (Mercado Pago)',
};
/** A sale of R$ 13,50 while the drawer is as it is. */
const paid = async (method: Hand): Promise<Sale> => {
  if (cart === undefined) throw new Error('there is no such cart');
  const sale = await trading.order('counter', cart(), null, false);
  await trading.payByHand(sale, method);
  return sale;
};
/** Its PIX to the shop's own code is said not to have come. */
const neverCame = async ({ id }: Sale): Promise<void> => {
  const { unconfirmed } = (await (await admin('/api/staff/static-pix')).json()) as UnprovedPixes;
  const txid = unconfirmed.find(({ orderId }) => orderId === id)?.txid;
  const answer = await admin(`/api/staff/static-pix/${txid}`, { json: { said: 'not-received' } });
  expect(answer.status).toBe(200);
};

it('what came by the terminal or PIX is a line of the next close, once; by every way it is among the ways, and nothing of it is expected in the drawer', async () => {
  await opened();
  await closed();
  later();
  await paid('debito');
  await paid('debito');
  await paid('pix_manual');
  await paid('cash');
  await opened();
  await paid('debito');
  const first = await closed();
  expect(first).toMatchObject({
    cashSalesCents: 0,
    expectedCents: 100,
    takenClosedCents: 1350,
    methods: [
      { name: 'Maquininha: débito', orders: 1, salesCents: 1350 },
      { name: 'Maquininha: débito, com o caixa fechado', orders: 2, salesCents: 2700 },
      { name: 'PIX (manual), com o caixa fechado', orders: 1, salesCents: 1350 },
    ],
  });
  expect(sumsOf(first)).toEqual([
    ['Dinheiro', 1350, 0],
    ['Maquininha: débito', 4050, 0],
    ['PIX (manual)', 1350, 0],
  ]);
  await opened();
  expect(await closed()).toMatchObject({ takenClosedCents: 0, methods: [], ways: [] });
});

it('what the site took while it was closed is a line of the next close, once, with what the terminal took then', async () => {
  // Before the first drawer of all.
  await sold('pix');
  await opened();
  await sold('pix');
  const first = await closed();
  expect(first.methods).toEqual([
    { name: 'PIX', orders: 1, salesCents: 1350 },
    { name: 'PIX, com o caixa fechado', orders: 1, salesCents: 1350 },
  ]);
  expect(sumsOf(first)).toEqual([['PIX', 2700, 0]]);
  later();
  await sold('pix');
  await sold('credit_card');
  await paid('debito');
  await opened();
  const second = await closed();
  expect(second.methods).toEqual([
    { name: 'Maquininha: débito, com o caixa fechado', orders: 1, salesCents: 1350 },
    { name: 'Cartão de crédito (Mercado Pago), com o caixa fechado', orders: 1, salesCents: 1350 },
    { name: 'PIX, com o caixa fechado', orders: 1, salesCents: 1350 },
  ]);
  await opened();
  expect(await closed()).toMatchObject({ methods: [], ways: [] });
});

it('the ways of all closes are what the reports have of the day, gross, returned, fee and net, however it lay between the drawers', async () => {
  const feePercents = { debito: 1.37, credito: 3.19, pix: 0.99, credit_card: 4.98, pix_manual: 0.49 };
  await admin('/api/staff/settings', { method: 'PATCH', json: { feePercents } });
  const early = await paid('credito');
  const part = await sold('pix');
  await opened();
  const cash = await paid('cash');
  const [whole, disputed] = [await sold('pix'), await sold('credit_card')];
  const never = await paid('pix_manual');
  await trading.refundPart(part, 350);
  const one = await closed();
  later();
  await paid('cash');
  await paid('vale');
  await trading.cancel(await paid('pix_manual'));
  await trading.cancel(early);
  await trading.refundWhole(whole);
  await sold('credit_card');
  await opened();
  await trading.chargeBack(disputed);
  await trading.cancel(cash);
  await neverCame(never);
  await trading.refundPart(part, 50);
  const two = await closed();
  // By hand: what came and what went back of each way.
  const expected = {
    'Cartão de crédito (Mercado Pago)': [2700, 1350],
    Dinheiro: [2700, 1350],
    'Maquininha: crédito': [1350, 1350],
    'Maquininha: vale': [1350, 0],
    PIX: [2700, 1750],
    'PIX (manual)': [2700, 2700],
  };
  const sums = new Map<string, number[]>();
  for (const { name, receivedCents, returnedCents, feeCents } of [one, two].flatMap(
    ({ ways = [] }) => ways,
  )) {
    const [came = 0, went = 0, fee = 0] = sums.get(name) ?? [];
    sums.set(name, [came + receivedCents, went + returnedCents, fee + feeCents]);
  }
  expect(Object.fromEntries([...sums].map(([name, [came, went]]) => [name, [came, went]]))).toEqual(expected);
  const report = (await (await admin('/api/staff/reports/breakdown')).json()) as Breakdown;
  const { fees } = report;
  const reported = fees.ways.map(({ name, cents, returnedCents = 0 }) => [
    REPORT_NAMES[name],
    [cents + returnedCents, returnedCents],
  ]);
  expect(Object.fromEntries(reported)).toEqual(expected);
  // The fee is of what stayed: 0,99 % of R$ 9,50 is 9,405 centavos, 4,98 % of R$ 13,50 is 67,23.
  expect(fees).toMatchObject({ grossCents: 13_500, returnedCents: 8500, feeCents: 76, netCents: 4924 });
  expect([...sums.values()].reduce((all, [, , fee = 0]) => all + fee, 0)).toBe(76);
});

it('what came and went before the drawer was opened is both; what goes back later does where it goes', async () => {
  const [early, drawer] = [await paid('debito'), await paid('debito')];
  await trading.cancel(await paid('debito'));
  await opened();
  await trading.cancel(drawer);
  const first = await closed();
  expect(first.methods).toEqual([
    { name: 'Maquininha: débito', orders: 0, salesCents: -1350 },
    { name: 'Maquininha: débito, com o caixa fechado', orders: 3, salesCents: 2700 },
  ]);
  expect(sumsOf(first)).toEqual([['Maquininha: débito', 4050, 2700]]);
  later();
  await trading.cancel(early);
  await opened();
  const second = await closed();
  expect(second.methods).toEqual([
    { name: 'Maquininha: débito, de caixas anteriores', orders: 1, salesCents: -1350 },
  ]);
  expect(sumsOf(second)).toEqual([['Maquininha: débito', 0, 1350]]);
});

it('a PIX that is said not to have come while it is closed is a line of the next close, once', async () => {
  await opened();
  const sale = await paid('pix_manual');
  await closed();
  later();
  await neverCame(sale);
  await opened();
  const next = await closed();
  expect(next.methods).toEqual([{ name: 'PIX não recebido', orders: 1, salesCents: -1350 }]);
  expect(sumsOf(next)).toEqual([['PIX (manual)', 0, 1350]]);
  await opened();
  expect(await closed()).toMatchObject({ methods: [], ways: [] });
});

it('cash that goes out while it is closed is among the ways of the next close, and no shortage of its drawer', async () => {
  await opened();
  const sale = await paid('cash');
  await closed();
  later();
  await trading.cancel(sale);
  await opened();
  const next = await closed();
  expect(next).toMatchObject({
    returnedClosedCents: 1350,
    cashReturnsCents: 0,
    expectedCents: 100,
    methods: [],
  });
  expect(sumsOf(next)).toEqual([['Dinheiro', 0, 1350]]);
});

it('a part that goes back of an order paid in two ways is of an earlier drawer, or of none, by the way in which it had come', async () => {
  await opened();
  if (cart === undefined) throw new Error('there is no such cart');
  const { id } = await trading.order('counter', cart(), null, false);
  const move = async (json: object) =>
    expect((await admin(`/api/staff/orders/${id}/moves`, { json })).status).toBe(200);
  const part = v7();
  await move({ kind: 'take-tender', id: part, method: 'terminal', card: 'debito', cents: 500 });
  await closed();
  later();
  await move({ kind: 'take-tender', id: v7(), method: 'pix_manual', cents: 350 });
  await move({ kind: 'give-tender-back', id: part });
  await opened();
  const next = await closed();
  expect(next.methods).toEqual([
    { name: 'PIX (manual), com o caixa fechado', orders: 1, salesCents: 350 },
    { name: 'Maquininha: débito, de caixas anteriores', orders: 1, salesCents: -500 },
  ]);
  expect(sumsOf(next)).toEqual([
    ['Maquininha: débito', 0, 500],
    ['PIX (manual)', 350, 0],
  ]);
});
