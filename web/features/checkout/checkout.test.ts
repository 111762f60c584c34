// From the cart to an order that is placed, as a customer goes it: what can be changed on the way, what is asked, what is sent, and what is said
// where it does not go through.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CartItem } from '../../cart/cart.ts';
import { loadCart } from '../../cart/cart-state.ts';
import { readyItem } from '../../cart/cart.ts';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import { loadMenuAtom } from '../../data/shop.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { type Screen, closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop, refused } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import CheckoutPage from './checkout-page.tsx';
import './edit-dialog.tsx';
import './price-dialog.tsx';
import './toppings-dialog.tsx';
import { WaitingForStore } from './waiting.tsx';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const water = (id: string): CartItem => readyItem(id, 'agua', 400);
const keep = (...items: CartItem[]): void => void stored.set('acai-cart', JSON.stringify(items));
const idsInCart = (): string[] => loadCart().cart.map(({ id }) => id);

async function checkout(path: string, shop: Parameters<typeof openShop>[0] = {}) {
  const { store, asked } = await openShop(shop);
  const page = await openScreen(createElement(CheckoutPage), { store, path });
  return { ...page, asked, said: () => store.get(toastsAtom).map(({ title }) => title), store };
}

describe('the cart', () => {
  it('that is empty says so, whatever step the address names', async () => {
    const { words, markup } = await checkout('/pedido/carrinho?passo=pagamento');
    expect(words()).toContain(
      'Seu Carrinho 1. Seu Carrinho 2. Seus Dados 3. Pagamento Seu carrinho está vazio',
    );
    expect(markup()).toMatch(/aria-current="step"[^>]*><span[^>]*><\/span>1\. Seu Carrinho/);
  });

  it('holds alike ones as one line, which is made more and fewer, the newest first', async () => {
    keep(sampleItem, water('a'), water('b'));
    const page = await checkout('/carrinho');
    expect(page.words()).toMatch(/Água R\$ 8,00 R\$ 4,00 cada/);
    await page.tap('Um a menos de Água');
    expect(idsInCart()).toEqual(['item-1', 'a']);
    await page.tap('Mais um de Água');
    expect(loadCart().cart.map(({ productId }) => productId)).toEqual([null, 'agua', 'agua']);
    expect(new Set(idsInCart()).size).toBe(3);
  });

  it('tells two of one title apart in the names of what can be done with them', async () => {
    keep(sampleItem, { ...sampleItem, id: 'b', toppings: [] }, water('w'));
    const page = await checkout('/carrinho');
    const acts = (word: string) => page.buttons().filter((name) => name.startsWith(word));
    expect(acts('Editar')).toEqual(['Editar Açaí Pequeno (1º)', 'Editar Açaí Pequeno (2º)']);
    expect(acts('Remover')).toContain('Remover Água');
    await page.tap('Remover Açaí Pequeno (2º)');
    expect(idsInCart()).toContain('item-1');
    expect(acts('Editar')).toEqual(['Editar Açaí Pequeno']);
  });

  it('takes forty items and no more', async () => {
    keep(...Array.from({ length: 40 }, (_, at) => water(`w${at}`)));
    expect((await checkout('/carrinho')).buttons()).toContain('Mais um de Água (off)');
    // Nor where another tab has put the fortieth in a moment ago: one more, and it would be no cart any more.
    keep(...Array.from({ length: 39 }, (_, at) => water(`w${at}`)));
    const page = await checkout('/carrinho');
    keep(...Array.from({ length: 40 }, (_, at) => water(`w${at}`)));
    await page.tap('Mais um de Água');
    expect(idsInCart()).toHaveLength(40);
  });

  it('has a whole line back where it stood, if its removal is undone', async () => {
    keep(water('a'), sampleItem, water('b'));
    const { tap, store, when } = await checkout('/carrinho');
    await tap('Remover Água');
    expect(idsInCart()).toEqual(['item-1']);
    const [toast] = store.get(toastsAtom);
    expect(toast).toMatchObject({ title: 'Item removido', text: 'Água', action: { label: 'Desfazer' } });
    // Longer than what is only to be read.
    expect(toast?.durationMs).toBeGreaterThan(4_500);
    await when(() => toast?.action?.run());
    expect(idsInCart()).toEqual(['a', 'item-1', 'b']);
  });

  it('that was full is full again, without a word, if a removal is undone', async () => {
    keep(...Array.from({ length: 39 }, (_, at) => water(`w${at}`)), sampleItem);
    const { tap, store, when } = await checkout('/carrinho');
    await tap('Remover Açaí Pequeno');
    await when(() => store.get(toastsAtom)[0]?.action?.run());
    expect(idsInCart()).toHaveLength(40);
    expect(store.get(toastsAtom).map(({ title }) => title)).not.toContain('Carrinho cheio');
  });

  it('whose removal is undone when others lie in its place stays a cart: what an order takes no more is left out', async () => {
    keep(...Array.from({ length: 39 }, (_, at) => water(`w${at}`)), sampleItem);
    const { tap, store, when } = await checkout('/carrinho');
    await tap('Remover Açaí Pequeno');
    await tap('Mais um de Água');
    await when(() => store.get(toastsAtom)[0]?.action?.run());
    expect(loadCart()).toMatchObject({ corrupt: false, cart: { length: 40 } });
    expect(idsInCart()).not.toContain('item-1');
    expect(store.get(toastsAtom).at(-1)).toMatchObject({ text: 'Cabem até 40 itens em um pedido.' });
  });

  it('says what goes where in an item, from the top to the bottom', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho');
    await page.tap('Ver complementos de Açaí Pequeno: Fundo: Banana · Topo: Creme de avelã');
    await page.until(() => page.words().includes('Complementos: Açaí Pequeno'));
    expect(page.words()).toMatch(
      /Complementos: Açaí Pequeno .*Topo \(T\) Creme de avelã .*Fundo \(F\) Banana/,
    );
    await page.tap('Fechar');
    expect(page.words()).not.toContain('Complementos: Açaí Pequeno');
  });

  it('has its toppings changed where it stands, at the price of then', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho');
    await page.tap('Editar Açaí Pequeno');
    await page.until(() => page.words().includes('Salvar'));
    expect(page.words()).toContain('Mudar tamanho, base ou sorvete 2 de 2 Máximo 2 complementos');
    // What cannot be had beside them is off, and is not only said to be so at a tap.
    const off = page.all('dialog [aria-disabled="true"][aria-pressed]').map((one) => one.textContent);
    expect(off.filter((text) => text?.startsWith('Granola'))).toHaveLength(1);
    await page.tap('Creme de avelã + R$ 3,50');
    await page.tap('Salvar R$ 15,00');
    expect(loadCart().cart).toMatchObject([
      { id: 'item-1', toppings: [{ id: 'banana' }], priceCents: 1_500 },
    ]);
    expect(page.said()).toEqual(['Item atualizado']);
    expect(page.words()).not.toContain('Salvar');
  });

  it('leads to the wizard for a base that ran out, and does not go on until it is changed', async () => {
    keep({ ...sampleItem, baseId: 'zero' }, water('a'));
    const page = await checkout('/carrinho');
    expect(page.words()).toContain('1 item não pode mais ser pedido. Edite ou remova para continuar.');
    await page.tap('Continuar Pedido');
    expect(page.said()).toEqual(['Tem item que acabou']);
    expect(page.path()).toBe('/carrinho');
    await page.tap('Editar Açaí Pequeno');
    expect(page.path()).toBe('/pedido?editar=item-1');
  });

  it('has a topping that ran out taken off in the dialog, and counts what is gone', async () => {
    keep(
      { ...sampleItem, toppings: [{ id: 'kiwi', layer: 'TOP' }] },
      { ...sampleItem, id: 'x', baseId: 'zero' },
    );
    const page = await checkout('/carrinho');
    expect(page.words()).toContain('2 itens não podem mais ser pedidos.');
    const shown: (string | null)[] = [];
    page.window.Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      shown.push(this.textContent);
    };
    await page.tap('Editar Açaí Pequeno (1º)');
    await page.until(() => page.words().includes('Salvar'));
    expect(page.path()).toBe('/carrinho');
    // It is where one looks, however long the list is.
    expect(shown).toEqual([expect.stringContaining('Kiwi')]);
    // Whoever chooses another further down is left there.
    await page.tap('Banana');
    expect(page.words()).toContain('2 de 2');
    expect(shown).toHaveLength(1);
  });

  it('says that the shop takes no orders now, what goes beside it, and how long it takes', async () => {
    keep(sampleItem);
    const away = await checkout('/carrinho', { store: { storeOnline: false } });
    expect(away.words()).toContain('Loja sem conexão no momento.');
    expect(away.words()).not.toContain('Fica pronto em');
    await closeScreen();
    stored = stubStorage();
    keep(sampleItem);
    const { words, buttons } = await checkout('/carrinho');
    expect(words()).not.toContain('sem conexão');
    expect(words()).toContain('Fica pronto em ~10–20 min');
    expect(buttons()).toContain('Adicionar Água');
  });
});

