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

/** The panel of a shop with this logo, to its operator of this name; to one whom it has not looked for yet, when there is none. */
async function panelOf(logo: string | null, name: string | null = 'Rui'): Promise<string> {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(
      Response.json(
        path === '/api/store'
          ? { name: 'Açaí da Praça', logo }
          : { id: 'u', name, email: 'rui@loja.com', role: 'WHOLESALE' },
      ),
    ),
  );
  const store = createStore();
  await store.set(loadStoreAtom);
  if (name !== null) await store.set(loadSessionAtom, 'sign-in');
  const page = createElement(StaticRouter, { location: '/atacado/admin' }, createElement(WholesaleAdminPage));
  return renderToStaticMarkup(createElement(Provider, { store }, page));
}
const headWith = async (...shop: Parameters<typeof panelOf>): Promise<string> =>
  (await panelOf(...shop)).split('</header>')[0] ?? '';

it('the head has the logo of a shop that has one, and no empty picture of another', async () => {
  const logo = 'a'.repeat(64);
  expect(await headWith(logo)).toMatch(new RegExp(`<img src="[^"]*${logo}[^"]*"`));
  const without = await headWith(null);
  expect(without).toContain('Admin Atacado');
  expect(without).not.toContain('<img');
});

it("the head has the operator's name, and the e-mail of one without a name", async () => {
  const named = await headWith(null);
  expect(named).toContain('>Rui<');
  expect(named).not.toContain('rui@loja.com');
  expect(await headWith(null, '')).toContain('>rui@loja.com<');
});

it('says that it is looking before it knows who is there, and shows nothing of the panel', async () => {
  const page = await panelOf(null, null);
  expect(page).toContain('Verificando autenticação...');
  expect(page).not.toMatch(/Admin Atacado|Pedidos|Sair/);
});
