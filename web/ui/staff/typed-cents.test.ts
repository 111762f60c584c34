import { expect, it } from 'vitest';
import { eraseDigit, pushDigits } from './typed-cents.ts';

const type = (...keys: string[]): number => keys.reduce(pushDigits, 0);

it('digits fill from the right, two at once with their own key', () => {
  expect(type('5')).toBe(5);
  expect(type('1', '2', '5', '0')).toBe(1250);
  expect(type('2', '0', '00')).toBe(2000);
  expect(type('0', '00', '7')).toBe(7);
});

it('ends at R$ 99.999,99, not a digit before', () => {
  expect(type('9', '9', '9', '9', '9', '9', '9')).toBe(9_999_999);
  expect(type('9', '9', '9', '9', '9', '9', '9', '1')).toBe(9_999_999);
  expect(type('1', '0', '0', '0', '0', '00')).toBe(1_000_000);
  expect(pushDigits(1_000_000, '00')).toBe(9_999_999);
});

it('loses its last digit, down to nothing', () => {
  expect(eraseDigit(1259)).toBe(125);
  expect(eraseDigit(7)).toBe(0);
  expect(eraseDigit(0)).toBe(0);
});