describe('Seus Dados', () => {
  const sending = { 'POST /api/orders': { state: 'waiting', id: 'x' } };
  const fill = async ({ type, tap }: Screen): Promise<void> => {
    await type('Telefone (WhatsApp)', '91987654321');
    await tap('Comer aqui na loja');
    await type('Nome para chamar', 'Ana');
    await type('Observações', 'sem canudo');
  };

  it('do not say that the phone serves the customer alone: it is counted for the ranking too', async () => {
    keep(sampleItem);
    const { words } = await checkout('/carrinho?passo=dados');
    expect(words()).toContain(' Para você acompanhar o pedido. Como cuidamos dos seus dados');
  });

  it('come after the cart, with the total in sight, and lead back to it', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho');
    const tops: unknown[] = [];
    Object.assign(page.window, { scrollTo: (to: unknown) => tops.push(to) });
    await page.tap('Continuar Pedido');
    expect(page.path()).toBe('/carrinho?passo=dados');
    // However far down the button was.
    expect(tops).toEqual([{ top: 0 }]);
    expect(page.words()).toMatch(/^Seus Dados R\$ 16,65 1\. Seu Carrinho/);
    expect(page.words()).toContain('Observações (opcional)');
    await page.tap('Voltar');
    expect(page.path()).toBe('/carrinho');
  });

  it('are read from their heading, and the cart too where one goes back; what is opened takes the keyboard nowhere', async () => {
    keep(water('a'));
    const page = await checkout('/carrinho');
    const isAt = (): string => {
      const at = page.window.document.activeElement;
      return at === page.body ? 'nowhere' : `${at?.localName} ${at?.textContent}`;
    };
    expect(isAt()).toBe('nowhere');
    await page.tap('Continuar Pedido');
    expect(isAt()).toBe('h1 Seus Dados');
    await page.tap('Voltar');
    expect(isAt()).toBe('h1 Seu Carrinho');
  });

  it('stand where the payment was asked for and no order was placed', async () => {
    keep(sampleItem);
    expect((await checkout('/carrinho?passo=pagamento')).words()).toMatch(/^Seus Dados /);
  });

  it('are kept on the device as they are typed, and sent with what lies in the cart', async () => {
    keep(sampleItem, water('a'));
    const page = await checkout('/carrinho?passo=dados', { answers: { ...sending } });
    await fill(page);
    expect(Object.fromEntries(stored)).toMatchObject({
      phone: '(91) 98765-4321',
      consumptionType: 'local',
      customerName: 'Ana',
      observations: 'sem canudo',
    });
    await page.tap('Fazer pedido · R$ 20,25');
    const [{ body } = { body: null }] = page.asked;
    expect(body).toMatchObject({
      customerPhone: '91987654321',
      consumptionType: 'local',
      observations: 'Cliente: Ana\nsem canudo',
      expectedTotalCents: 2_025,
      items: [
        { id: 'item-1', sizeId: 'p' },
        { id: 'a', productId: 'agua' },
      ],
    });
    expect(page.words()).toContain('Aguardando a loja');
  });

  it('that are sent to be paid with PIX have PIX chosen for the payment', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho?passo=dados', {
      store: { paymentMethods: [{ method: 'pix', displayName: 'PIX', description: null }] },
      answers: { ...sending },
    });
    await fill(page);
    await page.tap('Pedir e pagar com PIX');
    await page.submit();
    expect(stored.get('paymentMethod')).toBe('pix');
    expect(page.asked.at(-1)?.route).toBe('POST /api/orders');
  });

  it('are there again on the next visit, but for an observation that is too long and a choice that is none', async () => {
    keep(sampleItem);
    stored
      .set('phone', '11987654321')
      .set('consumptionType', 'takeaway')
      .set('customerName', 'Ana')
      .set('observations', 'x'.repeat(500));
    const { markup } = await checkout('/carrinho?passo=dados');
    expect(markup()).toMatch(/id="telefone"[^>]*value="\(11\) 98765-4321"/);
    expect(markup()).toMatch(/id="nome"[^>]*value="Ana"/);
    expect(markup()).toContain(`>${'x'.repeat(450)}</textarea>`);
    expect(markup()).toMatch(/id="tipo-takeaway"[^>]*checked/);
    expect(markup()).not.toMatch(/id="tipo-local"[^>]*checked/);
    expect(markup()).toMatch(/<textarea[^>]*maxlength="450"/);
    expect(markup()).toMatch(/id="nome"[^>]*maxlength="30"/);
  });

  it('ask for the phone first, then for how it will be, each until it is there', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho?passo=dados', { answers: { ...sending } });
    const send = 'Fazer pedido · R$ 16,65';
    await page.tap(send);
    expect(page.said()).toEqual(['Telefone obrigatório']);
    expect(page.words()).toContain('Você precisa preencher o telefone para acompanhar seu pedido');
    expect(page.markup()).toMatch(/id="telefone"[^>]*aria-invalid="true"/);
    await page.type('Telefone (WhatsApp)', '91987654321');
    expect(page.said()).toEqual([]);
    await page.tap(send);
    expect(page.said()).toEqual(['Tipo de consumo obrigatório']);
    expect(page.words()).toMatch(/na loja .*você retira no balcão Tipo de consumo obrigatório/);
    // What is mended is the choice, not the phone.
    await page.type('Telefone (WhatsApp)', '91987654322');
    expect(page.said()).toEqual(['Tipo de consumo obrigatório']);
    await page.tap('Levar você retira no balcão');
    expect(page.said()).toEqual([]);
    expect(page.asked).toEqual([]);
  });

  it.each([
    ['nothing', {}, true, false],
    ['no phone', { consumptionType: 'local' }, true, false],
    ['no way to eat it', { phone: '91987654321' }, true, false],
    ['all, of a shop that is away', { phone: '91987654321', consumptionType: 'local' }, false, false],
    ['all', { phone: '91987654321', consumptionType: 'local' }, true, true],
  ])('with %s, have buttons that look as they will be answered', async (_, typed, storeOnline, isReady) => {
    keep(sampleItem);
    for (const [key, value] of Object.entries(typed)) stored.set(key, value);
    const paymentMethods = [{ method: 'pix', displayName: 'PIX', description: null } as const];
    const page = await checkout('/carrinho?passo=dados', { store: { storeOnline, paymentMethods } });
    const looks = page.all('button[type="submit"]').map((one) => one.getAttribute('aria-disabled'));
    expect(looks).toEqual(['Fazer pedido', 'Pedir e pagar com PIX'].map(() => String(!isReady)));
  });

  it('of a shop that is closed are not sent, and the reason is said', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho?passo=dados', {
      store: { storeOnline: false },
      answers: { ...sending },
    });
    await fill(page);
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.said()).toEqual(['A loja não está recebendo pedidos']);
    expect(page.asked).toEqual([]);
  });

  it('of a shop that has paused are not sent until the pause is over', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho?passo=dados', {
      store: { open: { state: 'paused', untilMs: Date.parse('2026-11-21T18:30:00-03:00') } },
      answers: { ...sending },
    });
    await fill(page);
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.said()).toEqual(['A loja não está recebendo pedidos']);
    expect(page.words()).toContain('Tente de novo às 18:30.');
    expect(page.asked).toEqual([]);
  });

  it('say where the total is not the one that was seen, and nothing where it is', async () => {
    keep({ ...sampleItem, priceCents: 1_700 });
    expect((await checkout('/carrinho?passo=dados')).words()).toContain(
      'Os preços mudaram: o total era R$ 15,30 e agora é R$ 16,65.',
    );
    keep(sampleItem);
    expect((await checkout('/carrinho?passo=dados')).words()).not.toContain('Os preços mudaram');
  });

  it.each([
    [0, 'Agora há Desconto Especial (5%).'],
    [7.5, 'O Desconto Especial era de 7,5% e agora é de 5%.'],
    [5, null],
  ])('at a new price name the discount where it was another than 5%%: %s', async (before, news) => {
    keep(sampleItem);
    const answers: Record<string, unknown> = {
      'POST /api/orders': refused(409, 'O preço mudou.', { code: 'price-changed', totalCents: 1_758 }),
    };
    const menu = { ...sampleMenu, discountPercent: before };
    const page = await checkout('/carrinho?passo=dados', { answers, menu });
    await fill(page);
    answers['GET /api/menu'] = { ...sampleMenu, discountPercent: 5 };
    await page.tap(page.buttons().find((name) => name.startsWith('Fazer pedido')) ?? '');
    await page.until(() => page.words().includes('Nada foi cobrado ainda.'));
    await page.until(() => page.words().includes('Desconto Especial (5%)'));
    const said = ['Agora há Desconto', 'O Desconto Especial era'].some((text) => page.words().includes(text));
    expect(said).toBe(news !== null);
    expect(page.words()).toContain(news ?? '');
  });

  it('of a cart that another tab has emptied lead back to it', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho?passo=dados', { answers: { ...sending } });
    stored.delete('acai-cart');
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.said()).toEqual(['Carrinho vazio']);
    expect(page.path()).toBe('/carrinho');
  });

  it('give way to the cart as soon as another tab has emptied that', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho?passo=dados');
    stored.delete('acai-cart');
    const changed = Object.assign(new page.window.Event('storage'), { key: 'acai-cart' });
    await page.when(() => page.window.dispatchEvent(changed));
    expect(page.words()).toContain('Seu carrinho está vazio');
    expect(page.words()).not.toContain('Telefone (WhatsApp)');
  });

  it('that the shop refuses fetch what is new, and the reason is said', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho?passo=dados', {
      answers: { 'POST /api/orders': refused(422, 'Sem essa base') },
    });
    await fill(page);
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.said()).toEqual(['Erro ao criar pedido']);
    expect(page.asked.map(({ route }) => route)).toEqual([
      'POST /api/orders',
      'GET /api/menu',
      'GET /api/store',
    ]);
  });

  it('that the shop refuses for something in the cart lead back to it', async () => {
    keep(sampleItem);
    const why = [{ field: 'items[0].toppings', message: 'Escolha no máximo 2 complementos.' }];
    const phone = [{ field: 'customerPhone', message: 'Confira o telefone.' }];
    const answers: Record<string, unknown> = {
      'POST /api/orders': refused(422, 'Confira.', { errors: phone }),
    };
    const page = await checkout('/carrinho?passo=dados', { answers });
    await fill(page);
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.buttons()).not.toContain('Ver o carrinho');
    answers['POST /api/orders'] = refused(422, 'Confira.', { errors: why });
    await page.tap('Fazer pedido · R$ 16,65');
    await page.tap('Ver o carrinho');
    expect(page.path()).toBe('/carrinho');
  });

  it('that the shop refuses for several reasons have each of them beside the first; one alone is said once', async () => {
    keep(sampleItem);
    const base = { field: 'items[0].baseId', message: 'Essa base acabou.' };
    const size = { field: 'items[0].sizeId', message: 'Esse tamanho acabou.' };
    const answers: Record<string, unknown> = {
      'POST /api/orders': refused(422, base.message, { errors: [base] }),
    };
    const page = await checkout('/carrinho?passo=dados', { answers });
    const times = (text: string): number => page.words().split(text).length - 1;
    await fill(page);
    await page.tap('Fazer pedido · R$ 16,65');
    expect(times(base.message)).toBe(1);
    answers['POST /api/orders'] = refused(422, base.message, { errors: [base, size, size] });
    await page.tap('Fazer pedido · R$ 16,65');
    expect([times(base.message), times(size.message)]).toEqual([2, 1]);
  });

  it('at a new price are not sent again while this device has the old one', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho?passo=dados', {
      answers: {
        'POST /api/orders': refused(409, 'O preço mudou.', { code: 'price-changed', totalCents: 1_800 }),
      },
    });
    await fill(page);
    await page.tap('Fazer pedido · R$ 16,65');
    await page.until(() => page.words().includes('Atualizando preços…'));
    expect(page.buttons()).toContain('Atualizando preços… (off)');
    expect(page.buttons()).not.toContain('Pedir por R$ 18,00');
  });

  it('at a new price ask before they are sent again, once this device knows it too', async () => {
    keep(sampleItem);
    const answers: Record<string, unknown> = {
      'POST /api/orders': refused(409, 'O preço mudou.', { code: 'price-changed', totalCents: 1_800 }),
    };
    const page = await checkout('/carrinho?passo=dados', { answers });
    await fill(page);
    answers['GET /api/menu'] = {
      ...sampleMenu,
      discountPercent: 0,
      sizes: [{ ...sampleMenu.sizes[0]!, priceCents: 1_450 }],
    };
    await page.tap('Fazer pedido · R$ 16,65');
    await page.until(
      () =>
        page.words().includes('Os preços mudaram Fechar') || page.buttons().includes('Pedir por R$ 18,00'),
    );
    expect(page.said()).toEqual([]);
    // With the discount that this page had shown, which is what was seen.
    expect(page.words()).toContain('Os preços mudaram: o total era R$ 16,65 e agora é R$ 18,00.');
    expect(page.words()).toContain('O Desconto Especial (10%) acabou.');
    answers['POST /api/orders'] = { state: 'waiting', id: 'x' };
    await page.tap('Pedir por R$ 18,00');
    expect(page.asked.at(-1)).toMatchObject({
      route: 'POST /api/orders',
      body: { expectedTotalCents: 1_800 },
    });
  });

  it('that are placed lead on to the payment, and the order is this device’s own', async () => {
    keep(sampleItem);
    stored.set('orderCode', 'OLDER');
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const placed = {
      state: 'placed',
      order: { code: '7K2MQ9XWTB', createdAtMs: 77 },
      trackingToken: 'token-1',
    };
    const page = await checkout('/carrinho?passo=dados', {
      answers: {
        'POST /api/orders': placed,
        // One that was paid meanwhile stays.
        'POST /api/orders/OLDER/cancel': refused(409, 'Já foi pago.'),
        'GET /api/orders/7K2MQ9XWTB': refused(404, 'Não encontrado'),
      },
    });
    await fill(page);
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.path()).toBe('/carrinho?passo=pagamento');
    expect(page.words()).toContain('Pedido criado! Código 7K2MQ-9XWTB');
    // It is this order, and none that was sent before.
    expect(page.said()).toEqual([]);
    expect(stored.get('orderCode')).toBe('7K2MQ9XWTB');
    expect(JSON.parse(stored.get('balcao-orders') ?? '')).toEqual([
      { code: '7K2MQ9XWTB', token: 'token-1', atMs: 77 },
    ]);
    expect(stored.get('again')).toBe(stored.get('acai-cart'));
    // Of two orders that were made of one cart only the newer is wanted.
    expect(page.asked.map(({ route }) => route)).toContain('POST /api/orders/OLDER/cancel');
    expect(warned).toHaveBeenCalledTimes(1);
    // Back is one step: what was typed stands there, not the cart.
    await page.tap('Voltar');
    expect(page.path()).toBe('/carrinho?passo=dados');
    // Sent once more as it is, it is the same order: nobody calls that off.
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.path()).toBe('/carrinho?passo=pagamento');
    expect(page.asked.map(({ route }) => route)).not.toContain('POST /api/orders/7K2MQ9XWTB/cancel');
  });

  it('say that they are being sent, and are sent once, however often one presses', async () => {
    keep(sampleItem);
    const page = await checkout('/carrinho?passo=dados', {
      answers: { 'POST /api/orders': () => new Promise(() => undefined) },
    });
    await fill(page);
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.buttons()).toContain('Enviando o pedido…');
    expect(page.all('[aria-busy="true"]')).toHaveLength(1);
    await page.submit();
    expect(page.asked).toHaveLength(1);
  });

  it('that the shop did not hear of in time were not ordered: that is said, and they stand there to be sent again', async () => {
    keep(sampleItem);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const answers: Record<string, unknown> = { ...sending };
    const page = await checkout('/carrinho?passo=dados', { answers });
    await fill(page);
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.words()).toContain('Aguardando a loja');
    const { id } = JSON.parse(stored.get('checkout') ?? '') as { id: string };
    answers[`GET /api/orders/by-id/${id}`] = { state: 'lapsed', id };
    await page.later(2_000);
    expect(page.alerts()).toContain(
      'A loja não respondeu a tempo e o pedido não foi feito. Seu carrinho continua aqui: tente de novo em alguns minutos.',
    );
    expect(idsInCart()).toEqual(['item-1']);
    // What is sent then is another order: the first one can come no more.
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.asked.at(-1)?.route).toBe('POST /api/orders');
    expect(page.asked.at(-1)?.body).not.toMatchObject({ id });
  });

  it('are sent again without what was said in red of the try before', async () => {
    keep(sampleItem);
    const answers: Record<string, unknown> = { 'POST /api/orders': refused(422, 'Sem essa base') };
    const page = await checkout('/carrinho?passo=dados', { answers });
    await fill(page);
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.said()).toEqual(['Erro ao criar pedido']);
    answers['POST /api/orders'] = () => new Promise(() => undefined);
    await page.tap('Fazer pedido · R$ 16,65');
    expect(page.said()).toEqual([]);
  });
});

