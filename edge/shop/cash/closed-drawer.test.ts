// What staff took or gave back while no drawer was open: in the next close, in no drawer. Sums worked out by hand from the cart's R$ 13,50.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CashClose } from '@balcao/shared/http/cash.ts';
import type { SalesReport } from '@balcao/shared/http/reports.ts';
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
/** A sale of R$ 13,50 while the drawer is as it is. */
const paid = async (method: Hand): Promise<Sale> => {
  if (cart === undefined) throw new Error('there is no such cart');
  const sale = await trading.order('counter', cart(), null, false);
  await trading.payByHand(sale, method);
  return sale;
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

it('the ways of all closes are what the reports have of the day, however it lay between the drawers', async () => {
  await paid('credito');
  await opened();
  await paid('cash');
  const one = await closed();
  later();
  await paid('cash');
  await paid('vale');
  await trading.cancel(await paid('pix_manual'));
  await opened();
  const two = await closed();
  const report = (await (await admin('/api/staff/reports/sales')).json()) as SalesReport;
  expect(report.totalSalesCents).toBe(4 * 1350);
  const kept = [one, two]
    .flatMap(({ ways = [] }) => ways)
    .reduce((sum, { receivedCents, returnedCents }) => sum + receivedCents - returnedCents, 0);
  expect(kept).toBe(4 * 1350);
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
