import { describe, expect, test } from 'vitest';
import { clockText } from './clock.ts';

describe('an instant in words', () => {
  const at = new Date(2026, 10, 1, 9, 5).getTime();
  test('is told as Brazilians write it, by the clock of the device', () => {
    expect(clockText(at)).toBe('09:05');
    expect(clockText(new Date(2026, 0, 31, 0, 0).getTime())).toBe('00:00');
  });
});
