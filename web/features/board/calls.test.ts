import { expect, it } from 'vitest';
import { callsAmong } from './calls.ts';

const ready = [3, 2, 1].map((number) => ({ id: `${number}`, number, readyAtMs: number }));
const called = (known: readonly string[] | null) =>
  callsAmong(ready, known === null ? null : new Set(known)).map(({ number }) => number);

it('calls what has become ready, that of longest ago first', () => {
  expect(called(['1'])).toEqual([2, 3]);
  expect(called([])).toEqual([1, 2, 3]);
  expect(called(['1', '2', '3', '4'])).toEqual([]);
});

it('calls nothing of what was ready when the screen was switched on', () => {
  expect(called(null)).toEqual([]);
});
