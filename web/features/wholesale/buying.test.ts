// What a wholesale buyer does: looks through the catalogue, fills the cart, sends it, and asks how an order stands.
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
import { CatalogueTrouble } from './cart-notices.tsx';
import { loadCart } from './cart-state.ts';
import CartPage from './cart-page.tsx';
import CataloguePage from './catalogue-page.tsx';
import StatusPage from './status-page.tsx';

const CATALOGUE = 'GET /api/wholesale/catalogue';
const SEND = 'POST /api/wholesale/orders';
const TRACK = 'POST /api/wholesale/track';
const catalogue = wholesaleCatalogue(sampleWholesale());
const line = (id: string, productId: string, quantity: number, more = {}) => ({
  id,
  productId,
  name: productId,
  priceCents: productId === 'balde' ? 12_000 : 4_550,
  image: null,
  selectedSize: productId === 'balde' ? '10 L' : null,
  selectedFlavor: productId === 'balde' ? 'Tradicional' : null,
  quantity,
  totalPriceCents: 0,
  ...more,
});
const cones = (id: string, quantity = 2) => line(id, 'casquinha', quantity);

let stored: Map<string, string>;
const keep = (...lines: object[]): void => void stored.set('atacado_cart', JSON.stringify(lines));
const BUYER = {
  customerName: 'Maria',
  customerPhone: '(11) 98765-4321',
  customerCpfCnpj: '',
  customerAddress: '',
  observations: '',
};
const remember = (): void => void stored.set('atacado_comprador', JSON.stringify(BUYER));
beforeEach(() => {
  stored = stubStorage();
  vi.useFakeTimers({ now: 1_000_000, toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function buy(
  screen: ComponentType,
  path: string,
  answers: Record<string, unknown> = {},
  more: { state?: unknown; store?: object } = {},
) {
  const all = Object.assign(answers, { [CATALOGUE]: catalogue, ...answers });
  const { store, asked } = await openShop({ answers: all, store: more.store ?? {} });
  await store.set(loadCatalogueAtom);
  vi.stubGlobal('navigator', {});
  const page = await openScreen(createElement(screen), { store, path, state: more.state });
  const sent = () => asked.filter(({ route }) => route !== CATALOGUE && route !== 'GET /api/store');
  return {
    ...page,
    asked,
    sent,
    answers: all,
    store,
    toasts: () => store.get(toastsAtom),
    said: () => store.get(toastsAtom).map(({ title }) => title),
  };
}

describe('the catalogue', () => {
  const open = (answers?: Record<string, unknown>) => buy(CataloguePage, '/atacado', answers);

  it('has what is sold, by category, and counts it', async () => {
    const page = await open();
    expect(page.words()).toContain('Todos os Produtos Açaí 2 produtos Açaí em balde');
    expect(page.buttons()).toContain('Todos os Produtos (pressed)');
    await page.tap('Açaí');
    expect(page.words()).toContain('1 produto Açaí em balde');
    expect(page.buttons()).toContain('Açaí (pressed)');
  });

  it('puts one of what has nothing to choose into the cart, and says how many lie there', async () => {
    const page = await open();
    await page.tap('Adicionar Casquinhas');
    expect(page.all('[aria-label="Carrinho: 1 item"]').map((one) => one.textContent)).toEqual(['Carrinho1']);
    await page.tap('Adicionar Casquinhas');
    expect(loadCart()).toMatchObject([{ productId: 'casquinha', quantity: 2 }]);
    expect(page.words()).toContain('2 no carrinho');
    expect(page.markup()).toContain('aria-label="Carrinho: 2 itens"');
    expect(page.toasts().at(-1)).toMatchObject({ title: 'Adicionado ao carrinho', text: '1 x Casquinhas' });
  });

  it('asks for size and flavour where there are any', async () => {
    const page = await open();
    await page.tap('Adicionar Açaí em balde');
    expect(page.buttons()).toContain('Fechar');
    expect(loadCart()).toEqual([]);
    await page.tap('Adicionar · R$ 120,00');
    expect(page.buttons()).not.toContain('Fechar');
    expect(loadCart()).toMatchObject([{ productId: 'balde', selectedSize: '10 L', quantity: 1 }]);
    const [bucket] = catalogue.products;
    const sized = { ...catalogue, products: [{ ...bucket!, flavors: null }] };
    const one = await open({ [CATALOGUE]: sized });
    await one.tap('Adicionar Açaí em balde');
    expect(one.words()).toContain('Tamanho');
    expect(one.words()).not.toContain('Sabor');
  });

  it('has the photo of a product that has one where it is chosen', async () => {
    const image = 'f'.repeat(64);
    const [bucket] = catalogue.products;
    const page = await open({ [CATALOGUE]: { ...catalogue, products: [{ ...bucket!, image }] } });
    await page.tap('Adicionar Açaí em balde');
    const photos = page.all('dialog img').map((one) => one.getAttribute('src'));
    expect(photos).toEqual([`/api/images/${image}?w=320`]);
  });

  it('reckons the price by volume with what lies in the cart already', async () => {
    const [bucket] = catalogue.products;
    const tiers = [{ from: 5, priceCents: 11_000 }];
    // Whatever was chosen of it counts.
    keep(line('a', 'balde', 3), line('b', 'balde', 1, { selectedSize: '5 L' }));
    const page = await open({ [CATALOGUE]: { ...catalogue, products: [{ ...bucket!, tiers }] } });
    expect(page.words()).toContain('4 no carrinho');
    await page.tap('Adicionar Açaí em balde');
    expect(page.buttons()).toContain('Adicionar · R$ 110,00');
    await page.tap('Cancelar');
    keep(line('a', 'balde', 3));
    const fewer = await open({ [CATALOGUE]: { ...catalogue, products: [{ ...bucket!, tiers }] } });
    await fewer.tap('Adicionar Açaí em balde');
    expect(fewer.buttons()).toContain('Adicionar · R$ 120,00');
  });

  it('says what holds for every order, where something does', async () => {
    expect((await open()).words()).not.toContain('Pedido mínimo');
    const rules = { ...catalogue.rules, minimumCents: 30_000, terms: 'Boleto 28 dias' };
    const page = await open({ [CATALOGUE]: { ...catalogue, rules } });
    expect(page.words()).toContain('Pedido mínimo de R$ 300,00 · Pagamento: Boleto 28 dias');
  });

  it('without products says so, and one that did not come is asked for again', async () => {
    expect((await open({ [CATALOGUE]: { ...catalogue, products: [] } })).words()).toContain(
      'Volte em breve: a loja ainda está montando',
    );
    const page = await open({ [CATALOGUE]: refused(503, 'fora') });
    expect(page.words()).toContain('Erro: Erro ao carregar produtos');
    page.answers[CATALOGUE] = catalogue;
    await page.tap('Tentar Novamente');
    expect(page.words()).toContain('2 produtos');
  });

  it('an empty category leads back to all', async () => {
    const page = await open({
      [CATALOGUE]: { ...catalogue, products: catalogue.products.filter(({ id }) => id !== 'balde') },
    });
    await page.tap('Açaí');
    await page.tap('Ver todos os produtos');
    expect(page.words()).toContain('1 produto Casquinhas');
  });

  it('says that the shop is not heard once that has lasted, and not before', async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    const page = await open();
    await page.later(5_000);
    expect(page.words()).not.toContain('Sem conexão');
    await page.when(() => streams[0]?.dispatchEvent(new Event('error')));
    await page.later(5_000);
    expect(page.words()).toContain('Sem conexão');
  });

  it('is read again when the shop says that it changed, or may have', async () => {
    const page = await open();
    const reads = () => page.asked.filter(({ route }) => route === CATALOGUE).length;
    const before = reads();
    await page.when(() => streams[0]?.tell('store'));
    expect(reads()).toBe(before);
    await page.when(() => streams[0]?.tell('menu'));
    expect(reads()).toBe(before + 1);
    await page.when(() => streams[0]?.tell('hello'));
    expect(reads()).toBe(before + 2);
  });
});

describe('the cart', () => {
  const open = (answers: Record<string, unknown> = {}, store = {}) =>
    buy(CartPage, '/atacado/carrinho', { [SEND]: { state: 'waiting', id: 'x' }, ...answers }, { store });

  it('that is empty leads to the catalogue', async () => {
    const page = await open();
    expect(page.words()).toContain('Seu carrinho está vazio');
    expect(page.markup()).toMatch(/href="\/atacado"[^>]*>Ver Produtos/);
  });

  it('is sent whole, with who orders it, and the buyer is known the next time', async () => {
    keep(line('a', 'balde', 3), cones('b'));
    const page = await open();
    expect(page.markup()).toContain('aria-label="Carrinho: 5 itens"');
    expect(page.words()).toContain('2 produtos 5 unidades');
    expect(page.all('[aria-current="page"]').map((one) => one.getAttribute('href'))).toEqual([
      '/atacado/carrinho',
    ]);
    await page.type('Nome', 'Maria');
    expect(JSON.parse(stored.get('atacado_rascunho') ?? '')).toMatchObject({ customerName: 'Maria' });
    await page.type('Telefone/ WhatsApp', '11987654321');
    await page.type('CPF/ CNPJ', '52998224725');
    expect(page.markup()).toContain('value="529.982.247-25"');
    await page.tap('Finalizar Pedido');
    expect(page.sent()).toMatchObject([
      {
        route: SEND,
        body: {
          customerName: 'Maria',
          customerPhone: '11987654321',
          expectedTotalCents: 45_100,
          items: [
            { id: 'a', productId: 'balde', selectedSize: '10 L', selectedFlavor: 'Tradicional', quantity: 3 },
            { id: 'b', productId: 'casquinha', quantity: 2 },
          ],
        },
      },
    ]);
    expect(page.sent()[0]?.body).not.toHaveProperty('wishedDate');
    expect(page.words()).toContain('Aguardando a loja…');
    expect(JSON.parse(stored.get('atacado_comprador') ?? '')).toMatchObject({ customerName: 'Maria' });
  });

  it('says that it is being sent, and is sent once, however often one presses', async () => {
    remember();
    keep(cones('b'));
    const page = await open({ [SEND]: () => new Promise(() => undefined) });
    await page.tap('Finalizar Pedido');
    expect(page.buttons()).toContain('Enviando o pedido…');
    expect(page.buttons()).not.toContain('Finalizar Pedido');
    await page.submit();
    expect(page.sent()).toHaveLength(1);
  });

  it('that has come is empty, and its buyer sees the order', async () => {
    remember();
    keep(cones('b'));
    stored.set('atacado_rascunho', JSON.stringify({ ...BUYER, wishedDate: '' }));
    const page = await open({ [SEND]: { state: 'placed', order: { orderNumber: 12 } } });
    await page.tap('Finalizar Pedido');
    expect(page.toasts().at(-1)).toMatchObject({
      title: 'Pedido enviado com sucesso!',
      text: 'Número do pedido: 12',
    });
    expect(loadCart()).toEqual([]);
    expect(page.path()).toBe('/atacado/status');
    expect(stored.has('atacado_rascunho')).toBe(false);
    // The next order of the same things is another one.
    expect(stored.has('atacado_envio')).toBe(false);
  });

  it('that has come is looked for at once, by the phone that it was sent with', async () => {
    remember();
    keep(cones('b'));
    const site = () =>
      createElement(
        Routes,
        null,
        createElement(Route, { path: '/atacado/carrinho', element: createElement(CartPage) }),
        createElement(Route, { path: '/atacado/status', element: createElement(StatusPage) }),
      );
    const placed = { [SEND]: { state: 'placed', order: { orderNumber: 12 } }, [TRACK]: { orders: [] } };
    const page = await buy(site, '/atacado/carrinho', placed);
    // Another one than was known as the page was opened.
    await page.type('Telefone/ WhatsApp', '11900000001');
    await page.tap('Finalizar Pedido');
    expect(page.words()).toContain('Pedido nº 12 enviado!');
    expect(page.sent().at(-1)).toMatchObject({ route: TRACK, body: { phone: '11900000001' } });
  });

  it('that waits for the shop is asked after with the secret that it was sent with', async () => {
    remember();
    keep(cones('b'));
    const answers: Record<string, unknown> = { [SEND]: { state: 'waiting', id: 'x' } };
    const page = await open(answers);
    await page.tap('Finalizar Pedido');
    const { id, claim } = JSON.parse(stored.get('atacado_envio') ?? '') as { id: string; claim: string };
    const outcome = `GET /api/wholesale/orders/by-id/${id}`;
    page.answers[outcome] = { state: 'placed', order: { orderNumber: 12 } };
    await page.later(2_000);
    expect(page.sent().at(-1)).toMatchObject({ route: outcome, proof: `Bearer ${claim}` });
    expect(page.path()).toBe('/atacado/status');
  });

  it('that had come after all stays as it is now: that was the order of before', async () => {
    remember();
    keep(cones('b'));
    const page = await open({ [SEND]: refused(503, 'Sem resposta.') });
    await page.tap('Finalizar Pedido');
    expect(page.words()).toContain('pode tentar de novo sem medo');
    expect(page.said()).toEqual(['Erro ao enviar pedido']);
    const { id } = JSON.parse(stored.get('atacado_envio') ?? '') as { id: string };
    page.answers[`GET /api/wholesale/orders/by-id/${id}`] = { state: 'placed', order: { orderNumber: 12 } };
    await page.tap('Aumentar casquinha');
    await page.tap('Finalizar Pedido');
    expect(page.toasts().at(-1)).toMatchObject({ text: 'Número do pedido: 12' });
    expect(loadCart()).toMatchObject([{ id: 'b', quantity: 3 }]);
  });

  it('that had come before the page was opened again is empty, unless something was added since', async () => {
    remember();
    const answers: Record<string, unknown> = {};
    for (const added of [[], [line('a', 'balde', 1)]]) {
      keep(cones('b'));
      const page = await open({ [SEND]: refused(503, 'Sem resposta.') });
      await page.tap('Finalizar Pedido');
      const { id } = JSON.parse(stored.get('atacado_envio') ?? '') as { id: string };
      answers[`GET /api/wholesale/orders/by-id/${id}`] = { state: 'placed', order: { orderNumber: 12 } };
      // From the catalogue, say: nobody knew yet that the order had come.
      keep(cones('b'), ...added);
      const again = await open(answers);
      expect(again.path()).toBe('/atacado/status');
      expect(loadCart()).toHaveLength(added.length === 0 ? 0 : 2);
    }
  });

  it('without what the shop asks for is not sent, and says what', async () => {
    keep(cones('b'));
    const fields = catalogue.fields.map((field) =>
      field.id === 'name' ? { ...field, enabled: true, required: true } : field,
    );
    const page = await open({ [CATALOGUE]: { ...catalogue, fields } });
    await page.tap('Finalizar Pedido');
    expect(page.sent()).toEqual([]);
    expect(page.said()).toEqual(['Campos obrigatórios']);
    expect(page.toasts()[0]?.durationMs).toBeGreaterThan(4_500);
    await page.until(() => page.focused() === 'Nome');
    // One is missing and another is wrong.
    await page.type('Telefone/ WhatsApp', '119');
    await page.tap('Finalizar Pedido');
    expect(page.said()).toEqual(['Confira seus dados']);
    await page.type('Nome', 'Maria');
    expect(page.said()).toEqual([]);
    await page.tap('Finalizar Pedido');
    expect(page.said()).toEqual(['Confira seus dados']);
    expect(page.markup().match(/aria-invalid="true"/g)).toHaveLength(1);
  });

  it('that the shop refuses says why at each field, and reads the catalogue again', async () => {
    remember();
    keep(cones('b'));
    const errors = [{ field: 'customerPhone', message: 'Telefone bloqueado' }];
    const page = await open({ [SEND]: refused(422, 'Confira.', { errors }) });
    const before = page.asked.filter(({ route }) => route === CATALOGUE).length;
    await page.tap('Finalizar Pedido');
    expect(page.said()).toEqual(['Erro ao enviar pedido']);
    expect(page.words()).toContain('Telefone bloqueado');
    expect(page.asked.filter(({ route }) => route === CATALOGUE)).toHaveLength(before + 1);
    expect(loadCart()).toHaveLength(1);
    // Of who comes after nothing was refused.
    await page.tap('Esquecer meus dados');
    expect(page.words()).not.toContain('Telefone bloqueado');
    expect(page.said()).toEqual(['Seus dados foram apagados deste aparelho']);
  });

  it('whose catalogue did not come says so, and asks for it again', async () => {
    keep(cones('b'));
    const page = await open({ [CATALOGUE]: refused(503, 'fora') });
    expect(page.words()).toContain('Erro: Erro ao carregar produtos Tentar Novamente');
    page.answers[CATALOGUE] = catalogue;
    await page.tap('Tentar Novamente');
    expect(page.words()).not.toContain('Erro ao carregar');
    // What is still on its way has not failed.
    expect((await openScreen(createElement(CatalogueTrouble))).words()).toBe('');
  });

  it('that another tab has emptied is not sent', async () => {
    remember();
    keep(cones('b'));
    const page = await open();
    stored.delete('atacado_cart');
    await page.tap('Finalizar Pedido');
    expect(page.said()).toEqual(['Carrinho vazio']);
    expect(page.sent()).toEqual([]);
  });

  it('of a shop that is away, or with a line that is gone, is not sent', async () => {
    keep(cones('b'));
    expect((await open({}, { storeOnline: false })).buttons()).toContain('Finalizar Pedido (off)');
    await closeScreen();
    stored = stubStorage();
    keep(cones('b'), line('c', 'gone', 1));
    const page = await open();
    expect(page.buttons()).toContain('Finalizar Pedido (off)');
    expect(page.buttons()).toContain('Remover gone');
  });

  it('has a removed line back in its place, and as many as are wanted', async () => {
    keep(cones('a'), line('b', 'balde', 1));
    const page = await open();
    await page.tap('Aumentar casquinha');
    expect(loadCart()[0]?.quantity).toBe(3);
    expect(page.valueOf('Quantidade de casquinha')).toBe('3');
    await page.type('Quantidade de casquinha', '');
    expect(loadCart()[0]?.quantity).toBe(3);
    await page.leave('Quantidade de casquinha');
    expect(loadCart()[0]?.quantity).toBe(1);
    expect(page.buttons()).toContain('Diminuir casquinha (off)');
    await page.type('Quantidade de casquinha', '12');
    expect(loadCart()[0]?.quantity).toBe(12);
    await page.type('Quantidade de casquinha', '9999');
    expect(page.buttons()).toContain('Aumentar casquinha (off)');
    await page.tap('Diminuir casquinha');
    expect(loadCart()[0]?.quantity).toBe(9_998);
    expect(page.valueOf('Quantidade de casquinha')).toBe('9998');
    expect(page.buttons()).toContain('Aumentar casquinha');
    await page.tap('Remover balde 10 L · Tradicional');
    expect(loadCart().map(({ id }) => id)).toEqual(['a']);
    // Longer than what is only to be read.
    expect(page.toasts()[0]?.durationMs).toBeGreaterThan(4_500);
    await page.when(() => page.toasts()[0]?.action?.run());
    expect(loadCart().map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('takes a quantity that Enter ends, and is not sent by it', async () => {
    keep(cones('a'));
    const page = await open();
    const prevented: boolean[] = [];
    page.body.addEventListener('keydown', (event) => void prevented.push(event.defaultPrevented));
    await page.type('Quantidade de casquinha', '');
    await page.press('5', 'Quantidade de casquinha');
    await page.press('Enter', 'Quantidade de casquinha');
    expect(prevented).toEqual([false, true]);
    expect(loadCart()[0]?.quantity).toBe(1);
  });

  it('forgets its buyer', async () => {
    remember();
    keep(cones('b'));
    const page = await open();
    expect(page.markup()).toContain('value="Maria"');
    await page.tap('Esquecer meus dados');
    expect(page.markup()).not.toContain('value="Maria"');
    expect(stored.has('atacado_comprador')).toBe(false);
    expect(page.buttons()).not.toContain('Esquecer meus dados');
  });

  describe('is for a day on which the shop delivers', () => {
    // Where the shop is, it is the last evening of 1969: sixty days after it is a Sunday, and sixty after the first of 1970 is none.
    const rules = { ...catalogue.rules, weekdays: [0], leadDays: 60 };
    const forDay = (answers: Record<string, unknown> = {}) => {
      keep(cones('b'));
      remember();
      return open({ [CATALOGUE]: { ...catalogue, rules }, ...answers });
    };

    it('that is chosen, kept and sent', async () => {
      const page = await forDay();
      expect(page.words()).toContain('A combinar com a loja dom., 01/03/1970');
      await page.type('Data de entrega desejada', '1970-03-01');
      expect(JSON.parse(stored.get('atacado_rascunho') ?? '')).toMatchObject({ wishedDate: '1970-03-01' });
      await page.type('Nome', 'Ana');
      const draft = JSON.parse(stored.get('atacado_rascunho') ?? '') as unknown;
      expect(draft).toMatchObject({ customerName: 'Ana', wishedDate: '1970-03-01' });
      await page.tap('Finalizar Pedido');
      expect(page.sent()[0]?.body).toMatchObject({ wishedDate: '1970-03-01' });
    });

    it('that is forgotten with who chose it', async () => {
      const page = await forDay();
      await page.type('Data de entrega desejada', '1970-03-01');
      await page.tap('Esquecer meus dados');
      expect(page.valueOf('Data de entrega desejada')).toBe('');
    });

    it('that the shop does not serve any more was never chosen', async () => {
      stored.set('atacado_rascunho', JSON.stringify({ ...BUYER, wishedDate: '1970-02-01' }));
      const page = await forDay();
      expect(page.valueOf('Data de entrega desejada')).toBe('');
      await page.tap('Finalizar Pedido');
      expect(page.sent()).toHaveLength(1);
      expect(page.sent()[0]?.body).not.toHaveProperty('wishedDate');
    });

    it('that the shop refuses, with the reason beside it', async () => {
      const errors = [{ field: 'wishedDate', message: 'Nesse dia não entregamos.' }];
      const page = await forDay({ [SEND]: refused(422, 'Confira.', { errors }) });
      await page.type('Data de entrega desejada', '1970-03-01');
      await page.tap('Finalizar Pedido');
      expect(page.words()).toContain('Nesse dia não entregamos.');
      // Of another day nothing is known yet.
      await page.type('Data de entrega desejada', '');
      expect(page.words()).not.toContain('Nesse dia não entregamos.');
    });

    it('that was refused is not said of the next try, nor to who comes after', async () => {
      const errors = [{ field: 'wishedDate', message: 'Nesse dia não entregamos.' }];
      const page = await forDay({ [SEND]: refused(422, 'Confira.', { errors }) });
      await page.tap('Finalizar Pedido');
      const beside = () => page.all('select[aria-invalid="true"]').length;
      expect(beside()).toBe(1);
      page.answers[SEND] = refused(503, 'fora');
      await page.tap('Finalizar Pedido');
      expect(beside()).toBe(0);
      page.answers[SEND] = refused(422, 'Confira.', { errors });
      await page.tap('Finalizar Pedido');
      expect(beside()).toBe(1);
      await page.tap('Esquecer meus dados');
      expect(beside()).toBe(0);
    });
  });
});

describe('how an order stands', () => {
  const order = (changes = {}) => ({
    orderNumber: 12,
    status: 'NOVO',
    createdAtMs: 1_000_000,
    customerName: 'Maria',
    wishedDate: null,
    terms: '',
    paid: false,
    totalCents: 45_100,
    items: [
      {
        productId: 'balde',
        productName: 'Açaí em balde',
        selectedSize: '10 L',
        selectedFlavor: 'Tradicional',
        quantity: 3,
        totalPriceCents: 36_000,
      },
      {
        productId: 'gone',
        productName: 'Antigo',
        selectedSize: null,
        selectedFlavor: null,
        quantity: 1,
        totalPriceCents: 9_100,
      },
    ],
    ...changes,
  });
  const open = (answers: Record<string, unknown>, state?: unknown) =>
    buy(StatusPage, '/atacado/status', answers, { state });
  const found = (changes = {}) => ({ [TRACK]: { orders: [order(changes)], ticket: 't' } });

  it('is asked for by the phone that ordered', async () => {
    const page = await open(found());
    await page.tap('Buscar');
    expect(page.said()).toEqual(['Telefone obrigatório']);
    expect(page.words()).toContain('Digite seu telefone para buscar os pedidos.');
    expect(page.sent()).toEqual([]);
    await page.type('Telefone', '11987654321');
    expect(page.said()).toEqual([]);
    expect(page.words()).not.toContain('Digite seu telefone para buscar os pedidos.');
    await page.tap('Buscar');
    expect(page.sent()).toMatchObject([{ body: { phone: '11987654321' } }]);
    expect(page.words()).toContain('1 pedido encontrado Pedido nº 12');
    expect(page.words()).toContain(
      '3 x Açaí em balde 10 L · Tradicional R$ 360,00 1 x Antigo R$ 91,00 Total R$ 451,00',
    );
    expect(page.words()).not.toContain('Pago');
    const nameless = await open(found({ customerName: null }), { sent: 12, phone: '11987654321' });
    expect(nameless.words()).toMatch(/\d{2}:\d{2} 3 x Açaí em balde/);
  });

  it('says for when it is, how it is paid, and that it is', async () => {
    const page = await open(found({ wishedDate: '2026-11-30', terms: 'Boleto', paid: true }), {
      sent: 12,
      phone: '11987654321',
    });
    expect(page.words()).toMatch(/Entrega desejada: .*30\/11.* · Pagamento: Boleto · Pago/);
    expect(page.words()).toContain('Pedido nº 12 enviado!');
  });

  it('of whoever is known is asked with one tap, and the device forgets who it was', async () => {
    remember();
    const page = await open({ [TRACK]: { orders: [] } });
    await page.tap('Buscar');
    expect(page.said()).toEqual(['Nenhum pedido encontrado']);
    expect(page.words()).toContain('Use o telefone com DDD que está no pedido.');
    // A phone that ordered nothing is not asked for again by itself: each time would count against who looks.
    await page.later(15_000);
    expect(page.sent()).toHaveLength(1);
    await page.tap('Esquecer meus dados neste aparelho');
    expect(stored.has('atacado_comprador')).toBe(false);
    expect(page.markup()).not.toContain('98765-4321');
  });

  it('is not in sight any more once the device has forgotten whose it is', async () => {
    remember();
    const page = await open(found());
    await page.tap('Buscar');
    expect(page.words()).toContain('Pedido nº 12');
    await page.tap('Esquecer meus dados neste aparelho');
    expect(page.words()).not.toContain('Pedido nº 12');
    expect(page.words()).not.toContain('Maria');
  });

  it('that could not be asked for says so, and is tried again', async () => {
    remember();
    const page = await open({ [TRACK]: refused(429, 'Espere um minuto.') });
    await page.tap('Buscar');
    expect(page.words()).toContain('Erro ao buscar pedidos. Tente novamente. Espere um minuto.');
    page.answers[TRACK] = refused(503, 'fora');
    await page.tap('Tentar Novamente');
    expect(page.words()).not.toContain('fora');
    expect(page.words()).not.toContain('Espere um minuto.');
    expect(page.said()).toEqual(['Erro']);
    Object.assign(page.answers, found());
    await page.tap('Tentar Novamente');
    expect(page.words()).toContain('Pedido nº 12');
  });

  it('is heard of at once, and looked at now and then', async () => {
    remember();
    const page = await open(found());
    await page.tap('Buscar');
    const stream = streams.find(({ url }) => url === '/api/live?ticket=t');
    const looks = () => page.sent().length;
    await page.when(() => stream?.tell('hello'));
    expect(looks()).toBe(1);
    await page.when(() => stream?.tell('wholesale'));
    expect(looks()).toBe(2);
    await page.when(() => stream?.tell('hello'));
    expect(looks()).toBe(3);
    await page.later(15_000);
    expect(looks()).toBe(4);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await page.later(15_000);
    expect(looks()).toBe(4);
  });

  it('is looked at now and then where the server gives no ticket to listen with', async () => {
    remember();
    const page = await open({ [TRACK]: { orders: [order()] } });
    await page.tap('Buscar');
    expect(streams.map(({ url }) => url)).not.toContainEqual(expect.stringContaining('ticket'));
    await page.later(15_000);
    expect(page.sent()).toHaveLength(2);
  });

  it('is ordered again, as far as there is still what was in it', async () => {
    remember();
    const page = await open(found());
    await page.tap('Buscar');
    await page.tap('Repetir pedido');
    expect(loadCart()).toMatchObject([{ productId: 'balde', selectedSize: '10 L', quantity: 3 }]);
    expect(page.toasts().at(-1)).toMatchObject({
      title: 'Nem tudo está disponível',
      text: 'Não entraram no carrinho: Antigo.',
    });
    // A list takes longer to read than a word.
    expect(page.toasts().at(-1)?.durationMs).toBeGreaterThan(4_500);
    expect(page.path()).toBe('/atacado/carrinho');
    const none = await open(found({ items: [order().items[1]] }));
    await none.tap('Buscar');
    await none.tap('Repetir pedido');
    expect(none.said()).toContain('Nada disponível agora');
    expect(none.path()).toBe('/atacado/status');
  });
});
