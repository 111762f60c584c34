// The front page as somebody uses it: what is sold and for how much, what is ordered with one tap, who buys most, and how the shop is found.
import { createStore } from 'jotai';
import { createElement, type ComponentType } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readyItem } from '../../cart/cart.ts';
import { loadCart } from '../../cart/cart-state.ts';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import { loadMenuAtom } from '../../data/shop.ts';
import { loadMeAtom, meAtom } from '../../data/staff-hint.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop, refused, serve } from '../../testing/shop.ts';
import { markupOf, wordsIn } from '../../testing/words.ts';
import { LandingPage } from './landing-page.tsx';
import { Footer } from './footer.tsx';
import LandingSections from './landing-sections.tsx';
import { Products } from './products.tsx';
import { Ranking } from './ranking.tsx';
import Starts from './starts.tsx';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(closeScreen);

const [split, own, water] = sampleMenu.products;
const cupOf = (id: string, more: Partial<NonNullable<typeof split>> = {}) => ({
  ...split!,
  id,
  name: id,
  ...more,
});
const linksIn = (markup: string): Record<string, string> =>
  Object.fromEntries(
    [...markup.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = '', inner = '']) => [
      wordsIn(inner),
      /href="([^"]*)"/.exec(attributes)?.[1] ?? '',
    ]),
  );

describe('Produtos', () => {
  it('count one of a kind as one, and name no kind of which there is nothing', async () => {
    const said = async (changes: Partial<typeof sampleMenu>) => {
      const { store } = await openShop({ menu: { ...sampleMenu, ...changes } });
      return /Açaí Montado (.*?) para combinar/.exec(wordsIn(markupOf(createElement(Products), store)))?.[1];
    };
    const [sizes, iceCreams] = [sampleMenu.sizes.slice(0, 1), sampleMenu.iceCreams.slice(0, 1)];
    const toppings = sampleMenu.toppings.slice(0, 1);
    expect(await said({ sizes, iceCreams, toppings })).toBe('1 tamanho, 1 sorvete e 1 complemento');
    expect(await said({ iceCreams: [] })).toBe('2 tamanhos e 4 complementos');
    expect(await said({ iceCreams: [], toppings: [] })).toBe('2 tamanhos');
  });

  it('are an açaí from the smallest price, each cup at its own, and what goes beside them', async () => {
    const { store } = await openShop();
    const markup = markupOf(createElement(Products), store);
    const words = wordsIn(markup);
    expect(words).toContain('2 tamanhos, 3 sorvetes e 4 complementos para combinar.');
    expect(words).toContain('a partir de R$ 15,00');
    expect(words).toMatch(
      /Banana split R\$ 22,00 .*Taça do seu jeito R\$ 28,00 .*Para acompanhar Água R\$ 4,00/,
    );
    const links = Object.entries(linksIn(markup));
    expect(links.map(([, to]) => to)).toEqual(['/pedido', '/pedido?taca=split', '/pedido?taca=livre']);
  });

  it('say what a cup comes with, or what the shop says of it, or that it has run out', async () => {
    const products = [
      cupOf('plain', { accompaniments: ['Calda', 'Farofa'] }),
      cupOf('told', { accompaniments: ['Calda'], description: 'A da casa' }),
      cupOf('gone', { soldOut: true, description: 'Nunca' }),
    ];
    const { store } = await openShop({ menu: { ...sampleMenu, sizes: [], products } });
    const markup = markupOf(createElement(Products), store);
    expect(wordsIn(markup)).toMatch(
      /plain R\$ 22,00 Calda e Farofa told R\$ 22,00 A da casa gone R\$ 22,00 Acabou por enquanto$/,
    );
    expect(markup).toMatch(/aria-disabled="true"[^>]*href="\/pedido\?taca=gone"/);
    expect(wordsIn(markup)).not.toContain('Açaí Montado');
  });

  it('that have run out lead nowhere', async () => {
    const { store } = await openShop({
      menu: { ...sampleMenu, products: [cupOf('gone', { soldOut: true }), cupOf('there')] },
    });
    const page = await openScreen(createElement(Products), { store });
    await page.tap('gone R$ 22,00 Acabou por enquanto');
    expect(page.path()).toBe('/');
    await page.tap('there R$ 22,00');
    expect(page.path()).toBe('/pedido?taca=there');
  });

  it('have no cups where the shop makes none, and an açaí with one size alone', async () => {
    const { store } = await openShop({
      menu: { ...sampleMenu, cupsEnabled: false, sizes: [sampleMenu.sizes[1]!] },
    });
    const words = wordsIn(markupOf(createElement(Products), store));
    expect(words).not.toContain('Banana split');
    expect(words).toContain('a partir de R$ 25,00');
    expect(words).toContain('Para acompanhar Água R$ 4,00');
  });

  it('are an açaí from the smallest price that can be ordered, or that will be once something is back', async () => {
    const priceWithout = async (...soldOut: string[]) => {
      const sizes = sampleMenu.sizes.map((size) => ({ ...size, soldOut: soldOut.includes(size.id) }));
      const { store } = await openShop({ menu: { ...sampleMenu, sizes } });
      return /a partir de (R\$ [\d,]+)/.exec(wordsIn(markupOf(createElement(Products), store)))?.[1];
    };
    const [small, large] = sampleMenu.sizes;
    expect(await priceWithout(small!.id)).toBe('R$ 25,00');
    expect(await priceWithout(large!.id)).toBe('R$ 15,00');
    expect(await priceWithout(small!.id, large!.id)).toBe('R$ 15,00');
  });

  it('that did not come can be asked for again', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const answers: Record<string, unknown> = { 'GET /api/menu': refused(503, 'fora') };
    const { store } = await openShop({ answers });
    const page = await openScreen(createElement(Products), { store });
    expect(page.words()).toBe('Produtos O cardápio não carregou. Tentar de novo');
    answers['GET /api/menu'] = sampleMenu;
    await page.tap('Tentar de novo');
    expect(page.words()).toContain('Banana split');
  });
});

