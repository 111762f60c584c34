// What is off in the questions about orders, in the menu of cups and in the month's statement while the store has not answered.
import { sampleCatalog, sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { createElement, type ReactElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Answers } from '../../../testing/screen.ts';
import { beginEvening, openStaff } from '../../../testing/staff-screen.ts';
import { never, offAfter, slowStore, type Taps } from '../../../testing/under-way.ts';
import { CashTab } from '../cash/cash-tab.tsx';
import CupTab from '../cup/cup-tab.tsx';
import { StatementCard } from '../reports/statement-card.tsx';
import { ClearHistory } from './clear-history.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrdersTab } from './orders-tab.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const nothing = (): void => {};
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ id: 'one', simpleId: 41, status: 'RECEBIDO', ...changes });
const actions = createElement(OrderActions, {
  order: order(),
  onOpen: nothing,
  onChanged: nothing,
  onGone: nothing,
});
const unpaid = ['a', 'b'].map((id) => order({ id, status: 'PENDING', paymentMethod: 'cash' }));

const CASES: [what: string, element: ReactElement, taps: Taps, off: readonly string[], reads?: Answers][] = [
  ['an order that is deleted', actions, ['Excluir pedido 41', 'Excluir'], ['Excluir']],
  [
    'a history that is cleared',
    createElement(ClearHistory, { openOrders: 0, onCleared: nothing }),
    [
      'Limpar histórico',
      'Continuar',
      ['Digite CONFIRMAR para apagar tudo', 'CONFIRMAR'],
      'Apagar todo o histórico',
    ],
    ['Apagar todo o histórico'],
  ],
  [
    'many that are called off',
    createElement(Routes, null, createElement(Route, { path: '*', element: createElement(CashTab) })),
    ['Cancelar vários', 'Marcar todos', 'Cancelar 2 pedidos'],
    ['Cancelar 2 pedidos'],
    { 'GET /api/staff/cash': { orders: unpaid, more: 0 } },
  ],
  [
    'cups',
    createElement(CupTab),
    ['Vender Taça Montada'],
    ['Vender Taça Montada'],
    { 'GET /api/staff/catalog': sampleCatalog() },
  ],
];

it.each(CASES)('%s', async (_what, element, taps, expected, reads = {}) => {
  const { screen, off } = await offAfter(element, taps, slowStore(reads));
  expect(off).toEqual(expected);
  expect(screen.changes()).toHaveLength(1);
});

it('a search that is not answered yet is not asked again', async () => {
  const tab = createElement(Route, { path: '/admin/pedidos/*', element: createElement(OrdersTab) });
  const screen = await openStaff(createElement(Routes, null, tab), {
    path: '/admin/pedidos',
    answers: {
      'GET /api/staff/orders?state=active&limit=200': { orders: [] },
      'GET /api/staff/orders?state=finished&limit=10': { orders: [] },
      'GET /api/staff/payments/unresolved': { payments: [] },
      'GET /api/staff/orders?limit=100&by=panel&q=7': never,
    },
  });
  await screen.type('Buscar pedido', '7');
  await screen.tap('Buscar');
  expect(screen.buttons()).toContain('Buscar (off)');
});

it('a statement that is being read is not read again', async () => {
  const card = createElement(StatementCard, { thisMonth: '2026-11' });
  const screen = await openStaff(card, { answers: { 'GET *': never } });
  const isOff = () => screen.all('input[type="file"]').map((one) => one.hasAttribute('disabled'));
  expect(isOff()).toEqual([false]);
  await screen.give('Extrato do Mercado Pago (CSV)', new File(['x'], 'extrato.csv'));
  expect(isOff()).toEqual([true]);
});
