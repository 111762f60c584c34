// What may be typed to be given back: from one centavo to the whole.
import { expect, it } from 'vitest';
import { refundAmount } from './refund.ts';

it.each([
  ['', null],
  ['  ', null],
  ['0', 'wrong'],
  ['0,00', 'wrong'],
  ['0,01', 1],
  ['24,89', 2489],
  ['24,90', 2490],
  ['24,91', 'wrong'],
  ['tudo', 'wrong'],
  ['-1', 'wrong'],
] as const)('"%s" of R$ 24,90 is %s', (text, cents) => {
  expect(refundAmount(text, 2490)).toBe(cents);
});