describe('what is ordered with one tap', () => {
  const starts = async (shop: Parameters<typeof openShop>[0] = {}) => {
    const { store } = await openShop(shop);
    return await openScreen(
      createElement(Starts, { acai: { shape: 'copo', base: null, iceCreams: [], toppings: [] } }),
      { store },
    );
  };

  it('are an açaí from the smallest price and the cups that come as they are, the most ordered first, four of them', async () => {
    const products = [
      cupOf('acabou', { soldOut: true }),
      ...['um', 'dois', 'três', 'quatro', 'cinco'].map((id) => cupOf(id)),
      own!,
      water!,
    ];
    const page = await starts({ menu: { ...sampleMenu, products }, store: { mostOrdered: ['cinco'] } });
    expect(page.words()).toBe(
      'Açaí do seu jeito desde R$ 15,00 Montar cinco ★ Mais pedida R$ 22,00 Pedir um R$ 22,00 Pedir dois R$ 22,00 Pedir três R$ 22,00 Pedir',
    );
    expect(linksIn(page.markup())).toEqual({
      'Açaí do seu jeito desde R$ 15,00 Montar': '/pedido?tipo=acai',
    });
  });

  it('an açaí has the smallest price that can be ordered, as among the products', async () => {
    const [small, large] = sampleMenu.sizes;
    const page = await starts({ menu: { ...sampleMenu, sizes: [{ ...small!, soldOut: true }, large!] } });
    expect(page.words()).toMatch(/^Açaí do seu jeito desde R\$ 25,00 Montar/);
  });

  it('a cup lands in the cart, and its buyer in Seus Dados; beside other things in the cart', async () => {
    const page = await starts();
    await page.tap('Banana split R$ 22,00 Pedir');
    expect(loadCart().cart).toMatchObject([{ productId: 'split', priceCents: 2_200 }]);
    expect(page.path()).toBe('/pedido/carrinho?passo=dados');
    await page.tap('Banana split R$ 22,00 Pedir');
    const { cart } = loadCart();
    expect(cart.map(({ productId }) => productId)).toEqual(['split', 'split']);
    expect(cart[0]?.id).not.toBe(cart[1]?.id);
    expect(page.path()).toBe('/pedido/carrinho');
  });

  it('the last order is there first, whole, at the prices of now less the shop’s discount', async () => {
    stored.set('again', JSON.stringify([sampleItem, { ...sampleItem, id: 'item-2' }]));
    const page = await starts();
    expect(page.words()).toMatch(/^Açaí Pequeno \+ 1 R\$ 33,30 De novo /);
    await page.tap('Açaí Pequeno + 1 R$ 33,30 De novo');
    expect(loadCart().cart).toHaveLength(2);
  });

  it('have the photo of each cup that has one', async () => {
    const products = [cupOf('um', { image: 'f'.repeat(64) }), cupOf('dois', { image: 'e'.repeat(64) })];
    const page = await starts({ menu: { ...sampleMenu, products } });
    expect(page.all('img').map((one) => one.getAttribute('src'))).toEqual(
      products.map(({ image }) => `/api/images/${image}?w=320`),
    );
  });

  it('the last order has the picture of what it is named by, the first in it', async () => {
    const picture = async (...items: object[]): Promise<string | undefined> => {
      stored.set('again', JSON.stringify(items));
      // Each drawing has ids of its own.
      return (await starts()).all('svg')[0]?.outerHTML.replaceAll(/_r_\w+_/g, '');
    };
    const bottle = { ...readyItem('item-2', 'agua', 400) };
    const ofAcai = await picture(sampleItem);
    expect(await picture(bottle)).not.toBe(ofAcai);
    expect(await picture(sampleItem, bottle)).toBe(ofAcai);
  });

  it('without cups, or without sizes, there is the rest', async () => {
    expect((await starts({ menu: { ...sampleMenu, cupsEnabled: false } })).words()).toBe(
      'Açaí do seu jeito desde R$ 15,00 Montar',
    );
    await closeScreen();
    stubStorage();
    expect((await starts({ menu: { ...sampleMenu, sizes: [] } })).words()).toBe(
      'Banana split R$ 22,00 Pedir',
    );
  });

  it('stand there without the shop’s state too, and not before it was asked for', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const page = await starts({ answers: { 'GET /api/store': refused(503, 'fora') } });
    expect(page.words()).toContain('Banana split');
    // Cards that changed places once it came would be tapped by mistake.
    serve({ 'GET /api/menu': sampleMenu });
    const store = createStore();
    await store.set(loadMenuAtom);
    const acai = { shape: 'copo', base: null, iceCreams: [], toppings: [] } as const;
    expect((await openScreen(createElement(Starts, { acai }), { store })).words()).toBe('');
  });
});