it('who is to pay can go back to what was typed', async () => {
  keep(sampleItem);
  stored.set('orderCode', '7K2MQ9XWTB');
  const page = await checkout('/carrinho?passo=pagamento', {
    answers: {
      'GET /api/orders/7K2MQ9XWTB': {
        access: 'whole',
        order: sampleOrder({ status: 'PENDING' }),
        ticket: 't',
        money: { receivedCents: 0, returnedCents: 0, returning: false },
      },
    },
  });
  await page.tap('Voltar aos dados do pedido');
  expect(page.path()).toBe('/carrinho?passo=dados');
});

it('an order that had come after all is shown as the one of before, and is not what is had again', async () => {
  keep(sampleItem);
  const answers: Record<string, unknown> = { 'POST /api/orders': refused(503, 'Sem resposta.') };
  const page = await checkout('/carrinho?passo=dados', { answers });
  await page.type('Telefone (WhatsApp)', '91987654321');
  await page.tap('Levar você retira no balcão');
  await page.tap('Fazer pedido · R$ 16,65');
  expect(page.words()).toContain('pode tentar de novo sem medo');
  keep(sampleItem, water('a'));
  const { id } = JSON.parse(stored.get('checkout') ?? '') as { id: string };
  answers[`GET /api/orders/by-id/${id}`] = {
    state: 'placed',
    order: { code: '7K2MQ9XWTB', createdAtMs: 77 },
    trackingToken: 'token-1',
  };
  await page.tap('Tentar de novo');
  expect(page.said()).toContain('Seu pedido anterior já tinha chegado');
  // Two sentences, of which the second says that something is not ordered: longer than a word is.
  expect(page.store.get(toastsAtom).at(-1)?.durationMs).toBeGreaterThan(4_500);
  expect(stored.get('orderCode')).toBe('7K2MQ9XWTB');
  expect(stored.has('again')).toBe(false);
});

