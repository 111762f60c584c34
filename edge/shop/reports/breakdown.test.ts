// A period taken apart, from orders made by hand: each figure is added up in the test.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Breakdown } from '@balcao/shared/http/reports.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import { reportOrders, reportSums } from '../../storage/schema/reports.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { change, orderId, sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { DAYS_BETWEEN, HOURS_BETWEEN, SUMS_BETWEEN, TOTALS_BETWEEN } from './breakdown.ts';

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const read = async (query = '?from=2026-11-20&to=2026-11-21'): Promise<Breakdown> =>
  (await (await admin(`/api/staff/reports/breakdown${query}`)).json()) as Breakdown;

const [acai] = sampleOrder({}).items;
const cup = (name: string, priceCents: number, n: number) => ({
  ...acai!,
  id: `c${n}`,
  kind: 'cup' as const,
  productId: `p-${name}`,
  productName: name,
  sizeId: null,
  sizeName: null,
  priceCents,
  toppings: [],
});

describe('what sold', () => {
  it('counts cups and drinks by their names, an açaí by its size, and what each brought', async () => {
    sell(store, '2026-11-20T12:00:00-03:00', {
      items: [cup('Petit Gâteau', 1500, 1), cup('Petit Gâteau', 1500, 2), cup('Água', 400, 3)],
    });
    sell(store, '2026-11-21T12:00:00-03:00', { items: [{ ...acai!, priceCents: 2200 }] });
    const called = sell(store, '2026-11-21T12:00:00-03:00', { items: [cup('Água', 400, 4)] });
    expect((await read()).sold).toEqual([
      { name: 'Petit Gâteau', count: 2, cents: 3000 },
      { name: 'Açaí Grande', count: 1, cents: 2200 },
      { name: 'Água', count: 2, cents: 800 },
    ]);
    change(store, called, { status: 'CANCELLED' });
    expect((await read()).sold.at(-1)).toEqual({ name: 'Água', count: 1, cents: 400 });
  });

  it('has first what brought the most, of the same what was sold more often, and then by name', async () => {
    sell(store, '2026-11-20T12:00:00-03:00', {
      items: [cup('Bolo', 800, 1), cup('Sorvete', 400, 2), cup('Sorvete', 400, 3), cup('Pudim', 900, 4)],
    });
    sell(store, '2026-11-21T12:00:00-03:00', { items: [cup('Biscoito', 800, 5)] });
    expect((await read()).sold.map(({ name }) => name)).toEqual(['Pudim', 'Sorvete', 'Biscoito', 'Bolo']);
  });
});

describe('by whom and which way', () => {
  const waiting = (totalCents: number) =>
    sell(store, store.clock.nowMs, {
      status: 'PENDING',
      paymentStatus: 'pending',
      paymentMethod: null,
      totalCents,
      source: 'counter',
    });
  const confirm = (ask: Asking, order: { id: string }, body: object) =>
    ask(`/api/staff/orders/${order.id}/moves`, { json: { kind: 'confirm-payment', ...body } });

  it('sets debit, credit and voucher of the card terminal apart, and names who took the money', async () => {
    const front = await asRole(store, 'ATTENDANT');
    await front('/api/staff/cash-session', { json: { id: orderId(0xc0001), floatCents: 0 } });
    await confirm(front, waiting(1000), { method: 'terminal', card: 'debito' });
    await confirm(front, waiting(2000), { method: 'terminal', card: 'credito' });
    await confirm(front, waiting(4000), { method: 'terminal', card: 'vale' });
    await confirm(admin, waiting(8000), { method: 'cash' });
    sell(store, store.clock.nowMs, { paymentMethod: 'pix', totalCents: 16_000, source: 'relay' });
    const { ways, operators, sources } = await read();
    expect(ways).toEqual([
      { name: 'pix', count: 1, cents: 16_000 },
      { name: 'cash', count: 1, cents: 8000 },
      { name: 'vale', count: 1, cents: 4000 },
      { name: 'credito', count: 1, cents: 2000 },
      { name: 'debito', count: 1, cents: 1000 },
    ]);
    expect(operators).toEqual([
      { name: 'Ana ADMIN', count: 1, cents: 8000 },
      { name: 'Ana ATTENDANT', count: 3, cents: 7000 },
    ]);
    expect(sources).toEqual([
      { name: 'relay', count: 1, cents: 16_000 },
      { name: 'counter', count: 4, cents: 15_000 },
    ]);
  });
});

