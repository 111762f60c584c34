// When an order turns yellow and red.
import { describe, expect, it } from 'vitest';
import { ageOf } from './age.ts';

describe('the age of an order', () => {
  it.each([
    [{ warnMinutes: 5, lateMinutes: 8 }, ['fresh', 'fresh', 'warn', 'warn', 'late', 'late']],
    [{ warnMinutes: 7, lateMinutes: 30 }, ['fresh', 'fresh', 'fresh', 'warn', 'warn', 'late']],
    [{ warnMinutes: 9, lateMinutes: 5 }, ['fresh', 'fresh', 'late', 'late', 'late', 'late']],
  ])('turns at whole minutes as the settings say: %o', (limits, ages) => {
    expect([0, 4, 5, 7, 8, 60].map((minutes) => ageOf(minutes, limits))).toEqual(ages);
  });
});