it('an order that had come before the page was opened again is that of before where the cart is another one', async () => {
  const placed = {
    state: 'placed',
    order: { code: '7K2MQ9XWTB', createdAtMs: 77 },
    trackingToken: 'token-1',
  };
  for (const [added, said] of [
    [[], []],
    [[water('a')], ['Seu pedido anterior já tinha chegado']],
  ] as const) {
    stored.clear();
    keep(sampleItem);
    const answers: Record<string, unknown> = { 'POST /api/orders': refused(503, 'Sem resposta.') };
    const page = await checkout('/carrinho?passo=dados', { answers });
    await page.type('Telefone (WhatsApp)', '91987654321');
    await page.tap('Levar você retira no balcão');
    await page.tap('Fazer pedido · R$ 16,65');
    keep(sampleItem, ...added);
    const { id } = JSON.parse(stored.get('checkout') ?? '') as { id: string };
    answers[`GET /api/orders/by-id/${id}`] = placed;
    const again = await checkout('/carrinho?passo=dados', { answers });
    expect(again.path()).toBe('/carrinho?passo=pagamento');
    expect(again.said()).toEqual(said);
    expect(stored.has('again')).toBe(said.length === 0);
  }
});

it('who waits for the shop for more than a minute is told that this is long', async () => {
  vi.useFakeTimers();
  const page = await openScreen(createElement(WaitingForStore));
  await page.later(60_000);
  expect(page.words()).not.toContain('Está demorando mais que o normal.');
  await page.later(5_000);
  expect(page.words()).toContain('Está demorando mais que o normal.');
});

