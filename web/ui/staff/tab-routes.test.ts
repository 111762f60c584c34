// Which tab an address opens.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { closeScreen, openScreen } from '../../testing/screen.ts';
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

it('a rail says how high it is for as long as it stands, so that what sticks keeps clear of it; a row says nothing', async () => {
  class Drawn {
    readonly #seen: () => void;
    constructor(seen: () => void) {
      this.#seen = seen;
    }
    observe(bar: Element): void {
      Object.defineProperty(bar, 'offsetHeight', { value: 57 });
      this.#seen();
    }
    disconnect(): void {}
  }
  vi.stubGlobal('ResizeObserver', Drawn);
  const tabs = [{ id: 'caixa', label: 'Caixa', element: 'o caixa' }];
  const heightBeside = async (rail: boolean) => {
    const element = createElement(TabRoutes, { base: '/loja', label: 'Fora', tabs, rail });
    const route = createElement(Route, { path: '/loja/*', element });
    const screen = await openScreen(createElement(Routes, null, route), { path: '/loja' });
    const { style } = screen.window.document.documentElement;
    const said = style.getPropertyValue('--tabs-height');
    await closeScreen();
    return [said, style.getPropertyValue('--tabs-height')];
  };
  expect(await heightBeside(true)).toEqual(['57px', '']);
  vi.stubGlobal('ResizeObserver', Drawn);
  expect(await heightBeside(false)).toEqual(['', '']);
});
