// What the counter has asked of the store and is not answered yet: whatever would ask the same again is off meanwhile.
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { readyItem } from '../../cart/cart.ts';
import { sampleMenu } from '../../cart/sample.ts';
import { boardOf } from '../../testing/evening.ts';
import CounterPage from './counter-page.tsx';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import type { Answers, Sent } from '../../testing/screen.ts';
import { beginEvening } from '../../testing/staff-screen.ts';
import { terminalPayment, tillAnswers } from '../../testing/till.ts';
import { expectOffMeanwhile, never, slowStore, type Taps } from '../../testing/under-way.ts';
import { AmendTicket } from './amend-ticket.tsx';
import { changeAmendment, newAmendment } from './amendment.ts';
import { CallOffDialog } from './call-off-dialog.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { OrderCard } from './order-card.tsx';
import { OrdersScreen } from './orders-screen.tsx';
import { PaidPanel } from './paid.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { newSale } from './sale.ts';
import type { PayWay } from './sale-ticket.tsx';
import { SplitDialog } from './split-dialog.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const nothing = (): void => {};
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({
    id: 'o',
    panelNumber: 7,
    totalCents: 2_000,
    status: 'PENDING',
    paymentStatus: 'pending',
    paymentMethod: null,
    ...changes,
  });
const PAID = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
const PART: Tender = { id: 'p', method: 'cash', card: null, cents: 800, receivedCents: null, atMs: 0 };
const pay = (way: PayWay): ReactElement =>
  createElement(PayDialog, { way, subject: { order: order() }, onClose: nothing, onDone: nothing });
const split = (changes: Partial<Order> = {}): ReactElement =>
  createElement(SplitDialog, { subject: { order: order(changes) }, onClose: nothing, onDone: nothing });
const SENT = { ...newSale(), sent: 'x' };
const PAY_NOTHING = createElement(PayDialog, {
  way: 'none',
  subject: { sale: newSale(), totalCents: 0, onSending: nothing, onPlaced: nothing },
  onClose: nothing,
  onDone: nothing,
});
const difference = (balanceCents: number): ReactElement =>
  createElement(DifferenceDialog, { order: order({ ...PAID, balanceCents }), onClose: nothing });

const OWN_CODE = { brCode: '00020126BR', totalCents: 2_000, holder: 'ACAI DA PRACA' };
/** The shop's own code is shown, whatever part it is for. */
const PIX: Answers = {
  'POST *': ({ route }: Sent) =>
    route.includes('/counter-pix') ? { kind: 'static', code: OWN_CODE, why: 'no-account' } : never(),
};
const TERMINAL: Answers = {
  'GET /api/staff/terminals': { terminals: [{ id: 't1', name: 'Balcão' }], isAway: false },
};
const TO_TERMINAL = 'Enviar para a maquininha';
const AGAIN = 'Enviar de novo';
const TAKE_BACK = 'Tirar da maquininha';
const OTHERWISE = 'Pagar de outro jeito';
const CARDS = ['Débito', 'Crédito', 'Vale'];
const CASH = [
  'Exato · R$ 20,00',
  'R$ 50,00 troco R$ 30,00',
  'R$ 100,00 troco R$ 80,00',
  'R$ 200,00 troco R$ 180,00',
];

type Case = [
  what: string,
  element: ReactElement,
  touches: Taps,
  off: readonly string[],
  more?: Answers,
  sent?: number,
];

const expectOff = (...[, element, touches, off, more = {}, sent = 1]: Case) =>
  expectOffMeanwhile(element, touches, off, { answers: slowStore(tillAnswers(), more), sent });

describe('the money of an order', () => {
  it.each<Case>([
    ['in cash, all of it', pay('cash'), ['Exato · R$ 20,00'], CASH],
    ['in cash, as it was typed', pay('cash'), ['3', '00', '0', 'Confirmar'], [...CASH, 'Confirmar']],
    ['by card', pay('terminal'), ['Débito'], CARDS],
    ['that is sent to the terminal', pay('terminal'), [TO_TERMINAL], [TO_TERMINAL, ...CARDS], TERMINAL],
    ['by the shop’s own PIX', pay('pix'), ['Recebi o PIX'], ['Recebi o PIX'], PIX, 2],
    ['that comes later', pay('later'), ['Guardar o pedido'], ['Guardar o pedido']],
    ['of which there is none', PAY_NOTHING, ['Registrar'], ['Registrar']],
  ])('%s', expectOff);
});

