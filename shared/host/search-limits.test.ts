// Decision 023 has the arithmetic of these bounds.
import { expect, it } from 'vitest';
import { ofEverySearch, SEARCH_LIMITS, WHOLE_STORE } from './search-limits.ts';

const DAY_S = 86_400;

it.each([
  ['digits', 5, DAY_S],
  ['numbers', 20, DAY_S],
  ['askedAgain', 1, DAY_S],
  ['numberMisses', 4, DAY_S],
  ['storeNumberMisses', 40, DAY_S],
  ['phoneMisses', 20, 3600],
  ['storePhoneMisses', 600, 3600],
] as const)('%s: %i in %i s', (name, points, seconds) => {
  expect(SEARCH_LIMITS[name]).toEqual({ points, seconds });
});

it('each is counted under its own name by its own rule', () => {
  const counts = ofEverySearch((name, rule) => `${name} ${rule.points}`);
  expect(Object.keys(counts)).toEqual(Object.keys(SEARCH_LIMITS));
  expect([counts.numbers, counts.storePhoneMisses]).toEqual(['numbers 20', 'storePhoneMisses 600']);
  expect(WHOLE_STORE).toBe('store');
});
