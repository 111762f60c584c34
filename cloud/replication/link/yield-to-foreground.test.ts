// What was missed in an outage and the customers of the moment share the time of one process.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createYieldToForeground } from './yield-to-foreground.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Customers without end: whoever stands aside for them does so for as long as it would, and on a busy machine `lateMs` longer. */
function crowd(lateMs = 0) {
  const stood: number[] = [];
  const waitUntilIdle = async (msMax: number): Promise<void> => {
    stood.push(msMax + lateMs);
    vi.advanceTimersByTime(msMax + lateMs);
  };
  return { stood, waitUntilIdle };
}

/** So many pieces of a millisecond. */
async function work(aside: () => Promise<void>, pieces: number): Promise<void> {
  for (let piece = 0; piece < pieces; piece += 1) {
    await aside();
    vi.advanceTimersByTime(1);
  }
}
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

it('[66] stands aside for customers without end for as long as it works, five milliseconds at a time', async () => {
  const customers = crowd();
  await work(createYieldToForeground(customers), 100);
  expect(new Set(customers.stood)).toEqual(new Set([5]));
  expect(sum(customers.stood)).toBe(100);
});

it('[66] works for ten milliseconds at most before it stands aside again, however late it was let on', async () => {
  const customers = crowd(200);
  await work(createYieldToForeground(customers), 100);
  expect(customers.stood).toHaveLength(10);
});

it('[66] stands aside once for all who ask meanwhile', async () => {
  const customers = crowd();
  const aside = createYieldToForeground(customers);
  await Promise.all([aside(), aside()]);
  await aside();
  expect(customers.stood).toEqual([5]);
});
