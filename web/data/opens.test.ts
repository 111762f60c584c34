// The words that a customer reads while the shop is closed. 2026-11-25, 02:30 UTC is still the 24th in São Paulo.
import { expect, it } from 'vitest';
import { opensText } from './opens.ts';

it.each([
  ['2026-11-24', '10:00', 'Abre hoje às 10h'],
  ['2026-11-25', '10:00', 'Fechado até amanhã 10h'],
  ['2026-11-25', '09:30', 'Fechado até amanhã 9h30'],
  ['2026-11-26', '18:00', 'Fechado até 26/11 18h'],
])('opening on %s at %s is said as %s', (date, time, text) => {
  const nowMs = Date.parse('2026-11-25T02:30:00Z');
  expect(opensText({ date, time }, nowMs, 'America/Sao_Paulo')).toBe(text);
});
