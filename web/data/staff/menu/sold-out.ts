// 'Acabou' and when it ends.
import { isAvailable, UNTIL_FURTHER_NOTICE_MS } from '@balcao/shared/menu/availability.ts';
import { DAY_TURNS_AT_HOUR, localTime } from '@balcao/shared/store/business-day.ts';
import { timesIn } from '../times.ts';

export type SoldOutEnd = 'today' | 'two-hours' | 'open';

export const SOLD_OUT_ENDS: readonly (readonly [SoldOutEnd, string])[] = [
  ['today', 'Hoje'],
  ['two-hours', 'Por 2 horas'],
  ['open', 'Até eu dizer'],
];

const HOUR_MS = 3_600_000;

/** When it is back, in Unix ms; 'today' is until the business day turns. */
export function soldOutUntil(end: SoldOutEnd, nowMs: number, timeZone: string): number {
  switch (end) {
    case 'today': {
      const { minuteOfDay } = localTime(nowMs, timeZone);
      const left = (DAY_TURNS_AT_HOUR * 60 - minuteOfDay + 24 * 60) % (24 * 60) || 24 * 60;
      return Math.floor(nowMs / 60_000) * 60_000 + left * 60_000;
    }
    case 'two-hours':
      return nowMs + 2 * HOUR_MS;
    case 'open':
      return UNTIL_FURTHER_NOTICE_MS;
  }
}

/** 'Acabou até 04:00', or null when it can be sold. */
export function soldOutText(
  entry: { active: boolean; soldOutUntilMs: number | null },
  nowMs: number,
  timeZone: string,
): string | null {
  if (entry.soldOutUntilMs === null || isAvailable({ ...entry, active: true }, nowMs)) return null;
  if (entry.soldOutUntilMs >= UNTIL_FURTHER_NOTICE_MS) return 'Acabou até avisar';
  const { timeText, shortDateTime } = timesIn(timeZone);
  return `Acabou até ${entry.soldOutUntilMs - nowMs < 24 * HOUR_MS ? timeText(entry.soldOutUntilMs) : shortDateTime(entry.soldOutUntilMs)}`;
}
