import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SalesReport } from '@balcao/shared/http/reports.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import {
  reportDays,
  reportHours,
  reportItems,
  reportMonthHours,
  reportMonthItems,
} from '../../storage/schema/reports.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { change, sell } from '../../testing/sell.ts';

// The clock stands at 15:00 of Saturday 21 November 2026 in São Paulo.
let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const get = async <T>(path: string): Promise<T> => (await (await admin(path)).json()) as T;
const sales = (query = '') => get<SalesReport>(`/api/staff/reports/sales${query}`);

describe('the sales report', () => {
  it('sums paid orders by the day of the shop, to both ends of a month and a year', async () => {
    sell(store, '2026-10-31T23:59:59-03:00', { totalCents: 100 });
    sell(store, '2026-11-01T00:00:00-03:00', { totalCents: 1000 });
    sell(store, '2026-11-15T12:00:00-03:00', { totalCents: 2000, paymentMethod: 'pix' });
    sell(store, '2026-11-30T23:59:59-03:00', { totalCents: 4000 });
    sell(store, '2026-12-01T00:00:00-03:00', { totalCents: 8000 });
    sell(store, '2025-12-31T23:30:00-03:00', { totalCents: 16000 });
    const november = await sales('?from=2026-11-01&to=2026-11-30');
    expect(november).toMatchObject({ totalSalesCents: 7000, totalOrders: 3, averageTicketCents: 2333 });
    expect(november.days).toHaveLength(30);
    expect(november.days.filter((day) => day.orders > 0).map((day) => day.date)).toEqual([
      '2026-11-01',
      '2026-11-15',
      '2026-11-30',
    ]);
    expect(november.methods).toEqual([
      { method: 'cash', orders: 2, salesCents: 5000 },
      { method: 'pix', orders: 1, salesCents: 2000 },
    ]);
    expect(november.peakHours).toEqual([
      { hour: 0, count: 1 },
      { hour: 12, count: 1 },
      { hour: 23, count: 1 },
    ]);
    expect(await sales('?from=2025-12-31&to=2025-12-31')).toMatchObject({ totalSalesCents: 16000 });
    expect(await sales('?from=2026-01-01&to=2026-01-31')).toMatchObject({
      totalOrders: 0,
      averageTicketCents: 0,
      bestSellers: [],
      peakHours: [],
    });
  });

  it('counts neither unpaid nor cancelled nor wholly refunded orders, and a part given back is taken off', async () => {
    const at = '2026-11-20T12:00:00-03:00';
    sell(store, at, { paymentStatus: 'pending', status: 'PENDING' });
    sell(store, at, { paymentStatus: 'refunded' });
    sell(store, at, { status: 'CANCELLED' });
    const paid = sell(store, at, { totalCents: 5000, paymentMethod: 'pix' });
    expect(await sales()).toMatchObject({ totalOrders: 1, totalSalesCents: 5000 });
    const fact = {
      attemptId: paid.id,
      orderId: paid.id,
      status: 'partially_refunded',
      refundedCents: 1500,
      mismatch: null,
    };
    store.db.$client
      .prepare('insert into payments (attempt_id, order_id, fact, updated_at_ms) values (?, ?, ?, 1)')
      .run(paid.id, paid.id, JSON.stringify(fact));
    const part = change(store, paid, { paymentStatus: 'partially_refunded' });
    expect(await sales()).toMatchObject({ totalOrders: 1, totalSalesCents: 3500 });
    change(store, part, { paymentStatus: 'refunded' });
    expect(await sales()).toMatchObject({
      totalOrders: 0,
      totalSalesCents: 0,
      bestSellers: [],
      methods: [],
      peakHours: [],
    });
  });

  it('names what sold best in the order size, base, ice cream, topping; half-and-half counts both', async () => {
    sell(store, '2026-11-20T12:00:00-03:00');
    const other = sell(store, '2026-11-20T13:00:00-03:00');
    expect((await sales()).bestSellers).toEqual([
      { type: 'size', name: 'Grande', count: 2 },
      { type: 'base', name: 'Açaí', count: 2 },
      { type: 'ice_cream', name: 'Morango', count: 2 },
      { type: 'ice_cream', name: 'Ninho', count: 2 },
      { type: 'topping', name: 'Banana', count: 2 },
      { type: 'topping', name: 'Nutella', count: 2 },
    ]);
    change(store, other, { status: 'CANCELLED' });
    expect((await sales()).bestSellers[0]).toEqual({ type: 'size', name: 'Grande', count: 1 });
  });

  it('shows one customer alone', async () => {
    sell(store, '2026-11-20T12:00:00-03:00', { totalCents: 1000 });
    sell(store, '2026-11-19T18:00:00-03:00', {
      totalCents: 3000,
      customerPhone: '21999998888',
      paymentMethod: 'pix',
    });
    const mine = await sales('?phone=(21)%2099999-8888');
    expect(mine).toMatchObject({
      totalOrders: 1,
      totalSalesCents: 3000,
      methods: [{ method: 'pix' }],
      peakHours: [{ hour: 18, count: 1 }],
    });
    expect(mine.bestSellers.filter((row) => row.type === 'ice_cream')).toHaveLength(2);
  });

  it('growth is this week over the week before, and null when there was none', async () => {
    sell(store, '2026-11-21T10:00:00-03:00', { totalCents: 1500 });
    expect((await sales()).weeklyGrowthPercent).toBeNull();
    sell(store, '2026-11-15T00:00:00-03:00', { totalCents: 1500 });
    sell(store, '2026-11-14T23:59:00-03:00', { totalCents: 2000 });
    sell(store, '2026-11-07T23:59:00-03:00', { totalCents: 999_999 });
    expect((await sales()).weeklyGrowthPercent).toBe(50);
  });

  it('refuses a period that ends before it begins, and one of a hundred years', async () => {
    // As a page, taken apart, and as a file.
    for (const report of ['sales', 'breakdown', 'sales.csv'])
      for (const period of ['from=2026-11-02&to=2026-11-01', 'from=1926-11-02&to=2026-11-01', 'from=ontem']) {
        const answer = await admin(`/api/staff/reports/${report}?${period}`);
        expect([report, period, answer.status]).toEqual([report, period, 422]);
      }
  });
});

