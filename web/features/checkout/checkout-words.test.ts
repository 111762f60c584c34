// What a customer reads from the cart to the order that was placed: prices of now, what has run out, what is owed, and where it stands.
import type { StoreInfo } from '@balcao/shared/http/store-info.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement, type ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { readyItem } from '../../cart/cart.ts';
import { describeItem } from '../../cart/describe.ts';
import { sampleItem, sampleMenu } from '../../cart/sample.ts';
import { sampleStore } from '../../testing/shop.ts';
import { buttonsIn, markupOf, wordsIn, wordsOf } from '../../testing/words.ts';
import { CartLine } from './cart-line.tsx';
import { CartSummary } from './cart-summary.tsx';
import CashView from './payment/cash-view.tsx';
import { MethodSelect } from './payment/method-select.tsx';
import { OrderSummary } from './payment/order-summary.tsx';
import { PlacedHeadline } from './placed-headline.tsx';
import { stageOf, type WholeView } from './placed-stage.ts';
import ToppingsDialog from './toppings-dialog.tsx';
import { Totals } from './totals.tsx';

const nothing = (): void => {};
const water = readyItem('w', 'agua', 400);

describe('a line of the cart', () => {
  const line = (changes: Partial<ComponentProps<typeof CartLine>>): string =>
    markupOf(
      createElement(CartLine, {
        nth: '',
        item: sampleItem,
        count: 1,
        full: false,
        menu: sampleMenu,
        onToppings: nothing,
        onEdit: nothing,
        onMore: nothing,
        onLess: nothing,
        onRemove: nothing,
        ...changes,
      }),
    );

  it('costs as many as there are at the menu’s price of now', () => {
    expect(wordsIn(line({}))).toMatch(/^Açaí Pequeno R\$ 18,50 Açaí Ninho /);
    expect(wordsIn(line({}))).not.toContain('cada');
    expect(wordsIn(line({ count: 3 }))).toContain('R$ 55,50 R$ 18,50 cada');
  });

  it('says that its price changed, from which and to which', () => {
    expect(wordsIn(line({ item: { ...sampleItem, priceCents: 1_700 } }))).toContain(
      'Preço mudou: era R$ 17,00 , agora R$ 18,50',
    );
    expect(wordsIn(line({ item: { ...sampleItem, priceCents: 2_000 } }))).toContain(
      'Preço mudou: era R$ 20,00 , agora R$ 18,50',
    );
    expect(wordsIn(line({}))).not.toContain('Preço mudou');
  });

  it('says what has run out, and what can be done then', () => {
    const kiwi = { ...sampleItem, toppings: [{ id: 'kiwi', layer: 'TOP' as const }] };
    expect(wordsIn(line({ item: kiwi }))).toContain('Acabou: Kiwi. Edite ou remova este item.');
    const gone = { ...sampleMenu, products: sampleMenu.products.map((one) => ({ ...one, soldOut: true })) };
    expect(wordsIn(line({ item: water, menu: gone }))).toContain(
      'Acabou: Água. Remova este item para continuar.',
    );
    // Another cup can be had in its place.
    expect(wordsIn(line({ item: readyItem('s', 'split', 2_200), menu: gone }))).toContain(
      'Acabou: Banana split. Edite ou remova este item.',
    );
    expect(wordsIn(line({}))).not.toContain('Acabou');
  });

  it('calls its toppings by the words that are seen, for whoever says them', () => {
    const seen = (toppings: typeof sampleItem.toppings) => {
      const markup = line({ item: { ...sampleItem, toppings } });
      const [, name, words] = /aria-label="(Ver complementos[^"]*)"[^>]*>([^<]*)</.exec(markup) ?? [];
      return [name?.replace(words ?? '', '…'), words];
    };
    expect(seen(sampleItem.toppings)).toEqual([
      'Ver complementos de Açaí Pequeno: …',
      'Fundo: Banana · Topo: Creme de avelã',
    ]);
    expect(seen([])).toEqual(['Ver complementos de Açaí Pequeno: …', 'Sem complementos']);
  });

  it('is edited where there is something to choose, and is made more or fewer', () => {
    const acts = (changes: Parameters<typeof line>[0]) =>
      buttonsIn(line(changes)).filter((name) => !name.startsWith('Ver complementos'));
    expect(acts({})).toEqual(['Editar Açaí Pequeno', 'Remover Açaí Pequeno', 'Mais um de Açaí Pequeno']);
    expect(acts({ item: water })).toEqual(['Remover Água', 'Mais um de Água']);
    expect(acts({ item: water, count: 2 })).toEqual([
      'Remover Água',
      'Um a menos de Água',
      'Mais um de Água',
    ]);
    expect(acts({ full: true })).toContain('Mais um de Açaí Pequeno (off)');
    const kiwi = { ...sampleItem, toppings: [{ id: 'kiwi', layer: 'TOP' as const }] };
    expect(acts({ item: kiwi })).toContain('Mais um de Açaí Pequeno (off)');
    // Without the menu there is only the way to remove it.
    expect(buttonsIn(line({ menu: null }))).toEqual(['Remover Item']);
    expect(wordsIn(line({ menu: null }))).toContain('Item R$ 18,50');
  });
});