describe('Top Clientes', () => {
  const clients = ['1', '2', '3', '4'].map((phone) => ({
    phone: `*****${phone}`,
    orderCount: Number(phone),
    totalSpentCents: 1_000 * Number(phone),
  }));

  it('are three, with the orders and the money of each', async () => {
    serve({ 'GET /api/ranking': { clients } });
    const page = await openScreen(createElement(Ranking));
    expect(page.words()).toMatch(
      /1º · \*\*\*\*\*1 1 pedido · R\$ 10,00 2º · \*\*\*\*\*2 2 pedidos · R\$ 20,00 3º · \*\*\*\*\*3 3 pedidos · R\$ 30,00$/,
    );
  });

  it('have whole phones for an administrator alone', async () => {
    const { store } = await openShop({
      answers: { 'GET /api/staff/ranking': { clients: [{ ...clients[0], phone: '91987654321' }] } },
    });
    store.set(meAtom, { role: 'ADMIN' } as never);
    const page = await openScreen(createElement(Ranking), { store });
    expect(page.words()).toMatch(/1º · \(91\) 98765-4321 1 pedido · R\$ 10,00$/);
  });

  it('have whole phones as soon as the page knows that an administrator looks', async () => {
    const { store } = await openShop({
      answers: {
        'GET /api/ranking': { clients },
        'GET /api/staff/ranking': { clients: [{ ...clients[0], phone: '91987654321' }] },
        'GET /api/staff/me': { id: 'u', name: 'Ana', email: 'ana@loja.com', role: 'ADMIN' },
      },
    });
    stored.set('balcao-staff', '1');
    const page = await openScreen(createElement(Ranking), { store });
    expect(page.words()).toContain('1º · *****1');
    await page.when(() => store.set(loadMeAtom));
    expect(page.words()).toMatch(/1º · \(91\) 98765-4321 1 pedido · R\$ 10,00$/);
  });

  it('stay whole for an administrator though what everybody sees comes late', async () => {
    const late = Promise.withResolvers<object>();
    const { store } = await openShop({
      answers: {
        'GET /api/ranking': () => late.promise,
        'GET /api/staff/ranking': { clients: [{ ...clients[0], phone: '91987654321' }] },
        'GET /api/staff/me': { id: 'u', name: 'Ana', email: 'ana@loja.com', role: 'ADMIN' },
      },
    });
    stored.set('balcao-staff', '1');
    const page = await openScreen(createElement(Ranking), { store });
    await page.when(() => store.set(loadMeAtom));
    await page.when(() => late.resolve({ clients }));
    expect(page.words()).toMatch(/1º · \(91\) 98765-4321 1 pedido/);
  });

  it('say nothing of a page that was left before they came', async () => {
    const answer = Promise.withResolvers<object>();
    serve({ 'GET /api/ranking': () => answer.promise });
    await openScreen(createElement(Ranking));
    await closeScreen();
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    answer.resolve({ clients });
    await new Promise((resolve) => setImmediate(resolve));
    expect(warn).not.toHaveBeenCalled();
  });

  it('say that nobody has ordered yet, also where they could not be loaded', async () => {
    const free = 'Ainda não há pedidos neste mês. O primeiro lugar está livre!';
    serve({ 'GET /api/ranking': { clients: [] } });
    expect((await openScreen(createElement(Ranking))).words()).toContain(free);
    await closeScreen();
    vi.spyOn(console, 'warn').mockReturnValue();
    serve({ 'GET /api/ranking': refused(503, 'fora') });
    expect((await openScreen(createElement(Ranking))).words()).toContain(free);
  });
});

