// The periods that an owner asks for most, as days of the store's own time zone. Pure.
import { localTime } from '@balcao/shared/store/business-day.ts';

export type Preset = 'hoje' | '7-dias' | 'mes';
export const PRESETS: readonly (readonly [Preset, string])[] = [
  ['hoje', 'Hoje'],
  ['7-dias', '7 dias'],
  ['mes', 'Este mês'],
];

/** Both days are included; the last one is today. */
export function periodOf(preset: Preset, nowMs: number, timeZone: string): { from: string; to: string } {
  const to = localTime(nowMs, timeZone).date;
  if (preset === 'hoje') return { from: to, to };
  if (preset === 'mes') return { from: `${to.slice(0, 7)}-01`, to };
  const week = new Date(Date.parse(`${to}T00:00:00Z`) - 6 * 86_400_000);
  return { from: week.toISOString().slice(0, 10), to };
}

/** How much more than before, in percent with one decimal; null where there was nothing before. */
export const growthOf = (now: number, before: number): number | null =>
  before === 0 ? null : Math.round((now / before - 1) * 1000) / 10;
