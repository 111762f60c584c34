// The owner hears of unpaid orders that come in a burst, or fill what may wait; and it ends by itself.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { endFakeTime, fakeTimers, passUntil } from '../../testing/fake-timers.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { change, sell } from '../../testing/sell.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 30_000;
const WAITING: Partial<Order> = {
  status: 'PENDING',
  paymentStatus: 'pending',
  paymentMethod: 'cash',
  source: 'relay',
  deliveredAtMs: null,
};

let store: TestStore;
const open = async (environment: Record<string, string> = {}): Promise<void> => {
  store = await openTestStore({ environment });
  store.menu.setSettings({ remoteCashOrdersMax: 10 });
  store.start();
};
beforeEach(async () => {
  fakeTimers();
  await open();
});
afterEach(() => endFakeTime(store));

const place = (count: number, changes: Partial<Order> = {}, atMs = START_MS - 20 * MINUTE_MS): Order[] =>
  Array.from({ length: count }, () => sell(store, atMs, { ...WAITING, ...changes }));
const cancel = (orders: readonly Order[]) => {
  for (const order of orders) change(store, order, { status: 'CANCELLED' });
};
const rung = async (): Promise<string[]> => {
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  return store.alarms
    .open()
    .filter((one) => one.id === 'unpaid-orders')
    .map((one) => one.text);
};

it("[41] rings when as many of the site's orders wait for cash as may, and ends below half of them", async () => {
  const waiting = place(9);
  expect(await rung()).toEqual([]);
  waiting.push(...place(1));
  expect(await rung()).toEqual([
    expect.stringContaining('O site chegou ao limite de pedidos esperando pagamento.'),
  ]);
  cancel(waiting.splice(0, 5));
  expect(await rung()).toHaveLength(1);
  cancel(waiting.splice(0, 1));
  expect(await rung()).toEqual([]);
});

it('[41] rings when forty unpaid orders came within ten minutes, and ends by itself when no more come', async () => {
  place(39, { paymentMethod: null, source: 'lan' }, START_MS);
  expect(await rung()).toEqual([]);
  place(1, { paymentMethod: null, source: 'lan' }, START_MS);
  expect(await rung()).toEqual([
    expect.stringContaining('Chegaram muitos pedidos não pagos em poucos minutos.'),
  ]);
  store.clock.nowMs += 10 * MINUTE_MS + 1;
  expect(await rung()).toEqual([]);
});

it('[41] rings when the site is full of orders for which nothing was chosen, four times as many, and ends below half of them', async () => {
  const waiting = place(39, { paymentMethod: null });
  expect(await rung()).toEqual([]);
  waiting.push(...place(1, { paymentMethod: null }));
  expect(await rung()).toEqual([
    expect.stringContaining('O site chegou ao limite de pedidos esperando pagamento.'),
  ]);
  cancel(waiting.splice(0, 20));
  expect(await rung()).toHaveLength(1);
  cancel(waiting.splice(0, 1));
  expect(await rung()).toEqual([]);
});

it("[41] does not count what is paid, nor the counter's own", async () => {
  place(60, { source: 'counter' }, START_MS);
  place(60, { status: 'RECEBIDO', paymentStatus: 'approved' }, START_MS);
  expect(await rung()).toEqual([]);
});

it('[41] rings at bounds that are as many times higher as UNPAID_ORDERS_FACTOR says', async () => {
  await passUntil(store.close());
  await open({ UNPAID_ORDERS_FACTOR: '3' });
  const waiting = place(29);
  expect(await rung()).toEqual([]);
  waiting.push(...place(1));
  expect(await rung()).toHaveLength(1);
  cancel(waiting.splice(0, 16));
  expect(await rung()).toEqual([]);
  place(119, { paymentMethod: null, source: 'lan' }, START_MS);
  expect(await rung()).toEqual([]);
  place(1, { paymentMethod: null, source: 'lan' }, START_MS);
  expect(await rung()).toHaveLength(1);
});

it('[41] lasts while half of a burst came within ten minutes, and ends below it', async () => {
  const burst = { paymentMethod: null, source: 'lan' } as const;
  place(20, burst, START_MS - MINUTE_MS);
  place(1, burst, START_MS - 15_000);
  place(19, burst, START_MS);
  expect(await rung()).toHaveLength(1);
  store.clock.nowMs = START_MS + 10 * MINUTE_MS - 30_000;
  expect(await rung()).toHaveLength(1);
  store.clock.nowMs += 20_000;
  expect(await rung()).toEqual([]);
});
