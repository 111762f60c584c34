// How a close's difference looks: what is missing is red, and nothing else.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DifferenceCell } from './closes.tsx';

it.each([
  [-150, '-R$ 1,50', true],
  [0, 'R$ 0,00', false],
  [150, '+R$ 1,50', false],
])('a difference of %i centavos says "%s", red: %s', (cents, said, isRed) => {
  const html = renderToStaticMarkup(createElement(DifferenceCell, { cents }));
  expect(html.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')).toBe(said);
  expect(html.includes('error')).toBe(isRed);
});
