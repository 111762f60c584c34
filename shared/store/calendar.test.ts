import { expect, it } from 'vitest';
import { addDays, dayWithWeekday, weekdayOf } from './calendar.ts';

it('counts on as the machine’s own calendar does, over 60 years with their leap days', () => {
  let [date, weekday] = ['1999-12-31', 5];
  for (let day = 1; day <= 60 * 366; day += 1) {
    const truth = new Date(Date.UTC(1999, 11, 31) + day * 86_400_000);
    date = addDays(date, 1);
    weekday = (weekday + 1) % 7;
    if (date !== truth.toISOString().slice(0, 10)) throw new Error(`${date} is not ${truth.toISOString()}`);
    expect([weekdayOf(date), truth.getUTCDay()]).toEqual([weekday, weekday]);
  }
});

it('goes back over the ends of months and years, and 2100 has no leap day', () => {
  expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  expect(addDays('2100-02-28', 1)).toBe('2100-03-01');
  expect(addDays('2026-12-02', -365)).toBe('2025-12-02');
  expect(addDays('2026-12-02', 0)).toBe('2026-12-02');
});

it('is said with its weekday', () => {
  expect(dayWithWeekday('2026-12-02')).toBe('qua., 02/12/2026');
  expect(dayWithWeekday('2026-12-06')).toBe('dom., 06/12/2026');
});
