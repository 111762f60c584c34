// Panel numbers while the clock is wrong: by days, by a year, back and forth.
import { afterEach, expect, it } from 'vitest';
import { v7 } from 'uuid';
import { sampleRequest } from '@balcao/shared/order/sample.ts';
import { openTestStore, START_MS, type TestStore } from '../testing/open-test-store.ts';
import { changeOrder } from './change-order.ts';

const DAY_MS = 86_400_000;
let store: TestStore;
afterEach(() => store.close());

async function paidAt(nowMs: number) {
  store.clock.nowMs = nowMs;
  const placed = await store.ask('/api/orders', { json: { ...sampleRequest(), id: v7() } });
  const { order } = (await placed.json()) as { order: { id: string; orderNumber: number } };
  const paid = changeOrder(store.orders, order.id, { kind: 'approve', method: 'cash' });
  if (!paid.ok) throw new Error(paid.refusal.code);
  return [paid.value.orderNumber, paid.value.panelDate, paid.value.panelNumber];
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