it('tells what each way cost by the shop’s rates, and what stayed, as an adder of its own adds up', async () => {
  const rates = { pix: 0.99, credito: 4.98, debito: 1.37, vale: 6.5, credit_card: 30 };
  const set = await admin('/api/staff/settings', { method: 'PATCH', json: { feePercents: rates } });
  expect(set.status).toBe(200);
  // Odd amounts, halves of a centavo, a day with every way and one that costs nothing.
  const sold = [
    ['pix', 10_050],
    ['pix', 1],
    ['credit_card', 3_335],
    ['debit_card', 999],
    ['cash', 77_777],
    ['pix_manual', 12_345],
  ] as const;
  for (const [paymentMethod, totalCents] of sold)
    sell(store, '2026-11-20T12:00:00-03:00', { paymentMethod, totalCents });
  sell(store, '2026-11-20T12:00:00-03:00', { paymentMethod: 'pix', totalCents: 50_000, status: 'CANCELLED' });
  const gross: Record<string, number> = {};
  for (const [way, cents] of sold) gross[way] = (gross[way] ?? 0) + cents;
  const expected: Record<string, number> = {};
  // In thousandths of a centavo, by hand: no division before the last.
  for (const [way, cents] of Object.entries(gross)) {
    const hundredths = way === 'pix' ? 99 : way === 'credit_card' ? 3000 : 0;
    expected[way] = Number((BigInt(cents) * BigInt(hundredths) + 5000n) / 10000n);
  }
  const { fees } = await read();
  expect(Object.fromEntries(fees.ways.map((one) => [one.name, one.feeCents]))).toEqual(expected);
  expect(expected).toMatchObject({ pix: 100, credit_card: 1001, cash: 0 });
  for (const one of fees.ways) expect(one.netCents).toBe(one.cents - one.feeCents);
  expect([fees.grossCents, fees.feeCents, fees.netCents]).toEqual([104_507, 1_101, 103_406]);
});

it('tells discounts, what was called off and why, how long it took, and the hours of the week', async () => {
  const at = Date.parse('2026-11-20T18:30:00-03:00');
  sell(store, at, {
    subtotalCents: 3000,
    discountPercent: 10,
    discountCents: 300,
    totalCents: 2700,
    readyAtMs: at + 300_000,
  });
  sell(store, at + 60_000, { totalCents: 1300, readyAtMs: at + 60_000 + 100_000 });
  sell(store, '2026-11-21T00:59:59-03:00', { totalCents: 500, readyAtMs: null, status: 'RECEBIDO' });
  sell(store, '2026-11-21T01:00:00-03:00', {
    subtotalCents: 555,
    discountPercent: 10,
    discountCents: 55,
    totalCents: 500,
    readyAtMs: null,
    status: 'RECEBIDO',
  });
  sell(store, at, { status: 'CANCELLED', cancelReason: 'cliente', totalCents: 900 });
  sell(store, at, { status: 'CANCELLED', cancelReason: 'loja', totalCents: 100 });
  sell(store, at, { status: 'CANCELLED', cancelReason: 'loja', totalCents: 50 });
  sell(store, '2026-11-22T00:00:00-03:00', { status: 'CANCELLED', totalCents: 70_000 });
  expect(await read()).toMatchObject({
    totals: { orders: 4, salesCents: 5000, averageTicketCents: 1250 },
    discounts: { orders: 2, cents: 355 },
    cancelled: [
      { name: 'cliente', count: 1, cents: 900 },
      { name: 'loja', count: 2, cents: 150 },
    ],
    made: { orders: 2, meanSeconds: 200 },
    days: [
      { date: '2026-11-20', discountOrders: 1, discountCents: 300, madeOrders: 2, meanSeconds: 200 },
      // Discounted, and not made.
      { date: '2026-11-21', discountOrders: 1, discountCents: 55, madeOrders: 0, meanSeconds: null },
    ],
    // A Friday at six in the evening, a Saturday after midnight.
    hours: [
      { weekday: 5, hour: 18, orders: 2, salesCents: 4000 },
      { weekday: 6, hour: 0, orders: 1, salesCents: 500 },
      { weekday: 6, hour: 1, orders: 1, salesCents: 500 },
    ],
  });
});

