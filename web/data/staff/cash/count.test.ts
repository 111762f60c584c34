// What notes and coins come to.
import { expect, it } from 'vitest';
import { COINS_CENTS, countedCents, NOTES_CENTS, typedCount } from './count.ts';

it('adds up notes and coins, in centavos', () => {
  expect(countedCents({})).toBe(0);
  expect(countedCents({ 20_000: '1', 5_000: '2', 200: '3', 25: '4', 5: '1' })).toBe(30_705);
  expect(countedCents({ 10_000: '', 100: '007' })).toBe(700);
});

it('takes all of one of each', () => {
  const all = Object.fromEntries([...NOTES_CENTS, ...COINS_CENTS].map((worth) => [worth, '1']));
  expect(countedCents(all)).toBe(38_890);
});

it('takes figures alone, four at most', () => {
  expect(['12', '1,5', '-3', 'doze', '123456'].map(typedCount)).toEqual(['12', '15', '3', '', '1234']);
});
