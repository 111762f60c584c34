// Days, months and the turn of the business day, against the calendar of the machine.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  businessDay,
  businessDayStart,
  localTime,
  monthSpan,
  nextBusinessDay,
  startOfDate,
} from './business-day.ts';

const ZONE = 'America/Sao_Paulo';
const HOUR = 3_600_000;
const at = (local: string): number => Date.parse(`${local}-03:00`);
/** São Paulo has been three hours behind since 2019. */
const isoOf = (ms: number): string => new Date(ms - 3 * HOUR).toISOString();
const anyInstant = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2099, 11, 31) });

describe('an instant in the store’s zone', () => {
  it('has the day, weekday and minute of the clock on its wall', () => {
    fc.assert(
      fc.property(anyInstant, (ms) => {
        const iso = isoOf(ms);
        expect(localTime(ms, ZONE)).toEqual({
          date: iso.slice(0, 10),
          weekday: new Date(ms - 3 * HOUR).getUTCDay(),
          minuteOfDay: Number(iso.slice(11, 13)) * 60 + Number(iso.slice(14, 16)),
        });
      }),
    );
  });

  it.each([
    ['2026-11-22T00:00:00.000', '2026-11-22', 0, 0],
    ['2026-11-22T23:59:59.999', '2026-11-22', 0, 1439],
    ['2026-11-28T12:00:00.000', '2026-11-28', 6, 720],
    ['2028-02-29T21:30:00.000', '2028-02-29', 2, 1290],
  ])('is at %s', (local, date, weekday, minuteOfDay) => {
    expect(localTime(at(local), ZONE)).toEqual({ date, weekday, minuteOfDay });
  });

  it('is told in each zone asked for, one after the other', () => {
    const ms = Date.parse('2026-06-30T23:30:00Z');
    const dates = ['UTC', ZONE, 'Asia/Tokyo', 'UTC'].map((zone) => localTime(ms, zone).date);
    expect(dates).toEqual(['2026-06-30', '2026-06-30', '2026-07-01', '2026-06-30']);
    expect(localTime(ms, ZONE).minuteOfDay).toBe(20 * 60 + 30);
  });
});

describe('[O19] the business day', () => {
  it.each([
    ['2026-11-21T21:00:00.000', '2026-11-21'],
    ['2026-11-21T23:59:59.999', '2026-11-21'],
    ['2026-11-22T00:00:00.000', '2026-11-21'],
    ['2026-11-22T03:59:59.999', '2026-11-21'],
    ['2026-11-22T04:00:00.000', '2026-11-22'],
    ['2026-12-01T03:59:59.999', '2026-11-30'],
    ['2026-12-01T04:00:00.000', '2026-12-01'],
    ['2027-01-01T03:59:59.999', '2026-12-31'],
    ['2027-01-01T04:00:00.000', '2027-01-01'],
    ['2027-03-01T03:59:59.999', '2027-02-28'],
    ['2028-03-01T03:59:59.999', '2028-02-29'],
  ])('at %s is %s', (local, day) => expect(businessDay(at(local), ZONE)).toBe(day));

  it('is one from four in the morning to four in the morning, whenever it is asked', () => {
    fc.assert(
      fc.property(anyInstant, (ms) => {
        const day = isoOf(ms - 4 * HOUR).slice(0, 10);
        expect(businessDay(ms, ZONE)).toBe(day);
        expect(businessDayStart(ms, ZONE)).toBe(at(`${day}T04:00`));
      }),
    );
  });

  it.each([
    ['2026-11-30', '2026-12-01T12:00', '2026-12-01'],
    ['2026-12-31', '2027-01-01T12:00', '2027-01-01'],
    ['2027-02-28', '2027-03-01T12:00', '2027-03-01'],
    ['2028-02-28', '2028-02-29T12:00', '2028-02-29'],
    // Two days, once over the leap day and once at the end of the year: too far for a clock that is doubted.
    ['2028-02-28', '2028-03-01T12:00', '2028-02-28'],
    ['2026-12-31', '2027-01-02T12:00', '2026-12-31'],
    // The day before and the year before.
    ['2027-01-01', '2026-12-31T12:00', '2027-01-01'],
    ['2026-12-01', '2026-11-30T12:00', '2026-12-01'],
    ['2026-12-01', '2026-12-01T12:00', '2026-12-01'],
  ])('after %s, with a doubted clock at %s, is %s', (current, now, next) => {
    expect(nextBusinessDay(current, at(now), ZONE, () => true)).toBe(next);
  });

  it('of a new store is that of its clock, doubted or not', () => {
    expect(nextBusinessDay(null, at('2026-11-22T12:00'), ZONE, () => true)).toBe('2026-11-22');
    expect(nextBusinessDay(null, at('2026-11-22T12:00'), ZONE)).toBe('2026-11-22');
  });

  it('is not doubted where nobody says so', () => {
    expect(nextBusinessDay('2026-11-22', at('2027-11-22T12:00'), ZONE)).toBe('2027-11-22');
  });

  it('asks whether the clock is doubted only for a leap', () => {
    let asked = 0;
    const isDoubted = () => (asked += 1) > 0;
    for (const now of ['2026-11-21T12:00', '2026-11-22T12:00', '2026-11-23T12:00'])
      nextBusinessDay('2026-11-22', at(now), ZONE, isDoubted);
    expect(asked).toBe(0);
    nextBusinessDay('2026-11-22', at('2026-11-24T12:00'), ZONE, isDoubted);
    expect(asked).toBe(1);
  });
});

