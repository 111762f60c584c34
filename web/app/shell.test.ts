// What surrounds every customer's screen: the cart that floats, the line to the shop, what was lost, and what is said when a screen breaks.
import { createStore } from 'jotai';
import { createElement, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readyItem } from '../cart/cart.ts';
import { cartLostAtom } from '../cart/cart-state.ts';
import { liveStateAtom } from '../data/shop-live.ts';
import { stubStorage } from '../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../testing/screen.ts';
import { openShop, refused, streams } from '../testing/shop.ts';
import { markupOf } from '../testing/words.ts';
import { toastsAtom } from '../ui/toast.tsx';
import { CustomerShell } from './customer-shell.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { firstPaints } from './first-paint.tsx';
import { FloatingCart } from './floating-cart.tsx';
import { Header } from './header.tsx';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const water = (id: string) => readyItem(id, 'agua', 400);

describe('the cart that floats', () => {
  const floating = async (path: string, count: number) => {
    const { store } = await openShop();
    stored.set('acai-cart', JSON.stringify(Array.from({ length: count }, (_, at) => water(`w${at}`))));
    return (await openScreen(createElement(FloatingCart), { store, path })).markup();
  };

  it('says how many items there are and what they come to, less the discount', async () => {
    expect(await floating('/', 1)).toMatch(/aria-label="Carrinho: 1 item, R\$\s3,60"/);
    expect(await floating('/meu-pedido', 3)).toContain('Carrinho: 3 itens');
    expect(await floating('/', 3)).toContain('href="/carrinho"');
  });

  it.each(['/carrinho', '/pedido/carrinho', '/pedido/sucesso/X', '/pedido/retorno', '/pedido/pagamento/X'])(
    'is not on %s',
    async (path) => {
      expect(await floating(path, 2)).not.toContain('Carrinho');
    },
  );

  it('is not there while it is empty', async () => {
    expect(await floating('/', 0)).not.toContain('Carrinho');
  });
});

