// The day as the owner sees it, from orders made by hand: each figure is added up in the test.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Today } from '@balcao/shared/http/reports.ts';
import { addPriceConflict } from '@balcao/shared/menu/remote-price.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { orderId, sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';
import { OPEN_NOW, SOLD_UP_TO } from './today.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let store: TestStore;
let admin: Asking;
beforeEach(async () => {
  store = await openTestStore();
  admin = await asRole(store, 'ADMIN');
});
afterEach(() => store.close());

const today = async (): Promise<Today> => (await (await admin('/api/staff/reports/today')).json()) as Today;

// It is Saturday, 15:00.
it('sets what was sold today against the same weekday a week ago, up to the same minute', async () => {
  sell(store, START_MS - 60 * MINUTE_MS, { totalCents: 3000 });
  sell(store, '2026-11-21T00:00:00-03:00', { totalCents: 500 });
  sell(store, '2026-11-20T23:59:59-03:00', { totalCents: 70_000 });
  sell(store, START_MS - 7 * DAY_MS, { totalCents: 1000 });
  sell(store, START_MS - 7 * DAY_MS - 1, { totalCents: 200 });
  sell(store, START_MS - 7 * DAY_MS + 1, { totalCents: 90_000 });
  sell(store, '2026-11-13T23:59:59-03:00', { totalCents: 80_000 });
  sell(store, START_MS - 7 * DAY_MS - 2, { totalCents: 60_000, status: 'CANCELLED' });
  expect(await today()).toMatchObject({
    nowMs: START_MS,
    sales: { orders: 2, salesCents: 3500 },
    weekAgo: { orders: 2, salesCents: 1200 },
  });
});

it('counts what is open by where it stands, and what is late from the minute on that the kitchen calls late', async () => {
  const late = 8 * MINUTE_MS;
  sell(store, START_MS - late, { status: 'RECEBIDO' });
  sell(store, START_MS - late + 1, { status: 'RECEBIDO' });
  sell(store, START_MS - late - 1, { status: 'PREPARING' });
  // On the shelf it waits for its customer, and unpaid for its money.
  sell(store, START_MS - 3 * late, { status: 'READY' });
  sell(store, START_MS - 3 * late, { status: 'PENDING', paymentStatus: 'pending', paymentMethod: 'cash' });
  sell(store, START_MS - 3 * late);
  expect((await today()).open).toEqual({
    unpaid: 1,
    received: 2,
    preparing: 1,
    ready: 1,
    late: 2,
    lateMinutes: 8,
  });
});

it('calls an order late by how long the kitchen has had it, not by how long it waited for its money', async () => {
  const late = 8 * MINUTE_MS;
  sell(store, START_MS - 3 * late, { status: 'RECEBIDO', receivedAtMs: START_MS - late + 1 });
  expect((await today()).open.late).toBe(0);
  sell(store, START_MS - 3 * late, { status: 'RECEBIDO', receivedAtMs: START_MS - late });
  expect((await today()).open.late).toBe(1);
});

it('says what should lie in the drawer, and that none is open', async () => {
  expect((await today()).till).toBeNull();
  const front = await asRole(store, 'ATTENDANT');
  await front('/api/staff/cash-session', { json: { id: orderId(0xc0001), floatCents: 10_000 } });
  const order = sell(store, START_MS, {
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    totalCents: 2500,
  });
  await front(`/api/staff/orders/${order.id}/moves`, { json: { kind: 'confirm-payment', method: 'cash' } });
  await front('/api/staff/cash-session/movements', {
    json: { id: orderId(0xc0002), kind: 'sangria', amountCents: 4000, note: '' },
  });
  expect((await today()).till).toEqual({
    openedAtMs: START_MS,
    openedBy: 'Ana ATTENDANT',
    expectedCents: 8500,
  });
});

it('names the printers, the site and the newest copy that is outside', async () => {
  store.printing.printers.save(null, {
    name: 'Cozinha',
    enabled: false,
    transport: { kind: 'tcp', host: '127.0.0.1', port: 9100 },
    columns: 48,
    codePage: 'PC850',
    purposes: ['kitchen'],
  });
  expect(await today()).toMatchObject({
    printers: [{ name: 'Cozinha', state: 'disabled', held: 0, failed: 0 }],
    site: 'none',
    copyOutside: { atMs: null, isOld: false },
  });
  store.clock.nowMs += 7 * DAY_MS;
  expect((await today()).copyOutside).toEqual({ atMs: null, isOld: false });
  store.clock.nowMs += 1;
  expect((await today()).copyOutside).toEqual({ atMs: null, isOld: true });
});

it('counts the prices from afar that wait for the owner, and names the kind of the first', async () => {
  expect((await today()).pricesToChoose).toBeNull();
  for (const [kind, id] of [
    ['sizes', 'g'],
    ['products', 'agua'],
  ] as const)
    store.menu.edit((doc) =>
      addPriceConflict(doc, { kind, id, seenCents: 1, wantedCents: 9999, by: 'Bia', atMs: 1 }),
    );
  expect((await today()).pricesToChoose).toEqual({ count: 2, kind: 'sizes' });
});

it('is for an administrator alone', async () => {
  for (const role of ['ATTENDANT', 'KITCHEN', 'WHOLESALE'] as const)
    expect((await (await asRole(store, role))('/api/staff/reports/today')).status).toBe(403);
});

it('reads no order that is over, and of a day its own', () => {
  const planOf = (text: string, values: unknown[]): string[] =>
    store.db.$client
      .prepare(`explain query plan ${text}`)
      .all(...values)
      .map((step) => (step as { detail: string }).detail);
  expect(planOf(SOLD_UP_TO, ['2026-11-21', START_MS])).toEqual([
    'SEARCH r USING INDEX report_orders_date (date=?)',
    'SEARCH o USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
  expect(planOf(OPEN_NOW, [{ beforeMs: START_MS }])).toEqual([
    'SCAN orders USING INDEX orders_open',
    'USE TEMP B-TREE FOR GROUP BY',
  ]);
});
