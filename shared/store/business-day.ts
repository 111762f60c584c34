// The business day: turns at 04:00 in the store's time zone, so that a late evening is one day.
import { dayNumber, daysFromEpoch } from './calendar.ts';

/** Before this hour of the store's clock it is still the day before. */
export const DAY_TURNS_AT_HOUR = 4;
/** No two clocks of a shop that are right are further apart. */
const AHEAD_MS_MAX = 3_600_000;

/** An instant in the store's zone: `date` YYYY-MM-DD, `weekday` from 0 for Sunday, `minuteOfDay` from 0 to 1439. */
export type LocalTime = Readonly<{ date: string; weekday: number; minuteOfDay: number }>;

/** The calendar day and minute at an instant (Unix ms) in a time zone. */
export function localTime(nowMs: number, timeZone: string): LocalTime {
  const minute = Math.floor(nowMs / 60_000);
  const zone = zoneOf(timeZone);
  let known = zone.minutes.get(minute);
  if (known === undefined) {
    // What an order asks of lies around the present; a report over years asks of each minute once.
    if (zone.minutes.size >= MINUTES_KEPT_MAX) zone.minutes.clear();
    zone.minutes.set(minute, (known = format(zone.formatter, minute * 60_000)));
  }
  return known;
}

function format(formatter: Intl.DateTimeFormat, atMs: number): LocalTime {
  const parts = Object.fromEntries(formatter.formatToParts(atMs).map((part) => [part.type, part.value]));
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    weekday: WEEKDAYS.indexOf(parts['weekday'] ?? ''),
    minuteOfDay: Number(parts['hour']) * 60 + Number(parts['minute']),
  };
}

/** YYYY-MM-DD of the business day that an instant belongs to. */
export const businessDay = (nowMs: number, timeZone: string): string =>
  localTime(nowMs - DAY_TURNS_AT_HOUR * 3_600_000, timeZone).date;

/** The instant at which the business day of `nowMs` began. */
export const businessDayStart = (nowMs: number, timeZone: string): number => {
  const { minuteOfDay } = localTime(nowMs - DAY_TURNS_AT_HOUR * 3_600_000, timeZone);
  return Math.floor(nowMs / 60_000) * 60_000 - minuteOfDay * 60_000;
};

/**
 * The business day to use now: it never goes back, whatever the clock says, and with a clock that is doubted it goes on by one day
 * at most. Else one wrong look at a clock would keep the panel in next year until next year.
 */
export const nextBusinessDay = (
  current: string | null,
  nowMs: number,
  timeZone: string,
  isDoubted: () => boolean = () => false,
): string => {
  const today = businessDay(nowMs, timeZone);
  if (current === null) return today;
  const days = dayNumber(today) - dayNumber(current);
  return days < 0 || (days > 1 && isDoubted()) ? current : today;
};

/**
 * Whether what is done once a night, at `minute` of it, is due: that minute has come since it was done last, also when the machine was
 * off then. A time from the future was taken while the clock was wrong, and says nothing.
 */
export function nightCame(
  lastAtMs: number | null,
  { nowMs, minute, timeZone }: { nowMs: number; minute: number; timeZone: string },
): boolean {
  if (lastAtMs === null || lastAtMs > nowMs + AHEAD_MS_MAX) return true;
  const nightOf = (atMs: number): string => localTime(atMs - minute * 60_000, timeZone).date;
  return nightOf(nowMs) > nightOf(lastAtMs);
}

/** The instants between which the calendar month of `nowMs` lies in a time zone. */
export function monthSpan(nowMs: number, timeZone: string): { fromMs: number; toMs: number } {
  const { date } = localTime(nowMs, timeZone);
  const [year = 0, month = 1] = date.split('-').map(Number);
  const next = month === 12 ? [year + 1, 1] : [year, month + 1];
  return {
    fromMs: startOfDate(year, month, 1, timeZone),
    toMs: startOfDate(next[0] ?? year, next[1] ?? month, 1, timeZone),
  };
}

/** The instant at which a calendar day begins in a time zone. */
export function startOfDate(year: number, month: number, day: number, timeZone: string): number {
  const utc = daysFromEpoch(year, month, day) * 86_400_000;
  // Guess with the offset at that UTC instant, then once more with the offset at the guess, for days when it changes.
  const guess = utc - offsetMs(utc, timeZone);
  return utc - offsetMs(guess, timeZone);
}

function offsetMs(atMs: number, timeZone: string): number {
  const { date, minuteOfDay } = localTime(atMs, timeZone);
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return (
    daysFromEpoch(year, month, day) * 86_400_000 + minuteOfDay * 60_000 - Math.floor(atMs / 60_000) * 60_000
  );
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
// Making a formatter costs 30 µs and more, and asking it 10; there is one time zone per store. Caches of a pure function.
const MINUTES_KEPT_MAX = 64;
type Zone = { formatter: Intl.DateTimeFormat; minutes: Map<number, LocalTime> };
const zones = new Map<string, Zone>();
function zoneOf(timeZone: string): Zone {
  let made = zones.get(timeZone);
  if (!made) {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      weekday: 'short',
    });
    zones.set(timeZone, (made = { formatter, minutes: new Map() }));
  }
  return made;
}
