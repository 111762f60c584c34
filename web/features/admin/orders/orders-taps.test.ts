// Orders as an administrator works on them: what each list asks for and holds, what a chosen status sends, and money that lies on the counter.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { orderEventAtom } from '../../../data/staff/board/live.ts';
import { Toaster, toastsAtom } from '../../../ui/toast.tsx';
import { OrdersTab } from './orders-tab.tsx';
import { PayFirst } from './pay-first.tsx';
import { StatusSelect } from './status-select.tsx';

const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ id: 'one', simpleId: 41, status: 'RECEBIDO', ...changes });
const MOVES = 'POST /api/staff/orders/one/moves';
const nothing = (): void => {};

describe('the status of an order', () => {
  const open = async (given: Order, answers: Answers = {}) => {
    const seen = { onChanged: vi.fn<(order: Order) => void>(), onRefused: vi.fn<() => void>() };
    const screen = await openScreen(
      createElement(
        'div',
        null,
        createElement(StatusSelect, { order: given, ...seen }),
        createElement(Toaster),
      ),
      { answers },
    );
    return { screen, ...seen };
  };
  const NAME = 'Status do pedido 41';

  it('is sent with the one that was seen, and the order shown as the store then has it', async () => {
    const moved = order({ status: 'READY' });
    const { screen, onChanged, onRefused } = await open(order({ status: 'PREPARING' }), {
      [MOVES]: { order: moved },
    });
    expect(screen.valueOf(NAME)).toBe('PREPARING');
    await screen.type(NAME, 'READY');
    expect(screen.changes()).toEqual([
      { route: MOVES, body: { kind: 'set-status', status: 'READY', seen: 'PREPARING' } },
    ]);
    expect(onChanged).toHaveBeenCalledWith(moved);
    expect(onRefused).not.toHaveBeenCalled();
    expect(screen.words()).toContain('Status atualizado');
  });

  it('that is another one by now has the list read again', async () => {
    const { onChanged, onRefused, screen } = await open(order(), {
      [MOVES]: refusal(409, 'stale', 'Outra pessoa já mudou este pedido.'),
    });
    await screen.type(NAME, 'READY');
    expect(onRefused).toHaveBeenCalledOnce();
    expect(onChanged).not.toHaveBeenCalled();
  });

  it('of one that is not paid is chosen once it is: what was received, then the step', async () => {
    const paid = order({ status: 'RECEBIDO' });
    const { screen } = await open(order({ status: 'PENDING', totalCents: 2_365 }), {
      [MOVES]: { order: paid },
    });
    expect(screen.valueOf(NAME)).toBe('RECEBIDO');
    await screen.type(NAME, 'PREPARING');
    expect(screen.words()).toContain('Confirme o pagamento primeiro');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Recebi em Dinheiro');
    expect(screen.changes().map(({ body }) => body)).toEqual([
      { kind: 'confirm-payment', method: 'cash', seen: 'PENDING' },
      { kind: 'set-status', status: 'PREPARING', seen: 'RECEBIDO' },
    ]);
    expect(screen.words()).not.toContain('Confirme o pagamento primeiro');
  });

  it('of one that is paid for is received by that: nothing more is sent', async () => {
    const { screen, onChanged } = await open(order({ status: 'PENDING' }), { [MOVES]: { order: order() } });
    await screen.type(NAME, 'RECEBIDO');
    await screen.tap('Recebi em Dinheiro');
    expect(screen.changes()).toHaveLength(1);
    expect(onChanged).toHaveBeenCalledWith(order());
  });

  it('of one that was called off is told, not chosen', async () => {
    const { screen } = await open(order({ status: 'CANCELLED' }));
    expect(screen.words()).toBe('Cancelado');
  });
});

