// The business day against the machine's own calendar, in zones of Brazil whose clocks have stood still since 2019.
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { businessDay, businessDayStart, monthSpan, nextBusinessDay, nightCame } from './business-day.ts';

const HOUR_MS = 3_600_000;
const ZONES = [
  { timeZone: 'America/Noronha', aheadMs: -2 * HOUR_MS },
  { timeZone: 'America/Sao_Paulo', aheadMs: -3 * HOUR_MS },
  { timeZone: 'America/Manaus', aheadMs: -4 * HOUR_MS },
  { timeZone: 'America/Rio_Branco', aheadMs: -5 * HOUR_MS },
];
const zone = fc.constantFrom(...ZONES);
const instant = fc.integer({ min: Date.UTC(2020, 0, 2), max: Date.UTC(2039, 11, 30) });
/** Turns at four: what is earlier belongs to the evening before. */
const dayAt = (atMs: number, aheadMs: number): string =>
  new Date(atMs + aheadMs - 4 * HOUR_MS).toISOString().slice(0, 10);

describe('the business day', () => {
  it('is the date of four hours ago on the shop’s clock, and began at four', () => {
    fc.assert(
      fc.property(zone, instant, ({ timeZone, aheadMs }, atMs) => {
        const day = dayAt(atMs, aheadMs);
        expect(businessDay(atMs, timeZone)).toBe(day);
        expect(businessDayStart(atMs, timeZone)).toBe(Date.parse(`${day}T04:00:00Z`) - aheadMs);
      }),
    );
  });

  it('never goes back, and goes on by one day at most while the clock is doubted', () => {
    const look = fc.record({ laterHours: fc.integer({ min: -40, max: 60 }), isDoubted: fc.boolean() });
    fc.assert(
      fc.property(
        zone,
        instant,
        fc.array(look, { maxLength: 12 }),
        ({ timeZone, aheadMs }, fromMs, looks) => {
          let atMs = fromMs;
          let current: string | null = null;
          let days: number | null = null;
          for (const { laterHours, isDoubted } of looks) {
            atMs += laterHours * HOUR_MS;
            current = nextBusinessDay(current, atMs, timeZone, () => isDoubted);
            const seen = Math.floor((atMs + aheadMs - 4 * HOUR_MS) / (24 * HOUR_MS));
            if (days === null || seen === days + 1 || (seen > days && !isDoubted)) days = seen;
            expect(current).toBe(new Date(days * 24 * HOUR_MS).toISOString().slice(0, 10));
          }
        },
      ),
    );
  });

  it('lies in a month from its first midnight up to the next one’s', () => {
    fc.assert(
      fc.property(zone, instant, ({ timeZone, aheadMs }, atMs) => {
        const local = new Date(atMs + aheadMs);
        const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()];
        expect(monthSpan(atMs, timeZone)).toEqual({
          fromMs: Date.UTC(year, month, 1) - aheadMs,
          toMs: Date.UTC(year, month + 1, 1) - aheadMs,
        });
      }),
    );
  });

  it('has the night’s work done once for each time that its minute came', () => {
    fc.assert(
      fc.property(
        zone,
        instant,
        fc.integer({ min: 0, max: 1439 }),
        fc.integer({ min: 0, max: 72 * 60 }),
        ({ timeZone, aheadMs }, lastAtMs, minute, laterMinutes) => {
          const nowMs = lastAtMs + laterMinutes * 60_000;
          const nights = (atMs: number) => Math.floor((atMs + aheadMs - minute * 60_000) / (24 * HOUR_MS));
          expect(nightCame(lastAtMs, { nowMs, minute, timeZone })).toBe(nights(nowMs) > nights(lastAtMs));
        },
      ),
    );
  });
});