describe('around a screen', () => {
  type Given = { state?: 'live' | 'lost'; lost?: boolean; answers?: object; at?: string };
  const shell = async (more: Given = {}) => {
    vi.useFakeTimers({ now: Date.parse(`2026-11-21T${more.at ?? '18:04:00'}-03:00`) });
    const { store, asked } = await openShop({ store: { host: 'store' }, answers: { ...more.answers } });
    vi.stubGlobal('navigator', {});
    if (more.lost === true) store.set(cartLostAtom, true);
    const page = await openScreen(createElement(CustomerShell, null, 'Tela'), { store });
    if (more.state !== undefined) await page.when(() => store.set(liveStateAtom, more.state ?? 'live'));
    return { ...page, store, asked };
  };

  it('shop and menu are kept fresh: at once for what the shop says, now and then for the rest', async () => {
    const page = await shell();
    await page.when(() => streams[0]?.tell('store'));
    expect(page.asked.map(({ route }) => route)).toEqual(['GET /api/store']);
    await page.when(() => streams[0]?.tell('hello'));
    expect(page.asked.map(({ route }) => route)).toEqual([
      'GET /api/store',
      'GET /api/menu',
      'GET /api/store',
    ]);
    await page.when(() => streams[0]?.tell('menu'));
    expect(page.asked.slice(3).map(({ route }) => route)).toEqual(['GET /api/menu', 'GET /api/store']);
    await page.later(60_000);
    expect(page.asked.at(-1)?.route).toBe('GET /api/store');
    expect(page.asked).toHaveLength(6);
    const before = page.asked.length;
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await page.later(60_000);
    expect(page.asked).toHaveLength(before);
  });

  it('who leaves the customers’ pages leaves no line behind, and nothing is asked for any more', async () => {
    vi.useFakeTimers();
    const { store, asked } = await openShop({ store: { host: 'store' } });
    vi.stubGlobal('navigator', {});
    const inside = createElement(CustomerShell, null, 'Tela');
    const pages = [
      createElement(Route, { key: 'in', path: '/', element: inside }),
      createElement(Route, { key: 'out', path: '*', element: createElement('p', null, 'Fora') }),
    ];
    const page = await openScreen(createElement(Routes, null, ...pages), { store });
    expect(streams).toHaveLength(1);
    await page.tap('Fazer Pedido');
    expect(page.words()).toBe('Fora');
    expect(streams).toEqual([]);
    await page.later(60_000);
    expect(asked).toEqual([]);
  });

  it('a line that is lost is said once that has lasted, with since when', async () => {
    // Once it is said it is a minute later by the clock.
    const page = await shell({ state: 'lost', at: '18:04:57' });
    await page.later(3_999);
    expect(page.words()).not.toContain('Sem conexão desde');
    await page.later(1);
    expect(page.words()).toMatch(/Sem conexão desde as \d\d:04: o que você vê é de antes\./);
    await page.when(() => page.store.set(liveStateAtom, 'live'));
    expect(page.words()).not.toContain('Sem conexão');
    const live = await shell({ state: 'live' });
    await live.later(4_000);
    expect(live.words()).not.toContain('Sem conexão');
    // Nor is a line lost that was never there yet.
    const begun = await shell();
    await begun.later(4_000);
    expect(begun.words()).not.toContain('Sem conexão');
  });

  it('a line that was lost for a blink alone is never said to be', async () => {
    const page = await shell({ state: 'lost' });
    await page.later(2_000);
    await page.when(() => page.store.set(liveStateAtom, 'live'));
    await page.later(10_000);
    expect(page.words()).not.toContain('Sem conexão');
  });

  it('a line that breaks is lost by itself, and is there again once another one is open', async () => {
    const page = await shell();
    await page.when(() => streams[0]?.dispatchEvent(new Event('open')));
    await page.when(() => streams[0]?.dispatchEvent(new Event('error')));
    await page.later(4_000);
    expect(page.words()).toContain('Sem conexão desde');
    await page.when(() => streams[0]?.dispatchEvent(new Event('open')));
    expect(page.words()).not.toContain('Sem conexão');
  });

  it('bears no name before the shop has said its own, and the product’s where it cannot', async () => {
    expect(markupOf(createElement(Header), createStore())).toContain('aria-label="Início"');
    vi.spyOn(console, 'warn').mockReturnValue();
    const { store } = await openShop({ answers: { 'GET /api/store': refused(503, 'fora') } });
    expect(markupOf(createElement(Header), store)).toContain('aria-label="Balcão Açaí, início"');
    expect(markupOf(createElement(Header), (await openShop()).store)).toContain('"Açaí da Praça, início"');
  });

  it('each page begins at its top, but where one comes for a place in it', async () => {
    const { store } = await openShop({ store: { host: 'store' } });
    const at = (path: string) => {
      const screen = createElement('p', { id: `lugar-${path.length}` }, 'Tela');
      return createElement(Route, { path, element: createElement(CustomerShell, null, screen) });
    };
    const page = await openScreen(createElement(Routes, null, at('/'), at('/pedido')), { store });
    const moves: string[] = [];
    Object.assign(page.window, { scrollTo: (...to: number[]) => moves.push(`to ${to.join()}`) });
    page.window.Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      moves.push(`to ${this.id}`);
    };
    await page.tap('Fazer Pedido');
    expect(page.path()).toBe('/pedido');
    expect(moves).toEqual(['to 0,0']);
    // The line comes and goes: whoever reads on is left where they are.
    const breathe = async (): Promise<void> => {
      for (const state of ['lost', 'live'] as const) await page.when(() => store.set(liveStateAtom, state));
    };
    await breathe();
    expect(moves).toEqual(['to 0,0']);
    page.body.append(Object.assign(page.window.document.createElement('p'), { id: 'ranking' }));
    page.window.location.hash = '#ranking';
    await page.tap('Ranking');
    expect(moves).toEqual(['to 0,0', 'to ranking']);
    // A second time, too.
    await page.tap('Ranking');
    expect(moves.at(-1)).toBe('to ranking');
    await breathe();
    expect(moves).toHaveLength(3);
  });

  it('a cart that could not be read is told of, once', async () => {
    const page = await shell({ lost: true });
    expect(page.store.get(toastsAtom).map(({ title }) => title)).toEqual(['Seu carrinho foi esvaziado']);
    // Longer than a word is: there are two sentences, and what was chosen is gone.
    expect(page.store.get(toastsAtom)[0]?.durationMs).toBeGreaterThan(4_500);
    expect(page.store.get(cartLostAtom)).toBe(false);
    expect((await shell()).store.get(toastsAtom)).toEqual([]);
  });

  it('whoever works here is asked for on their own device alone', async () => {
    expect((await shell()).asked.map(({ route }) => route)).not.toContain('GET /api/staff/me');
    await closeScreen();
    stored = stubStorage();
    stored.set('balcao-staff', '1');
    vi.spyOn(console, 'warn').mockReturnValue();
    const page = await shell();
    // Once, not with each breath of the line.
    for (const state of ['lost', 'live'] as const)
      await page.when(() => page.store.set(liveStateAtom, state));
    expect(page.asked.filter(({ route }) => route === 'GET /api/staff/me')).toHaveLength(1);
  });

  it('the panel is offered to administrators alone; all others order like everybody', async () => {
    for (const role of ['ADMIN', 'KITCHEN', null]) {
      stored.set('balcao-staff', '1');
      const me = { id: 'u', name: 'Ana', email: 'ana@loja.com', role };
      const { buttons } = await shell({ answers: { 'GET /api/staff/me': me } });
      expect(buttons().includes('Painel Admin')).toBe(role === 'ADMIN');
      expect(buttons().includes('Fazer Pedido')).toBe(role !== 'ADMIN');
    }
  });
});

