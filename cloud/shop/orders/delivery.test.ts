import { expect, it } from 'vitest';
import { retryDelayMs } from './delivery.ts';

it.each([
  [0, 200],
  [1, 400],
  [2, 800],
  [6, 12_800],
  [7, 15_000],
  [8, 15_000],
  [1000, 15_000],
])(
  'after %i tries a command waits for up to %i ms and a twentieth of a second, and never less than that',
  (tries, mostMs) => {
    expect(retryDelayMs(tries, 0)).toBe(50);
    expect(retryDelayMs(tries, 0.5)).toBe(50 + mostMs / 2);
    expect(retryDelayMs(tries, 0.999_999)).toBe(50 + mostMs - 1);
  },
);
