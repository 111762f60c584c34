// The operator's panel: its five tabs, how many orders are to be done, the bell, and what is said while the store is not heard.
import type { WholesaleOrder } from '@balcao/shared/wholesale/order.ts';
import { sampleWholesaleOrder } from '@balcao/shared/wholesale/sample.ts';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../../data/testing/stub-storage.ts';
import { loadSessionAtom } from '../../../data/staff/session/session.ts';
import { closeScreen, openScreen } from '../../../testing/screen.ts';
import { openShop, refused, streams } from '../../../testing/shop.ts';
import WholesaleAdminPage from './admin-page.tsx';

beforeEach(() => {
  stubStorage();
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const order = (changes: Partial<WholesaleOrder> = {}) =>
  sampleWholesaleOrder({ orderNumber: 12, ...changes });
async function panel(
  path: string,
  more: { role?: string; list?: object; answers?: Record<string, unknown> } = {},
) {
  const list = { orders: [order()], more: false, open: 3, over: 0, ...more.list };
  const empty = {
    categories: [],
    wholesaleCategories: [],
    wholesaleProducts: [],
    wholesaleSizes: [],
    wholesaleFlavors: [],
    wholesaleFields: [],
  };
  const settings = {
    wholesaleMinimumCents: 0,
    wholesaleDeliveryWeekdays: [],
    wholesaleLeadDays: 1,
    wholesaleTerms: '',
  };
  const answers: Record<string, unknown> = {
    'GET /api/staff/me': { id: 'u', name: 'Rui', email: 'rui@loja.com', role: more.role ?? 'WHOLESALE' },
    'GET /api/staff/wholesale/orders?state=open': list,
    'GET /api/staff/wholesale/orders?state=over': { ...list, orders: [] },
    'GET /api/staff/wholesale/buyers': { buyers: [] },
    'GET /api/staff/catalog': { ...empty, settings },
    ...more.answers,
  };
  const { store, asked } = await openShop({ answers });
  await store.set(loadSessionAtom, 'sign-in');
  const screen = createElement(WholesaleAdminPage);
  const page = await openScreen(
    createElement(Routes, null, createElement(Route, { path: '/atacado/admin/*', element: screen })),
    { store, path },
  );
  return { ...page, asked, answers };
}

describe('the panel', () => {
  it('has its tabs, and how many orders are to be done', async () => {
    const page = await panel('/atacado/admin/pedidos');
    expect(page.words()).toContain('Pedidos 3 pendentes Produtos Categorias Tamanhos/Sabores Configurações');
    const none = await panel('/atacado/admin/pedidos', { list: { orders: [], open: 0 } });
    expect(none.words()).not.toContain('pendentes');
  });

  it('counts both kinds of orders where one list alone could be read', async () => {
    const page = await panel('/atacado/admin/pedidos', {
      list: { over: 8 },
      answers: { 'GET /api/staff/wholesale/orders?state=open': refused(503, 'A loja reinicia.') },
    });
    expect(page.words()).toContain('Pendentes (3) Finalizados (8)');
  });

  it('counts none while neither list is there', async () => {
    const never = () => new Promise(() => undefined);
    const page = await panel('/atacado/admin/pedidos', {
      answers: {
        'GET /api/staff/wholesale/orders?state=open': never,
        'GET /api/staff/wholesale/orders?state=over': never,
      },
    });
    expect(page.words()).toContain('Pendentes (0) Finalizados (0)');
  });

  it('rings for what is new, and can be silenced', async () => {
    const page = await panel('/atacado/admin/pedidos');
    expect(page.buttons()).toContain('Tocar quando chega um pedido (pressed)');
    expect(page.buttons()).toContain('Vi o pedido nº 12');
    await page.tap('Tocar quando chega um pedido');
    expect(page.buttons()).toContain('Tocar quando chega um pedido');
    const seen = await panel('/atacado/admin/pedidos', {
      list: { orders: [order({ status: 'EM_ANDAMENTO' })] },
    });
    expect(seen.buttons()).not.toContain('Vi o pedido nº 12');
  });

  it('reads the orders again at the shop’s word, and where it may have missed one', async () => {
    const page = await panel('/atacado/admin/pedidos');
    const reads = () => page.asked.filter(({ route }) => route.endsWith('?state=open')).length;
    for (const [event, more] of [
      ['wholesale', 1],
      ['hello', 1],
      ['menu', 0],
    ] as const) {
      const before = reads();
      await page.when(() => streams[0]?.tell(event));
      expect([event, reads() - before]).toEqual([event, more]);
    }
  });

  it('reads the catalogue again when it changed, or may have', async () => {
    const page = await panel('/atacado/admin/produtos');
    const reads = () => page.asked.filter(({ route }) => route === 'GET /api/staff/catalog').length;
    for (const [event, more] of [
      ['menu', 1],
      ['hello', 1],
      ['wholesale', 0],
    ] as const) {
      const before = reads();
      await page.when(() => streams[0]?.tell(event));
      expect([event, reads() - before]).toEqual([event, more]);
    }
  });

  it('leads an administrator to the shop’s own panel, and nobody else', async () => {
    expect((await panel('/atacado/admin/pedidos', { role: 'ADMIN' })).markup()).toContain('href="/admin"');
    expect((await panel('/atacado/admin/pedidos')).markup()).not.toContain('href="/admin"');
  });

  it('says that the store is not heard, once that has lasted', async () => {
    const page = await panel('/atacado/admin/pedidos');
    await page.when(() => streams[0]?.dispatchEvent(new Event('open')));
    await page.later(2_500);
    expect(page.words()).not.toContain('Sem conexão com a loja.');
    await page.when(() => streams[0]?.dispatchEvent(new Event('error')));
    expect(page.words()).not.toContain('Sem conexão com a loja.');
    vi.spyOn(Math, 'random').mockReturnValue(1);
    await page.later(2_500);
    expect(page.words()).toContain('Sem conexão com a loja. Tentando de novo…');
    await page.when(() => streams.at(-1)?.dispatchEvent(new Event('open')));
    expect(page.words()).not.toContain('Sem conexão com a loja.');
  });

  it('from afar is looked at: what the store alone makes is said to be there', async () => {
    const away = { list: { away: true } };
    const far = await panel('/atacado/admin/clientes', away);
    expect(far.words()).not.toContain('Ninguém comprou no atacado ainda');
    expect(far.words()).toContain('catálogo e dados do cliente podem ser mudados');
    expect((await panel('/atacado/admin/clientes')).words()).toContain('Ninguém comprou no atacado ainda');
  });

  it('is the whole one again once the store answers itself', async () => {
    const page = await panel('/atacado/admin/clientes', { list: { away: true } });
    page.answers['GET /api/staff/wholesale/orders?state=open'] = {
      orders: [],
      more: false,
      open: 0,
      over: 0,
    };
    await page.when(() => streams[0]?.tell('hello'));
    expect(page.words()).toContain('Ninguém comprou no atacado ainda');
    expect(page.words()).not.toContain('catálogo e dados do cliente podem ser mudados');
  });

  it.each([
    ['of calling an order off', 'Cancelar', 'Cancelar o pedido nº 12?'],
    ['of its payment', 'Marcar como pago o pedido nº 12', 'Pagamento do pedido nº 12'],
  ])('asks nothing any more %s that the store could not hear', async (_, name, question) => {
    const page = await panel('/atacado/admin/pedidos');
    await page.tap(name);
    expect(page.words()).toContain(question);
    const away = { orders: [order()], more: false, open: 3, over: 0, away: true };
    page.answers['GET /api/staff/wholesale/orders?state=open'] = away;
    await page.when(() => streams[0]?.tell('wholesale'));
    expect(page.words()).not.toContain(question);
  });

  it('has sizes and flavours beside each other', async () => {
    const page = await panel('/atacado/admin/opcoes/tamanhos');
    expect(page.words()).toMatch(/Tamanhos Sabores/);
    expect(page.words()).toContain('Novo Tamanho');
    expect((await panel('/atacado/admin/opcoes/sabores')).words()).toContain('Novo Sabor');
  });

  it('asks who is not signed in to come in by wholesale’s own door', async () => {
    const { store } = await openShop();
    await store.set(loadSessionAtom);
    const page = await openScreen(createElement(WholesaleAdminPage), { store, path: '/atacado/admin' });
    expect(page.path()).toBe('/atacado/auth');
  });

  it('is for who runs wholesale', async () => {
    expect((await panel('/atacado/admin/pedidos', { role: 'KITCHEN' })).words()).not.toContain('Pedidos 3');
  });
});

describe('the panel, every half minute', () => {
  const ME = 'GET /api/staff/me';
  const LIST = 'GET /api/staff/wholesale/orders?state=open';
  /** What is asked in the half minute after it was opened. */
  const askedOf = async (
    more: Parameters<typeof panel>[1] = {},
    seen: DocumentVisibilityState = 'visible',
  ) => {
    const page = await panel('/atacado/admin/pedidos', more);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(seen);
    const before = page.asked.length;
    await page.later(30_000);
    return page.asked.slice(before).map(({ route }) => route);
  };

  it('reads the orders again, for a stream on a dead network says nothing', async () => {
    const routes = await askedOf();
    expect(routes).toContain(LIST);
    expect(routes).not.toContain('GET /api/store');
  });

  it('asks nothing while nobody looks at it', async () => {
    expect(await askedOf({}, 'hidden')).toEqual([]);
  });

  it('from afar asks whether the store is there again', async () => {
    expect(await askedOf({ list: { away: true } })).toContain('GET /api/store');
  });

  it('asks who is there to sign in again where the session was ended elsewhere, and then alone', async () => {
    for (const [status, isAsked] of [
      [401, true],
      [503, false],
    ] as const) {
      const page = await panel('/atacado/admin/pedidos');
      page.answers[ME] = refused(status, 'Entre de novo.');
      await page.later(30_000);
      expect(page.all('dialog[open] input[type="password"]').length > 0).toBe(isAsked);
      // Whether the store is away is asked of a server that does not answer for it.
      expect(page.asked.some(({ route }) => route === 'GET /api/store')).toBe(!isAsked);
    }
  });
});
