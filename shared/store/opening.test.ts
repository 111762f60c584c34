import { describe, expect, it } from 'vitest';
import { Settings } from '../menu/menu.ts';
import { businessDay, businessDayStart, monthSpan, nextBusinessDay } from './business-day.ts';
import { describeClosed } from './closed-text.ts';
import { describeHours, openState } from './opening.ts';

const ZONE = 'America/Sao_Paulo';
const at = (local: string): number => Date.parse(`${local}-03:00`);
const week = (opens: string, closes: string) => Array.from({ length: 7 }, () => [{ opens, closes }]);
const settings = (weekly: { opens: string; closes: string }[][], more: Record<string, unknown> = {}) =>
  Settings.parse({ openingHours: { weekly, holidays: [{ date: '2026-12-25', intervals: [] }] }, ...more });

describe('opening hours', () => {
  const day = settings(week('10:00', '22:00'));
  const night = settings(week('18:00', '02:00'));

  it.each([
    ['2026-11-21T12:00', day, { state: 'open', closesAt: '22:00' }],
    ['2026-11-21T21:40', day, { state: 'closing-soon', closesAt: '22:00' }],
    ['2026-11-21T22:00', day, { state: 'closed', opensAt: { date: '2026-11-22', time: '10:00' } }],
    ['2026-11-21T09:59', day, { state: 'closed', opensAt: { date: '2026-11-21', time: '10:00' } }],
    ['2026-11-22T01:00', night, { state: 'open', closesAt: '02:00' }],
    ['2026-11-22T02:00', night, { state: 'closed', opensAt: { date: '2026-11-22', time: '18:00' } }],
    ['2026-12-25T12:00', day, { state: 'closed', opensAt: { date: '2026-12-26', time: '10:00' } }],
  ])('at %s', (local, given, expected) => {
    expect(openState(given, at(local), ZONE)).toEqual(expected);
  });

  it('are looked for two weeks ahead, and no further', () => {
    const closedFor = (days: number) =>
      openState(
        {
          openingHours: {
            weekly: week('10:00', '22:00'),
            holidays: Array.from({ length: days }, (_, day) => ({
              date: `2026-12-${String(day + 1).padStart(2, '0')}`,
              intervals: [],
            })),
          },
          pausedUntilMs: null,
        },
        at('2026-12-01T12:00'),
        ZONE,
      );
    expect(closedFor(14)).toEqual({ state: 'closed', opensAt: { date: '2026-12-15', time: '10:00' } });
    expect(closedFor(15)).toEqual({ state: 'closed', opensAt: null });
  });

  it('a pause outranks open hours until it ends', () => {
    const untilMs = at('2026-11-21T13:00');
    const paused = settings(week('10:00', '22:00'), { pausedUntilMs: untilMs });
    expect(openState(paused, at('2026-11-21T12:30'), ZONE)).toEqual({ state: 'paused', untilMs });
    expect(openState(paused, untilMs, ZONE).state).toBe('open');
    expect(describeClosed({ state: 'paused', untilMs }, ZONE)).toContain('13:00');
  });

  it.each([
    ['09:59', 'closed'],
    ['10:00', 'open'],
    ['21:29', 'open'],
    ['21:30', 'closing-soon'],
    ['21:59', 'closing-soon'],
    ['22:00', 'closed'],
  ])('at %s are %s', (time, state) => {
    expect(openState(day, at(`2026-11-21T${time}`), ZONE).state).toBe(state);
  });

  it('are over also during a pause, and a pause is over at its very end', () => {
    const untilMs = at('2026-11-21T23:00');
    const paused = settings(week('10:00', '22:00'), { pausedUntilMs: untilMs });
    expect(openState(paused, at('2026-11-21T22:30'), ZONE).state).toBe('closed');
    const short = settings(week('10:00', '22:00'), { pausedUntilMs: at('2026-11-21T12:00') });
    expect(openState(short, at('2026-11-21T12:00') - 1, ZONE).state).toBe('paused');
    expect(openState(short, at('2026-11-21T12:00'), ZONE).state).toBe('open');
  });

  const written = (weekly: { opens: string; closes: string }[][]) =>
    describeHours({ weekly, holidays: [{ date: '2026-12-25', intervals: [] }] });
  const [ten, noon] = [
    { opens: '10:00', closes: '22:00' },
    { opens: '12:30', closes: '00:05' },
  ];

  it.each([
    ['every day alike', [[ten], [ten], [ten], [ten], [ten], [ten], [ten]], 'Seg-Dom: 10h às 22h'],
    [
      'closed on Monday',
      [[ten], [], [ten], [ten], [ten], [ten], [ten]],
      'Seg: fechado · Ter-Dom: 10h às 22h',
    ],
    [
      'hours of one digit',
      Array.from({ length: 7 }, () => [
        { opens: '09:00', closes: '01:00' },
        { opens: '07:30', closes: '08:05' },
      ]),
      'Seg-Dom: 9h às 1h e 7h30 às 8h05',
    ],
    [
      'another Sunday, and Saturday on its own',
      [[noon], [ten], [ten], [ten], [ten], [ten], []],
      'Seg-Sex: 10h às 22h · Sáb: fechado · Dom: 12h30 às 0h05',
    ],
    [
      'two openings on Wednesday and Thursday',
      [[], [], [], [ten, noon], [ten, noon], [], []],
      'Seg-Ter: fechado · Qua-Qui: 10h às 22h e 12h30 às 0h05 · Sex-Dom: fechado',
    ],
    [
      'day and night, from midnight or from six',
      [
        [{ opens: '06:00', closes: '06:00' }],
        ...Array.from({ length: 6 }, () => [{ opens: '00:00', closes: '00:00' }]),
      ],
      'Seg-Dom: 24 horas',
    ],
  ])('are written in the form of the spec: %s', (_case, weekly, text) => {
    expect(written(weekly)).toBe(text);
  });

  it.each([
    [{ state: 'closed', opensAt: null }, 'A loja está fechada no momento.'],
    [
      { state: 'closed', opensAt: { date: '2026-12-03', time: '09:30' } },
      'A loja está fechada no momento. Abre em 03/12 às 09:30.',
    ],
    [
      { state: 'paused', untilMs: at('2026-11-21T09:05') },
      'A loja pausou os pedidos por um momento. Tente de novo às 09:05.',
    ],
    [
      { state: 'paused', untilMs: at('2026-11-21T21:50') },
      'A loja pausou os pedidos por um momento. Tente de novo às 21:50.',
    ],
  ] as const)('that are over are told in a sentence: %j', (state, text) => {
    expect(describeClosed(state, ZONE)).toBe(text);
  });
});

