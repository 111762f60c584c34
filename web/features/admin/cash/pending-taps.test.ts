// Cash that customers said they would bring: taken by one tap, read again as orders change, and many called off at once.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { orderEventAtom } from '../../../data/staff/board/live.ts';
import { Toaster, toastsAtom } from '../../../ui/toast.tsx';
import { CashTab } from './cash-tab.tsx';

const LIST = 'GET /api/staff/cash';
const CANCEL = 'POST /api/staff/orders/cancel-unpaid';
const NOW = Date.parse('2026-11-21T18:20:00-03:00');
const order = (id: string, changes: Partial<Order> = {}): Order =>
  sampleOrder({
    id,
    simpleId: id.length,
    status: 'PENDING',
    paymentMethod: 'cash',
    totalCents: 2_000,
    changeForCents: null,
    createdAtMs: NOW - 60_000,
    customerPhone: null,
    ...changes,
  });

beforeEach(() => {
  vi.useFakeTimers({
    now: NOW,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

async function open(orders: Order[], answers: Answers = {}, more = 0) {
  const store = createStore();
  const tab = createElement(Route, { path: '/admin/dinheiro/*', element: createElement(CashTab) });
  const screen = await openScreen(
    createElement('div', null, createElement(Routes, null, tab), createElement(Toaster)),
    { store, path: '/admin/dinheiro', answers: { [LIST]: { orders, more }, ...answers } },
  );
  screen.sent.splice(0);
  return { screen, store };
}

it('says how many wait and what they come to, without what was paid of them', async () => {
  const paid = { id: 't', method: 'terminal', card: null, cents: 500, receivedCents: null, atMs: 0 } as const;
  const part = order('bb', { tenders: [paid] });
  const { screen } = await open([order('a'), part], {}, 3);
  expect(screen.words()).toContain('2 pedidos · R$ 35,00 · e mais 3, que aparecem quando estes saírem');
  expect(screen.words()).toContain('Falta R$ 15,00');
  const one = (await open([order('a')])).screen;
  expect(one.words()).toContain('1 pedido · R$ 20,00');
  expect(one.words()).not.toContain('e mais');
  expect(one.buttons()).not.toContain('Cancelar vários');
});

it('what was paid goes from the list, and the others stay', async () => {
  const { screen } = await open([order('a'), order('bb')], {
    'POST /api/staff/orders/a/moves': { order: order('a', { status: 'RECEBIDO' }) },
  });
  await screen.tap(screen.buttons().find((name) => name.startsWith('Confirmar')) ?? '');
  expect(screen.changes()).toEqual([
    {
      route: 'POST /api/staff/orders/a/moves',
      body: { kind: 'confirm-payment', method: 'cash', seen: 'PENDING' },
    },
  ]);
  expect(screen.words()).toContain('1 pedido · R$ 20,00');
  expect(screen.words()).toContain('#2');
});

it.each([
  [409, true],
  [503, false],
])('what could not be taken is read again where it is another by now: %i', async (status, isRead) => {
  const { screen } = await open([order('a')], {
    'POST /api/staff/orders/a/moves': refusal(status, 'stale', 'Este pedido já foi pago.'),
  });
  await screen.tap(screen.buttons().find((name) => name.startsWith('Confirmar')) ?? '');
  expect(screen.alerts()).toContain('Este pedido já foi pago.');
  expect(screen.sent.some(({ route }) => route === LIST)).toBe(isRead);
});

it.each([
  ['stale', 'info'],
  ['away', 'error'],
])(
  'what could not be taken because of %s is said as %s: of what somebody else took nothing is wrong',
  async (code, tone) => {
    const { screen } = await open([order('a')], {
      'POST /api/staff/orders/a/moves': refusal(409, code, 'Este pedido já foi pago.'),
    });
    await screen.tap('Confirmar pagamento');
    expect(screen.store.get(toastsAtom).map((one) => one.tone)).toEqual([tone]);
    expect(screen.store.get(toastsAtom)[0]?.durationMs).toBeGreaterThan(4_500);
  },
);

it('what could not be taken is not said to have failed while it is tried again', async () => {
  let answer: unknown = refusal(503, 'away', 'A loja reinicia.');
  const { screen } = await open([order('a')], { 'POST /api/staff/orders/a/moves': () => answer });
  await screen.tap('Confirmar pagamento');
  expect(screen.alerts()).toContain('A loja reinicia.');
  answer = new Promise(() => undefined);
  await screen.tap('Confirmar pagamento');
  expect(screen.all('li p[role="alert"]')).toEqual([]);
});

it('an order that waits grows older while one looks', async () => {
  const { screen } = await open([order('a')]);
  expect(screen.words()).toContain('há 1 min');
  await screen.later(60_000);
  expect(screen.words()).toContain('há 2 min');
});

it.each([
  ['another order for cash', order('x'), true],
  ['one that was paid', order('x', { status: 'RECEBIDO', paymentMethod: 'pix' }), true],
  ['one that is paid by PIX', order('x', { paymentMethod: 'pix' }), false],
  ['news that names none', null, true],
])('the list is read again a moment after %s', async (_, changed, isRead) => {
  const { screen, store } = await open([order('a')]);
  await screen.when(() => store.set(orderEventAtom, { turn: 1, order: changed }));
  expect(screen.sent).toEqual([]);
  await screen.later(300);
  expect(screen.sent.map(({ route }) => route)).toEqual(isRead ? [LIST] : []);
});

it('many are called off at once for one reason: those that are marked, by age, by phone or one by one', async () => {
  const phone = '11987654321';
  const { screen } = await open(
    [
      order('a', { createdAtMs: NOW - 90 * 60_000 }),
      order('bb', { customerPhone: phone }),
      order('ccc', { customerPhone: phone }),
    ],
    { [CANCEL]: { outcomes: [{ outcome: 'cancelled' }, { outcome: 'paid' }] } },
  );
  await screen.tap('Cancelar vários');
  expect(screen.buttons()).toContain('Marque os pedidos (off)');
  await screen.type('Não pagos há mais de (min)', '90');
  await screen.tap('Marcar esses');
  expect(screen.buttons()).toContain('Cancelar 1 pedido');
  await screen.tap('Marcar os 2 do telefone (11) 98765-4321');
  expect(screen.buttons()).toContain('Cancelar 3 pedidos');
  await screen.tap('Desmarcar');
  await screen.tap('Marcar todos');
  await screen.tap('#1 · 16:50 · há 90 min · Sem telefone');
  await screen.tap('Cancelar 2 pedidos');
  expect(screen.changes()).toEqual([{ route: CANCEL, body: { ids: ['bb', 'ccc'], reason: 'expirado' } }]);
  expect(screen.words()).toContain('1 pedido cancelado 1 foi pago neste meio-tempo e continua valendo.');
  expect(screen.sent.at(-1)?.route).toBe(LIST);
  expect(screen.buttons()).not.toContain('Marcar todos');
});

it('one that is paid while it is marked is not called off with the others, who are for the reason that is chosen', async () => {
  const orders = [order('a'), order('bb'), order('ccc')];
  const { screen, store } = await open(orders, {
    [LIST]: () => ({ orders, more: 0 }),
    [CANCEL]: { outcomes: [{ outcome: 'cancelled' }, { outcome: 'cancelled' }] },
  });
  await screen.tap('Cancelar vários');
  await screen.tap('Marcar todos');
  await screen.tap('O cliente pediu');
  expect(screen.buttons()).toContain('Cancelar 3 pedidos');
  const [paid] = orders.splice(1, 1);
  await screen.when(() => store.set(orderEventAtom, { turn: 1, order: { ...paid!, status: 'RECEBIDO' } }));
  await screen.later(300);
  await screen.tap('Cancelar 2 pedidos');
  expect(screen.changes()).toEqual([{ route: CANCEL, body: { ids: ['a', 'ccc'], reason: 'cliente' } }]);
  expect(screen.words()).toContain('2 pedidos cancelados Nenhum deles vai para a cozinha.');
});

it('of many that were paid before they could be called off it is said that they stand', async () => {
  const outcomes = ['paid', 'paid', 'cancelled'].map((outcome) => ({ outcome }));
  const { screen } = await open([order('a'), order('bb'), order('ccc')], { [CANCEL]: { outcomes } });
  await screen.tap('Cancelar vários');
  await screen.tap('Marcar todos');
  await screen.tap('Cancelar 3 pedidos');
  expect(screen.words()).toContain('2 foram pagos neste meio-tempo e continuam valendo.');
});
