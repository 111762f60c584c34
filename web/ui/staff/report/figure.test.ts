// How a figure says that it moved.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Growth } from './figure.tsx';

it.each([
  [12.5, 'up', '+12,5% em relação à semana anterior'],
  [-4, 'down', '-4% em relação à semana anterior'],
  [0, null, '0% em relação à semana anterior'],
  [null, null, 'Ainda sem vendas para comparar'],
] as const)('a growth of %s points %s and says “%s”', (value, arrow, words) => {
  const html = renderToStaticMarkup(createElement(Growth, { value, before: 'à semana anterior' }));
  expect(/lucide-trending-(up|down)/.exec(html)?.[1] ?? null).toBe(arrow);
  expect(html.replaceAll(/<[^>]+>/g, '')).toBe(words);
});
