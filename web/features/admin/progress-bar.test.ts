// How far something long is, in words and as a bar.
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { markupOf, wordsIn } from '../../testing/words.ts';
import { ProgressBar } from './progress-bar.tsx';

const bar = (done: number, of: number): string =>
  markupOf(createElement(ProgressBar, { label: 'Enviando', done, of }));

it.each([
  [0, 1_000, '0 %'],
  [999, 1_000, '99 %'],
  [1_000, 1_000, '100 %'],
  [1_001, 1_000, '100 %'],
])('%i of %i is said as %s: what has not wholly come is never said to have', (done, of, said) => {
  expect(wordsIn(bar(done, of))).toBe(`Enviando ${said}`);
});

it('what has no known end has no figure', () => {
  expect(wordsIn(bar(3, 0))).toBe('Enviando');
  expect(bar(3, 0)).not.toContain('value');
});
