// What the report of sales makes of a few sums: the order of its lines, its growth, its names and whose sums they are. Without a server.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Db } from '../../storage/open.ts';
import { reportDays, reportItems } from '../../storage/schema/reports.ts';
import { createReports, type Reports } from './reports.ts';

// A Saturday; its week began on the 15th, the one before on the 8th.
const NOON_MS = Date.parse('2026-11-21T12:00:00-03:00');
let db: Db;
let reports: Reports;
beforeEach(() => {
  db = openDatabase(':memory:', 'edge/storage/migrations');
  reports = createReports({
    db,
    timeZone: 'America/Sao_Paulo',
    clock: () => NOON_MS,
    others: { waitUntilIdle: () => Promise.resolve() },
  });
});
afterEach(() => void db.$client.close());

const day = (date: string, method: string, orders: number, cents: number): void =>
  void db.insert(reportDays).values({ date, method, orders, cents }).run();
const item = (type: string, name: string, count: number, date = '2026-11-20'): void =>
  void db.insert(reportItems).values({ date, type, name, count }).run();
const sales = (phone: string | null = null) => reports.sales({ from: '2026-11-20', to: '2026-11-21', phone });

it('names the ways of payment with the most money first, and none where nothing was paid or nothing counted', async () => {
  day('2026-11-20', 'cash', 1, 100);
  day('2026-11-20', 'pix', 1, 300);
  day('2026-11-21', 'terminal', 1, 200);
  day('2026-11-21', 'none', 1, 0);
  day('2026-11-21', 'counted', 2, 0);
  day('2026-11-21', 'pix_manual', 0, 0);
  const { methods, days } = await sales();
  expect(methods).toEqual([
    { method: 'pix', orders: 1, salesCents: 300 },
    { method: 'terminal', orders: 1, salesCents: 200 },
    { method: 'cash', orders: 1, salesCents: 100 },
  ]);
  expect(days).toEqual([
    { date: '2026-11-20', orders: 2, salesCents: 400 },
    { date: '2026-11-21', orders: 4, salesCents: 200 },
  ]);
});

it('grows by this week over the one before, to a tenth of a percent, and by nothing where that had none', async () => {
  day('2026-11-14', 'cash', 1, 0);
  day('2026-11-15', 'cash', 1, 400);
  expect((await sales()).weeklyGrowthPercent).toBeNull();
  day('2026-11-08', 'cash', 1, 300);
  day('2026-11-07', 'cash', 1, 9000);
  expect((await sales()).weeklyGrowthPercent).toBe(33.3);
  // Of a phone that ordered nothing it is not everybody's.
  expect((await sales('1')).weeklyGrowthPercent).toBeNull();
  expect(await sales('1')).toMatchObject({ totalOrders: 0, bestSellers: [] });
});

it('shows three of each kind by their own kind', () => {
  for (const type of ['size', 'base', 'ice_cream', 'topping'])
    for (const [n, count] of [4, 3, 2, 1].entries()) item(type, `${type} ${n}`, count);
  const three = (type: string) => [4, 3, 2].map((count, n) => ({ name: `${type} ${n}`, count }));
  expect(reports.dashboard().top).toEqual({
    sizes: three('size'),
    bases: three('base'),
    iceCreams: three('ice_cream'),
    toppings: three('topping'),
  });
});

it('takes for preferred what was sold in the last thirty days, today among them', () => {
  item('size', 'Grande', 2, '2026-10-23');
  item('size', 'Pequeno', 1, '2026-11-21');
  item('size', 'Médio', 9, '2026-10-22');
  expect(reports.dashboard().top.sizes).toEqual([
    { name: 'Grande', count: 2 },
    { name: 'Pequeno', count: 1 },
  ]);
});
