import { expect, it } from 'vitest';
import { mostOrderedFirst } from './most-ordered.ts';

const entries = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
const ids = (most: readonly string[]) => mostOrderedFirst(entries, most).map(({ id }) => id);

it.each([
  [[], ['a', 'b', 'c', 'd']],
  [['c'], ['c', 'a', 'b', 'd']],
  [
    ['d', 'x', 'b'],
    ['d', 'b', 'a', 'c'],
  ],
])('puts first what is ordered most, the rest as the owner has it: %j', (most, order) => {
  expect(ids(most)).toEqual(order);
  expect(entries.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
});
