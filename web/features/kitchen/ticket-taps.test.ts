// A whole ticket whose tap this screen could not keep, and what is said of one that was.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { expect, it, vi } from 'vitest';
import { boardOf } from '../../data/staff/board/board.ts';
import { boardLoadAtom, pendingMovesAtom } from '../../data/staff/board/live.ts';
import { openScreen, refusal } from '../../testing/screen.ts';
import { forgiveAtom, Toaster } from '../../ui/toast.tsx';
import { TicketSheet } from './ticket-sheet.tsx';

const PENDING_MOVES_MAX = 200;

it('a ticket whose tap could not be kept stays open, and it is said why', async () => {
  const onClose = vi.fn<() => void>();
  const store = createStore();
  const waiting = Array.from({ length: PENDING_MOVES_MAX }, (_, at) => ({
    key: `${at}`,
    orderId: `other-${at}`,
    move: { kind: 'start', seen: 'RECEBIDO' } as const,
    atMs: 0,
  }));
  store.set(pendingMovesAtom, waiting);
  const sheet = createElement(TicketSheet, {
    card: { order: sampleOrder({ status: 'PREPARING', panelNumber: 7 }), tappedAtMs: null, past: false },
    now: 0,
    limits: { warnMinutes: 10, lateMinutes: 20 },
    bumped: [],
    onBump: () => undefined,
    onClose,
  });
  const screen = await openScreen(createElement('div', null, sheet, createElement(Toaster)), { store });
  await screen.tap('Marcar Pronto');
  expect(screen.words()).toContain('Muitos toques esperando');
  expect(onClose).not.toHaveBeenCalled();
  await screen.when(() => store.set(pendingMovesAtom, waiting.slice(1)));
  await screen.tap('Marcar Pronto');
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.words()).not.toContain('Muitos toques esperando');
});

it('a ticket that could not be printed once more says why, in its sheet', async () => {
  const sheet = createElement(TicketSheet, {
    card: { order: sampleOrder({ status: 'PREPARING', panelNumber: 7 }), tappedAtMs: null, past: false },
    now: 0,
    limits: { warnMinutes: 10, lateMinutes: 20 },
    bumped: [],
    onBump: () => undefined,
    onClose: () => undefined,
  });
  const answers = { 'POST *': refusal(503, 'away', 'A loja reinicia.') };
  const screen = await openScreen(sheet, { answers });
  await screen.tap('Imprimir de novo: pedido 7');
  expect(screen.alerts()).toEqual(['A loja reinicia.']);
});

it.each<[string, Partial<Order>, string]>([
  ['a number that the panel shows', { panelNumber: 7 }, 'Nº 7: o cliente é avisado no celular e no painel.'],
  [
    'a number of before the reset',
    { panelNumber: 7, panelSeries: 1 },
    '#41: o cliente é avisado no celular.',
  ],
  ['no number', { panelNumber: null, panelSeries: null }, '#41: o cliente é avisado no celular.'],
])('an order with %s is said to be ready where its customer hears of it', async (_, changes, said) => {
  const store = createStore();
  const order = sampleOrder({ status: 'PREPARING', panelDate: '2026-11-21', panelSeries: 2, ...changes });
  const board = { orders: [order], delivered: [], deliveredToday: 0, unpaidMore: 0, seq: 1, now: 0 };
  const panel = { date: '2026-11-21', series: 2 };
  store.set(boardLoadAtom, { state: 'ready', board: boardOf({ ...board, panel }, 0) });
  const props = { now: 0, limits: { warnMinutes: 10, lateMinutes: 20 }, bumped: [], onBump: () => undefined };
  const card = { order, tappedAtMs: null, past: false };
  const sheet = createElement(TicketSheet, { ...props, card, onClose: () => undefined });
  const screen = await openScreen(createElement('div', null, sheet, createElement(Toaster)), { store });
  await screen.tap('Marcar Pronto');
  expect(screen.words()).toContain(`Pedido Pronto ${said}`);
  // A refusal takes it back.
  await screen.when(() => store.set(forgiveAtom, order.id));
  expect(screen.words()).not.toContain('Pedido Pronto');
});

it('an order that was said to be handed over is not said to be so where the store refuses it', async () => {
  const store = createStore();
  const props = { now: 0, limits: { warnMinutes: 10, lateMinutes: 20 }, bumped: [], onBump: () => undefined };
  const order = sampleOrder({ status: 'READY', panelNumber: 7 });
  const card = { order, tappedAtMs: null, past: false };
  const sheet = createElement(TicketSheet, { ...props, card, onClose: () => undefined });
  const screen = await openScreen(createElement('div', null, sheet, createElement(Toaster)), { store });
  await screen.tap('Marcar Entregue');
  expect(screen.words()).toContain('Pedido entregue');
  await screen.when(() => store.set(forgiveAtom, order.id));
  expect(screen.words()).not.toContain('Pedido entregue');
});

it('a delivery can be taken back for ten seconds by what is said of it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const props = { now: 0, limits: { warnMinutes: 10, lateMinutes: 20 }, bumped: [], onBump: () => undefined };
  const card = { order: sampleOrder({ status: 'READY', panelNumber: 7 }), tappedAtMs: null, past: false };
  const sheet = createElement(TicketSheet, { ...props, card, onClose: () => undefined });
  const screen = await openScreen(createElement('div', null, sheet, createElement(Toaster)));
  await screen.tap('Marcar Entregue');
  await screen.later(9_000);
  expect(screen.buttons()).toContain('Desfazer');
  await screen.later(1_500);
  expect(screen.buttons()).not.toContain('Desfazer');
  vi.useRealTimers();
});
