import { describe, expect, test } from 'vitest';
import type { OpeningHours } from '../menu/menu.ts';
import { describeHours, openState } from './opening.ts';

const ZONE = 'America/Sao_Paulo';
/** An instant on Wednesday, 7 January 2026 (`day` days later), at a wall time in São Paulo, which is three hours behind UTC. */
const at = (time: string, day = 0): number => Date.UTC(2026, 0, 7 + day, Number(time.slice(0, 2)) + 3, Number(time.slice(3)));
const everyDay = (opens: string, closes: string): OpeningHours => ({ weekly: Array.from({ length: 7 }, () => [{ opens, closes }]), holidays: [] });
const state = (openingHours: OpeningHours, nowMs: number) => openState({ openingHours, pausedUntilMs: null }, nowMs, ZONE);

describe('a shop with ordinary hours', () => {
  const hours = everyDay('10:00', '22:00');

  test('is open, closes soon in its last half hour, and is closed after it', () => {
    expect(state(hours, at('10:00'))).toEqual({ state: 'open', closesAt: '22:00' });
    expect(state(hours, at('21:29'))).toEqual({ state: 'open', closesAt: '22:00' });
    expect(state(hours, at('21:30'))).toEqual({ state: 'closing-soon', closesAt: '22:00' });
    expect(state(hours, at('22:00'))).toEqual({ state: 'closed', opensAt: { date: '2026-01-08', time: '10:00' } });
    expect(state(hours, at('09:59'))).toEqual({ state: 'closed', opensAt: { date: '2026-01-07', time: '10:00' } });
  });

  test('says its hours in one line', () => expect(describeHours(hours)).toBe('Seg-Dom: 10h às 22h'));
});

test('an opening past midnight still belongs to the evening before', () => {
  const hours = everyDay('18:00', '02:00');
  expect(state(hours, at('01:00'))).toEqual({ state: 'open', closesAt: '02:00' });
  expect(state(hours, at('01:45'))).toEqual({ state: 'closing-soon', closesAt: '02:00' });
  expect(state(hours, at('02:00'))).toEqual({ state: 'closed', opensAt: { date: '2026-01-07', time: '18:00' } });
});

describe('a shop open day and night', () => {
  const always = everyDay('00:00', '00:00');

  test('is open at every minute around midnight and never closes soon', () => {
    for (const time of ['00:00', '00:01', '12:00', '23:29', '23:30', '23:59']) expect(state(always, at(time)).state).toBe('open');
  });

  test('says so instead of an hour that begins and ends at nothing', () => {
    expect(describeHours(always)).toBe('Seg-Dom: 24 horas');
  });

  test('closes soon on the evening before the day it rests', () => {
    const restsOnThursday = { ...always, weekly: always.weekly.map((day, weekday) => (weekday === 4 ? [] : day)) };
    expect(state(restsOnThursday, at('23:30'))).toEqual({ state: 'closing-soon', closesAt: '00:00' });
    expect(state(restsOnThursday, at('00:00', 1))).toEqual({ state: 'closed', opensAt: { date: '2026-01-09', time: '00:00' } });
    expect(describeHours(restsOnThursday)).toBe('Seg-Qua: 24 horas · Qui: fechado · Sex-Dom: 24 horas');
  });

  test('closes for a holiday', () => {
    const holiday = { ...always, holidays: [{ date: '2026-01-08', intervals: [] }] };
    expect(state(holiday, at('23:45')).state).toBe('closing-soon');
    expect(state(holiday, at('12:00', 1)).state).toBe('closed');
  });

  test('takes no orders while paused', () => {
    const untilMs = at('13:00');
    expect(openState({ openingHours: always, pausedUntilMs: untilMs }, at('12:00'), ZONE)).toEqual({ state: 'paused', untilMs });
  });
});

test('two openings that touch are one', () => {
  const hours: OpeningHours = {
    weekly: Array.from({ length: 7 }, () => [
      { opens: '10:00', closes: '14:00' },
      { opens: '14:00', closes: '20:00' },
    ]),
    holidays: [],
  };
  expect(state(hours, at('13:45'))).toEqual({ state: 'open', closesAt: '20:00' });
});
