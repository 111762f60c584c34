// A sale as it is tapped together at the counter, changed, paid and called off; and an order that is changed in its place.
import type { Order } from '@balcao/shared/order/order.ts';
import { publicMenu } from '@balcao/shared/menu/snapshot.ts';
import { sampleCatalog, sampleOrder, sampleRequest } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sampleMenu } from '../../cart/sample.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { orderEventAtom, reachableAtom } from '../../data/staff/board/live.ts';
import { loadMenuAtom } from '../../data/shop.ts';
import { loadSessionAtom } from '../../data/staff/session/session.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { openShop, refused } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import { SaleScreen } from './sale-screen.tsx';
import { newSale, type Sale } from './sale.ts';
import { useCounterTicket } from './use-counter-ticket.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = stubStorage();
});
afterEach(closeScreen);

const BEST = 'GET /api/staff/best-sellers';
const PLACE = 'POST /api/staff/orders';
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ id: 'o', panelNumber: 7, totalCents: 400, ...changes });

type Ticket = ReturnType<typeof useCounterTicket>;
const [base, gone] = sampleMenu.bases;
const MENU = { ...sampleMenu, discountPercent: 0, bases: [{ ...base!, name: 'Tradicional' }, gone!] };

/** The screen with what lies on the counter's ticket; no discount, so that prices are the menu's. */
async function selling(answers: Record<string, unknown> = {}, menu = MENU) {
  const { store, asked } = await openShop({
    menu,
    store: { discountPercent: 0 },
    answers: Object.assign(answers, { [BEST]: { productIds: [] }, ...answers }),
  });
  const shown = vi.fn<() => void>();
  const ticket: { now?: Ticket } = {};
  const Counter = () => {
    ticket.now = useCounterTicket(shown);
    const { sale, setSale, amendment, setAmendment, amended } = ticket.now;
    return createElement(SaleScreen, { sale, setSale, amendment, setAmendment, onAmended: amended });
  };
  const page = await openScreen(createElement(Counter), { store });
  const tap = async (...names: string[]) => {
    for (const name of names) await page.tap(name);
  };
  return {
    ...page,
    tap,
    answers,
    asked,
    shown,
    store,
    ticket: () => ticket.now!,
    sale: (): Sale => ticket.now!.sale,
    said: () => store.get(toastsAtom).map(({ title }) => title),
    sent: () => asked.filter(({ route }) => route !== BEST),
  };
}
const ACAI = ['Pequeno R$ 15,00', 'Tradicional', 'Ninho'];

