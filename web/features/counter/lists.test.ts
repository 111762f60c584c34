// What the counter's lists say of orders and of sales that this device keeps: numbers, states, amounts, and what may be done with each.
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { withCustomerName } from '@balcao/shared/order/customer-name.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { boardOf } from '../../data/staff/board/board.ts';
import { boardLoadAtom } from '../../data/staff/board/live.ts';
import { buttonsIn, markupOf, wordsIn, wordsOf } from '../../testing/words.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { KeptSaleCard } from './kept-sale-card.tsx';
import { OrderCard } from './order-card.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { PickupScreen } from './pickup-screen.tsx';
import { newSale } from './sale.ts';
import { waitingSalesAtom } from './use-waiting-sales.ts';
import { WaitingSalesNotice } from './waiting-sales-notice.tsx';
import type { WaitingSale } from './waiting-sales.ts';

afterEach(() => {
  vi.useRealTimers();
});

const madeAtMs = Date.now() - 125_000;
const at = Date.parse('2026-11-21T18:04:59-03:00');
const nothing = (): void => {};
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({
    createdAtMs: madeAtMs,
    totalCents: 2_365,
    panelNumber: 7,
    status: 'RECEBIDO',
    customerPhone: '11987654321',
    ...changes,
  });
const PART: Tender = { id: 'p', method: 'cash', card: null, cents: 1_000, receivedCents: null, atMs: 0 };

function storeWith(
  orders: readonly Order[],
  more: { begun?: Order[]; delivered?: Order[]; unpaidMore?: number } = {},
  panel?: object,
) {
  const store = createStore();
  const board = boardOf(
    {
      orders: [...orders],
      begun: more.begun ?? [],
      delivered: more.delivered ?? [],
      deliveredToday: 0,
      unpaidMore: more.unpaidMore ?? 0,
      seq: 0,
      panel,
    } as Parameters<typeof boardOf>[0],
    0,
  );
  store.set(boardLoadAtom, { state: 'ready', board });
  return store;
}

