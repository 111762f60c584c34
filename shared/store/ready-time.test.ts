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

  it.each([
    [60, null],
    [59.999, { fromMinutes: 8, toMinutes: 10 }],
    [0, { fromMinutes: 8, toMinutes: 10 }],
    [-0.001, null],
  ])('counts who was ready less than an hour ago and not later than now: %d minutes', (ago, told) => {
    expect(readyTime([order(8), order(8), order(8), order(8, ago)], NOW)).toEqual(told);
  });

  it('is told in whole minutes, from the one begun to the one not yet over', () => {
    const orders = [order(1), order(5.9), order(9.1), order(30)];
    expect(readyTime(orders, NOW)).toEqual({ fromMinutes: 5, toMinutes: 10 });
    expect(readyTime(orders.toReversed(), NOW)).toEqual({ fromMinutes: 5, toMinutes: 10 });
    expect(readyTime([order(1), order(6), order(9), order(30)], NOW)).toEqual({
      fromMinutes: 6,
      toMinutes: 9,
    });
    expect(readyTime([order(1), order(6), order(8), order(30)], NOW)).toEqual({
      fromMinutes: 6,
      toMinutes: 8,
    });
    expect(readyTime([order(1), order(6), order(7), order(30)], NOW)).toEqual({
      fromMinutes: 6,
      toMinutes: 8,
    });
  });

  it('leaves out a quarter at each end, of seven as of eight', () => {
    const seven = [1, 10, 11, 12, 13, 14, 50].map((took) => order(took));
    expect(readyTime(seven, NOW)).toEqual({ fromMinutes: 10, toMinutes: 14 });
    expect(readyTime([...seven, order(60)], NOW)).toEqual({ fromMinutes: 11, toMinutes: 14 });
  });

  // Ready five minutes apart, each after ten, the next one always there already.
  const oneAfterTheOther = [20, 15, 10, 5].map((ago) => order(10, ago));

  it.each([
    [0, { fromMinutes: 10, toMinutes: 12 }],
    [2, { fromMinutes: 10, toMinutes: 12 }],
    [3, { fromMinutes: 15, toMinutes: 20 }],
    [6, { fromMinutes: 30, toMinutes: 35 }],
  ])('is longer behind more than the kitchen makes in that time: %i wait', (waiting, told) => {
    expect(readyTime(oneAfterTheOther, NOW, waiting)).toEqual(told);
    expect(readyTime(oneAfterTheOther.toReversed(), NOW, waiting)).toEqual(told);
  });

  it('has two minutes between as well behind many, however quick the kitchen is', () => {
    const quick = [2, 1.5, 1, 0.5].map((ago) => order(3, ago));
    expect(readyTime(quick, NOW, 20)).toEqual({ fromMinutes: 10, toMinutes: 12 });
  });

  it('is longer as soon as those that wait take longer than the quicker ones did, and never ends before the slower ones did', () => {
    // Three minutes apart: five wait for fifteen minutes, which the slower ones took by themselves.
    const made = [order(12, 14), order(13, 11), order(30, 8), order(30, 5)];
    expect(readyTime(made, NOW)).toEqual({ fromMinutes: 13, toMinutes: 30 });
    expect(readyTime(made, NOW, 4)).toEqual({ fromMinutes: 13, toMinutes: 30 });
    expect(readyTime(made, NOW, 5)).toEqual({ fromMinutes: 15, toMinutes: 30 });
  });

  it('is what it was where the kitchen has mostly waited for orders: that says nothing of its pace', () => {
    const quiet = [order(4, 40), order(4, 30), order(4, 20), order(4, 10)];
    expect(readyTime(quiet, NOW, 9)).toEqual({ fromMinutes: 4, toMinutes: 6 });
    // Two pairs are too few, three are enough.
    const pairs = [order(4, 40), order(6, 36), order(6, 33), order(4, 10)];
    expect(readyTime(pairs, NOW, 9)).toEqual({ fromMinutes: 4, toMinutes: 6 });
    expect(readyTime([...pairs, order(6, 7)], NOW, 9)).toEqual({ fromMinutes: 27, toMinutes: 30 });
  });

  it('has a pace where each order came at the very moment at which the one before it was ready', () => {
    const backToBack = [order(5, 20), order(5, 15), order(5, 10), order(5, 5)];
    expect(readyTime(backToBack, NOW, 6)).toEqual({ fromMinutes: 30, toMinutes: 35 });
  });

  it('is nothing for an order that was ready before it was received', () => {
    expect(readyTime([order(-9), order(-8), order(-7), order(-6)], NOW)).toEqual({
      fromMinutes: 1,
      toMinutes: 3,
    });
    expect(readyTime([order(-90), order(-80), order(20), order(20)], NOW)).toEqual({
      fromMinutes: 1,
      toMinutes: 20,
    });
  });
});
