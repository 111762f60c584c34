// What comes about while a wholesale buyer looks at a screen: the shop changes what it sells, answers come late or not at all, another
// tab has the same cart.
import { wholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { createElement, type ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCatalogueAtom } from '../../data/wholesale.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop, refused, streams } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import CartPage from './cart-page.tsx';
import CataloguePage from './catalogue-page.tsx';
import StatusPage from './status-page.tsx';

const CATALOGUE = 'GET /api/wholesale/catalogue';
const STORE = 'GET /api/store';
const TRACK = 'POST /api/wholesale/track';
const catalogue = wholesaleCatalogue(sampleWholesale());
const BUYER = {
  customerName: 'Maria',
  customerPhone: '(11) 98765-4321',
  customerCpfCnpj: '',
  customerAddress: '',
  observations: '',
};

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
  vi.useFakeTimers({ now: 1_000_000 });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function open(screen: ComponentType, path: string, answers: Record<string, unknown> = {}) {
  const all = Object.assign(answers, { [CATALOGUE]: catalogue, ...answers });
  const { store, asked } = await openShop({ answers: all });
  await store.set(loadCatalogueAtom);
  vi.stubGlobal('navigator', {});
  const page = await openScreen(createElement(screen), { store, path });
  return {
    ...page,
    answers: all,
    toasts: () => store.get(toastsAtom),
    asks: (route: string) => asked.filter((one) => one.route === route).length,
  };
}

describe('the shop', () => {
  it('is asked every minute how it stands, while somebody looks', async () => {
    const page = await open(CataloguePage, '/atacado');
    const before = page.asks(STORE);
    await page.later(60_000);
    expect(page.asks(STORE)).toBe(before + 1);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await page.later(60_000);
    expect(page.asks(STORE)).toBe(before + 1);
  });

  it('is asked how it stands with whatever it says, and after each new connection', async () => {
    const page = await open(CataloguePage, '/atacado');
    for (const event of ['store', 'menu', 'hello']) {
      const before = page.asks(STORE);
      await page.when(() => streams[0]?.tell(event));
      expect([event, page.asks(STORE)]).toEqual([event, before + 1]);
    }
  });

  it('is heard and asked once, whichever page one has gone to', async () => {
    const site = () =>
      createElement(
        Routes,
        null,
        createElement(Route, { path: '/atacado', element: createElement(CataloguePage) }),
        createElement(Route, { path: '/atacado/carrinho', element: createElement(CartPage) }),
        createElement(Route, { path: '/atacado/status', element: createElement(StatusPage) }),
        createElement(Route, { path: '*', element: createElement('p', null, 'Fora') }),
      );
    const page = await open(site, '/atacado');
    const tops: number[][] = [];
    Object.assign(page.window, { scrollTo: (...to: number[]) => tops.push(to) });
    await page.tap('Meus pedidos');
    // Each is read from its top, and stays where one has read to.
    await page.when(() => streams[0]?.dispatchEvent(new Event('open')));
    expect(tops).toEqual([[0, 0]]);
    await page.tap('Carrinho: 0 itens');
    expect(page.path()).toBe('/atacado/carrinho');
    expect(streams).toHaveLength(1);
    const before = page.asks(STORE);
    await page.later(60_000);
    expect(page.asks(STORE)).toBe(before + 1);
    await page.tap('Privacidade');
    expect(page.words()).toBe('Fora');
    await page.later(60_000);
    expect([streams.length, page.asks(STORE)]).toEqual([0, before + 1]);
  });

  it('that puts away the category one looks at shows all that it sells', async () => {
    const page = await open(CataloguePage, '/atacado');
    await page.tap('Açaí');
    expect(page.words()).toContain('1 produto Açaí em balde');
    const products = catalogue.products.map((one) => ({ ...one, categoryId: null }));
    page.answers[CATALOGUE] = { ...catalogue, categories: [], products };
    await page.when(() => streams[0]?.tell('menu'));
    expect(page.words()).toContain('2 produtos Açaí em balde');
    expect(page.buttons()).toContain('Todos os Produtos (pressed)');
  });

  it('that has no more of the size chosen gives the first that there is', async () => {
    const [bucket] = catalogue.products;
    const sized = (sizes: string[]) => ({ ...catalogue, products: [{ ...bucket!, sizes, flavors: null }] });
    const page = await open(CataloguePage, '/atacado', { [CATALOGUE]: sized(['5 L', '10 L']) });
    await page.tap('Adicionar Açaí em balde');
    await page.type('Tamanho', '10 L');
    page.answers[CATALOGUE] = sized(['5 L']);
    await page.when(() => streams[0]?.tell('menu'));
    await page.tap('Adicionar · R$ 120,00');
    expect(JSON.parse(stored.get('atacado_cart') ?? '')).toMatchObject([{ selectedSize: '5 L' }]);
  });
});

describe('the cart', () => {
  it('that another tab has emptied is seen to be empty once it is to be sent', async () => {
    const line = { id: 'a', productId: 'casquinha', name: 'Casquinhas', priceCents: 4_550, image: null };
    const choice = { selectedSize: null, selectedFlavor: null, quantity: 1, totalPriceCents: 0 };
    stored.set('atacado_cart', JSON.stringify([{ ...line, ...choice }]));
    const page = await open(CartPage, '/atacado/carrinho');
    stored.delete('atacado_cart');
    await page.tap('Finalizar Pedido');
    expect(page.words()).toContain('Seu carrinho está vazio');
  });
});

describe('how an order stands', () => {
  const order = (orderNumber: number, items: object[] = []) => ({
    orderNumber,
    status: 'NOVO',
    createdAtMs: 1_000_000,
    customerName: 'Maria',
    wishedDate: null,
    terms: '',
    paid: false,
    totalCents: 0,
    items,
  });
  const later = () => {
    const made: ((answer: object) => void)[] = [];
    return { made, answer: () => new Promise<object>((resolve) => void made.push(resolve)) };
  };
  const status = (answers: Record<string, unknown>) => {
    stored.set('atacado_comprador', JSON.stringify(BUYER));
    return open(StatusPage, '/atacado/status', answers);
  };
  const found = (ticket = 't') => ({ orders: [order(12)], ticket });

  it('is what was asked last, whichever answer comes first', async () => {
    const { made, answer } = later();
    const page = await status({ [TRACK]: answer });
    await page.tap('Buscar');
    await page.type('Telefone', '11900000001');
    await page.tap('Buscar');
    await page.when(() => made[1]?.({ orders: [order(13)] }));
    await page.when(() => made[0]?.({ orders: [order(12)] }));
    expect(page.words().match(/Pedido nº \d+/g)).toEqual(['Pedido nº 13']);
  });

  it('is what was asked last, though what was asked before is refused late', async () => {
    const { made, answer } = later();
    const page = await status({ [TRACK]: answer });
    await page.tap('Buscar');
    await page.tap('Buscar');
    await page.when(() => made[1]?.(found()));
    await page.when(() => made[0]?.(refused(503, 'fora')));
    expect(page.words()).toContain('Pedido nº 12');
    expect([page.alerts(), page.toasts()]).toEqual([[], []]);
  });

  it('is not answered in passing where nobody asked: an order that the shop has erased since is gone', async () => {
    const page = await status({ [TRACK]: found() });
    await page.tap('Buscar');
    page.answers[TRACK] = { orders: [] };
    await page.later(15_000);
    expect(page.words()).toContain('Nenhum pedido encontrado');
    expect(page.toasts()).toEqual([]);
  });

  it('stays in sight while it is looked at again, also where that look is not answered', async () => {
    const page = await status({ [TRACK]: found() });
    await page.tap('Buscar');
    const { made, answer } = later();
    page.answers[TRACK] = answer;
    await page.later(15_000);
    expect(made).toHaveLength(1);
    expect(page.words()).toContain('Pedido nº 12');
    await page.when(() => made[0]?.(refused(503, 'fora')));
    expect(page.words()).toContain('Pedido nº 12');
    expect(page.toasts()).toEqual([]);
  });

  it('is looked at once at a time, however often it was searched for: each look counts', async () => {
    const page = await status({ [TRACK]: found() });
    for (let times = 0; times < 3; times += 1) await page.tap('Buscar');
    const before = page.asks(TRACK);
    await page.later(15_000);
    expect(page.asks(TRACK)).toBe(before + 1);
    expect(streams.filter(({ url }) => url.includes('ticket'))).toHaveLength(1);
  });

  it('is heard of with the newest ticket once the line comes back', async () => {
    const page = await status({ [TRACK]: found('old') });
    await page.tap('Buscar');
    page.answers[TRACK] = found('new');
    await page.later(15_000);
    const heard = () => streams.map(({ url }) => url).filter((url) => url.includes('ticket'));
    expect(heard()).toEqual(['/api/live?ticket=old']);
    const stream = streams.find(({ url }) => url.includes('ticket'));
    await page.when(() => stream?.dispatchEvent(new Event('error')));
    await page.later(2_000);
    expect(heard()).toEqual(['/api/live?ticket=new']);
  });

  it('is not seen again after the device has forgotten whose it is, when a look was still on its way', async () => {
    const page = await status({ [TRACK]: found() });
    await page.tap('Buscar');
    const { made, answer } = later();
    page.answers[TRACK] = answer;
    await page.later(15_000);
    await page.tap('Esquecer meus dados neste aparelho');
    await page.when(() => made[0]?.(found()));
    expect(page.words()).not.toContain('Pedido nº 12');
  });

  it('is not ordered again while nobody knows what there is', async () => {
    const page = await status({ [TRACK]: found(), [CATALOGUE]: refused(503, 'fora') });
    await page.tap('Buscar');
    expect(page.buttons()).toContain('Repetir pedido (off)');
    page.answers[CATALOGUE] = catalogue;
    await page.when(() => streams.find(({ url }) => url === '/api/live')?.tell('menu'));
    expect(page.buttons()).toContain('Repetir pedido');
  });

  it('names what cannot be had any more once, however often it was ordered', async () => {
    const gone = (selectedSize: string) => ({
      productId: 'gone',
      productName: 'Antigo',
      selectedSize,
      selectedFlavor: null,
      quantity: 1,
      totalPriceCents: 0,
    });
    const page = await status({ [TRACK]: { orders: [order(12, [gone('5 L'), gone('10 L')])] } });
    await page.tap('Buscar');
    await page.tap('Repetir pedido');
    expect(page.toasts().at(-1)).toMatchObject({ text: 'Não entraram no carrinho: Antigo.' });
  });
});
