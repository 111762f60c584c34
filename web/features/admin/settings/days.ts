// Days as people say them, in the store's own time zone: today, yesterday, on the 1st. Pure.
import { localTime } from '@balcao/shared/store/business-day.ts';

/** `hoje`, `ontem`, `no dia 1º`, `em 28/10`, `em 28/12/2025`. What lies ahead is a date: its clock was wrong. */
export function dayText(atMs: number, nowMs: number, timeZone: string): string {
  const day = localTime(atMs, timeZone).date;
  const today = localTime(nowMs, timeZone).date;
  const [year = '', month = '', ofMonth = ''] = day.split('-');
  if (day > today) return `em ${ofMonth}/${month}/${year}`;
  if (day === today) return 'hoje';
  if (day === dayBefore(today)) return 'ontem';
  if (day.slice(0, 7) === today.slice(0, 7))
    return `no dia ${ofMonth === '01' ? '1º' : String(Number(ofMonth))}`;
  return year === today.slice(0, 4) ? `em ${ofMonth}/${month}` : `em ${ofMonth}/${month}/${year}`;
}

/** `ontem às 03:10`. */
export function momentText(atMs: number, nowMs: number, timeZone: string): string {
  const { minuteOfDay } = localTime(atMs, timeZone);
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${dayText(atMs, nowMs, timeZone)} às ${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`;
}

/** Of a calendar day; days have no time zone, so that no clock is put forward between two of them. */
const dayBefore = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
