import { expect, it } from 'vitest';
import { countText, listOf, timesText } from './menu.ts';

it.each([
  [[], ''],
  [['Banana'], 'Banana'],
  [['Banana', 'Granola'], 'Banana e Granola'],
  [['Banana', 'Granola', 'Morango'], 'Banana, Granola e Morango'],
])('%j in a row are “%s”', (names, text) => {
  expect(listOf(names)).toBe(text);
});

it('none and several are many, and one is one', () => {
  expect([0, 1, 2].map((count) => countText(count, 'item', 'itens'))).toEqual([
    '0 itens',
    '1 item',
    '2 itens',
  ]);
});

it('what stands there twice says so, and what stands there once does not', () => {
  expect([1, 2].map(timesText)).toEqual(['', '2× ']);
});
