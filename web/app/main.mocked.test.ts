// How the app begins: what it asks for before anything is drawn, and what the browser offers once, long before a screen shows it.
import { useAtomValue } from 'jotai';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { cartLostAtom } from '../cart/cart-state.ts';
import { storeAtom } from '../data/shop.ts';
import { closeScreen, openScreen } from '../testing/screen.ts';
import { serve } from '../testing/shop.ts';
import { ownerAtom } from '../ui/title.ts';
import { createRoot } from './react-root.ts';

vi.mock('./app.tsx', () => ({
  App: () =>
    `${useAtomValue(storeAtom)?.name}, a página de ${useAtomValue(ownerAtom)}${useAtomValue(cartLostAtom) ? ', sem o carrinho' : ''}`,
}));
vi.mock('./react-root.ts', () => ({ createRoot: vi.fn<() => object>() }));

afterEach(closeScreen);

it('shop and menu are asked for, the offer to install the site is kept, and the app is drawn', async () => {
  const render = vi.fn<(app: ReactNode) => void>();
  vi.mocked(createRoot).mockReturnValue({ render, unmount: () => undefined });
  const page = await openScreen(createElement('i'));
  const asked = serve({ 'GET /api/store': { name: 'Açaí da Praça' }, 'GET /api/menu': {} });
  page.body.append(Object.assign(page.window.document.createElement('div'), { id: 'root' }));
  page.stored?.set('acai-cart', '{broken');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await import('./main.tsx');
  expect(log).toHaveBeenCalledExactlyOnceWith('the stored cart was corrupt and has been removed');
  log.mockRestore();
  expect(asked.map(({ route }) => route)).toEqual(['GET /api/store', 'GET /api/menu']);
  const offer = new page.window.Event('beforeinstallprompt', { cancelable: true });
  page.window.dispatchEvent(offer);
  expect(page.window.installEvent).toBe(offer);
  // The browser's own bar stays away: the site offers it when an order is placed.
  expect(offer.defaultPrevented).toBe(true);
  await page.until(() => render.mock.calls.length === 1);
  // What was asked for ahead is what the screens have, the tab bears the shop's name, and a cart that could not be read is told of.
  expect(renderToString(render.mock.calls[0]?.[0])).toBe(
    'Açaí da Praça, a página de Açaí da Praça, sem o carrinho',
  );
});