describe('a screen that breaks', () => {
  const broken = async (error: Error) => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(console, 'warn').mockReturnValue();
    const Break = (): ReactElement => {
      throw error;
    };
    return (
      await openScreen(createElement(ErrorBoundary, null, createElement(Break)), { store: createStore() })
    ).words();
  };

  it('says so, and that the cart is kept', async () => {
    expect(await broken(new Error('x'))).toContain(
      'Esta tela parou de funcionar. Seu carrinho está guardado',
    );
    expect(await broken(new TypeError('x is undefined'))).toContain('Esta tela parou de funcionar.');
  });

  it('for want of the network asks for that', async () => {
    expect(await broken(new TypeError('Failed to fetch dynamically imported module'))).toContain(
      'Esta parte do site não carregou.',
    );
  });

  it('is loaded anew by its button', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const Break = (): ReactElement => {
      throw new Error('x');
    };
    const reload = vi.fn<() => void>();
    const page = await openScreen(createElement(ErrorBoundary, null, createElement(Break)));
    Object.assign(page.window.location, { reload });
    await page.tap('Recarregar a página');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('leaves the other pages as they are', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { store } = await openShop({ store: { host: 'store' } });
    vi.stubGlobal('navigator', {});
    const Break = (): ReactElement => {
      throw new Error('x');
    };
    const at = (path: string, screen: ReactElement) =>
      createElement(Route, { path, element: createElement(CustomerShell, null, screen) });
    const pages = [at('/', createElement(Break)), at('/pedido', createElement('p', null, 'Cardápio'))];
    const page = await openScreen(createElement(Routes, null, ...pages), { store });
    expect(page.words()).toContain('Ops, derramou um pouco');
    await page.tap('Fazer Pedido');
    expect(page.words()).toContain('Cardápio');
    expect(page.words()).not.toContain('Ops');
  });

  it('is there as long as nothing breaks', () => {
    expect(markupOf(createElement(ErrorBoundary, null, 'Tela'))).toBe('Tela');
  });
});

it('each page is first drawn as what it is, and nothing can be typed before it works', () => {
  const paints = firstPaints();
  expect(Object.keys(paints)).toEqual(['inicio', 'pedido', 'carrinho', 'meu-pedido']);
  expect(paints['inicio']).toContain('Açaí do seu');
  expect(paints['pedido']).toContain('Abrindo o cardápio…');
  // What leads to an order is the next step of the landing page alone.
  const nextStep = /<a class="btn btn-primary[^>]*>Fazer Pedido/;
  expect(['inicio', 'pedido', 'carrinho'].map((name) => nextStep.test(paints[name] ?? ''))).toEqual([
    true,
    false,
    false,
  ]);
  expect(paints['carrinho']).toContain('Abrindo o carrinho…');
  expect(paints['meu-pedido']).toMatch(/<div inert="" class="contents">.*Acompanhar Pedido/s);
});
