// What stands above the operator's panel.
import { createStore, Provider } from 'jotai';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { loadStoreAtom } from '../../../data/shop.ts';
import { loadSessionAtom } from '../../../data/staff/session/session.ts';
import WholesaleAdminPage from './admin-page.tsx';

afterEach(() => vi.unstubAllGlobals());

/** The head of the panel of a shop with this logo, to its operator. */
async function headWith(logo: string | null): Promise<string> {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      Response.json(
        path === '/api/store'
          ? { name: 'Açaí da Praça', logo }
          : { id: 'u', name: 'Rui', email: 'rui@loja.com', role: 'WHOLESALE' },
      ),
    ),
  );
  const store = createStore();
  await store.set(loadStoreAtom);
  await store.set(loadSessionAtom, 'sign-in');
  const page = createElement(StaticRouter, { location: '/atacado/admin' }, createElement(WholesaleAdminPage));
  return renderToStaticMarkup(createElement(Provider, { store }, page)).split('</header>')[0] ?? '';
}

it('the head has the logo of a shop that has one, and no empty picture of another', async () => {
  const logo = 'a'.repeat(64);
  expect(await headWith(logo)).toMatch(new RegExp(`<img src="[^"]*${logo}[^"]*"`));
  const without = await headWith(null);
  expect(without).toContain('Admin Atacado');
  expect(without).not.toContain('<img');
});
