// Which tab an address opens.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { TabRoutes } from './tab-routes.tsx';

const inner = createElement(TabRoutes, {
  base: '/loja/pedidos',
  label: 'Dentro',
  small: true,
  tabs: [
    { id: 'abertos', label: 'Abertos', element: 'os abertos' },
    { id: 'prontos', label: 'Prontos', element: 'os prontos' },
  ],
});
const outer = createElement(TabRoutes, {
  base: '/loja',
  label: 'Fora',
  tabs: [
    { id: 'pedidos', label: 'Pedidos', element: inner },
    { id: 'caixa', label: 'Caixa', element: 'o caixa' },
  ],
});

function shownAt(address: string): { selected: string[]; text: string } {
  const route = createElement(Route, { path: '/loja/*', element: outer });
  const page = createElement(StaticRouter, { location: address }, createElement(Routes, null, route));
  const html = renderToStaticMarkup(page);
  return {
    selected: [...html.matchAll(/data-tab="(\w+)"[^>]*aria-selected="true"/g)].map((match) => match[1] ?? ''),
    text: /os abertos|os prontos|o caixa|Página não encontrada/.exec(html)?.[0] ?? '',
  };
}

describe('tabs that are addresses', () => {
  it.each([
    ['/loja', ['pedidos', 'abertos'], 'os abertos'],
    ['/loja/', ['pedidos', 'abertos'], 'os abertos'],
    ['/loja/pedidos', ['pedidos', 'abertos'], 'os abertos'],
    ['/loja/pedidos/prontos', ['pedidos', 'prontos'], 'os prontos'],
    ['/loja/pedidos/prontos/mais', ['pedidos', 'prontos'], 'os prontos'],
    ['/loja/pedidos/nada', ['pedidos'], 'Página não encontrada'],
    ['/loja/caixa', ['caixa'], 'o caixa'],
    ['/loja/nada', [], 'Página não encontrada'],
    ['/loja/nada/prontos', [], 'Página não encontrada'],
  ])('%s opens %j', (address, selected, text) => {
    expect(shownAt(address)).toEqual({ selected, text });
  });
});
