import { expect, it } from 'vitest';
import { addDays } from '@balcao/shared/store/calendar.ts';
import { daysBetween, spansOf, splitByMonths } from './days.ts';

const days = (from: string, to: string): string[] => (from > to ? [] : daysBetween(from, to));

it.each([
  ['2026-01-01', '2026-12-31'],
  ['2024-02-10', '2024-03-01'],
  ['2024-01-31', '2024-02-29'],
  ['2026-11-21', '2026-11-21'],
  ['2026-11-01', '2026-11-30'],
  ['2026-11-02', '2026-11-29'],
  ['2025-12-31', '2026-01-01'],
  ['2025-12-15', '2026-03-31'],
  ['2024-11-22', '2026-11-21'],
])('splits %s to %s into whole months and the days around them, each day once', (from, to) => {
  const { firstMonth, lastMonth, headTo, tailFrom } = splitByMonths(from, to);
  const inMonths = days(from.slice(0, 7) + '-01', addDays(to, 31)).filter(
    (day) => day.slice(0, 7) >= firstMonth && day.slice(0, 7) <= lastMonth,
  );
  expect([...days(from, headTo), ...inMonths, ...days(tailFrom, to)]).toEqual(daysBetween(from, to));
});

it.each([1, 2, 29, 365, 366, 1000])(
  'takes a span in pieces of %i days, each day once and in order',
  (daysMax) => {
    const pieces = spansOf('2024-02-10', '2025-02-28', daysMax);
    expect(pieces.flatMap(({ from, to }) => daysBetween(from, to))).toEqual(
      daysBetween('2024-02-10', '2025-02-28'),
    );
    for (const { from, to } of pieces) expect(daysBetween(from, to).length).toBeLessThanOrEqual(daysMax);
  },
);

it.each([
  ['2026-11-21', '2026-11-21', ['2026-11-21']],
  ['2026-12-30', '2027-01-02', ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']],
  ['2028-02-28', '2028-03-01', ['2028-02-28', '2028-02-29', '2028-03-01']],
  ['2026-11-22', '2026-11-21', []],
])('from %s to %s are %j', (from, to, days) => {
  expect(daysBetween(from, to)).toEqual(days);
});

it.each([
  [
    2,
    [
      ['2026-11-01', '2026-11-02'],
      ['2026-11-03', '2026-11-04'],
      ['2026-11-05', '2026-11-05'],
    ],
  ],
  [5, [['2026-11-01', '2026-11-05']]],
  [6, [['2026-11-01', '2026-11-05']]],
])('five days in pieces of %i are %j', (daysMax, pieces) => {
  expect(spansOf('2026-11-01', '2026-11-05', daysMax)).toEqual(pieces.map(([from, to]) => ({ from, to })));
});

it.each([
  // Whole months only: nothing before and nothing after.
  [
    '2026-10-01',
    '2026-11-30',
    { firstMonth: '2026-10', lastMonth: '2026-11', headTo: '2026-09-30', tailFrom: '2026-12-01' },
  ],
  [
    '2026-10-02',
    '2026-12-30',
    { firstMonth: '2026-11', lastMonth: '2026-11', headTo: '2026-10-31', tailFrom: '2026-12-01' },
  ],
  [
    '2026-11-02',
    '2026-11-30',
    { firstMonth: '2026-12', lastMonth: '2026-11', headTo: '2026-11-30', tailFrom: '2026-12-01' },
  ],
  [
    '2026-11-01',
    '2026-11-29',
    { firstMonth: '2026-11', lastMonth: '2026-10', headTo: '2026-11-29', tailFrom: '2026-11-30' },
  ],
])('%s to %s is split there and nowhere else', (from, to, split) => {
  expect(splitByMonths(from, to)).toEqual(split);
});