describe('what is handed over', () => {
  const screen = (store: ReturnType<typeof createStore>): string =>
    markupOf(createElement(PickupScreen), store);

  it('after a reset is called by its permanent number, with the one of before small beside it', () => {
    const before = order({ panelDate: '2026-11-21', panelSeries: 1, deliveredAtMs: Date.now() });
    const orders = [
      { ...before, status: 'READY' as const },
      { ...before, id: 'made' },
    ];
    const words = wordsIn(
      screen(storeWith(orders, { delivered: [before] }, { date: '2026-11-21', series: 2 })),
    );
    expect(words).toMatch(/^#41 antes nº 7 /);
    expect(words).toContain('Desfazer entrega #41 ');
    expect(words).toContain('#41 na fila · antes nº 7');
  });

  it('is what is ready, by who is called; what is received or in the making is counted beside it', () => {
    const named = withCustomerName('Ana', 'sem canudo');
    const markup = screen(
      storeWith([
        order({ id: 'a', status: 'READY', readyAtMs: at, consumptionType: 'local' }),
        order({ id: 'b', panelNumber: 8, status: 'RECEBIDO' }),
        order({ id: 'c', panelNumber: 9, status: 'PREPARING' }),
        order({ id: 'd', panelNumber: 10, status: 'PENDING' }),
        order({ id: 'e', panelNumber: null, simpleId: 55, status: 'PREPARING', observations: named }),
      ]),
    );
    expect(wordsIn(markup)).toMatch(
      /^7 #41 · pronto às 18:04 \(11\) 98765-4321 Aguardando Retirada CONSUMIR NO LOCAL .* Entregar Em preparo \(3\) /,
    );
    expect(buttonsIn(markup)).toEqual(['Entregar']);
    expect(wordsIn(markup.split('Em preparo (')[1] ?? '')).toMatch(
      /8 na fila 2 min 9 em preparo 2 min #55 Ana 2 min$/,
    );
  });

  it('is called by the name where one was asked for, and not by the phone', () => {
    const observations = withCustomerName('Ana', 'sem canudo');
    const words = wordsIn(screen(storeWith([order({ status: 'READY', readyAtMs: at, observations })])));
    expect(words).toMatch(/^7 #41 · pronto às 18:04 Ana Aguardando Retirada /);
    expect(words).not.toContain('98765');
  });

  it('names the items alone where more than four wait', () => {
    const ready = (count: number) =>
      Array.from({ length: count }, (_, index) => order({ id: `r${index}`, status: 'READY' }));
    expect(screen(storeWith(ready(4)))).not.toContain('line-clamp-2');
    expect(screen(storeWith(ready(5)))).toContain('line-clamp-2');
    expect(wordsIn(screen(storeWith([])))).toContain('Nenhum pedido pronto agora.');
  });

  it('is in the order in which it was paid, whatever is known first', () => {
    const paidAt = (panelNumber: number, receivedAtMs: number, status: 'READY' | 'PREPARING') =>
      order({ id: `o${panelNumber}`, panelNumber, receivedAtMs, status });
    const words = wordsIn(
      screen(
        storeWith([
          paidAt(8, 3_000, 'READY'),
          paidAt(9, 1_000, 'READY'),
          paidAt(10, 4_000, 'PREPARING'),
          paidAt(11, 2_000, 'PREPARING'),
        ]),
      ),
    );
    expect(words).toMatch(/^9 .* 8 .* Em preparo \(2\) 11 .* 10 /);
  });

  it('is taken back as long as that may be, and by its number', () => {
    vi.useFakeTimers({ now: at });
    const given = (agoMs: number) =>
      buttonsIn(
        screen(storeWith([], { delivered: [order({ status: 'DELIVERED', deliveredAtMs: at - agoMs })] })),
      );
    expect(given(119_999)).toEqual(['Desfazer entrega nº 7']);
    expect(given(120_001)).toEqual([]);
  });
});

describe('what waits for its money', () => {
  const screen = (store: ReturnType<typeof createStore>): string =>
    markupOf(
      createElement(PendingScreen, { onChange: nothing, onAmend: nothing, onResume: () => true }),
      store,
    );
  const waits = (changes: Partial<Order> = {}): Order => order({ status: 'PENDING', ...changes });

  it('of the counter is paid, divided, changed and called off', () => {
    const markup = screen(storeWith([waits({ source: 'counter' })]));
    expect(wordsIn(markup)).toMatch(
      /^7 #41 · \d\d:\d\d \(11\) 98765-4321 .* R\$ 23,65 Dinheiro Maquininha PIX /,
    );
    expect(buttonsIn(markup)).toEqual(['Dinheiro', 'Maquininha', 'PIX', 'Dividir', 'Mudar', 'Cancelar']);
    expect(markup).toContain('role="group" aria-label="Pedido 7"');
  });

  it('without a number for the panel tells its own once', () => {
    const words = wordsIn(screen(storeWith([waits({ panelNumber: null, simpleId: 20 })])));
    expect(words).toMatch(/^#20 \d\d:\d\d \(11\)/);
  });

  it('of a customer is paid, divided and added to, and says the note that is brought', () => {
    const markup = screen(storeWith([waits({ source: 'relay', changeForCents: 5_000 })]));
    expect(wordsIn(markup)).toContain('R$ 23,65 troco para R$ 50,00 Dinheiro');
    expect(buttonsIn(markup)).toEqual(['Dinheiro', 'Maquininha', 'PIX', 'Dividir', 'Acrescentar']);
  });

  it('in part is paid to its end or called off, and nothing else', () => {
    const markup = screen(storeWith([waits({ source: 'relay', tenders: [PART] })]));
    expect(wordsIn(markup)).toContain('R$ 23,65 Pago R$ 10,00 Falta R$ 13,65');
    expect(buttonsIn(markup)).toEqual(['Receber o resto', 'Cancelar']);
    const ofCounter = screen(storeWith([waits({ source: 'counter', tenders: [PART] })]));
    expect(buttonsIn(ofCounter)).toEqual(['Receber o resto', 'Cancelar']);
  });

  it('is in the order in which it was asked for, also where it was begun at the counter, and what changed likewise', () => {
    const at = (id: string, createdAtMs: number, changes: Partial<Order> = {}): Order =>
      order({ id, panelNumber: null, simpleId: createdAtMs, createdAtMs, receivedAtMs: null, ...changes });
    const pending = { status: 'PENDING', paymentMethod: 'cash' } as const;
    const begun = { status: 'PENDING', paymentMethod: null, source: 'counter' } as const;
    const owing = { receivedAtMs: null, balanceCents: 100 } as const;
    const markup = screen(
      storeWith([at('a', 30, pending), at('b', 10, pending), at('c', 25, owing), at('d', 15, owing)], {
        begun: [at('e', 20, begun)],
        delivered: [at('f', 5, { status: 'DELIVERED', ...owing })],
      }),
    );
    const names = [...markup.matchAll(/aria-label="Pedido (#\d+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['#5', '#15', '#25', '#10', '#20', '#30']);
  });

  it('leaves out what is paid, and says how many more there are', () => {
    expect(wordsIn(screen(storeWith([order()])))).toBe('Nenhum pedido esperando pagamento.');
    const more = (unpaidMore: number) => wordsIn(screen(storeWith([], { unpaidMore })));
    expect(more(1)).toContain('E mais 1 pedido não pago que não aparece aqui.');
    expect(more(2)).toContain('E mais 2 pedidos não pagos que não aparecem aqui.');
  });

  it('has what changed after it was paid, by what is asked for or goes back', () => {
    const owing = storeWith([order({ id: 'a', balanceCents: 390, totalCents: 2_755 })], {
      delivered: [order({ id: 'b', panelNumber: 8, status: 'DELIVERED', balanceCents: -150 })],
    });
    const cards = screen(owing)
      .split('<li')
      .slice(1)
      .map((card) => wordsIn(`<li${card}`));
    expect(wordsIn(screen(owing))).not.toContain('Nenhum pedido esperando pagamento.');
    expect(cards[0]).toContain('Total agora: R$ 27,55. Falta R$ 3,90');
    expect(cards[1]).toContain('Entregue');
    expect(cards[1]).toContain('Total agora: R$ 23,65. Devolver R$ 1,50');
  });
});

describe('one order, whole', () => {
  const card = (changes: Partial<Order>): string =>
    markupOf(
      createElement(OrderCard, {
        order: order(changes),
        onChange: nothing,
        onPrint: nothing,
        failed: null,
        onClose: nothing,
      }),
    );
  const may = (changes: Partial<Order>): string[] =>
    buttonsIn(card(changes)).filter((one) => one !== 'Fechar');

  it('has its price from the subtotal on, what was given away with its reason, and how it was paid', () => {
    const words = wordsIn(
      card({
        subtotalCents: 2_850,
        discountCents: 285,
        concession: { kind: 'discount', reason: 'Promoção do dia', cents: 200 },
        tenders: [PART, { ...PART, id: 'q', method: 'terminal', card: 'debito', cents: 1_365 }],
      }),
    );
    expect(words).toContain(
      'Subtotal R$ 28,50 Desconto Especial −R$ 2,85 Desconto (Promoção do dia) −R$ 2,00 Total',
    );
    expect(words).toMatch(/R\$ 23,65 Dinheiro R\$ 10,00 Maquininha: débito R\$ 13,65/);
    expect(words).not.toContain('Falta');
    expect(wordsIn(card({ subtotalCents: 2_850, discountCents: 285 }))).toContain(
      'Subtotal R$ 28,50 Desconto Especial −R$ 2,85 Total',
    );
    const given = { kind: 'courtesy', reason: 'Demora', cents: 285 } as const;
    expect(wordsIn(card({ subtotalCents: 2_650, discountCents: 0, concession: given }))).toContain(
      'Subtotal R$ 26,50 Cortesia (Demora) −R$ 2,85 Total',
    );
    const plain = wordsIn(card({ subtotalCents: 2_365, discountCents: 0 }));
    expect(plain).not.toContain('Subtotal');
    // Each item has its own.
    expect(plain).toMatch(/Grande.* R\$ 28,50 .*Total R\$ 23,65/);
    expect(plain).not.toContain('Desconto');
  });

  it('that is paid in part says what is left', () => {
    expect(wordsIn(card({ status: 'PENDING', tenders: [PART] }))).toContain('Falta R$ 13,65');
  });

  it('says where it stands, how it leaves the shop and who ordered', () => {
    expect(wordsIn(card({ status: 'PENDING', consumptionType: 'local' }))).toMatch(
      /Aguardando pagamento · \d\d:\d\d · #41 · CONSUMIR NO LOCAL · \(11\) 98765-4321/,
    );
    expect(wordsIn(card({ status: 'PREPARING', consumptionType: 'takeaway' }))).toMatch(
      /Preparando · .* · LEVAR PARA CASA · /,
    );
  });

  it('is called off while it is open and its money is in the shop: what was paid online an administrator gives back', () => {
    const cash = { paymentMethod: 'cash', paymentStatus: 'approved' } as const;
    const online = { paymentMethod: 'pix', paymentStatus: 'approved' } as const;
    for (const status of ['RECEBIDO', 'PREPARING', 'READY'] as const) {
      expect(may({ ...cash, status })).toContain('Cancelar');
      expect(may({ ...online, status })).not.toContain('Cancelar');
    }
    for (const status of ['DELIVERED', 'CANCELLED'] as const)
      expect(may({ ...cash, status })).not.toContain('Cancelar');
    expect(may({ status: 'PENDING', paymentMethod: 'pix' })).toContain('Cancelar');
    expect(may({ status: 'RECEBIDO', paymentMethod: null })).toContain('Cancelar');
  });
});

describe('a sale that is kept on this device', () => {
  const kept = (changes: Partial<WaitingSale> = {}): WaitingSale => ({
    keptId: 'k',
    sale: newSale(),
    totalCents: 2_365,
    receivedCents: 5_000,
    askedCents: 2_365,
    userId: 'u',
    atMs: at,
    outcome: null,
    ...changes,
  });
  const notice = (sales: readonly WaitingSale[]): string => {
    const store = createStore();
    store.set(waitingSalesAtom, sales);
    return markupOf(createElement(WaitingSalesNotice, { onResume: () => true }), store);
  };

  it('is counted while it waits, one or many', () => {
    expect(wordsIn(notice([kept()]))).toBe('1 venda em dinheiro guardada aqui espera a loja.');
    expect(wordsIn(notice([kept(), kept({ keptId: 'l' })]))).toBe(
      '2 vendas em dinheiro guardadas aqui esperam a loja.',
    );
    expect(notice([kept()])).not.toContain('<button');
  });

  it('at another price says what was missing, or too much', () => {
    const differs = (totalCents: number) =>
      notice([kept({ outcome: { kind: 'differs', number: 12, totalCents } })]);
    expect(wordsIn(differs(2_500))).toBe(
      'Venda das 18:04, nº 12: você cobrou R$ 23,65 e o preço da loja agora é R$ 25,00. Faltaram R$ 1,35. Entendi',
    );
    expect(wordsIn(differs(2_000))).toContain('é R$ 20,00. Sobraram R$ 3,65.');
  });

  it('that the store does not take is sent again, taken up or thrown away, or approved by a manager', () => {
    const refused = (forManager: boolean) =>
      notice([
        kept({
          outcome: { kind: 'refused', words: 'A loja recusou.', ...(forManager && { forManager: true }) },
        }),
      ]);
    expect(wordsIn(refused(false))).toContain(
      'Venda das 18:04, R$ 23,65 recebidos, não entrou na loja: A loja recusou. Envie de novo, mude a venda ou devolva o dinheiro.',
    );
    expect(buttonsIn(refused(false))).toEqual(['Enviar de novo', 'Pôr na venda', 'Tirar daqui']);
    expect(buttonsIn(refused(true))).toEqual(['Aprovar com PIN', 'Pôr na venda', 'Tirar daqui']);
    expect(wordsIn(refused(true))).not.toContain('Envie de novo');
  });

  it('waits among what is not paid until the store has an order of it, and no longer', () => {
    const store = createStore();
    const differs = { kind: 'differs', number: 12, totalCents: 2_500 } as const;
    const pending = (sales: readonly WaitingSale[]): string => {
      store.set(waitingSalesAtom, sales);
      const ends = { onChange: nothing, onAmend: nothing, onResume: () => true };
      return wordsIn(markupOf(createElement(PendingScreen, ends), store));
    };
    expect(pending([kept()])).toContain('Guardada neste aparelho');
    expect(pending([kept({ outcome: differs })])).toBe('Nenhum pedido esperando pagamento.');
  });

  it('is a card of what was paid, and says before it is thrown away what will be over in the drawer', () => {
    expect(wordsOf(createElement(KeptSaleCard, { kept: kept(), onResume: () => true }))).toBe(
      'Guardada neste aparelho · 18:04 R$ 23,65 já recebidos em dinheiro Pôr na venda',
    );
    const asked = wordsOf(
      createElement(DiscardDialog, { kept: kept(), onClose: nothing, onDiscard: nothing }),
    );
    expect(asked).toContain('Venda das 18:04: R$ 23,65 recebidos em dinheiro.');
    expect(asked).toContain('onde vão sobrar R$ 23,65. Antes, devolva o dinheiro ao cliente. Apagar a venda');
  });
});