describe('an açaí', () => {
  it('is a line of the ticket as soon as it can be sold, and each further tap changes that line', async () => {
    const page = await selling();
    await page.tap('Açaí', 'Pequeno R$ 15,00');
    expect(page.sale().items).toEqual([]);
    expect(page.buttons()).toContain('Próximo açaí · R$ 15,00 (off)');
    await page.tap('Tradicional');
    expect(page.buttons()).toContain('Base Tradicional');
    await page.tap('Ninho');
    expect(page.sale().items).toMatchObject([
      { sizeId: 'p', baseId: 'acai', iceCreamId: 'ninho', priceCents: 1_500 },
    ]);
    await page.tap('Creme de avelã + R$ 3,50', 'Fundo (0)', 'Banana');
    expect(page.sale().items).toMatchObject([
      {
        toppings: [
          { id: 'nutella', layer: 'TOP' },
          { id: 'banana', layer: 'BOTTOM' },
        ],
        priceCents: 1_850,
      },
    ]);
    expect(page.buttons()).toContain('Complementos 2 de 2 (pressed)');
    expect(page.buttons()).toEqual(
      expect.arrayContaining(['Topo (1)', 'Meio (0)', 'Fundo (1) (pressed)', 'Escolhido: Banana (pressed)']),
    );
    expect(page.buttons()).toContain('Creme de avelã + R$ 3,50');
  });

  it('takes as many toppings as its size, and says so at the next', async () => {
    const page = await selling();
    await page.tap('Açaí', ...ACAI, 'Banana', 'Granola', 'Creme de avelã + R$ 3,50');
    expect(page.said()).toEqual(['Limite atingido']);
    expect(page.store.get(toastsAtom)[0]?.text).toBe('Você pode selecionar no máximo 2 complementos');
    expect(page.sale().items[0]?.toppings).toHaveLength(2);
    await page.tap('Escolhido: Banana');
    expect(page.said()).toEqual([]);
  });

  it('in halves has two flavours, and of whole ones one', async () => {
    const page = await selling();
    await page.tap('Açaí', 'Pequeno R$ 15,00', 'Tradicional', 'Meio a meio', 'Ninho');
    expect(page.sale().items).toEqual([]);
    await page.tap('Morango');
    expect(page.sale().items).toMatchObject([
      { meioAMeio: true, iceCreamId: 'ninho', secondaryIceCreamId: 'morango' },
    ]);
    expect(page.buttons()).toContain('Sorvete Ninho + Morango');
    await page.tap('Sorvete Ninho + Morango', '✓ Meio a meio: escolha dois sabores');
    expect(page.sale().items).toMatchObject([
      { meioAMeio: false, iceCreamId: 'ninho', secondaryIceCreamId: null },
    ]);
  });

  it('is followed by another with the size and the base of the last', async () => {
    const page = await selling();
    await page.tap('Açaí', ...ACAI, 'Próximo açaí · R$ 15,00');
    expect(page.buttons()).toEqual(
      expect.arrayContaining([
        'Tamanho Pequeno',
        'Base Tradicional',
        'Sorvete – (pressed)',
        'Complementos 0 de 2',
      ]),
    );
    await page.tap('Coco');
    expect(page.sale().items.map(({ iceCreamId }) => iceCreamId)).toEqual(['ninho', 'coco']);
  });

  it('says what a topping costs more, however little', async () => {
    const [first, ...toppings] = sampleMenu.toppings;
    const page = await selling({}, { ...MENU, toppings: [{ ...first!, priceCents: 50 }, ...toppings] });
    await page.tap('Açaí', ...ACAI);
    expect(page.buttons()).toEqual(expect.arrayContaining(['Banana + R$ 0,50', 'Granola']));
  });

  it('that has run out cannot be chosen', async () => {
    const page = await selling();
    await page.tap('Açaí', 'Pequeno R$ 15,00');
    expect(page.buttons()).toContain('Açaí zero Acabou (off)');
    const big = MENU.sizes.map((size) => ({ ...size, soldOut: size.id === 'g' }));
    const without = await selling({}, { ...MENU, sizes: big });
    await without.tap('Açaí');
    expect(without.buttons()).toContain('Grande Acabou (off)');
  });

  it('that runs out once a part of it was chosen can be had without that part', async () => {
    const page = await selling();
    await page.tap('Açaí', ...ACAI, 'Banana');
    const toppings = MENU.toppings.map((one) => ({ ...one, soldOut: one.id === 'banana' }));
    page.answers['GET /api/menu'] = { ...MENU, toppings };
    await page.when(() => page.store.set(loadMenuAtom));
    await page.tap('Escolhido: Banana Acabou');
    expect(page.sale().items[0]?.toppings).toEqual([]);
    expect(page.buttons()).toContain('Banana Acabou (off)');
  });

  it('on the ticket is changed in its place', async () => {
    const page = await selling();
    await page.tap('Açaí', ...ACAI, 'Próximo açaí · R$ 15,00', 'Coco');
    await page.tap('Mudar Açaí Pequeno');
    expect(page.buttons()).toContain('Voltar ao cardápio');
    await page.tap('Tamanho Pequeno', 'Grande R$ 25,00');
    expect(page.sale().items.map(({ sizeId, iceCreamId }) => `${sizeId} ${iceCreamId}`)).toEqual([
      'g ninho',
      'p coco',
    ]);
    expect(page.buttons()).toContain('Pronto · R$ 25,00');
    await page.tap('Pronto · R$ 25,00');
    expect(page.buttons()).toContain('Próximo açaí · R$ 25,00 (off)');
  });

  it('that is taken off the ticket is not under way any more', async () => {
    const page = await selling();
    expect(page.words()).not.toContain('Ir ao total');
    await page.tap('Açaí', ...ACAI, 'Banana', 'Tirar Açaí Pequeno');
    expect(page.sale().items).toEqual([]);
    expect(page.buttons().filter((name) => name.startsWith('Próximo açaí'))).toEqual([
      expect.stringMatching(/\(off\)$/),
    ]);
    expect(page.words()).not.toContain('Ir ao total');
  });

  it('cup of one’s own choice has no size, and the way back to the cups', async () => {
    const page = await selling();
    await page.tap('Taças', 'Taça do seu jeito R$ 28,00');
    expect(page.buttons()).not.toContain('Tamanho –');
    await page.tap('Tradicional', 'Ninho');
    expect(page.sale().items).toMatchObject([
      { productId: 'livre', sizeId: null, baseId: 'acai', priceCents: 2_800 },
    ]);
    expect(page.buttons()).toContain('Taça do seu jeito · R$ 28,00');
    expect(page.buttons()).toContain('Mudar Taça do seu jeito');
    await page.tap('Voltar às taças');
    expect(page.buttons()).toContain('Banana split R$ 22,00');
  });

  it('cup of one’s own choice has no size after an açaí either, whose base it begins with', async () => {
    const page = await selling();
    await page.tap('Açaí', ...ACAI, 'Próximo açaí · R$ 15,00');
    await page.tap('Taças', 'Taça do seu jeito R$ 28,00', 'Coco');
    expect(page.sale().items.at(-1)).toMatchObject({ productId: 'livre', sizeId: null, baseId: 'acai' });
  });
});

