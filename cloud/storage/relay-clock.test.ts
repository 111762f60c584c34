import { beforeEach, describe, expect, it } from 'vitest';
import { createRelayClock } from './relay-clock.ts';

const START_MS = Date.parse('2026-11-21T15:00:00-03:00');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let machine: { steadyMs: number; skewMs: number };
let told: object[];
let clock: () => number;
beforeEach(() => {
  machine = { steadyMs: 5000, skewMs: 0 };
  told = [];
  clock = createRelayClock({
    wallClock: () => START_MS + machine.steadyMs - 5000 + machine.skewMs,
    steadyMs: () => machine.steadyMs,
    log: { warn: (details) => told.push(details) },
  });
});
/** Minute by minute, as it is looked at. */
function pass(ms: number): void {
  for (let left = ms; left > 0; left -= MINUTE) {
    machine.steadyMs += Math.min(left, MINUTE);
    clock();
  }
}
const sinceStart = (): number => clock() - START_MS;

describe('[121] the time of the relay', () => {
  it('goes on with the machine, and follows it where it is corrected by moments', () => {
    expect(sinceStart()).toBe(0);
    pass(HOUR);
    machine.skewMs = MINUTE;
    expect(sinceStart()).toBe(HOUR + MINUTE);
    machine.skewMs = -MINUTE / 2;
    expect(sinceStart()).toBe(HOUR - MINUTE / 2);
    expect(told).toEqual([]);
  });

  it.each([24 * HOUR, -HOUR])(
    'knows nothing of a step of %i ms that is undone within half an hour',
    (byMs) => {
      machine.skewMs = byMs;
      pass(29 * MINUTE);
      expect(sinceStart()).toBe(29 * MINUTE);
      machine.skewMs = 0;
      pass(HOUR);
      expect(sinceStart()).toBe(89 * MINUTE);
      expect(told).toEqual([{ byMs }]);
    },
  );

  it.each([1, -1])(
    'follows a correction of less than two minutes at once, and of two minutes not: %i',
    (way) => {
      pass(HOUR);
      machine.skewMs = way * (2 * MINUTE - 1);
      expect([sinceStart(), told]).toEqual([HOUR + machine.skewMs, []]);
      const before = sinceStart();
      machine.skewMs += way * 2 * MINUTE;
      expect([sinceStart(), told]).toEqual([before, [{ byMs: way * 2 * MINUTE }]]);
    },
  );

  it('begins its half hour anew with a step that was undone and comes back', () => {
    machine.skewMs = 24 * HOUR;
    expect(sinceStart()).toBe(0);
    machine.skewMs = 0;
    pass(HOUR);
    expect(sinceStart()).toBe(HOUR);
    machine.skewMs = 24 * HOUR;
    pass(29 * MINUTE);
    expect(sinceStart()).toBe(HOUR + 29 * MINUTE);
  });

  it.each([24 * HOUR, -HOUR])('believes a step of %i ms that lasts for half an hour', (byMs) => {
    machine.skewMs = byMs;
    pass(31 * MINUTE);
    expect(sinceStart()).toBe(31 * MINUTE + byMs);
    expect(told).toEqual([{ byMs }, { byMs }]);
  });

  it('goes on with its half hour where the clock is corrected by moments meanwhile', () => {
    machine.skewMs = HOUR;
    pass(20 * MINUTE);
    machine.skewMs = HOUR + MINUTE;
    pass(11 * MINUTE);
    expect(sinceStart()).toBe(31 * MINUTE + HOUR + MINUTE);
    expect(told).toHaveLength(2);
  });

  it('begins its half hour anew with another step', () => {
    machine.skewMs = HOUR;
    pass(20 * MINUTE);
    machine.skewMs = 5 * HOUR;
    pass(20 * MINUTE);
    expect(sinceStart()).toBe(40 * MINUTE);
    pass(11 * MINUTE);
    expect(sinceStart()).toBe(51 * MINUTE + 5 * HOUR);
  });
});