describe('the foot of the page', () => {
  it('says where the shop is, how it is called and written to, and which pages there are', async () => {
    const { store } = await openShop();
    const markup = markupOf(createElement(Footer), store);
    expect(wordsIn(markup)).toMatch(
      /^Açaí da Praça Rua A, 1 \(91\) 3222-4455 Todo dia, 10h às 22h Praça Ltda\. · CNPJ 11\.222\.333\/0001-81 /,
    );
    expect(wordsIn(markup)).toContain(
      'Nossos produtos Açaí Montado Banana split Taça do seu jeito Água Ajuda',
    );
    expect(linksIn(markup)).toEqual({
      'Rua A, 1': 'https://www.google.com/maps/search/?api=1&amp;query=Rua%20A%2C%201',
      '(91) 3222-4455': 'tel:9132224455',
      Instagram: 'https://www.instagram.com/praca',
      WhatsApp: 'https://wa.me/5591987654321',
      'Fazer Pedido': '/pedido',
      'Acompanhar Pedido': '/meu-pedido',
      'Comprar no atacado': '/atacado',
      Privacidade: '/privacidade',
    });
  });

  it('is called under the number that the shop wrote, with the country before it where that stands there', async () => {
    const { store } = await openShop({ store: { phone: '+55 (91) 3222-4455' } });
    expect(linksIn(markupOf(createElement(Footer), store))).toMatchObject({
      '+55 (91) 3222-4455': 'tel:+559132224455',
    });
  });

  it('without what the shop has not filled in says how to ask', async () => {
    const store = {
      address: '',
      phone: '',
      hoursText: '',
      legalName: '',
      taxId: '',
      whatsappUrl: '',
      instagramUrl: '',
    };
    const unknown = wordsIn(markupOf(createElement(Footer), createStore()));
    expect(unknown).toMatch(
      /^Contato Endereço a informar Telefone a informar Seg-Dom: 10h às 22h Instagram Nossos/,
    );
    const words = wordsIn(markupOf(createElement(Footer), (await openShop({ store })).store));
    expect(words).toMatch(
      /^Açaí da Praça Endereço a informar Telefone a informar Seg-Dom: 10h às 22h Instagram Nossos/,
    );
    const written = { ...store, whatsappUrl: 'https://wa.me/5591987654321' };
    expect(wordsIn(markupOf(createElement(Footer), (await openShop({ store: written })).store))).toContain(
      'Pergunte o endereço no WhatsApp da loja',
    );
  });

  it('names no açaí where there is no size of it, and no cup where the shop makes none', async () => {
    const said = async (changes: Partial<typeof sampleMenu>) => {
      const { store } = await openShop({ menu: { ...sampleMenu, ...changes } });
      return /Nossos produtos (.*?) Ajuda/.exec(wordsIn(markupOf(createElement(Footer), store)))?.[1];
    };
    expect(await said({ sizes: [] })).toBe('Banana split Taça do seu jeito Água');
    expect(await said({ cupsEnabled: false })).toBe('Açaí Montado Água');
  });

  it('clears what the site keeps on the device, but for the orders that were placed, and says that it did', async () => {
    const { store } = await openShop();
    const page = await openScreen(createElement(Footer), { store });
    vi.stubGlobal('sessionStorage', { clear: () => undefined });
    stored.set('acai-cart', '[]').set('balcao-orders', '[]');
    vi.stubGlobal(
      'localStorage',
      Object.assign(Object.fromEntries(stored), {
        getItem: () => null,
        removeItem: (key: string) => stored.delete(key),
      }),
    );
    await page.tap('Limpar cache');
    await page.until(() => page.words().includes('Limpar cache? '));
    await page.tap('Cancelar');
    expect([...stored.keys()]).toEqual(['acai-cart', 'balcao-orders']);
    await page.tap('Limpar e recarregar');
    expect(page.words()).toContain('Limpar cache e recarregar?');
  });
});

