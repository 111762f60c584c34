// Panel numbers while the clock is wrong: by days, by a year, back and forth.
import { afterEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import type { OrderCommand } from '@balcao/shared/order/command.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { openTestStore, START_MS, type TestStore } from '../../testing/open-test-store.ts';
import { changeOrder } from './change-order.ts';

const DAY_MS = 86_400_000;
let store: TestStore;
afterEach(() => store.close());

async function ordered(): Promise<string> {
  const placed = await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
  return ((await placed.json()) as { order: { id: string } }).order.id;
}

function changed(orderId: string, command: OrderCommand): Order {
  const result = changeOrder(store.orders, orderId, command);
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value;
}
const APPROVE = { kind: 'approve', method: 'cash' } as const;

async function paidAt(nowMs: number) {
  store.clock.nowMs = nowMs;
  const paid = changed(await ordered(), APPROVE);
  return [paid.orderNumber, paid.panelDate, paid.panelNumber];
}

it('[15] go on in the same day when a clock that was never set leaps by a year or falls back', async () => {
  let doubted = true;
  store = await openTestStore({ isClockDoubted: () => doubted });
  expect(await paidAt(START_MS)).toEqual([1, '2026-11-21', 1]);
  expect(await paidAt(START_MS + 365 * DAY_MS)).toEqual([2, '2026-11-21', 2]);
  expect(await paidAt(START_MS - 3 * DAY_MS)).toEqual([3, '2026-11-21', 3]);
  expect(await paidAt(START_MS + DAY_MS)).toEqual([4, '2026-11-22', 1]);
  // Set over the network after a holiday: the day is today's.
  doubted = false;
  expect(await paidAt(START_MS + 5 * DAY_MS)).toEqual([5, '2026-11-26', 1]);
});

it('go on from the last one given, whatever becomes of the orders before it', async () => {
  store = await openTestStore();
  const [first, second] = [await ordered(), await ordered()];
  expect([first, second].map((id) => changed(id, APPROVE).panelNumber)).toEqual([1, 2]);
  expect(changed(second, { kind: 'cancel', reason: 'loja' }).panelNumber).toBe(2);
  for (const kind of ['start', 'mark-ready', 'deliver'] as const)
    expect(changed(first, { kind }).panelNumber).toBe(1);
  expect(changed(await ordered(), APPROVE).panelNumber).toBe(3);
});

it('begin again at 1 in the next series when they are reset, once for each time', async () => {
  store = await openTestStore();
  expect(await paidAt(START_MS)).toEqual([1, '2026-11-21', 1]);
  const { panel } = store.orders;
  expect(panel.slot(START_MS)).toEqual({ date: '2026-11-21', series: 1, number: 2 });
  expect(panel.reset(START_MS)).toEqual({ date: '2026-11-21', series: 2 });
  expect(await paidAt(START_MS)).toEqual([2, '2026-11-21', 1]);
  expect(panel.reset(START_MS)).toEqual({ date: '2026-11-21', series: 3 });
  expect(panel.slot(START_MS)).toEqual({ date: '2026-11-21', series: 3, number: 1 });
});