describe('what is sold as it is', () => {
  it('is on the ticket with one tap, each time once more', async () => {
    const page = await selling();
    await page.tap('Bebidas e produtos', 'Água R$ 4,00', 'Água R$ 4,00');
    expect(page.sale().items.map(({ productId, priceCents }) => [productId, priceCents])).toEqual([
      ['agua', 400],
      ['agua', 400],
    ]);
    await page.tap('Taças', 'Banana split R$ 22,00');
    expect(page.sale().items.at(-1)?.productId).toBe('split');
    expect(page.words()).toContain('Ir ao total R$ 30,00');
  });

  it('is led to on a phone until the end of the ticket is in sight', async () => {
    const page = await selling();
    await page.tap('Bebidas e produtos', 'Água R$ 4,00');
    const scroller = page.all('section[aria-label="Cardápio"]')[0]?.parentElement;
    const scrollTo = (scrollTop: number) =>
      page.when(() => {
        const place = { scrollTop, clientHeight: 600, scrollHeight: 2_000 };
        for (const [name, value] of Object.entries(place))
          Object.defineProperty(scroller, name, { value, configurable: true });
        scroller?.dispatchEvent(new page.window.Event('scroll'));
      });
    await scrollTo(700);
    expect(page.words()).toContain('Ir ao total R$ 4,00');
    await scrollTo(1_400);
    expect(page.words()).not.toContain('Ir ao total');
    await scrollTo(0);
    expect(page.words()).toContain('Ir ao total R$ 4,00');
  });

  it('that has run out says so and is not sold, and an empty shelf too', async () => {
    const menu = {
      ...sampleMenu,
      discountPercent: 0,
      products: sampleMenu.products.map((one) => ({ ...one, soldOut: true })),
    };
    const page = await selling({}, menu);
    await page.tap('Bebidas e produtos');
    expect(page.buttons()).toContain('Água Acabou (off)');
    const empty = await selling({}, { ...menu, products: [] });
    await empty.tap('Bebidas e produtos');
    expect(empty.words()).toContain('Nada à venda aqui.');
  });

  it('shows its photo, as small as a button needs it', async () => {
    const image = 'a'.repeat(64);
    const products = MENU.products.map((one) => (one.id === 'agua' ? { ...one, image } : one));
    const page = await selling({}, { ...MENU, products });
    await page.tap('Bebidas e produtos');
    expect(page.all('li img').map((one) => one.getAttribute('src'))).toEqual([`/api/images/${image}?w=320`]);
  });

  it('begins with what sold most, where anything did', async () => {
    const page = await selling({ [BEST]: { productIds: ['agua'] } });
    expect(page.buttons().slice(0, 2)).toEqual(['Mais vendidos (pressed)', 'Taças']);
    expect(page.buttons()).toContain('Água R$ 4,00');
  });
});

