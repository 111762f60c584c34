// All that surrounds a customer's screen, as it is read and heard; `outlines/` is read by whoever changes it.
import { createElement, type ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import { cartLostAtom } from '../cart/cart-state.ts';
import { loadStoreAtom } from '../data/shop.ts';
import { liveStateAtom } from '../data/shop-live.ts';
import { fullCart, NOW_MS, openFullShop, standClock } from '../testing/full-shop.ts';
import { refused, streams } from '../testing/shop.ts';
import { createWalk } from '../testing/walk.ts';
// What `routes.ts` loads late, here ahead of the walk.
import '../features/checkout/checkout-page.tsx';
import '../features/checkout/payment-page.tsx';
import '../features/checkout/return-page.tsx';
import '../features/checkout/success-page.tsx';
import '../features/landing/privacy-page.tsx';
import '../features/order/wizard-page.tsx';
import '../features/tracking/tracking-page.tsx';
import InstallOffer from '../ui/install-offer.tsx';
import { NotFoundPage } from '../ui/not-found-page.tsx';
import { App } from './app.tsx';
import { CustomerShell } from './customer-shell.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { firstPaints } from './first-paint.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

const screen = createElement(CustomerShell, null, createElement('p', null, 'Tela'));

it('what surrounds a screen', async () => {
  standClock();
  vi.stubGlobal('navigator', {});
  const walk = createWalk();
  const open = (more: Parameters<typeof openFullShop>[2] = {}) =>
    openFullShop(walk, screen, { ...more, answers: { ...more.answers } });
  const page = await open({ kept: { 'acai-cart': fullCart.slice(4) } });
  page.see('two bottles in the cart');
  page.answers['GET /api/store'] = refused(503, 'fora');
  await page.when(() => streams[0]?.tell('store'));
  page.see('the shop has changed, and does not answer');
  await page.when(() => streams[0]?.tell('hello'));
  page.see('the line is there again');
  await page.when(() => page.store.set(liveStateAtom, 'lost'));
  await page.later(3_999);
  page.see('the line is lost');
  await page.later(1);
  page.see('and has been for four seconds');
  await page.later(60_000);
  page.see('a minute later');
  await page.when(() => page.store.set(liveStateAtom, 'live'));
  page.see('it is there again');
  for (const path of ['/pedido', '/carrinho', '/pedido/carrinho', '/pedido/sucesso/X', '/meu-pedido'])
    (await open({ path, kept: { 'acai-cart': fullCart.slice(0, 1) } })).see(`at ${path}`);
  walk.note('the shop');
  for (const [what, store] of [
    ['without a picture, open for ever', { logo: null, open: { state: 'open', closesAt: null } }],
    ['closing soon', { open: { state: 'closing-soon', closesAt: '22:00' } }],
    ['closed until tonight', { open: { state: 'closed', opensAt: { date: '2026-11-21', time: '19:30' } } }],
    ['closed until tomorrow', { open: { state: 'closed', opensAt: { date: '2026-11-22', time: '10:00' } } }],
    ['closed for good', { open: { state: 'closed', opensAt: null } }],
    ['paused', { open: { state: 'paused', untilMs: NOW_MS + 1_560_000 } }],
    ['away', { storeOnline: false }],
  ] as const)
    (await open({ store })).see(what);
  (await open({ answers: { 'GET /api/store': refused(503, 'fora') } })).see('which cannot be read');
  const late = await open({ answers: { 'GET /api/store': refused(503, 'fora') } });
  late.answers['GET /api/store'] = () => new Promise(() => undefined);
  await late.when(() => void late.store.set(loadStoreAtom));
  late.see('which is on its way');
  walk.note('who looks');
  for (const role of ['ADMIN', 'KITCHEN', null]) {
    const me = { id: 'u', name: 'Ana', email: 'ana@loja.com', role };
    (await open({ kept: { 'balcao-staff': '1' }, answers: { 'GET /api/staff/me': me } })).see(`${role}`);
  }
  (await open({ before: (store) => store.set(cartLostAtom, true) })).see('a cart that could not be read');
  await expect(walk.text()).toMatchFileSnapshot('./outlines/shell.txt');
});

it('screens that are not there', async () => {
  standClock();
  vi.spyOn(console, 'error').mockReturnValue();
  const walk = createWalk();
  const Break = ({ error }: { error: Error }): ReactElement => {
    throw error;
  };
  for (const error of [new Error('x'), new TypeError('Failed to fetch dynamically imported module')]) {
    const broken = createElement(ErrorBoundary, null, createElement(Break, { error }));
    (await openFullShop(walk, broken)).see(`broken: ${error.message}`);
  }
  (await openFullShop(walk, createElement(NotFoundPage), { path: '/nada' })).see(
    'an address that leads nowhere',
  );
  (await openFullShop(walk, createElement(PageSkeleton))).see('a page on its way');
  const offer = await openFullShop(walk, createElement(InstallOffer));
  offer.see('nothing to install');
  await offer.when(() =>
    offer.window.dispatchEvent(
      Object.assign(new offer.window.Event('beforeinstallprompt'), { prompt: () => Promise.resolve() }),
    ),
  );
  offer.see('the browser offers it');
  await offer.tap('Instalar o app no celular');
  offer.see('taken');
  for (const [name, markup] of Object.entries(firstPaints())) {
    const page = await openFullShop(
      walk,
      createElement('div', { dangerouslySetInnerHTML: { __html: markup } }),
    );
    page.see(`before the app has begun: ${name}`);
  }
  await expect(walk.text()).toMatchFileSnapshot('./outlines/others.txt');
});

it('which screen is at which address', async () => {
  standClock();
  vi.stubGlobal('navigator', {});
  const walk = createWalk();
  for (const path of [
    ...[
      '/',
      '/pedido',
      '/pedido/old',
      '/carrinho',
      '/pedido/carrinho',
      '/meu-pedido',
      '/privacidade',
      '/nada',
    ],
    ...['/pedido/sucesso', '/pedido/sucesso/X', '/pedido/pagamento/X', '/pedido/retorno?status=rejected'],
  ]) {
    const page = await openFullShop(walk, createElement(App), {
      path,
      answers: {
        'GET /api/orders/X': refused(404, 'Esse pedido não existe.'),
        'GET /api/ranking': { clients: [] },
      },
    });
    await page.until(() => page.all('h1').length > 0);
    const headings = page.all('main h1, main h2').map((one) => `${one.localName} ${one.textContent}`);
    walk.note(`${path} is at ${page.path()}: ${document.title}: ${headings.join(' | ')}`);
  }
  await expect(walk.text()).toMatchFileSnapshot('./outlines/addresses.txt');
});