describe('an order that is not paid', () => {
  it('says what was to be received, and takes it in each of three ways', async () => {
    const onPaid = vi.fn<(order: Order) => void>();
    const given = order({ status: 'PENDING', totalCents: 2_365, subtotalCents: 2_500 });
    const screen = await openScreen(createElement(PayFirst, { order: given, onClose: nothing, onPaid }), {
      answers: { [MOVES]: { order: order() } },
    });
    expect(screen.words()).toContain('R$ 23,65');
    for (const way of ['Dinheiro', 'Maquininha', 'PIX (manual)']) await screen.tap(`Recebi em ${way}`);
    expect(screen.changes().map(({ body }) => body)).toEqual(
      ['cash', 'terminal', 'pix_manual'].map((method) => ({
        kind: 'confirm-payment',
        method,
        seen: 'PENDING',
      })),
    );
    expect(onPaid).toHaveBeenCalledTimes(3);
  });

  it('that could not be taken is not paid', async () => {
    const onPaid = vi.fn<(order: Order) => void>();
    const given = order({ status: 'PENDING' });
    const screen = await openScreen(createElement(PayFirst, { order: given, onClose: nothing, onPaid }), {
      answers: { [MOVES]: refusal(409, 'stale', 'Este pedido já foi pago.') },
    });
    await screen.tap('Recebi em Dinheiro');
    expect(screen.alerts()).toContain('Este pedido já foi pago.');
    expect(onPaid).not.toHaveBeenCalled();
  });
});

