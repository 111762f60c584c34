// What the kitchen reads beside its tickets: the day in numbers, what is ready, handed over, called off or not paid, and each ticket whole.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buttonsIn, markupOf, wordsIn, wordsOf } from '../../testing/words.ts';
import { CancelledCard } from './cancelled-card.tsx';
import type { Card } from './columns.ts';
import { DeliveredList } from './history.tsx';
import { ReadyRail } from './ready.tsx';
import { ResetPanel } from './reset.tsx';
import { Summary } from './summary.tsx';
import { isWaiting, Pickup, WaitingText } from './ticket-parts.tsx';
import { TicketSheet } from './ticket-sheet.tsx';
import { UnpaidDrawer } from './unpaid-drawer.tsx';

const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-03:00`);
const now = at('18:20');
const nothing = (): void => {};
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ createdAtMs: at('18:04'), panelNumber: 7, status: 'RECEBIDO', ...changes });
const card = (changes: Partial<Order> = {}, rest: Partial<Card> = {}): Card => ({
  order: order(changes),
  tappedAtMs: null,
  past: false,
  ...rest,
});

beforeEach(() => {
  vi.useFakeTimers({ now });
});
afterEach(() => {
  vi.useRealTimers();
});

it('the day is told in four numbers, and what is not paid is none of them', () => {
  const columns = {
    received: [card({ status: 'PENDING' }), card(), card()],
    preparing: [card({ status: 'PREPARING' })],
    ready: [card({ status: 'READY' }), card({ status: 'READY' }), card({ status: 'READY' })],
  };
  expect(wordsOf(createElement(Summary, { columns, deliveredToday: 12 }))).toBe(
    'Aguardando 2 Preparando 1 Prontos 3 Entregues Hoje 12',
  );
});

describe('what was handed over', () => {
  const list = (changes: Partial<Order>): string =>
    markupOf(
      createElement(DeliveredList, {
        orders: [
          order({ status: 'DELIVERED', readyAtMs: at('18:10'), deliveredAtMs: at('18:15'), ...changes }),
        ],
        now,
      }),
    );

  it('has its number, each of its times, and where it was eaten', () => {
    expect(wordsIn(list({ consumptionType: 'local' }))).toMatch(
      /^7 #41 Pedido às 18:04 · pronto às 18:10 · entregue às 18:15 CONSUMIR NO LOCAL /,
    );
    expect(wordsIn(list({ panelNumber: null, readyAtMs: null }))).toMatch(
      /^– #41 Pedido às 18:04 · entregue às 18:15 LEVAR PARA CASA/,
    );
  });

  it('is taken back within two minutes', () => {
    expect(buttonsIn(list({ deliveredAtMs: now - 119_999 }))).toEqual(['Desfazer entrega']);
    expect(buttonsIn(list({ deliveredAtMs: now - 120_001 }))).toEqual([]);
    expect(wordsOf(createElement(DeliveredList, { orders: [], now }))).toContain(
      'Os 12 últimos aparecem aqui.',
    );
  });
});

describe('what is not paid', () => {
  const drawer = (cards: Card[], more: number): string =>
    wordsOf(createElement(UnpaidDrawer, { cards, more, now, onClose: nothing }));

  it('has its age, and says that it waits for its money', () => {
    expect(drawer([card({ status: 'PENDING', observations: 'sem canudo' })], 0)).toMatch(
      /16 min LEVAR PARA CASA Aguardando pagamento .*Observações: sem canudo$/,
    );
    expect(drawer([], 1)).toContain('E mais 1 pedido não pago');
    expect(drawer([], 2)).toContain('E mais 2 pedidos não pagos');
    expect(drawer([], 1)).not.toContain('Nenhum pedido espera');
    expect(drawer([], 0)).toContain('Nenhum pedido espera pagamento.');
  });
});

it('what was called off is struck through, by the number that was called', () => {
  const cancelled = (changes: Partial<Order>): string =>
    wordsOf(
      createElement(CancelledCard, { order: order(changes), isNew: false, onSee: nothing, onBump: nothing }),
    );
  expect(cancelled({})).toMatch(/^CANCELADO : pedido 7 7 Tirar da tela Não preparar este pedido\./);
  expect(cancelled({ panelNumber: null })).toMatch(/^CANCELADO : pedido #41 #41 /);
});

it.each([
  [0, 'Não há pedidos abertos agora: ninguém perde o número.'],
  [1, '1 pedido aberto perde o número do painel.'],
  [2, '2 pedidos abertos perdem o número do painel.'],
])('before the numbers begin again it is said what %i open orders lose', (openOrders, said) => {
  const asked = wordsOf(createElement(ResetPanel, { openOrders, onClose: nothing }));
  expect(asked).toContain('Tem certeza? Os próximos pedidos voltam a começar no número 1.');
  expect(asked).toContain(said);
});

describe('a whole ticket', () => {
  const sheet = (given: Card): string =>
    markupOf(
      createElement(TicketSheet, {
        card: given,
        now,
        limits: { warnMinutes: 10, lateMinutes: 16 },
        bumped: [],
        onBump: nothing,
        onClose: nothing,
      }),
    );
  const steps = (given: Card): string[] =>
    buttonsIn(sheet(given)).filter((name) => !/Fechar|Imprimir/.test(name));

  it('goes on and back as it stands', () => {
    expect(steps(card({ status: 'RECEBIDO' }))).toEqual(['Iniciar Preparo']);
    expect(steps(card({ status: 'PREPARING' }))).toEqual([
      'Marcar Pronto',
      'Voltar para Recebidos: pedido 7',
    ]);
    expect(steps(card({ status: 'READY' }))).toEqual(['Marcar Entregue', 'Voltar para Em Preparo: pedido 7']);
    expect(steps(card({ status: 'PENDING' }))).toEqual([]);
    // Its own share is made: the rest is for others.
    const part = { station: 'bar', made: true, awaits: ['Copa', 'Forno'] };
    expect(steps(card({ status: 'PREPARING' }, { part }))).toEqual(['Voltar para Em Preparo: pedido 7']);
    expect(wordsIn(sheet(card({ status: 'PREPARING' }, { part })))).toContain(
      'Sua parte está pronta; falta Copa e Forno.',
    );
  });

  it('says how old it is, since when, and who fetches it once it is ready', () => {
    expect(wordsIn(sheet(card({ observations: 'sem amendoim' })))).toMatch(
      /Número 7 #41 · 18:04 ‼ 16 min , atrasado LEVAR PARA CASA .*sem amendoim/,
    );
    const ready = card({ status: 'READY', readyAtMs: at('18:10'), customerPhone: '11987654321' });
    expect(wordsIn(sheet(ready))).toContain('(11) 98765-4321 Aguardando Retirada');
    expect(wordsIn(sheet(card({ customerPhone: '11987654321' })))).not.toContain('Aguardando Retirada');
    const past = wordsIn(sheet(card({}, { past: true })));
    expect(past).toContain('#41 · 18:04 antes nº 7');
    expect(past).not.toContain('Número 7');
    expect(wordsIn(sheet(card({ late: true })))).toContain('Pago depois do prazo');
    expect(wordsIn(sheet(card({})))).not.toContain('Pago depois do prazo');
  });
});

describe('what is ready', () => {
  const rail = (given: { cards?: Card[]; awaiting?: Card[]; cancelled?: Order[]; unpaid?: number }): string =>
    markupOf(
      createElement(ReadyRail, {
        cards: [],
        awaiting: [],
        cancelled: [],
        columns: 2,
        chipPx: 80,
        viewPx: 400,
        moved: () => false,
        unpaid: 0,
        onUnpaid: nothing,
        now,
        bell: { unseen: new Set() },
        onOpen: nothing,
        ...given,
      } as unknown as Parameters<typeof ReadyRail>[0]),
    );

  it('is a number with how long it waits, or what others still make of it', () => {
    const ready = card({ status: 'READY', readyAtMs: at('18:15'), customerPhone: '11987654321' });
    expect(wordsIn(rail({ cards: [ready] }))).toMatch(
      /^Prontos 1 Abrir pedido 7 5 min , #41, LEVAR PARA CASA, \(11\) 98765-4321 Aguardando Retirada$/,
    );
    const part = { station: 'bar', made: true, awaits: ['Copa'] };
    const awaiting = card({ status: 'PREPARING' }, { part });
    expect(wordsIn(rail({ awaiting: [awaiting] }))).toMatch(
      /^Prontos 0 Abrir pedido 7 falta , #41, LEVAR PARA CASA, sua parte está pronta, falta Copa$/,
    );
    expect(wordsIn(rail({ cards: [card({ status: 'READY', panelNumber: null })] }))).toContain(
      'Abrir pedido #41',
    );
    expect(wordsIn(rail({}))).toBe('Prontos 0 Nenhum pedido esperando retirada.');
  });

  it('stands beside what was called off and how many are not paid', () => {
    expect(wordsIn(rail({ cancelled: [order()] }))).toBe('Prontos 0 7 CANCELADO');
    expect(wordsIn(rail({ unpaid: 3 }))).toContain('Ainda não pagos: 3');
    expect(wordsIn(rail({}))).not.toContain('Ainda não pagos');
  });
});

it('a tap is said to wait once it takes longer than a healthy line does', () => {
  const waits = (ms: number): boolean => isWaiting(card({}, { tappedAtMs: now - ms }));
  expect([waits(1_000), waits(2_000), isWaiting(card())]).toEqual([false, true, false]);
});

it('what is ready is told by its phone, which is not known before the store has heard of it', () => {
  const words = (customerPhone: string | null, tappedAtMs: number | null): string =>
    wordsOf(createElement(Pickup, { card: card({ status: 'READY', customerPhone }, { tappedAtMs }) }));
  expect(words('11987654321', null)).toBe('(11) 98765-4321 Aguardando Retirada');
  expect(words(null, null)).toBe('Sem telefone Aguardando Retirada');
  expect(words(null, now)).toBe('Aguardando Retirada');
  // What it knows already stays while the next tap waits.
  expect(words('11987654321', now)).toBe('(11) 98765-4321 Aguardando Retirada');
});

it('a tap that waits for the line says whether the order is handed over with it', () => {
  const words = (status: Order['status']): string =>
    wordsOf(createElement(WaitingText, { order: order({ status }) }));
  expect(words('DELIVERED')).toBe('Entregue aqui; esperando a conexão');
  expect(words('READY')).toBe('Toque guardado; esperando a conexão');
});
