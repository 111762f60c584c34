// Whether the store takes customers' orders at an instant, why not, and when it does again.
import type { OpeningHours, Settings } from '../menu/menu.ts';
import { localTime } from './business-day.ts';

export const CLOSING_SOON_MINUTES = 30;

export type OpenState =
  | { state: 'open'; closesAt: string }
  | { state: 'closing-soon'; closesAt: string }
  | { state: 'closed'; opensAt: { date: string; time: string } | null }
  | { state: 'paused'; untilMs: number };

type Span = { fromMinute: number; toMinute: number; closes: string; opens: string };

/** Times are in the store's zone, HH:MM. A pause outranks the hours while they say open. */
export function openState(settings: Pick<Settings, 'openingHours' | 'pausedUntilMs'>, nowMs: number, timeZone: string): OpenState {
  const local = localTime(nowMs, timeZone);
  const yesterday = localTime(nowMs - 86_400_000, timeZone);
  // An interval that runs past midnight still belongs to yesterday's opening.
  const span =
    spansOf(settings.openingHours, local).find((one) => one.fromMinute <= local.minuteOfDay && local.minuteOfDay < one.toMinute) ??
    spansOf(settings.openingHours, yesterday).find((one) => local.minuteOfDay + 1440 < one.toMinute);
  if (!span) return { state: 'closed', opensAt: nextOpening(settings.openingHours, nowMs, timeZone) };
  if (settings.pausedUntilMs !== null && settings.pausedUntilMs > nowMs) return { state: 'paused', untilMs: settings.pausedUntilMs };

  const passedMidnight = !(span.fromMinute <= local.minuteOfDay && local.minuteOfDay < span.toMinute);
  const left = span.toMinute - local.minuteOfDay - (passedMidnight ? 1440 : 0);
  return { state: left <= CLOSING_SOON_MINUTES ? 'closing-soon' : 'open', closesAt: span.closes };
}

function nextOpening(hours: OpeningHours, nowMs: number, timeZone: string): { date: string; time: string } | null {
  for (let day = 0; day <= 14; day += 1) {
    const local = localTime(nowMs + day * 86_400_000, timeZone);
    const from = day === 0 ? local.minuteOfDay : -1;
    const next = spansOf(hours, local)
      .filter((span) => span.fromMinute > from)
      .sort((a, b) => a.fromMinute - b.fromMinute)[0];
    if (next) return { date: local.date, time: next.opens };
  }
  return null;
}

function spansOf(hours: OpeningHours, day: { date: string; weekday: number }): Span[] {
  const intervals = hours.holidays.find((one) => one.date === day.date)?.intervals ?? hours.weekly[day.weekday] ?? [];
  return intervals.map(({ opens, closes }) => {
    const fromMinute = minuteOf(opens);
    const toMinute = minuteOf(closes);
    return { opens, closes, fromMinute, toMinute: toMinute <= fromMinute ? toMinute + 1440 : toMinute };
  });
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const DAY_NAMES = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'];

/** The hours in words, in the form 'Seg-Dom: 10h às 22h'; days with equal hours are joined. */
export function describeHours(hours: OpeningHours): string {
  const days = [1, 2, 3, 4, 5, 6, 0].map((weekday) => ({
    name: DAY_NAMES[weekday] ?? '',
    text: (hours.weekly[weekday] ?? []).map(({ opens, closes }) => `${hour(opens)} às ${hour(closes)}`).join(' e ') || 'fechado',
  }));
  const groups: { from: string; to: string; text: string }[] = [];
  for (const day of days) {
    const last = groups.at(-1);
    if (last && last.text === day.text) last.to = day.name;
    else groups.push({ from: day.name, to: day.name, text: day.text });
  }
  return groups.map(({ from, to, text }) => `${from === to ? from : `${from}-${to}`}: ${text}`).join(' · ');
}

const hour = (time: string): string => (time.endsWith(':00') ? `${Number(time.slice(0, 2))}h` : `${Number(time.slice(0, 2))}h${time.slice(3)}`);
