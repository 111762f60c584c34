import { describe, expect, it } from 'vitest';
import { readyTime } from './ready-time.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
/** Ready `agoMinutes` ago, after `tookMinutes` in the kitchen. */
const order = (tookMinutes: number, agoMinutes = 5) => {
  const readyAtMs = NOW - agoMinutes * MINUTE;
  return { receivedAtMs: readyAtMs - tookMinutes * MINUTE, readyAtMs };
};

describe('how long the kitchen takes', () => {
  it('is told from the orders of the last hour, and not from too few', () => {
    expect(readyTime([order(6), order(7), order(8)], NOW)).toBeNull();
    expect(readyTime([order(6), order(7), order(8), order(9)], NOW)).toEqual({
      fromMinutes: 7,
      toMinutes: 9,
    });
    expect(readyTime([order(6), order(7), order(8), order(9, 61)], NOW)).toBeNull();
  });

  it('is not bent by the one order that was forgotten, nor by the one that was there already', () => {
    const ordinary = [order(10), order(11), order(11), order(12), order(12), order(13)];
    expect(readyTime([order(0), ...ordinary, order(55)], NOW)).toEqual({ fromMinutes: 11, toMinutes: 13 });
  });

  it('leaves out what is not ready, was never received, or has a time to come', () => {
    const useless = [
      { receivedAtMs: NOW, readyAtMs: null },
      { receivedAtMs: null, readyAtMs: NOW },
      order(5, -3),
    ];
    expect(readyTime([...useless, order(8), order(8), order(8)], NOW)).toBeNull();
  });

  it('is never said to the minute: at least two minutes lie between', () => {
    expect(readyTime([order(0.2), order(0.2), order(0.3), order(0.3)], NOW)).toEqual({
      fromMinutes: 1,
      toMinutes: 3,
    });
  });
});
