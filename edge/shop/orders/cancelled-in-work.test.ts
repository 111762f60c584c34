// Orders that were cancelled while the kitchen made them stay on the board: whoever has the cup in hand must be told.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Board } from '@balcao/shared/http/staff.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sell } from '../../testing/sell.ts';
import { asRole, type Asking } from '../../testing/sign-in.ts';

let store: TestStore;
let admin: Asking;
let kitchen: Asking;
beforeEach(async () => {
  store = await openTestStore();
  [admin, kitchen] = [await asRole(store, 'ADMIN'), await asRole(store, 'KITCHEN')];
});
afterEach(() => store.close());

const cancelled = async (asking = kitchen): Promise<Order[]> =>
  ((await (await asking('/api/staff/board')).json()) as Board).cancelled ?? [];
async function cancel(id: string): Promise<void> {
  const json = { kind: 'cancel', reason: 'cliente' };
  expect((await admin(`/api/staff/orders/${id}/moves`, { json })).status).toBe(200);
  store.clock.nowMs += 1_000;
}
let panelNumber = 0;
const begun = (status: 'PREPARING' | 'READY', changes: Partial<Order> = {}): Order => {
  const { date, series } = store.orders.panel.slot(store.clock.nowMs);
  panelNumber += 1;
  const panel = { panelNumber, panelDate: date, panelSeries: series };
  return sell(store, store.clock.nowMs, { status, ...panel, ...changes });
};

it('what was begun is there, newest first, without the phone, and what was not begun is not', async () => {
  const inWork = begun('PREPARING', { customerPhone: '11987654321' });
  const done = begun('READY');
  const waiting = sell(store, store.clock.nowMs, { status: 'RECEBIDO' });
  for (const { id } of [inWork, waiting, done]) await cancel(id);
  expect((await cancelled()).map(({ id, customerPhone }) => [id, customerPhone])).toEqual([
    [done.id, null],
    [inWork.id, null],
  ]);
});

it('at most twelve are there, and none of them tomorrow', async () => {
  const orders = Array.from({ length: 14 }, () => begun('PREPARING'));
  for (const { id } of orders) await cancel(id);
  expect((await cancelled()).map(({ id }) => id)).toEqual(
    orders
      .slice(2)
      .map(({ id }) => id)
      .toReversed(),
  );
  store.clock.nowMs += 24 * 3_600_000;
  // A new day of the panel begins with its first order.
  sell(store, store.clock.nowMs, { status: 'RECEBIDO' });
  expect(await cancelled()).toEqual([]);
});
