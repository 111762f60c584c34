// Which screen an address opens, for customers and for wholesale's buyers.
import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../testing/screen.ts';
import { openShop } from '../testing/shop.ts';
import { App } from './app.tsx';
import { addToastAtom } from '../ui/toast.tsx';
import {
  CheckoutPage,
  OrderPage,
  PaymentPage,
  preloadRoute,
  ReturnPage,
  SuccessPage,
  TrackingPage,
} from './routes.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  // What these screens ask for is not there: each says so in its own words.
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  await closeScreen();
  vi.restoreAllMocks();
});

async function open(path: string, answers: Record<string, unknown> = {}) {
  const { store } = await openShop({ answers });
  vi.stubGlobal('navigator', {});
  return await openScreen(createElement(App), { store, path });
}

// The first of this file: a page that was shown before is there in any case.
it('a page whose code was fetched ahead stands there at once, without the shape of a page before it', async () => {
  const drawn = () =>
    renderToString(
      createElement(
        StaticRouter,
        { location: '/meu-pedido' },
        createElement(Suspense, { fallback: 'Carregando' }, createElement(TrackingPage)),
      ),
    );
  await preloadRoute('/meu-pedido');
  expect(drawn()).toContain('Acompanhar Pedido');
});

it.each([
  ['/pedido', OrderPage],
  ['/carrinho', CheckoutPage],
  ['/pedido/carrinho', CheckoutPage],
  ['/pedido/sucesso/7K2MQ9XWTB', SuccessPage],
  ['/meu-pedido', TrackingPage],
  ['/', null],
  ['/admin', null],
])('the code that is fetched ahead of %s is that page’s alone', async (path, ahead) => {
  const pages = [OrderPage, CheckoutPage, SuccessPage, PaymentPage, ReturnPage, TrackingPage];
  const loads = pages.map((one) => vi.spyOn(one, 'load').mockResolvedValue());
  await preloadRoute(path);
  expect(pages.filter((_, at) => loads[at]?.mock.calls.length === 1)).toEqual(ahead === null ? [] : [ahead]);
});

it('a page whose code could not be fetched ahead does not keep the app from beginning', async () => {
  vi.spyOn(TrackingPage, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(preloadRoute('/meu-pedido')).resolves.toBeUndefined();
});

it('what is told is seen on customers’ pages and on staff’s', async () => {
  for (const path of ['/privacidade', '/ajuda']) {
    const page = await open(path);
    await page.when(() => page.store.set(addToastAtom, { title: 'Item removido' }));
    expect(page.words()).toContain('Item removido');
  }
});

it.each([
  ['/', 'Escolha a base, o sorvete e cada complemento.'],
  ['/pedido', 'O que vai ser hoje?'],
  ['/pedido/old', 'O que vai ser hoje?'],
  ['/carrinho', 'Que tal montar um açaí do seu jeito?'],
  ['/pedido/carrinho', 'Que tal montar um açaí do seu jeito?'],
  ['/pedido/sucesso', 'Código do Pedido Não Encontrado'],
  ['/pedido/sucesso/7K2MQ9XWTB', 'Código do pedido não encontrado Não deu para falar com a loja.'],
  ['/pedido/pagamento/7K2MQ9XWTB', 'Pagamento O pedido não carregou'],
  ['/pedido/retorno?status=rejected', 'Pagamento Rejeitado'],
  ['/meu-pedido', 'Nenhum pedido por aqui ainda'],
  ['/privacidade', 'Como cuidamos dos seus dados'],
  ['/ajuda', 'Ver o diagnóstico da loja'],
  ['/auth', 'Esqueci a senha de administrador'],
  ['/atacado', 'Compre no atacado'],
  ['/atacado/carrinho', 'Adicione produtos do catálogo para fazer o seu pedido.'],
  ['/atacado/status', 'Consultar Pedidos'],
  ['/atacado/auth', 'Atacado Admin Atacado'],
  ['/atacado/nada', 'Página não encontrada'],
  ['/nada', 'Página não encontrada'],
])('%s is where one reads "%s"', async (path, words) => {
  const page = await open(path);
  await page.until(() => page.words().includes(words));
  expect(page.path()).toBe(path === '/pedido/old' ? '/pedido' : path);
});

it.each([
  ['/cozinha', 'Cozinha'],
  ['/balcao', 'Balcão'],
  ['/painel', 'Painel'],
  ['/admin', 'Admin'],
  ['/admin/primeiros-passos', 'Primeiros passos'],
])('%s is the staff’s “%s”', async (path, title) => {
  stored.set('balcao-staff', '1');
  const me = { id: 'u', name: 'Ana', email: 'ana@loja.com', role: 'ADMIN' };
  const page = await open(path, { 'GET /api/staff/me': me });
  await page.until(() => document.title !== '');
  expect(document.title).toBe(title);
});