describe('a report over whole months and the days around them', () => {
  it('counts every day of the period once, and none besides', async () => {
    const days = [
      '2025-12-14',
      '2025-12-15',
      '2025-12-31',
      '2026-01-01',
      '2026-02-28',
      '2026-03-01',
      '2026-03-10',
    ];
    for (const day of [...days, '2026-03-11']) sell(store, `${day}T15:00:00-03:00`, { totalCents: 1000 });
    const report = await sales('?from=2025-12-15&to=2026-03-10');
    expect(report).toMatchObject({ totalOrders: 6, peakHours: [{ hour: 15, count: 6 }] });
    expect(report.bestSellers.find((row) => row.type === 'size')?.count).toBe(6);
    expect((await sales('?from=2026-01-01&to=2026-02-28')).peakHours).toEqual([{ hour: 15, count: 2 }]);
    expect((await sales('?from=2026-03-01&to=2026-03-10')).peakHours).toEqual([{ hour: 15, count: 2 }]);
  });
});

describe('the dashboard and the ranking', () => {
  it('shows today against the mean of seven days, and three of each', async () => {
    sell(store, '2026-11-21T10:00:00-03:00', { totalCents: 1500 });
    sell(store, '2026-11-20T10:00:00-03:00', { totalCents: 7000 });
    sell(store, '2026-11-14T10:00:00-03:00', { totalCents: 7000 });
    // The eighth day before today is in no mean of seven.
    sell(store, '2026-11-13T10:00:00-03:00', { totalCents: 3000 });
    sell(store, '2026-11-21T10:00:00-03:00', {
      totalCents: 900,
      paymentStatus: 'pending',
      status: 'PENDING',
    });
    sell(store, '2026-11-20T10:00:00-03:00', { totalCents: 900, paymentStatus: 'refunded' });
    expect(await get('/api/staff/reports/dashboard')).toMatchObject({
      todaySalesCents: 1500,
      todayOrders: 1,
      meanSalesCents: 2000,
      weekSalesCents: 8500,
      previousWeekSalesCents: 10_000,
      weeklyGrowthPercent: -15,
      hours: [{ hour: 10, count: 1 }],
      top: { sizes: [{ name: 'Grande', count: 4 }] },
    });
  });

  it('gives whole phones to an administrator and masked ones to everybody', async () => {
    for (const phone of ['11900000001', '11900000001', '11900000002', '11900000003', '11900000004'])
      sell(store, '2026-11-02T10:00:00-03:00', {
        customerPhone: phone,
        totalCents: Number(phone.at(-1)) * 100,
      });
    sell(store, '2026-10-31T10:00:00-03:00', { customerPhone: '11900000009', totalCents: 999_999 });
    for (let times = 0; times < 3; times += 1)
      sell(store, '2026-11-03T10:00:00-03:00', {
        customerPhone: '11900000008',
        totalCents: 999_999,
        paymentStatus: 'pending',
        status: 'PENDING',
      });
    expect(await get('/api/staff/ranking')).toEqual({
      month: '2026-11',
      clients: [
        { phone: '11900000001', orderCount: 2, totalSpentCents: 200 },
        { phone: '11900000004', orderCount: 1, totalSpentCents: 400 },
        { phone: '11900000003', orderCount: 1, totalSpentCents: 300 },
      ],
    });
    const text = await (await store.ask('/api/ranking')).text();
    expect(text).toContain('***001');
    expect(text).not.toContain('119');
  });

  it('names nobody whose orders were all called off', async () => {
    const order = sell(store, '2026-11-02T10:00:00-03:00');
    expect((await get<{ clients: object[] }>('/api/staff/ranking')).clients).toHaveLength(1);
    change(store, order, { status: 'CANCELLED' });
    expect(await get('/api/staff/ranking')).toEqual({ month: '2026-11', clients: [] });
  });
});

