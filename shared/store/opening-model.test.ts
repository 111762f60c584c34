// The opening hours against a model that knows nothing but minutes: a shop is open in a minute or it is not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Interval, Settings } from '../menu/menu.ts';
import { openState, type OpenState } from './opening.ts';

const ZONE = 'America/Sao_Paulo';
const MIDNIGHT = Date.parse('2026-12-28T00:00-03:00');
const DAY = 1440;

type Hours = Settings['openingHours'];

const text = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** Days count from the Monday at `MIDNIGHT`. */
const dateOf = (day: number): string =>
  new Date(MIDNIGHT + (day * DAY - 180) * 60_000).toISOString().slice(0, 10);
const weekdayOf = (day: number): number => (((day + 1) % 7) + 7) % 7;

/** What every customer can check at the door, minute for minute. */
function modelOf(hours: Hours, now: number): OpenState {
  const open = new Set<number>();
  const today = Math.floor(now / DAY);
  for (let day = today - 1; day <= today + 15; day += 1) {
    const holiday = hours.holidays.find(({ date }) => date === dateOf(day));
    for (const { opens, closes } of holiday ? holiday.intervals : (hours.weekly[weekdayOf(day)] ?? [])) {
      const to = minuteOf(closes) + (minuteOf(closes) <= minuteOf(opens) ? DAY : 0);
      for (let minute = minuteOf(opens); minute < to; minute += 1) open.add(day * DAY + minute);
    }
  }
  let next = now;
  if (!open.has(now)) {
    // Two weeks from today on.
    while (next < (today + 15) * DAY && !open.has(next)) next += 1;
    return {
      state: 'closed',
      opensAt: open.has(next)
        ? { date: dateOf(Math.floor(next / DAY)), time: text(((next % DAY) + DAY) % DAY) }
        : null,
    };
  }
  while (open.has(next)) next += 1;
  const closesAt = text(((next % DAY) + DAY) % DAY);
  if (next - now <= 30) return { state: 'closing-soon', closesAt };
  return { state: 'open', closesAt: next >= (today + 2) * DAY ? null : closesAt };
}

const time = fc.oneof(
  fc.integer({ min: 0, max: DAY - 1 }).map(text),
  fc.constantFrom('00:00', '00:01', '12:00', '23:59'),
);
const interval: fc.Arbitrary<Interval> = fc.record({ opens: time, closes: time });
const hours: fc.Arbitrary<Hours> = fc.record({
  weekly: fc.array(fc.array(interval, { maxLength: 2 }), { minLength: 7, maxLength: 7 }),
  holidays: fc
    .uniqueArray(fc.integer({ min: -1, max: 14 }), { maxLength: 3 })
    .chain((days) =>
      fc.tuple(
        ...days.map((day) =>
          fc.record({ date: fc.constant(dateOf(day)), intervals: fc.array(interval, { maxLength: 2 }) }),
        ),
      ),
    ),
});
const stateAt = (openingHours: Hours, minute: number) =>
  openState({ openingHours, pausedUntilMs: null }, MIDNIGHT + minute * 60_000, ZONE);

describe('the opening hours', () => {
  it('are those of the model at every minute that chance chooses', () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 7 * DAY - 1 }), (given, minute) => {
        expect(stateAt(given, minute)).toEqual(modelOf(given, minute));
      }),
      { numRuns: 60 },
    );
  });

  it('are those of the model just before, at and after each of their ends', () => {
    fc.assert(
      fc.property(hours, fc.integer({ min: 0, max: 6 }), (given, day) => {
        const ends = (given.weekly[weekdayOf(day)] ?? []).flatMap(({ opens, closes }) => [
          minuteOf(opens),
          minuteOf(closes),
        ]);
        for (const end of ends)
          for (const minute of [end - 31, end - 30, end - 1, end, end + 1]) {
            const at = day * DAY + minute;
            expect(stateAt(given, at)).toEqual(modelOf(given, at));
          }
      }),
      { numRuns: 20 },
    );
  });
});

describe('a shop', () => {
  const never: Hours = { weekly: Array.from({ length: 7 }, () => []), holidays: [] };
  const once = (day: number): Hours => ({
    ...never,
    holidays: [{ date: dateOf(day), intervals: [{ opens: '10:00', closes: '12:00' }] }],
  });

  it('that never opens says no time', () => {
    expect(stateAt(never, 0)).toEqual({ state: 'closed', opensAt: null });
  });

  it.each([
    [0, { date: '2026-12-28', time: '10:00' }],
    [1, { date: '2026-12-29', time: '10:00' }],
    [4, { date: '2027-01-01', time: '10:00' }],
    [14, { date: '2027-01-11', time: '10:00' }],
    [15, null],
  ])('that opens once, %i days from now', (day, opensAt) => {
    expect(stateAt(once(day), 540)).toEqual({ state: 'closed', opensAt });
  });

  it('that opened last night is open past midnight into a holiday, on which it does not open', () => {
    const nights: Hours = {
      weekly: Array.from({ length: 7 }, () => [{ opens: '18:00', closes: '02:00' }]),
      holidays: [{ date: dateOf(1), intervals: [] }],
    };
    expect(stateAt(nights, DAY + 60)).toEqual({ state: 'open', closesAt: '02:00' });
    expect(stateAt(nights, DAY + 120)).toEqual({
      state: 'closed',
      opensAt: { date: '2026-12-30', time: '18:00' },
    });
    expect(stateAt(nights, DAY + 19 * 60).state).toBe('closed');
  });

  it('whose openings follow on each other is open to the end of the last, in whatever order they are written', () => {
    const parts = [
      { opens: '16:00', closes: '18:00' },
      { opens: '14:00', closes: '16:00' },
      { opens: '12:00', closes: '14:00' },
    ];
    for (const intervals of [parts, parts.toReversed()]) {
      const given = { ...never, weekly: Array.from({ length: 7 }, () => intervals) };
      expect(stateAt(given, 13 * 60 + 59)).toEqual({ state: 'open', closesAt: '18:00' });
      expect(stateAt(given, 0)).toMatchObject({ opensAt: { time: '12:00' } });
    }
  });

  it('open day and night never closes soon', () => {
    const always = {
      ...never,
      weekly: Array.from({ length: 7 }, () => [{ opens: '00:00', closes: '00:00' }]),
    };
    for (const minute of [0, 720, DAY - 30, DAY - 1])
      expect(stateAt(always, minute)).toEqual({ state: 'open', closesAt: null });
  });
});