it('below the first screen are the products, the best customers, the way to an order, and the foot', async () => {
  const { store } = await openShop({ answers: { 'GET /api/ranking': { clients: [] } } });
  const page = await openScreen(createElement(LandingSections), { store });
  expect(page.words()).toMatch(/^Produtos .* Top Clientes .* Bateu a vontade\? .* Fazer Pedido .* Ajuda /);
  expect(page.markup()).toMatch(/href="\/pedido"[^>]*>Fazer Pedido<\/a><\/div>/);
});

describe('who comes for a place far down', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('has it drawn at once, without waiting for the rest', async () => {
    const { store } = await openShop({ answers: { 'GET /api/ranking': { clients: [] } } });
    const screen = createElement(LandingPage);
    const idle = await openScreen(screen, { store });
    expect(idle.words()).not.toContain('Bateu a vontade?');
    const page = await openScreen(screen, { store, path: '/#contato' });
    await page.until(() => page.words().includes('Bateu a vontade?'));
  });

  it('is brought there once it is drawn', async () => {
    const { store } = await openShop({ answers: { 'GET /api/ranking': { clients: [] } } });
    const places: string[] = [];
    const AtRanking = () => {
      location.hash = '#ranking';
      Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
        places.push(this.id);
      };
      return createElement(LandingSections);
    };
    await openScreen(createElement(AtRanking), { store });
    expect(places).toEqual(['ranking']);
  });
});

describe('the first screen', () => {
  it('leads to an order, to one that is followed, and says why none is taken now', async () => {
    const first = (store: Parameters<typeof openShop>[0]) =>
      openShop(store).then(({ store: held }) => markupOf(createElement(LandingPage), held));
    const closed = await first({ store: { storeOnline: false } });
    expect(wordsIn(closed)).toContain('Loja sem conexão no momento. Seu carrinho fica guardado');
    const paused = await first({
      store: { open: { state: 'paused', untilMs: Date.parse('2026-11-21T18:30:00-03:00') } },
    });
    expect(wordsIn(paused)).toContain('Pausado até 18:30');
    expect(wordsIn(paused)).toContain('A loja pausou os pedidos por um momento. Tente de novo às 18:30.');
    const open = await first({});
    expect(wordsIn(open)).not.toContain('sem conexão');
    expect(linksIn(open)).toMatchObject({ 'Fazer Pedido': '/pedido', 'Acompanhar Pedido': '/meu-pedido' });
  });
});

it('what is still on its way is not said to be missing', () => {
  const drawn = (Screen: ComponentType) => markupOf(createElement(Screen), createStore());
  expect(drawn(Products)).toContain('Carregando os produtos');
  expect(wordsIn(drawn(Products))).toBe('Produtos');
  expect(drawn(Ranking)).toContain('Carregando o ranking');
  expect(wordsIn(drawn(Ranking))).toBe('Top Clientes Quem mais pediu neste mês. Será que você está aqui?');
});
