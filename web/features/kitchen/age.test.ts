// When an order turns yellow and red.
import { describe, expect, it } from 'vitest';
import { ageOf, STANDARD_LIMITS } from './age.ts';

describe('the age of an order', () => {
  it('turns at five and at eight whole minutes', () => {
    expect([0, 4, 5, 7, 8, 60].map((minutes) => ageOf(minutes, STANDARD_LIMITS))).toEqual([
      'fresh',
      'fresh',
      'warn',
      'warn',
      'late',
      'late',
    ]);
  });
});
