// Calendar days as YYYY-MM-DD: counted in UTC, where every day has 24 hours.

import { addDays } from '@balcao/shared/store/calendar.ts';

const DAY_MS = 86_400_000;
const msOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Every day from `from` to `to`, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  const lastMs = msOf(to);
  for (let ms = msOf(from); ms <= lastMs; ms += DAY_MS) days.push(dateOf(ms));
  return days;
}

/** The same span in pieces of at most so many days, in their order. */
export function spansOf(from: string, to: string, daysMax: number): { from: string; to: string }[] {
  const spans: { from: string; to: string }[] = [];
  for (let first = from; first <= to; first = addDays(first, daysMax)) {
    const last = addDays(first, daysMax - 1);
    spans.push({ from: first, to: last < to ? last : to });
  }
  return spans;
}

/** Whole months inside a span of days, and the days before and after them. What is empty ends before it begins. */
export type Split = {
  firstMonth: string;
  lastMonth: string;
  headTo: string;
  tailFrom: string;
};

export function splitByMonths(from: string, to: string): Split {
  const firstMonth = monthOf(from.endsWith('-01') ? from : addDays(`${monthOf(from)}-01`, 31));
  const lastMonth = monthOf(addDays(`${monthOf(addDays(to, 1))}-01`, -1));
  if (firstMonth > lastMonth) return { firstMonth, lastMonth, headTo: to, tailFrom: addDays(to, 1) };
  return {
    firstMonth,
    lastMonth,
    headTo: addDays(`${firstMonth}-01`, -1),
    tailFrom: `${monthOf(addDays(`${lastMonth}-01`, 31))}-01`,
  };
}

const monthOf = (date: string): string => date.slice(0, 7);
