// What the owner reads of orders and of their money: in the list, in the whole history, and before one is paid, called off or deleted.
import type { UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { GIVEN_BY_HAND } from '@balcao/shared/payment/review-item.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { awayAtom } from '../../../data/staff/board/live.ts';
import { buttonsIn, markupOf, rowsIn, wordsIn, wordsOf } from '../../../testing/words.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { OrderDialog } from './order-dialog.tsx';
import { OrderTable } from './order-table.tsx';
import { PayFirst } from './pay-first.tsx';
import { RefundForm } from './refund-form.tsx';
import { Item } from './resolve.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);
const nothing = (): void => {};
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({
    createdAtMs: at('18:04'),
    totalCents: 2_365,
    panelNumber: 7,
    customerPhone: '11987654321',
    status: 'RECEBIDO',
    paymentStatus: 'approved',
    paymentMethod: 'cash',
    ...changes,
  });
const paidOnline = { paymentMethod: 'pix', paymentStatus: 'approved' } as const;
const unpaid = { status: 'PENDING', paymentStatus: 'pending' } as const;
const PART: Tender = { id: 'p', method: 'cash', card: null, cents: 1_000, receivedCents: null, atMs: 0 };
const REST: Tender = { ...PART, id: 'q', method: 'terminal', card: 'debito', cents: 1_365 };

describe('the list of orders', () => {
  const table = (orders: Order[], isAway = false): string => {
    const store = createStore();
    store.set(awayAtom, isAway);
    return markupOf(
      createElement(OrderTable, {
        orders,
        empty: 'Nenhum pedido aberto agora.',
        onOpen: nothing,
        onChanged: nothing,
        onGone: nothing,
      }),
      store,
    );
  };
  /** Of the row's cells, by what they hold; the status as it is chosen. */
  const cells = (changes: Partial<Order>): string[] =>
    (table([order(changes)]).split('<tbody>')[1] ?? '')
      .split('<td')
      .slice(1)
      .map((cell) =>
        wordsIn(`<td${cell.replaceAll(/<option(?! value="\w+" selected)[^>]*>.*?<\/option>/g, '')}`),
      );

  it('has of each its number, when, who, what, how much, how it was paid and where it stands', () => {
    expect(cells({}).slice(0, 7)).toEqual([
      '7',
      '#41 21/11, 18:04 7K2MQ-9XWTB (11) 98765-4321',
      '(11) 98765-4321',
      'Açaí Grande',
      'R$ 23,65',
      'Pago Dinheiro',
      'Recebido',
    ]);
    expect(cells({ panelNumber: null, customerPhone: null }).slice(0, 3)).toEqual([
      '–',
      '#41 21/11, 18:04 7K2MQ-9XWTB Sem telefone',
      'Sem telefone',
    ]);
    expect(cells({ ...unpaid, paymentMethod: null })[5]).toBe('Aguardando pagamento Não escolhido');
    expect(cells({ status: 'READY' })[6]).toBe('Pronto');
    // Nobody prepares what is not paid: to the owner it is received.
    expect(cells(unpaid)[6]).toBe('Recebido');
    expect(wordsIn(table([]))).toBe('Nenhum pedido aberto agora.');
  });

  it('offers to cancel what is open, and nothing but a look while the store is away', () => {
    const actions = (changes: Partial<Order>, isAway = false) =>
      buttonsIn(table([order(changes)], isAway)).filter((name) => name.endsWith(' 41'));
    const all = ['Ver pedido 41', 'Imprimir pedido 41', 'Cancelar pedido 41', 'Excluir pedido 41'];
    for (const status of ['PENDING', 'RECEBIDO', 'PREPARING', 'READY'] as const)
      expect(actions({ status })).toEqual(all);
    for (const status of ['DELIVERED', 'CANCELLED'] as const)
      expect(actions({ status })).toEqual(all.filter((name) => !name.startsWith('Cancelar')));
    expect(actions({}, true)).toEqual(['Ver pedido 41']);
    expect(rowsIn(table([order(unpaid)], true)).at(-1)).toMatch(/Aguardando$/);
  });
});

describe('the whole of an order', () => {
  const words = (changes: Partial<Order>, isAway = true): string => {
    const store = createStore();
    store.set(awayAtom, isAway);
    return wordsOf(createElement(OrderDialog, { order: order(changes), onClose: nothing }), store);
  };

  it('says where it stands and why it ended, who ordered it where, and when each step was', () => {
    expect(
      words({
        status: 'CANCELLED',
        cancelReason: 'expirado',
        source: 'lan',
        consumptionType: 'local',
        changeForCents: 5_000,
        receivedAtMs: at('18:10'),
        preparingAtMs: at('18:12'),
        updatedAtMs: at('18:40'),
      }),
    ).toContain(
      'Status Cancelado · Não foi pago a tempo Telefone (11) 98765-4321 Painel 7 Código 7K2MQ-9XWTB ' +
        'Origem Wi-Fi da loja Consumo CONSUMIR NO LOCAL Pagamento Devolvido Dinheiro Troco para R$ 50,00 ' +
        'Feito : 21/11/2026 às 18:04 Recebido : 21/11/2026 às 18:10 Preparo iniciado : 21/11/2026 às 18:12 ' +
        'Cancelado : 21/11/2026 às 18:40',
    );
    expect(words({ ...unpaid, panelNumber: null, customerPhone: null })).toMatch(
      /Status Recebido, aguardando pagamento Telefone Sem telefone Painel sem número/,
    );
    expect(words({ readyAtMs: at('18:20'), deliveredAtMs: at('18:25') })).toMatch(
      /Feito : 21\/11\/2026 às 18:04 Pronto : 21\/11\/2026 às 18:20 Entregue : 21\/11\/2026 às 18:25/,
    );
  });

  it('takes the price apart: what is off, why, what is paid in the end, and what is open of it', () => {
    const parts = words({
      subtotalCents: 2_850,
      discountPercent: 10,
      discountCents: 285,
      concession: { kind: 'discount', reason: 'Promoção do dia', cents: 200 },
      balanceCents: -150,
    });
    expect(parts).toContain(
      'Subtotal R$ 28,50 Desconto (10%) -R$ 2,85 Desconto (Promoção do dia) -R$ 2,00 Total R$ 23,65 A devolver R$ 1,50',
    );
    expect(words({ balanceCents: 150 })).toContain('Total R$ 23,65 Falta receber R$ 1,50');
    const change = { id: 'c', atMs: 0, addedIds: [], takenOff: [], inKitchen: true };
    const givenBack = [
      { method: 'cash', card: null, cents: 300 },
      { method: 'terminal', card: 'debito', cents: 200 },
    ] as const;
    expect(words({ changes: [{ ...change, givenBack: [...givenBack] }] })).toContain(
      'Total R$ 23,65 Devolvido (Dinheiro) R$ 3,00 Devolvido (Maquininha: débito) R$ 2,00',
    );
    const plain = words({ subtotalCents: 2_365, discountCents: 0 });
    for (const text of ['Subtotal', 'Desconto', 'Falta', 'devolver']) expect(plain).not.toContain(text);
  });

  it('has its notes, and the file for the bank only of what the shop received', () => {
    expect(words({ observations: 'sem canudo' })).toContain('Observações: sem canudo');
    expect(words({ observations: '' })).not.toContain('Observações');
    expect(words({ receivedAtMs: at('18:10') }, false)).toContain('Arquivo para contestação');
    expect(words({ receivedAtMs: null }, false)).not.toContain('Arquivo para contestação');
  });
});

describe('before an order is called off', () => {
  const words = (changes: Partial<Order>): string =>
    wordsOf(createElement(CancelDialog, { order: order(changes), onClose: nothing, onCancelled: nothing }));

  it('what was paid online is given back, unless somebody says otherwise', () => {
    const online = markupOf(
      createElement(CancelDialog, { order: order(paidOnline), onClose: nothing, onCancelled: nothing }),
    );
    expect(wordsIn(online)).toContain('Devolver R$ 23,65 ao cliente Pelo Mercado Pago');
    expect(online).toMatch(/role="switch"[^>]* checked=""/);
    expect(wordsIn(online)).not.toContain('no balcão');
    for (const method of ['credit_card', 'debit_card'] as const)
      expect(words({ ...paidOnline, paymentMethod: method })).toContain('Devolver R$ 23,65 ao cliente');
    expect(words({ ...paidOnline, changes: [] })).toContain('Devolver ao cliente o que foi pago');
  });

  it('of what has gone back in part the rest is given back, and no amount is promised', () => {
    const partly = words({ ...paidOnline, paymentStatus: 'partially_refunded' });
    expect(partly).toContain('Devolver ao cliente o que ainda não foi devolvido Pelo Mercado Pago');
    expect(partly).not.toContain('R$');
  });

  it('what was paid at the counter goes back by hand, less what is not paid yet', () => {
    expect(words({})).toContain('Pago em Dinheiro: devolva R$ 23,65 ao cliente no balcão.');
    expect(words({ paymentMethod: 'terminal' })).toContain('Pago em Maquininha: devolva R$ 23,65');
    expect(words({ balanceCents: 365 })).toContain('devolva R$ 20,00 ao cliente');
    expect(words({})).not.toContain('Devolver');
    expect(words({ tenders: [PART, REST] })).toContain(
      'Pago em partes: devolva ao cliente no balcão R$ 10,00 (Dinheiro) + R$ 13,65 (Maquininha: débito).',
    );
    expect(words({ tenders: [PART, REST] })).not.toContain('Pago em Dinheiro');
  });

  it('of which nothing is paid nothing goes back, and the kitchen is told of what it knows', () => {
    expect(words({ ...unpaid, paymentMethod: 'pix' })).not.toMatch(/devol/i);
    expect(words({ totalCents: 0 })).not.toMatch(/devol/i);
    expect(words(unpaid)).not.toContain('aviso “CANCELADO”');
    expect(words({})).toContain('A cozinha recebe um aviso “CANCELADO” na impressora.');
  });

  it('the customer asked for it, unless the shop says that it cannot', () => {
    const markup = markupOf(
      createElement(CancelDialog, { order: order(), onClose: nothing, onCancelled: nothing }),
    );
    const reasons = [...markup.matchAll(/<input type="radio"([^>]*)>([^<]*)/g)];
    expect(reasons.map(([, attributes = '', text]) => [text, attributes.includes('checked')])).toEqual([
      ['O cliente pediu', true],
      ['A loja não pode fazer', false],
    ]);
  });
});

describe('before an order is deleted', () => {
  const words = (changes: Partial<Order>): string =>
    wordsOf(createElement(DeleteDialog, { order: order(changes), onClose: nothing, onChanged: nothing }));

  it('an open one is called off with it, and what was paid online goes back first', () => {
    expect(words(unpaid)).toContain('Este pedido ainda está aberto e será cancelado.');
    expect(words(unpaid)).not.toContain('aviso “CANCELADO”');
    expect(words({})).toContain('será cancelado. A cozinha recebe um aviso “CANCELADO” na impressora.');
    expect(words(paidOnline)).toMatch(
      /o que foi pago volta ao cliente pelo Mercado Pago.* Devolver e excluir/,
    );
    expect(words({})).toMatch(/Pago em Dinheiro: devolva R\$ 23,65 ao cliente no balcão\..* Excluir Voltar$/);
    expect(words({ balanceCents: 365 })).toContain('devolva R$ 20,00 ao cliente');
    expect(words({ tenders: [PART, REST] })).toContain(
      'Pago em partes: devolva ao cliente no balcão R$ 10,00',
    );
    expect(words({ tenders: [PART, REST] })).not.toContain('Pago em Dinheiro');
  });

  it('one that is over only goes from the lists', () => {
    for (const status of ['DELIVERED', 'CANCELLED'] as const) {
      expect(words({ ...paidOnline, status })).not.toMatch(/aberto|volta ao cliente|Devolver/);
      expect(words({ status })).not.toContain('devolva');
      expect(words({ status, tenders: [PART, REST] })).not.toContain('devolva');
    }
    expect(words({ status: 'DELIVERED' })).toContain('O pedido 7 (#41) some das listas e dos relatórios.');
  });
});

it('an order that is not paid is paid first, by hand, and says how much', () => {
  const markup = markupOf(
    createElement(PayFirst, { order: order(unpaid), onClose: nothing, onPaid: nothing }),
  );
  expect(wordsIn(markup)).toContain('O pedido 7 (#41) ainda não foi pago.');
  expect(wordsIn(markup)).toContain('confirmar que recebeu R$ 23,65 .');
  expect(buttonsIn(markup).slice(-3)).toEqual([
    'Recebi em Dinheiro',
    'Recebi em Maquininha',
    'Recebi em PIX (manual)',
  ]);
});

it.each([
  [paidOnline, true],
  [{ ...paidOnline, paymentStatus: 'partially_refunded' }, true],
  [{ ...paidOnline, paymentStatus: 'refunded' }, false],
  [{ ...paidOnline, paymentStatus: 'pending' }, false],
  [{}, false],
] as const)('of %j something can be given back through the provider: %s', (changes, isOffered) => {
  const form = wordsOf(createElement(RefundForm, { order: order(changes) }));
  expect(form.includes('Devolver pelo Mercado Pago')).toBe(isOffered);
});

describe('a payment that waits for a person', () => {
  const PAYMENT = {
    id: 'x',
    amountCents: 2_365,
    reason: 'pagamento separado',
    atMs: at('18:04'),
    simpleId: 41,
    code: '7K2MQ9XWTB',
    action: 'accept',
    actionText: 'Aceitar',
    other: { action: 'refund', actionText: 'Devolver' },
  } as unknown as UnresolvedPayment;
  const item = (changes: Partial<UnresolvedPayment>, busy = false): string =>
    markupOf(
      createElement(Item, { payment: { ...PAYMENT, ...changes }, busy, failed: null, onResolve: nothing }),
    );

  it('has its amount, its reason, when, of which order, and what may be done', () => {
    expect(wordsIn(item({}))).toBe(
      'R$ 23,65 pagamento separado 21/11, 18:04 · pedido #41 · 7K2MQ-9XWTB Aceitar Devolver',
    );
    expect(wordsIn(item({ simpleId: null, code: null }))).toContain('21/11, 18:04 Aceitar');
    expect(buttonsIn(item({}, true))).toEqual(['Aceitar (off)', 'Devolver (off)']);
    expect(wordsIn(item({ ...GIVEN_BY_HAND, other: undefined } as Partial<UnresolvedPayment>))).toMatch(
      new RegExp(`${GIVEN_BY_HAND.actionText}$`),
    );
  });
});
