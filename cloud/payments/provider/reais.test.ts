import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOfReais, reaisOf } from './reais.ts';

test('every amount survives the way to the provider and back, through JSON', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_00 }), (cents) => {
      const sent = JSON.parse(JSON.stringify(reaisOf(cents))) as unknown;
      expect(centsOfReais(sent)).toBe(cents);
    }),
  );
});

test('no float error comes in: 1.1 is 110 and 0.29 is 29', () => {
  expect([1.1, 0.29, 4.35, 19.9, 1019.99, 0.07, 33.33].map(centsOfReais)).toEqual([
    110, 29, 435, 1990, 101999, 7, 3333,
  ]);
  expect(JSON.stringify([reaisOf(110), reaisOf(29), reaisOf(1990), reaisOf(100)])).toBe('[1.1,0.29,19.9,1]');
});

test('what is not an exact amount is not rounded into one', () => {
  for (const value of [
    19.901,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    'R$ 1',
    '1,50',
    null,
    undefined,
    {},
    1e21,
    '1e3',
  ]) {
    expect(centsOfReais(value)).toBeNull();
  }
  expect(centsOfReais('19.90')).toBe(1990);
  expect(centsOfReais('19.900')).toBe(1990);
  expect(() => reaisOf(1.5)).toThrow(RangeError);
});