it.each(['/carrinho', '/carrinho?passo=dados'])(
  '%s says that it opens while the menu is on its way',
  async (path) => {
    keep(sampleItem);
    const page = await openScreen(createElement(CheckoutPage), { store: createStore(), path });
    expect(page.words()).toBe('Abrindo o carrinho…');
  },
);

it('a menu that comes late is no news of prices, in an order whose prices nobody has seen otherwise', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  keep(sampleItem);
  const away = refused(503, 'fora');
  const answers: Record<string, unknown> = { 'GET /api/menu': away, 'GET /api/store': away };
  const page = await checkout('/carrinho?passo=dados', { answers });
  expect(page.buttons()).toContain('Fazer pedido · R$ 18,50');
  answers['GET /api/menu'] = sampleMenu;
  await page.when(() => page.store.set(loadMenuAtom));
  expect(page.buttons()).toContain('Fazer pedido · R$ 16,65');
  expect(page.words()).not.toContain('Os preços mudaram');
});

it('a new price that the shop does not name is the one of the menu as it is now', async () => {
  keep(sampleItem);
  const page = await checkout('/carrinho?passo=dados', {
    answers: { 'POST /api/orders': refused(409, 'O preço mudou.', { code: 'price-changed' }) },
  });
  await page.type('Telefone (WhatsApp)', '91987654321');
  await page.tap('Levar você retira no balcão');
  await page.tap('Fazer pedido · R$ 16,65');
  await page.until(() => page.words().includes('Nada foi cobrado ainda.'));
  expect(page.buttons()).toContain('Pedir por R$ 16,65');
});

it('the cart waits for the menu, and can be emptied without it', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  keep(sampleItem);
  const { words } = await checkout('/carrinho', { answers: { 'GET /api/menu': refused(503, 'fora') } });
  expect(words()).toContain('Seu Carrinho 1. Seu Carrinho');
  expect(words()).toContain('Item R$ 18,50');
});