describe('the lists of orders', () => {
  const ACTIVE = 'GET /api/staff/orders?state=active&limit=200';
  const OVER = 'GET /api/staff/orders?state=finished&limit=10';
  const UNRESOLVED = 'GET /api/staff/payments/unresolved';
  const many = (from: number, length: number, status: Order['status']): Order[] =>
    Array.from({ length }, (_, at) => order({ id: `o${from + at}`, simpleId: from + at, status }));
  const open = async (path = '', answers: Answers = {}) => {
    const store = createStore();
    const tab = createElement(Route, { path: '/admin/pedidos/*', element: createElement(OrdersTab) });
    const screen = await openScreen(createElement(Routes, null, tab), {
      store,
      path: `/admin/pedidos${path}`,
      answers: {
        [ACTIVE]: { orders: [order({ status: 'PENDING' }), order({ id: 'two', simpleId: 42 })] },
        [OVER]: { orders: many(50, 12, 'DELIVERED') },
        [UNRESOLVED]: { payments: [] },
        ...answers,
      },
    });
    return { store, screen };
  };

  beforeEach(() => {
    vi.useFakeTimers({
      now: Date.parse('2026-11-21T18:20:00-03:00'),
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('hold what is open, paid or not, and the ten that ended last', async () => {
    const { screen } = await open();
    for (const name of ['Ativos (2)', 'Finalizados (10)', 'A resolver'])
      expect(screen.words()).toContain(name);
    expect(screen.buttons()).toContain('#41');
    const over = (await open('/finalizados')).screen;
    expect(over.buttons().filter((name) => /^#\d+$/.test(name))).toEqual(
      Array.from({ length: 10 }, (_, at) => `#${50 + at}`),
    );
  });

  it('are not cleared while an order is open', async () => {
    const { screen } = await open('/finalizados');
    await screen.tap('Limpar histórico');
    expect(screen.words()).toContain('Há 2 pedidos abertos.');
  });

  it('are read again once they were cleared', async () => {
    const cleared: Answers = { [ACTIVE]: { orders: [] } };
    const { screen } = await open('/finalizados', {
      ...cleared,
      'POST /api/staff/orders/clear': () => {
        cleared[OVER] = { orders: [] };
        return { orders: 12, backup: 'copia.db' };
      },
      [OVER]: () => cleared[OVER] ?? { orders: many(50, 12, 'DELIVERED') },
    });
    await screen.tap('Limpar histórico');
    await screen.tap('Continuar');
    await screen.type('Digite CONFIRMAR para apagar tudo', 'CONFIRMAR');
    await screen.tap('Apagar todo o histórico');
    expect(screen.words()).toContain('Finalizados (0)');
    expect(screen.buttons()).not.toContain('#50');
    expect(screen.store.get(toastsAtom).at(-1)?.text).toBe('12 pedidos apagados. Cópia guardada: copia.db.');
  });

  it('count what waits for somebody to decide', async () => {
    const { screen } = await open('', { [UNRESOLVED]: { payments: [{}, {}] } });
    expect(screen.words()).toContain('A resolver (2)');
  });

  it('count anew every half minute what waits for somebody to decide', async () => {
    const payments: object[] = [];
    const { screen } = await open('', { [UNRESOLVED]: () => ({ payments }) });
    expect(screen.words()).not.toContain('A resolver (');
    payments.push({});
    await screen.later(30_000);
    expect(screen.words()).toContain('A resolver (1)');
  });

  it('are read again half a second after an order has changed', async () => {
    const { screen, store } = await open();
    await screen.later(5_000);
    screen.sent.splice(0);
    await screen.when(() => store.set(orderEventAtom, { turn: 1, order: null }));
    expect(screen.sent.map(({ route }) => route)).not.toContain(ACTIVE);
    await screen.later(500);
    expect(screen.sent.map(({ route }) => route)).toEqual(expect.arrayContaining([ACTIVE, OVER]));
  });

  it('have the day above them, read again every half minute and with each third order of a rush', async () => {
    const { screen, store } = await open();
    const reads = () => screen.sent.filter(({ route }) => route === 'GET /api/staff/reports/today').length;
    const before = reads();
    const turns: number[] = [];
    for (const turn of [1, 2, 3, 4]) {
      await screen.when(() => store.set(orderEventAtom, { turn, order: null }));
      turns.push(reads() - before);
    }
    expect(turns).toEqual([0, 0, 1, 1]);
    await screen.later(30_000);
    expect(reads() - before).toBe(2);
  });

  it('leave an order open that is looked at, also once it is in neither of them', async () => {
    let left = [order()];
    const { screen, store } = await open('', { [ACTIVE]: () => ({ orders: left }), [OVER]: { orders: [] } });
    await screen.tap('#41');
    left = [];
    const over = order({ status: 'DELIVERED' });
    await screen.when(() => store.set(orderEventAtom, { turn: 1, order: over }));
    await screen.later(500);
    expect(screen.words()).toContain('Ativos (0)');
    expect(screen.all('dialog[open]')[0]?.textContent).toContain('StatusEntregue');
  });

  it('show an order as the store has it once its status was chosen, and the others as they were', async () => {
    const { screen } = await open('', {
      'POST /api/staff/orders/two/moves': { order: order({ id: 'two', simpleId: 42, status: 'READY' }) },
    });
    await screen.type('Status do pedido 42', 'READY');
    expect([screen.valueOf('Status do pedido 41'), screen.valueOf('Status do pedido 42')]).toEqual([
      'RECEBIDO',
      'READY',
    ]);
  });

  it('are searched also while they are being read again', async () => {
    const { screen } = await open('', { [ACTIVE]: () => new Promise(() => undefined) });
    expect(screen.buttons()).toContain('Buscar');
  });

  it('have one among the open ones again that was taken for ended', async () => {
    const again = order({ id: 'o50', simpleId: 50, status: 'READY' });
    const { screen } = await open('/finalizados', { 'POST /api/staff/orders/o50/moves': { order: again } });
    await screen.type('Status do pedido 50', 'READY');
    expect(screen.words()).toContain('Ativos (3)');
    expect(screen.buttons()).not.toContain('#50');
  });

  it('of a search are what was found, wherever it stands; the rest is not asked for', async () => {
    const { screen } = await open('', {
      'GET /api/staff/orders?limit=100&by=panel&q=7': {
        orders: [order({ status: 'DELIVERED' })],
        panelExpired: true,
      },
    });
    await screen.type('Buscar pedido', '7');
    await screen.tap('Buscar');
    expect(screen.words()).toContain('Resultado da busca Número do Painel Expirado');
    expect(screen.buttons().filter((name) => /^#\d+$/.test(name))).toEqual(['#41']);
    await screen.tap('Limpar busca');
    expect(screen.words()).toContain('Ativos (2)');
  });
});
