import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BestSellers } from './best-sellers.tsx';

const span = { from: '2026-11-01', to: '2026-11-26' };
const shown = (rows: Parameters<typeof BestSellers>[0]['rows']): string =>
  renderToStaticMarkup(createElement(BestSellers, { rows, span }));

it('what sells best is drawn against the first of its kind, and can be kept as a file', () => {
  const html = shown([
    { type: 'size', name: 'Médio 500 ml', count: 8 },
    { type: 'size', name: 'Pequeno 300 ml', count: 2 },
    { type: 'topping', name: 'Granola', count: 40 },
  ]);
  expect([...html.matchAll(/ x="0%" width="([^"]+)"/g)].map(([, width]) => width)).toEqual([
    '100%',
    '25%',
    '100%',
  ]);
  expect(html).toContain('aria-label="Baixar Mais vendidos (CSV)"');
});

it('where nothing was sold there is no file', () => {
  expect(shown([])).not.toContain('CSV');
});