it('what goes where in an item is named layer by layer, if it were one alone', () => {
  const dialog = (toppings: typeof sampleItem.toppings): string => {
    const described = describeItem({ ...sampleItem, toppings }, sampleMenu);
    return wordsOf(createElement(ToppingsDialog, { described, onClose: nothing }));
  };
  expect(dialog([{ id: 'banana', layer: 'BOTTOM' }])).toMatch(/^Complementos: .* Fundo \(F\) Banana Fechar$/);
  expect(dialog([])).toMatch(/Sem complementos\. Fechar$/);
});

describe('what it comes to', () => {
  it('has the shop’s discount only where there is one', () => {
    const price = { subtotalCents: 2_490, discountPercent: 7.5, discountCents: 187, totalCents: 2_303 };
    expect(wordsOf(createElement(Totals, { price }))).toBe(
      'Subtotal R$ 24,90 Desconto Especial (7,5%) −R$ 1,87 Total R$ 23,03',
    );
    const none = { subtotalCents: 2_490, discountPercent: 0, discountCents: 0, totalCents: 2_490 };
    expect(wordsOf(createElement(Totals, { price: none }))).toBe('Subtotal R$ 24,90 Total R$ 24,90');
  });

  it('is read once more line by line, alike ones together', () => {
    const cart = [sampleItem, water, { ...water, id: 'x' }];
    const words = wordsOf(createElement(CartSummary, { cart, menu: sampleMenu }));
    expect(words).toMatch(/Açaí Pequeno Açaí · Ninho · .* R\$ 18,50 2 ?[×x] Água .*R\$ 8,00$/);
  });
});

describe('paying', () => {
  it('in cash says how much, and proposes the note next above it', () => {
    const view = (totalCents: number) =>
      markupOf(
        createElement(CashView, {
          order: { code: '7K2MQ9XWTB', totalCents },
          onDone: nothing,
          onBack: nothing,
        }),
      );
    const note = (totalCents: number) => /placeholder="([^"]*)"/.exec(view(totalCents))?.[1];
    expect(wordsIn(view(2_365))).toContain('Pague R$ 23,65 no balcão.');
    expect([1_999, 2_000, 4_999, 5_000, 9_999, 10_000, 19_999, 20_000].map(note)).toEqual([
      '20,00',
      '50,00',
      '50,00',
      '100,00',
      '100,00',
      '200,00',
      '200,00',
      '',
    ]);
  });

  it('offers the shop’s ways by the shop’s names, and says where there is none', () => {
    const methods = [
      { method: 'pix', displayName: 'PIX da casa', description: null },
      { method: 'cash', displayName: 'Dinheiro', description: 'Traga trocado' },
    ] as ComponentProps<typeof MethodSelect>['methods'];
    const select = (changes: Partial<ComponentProps<typeof MethodSelect>>) =>
      markupOf(
        createElement(MethodSelect, {
          title: 'Como você quer pagar?',
          methods,
          loading: false,
          onChoose: nothing,
          ...changes,
        }),
      );
    expect(buttonsIn(select({}))).toEqual(['PIX da casa Aprovação na hora PIX', 'Dinheiro Traga trocado']);
    expect(wordsIn(select({ methods: [] }))).toContain('Nenhuma forma de pagamento disponível agora.');
    expect(buttonsIn(select({ loading: true }))).toEqual([]);
  });

  it('has beside it what is paid for, by code, number and total', () => {
    const summary = (panelNumber: number | null) => {
      const props = {
        order: sampleOrder({ panelNumber, orderNumber: 99, totalCents: 2_365 }),
        children: null,
      };
      return wordsOf(createElement(OrderSummary, props));
    };
    expect(summary(7)).toMatch(/Código 7K2MQ-9XWTB Pedido nº 41 Número do painel 7 Total R\$ 23,65$/);
    expect(summary(null)).not.toContain('Número do painel');
  });
});

