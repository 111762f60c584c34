import { expect, it } from 'vitest';
import { busiestHours } from './peak-hours.ts';

it('the five busiest hours, and of two alike the earlier one first', () => {
  const counts: Record<number, number> = { 11: 2, 12: 9, 15: 4, 16: 4, 18: 7, 19: 1, 21: 12 };
  const hours = Object.entries(counts).map(([hour, count]) => ({ hour: Number(hour), count }));
  expect(busiestHours(hours.reverse()).map(({ hour }) => hour)).toEqual([21, 12, 18, 15, 16]);
});
