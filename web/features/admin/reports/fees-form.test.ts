// The shop's rates as they are typed: each stays its own way's, with a comma, from nothing to thirty percent.
import { expect, it } from 'vitest';
import { check, ratesOf, typedOf } from './fees-form.tsx';

const typed = (changes: Partial<ReturnType<typeof typedOf>>) => ({ ...typedOf({}), ...changes });

it('each way keeps its own rate, and one that was never set is empty', () => {
  const rates = { pix: 0.99, credit_card: 4.98 };
  expect(typedOf(rates)).toMatchObject({ pix: '0,99', credit_card: '4,98', debit_card: '' });
  expect(ratesOf(typedOf(rates))).toEqual(rates);
  expect(ratesOf(typed({ pix: ' 1.5 ' }))).toEqual({ pix: 1.5 });
});

it.each(['', '0', '0,99', '30', '29,99'])('"%s" is a rate', (pix) => {
  expect(check(typed({ pix }))).toEqual({});
});

it.each(['30,01', '31', '100', '-1', '1,999', 'um'])('"%s" is none', (pix) => {
  expect(check(typed({ pix }))).toEqual({ pix: 'Use uma taxa de 0 a 30 %.' });
});
