import { describe, expect, it } from 'vitest';
import { nightCame } from './business-day.ts';

const at = (local: string): number => Date.parse(`${local}-03:00`);
const came = (lastAtMs: number | null, nowMs: number): boolean =>
  nightCame(lastAtMs, { nowMs, minute: 4 * 60, timeZone: 'America/Sao_Paulo' });

describe('what is done once a night, at four', () => {
  it.each([
    ['never done', null, '2026-11-21T03:00:00', true],
    ['done after four', '2026-11-21T04:00:00', '2026-11-22T03:59:59', false],
    ['done after four, and it is four again', '2026-11-21T04:00:00', '2026-11-22T04:00:00', true],
    ['done just before four', '2026-11-21T03:59:59', '2026-11-21T04:00:00', true],
    ['done in the old year', '2026-12-31T04:00:00', '2027-01-01T04:00:00', true],
  ])('is due by the night that it was done in: %s', (_name, last, now, due) => {
    expect(came(last === null ? null : at(last), at(now))).toBe(due);
  });

  it('was done by a wrong clock only where that is more than an hour from now', () => {
    const now = at('2026-11-21T12:00:00');
    expect(came(now + 3_600_000, now)).toBe(false);
    expect(came(now + 3_600_001, now)).toBe(true);
  });
});