describe('the ticket', () => {
  const withWater = async (answers: Record<string, unknown> = {}) => {
    const page = await selling(answers);
    await page.tap('Bebidas e produtos', 'Água R$ 4,00');
    return page;
  };

  it('has a line once more at its end, or none of it', async () => {
    const page = await withWater();
    await page.tap('Taças', 'Banana split R$ 22,00', 'Mais um de Água');
    const ids = page.sale().items.map(({ id }) => id);
    expect(page.sale().items.map(({ productId }) => productId)).toEqual(['agua', 'split', 'agua']);
    expect(new Set(ids).size).toBe(3);
    await page.tap('Tirar Água');
    expect(page.sale().items.map(({ id }) => id)).toEqual(ids.slice(1));
  });

  it('notes which line a remark is of, on a line of its own', async () => {
    const page = await withWater();
    await page.tap('Observação para Água');
    expect(page.valueOf('Observações')).toBe('Água: ');
    await page.type('Observações', 'Água: sem gelo ');
    await page.tap('Pronto');
    await page.tap('Observação para Água');
    expect(page.valueOf('Observações')).toBe('Água: sem gelo\nÁgua: ');
    expect(page.words()).toMatch(/Cliente e observações Observações .*Nome do cliente/);
  });

  it('has no line for a remark that nobody wrote, and none beyond what an order takes', async () => {
    const page = await withWater();
    await page.tap('Observação para Água', 'Pronto');
    expect(page.sale().observations).toBe('');
    await page.tap('Observação para Água');
    await page.type('Observações', 'sem gelo\nÁgua: ');
    await page.tap('Pronto');
    expect(page.sale().observations).toBe('sem gelo');
    await page.tap('sem gelo');
    await page.type('Observações', 'a'.repeat(445));
    await page.tap('Pronto', 'Observação para Água');
    expect(page.valueOf('Observações')).toBe('a'.repeat(445));
  });

  it('has a line for a remark where it is just as much as an order takes: 450 letters', async () => {
    const page = await withWater();
    await page.tap('Nome, telefone, observações');
    await page.type('Observações', 'a'.repeat(443));
    await page.tap('Pronto', 'Observação para Água');
    expect(page.valueOf('Observações')).toBe(`${'a'.repeat(443)}\nÁgua: `);
  });

  it('keeps name and remark apart, and a phone of eleven digits', async () => {
    const page = await withWater();
    await page.tap('Nome, telefone, observações');
    await page.type('Observações', 'sem gelo');
    await page.type('Nome do cliente', 'Ana');
    expect(page.sale().observations).toBe('Cliente: Ana\nsem gelo');
    await page.type('Observações', 'com gelo');
    await page.type('Telefone', '119876543219');
    expect(page.sale()).toMatchObject({ observations: 'Cliente: Ana\ncom gelo', phone: '(11) 98765-4321' });
  });

  it('has room for a name and a remark as long as an order takes them', async () => {
    const page = await withWater();
    await page.tap('Nome, telefone, observações');
    const most = (tag: string) =>
      Number(page.all(`dialog[open] ${tag}[maxlength]`)[0]?.getAttribute('maxlength'));
    await page.type('Nome do cliente', 'N'.repeat(most('input')));
    await page.type('Observações', 'o'.repeat(most('textarea')));
    const { observations } = page.sale();
    expect(observations).toMatch(/^Cliente: N+\no+$/);
    expect(sampleRequest({ observations }).observations).toBe(observations);
  });

  it('leaves the shop or is eaten here', async () => {
    const page = await withWater();
    await page.tap('Aqui');
    expect(page.sale().consumptionType).toBe('local');
    await page.tap('Levar');
    expect(page.sale().consumptionType).toBe('takeaway');
  });

  it('with a phone that is too short is not paid, and says why until it is mended', async () => {
    const page = await withWater();
    await page.tap('Nome, telefone, observações');
    await page.type('Telefone', '1198');
    await page.tap('Pronto');
    await page.tap('Dinheiro');
    expect(page.words()).toContain('Por favor, informe um telefone válido com pelo menos 10 dígitos');
    expect(page.words()).not.toContain('Dinheiro · R$');
    await page.tap('1198');
    await page.type('Telefone', '11987654321');
    expect(page.words()).not.toContain('Por favor, informe um telefone válido');
  });

  it('with a phone that is too short is not said to be so once something more is on it', async () => {
    const page = await withWater();
    await page.tap('Nome, telefone, observações');
    await page.type('Telefone', '1198');
    await page.tap('Pronto', 'Dinheiro');
    expect(page.alerts()).toHaveLength(1);
    await page.tap('Água R$ 4,00');
    expect(page.alerts()).toEqual([]);
  });

  it('that is paid leaves nothing half built to the next one', async () => {
    const page = await withWater({
      [PLACE]: { state: 'placed', order: order(), trackingToken: 't' },
      'POST /api/staff/orders/o/moves': { order: order({ status: 'RECEBIDO', paymentStatus: 'approved' }) },
    });
    await page.tap('Taças', 'Taça do seu jeito R$ 28,00');
    expect(page.buttons()).toContain('Voltar às taças');
    await page.tap('Dinheiro', 'Exato · R$ 4,00');
    expect(page.words()).toContain('Nova venda');
    expect(page.buttons()).not.toContain('Voltar às taças');
  });

  it('gives a part away, which is asked anew of the whole', async () => {
    const page = await withWater();
    await page.tap('Desconto ou cortesia', '50%', 'Promoção do dia', 'Aplicar −R$ 2,00 · fica R$ 2,00');
    expect(page.sale().concession).toEqual({
      kind: 'discount',
      reason: 'Promoção do dia',
      off: { percent: 50 },
    });
    await page.tap('Desconto ou cortesia');
    expect(page.buttons()).toContain('Aplicar −R$ 2,00 · fica R$ 2,00');
    expect(page.buttons()).toContain('50% (pressed)');
    await page.tap('1', '00', 'Aplicar −R$ 1,00 · fica R$ 3,00');
    expect(page.sale().concession).toEqual({
      kind: 'discount',
      reason: 'Promoção do dia',
      off: { cents: 100 },
    });
    await page.tap('Desconto ou cortesia', '10%');
    // The amount that stood on the number pad is not given as well.
    expect(page.words()).toMatch(/R\$ 0,00 7 8 9/);
    await page.tap('Aplicar −R$ 0,40 · fica R$ 3,60');
    expect(page.sale().concession).toMatchObject({ off: { percent: 10 } });
    await page.tap('Desconto ou cortesia', 'Tirar');
    expect(page.sale().concession).toBeNull();
  });

  it('given away whole asks for its own reason, and is registered without money', async () => {
    const free = order({
      concession: { kind: 'courtesy', reason: 'Aniversário', cents: 400 },
      totalCents: 0,
      status: 'RECEBIDO',
    });
    const page = await withWater({ [PLACE]: { order: free, trackingToken: 't' } });
    await page.tap('Desconto ou cortesia', 'Promoção do dia', 'Cortesia');
    expect(page.buttons()).toContain('Aplicar −R$ 4,00 · fica R$ 0,00 (off)');
    await page.type('Outro motivo', '  Fiel  ');
    await page.submit();
    expect(page.sale().concession).toEqual({ kind: 'courtesy', reason: 'Fiel' });
    await page.tap('Registrar cortesia', 'Registrar');
    expect(page.sent()).toMatchObject([
      { route: PLACE, body: { concession: { kind: 'courtesy', reason: 'Fiel' }, expectedTotalCents: 0 } },
    ]);
    expect(page.words()).toContain('Cortesia Número do cliente 7');
  });
});

