// A period of more days than are read at once: what stands in several pieces is one line, in its place. Sums worked out by hand.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Breakdown } from '@balcao/shared/http/reports.ts';
import { openDatabase, type Db } from '../../storage/open.ts';
import { reportDays, reportHours, reportSums } from '../../storage/schema/reports.ts';
import { createBreakdown } from './breakdown.ts';
import type { SumKind } from './order-sums.ts';

// Ninety days are read at once: each of these is in a piece of its own. A Thursday, a Wednesday and a Tuesday.
const [JANUARY, APRIL, JULY] = ['2026-01-01', '2026-04-01', '2026-07-07'] as const;
let db: Db;
let read: () => Promise<Breakdown>;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  const breakdown = createBreakdown({
    db,
    others: { waitUntilIdle: () => Promise.resolve() },
    feePercents: () => ({ pix: 1 }),
  });
  read = () => breakdown({ from: JANUARY, to: '2026-07-31' });
});
afterEach(() => void db.$client.close());

const sum = (date: string, kind: SumKind, name: string, count: number, cents: number): void =>
  void db.insert(reportSums).values({ date, kind, name, count, cents }).run();
const hour = (date: string, at: number, orders: number, cents: number): void =>
  void db.insert(reportHours).values({ date, hour: at, method: 'cash', orders, cents }).run();
const day = (date: string, orders: number, cents: number): void =>
  void db.insert(reportDays).values({ date, method: 'cash', orders, cents }).run();

it('without an order is a report of nothing', async () => {
  expect(await read()).toMatchObject({
    totals: { orders: 0, salesCents: 0, averageTicketCents: 0 },
    before: { from: '2025-06-03', to: '2025-12-31', orders: 0, salesCents: 0, averageTicketCents: 0 },
    sold: [],
    discounts: { orders: 0, cents: 0, reasons: [], givers: [] },
    made: { orders: 0, meanSeconds: null },
    days: [],
    hours: [],
  });
});

it('adds up what was sold in each of its pieces, most money first, then most often, then by name', async () => {
  sum(JANUARY, 'sold', 'Água', 1, 400);
  sum(APRIL, 'sold', 'Água', 2, 800);
  sum(JULY, 'sold', 'Água', 3, 1200);
  sum(JANUARY, 'sold', 'Taça', 1, 3000);
  for (const name of ['Dois', 'Cinco', 'Mais']) sum(APRIL, 'sold', name, name === 'Mais' ? 3 : 2, 500);
  // Called off in a later piece than it was sold.
  sum(JANUARY, 'sold', 'Nada', 1, 9000);
  sum(JULY, 'sold', 'Nada', -1, -9000);
  expect((await read()).sold).toEqual([
    { name: 'Taça', count: 1, cents: 3000 },
    { name: 'Água', count: 6, cents: 2400 },
    { name: 'Mais', count: 3, cents: 500 },
    { name: 'Cinco', count: 2, cents: 500 },
    { name: 'Dois', count: 2, cents: 500 },
  ]);
});

it('says each kind of sum in its own place', async () => {
  for (const [n, kind] of (
    ['source', 'operator', 'way', 'cancelled', 'discount-reason', 'discount-giver'] as const
  ).entries()) {
    sum(JANUARY, kind, `pix`, 1, 100 * (n + 1));
    sum(JULY, kind, `pix`, 1, 100 * (n + 1));
  }
  sum(JULY, 'returned', 'pix', 1, 200);
  const one = (cents: number) => [{ name: 'pix', count: 2, cents }];
  const said = await read();
  expect(said).toMatchObject({
    sources: one(200),
    operators: one(400),
    ways: one(600),
    cancelled: one(800),
    discounts: { reasons: one(1000), givers: one(1200) },
  });
  // 600 stayed and 200 went back; 1 % of what stayed is 6.
  expect(said.fees).toMatchObject({ grossCents: 800, returnedCents: 200, feeCents: 6, netCents: 594 });
});

it('tells each day that made or gave something away, and the mean over all of them', async () => {
  sum(JANUARY, 'made', '', 2, 100);
  sum(JULY, 'made', '', 1, 51);
  sum(APRIL, 'discount', '', 1, 300);
  const { made, discounts, days } = await read();
  // 151 seconds for three.
  expect(made).toEqual({ orders: 3, meanSeconds: 50 });
  expect(discounts).toMatchObject({ orders: 1, cents: 300 });
  expect(days).toEqual([
    { date: JANUARY, discountOrders: 0, discountCents: 0, madeOrders: 2, meanSeconds: 50 },
    { date: APRIL, discountOrders: 1, discountCents: 300, madeOrders: 0, meanSeconds: null },
    { date: JULY, discountOrders: 0, discountCents: 0, madeOrders: 1, meanSeconds: 51 },
  ]);
});

it('adds up the hours of the week over all of it, in their order', async () => {
  hour(JANUARY, 20, 1, 100);
  // The next Thursday but twelve, in another piece.
  hour('2026-04-09', 20, 2, 300);
  hour(JANUARY, 3, 1, 10);
  hour(JULY, 23, 1, 50);
  hour(APRIL, 0, 1, 70);
  hour(APRIL, 5, 0, 0);
  expect((await read()).hours).toEqual([
    { weekday: 2, hour: 23, orders: 1, salesCents: 50 },
    { weekday: 3, hour: 0, orders: 1, salesCents: 70 },
    { weekday: 4, hour: 3, orders: 1, salesCents: 10 },
    { weekday: 4, hour: 20, orders: 3, salesCents: 400 },
  ]);
});

it('is set beside as many days right before it', async () => {
  day(JANUARY, 3, 1000);
  day('2026-07-31', 0, 1);
  day('2025-12-31', 1, 70);
  day('2025-06-03', 1, 7);
  day('2025-06-02', 1, 900);
  expect(await read()).toMatchObject({
    totals: { orders: 3, salesCents: 1001, averageTicketCents: 334 },
    before: { orders: 2, salesCents: 77, averageTicketCents: 39 },
  });
});
