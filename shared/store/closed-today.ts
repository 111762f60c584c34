// Closed for this one day: a day without hours among the special ones, so that tomorrow's hours count by themselves.
import type { OpeningHours } from '../menu/menu.ts';

/** Whether the shop takes no orders on that day, YYYY-MM-DD, because somebody said so. */
export const isClosedOn = (hours: OpeningHours, date: string): boolean =>
  hours.holidays.some((one) => one.date === date && one.intervals.length === 0);

/**
 * The hours with that day closed, or as its weekday has them; special days that are over go, so that there is always room for one more.
 * Of a special day with hours of its own these are lost.
 */
export function withClosedOn(hours: OpeningHours, date: string, isClosed: boolean): OpeningHours {
  const others = hours.holidays.filter((one) => one.date > date);
  const holidays = isClosed ? [{ date, intervals: [] }, ...others] : others;
  return { ...hours, holidays };
}