describe('an order that was placed', () => {
  const NOTHING = { receivedCents: 0, returnedCents: 0, returning: false };
  const headline = (
    changes: Partial<Order>,
    money: Partial<WholeView['money']> = {},
    store: StoreInfo | null = null,
  ) => {
    const view: WholeView = {
      access: 'whole',
      order: sampleOrder({ totalCents: 2_365, ...changes }),
      ticket: 'ticket',
      money: { ...NOTHING, ...money },
    };
    return createElement(PlacedHeadline, { view, stage: stageOf(view), store, picture: undefined });
  };
  const head = (...of: Parameters<typeof headline>): string => wordsOf(headline(...of));
  const paid = { paymentMethod: 'pix', paymentStatus: 'approved' } as const;
  const NOON_MS = new Date(2026, 10, 28, 12).getTime();

  it.each<[Partial<Order>, Partial<WholeView['money']>, string]>([
    [{}, {}, 'Falta pagar R$ 23,65 Falta pagar para a cozinha começar.'],
    [
      { paymentMethod: 'cash', panelNumber: 7 },
      {},
      'Agora é só pagar no balcão Mostre este número no balcão.',
    ],
    [{ ...paid, status: 'RECEBIDO' }, {}, 'Pedido confirmado! Tempo estimado de preparo: 15-20 minutos'],
    [{ ...paid, status: 'PREPARING' }, {}, 'Em Preparo! Tempo estimado de preparo: 15-20 minutos'],
    [{ ...paid, status: 'READY' }, {}, 'Pronto! Seu pedido está pronto. Venha buscar!'],
    [{ ...paid, status: 'DELIVERED' }, {}, 'Entregue! Pedido entregue. Bom apetite!'],
    [{ paymentMethod: 'pix' }, { receivedCents: 2_365 }, 'Pagamento recebido! Estamos avisando a loja.'],
    [
      { paymentMethod: 'pix' },
      { receivedCents: 2_365, returnedCents: 2_365 },
      'Pagamento devolvido Devolvemos R$ 23,65.',
    ],
    [{ status: 'CANCELLED' }, {}, 'Pedido cancelado Este pedido não será preparado.'],
    [
      { ...paid, paymentMethod: 'cash', status: 'CANCELLED' },
      {},
      'Pedido cancelado Você pagou R$ 23,65 no balcão: a loja devolve lá, na hora.',
    ],
  ])('of %j, with the money at %j, says "%s"', (changes, money, said) => {
    expect(head(changes, money)).toContain(said);
  });

  it('of the site in cash says until when it may be paid; one made in the shop is not called off', () => {
    const cash = { paymentMethod: 'cash', createdAtMs: NOON_MS, updatedAtMs: NOON_MS } as const;
    const until = 'Pague até as 12:30: depois disso o pedido é cancelado.';
    expect(head({ ...cash, source: 'relay' }, {}, sampleStore)).toContain(until);
    expect(head({ ...cash, source: 'lan' }, {}, sampleStore)).not.toContain('Pague até');
  });

  it('is red where its money went back or it was called off, green once it is paid', () => {
    const look = (...of: Parameters<typeof headline>) =>
      /bg-(error|success)/.exec(markupOf(headline(...of)))?.[1];
    const all = { receivedCents: 2_365 };
    expect([look({ ...paid, status: 'RECEBIDO' }), look({ paymentMethod: 'pix' }, all)]).toEqual([
      'success',
      'success',
    ]);
    expect(look({ paymentMethod: 'pix' }, { ...all, returnedCents: 2_365 })).toBe('error');
    expect(look({ ...paid, status: 'CANCELLED' })).toBe('error');
    expect(look({})).toBeUndefined();
  });

  it('has the number for the panel once there is one', () => {
    expect(head({ ...paid, status: 'RECEBIDO', panelNumber: 7 })).toMatch(/Número do painel 7$/);
    expect(head({ ...paid, status: 'RECEBIDO', panelNumber: null })).not.toContain('Número do painel');
  });
});
