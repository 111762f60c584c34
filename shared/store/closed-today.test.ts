import { expect, it } from 'vitest';
import type { OpeningHours } from '../menu/menu.ts';
import { isClosedOn, withClosedOn } from './closed-today.ts';
import { openState } from './opening.ts';

const ZONE = 'America/Sao_Paulo';
const TODAY = '2026-11-21';
const day = [{ opens: '10:00', closes: '22:00' }];
const hours: OpeningHours = {
  weekly: Array.from({ length: 7 }, () => day),
  holidays: [
    { date: '2026-11-20', intervals: [] },
    { date: '2026-12-25', intervals: [] },
  ],
};
const stateAt = (given: OpeningHours, local: string) =>
  openState({ openingHours: given, pausedUntilMs: null }, Date.parse(`${local}:00-03:00`), ZONE);

it('closes today alone: tomorrow the shop opens by itself', () => {
  const closed = withClosedOn(hours, TODAY, true);
  expect(isClosedOn(closed, TODAY)).toBe(true);
  expect(stateAt(closed, `${TODAY}T12:00`)).toEqual({
    state: 'closed',
    opensAt: { date: '2026-11-22', time: '10:00' },
  });
  expect(stateAt(closed, '2026-11-22T10:00').state).toBe('open');
  expect(closed.holidays.map(({ date }) => date)).toEqual([TODAY, '2026-12-25']);
});

it('opens again as the weekday has it, and is the same however often it is said', () => {
  const once = withClosedOn(hours, TODAY, true);
  expect(withClosedOn(once, TODAY, true)).toEqual(once);
  const open = withClosedOn(once, TODAY, false);
  expect(isClosedOn(open, TODAY)).toBe(false);
  expect(stateAt(open, `${TODAY}T12:00`).state).toBe('open');
});

it('a special day with hours of its own is not closed', () => {
  expect(isClosedOn({ ...hours, holidays: [{ date: TODAY, intervals: day }] }, TODAY)).toBe(false);
});