describe('the sums', () => {
  it('are the same however often the log is followed, and when they are built anew from the orders', async () => {
    inTransaction(store.db, () => {
      for (let day = 1; day <= 20; day += 1)
        for (let n = 0; n < 12; n += 1)
          sell(store, `2026-11-${String(day).padStart(2, '0')}T${10 + n}:00:00-03:00`, {
            totalCents: day * 100 + n,
          });
    });
    const sums = () =>
      [reportHours, reportItems, reportDays, reportMonthHours, reportMonthItems].map((table) =>
        store.db.select().from(table).all(),
      );
    const followed = await sales();
    const before = sums();
    expect(followed.totalOrders).toBe(240);
    await store.rollups.upToDate();
    expect(sums()).toEqual(before);
    inTransaction(store.db, () =>
      writeMeta(
        store.db,
        'report_cursor',
        JSON.stringify({ ...JSON.parse(readMeta(store.db, 'report_cursor') ?? ''), epoch: 99 }),
      ),
    );
    expect(await sales()).toEqual(followed);
    expect(sums()).toEqual(before);
  });
});

describe('the spreadsheet', () => {
  it('opens in Excel pt-BR: BOM, semicolons, commas, and no cell that runs', async () => {
    const order = sell(store, '2026-11-20T12:30:00-03:00', { totalCents: 123_450 });
    store.db.$client
      .prepare('update order_item_toppings set name = \'=HYPERLINK("x")\' where position = 0')
      .run();
    store.db.$client
      .prepare(
        "update order_items set size_name = '=1+1', base_name = null, ice_cream_name = null, secondary_ice_cream_name = null",
      )
      .run();
    const response = await admin('/api/staff/reports/sales.csv');
    expect(response.headers.get('content-disposition')).toContain('.csv');
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, line, rest] = new TextDecoder().decode(bytes).slice(0).split('\r\n');
    expect(header).toMatch(/^Pedido;Código;Data;Hora;/);
    expect(line).toBe(
      `${order.simpleId};00000-00001;20/11/2026;12:30;Para levar;Dinheiro;Entregue;"'=1+1 + =HYPERLINK(""x"") + Nutella";1234,5;0;1234,5;1234,5`,
    );
    expect(rest).toBe('');
    expect(line).not.toContain('98765');
  });

  it('holds every paid order of a long period', async () => {
    inTransaction(store.db, () => {
      for (let n = 0; n < 450; n += 1) sell(store, '2026-11-20T12:30:00-03:00');
    });
    expect((await (await admin('/api/staff/reports/sales.csv')).text()).trim().split('\r\n')).toHaveLength(
      451,
    );
  });

  it('holds the orders of its days, whatever the clock said when others were taken', async () => {
    const sold = [
      '2026-11-10',
      '2026-11-12',
      '2026-11-18',
      '2026-11-11',
      '2026-11-19',
      '2026-11-13',
      '2026-11-20',
    ];
    for (const day of sold) sell(store, `${day}T12:00:00-03:00`);
    const days = async (query: string): Promise<(string | undefined)[]> => {
      const text = await (await admin(`/api/staff/reports/sales.csv${query}`)).text();
      return text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';')[2]?.slice(0, 2));
    };
    expect(await days('?from=2026-11-11&to=2026-11-18')).toEqual(['12', '18', '11', '13']);
    expect(await days('?from=2026-11-14&to=2026-11-17')).toEqual([]);
    expect(await days('?from=2026-12-01&to=2026-12-02')).toEqual([]);
  });

  it('stands aside while somebody else is being answered, but not for ever', async () => {
    let end: () => void = () => undefined;
    // An order whose body does not come to its end.
    const body = new ReadableStream({ start: (controller) => (end = () => controller.close()) });
    const init = {
      method: 'POST',
      body,
      duplex: 'half' as const,
      headers: { 'content-type': 'application/json' },
    };
    const from = { transport: 'lan' as const, clientIp: '192.168.0.9', origin: 'http://balcao.local' };
    const ordering = store.app.request('/api/orders', init, from);
    const askedAt = performance.now();
    await sales();
    expect(performance.now() - askedAt).toBeGreaterThan(100);
    end();
    await ordering;
  });

  it('leaves others their turn, however quickly it is read', async () => {
    inTransaction(store.db, () => {
      for (let n = 0; n < 450; n += 1) sell(store, '2026-11-20T12:30:00-03:00');
    });
    const response = await admin('/api/staff/reports/sales.csv');
    let turns = 0;
    let reading = true;
    const others = (): void => {
      turns += 1;
      if (reading) setImmediate(others);
    };
    setImmediate(others);
    await response.text();
    reading = false;
    expect(turns).toBeGreaterThanOrEqual(450 / 50);
  });
});
