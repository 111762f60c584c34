// Calendar days as YYYY-MM-DD, reckoned by Howard Hinnant's civil calendar: `Date` has no place in shared code.

/** Of 400 years, after which the calendar repeats. */
const ERA_DAYS = 146_097;
/** From 1 March of the year 0, where its years begin, to 1970. */
const EPOCH_DAYS = 719_468;
/** 1 January 1970 was a Thursday. */
const EPOCH_WEEKDAY = 4;

/** Days since 1 January 1970; `month` from 1. */
export function daysFromEpoch(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * ERA_DAYS +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    EPOCH_DAYS
  );
}

/** Days since 1970 of a YYYY-MM-DD. */
export function dayNumber(date: string): number {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return daysFromEpoch(year, month, day);
}

function dateOf(epochDays: number): string {
  const days = epochDays + EPOCH_DAYS;
  const era = Math.floor(days / ERA_DAYS);
  const ofEra = days - era * ERA_DAYS;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const march = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * march + 2) / 5) + 1;
  const month = march < 10 ? march + 3 : march - 9;
  const year = yearOfEra + era * 400 + (month > 2 ? 0 : 1);
  const digits = (value: number, count: number): string => String(value).padStart(count, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;
}

/** The day so many days later; earlier with a negative number. */
export const addDays = (date: string, days: number): string => dateOf(dayNumber(date) + days);

/** From 0 for Sunday. */
export const weekdayOf = (date: string): number => (((dayNumber(date) + EPOCH_WEEKDAY) % 7) + 7) % 7;

const WEEKDAYS = ['dom.', 'seg.', 'ter.', 'qua.', 'qui.', 'sex.', 'sáb.'] as const;

/** `qua., 02/12/2026`: with its weekday, for days that are arranged with people. */
export const dayWithWeekday = (date: string): string =>
  `${WEEKDAYS[weekdayOf(date)]}, ${date.split('-').reverse().join('/')}`;