describe('an amount at the terminal', () => {
  const at = (state: 'sending' | 'sent' | 'refused', later: unknown = never): Answers => {
    let sent = 0;
    return {
      ...TERMINAL,
      'GET /api/staff/orders/o/terminal/tentativa': terminalPayment(state),
      'POST /api/staff/orders/o/terminal': () => ((sent += 1) === 1 ? terminalPayment(state) : never()),
      'POST /api/staff/orders/o/terminal/tentativa/cancel': later,
    };
  };
  it.each<Case>([
    ['that is sent once more', pay('terminal'), [TO_TERMINAL, AGAIN], [AGAIN, TAKE_BACK], at('sending'), 2],
    ['that is taken off it', pay('terminal'), [TO_TERMINAL, TAKE_BACK], [TAKE_BACK], at('sent'), 2],
    [
      'that was refused and is sent once more',
      pay('terminal'),
      [TO_TERMINAL, AGAIN],
      [AGAIN, OTHERWISE],
      at('refused'),
      2,
    ],
    [
      'that is confirmed by hand',
      pay('terminal'),
      [TO_TERMINAL, 'Confirmar à mão', 'Débito'],
      [TAKE_BACK, ...CARDS],
      at('sent'),
      2,
    ],
  ])('%s', expectOff);
});

describe('one part of the money', () => {
  const again = (name: string): string => `Devolver R$ 8,00, ${name}`;
  const partly = { tenders: [PART] };
  it.each<Case>([
    [
      'in cash',
      split(),
      ['Dinheiro', 'Exato · R$ 10,00'],
      ['Exato · R$ 10,00', 'R$ 20,00 troco R$ 10,00', 'R$ 50,00 troco R$ 40,00', 'R$ 100,00 troco R$ 90,00'],
    ],
    ['by card', split(), ['Maquininha', 'Crédito'], CARDS],
    ['by the shop’s own PIX', split(), ['PIX', 'Recebi o PIX'], ['Recebi o PIX'], PIX, 2],
    [
      'that goes back',
      split(partly),
      [again('Dinheiro'), 'Devolver'],
      [again('Dinheiro'), 'Devolver', 'Dinheiro', 'Maquininha', 'PIX'],
    ],
  ])('%s', expectOff);
});

describe('a difference', () => {
  it.each<Case>([
    [
      'in cash',
      difference(360),
      ['Dinheiro', 'Exato · R$ 3,60'],
      [
        'Exato · R$ 3,60',
        'R$ 10,00 troco R$ 6,40',
        'R$ 20,00 troco R$ 16,40',
        'R$ 50,00 troco R$ 46,40',
        'Voltar',
      ],
    ],
    ['by card', difference(360), ['Maquininha', 'Vale'], [...CARDS, 'Voltar']],
    ['by the shop’s own PIX', difference(360), ['PIX', 'Recebi o PIX'], ['Recebi o PIX', 'Voltar'], PIX, 2],
    ['that is given back', difference(-360), ['Devolvi R$ 3,60'], ['Devolvi R$ 3,60']],
  ])('%s', expectOff);
});

describe('an order', () => {
  const amendment = changeAmendment(newAmendment(order(PAID)), { add: [readyItem('new', 'agua', 400)] });
  const amend = createElement(AmendTicket, {
    amendment,
    menu: sampleMenu,
    onChange: nothing,
    onDone: nothing,
    onLeave: nothing,
  });
  const card = createElement(OrderCard, {
    order: order(PAID),
    failed: null,
    onChange: nothing,
    onPrint: nothing,
    onClose: nothing,
  });
  const result = { kind: 'paid', order: order(PAID), receivedCents: null } as const;
  const LIST = {
    'GET /api/staff/orders?limit=40': { orders: [order(PAID), order({ id: 'x', panelNumber: 8 })] },
  };
  const BOARD = {
    'GET /api/staff/board': boardOf({
      unpaidMore: 0,
      orders: [order({ source: 'counter', paymentMethod: 'cash' })],
    }),
  };
  it.each<Case>([
    ['that is changed', amend, ['Confirmar a mudança'], ['Confirmar a mudança', 'Voltar sem mudar']],
    ['that is called off over the list', card, ['Cancelar', 'Cancelar o pedido'], ['Cancelar o pedido']],
    [
      'that is called off before it was paid',
      createElement(CounterPage),
      ['Pendentes 1', 'Cancelar', 'Cancelar o pedido'],
      ['Cancelar o pedido'],
      BOARD,
    ],
    [
      'that is printed once more',
      createElement(OrdersScreen, { onChange: nothing }),
      ['Imprimir de novo o pedido 7'],
      ['Imprimir de novo o pedido 7', 'Imprimir de novo o pedido 8'],
      LIST,
    ],
    [
      'that is printed as it was paid',
      createElement(PaidPanel, { result, onDone: nothing }),
      ['Imprimir via'],
      ['Imprimir via'],
    ],
    [
      'that was sent and is called off',
      createElement(CallOffDialog, { sale: SENT, onClose: nothing, onDone: nothing }),
      ['Cancelar a venda'],
      ['Cancelar a venda'],
    ],
  ])('%s', expectOff);
});
