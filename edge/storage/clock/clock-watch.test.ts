// What the clock is held against, and whose age is corrected, where more than one thing happens to it.
import { beforeEach, describe, expect, it } from 'vitest';
import { createClockWatch } from './clock-watch.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START_MS = 1_800_000_000_000;

/** Time that goes by, and what somebody set the clock by since. */
let passedMs: number;
let setByMs: number;
let newest: number;
beforeEach(() => {
  passedMs = 0;
  setByMs = 0;
  newest = 0;
});

const watch = () =>
  createClockWatch({
    wallClock: () => START_MS + passedMs + setByMs,
    steadyMs: () => passedMs,
    isClockDoubted: () => false,
    newestAtMs: null,
    lastOf: () => newest,
    onStep: () => undefined,
    log: { warn: () => undefined },
  });

describe('[101] a clock that leaps twice', () => {
  it('is right again once it is back where it was before the first leap', () => {
    const clock = watch();
    setByMs = DAY;
    expect(clock.mayEndByAge()).toBe(false);
    setByMs = 2 * DAY;
    expect(clock.mayEndByAge()).toBe(false);
    setByMs = 0;
    expect(clock.mayEndByAge()).toBe(true);
  });

  it('is not right by going back to the first of the two', () => {
    const clock = watch();
    setByMs = DAY;
    expect(clock.isLeaping()).toBe(true);
    setByMs = 2 * DAY;
    expect(clock.isLeaping()).toBe(true);
    setByMs = DAY;
    expect(clock.isLeaping()).toBe(true);
    passedMs += 30 * MINUTE;
    expect(clock.isLeaping()).toBe(false);
  });
});

describe('[101] what was taken in', () => {
  it('before a leap is as old as it was, and after it as old as the clock says', () => {
    const clock = watch();
    newest = 1;
    const firstAtMs = clock.clock();
    passedMs += 5 * MINUTE;
    setByMs = DAY;
    clock.clock();
    newest = 2;
    const secondAtMs = clock.clock();
    passedMs += MINUTE;
    expect(clock.ageMs('order', 1, firstAtMs)).toBe(6 * MINUTE);
    expect(clock.ageMs('order', 2, secondAtMs)).toBe(MINUTE);
  });

  it('is as old as it was after the twenty-first leap too: of the leaps the newest are kept', () => {
    const clock = watch();
    for (let leaps = 0; leaps < 25; leaps += 1) {
      setByMs += DAY;
      clock.clock();
    }
    newest = 1;
    const takenAtMs = clock.clock();
    passedMs += 5 * MINUTE;
    setByMs += DAY;
    expect(clock.ageMs('order', 1, takenAtMs)).toBe(5 * MINUTE);
  });

  it('before the store was started is as old as the clock says: it begins in the past, and what was written before is right', () => {
    newest = 7;
    const takenAtMs = START_MS + 17 * HOUR - 3 * HOUR;
    const clock = watch();
    passedMs += MINUTE;
    setByMs = 17 * HOUR;
    expect(clock.ageMs('order', 7, takenAtMs)).toBe(3 * HOUR + MINUTE);
  });
});