describe('the money of a sale', () => {
  const placed = { order: order(), trackingToken: 't' };
  const paid = { order: order({ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' }) };
  const MOVE = 'POST /api/staff/orders/o/moves';
  const withWater = async (answers: Record<string, unknown>) => {
    const page = await selling({ [PLACE]: placed, [MOVE]: paid, ...answers });
    await page.tap('Bebidas e produtos', 'Água R$ 4,00');
    return page;
  };

  it('in cash is taken with the change to give, and the ticket is free', async () => {
    const page = await withWater({});
    await page.tap('Dinheiro', 'R$ 10,00 troco R$ 6,00');
    expect(page.sent()).toMatchObject([
      { route: PLACE, body: { expectedTotalCents: 400, items: [{ productId: 'agua' }] } },
      {
        route: MOVE,
        body: {
          kind: 'confirm-payment',
          method: 'cash',
          receivedCents: 1_000,
          drawer: 'open',
          expectedTotalCents: 400,
        },
      },
    ]);
    expect(page.words()).toContain('Pago Número do cliente 7 Troco: R$ 6,00');
    expect(page.sale().items).toEqual([]);
    await page.tap('Nova venda');
    expect(page.words()).not.toContain('Número do cliente');
  });

  it('is the exact amount with one tap, or what was typed', async () => {
    const exact = await withWater({});
    await exact.tap('Dinheiro', 'Exato · R$ 4,00');
    expect(exact.sent()[1]).toMatchObject({ body: { receivedCents: 400 } });
    const typed = await withWater({});
    await typed.tap('Dinheiro', '3');
    expect(typed.words()).toContain('Falta R$ 3,97');
    expect(typed.buttons()).toContain('Confirmar (off)');
    await typed.tap('00', '0');
    expect(typed.words()).toContain('Troco R$ 26,00');
    await typed.tap('Confirmar');
    expect(typed.sent()[1]).toMatchObject({ body: { receivedCents: 3_000 } });
  });

  it('by a card that somebody saw approved is confirmed with its kind', async () => {
    const page = await withWater({ 'GET /api/staff/terminals': { terminals: [], isAway: false } });
    await page.tap('Maquininha', 'Débito');
    expect(page.sent().at(-1)).toMatchObject({
      route: MOVE,
      body: { kind: 'confirm-payment', method: 'terminal', card: 'debito' },
    });
    const vale = await withWater({ 'GET /api/staff/terminals': { terminals: [], isAway: false } });
    await vale.tap('Maquininha', 'Vale');
    expect(vale.sent().at(-1)).toMatchObject({ body: { card: 'vale' } });
  });

  it('comes later: the order waits for it', async () => {
    const page = await withWater({ 'POST /api/orders/7K2MQ9XWTB/cash': { order: order() } });
    await page.tap('Pagar depois', 'Guardar o pedido');
    expect(page.sent().at(-1)).toMatchObject({
      route: 'POST /api/orders/7K2MQ9XWTB/cash',
      body: { changeForCents: null },
      proof: 'Bearer t',
    });
    expect(page.words()).toContain('Pedido guardado');
  });

  it('that the store does not hear of is kept here, with what it cost and what was received', async () => {
    const page = await withWater({ [PLACE]: refused(503, 'fora') });
    await page.tap('Dinheiro', 'R$ 10,00 troco R$ 6,00');
    expect(page.words()).toContain('Venda guardada');
    expect(page.words()).toContain('Troco: R$ 6,00');
    expect(JSON.parse(stored.get('balcao-waiting-sales') ?? '')).toMatchObject([
      { totalCents: 400, receivedCents: 1_000, askedCents: 400, outcome: null },
    ]);
    await page.tap('Nova venda', 'Bebidas e produtos', 'Água R$ 4,00', 'Dinheiro', 'Exato · R$ 4,00');
    expect(JSON.parse(stored.get('balcao-waiting-sales') ?? '')).toHaveLength(2);
  });

  it('that the store refuses is said, and not kept', async () => {
    const page = await withWater({ [PLACE]: refused(422, 'Sem água.') });
    await page.tap('Dinheiro', 'Exato · R$ 4,00');
    expect(page.words()).toContain('Sem água.');
    expect(stored.has('balcao-waiting-sales')).toBe(false);
  });

  it('that needs a manager asks for the PIN over the amount, and goes on with it', async () => {
    const needed = refused(403, 'Isto precisa de um gerente.', { code: 'manager-needed', hasPin: true });
    const place = (sent: { pin?: string }) => (sent.pin === '1234' ? placed : needed);
    const page = await withWater({ [PLACE]: place });
    await page.tap('Dinheiro', 'R$ 10,00 troco R$ 6,00');
    expect(page.words()).toContain('Peça para ele digitar o PIN.');
    expect(page.words()).not.toContain('Número do cliente');
    await page.type('PIN', '1234');
    await page.tap('OK');
    expect(page.words()).toContain('Pago Número do cliente 7 Troco: R$ 6,00');
  });

  it.each([
    ['at another price', refused(409, 'O preço mudou.', { code: 'price-changed' })],
    ['of what is sold no more', refused(422, 'A água saiu do cardápio.', { code: 'invalid-order' })],
  ])('%s fetches the menu', async (_why, refusal) => {
    const page = await withWater({ [PLACE]: refusal });
    await page.tap('Dinheiro', 'Exato · R$ 4,00');
    expect(page.sent().map(({ route }) => route)).toEqual([PLACE, 'GET /api/menu']);
  });

  it('in cash waits five seconds for each answer, and two while the store is not heard', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => bounds.mockRestore());
    const waited = async (isHeard: boolean) => {
      const page = await withWater({});
      await page.when(() => page.store.set(reachableAtom, isHeard));
      bounds.mockClear();
      await page.tap('Dinheiro', 'Exato · R$ 4,00');
      expect(page.sent()).toHaveLength(2);
      return bounds.mock.calls.flat();
    };
    expect(await waited(true)).toEqual([5_000, 5_000]);
    expect(await waited(false)).toEqual([2_000, 2_000]);
  });

  it('waits for the drawer to be opened, and is taken then', async () => {
    const page = await withWater({ [MOVE]: refused(409, 'Fechado.', { code: 'drawer-closed' }) });
    await page.tap('Dinheiro', 'R$ 10,00 troco R$ 6,00');
    expect(page.words()).toContain('Quanto há na gaveta para começar, sem o dinheiro desta venda?');
    await page.tap('Fechar');
    expect(page.words()).toContain('Dinheiro · R$ 4,00');
  });

  it('in parts is begun with two persons, and each part is sent by its way', async () => {
    const half = { id: 'p1', method: 'cash', card: null, cents: 200, receivedCents: 200, atMs: 0 } as const;
    const page = await withWater({
      [MOVE]: ({ id }: { id: string }) => ({ order: order({ tenders: [{ ...half, id }] }) }),
    });
    await page.tap('Dividir');
    expect(page.words()).toContain('Dividir · R$ 4,00 Nada pago ainda.');
    expect(page.words()).toContain('2 pessoas a próxima paga R$ 2,00');
    await page.tap('Uma pessoa a mais', 'Uma pessoa a menos');
    await page.tap('Dinheiro');
    expect(page.words()).toContain('Dinheiro · R$ 2,00');
    await page.tap('R$ 10,00 troco R$ 8,00');
    expect(page.sent().at(-1)).toMatchObject({
      route: MOVE,
      body: { kind: 'take-tender', method: 'cash', cents: 200, receivedCents: 1_000, drawer: 'open' },
    });
    // From here on it is the store's: it waits in Pendentes, and the ticket is free.
    expect(page.sale().items).toEqual([]);
  });
});

describe('a sale that is given up', () => {
  it('goes from the screen after a question; what the store has of it is called off there', async () => {
    const back = [{ id: 'p', method: 'cash', card: null, cents: 1_000, receivedCents: null, atMs: 0 }];
    const page = await selling({
      'POST /api/staff/orders/earlier/moves': { order: { ...order(), tenders: back } },
    });
    await page.when(() => page.ticket().setSale({ ...newSale(), earlier: ['earlier'] }));
    await page.tap('Cancelar a venda');
    expect(page.words()).toContain(
      'O que está na venda sai da tela. O pedido que já chegou à loja é cancelado.',
    );
    await page.tap('Cancelar a venda');
    expect(page.sent()).toMatchObject([
      { route: 'POST /api/staff/orders/earlier/moves', body: { kind: 'cancel' } },
    ]);
    expect(page.said()).toEqual(['Devolva R$ 10,00']);
    expect(page.sale().earlier).toEqual([]);
  });

  it('that was paid meanwhile says so; one that cannot be called off stays', async () => {
    const page = await selling({
      'POST /api/staff/orders/earlier/moves': refused(409, 'x', { code: 'stale' }),
    });
    await page.when(() => page.ticket().setSale({ ...newSale(), earlier: ['earlier'] }));
    await page.tap('Cancelar a venda');
    await page.tap('Cancelar a venda');
    expect(page.said()).toEqual(['Este pedido já foi pago']);
    const stays = await selling({ 'POST /api/staff/orders/earlier/moves': refused(503, 'Sem rede.') });
    await stays.when(() => stays.ticket().setSale({ ...newSale(), earlier: ['earlier'] }));
    await stays.tap('Cancelar a venda');
    await stays.tap('Cancelar a venda');
    expect(stays.words()).toContain('Não deu para cancelar o pedido. Sem rede.');
    expect(stays.sale().earlier).toEqual(['earlier']);
  });

  it('of which one order was paid meanwhile, and of another a part, says both', async () => {
    const back = [{ id: 'p', method: 'cash', card: null, cents: 1_000, receivedCents: null, atMs: 0 }];
    const page = await selling({
      'POST /api/staff/orders/first/moves': refused(409, 'x', { code: 'stale' }),
      'POST /api/staff/orders/second/moves': { order: { ...order(), tenders: back } },
    });
    await page.when(() => page.ticket().setSale({ ...newSale(), earlier: ['first', 'second'] }));
    for (const _twice of [1, 2]) await page.tap('Cancelar a venda');
    expect(page.said()).toEqual(['Devolva R$ 10,00', 'Este pedido já foi pago']);
  });

  it('that nobody sent is not said to be called off anywhere', async () => {
    const page = await selling();
    await page.tap('Bebidas e produtos', 'Água R$ 4,00', 'Cancelar a venda');
    expect(page.words()).not.toContain('é cancelado');
    await page.tap('Cancelar a venda');
    expect(page.sale().items).toEqual([]);
    expect(page.said()).toEqual([]);
  });
});

describe('what lies on the ticket', () => {
  const menu = { ...publicMenu(sampleCatalog(), 0), discountPercent: 0 };
  const sold = sampleOrder({
    id: 'o',
    panelNumber: 7,
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    paymentMethod: 'cash',
  });

  it('is not lost to an order that is taken up, nor to a kept sale', async () => {
    const page = await selling();
    await page.tap('Bebidas e produtos', 'Água R$ 4,00');
    await page.when(() => page.ticket().change(order({ id: 'other' })));
    expect(page.said()).toEqual(['Há uma venda aberta']);
    expect(page.shown).not.toHaveBeenCalled();
    let isTaken = true;
    await page.when(() => (isTaken = page.ticket().resume(newSale())));
    expect(isTaken).toBe(false);
    await page.tap('Tirar Água');
    expect(page.said()).toEqual([]);
    await page.when(() => (isTaken = page.ticket().resume({ ...newSale(), phone: '(11) 98765-4321' })));
    expect(isTaken).toBe(true);
    expect(page.sale().phone).toBe('(11) 98765-4321');
  });

  it('is an order that waits, taken up once, under its own id', async () => {
    const page = await selling();
    await page.when(() => page.ticket().change(order()));
    expect(page.sale()).toMatchObject({ earlier: ['o'] });
    // The sale that the store has under its own id is this one, too.
    await page.when(() => page.ticket().change(order({ id: page.sale().id })));
    expect(page.said()).toEqual([]);
    const before = page.sale();
    expect(before.items.length).toBeGreaterThan(0);
    await page.when(() => page.ticket().change(order()));
    expect(page.sale()).toBe(before);
    expect(page.said()).toEqual([]);
  });

  it('is the change of an order: what is tapped comes, and it is sent as it stands', async () => {
    const page = await selling({}, menu);
    await page.when(() => page.ticket().amend(sold));
    expect(page.words()).toContain('Mudar o pedido 7');
    await page.tap('Taças', 'Taça da Casa R$ 32,00');
    // R$ 28,50 and R$ 32,00, less the 10% that the order was sold with.
    expect(page.words()).toContain('Ir ao pedido 7 R$ 54,45');
    expect(page.ticket().amendment?.add).toHaveLength(1);
    expect(page.sale().items).toEqual([]);
    // It is not lost to another.
    await page.when(() => page.ticket().amend(order({ id: 'other' })));
    expect(page.said()).toEqual(['Há um pedido sendo mudado']);
    await page.tap('Não acrescentar Taça da Casa');
    expect(page.ticket().amendment?.add).toEqual([]);
    await page.tap('Voltar sem mudar');
    expect(page.ticket().amendment).toBeNull();
  });

  it('is no change any more once it was left, and what was being built for it is gone', async () => {
    const page = await selling({}, menu);
    await page.when(() => page.ticket().amend(sold));
    await page.tap('Taças', 'Taça Livre R$ 39,00');
    expect(page.buttons()).toContain('Voltar às taças');
    await page.tap('Voltar sem mudar');
    // Or the next tap would put the cup on the next customer's ticket.
    expect(page.buttons()).not.toContain('Voltar às taças');
    expect(page.buttons()).toContain('Taça Livre R$ 39,00');
  });

  it('is built for a change, and is gone from the builder once it is taken off or the change is made', async () => {
    const [only] = menu.bases;
    const page = await selling(
      { 'POST /api/staff/orders/o/lines': { order: sold } },
      { ...menu, bases: [{ ...only!, name: 'Tradicional' }] },
    );
    await page.when(() => page.ticket().amend(sold));
    await page.tap('Taças', 'Taça Livre R$ 39,00', 'Tradicional', 'Ninho', 'Não acrescentar Taça Livre');
    expect(page.ticket().amendment?.add).toEqual([]);
    expect(page.buttons()).not.toContain('Voltar às taças');
    // With the base of the last one.
    await page.tap('Taça Livre R$ 39,00', 'Ninho');
    expect(page.buttons()).toContain('Voltar às taças');
    await page.tap('Confirmar a mudança');
    expect(page.ticket().amendment).toBeNull();
    expect(page.buttons()).not.toContain('Voltar às taças');
  });

  it('is another order’s change as long as nothing was tapped into the first', async () => {
    const page = await selling({}, menu);
    await page.when(() => page.ticket().amend(sold));
    await page.when(() => page.ticket().amend({ ...sold, id: 'other', panelNumber: 8 }));
    expect(page.said()).toEqual([]);
    expect(page.words()).toContain('Mudar o pedido 8');
  });

  it('is not hidden behind the change of an order into which nothing was tapped', async () => {
    const page = await selling({}, menu);
    await page.when(() => page.ticket().amend(sold));
    await page.when(() => page.ticket().change(order({ id: 'other' })));
    expect(page.words()).not.toContain('Mudar o pedido');
    expect(page.sale().earlier).toEqual(['other']);
  });

  it('is not hidden behind such a change either where a kept sale is taken up', async () => {
    const page = await selling({}, menu);
    await page.when(() => page.ticket().amend(sold));
    await page.when(() => void page.ticket().resume({ ...newSale(), phone: '(11) 98765-4321' }));
    expect(page.words()).not.toContain('Mudar o pedido');
    expect(page.words()).toContain('(11) 98765-4321');
  });

  it('changed leaves open what is owed of it', async () => {
    const page = await selling();
    await page.when(() => page.ticket().amended({ ...sold, balanceCents: 400 }));
    expect(page.ticket().differing?.id).toBe('o');
    expect(page.said()).toEqual(['Pedido mudado']);
    const even = await selling();
    await even.when(() => even.ticket().amended(sold));
    expect(even.ticket().differing).toBeNull();
  });

  it('is kept for whoever is signed in, and follows the other tab', async () => {
    stored.set('balcao-staff', '1');
    const { store } = await openShop({
      answers: { 'GET /api/staff/me': { id: 'u', name: 'Ana', email: 'a@b.c', role: 'ATTENDANT' } },
    });
    await store.set(loadSessionAtom);
    const held: { sale?: Sale } = {};
    const page = await openScreen(
      createElement(() => {
        const ticket = useCounterTicket(() => undefined);
        held.sale = ticket.sale;
        return createElement(
          'button',
          { onClick: () => ticket.setSale({ ...newSale(), phone: '(11) 98765-4321' }) },
          'Vender',
        );
      }),
      { store },
    );
    await page.tap('Vender');
    const kept = JSON.parse(stored.get('balcao-staff-sale') ?? '') as Record<string, unknown>;
    expect(kept).toMatchObject({ userId: 'u', phone: '(11) 98765-4321' });
    stored.set('balcao-staff-sale', JSON.stringify({ ...kept, phone: '(11) 11111-1111' }));
    await page.when(() =>
      page.window.dispatchEvent(Object.assign(new page.window.Event('storage'), { key: 'other' })),
    );
    expect(held.sale?.phone).toBe('(11) 98765-4321');
    await page.when(() =>
      page.window.dispatchEvent(
        Object.assign(new page.window.Event('storage'), { key: 'balcao-staff-sale' }),
      ),
    );
    expect(held.sale?.phone).toBe('(11) 11111-1111');
  });

  it('is another order once its own was called off elsewhere', async () => {
    const page = await selling();
    await page.when(() =>
      page.ticket().setSale({ ...newSale(), placed: { order: order(), trackingToken: 't' } }),
    );
    await page.when(() => page.store.set(orderEventAtom, { turn: 1, order: order({ status: 'RECEBIDO' }) }));
    const other = order({ id: 'other', status: 'CANCELLED' });
    await page.when(() => page.store.set(orderEventAtom, { turn: 2, order: other }));
    expect(page.sale().placed).not.toBeNull();
    await page.when(() => page.store.set(orderEventAtom, { turn: 3, order: order({ status: 'CANCELLED' }) }));
    expect(page.sale().placed).toBeNull();
  });
});
