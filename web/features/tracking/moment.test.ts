import { expect, test } from 'vitest';
import { momentText } from './moment.ts';

test('an instant with its day is told as Brazilians write it, by the clock of the device', () => {
  expect(momentText(new Date(2026, 10, 1, 9, 5).getTime())).toBe('01/11 às 09:05');
  expect(momentText(new Date(2026, 11, 31, 23, 59).getTime())).toBe('31/12 às 23:59');
});
