// When a closed shop opens, as one says it: 'Abre hoje às 10h', 'Fechado até amanhã 10h', 'Fechado até 24/12 9h30'.
import { localTime } from '@balcao/shared/store/business-day.ts';

/** `date` is YYYY-MM-DD and `time` HH:MM, both in the shop's zone. */
export function opensText(
  { date, time }: { date: string; time: string },
  nowMs: number,
  timeZone: string,
): string {
  const hour = `${Number(time.slice(0, 2))}h${time.endsWith(':00') ? '' : time.slice(3)}`;
  const dayOf = (ms: number) => localTime(ms, timeZone).date;
  if (date === dayOf(nowMs)) return `Abre hoje às ${hour}`;
  if (date === dayOf(nowMs + 86_400_000)) return `Fechado até amanhã ${hour}`;
  return `Fechado até ${date.slice(8)}/${date.slice(5, 7)} ${hour}`;
}
