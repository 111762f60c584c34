import { expect, it } from 'vitest';
import { dayText, momentText } from './days.ts';

const ZONE = 'America/Sao_Paulo';
const at = (local: string): number => Date.parse(`${local}-03:00`);

it.each([
  ['2026-11-23T03:10', '2026-11-23T22:00', 'hoje'],
  ['2026-11-23T00:00', '2026-11-23T23:59', 'hoje'],
  // One minute apart, over midnight.
  ['2026-11-22T23:59', '2026-11-23T00:00', 'ontem'],
  ['2026-11-22T00:00', '2026-11-23T23:59', 'ontem'],
  ['2026-11-21T23:59', '2026-11-23T00:00', 'no dia 21'],
  ['2026-11-01T05:00', '2026-11-23T12:00', 'no dia 1º'],
  ['2026-11-02T05:00', '2026-11-23T12:00', 'no dia 2'],
  // Over the end of a month: what was yesterday stays yesterday.
  ['2026-11-30T04:30', '2026-12-01T08:00', 'ontem'],
  ['2026-11-29T04:30', '2026-12-01T08:00', 'em 29/11'],
  ['2026-11-01T05:00', '2026-12-01T05:00', 'em 01/11'],
  ['2026-02-28T04:30', '2026-03-01T08:00', 'ontem'],
  ['2028-02-29T04:30', '2028-03-01T08:00', 'ontem'],
  ['2028-02-28T04:30', '2028-03-01T08:00', 'em 28/02'],
  // And of a year.
  ['2026-12-31T23:59', '2027-01-01T00:00', 'ontem'],
  ['2026-12-30T23:59', '2027-01-01T00:00', 'em 30/12/2026'],
  ['2026-12-31T12:00', '2027-12-31T12:00', 'em 31/12/2026'],
  // A clock that was ahead.
  ['2026-11-24T00:00', '2026-11-23T23:59', 'em 24/11/2026'],
])('%s is, at %s, %s', (then, now, words) => {
  expect(dayText(at(then), at(now), ZONE)).toBe(words);
});

it('asks for the day at the store, wherever the browser is', () => {
  // 02:30 in Lisbon is still the evening before in São Paulo.
  const then = Date.parse('2026-11-23T01:30Z');
  const now = Date.parse('2026-11-23T02:30Z');
  expect(dayText(then, now, ZONE)).toBe('hoje');
  expect(dayText(then, now, 'Europe/Lisbon')).toBe('hoje');
  expect(dayText(Date.parse('2026-11-23T02:59Z'), Date.parse('2026-11-23T03:00Z'), ZONE)).toBe('ontem');
  expect(dayText(Date.parse('2026-11-23T02:59Z'), Date.parse('2026-11-23T03:00Z'), 'Europe/Lisbon')).toBe(
    'hoje',
  );
});

it('takes yesterday for yesterday also where a clock was put forward in between', () => {
  // 29 March 2026 has 23 hours in Lisbon.
  const late = Date.parse('2026-03-28T23:30Z');
  const soon = Date.parse('2026-03-29T23:15Z');
  expect(dayText(late, soon, 'Europe/Lisbon')).toBe('no dia 28');
  expect(dayText(late, Date.parse('2026-03-29T10:00Z'), 'Europe/Lisbon')).toBe('ontem');
});

it('says the minute with it', () => {
  expect(momentText(at('2026-11-22T03:10'), at('2026-11-23T12:00'), ZONE)).toBe('ontem às 03:10');
  expect(momentText(at('2026-11-22T13:05'), at('2026-11-23T12:00'), ZONE)).toBe('ontem às 13:05');
});
