// A wholesale cart that holds as many lines as one order takes: nothing that it has gives way, and what finds no room is named.
import { wholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { createElement, type ComponentType } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { loadCatalogueAtom } from '../../data/wholesale.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import CartPage from './cart-page.tsx';
import { loadCart } from './cart-state.ts';
import CataloguePage from './catalogue-page.tsx';
import StatusPage from './status-page.tsx';

const [bucket] = wholesaleCatalogue(sampleWholesale()).products;
if (bucket === undefined) throw new Error('the sample sells nothing');
/** One that has nothing to choose, beside as many others as lie in the cart. */
const PLAIN = { ...bucket, id: 'palha', name: 'Palhas', sizes: null, flavors: null, tiers: [] };
const CATALOGUE = {
  ...wholesaleCatalogue(sampleWholesale()),
  categories: [{ id: 'secos', name: 'Secos', description: 'Do estoque, no mesmo dia' }],
  products: [{ ...PLAIN, categoryId: 'secos' }],
};
const lines = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: `l${at}`,
    productId: `p${at}`,
    name: `Produto ${at}`,
    priceCents: 1_000,
    image: null,
    selectedSize: null,
    selectedFlavor: null,
    quantity: 1,
    totalPriceCents: 1_000,
  }));
const FULL = 'Cabem até 100 linhas em um pedido.';

let stored: Map<string, string>;
const keep = (count: number): void => void stored.set('atacado_cart', JSON.stringify(lines(count)));
const ids = (): string[] => loadCart().map(({ id }) => id);

beforeEach(() => {
  stored = stubStorage();
  vi.useFakeTimers({ now: 1_000_000, toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
});

async function open(screen: ComponentType, path: string, answers: Record<string, unknown> = {}) {
  const { store } = await openShop({ answers: { 'GET /api/wholesale/catalogue': CATALOGUE, ...answers } });
  await store.set(loadCatalogueAtom);
  vi.stubGlobal('navigator', {});
  const page = await openScreen(createElement(screen), { store, path });
  return { ...page, said: () => store.get(toastsAtom).map(({ title, text }) => [title, text]) };
}

it('a product that finds no room is not said to be added; one line less, and it is', async () => {
  keep(100);
  const page = await open(CataloguePage, '/atacado');
  await page.tap('Adicionar Palhas');
  expect(page.said()).toEqual([['Carrinho cheio', FULL]]);
  expect(ids()).toEqual(lines(100).map(({ id }) => id));
  keep(99);
  const room = await open(CataloguePage, '/atacado');
  await room.tap('Adicionar Palhas');
  expect(room.said()).toEqual([['Adicionado ao carrinho', '1 x Palhas']]);
  expect(ids()).toHaveLength(100);
});

it('a category has what the shop says of it, once it is chosen', async () => {
  const page = await open(CataloguePage, '/atacado');
  expect(page.words()).not.toContain('Do estoque');
  await page.tap('Secos');
  expect(page.words()).toContain('Do estoque, no mesmo dia');
});

it('a line that is taken back into a cart which filled up meanwhile throws none of the others out', async () => {
  keep(1);
  const page = await open(CartPage, '/atacado/carrinho');
  await page.tap('Remover Produto 0');
  const others = lines(101).slice(1);
  stored.set('atacado_cart', JSON.stringify(others));
  const { action } = page.store.get(toastsAtom)[0] ?? {};
  await page.when(() => action?.run());
  expect(page.said().at(-1)).toEqual(['Carrinho cheio', FULL]);
  expect(ids()).toEqual(others.map(({ id }) => id));
});

it.each([
  [98, 2, '/atacado/carrinho', null],
  [99, 1, '/atacado/carrinho', `Não entraram no carrinho: Palhas do Sul. ${FULL}`],
  [100, 0, '/atacado/status', `Não entraram no carrinho: Palhas e Palhas do Sul. ${FULL}`],
])(
  'of two products of an order that is ordered again beside %i lines %i go in, and the others are named',
  async (held, added, path, said) => {
    keep(held);
    const item = { selectedSize: null, selectedFlavor: null, quantity: 1, totalPriceCents: 1_000 };
    const names = ['Palhas', 'Palhas do Sul'];
    const order = {
      orderNumber: 12,
      status: 'NOVO',
      createdAtMs: 1_000_000,
      customerName: null,
      wishedDate: null,
      terms: '',
      paid: false,
      totalCents: 2_000,
      items: names.map((productName) => ({ ...item, productId: productName, productName })),
    };
    const products = names.map((name) => ({ ...PLAIN, id: name, name }));
    const page = await open(StatusPage, '/atacado/status', {
      'GET /api/wholesale/catalogue': { ...CATALOGUE, products },
      'POST /api/wholesale/track': { orders: [order] },
    });
    await page.type('Telefone', '11987654321');
    await page.tap('Buscar');
    await page.tap('Repetir pedido');
    expect(loadCart()).toHaveLength(held + added);
    expect(page.said()).toEqual(said === null ? [] : [['Carrinho cheio', said]]);
    expect(page.path()).toBe(path);
  },
);
