// Whether the store takes customers' orders at an instant, why not, and when it does again.
import type { Interval, OpeningHours, Settings } from '../menu/menu.ts';
import { localTime } from './business-day.ts';

/** So long before the end customers are told of it; orders are taken until the end. */
export const CLOSING_SOON_MINUTES = 30;

/** What customers are told; times are HH:MM and dates YYYY-MM-DD in the store's zone. */
export type OpenState =
  /** `closesAt` is null when the end is beyond tomorrow: a shop open day and night. */
  | { state: 'open'; closesAt: string | null }
  | { state: 'closing-soon'; closesAt: string }
  | { state: 'closed'; opensAt: { date: string; time: string } | null }
  | { state: 'paused'; untilMs: number };

/** Minutes count from midnight of the day that was asked about. */
type Span = { fromMinute: number; toMinute: number; closes: string; opens: string };

const DAY_MINUTES = 1440;

/** Times are in the store's zone, HH:MM. A pause outranks the hours while they say open. */
export function openState(
  settings: Pick<Settings, 'openingHours' | 'pausedUntilMs'>,
  nowMs: number,
  timeZone: string,
): OpenState {
  const now = localTime(nowMs, timeZone).minuteOfDay;
  const spans = spansAround(settings.openingHours, nowMs, timeZone);
  let last = spans.find((span) => span.fromMinute <= now && now < span.toMinute);
  if (!last) return { state: 'closed', opensAt: nextOpening(settings.openingHours, nowMs, timeZone) };
  if (settings.pausedUntilMs !== null && settings.pausedUntilMs > nowMs)
    return { state: 'paused', untilMs: settings.pausedUntilMs };

  // One opening that begins where another ends is no closing: a shop open day and night never closes soon.
  for (const span of spans)
    if (span.fromMinute <= last.toMinute && last.toMinute < span.toMinute) last = span;
  if (last.toMinute - now <= CLOSING_SOON_MINUTES) return { state: 'closing-soon', closesAt: last.closes };
  return { state: 'open', closesAt: last.toMinute >= 2 * DAY_MINUTES ? null : last.closes };
}

/** Yesterday's openings, which may run past midnight, today's and tomorrow's, earliest first. */
function spansAround(hours: OpeningHours, nowMs: number, timeZone: string): Span[] {
  return [-1, 0, 1]
    .flatMap((day) =>
      spansOf(hours, localTime(nowMs + day * 86_400_000, timeZone)).map((span) => ({
        ...span,
        fromMinute: span.fromMinute + day * DAY_MINUTES,
        toMinute: span.toMinute + day * DAY_MINUTES,
      })),
    )
    .sort((a, b) => a.fromMinute - b.fromMinute);
}

function nextOpening(
  hours: OpeningHours,
  nowMs: number,
  timeZone: string,
): { date: string; time: string } | null {
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
  const intervals =
    hours.holidays.find((one) => one.date === day.date)?.intervals ?? hours.weekly[day.weekday] ?? [];
  return intervals.map(({ opens, closes }) => {
    const fromMinute = minuteOf(opens);
    const toMinute = minuteOf(closes);
    return {
      opens,
      closes,
      fromMinute,
      toMinute: toMinute <= fromMinute ? toMinute + DAY_MINUTES : toMinute,
    };
  });
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const DAY_NAMES = ['Dom', 'Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb'];

/** The hours in words, in the form 'Seg-Dom: 10h às 22h' or 'Seg-Dom: 24 horas'; days with equal hours are joined. */
export function describeHours(hours: OpeningHours): string {
  const days = [1, 2, 3, 4, 5, 6, 0].map((weekday) => ({
    name: DAY_NAMES[weekday] ?? '',
    text: (hours.weekly[weekday] ?? []).map(intervalText).join(' e ') || 'fechado',
  }));
  const groups: { from: string; to: string; text: string }[] = [];
  for (const day of days) {
    const last = groups.at(-1);
    if (last && last.text === day.text) last.to = day.name;
    else groups.push({ from: day.name, to: day.name, text: day.text });
  }
  return groups.map(({ from, to, text }) => `${from === to ? from : `${from}-${to}`}: ${text}`).join(' · ');
}

// Closing when it opens means a whole day.
const intervalText = ({ opens, closes }: Interval): string =>
  opens === closes ? '24 horas' : `${hour(opens)} às ${hour(closes)}`;

const hour = (time: string): string =>
  time.endsWith(':00') ? `${Number(time.slice(0, 2))}h` : `${Number(time.slice(0, 2))}h${time.slice(3)}`;
