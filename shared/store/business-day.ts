// The business day: turns at 04:00 in the store's time zone, so that a late evening is one day.

export const DAY_TURNS_AT_HOUR = 4;

/** The calendar day and minute at an instant (Unix ms) in a time zone. */
export function localTime(nowMs: number, timeZone: string): { date: string; weekday: number; minuteOfDay: number } {
  const parts = Object.fromEntries(formatter(timeZone).formatToParts(nowMs).map((part) => [part.type, part.value]));
  return {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    weekday: WEEKDAYS.indexOf(parts['weekday'] ?? ''),
    minuteOfDay: Number(parts['hour']) * 60 + Number(parts['minute']),
  };
}

/** YYYY-MM-DD of the business day that an instant belongs to. */
export const businessDay = (nowMs: number, timeZone: string): string =>
  localTime(nowMs - DAY_TURNS_AT_HOUR * 3_600_000, timeZone).date;

/** The business day to use now: it never goes back, whatever the clock says. */
export const nextBusinessDay = (current: string | null, nowMs: number, timeZone: string): string => {
  const today = businessDay(nowMs, timeZone);
  return current !== null && current > today ? current : today;
};

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
// Making a formatter costs 30 µs and more; there is one time zone per store. A cache of a pure function.
const formatters = new Map<string, Intl.DateTimeFormat>();
function formatter(timeZone: string): Intl.DateTimeFormat {
  let made = formatters.get(timeZone);
  if (!made) {
    made = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      weekday: 'short',
    });
    formatters.set(timeZone, made);
  }
  return made;
}