it('has no line of what was called off after all, and none of its hour', async () => {
  sell(store, '2026-11-20T18:30:00-03:00', { items: [cup('Água', 400, 1)], totalCents: 400 });
  const called = sell(store, '2026-11-21T12:00:00-03:00', {
    items: [cup('Petit Gâteau', 1500, 2)],
    totalCents: 1500,
    source: 'counter',
  });
  expect((await read()).sold.map(({ name }) => name)).toEqual(['Petit Gâteau', 'Água']);
  change(store, called, { status: 'CANCELLED', cancelReason: 'loja' });
  const { sold, sources, hours } = await read();
  expect(sold).toEqual([{ name: 'Água', count: 1, cents: 400 }]);
  expect(sources).toHaveLength(1);
  expect(hours).toEqual([{ weekday: 5, hour: 18, orders: 1, salesCents: 400 }]);
});

it('rounds the mean ticket to the nearest centavo', async () => {
  sell(store, '2026-11-20T12:00:00-03:00', { totalCents: 1000 });
  sell(store, '2026-11-20T12:00:00-03:00', { totalCents: 1000 });
  sell(store, '2026-11-20T12:00:00-03:00', { totalCents: 1002 });
  expect((await read()).totals).toEqual({ orders: 3, salesCents: 3002, averageTicketCents: 1001 });
});

it('sets beside the period as many days right before it', async () => {
  sell(store, '2026-11-20T00:00:00-03:00', { totalCents: 1000 });
  sell(store, '2026-11-19T23:59:59-03:00', { totalCents: 200 });
  sell(store, '2026-11-18T00:00:00-03:00', { totalCents: 40 });
  sell(store, '2026-11-17T23:59:59-03:00', { totalCents: 70_000 });
  expect(await read()).toMatchObject({
    totals: { orders: 1, salesCents: 1000, averageTicketCents: 1000 },
    before: { from: '2026-11-18', to: '2026-11-19', orders: 2, salesCents: 240, averageTicketCents: 120 },
  });
});

it('sums of an older version are built anew once, and where each order stands in the log stays known', async () => {
  sell(store, '2026-11-20T12:00:00-03:00', { totalCents: 1000 });
  sell(store, '2026-11-21T12:00:00-03:00', { totalCents: 2000 });
  const whole = await read();
  const seqs = () =>
    store.db.select({ first: reportOrders.firstSeq, last: reportOrders.lastSeq }).from(reportOrders).all();
  const known = seqs();
  expect(known).toHaveLength(2);
  const { version: _, ...older } = JSON.parse(readMeta(store.db, 'report_cursor') ?? '') as object & {
    version: number;
  };
  // Sums of version 4 left out what went back.
  for (const version of [undefined, 4]) {
    writeMeta(store.db, 'report_cursor', JSON.stringify({ ...older, version }));
    store.db.delete(reportSums).run();
    store.db.update(reportOrders).set({ sums: '[]' }).run();
    expect(await read()).toEqual(whole);
    expect(seqs()).toEqual(known);
  }
});

it('reads of each table the days that were asked for', () => {
  const span = { from: '2026-11-20', to: '2026-11-21' };
  for (const [text, table] of [
    [SUMS_BETWEEN, 'report_sums'],
    [DAYS_BETWEEN, 'report_sums'],
    [HOURS_BETWEEN, 'report_hours'],
    [TOTALS_BETWEEN, 'report_days'],
  ] as const) {
    const [first] = store.db.$client.prepare(`explain query plan ${text}`).all(span) as { detail: string }[];
    expect(first?.detail).toMatch(
      new RegExp(`^SEARCH ${table} USING (COVERING )?INDEX .*date>\\? AND date<\\?`),
    );
  }
});
