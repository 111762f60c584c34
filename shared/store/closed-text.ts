// What customers read of a store that is closed. Apart from the hours themselves, which only servers and staff reckon with.
import { localTime } from './business-day.ts';
import type { OpenState } from './opening.ts';

/** Why customers cannot order now and when they can again, as one sentence. */
export function describeClosed(
  open: Extract<OpenState, { state: 'closed' | 'paused' }>,
  timeZone: string,
): string {
  if (open.state === 'paused') {
    const { minuteOfDay } = localTime(open.untilMs, timeZone);
    return `A loja pausou os pedidos por um momento. Tente de novo às ${clockText(minuteOfDay)}.`;
  }
  if (!open.opensAt) return 'A loja está fechada no momento.';
  const [, month, day] = open.opensAt.date.split('-');
  return `A loja está fechada no momento. Abre em ${day}/${month} às ${open.opensAt.time}.`;
}

const clockText = (minuteOfDay: number): string =>
  `${Math.floor(minuteOfDay / 60)
    .toString()
    .padStart(2, '0')}:${(minuteOfDay % 60).toString().padStart(2, '0')}`;
