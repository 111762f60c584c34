// Instants as staff read them: in the store's zone, whatever zone the screen's own clock is in.
import { expect, it } from 'vitest';
import { timesIn } from './times.ts';

// 02:05:09 UTC of the 22nd is 23:05:09 of the 21st in São Paulo, and the 22nd in Lisbon.
const AT_MS = Date.UTC(2026, 10, 22, 2, 5, 9);

it('says the clock, the day and both of the zone that it is asked for', () => {
  const times = timesIn('America/Sao_Paulo');
  expect(times.timeText(AT_MS)).toBe('23:05');
  expect(times.timeSecondsText(AT_MS)).toBe('23:05:09');
  expect(times.dateText(AT_MS)).toBe('21/11/2026');
  expect(times.shortDateTime(AT_MS)).toBe('21/11, 23:05');
  expect(times.dateTime(AT_MS)).toBe('21/11/2026 às 23:05');
});

it('keeps two zones apart', () => {
  expect(timesIn('America/Manaus').timeText(AT_MS)).toBe('22:05');
  expect(timesIn('Europe/Lisbon').dateTime(AT_MS)).toBe('22/11/2026 às 02:05');
  expect(timesIn('America/Manaus').dateText(AT_MS)).toBe('21/11/2026');
});
