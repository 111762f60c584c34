import { expect, it } from 'vitest';
import { cell, csvLine, reais } from './csv.ts';

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '\r=1', '|cmd', '%0'])(
  'makes %j a text, not a formula',
  (value) => {
    expect(cell(value).replace(/^"/, '')).toMatch(/^'/);
  },
);

it('leaves numbers numbers, also negative ones, and ordinary text alone', () => {
  expect([cell(-5), cell(1.5), cell('Açaí 500 ml'), cell(null)]).toEqual(['-5', '1,5', 'Açaí 500 ml', '']);
  expect(reais(123_456)).toBe(1234.56);
});

it('quotes what would break a line or a column', () => {
  expect(csvLine(['a;b', 'diz "oi"', 'um\ndois'])).toBe('"a;b";"diz ""oi""";"um\ndois"\r\n');
});