describe('[O19] the business day', () => {
  it('turns at four in the morning', () => {
    expect(businessDay(at('2026-11-22T03:59'), ZONE)).toBe('2026-11-21');
    expect(businessDay(at('2026-11-22T04:00'), ZONE)).toBe('2026-11-22');
  });

  it('began at four, in the small hours as in the evening', () => {
    for (const local of ['2026-11-22T04:00', '2026-11-22T18:30:59', '2026-11-23T00:10', '2026-11-23T03:59'])
      expect(businessDayStart(at(local.length === 16 ? `${local}:00` : local), ZONE)).toBe(
        at('2026-11-22T04:00'),
      );
  });

  it('never goes back', () => {
    expect(nextBusinessDay('2026-11-22', at('2025-01-01T12:00'), ZONE)).toBe('2026-11-22');
  });

  it('leaps over days only by a clock that is not doubted', () => {
    const day = (now: string, doubted: boolean) =>
      nextBusinessDay('2026-11-22', at(now), ZONE, () => doubted);
    expect(day('2026-11-23T12:00', true)).toBe('2026-11-23');
    expect(day('2026-11-24T12:00', true)).toBe('2026-11-22');
    expect(day('2027-11-22T12:00', true)).toBe('2026-11-22');
    // Closed on Monday and Tuesday.
    expect(day('2026-11-25T12:00', false)).toBe('2026-11-25');
  });
});

describe('the calendar month', () => {
  it('runs from its first midnight to the next, over the year end too', () => {
    expect(monthSpan(at('2026-12-31T23:59'), ZONE)).toEqual({
      fromMs: at('2026-12-01T00:00'),
      toMs: at('2027-01-01T00:00'),
    });
    expect(monthSpan(at('2026-11-30T23:59'), ZONE)).toEqual({
      fromMs: at('2026-11-01T00:00'),
      toMs: at('2026-12-01T00:00'),
    });
  });
});