describe('the calendar', () => {
  it.each([
    ['2026-01-01T00:00:00', '2026-01-01T00:00', '2026-02-01T00:00'],
    ['2026-01-31T23:59:59', '2026-01-01T00:00', '2026-02-01T00:00'],
    ['2026-02-01T00:00:00', '2026-02-01T00:00', '2026-03-01T00:00'],
    ['2028-02-29T23:59:59', '2028-02-01T00:00', '2028-03-01T00:00'],
    ['2026-11-30T21:00:00', '2026-11-01T00:00', '2026-12-01T00:00'],
    ['2026-12-01T00:00:00', '2026-12-01T00:00', '2027-01-01T00:00'],
  ])('has at %s the month from %s to %s', (now, from, to) => {
    expect(monthSpan(at(now), ZONE)).toEqual({ fromMs: at(from), toMs: at(to) });
  });

  it('begins each day at its midnight, leap years and centuries too', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1700, max: 2800 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 28 }),
        (year, month, day) => {
          expect(startOfDate(year, month, day, 'UTC')).toBe(Date.UTC(year, month - 1, day));
        },
      ),
    );
  });

  it.each([
    [1900, 2, 28],
    [1900, 3, 1],
    [2000, 2, 29],
    [2000, 3, 1],
    [2026, 12, 31],
    [2028, 2, 29],
    [2100, 2, 28],
    [2100, 3, 1],
    [2400, 2, 29],
  ])('knows %i-%i-%i', (year, month, day) => {
    expect(startOfDate(year, month, day, 'UTC')).toBe(Date.UTC(year, month - 1, day));
  });

  it.each([
    // New York goes from -5 to -4 on 2026-03-08 at 02:00 and back on 2026-11-01 at 02:00; Tokyo is always ahead.
    ['America/New_York', 2026, 3, 8, '2026-03-08T05:00Z'],
    ['America/New_York', 2026, 3, 9, '2026-03-09T04:00Z'],
    ['America/New_York', 2026, 11, 1, '2026-11-01T04:00Z'],
    ['America/New_York', 2026, 11, 2, '2026-11-02T05:00Z'],
    ['Asia/Tokyo', 2026, 1, 1, '2025-12-31T15:00Z'],
    // Berlin changes at one in the morning of UTC: the first guess is of the other side.
    ['Europe/Berlin', 2026, 3, 29, '2026-03-28T23:00Z'],
    ['Europe/Berlin', 2026, 3, 30, '2026-03-29T22:00Z'],
    ['Pacific/Auckland', 2026, 9, 28, '2026-09-27T11:00Z'],
    ['Pacific/Auckland', 2026, 4, 5, '2026-04-04T11:00Z'],
  ] as const)('in %s the day %i-%i-%i begins at %s', (zone, year, month, day, instant) => {
    expect(startOfDate(year, month, day, zone)).toBe(Date.parse(instant));
  });
});
