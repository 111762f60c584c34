// What is done to orders from the counter's lists, and how the money of one comes by itself: at a terminal, by PIX, in parts.
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { atom, createStore, useAtomValue } from 'jotai';
import { createElement, useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { boardOf } from '../../data/staff/board/board.ts';
import {
  boardLoadAtom,
  clockSkewAtom,
  orderEventAtom,
  pendingMovesAtom,
} from '../../data/staff/board/live.ts';
import { loadSessionAtom } from '../../data/staff/session/session.ts';
import { useStaffTheme } from '../../data/staff/session/theme.ts';
import { closeScreen, openHook, openScreen } from '../../testing/screen.ts';
import { refused, serve } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import { CounterHeader } from './counter-header.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { OrdersScreen } from './orders-screen.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { PickupScreen } from './pickup-screen.tsx';
import { PixPay } from './pix-pay.tsx';
import { SplitDialog } from './split-dialog.tsx';
import { TenderList } from './tender-list.tsx';
import { TerminalPay } from './terminal-pay.tsx';

beforeEach(() => {
  stubStorage();
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
});

const MOVE = 'POST /api/staff/orders/o/moves';
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({
    id: 'o',
    panelNumber: 7,
    totalCents: 2_000,
    createdAtMs: 900_000,
    updatedAtMs: 900_000,
    ...changes,
  });
const paid = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
const part = (changes: Partial<Tender> = {}): Tender => ({
  id: 'p1',
  method: 'cash',
  card: null,
  cents: 800,
  receivedCents: null,
  atMs: 0,
  ...changes,
});

async function open(
  screen: ReactElement,
  answers: Record<string, unknown> = {},
  orders: Order[] = [],
  delivered: Order[] = [],
) {
  const asked = serve(answers);
  const store = createStore();
  const board = (shown: Order[]) =>
    store.set(boardLoadAtom, {
      state: 'ready',
      board: boardOf(
        { orders: shown, delivered, deliveredToday: 0, unpaidMore: 0, seq: 0 } as unknown as Parameters<
          typeof boardOf
        >[0],
        0,
      ),
    });
  board(orders);
  const page = await openScreen(screen, { store });
  return {
    ...page,
    asked,
    answers,
    store,
    board,
    said: () => store.get(toastsAtom).map(({ title }) => title),
  };
}

describe('the last orders', () => {
  const LIST = 'GET /api/staff/orders?limit=40';
  const changed = vi.fn<(order: Order) => void>();
  const orders = [
    order({ ...paid, balanceCents: 360, customerPhone: '11987654321' }),
    order({ id: 'x', panelNumber: 8, status: 'PENDING', simpleId: 42 }),
  ];
  const list = (answers: Record<string, unknown> = {}) =>
    open(createElement(OrdersScreen, { onChange: changed }), { [LIST]: { orders }, ...answers });

  it('stand with number, state, way, total and what is owed', async () => {
    const page = await list();
    expect(page.words()).toMatch(
      /7 #41 \d\d:\d\d Açaí Grande \(11\) 98765-4321 Recebido Dinheiro R\$ 20,00 Falta R\$ 3,60 8 #42 \d\d:\d\d .* Aguardando pagamento R\$ 20,00$/,
    );
  });

  it('say when one was made, whatever became of it since', async () => {
    const afterNoon = (minute: number) => Date.UTC(2026, 10, 28, 15, minute);
    const one = order({ ...paid, createdAtMs: afterNoon(5), updatedAtMs: afterNoon(40) });
    expect((await list({ [LIST]: { orders: [one] } })).words()).toMatch(/ 7 #41 12:05 Açaí Grande/);
  });

  it('say what is to be given back of one', async () => {
    const page = await list({ [LIST]: { orders: [order({ ...paid, balanceCents: -360 })] } });
    expect(page.words()).toMatch(/R\$ 20,00 Devolver R\$ 3,60$/);
  });

  it('are found by the number that is called', async () => {
    const page = await list({ [`${LIST}&by=panel&q=8`]: { orders: [] } });
    await page.type('Buscar pelo número', ' 8 ');
    expect(page.asked.at(-1)?.route).toBe(`${LIST}&by=panel&q=8`);
    expect(page.words()).toContain('Nenhum pedido com o número 8.');
    expect((await list({ [LIST]: { orders: [] } })).words()).toContain('Nenhum pedido ainda hoje.');
  });

  it('are read again once the store has news', async () => {
    const page = await list();
    await page.later(5_000);
    expect(page.asked).toHaveLength(1);
    await page.when(() => page.store.set(orderEventAtom, { turn: 1, order: null }));
    await page.later(500);
    expect(page.asked).toHaveLength(2);
  });

  it('are printed again, the one that was asked for', async () => {
    const page = await list({ 'POST /api/staff/orders/x/reprint': {} });
    await page.tap('Imprimir de novo o pedido 8');
    expect(page.said()).toEqual(['2ª via enviada para a impressora']);
    await page.tap('Abrir o pedido 8');
    await page.tap('Imprimir');
    expect(page.asked.filter(({ route }) => route === 'POST /api/staff/orders/x/reprint')).toHaveLength(2);
  });

  it('that could not be printed again say so at the very one, also where it is opened', async () => {
    const page = await list({ 'POST /api/staff/orders/x/reprint': refused(503, 'Sem papel.') });
    await page.tap('Imprimir de novo o pedido 8');
    const told = () => page.all('li, dialog').filter((one) => one.querySelector('[role="alert"]') !== null);
    expect(told().map((one) => one.textContent)).toEqual([expect.stringMatching(/^8#.*Sem papel\.$/)]);
    await page.tap('Abrir o pedido 8');
    expect(told()).toHaveLength(2);
  });

  it('are opened: what is in one, what it cost, and what can be done', async () => {
    const page = await list();
    await page.tap('Abrir o pedido 7');
    expect(page.words()).toContain('Pedido 7 Recebido');
    await page.tap('Mudar');
    expect(changed).toHaveBeenCalledWith(orders[0]);
    expect(page.words()).not.toContain('Pedido 7 Recebido');
  });

  it('are called off, and what goes back over the counter is said', async () => {
    const page = await list({ [MOVE]: { order: order({ status: 'CANCELLED' }) } });
    await page.tap('Abrir o pedido 7');
    await page.tap('Cancelar');
    await page.tap('Cancelar o pedido');
    expect(page.asked.at(-1)).toMatchObject({
      route: MOVE,
      body: { kind: 'cancel', reason: 'cliente', seen: 'RECEBIDO' },
    });
    expect(page.said()[0]).toMatch(/^Devolva R\$ /);
    expect(page.words()).not.toContain('Cancelar o pedido 7?');
    // Nor does the order stand open any more as it was.
    expect(page.words()).not.toContain('Pedido 7');
  });

  it('are called off, and what goes back by itself is said beside what is handed back', async () => {
    const proved = { attemptId: '01890a5d-ac96-774b-bcce-b302099a8057', method: 'pix' } as const;
    const tenders = [part(), part({ id: 'p2', cents: 1_200, method: 'pix_manual', proved })];
    const page = await list({
      [LIST]: { orders: [order({ ...paid, tenders })] },
      [MOVE]: { order: order({ status: 'CANCELLED' }) },
    });
    await page.tap('Abrir o pedido 7');
    await page.tap('Cancelar');
    await page.tap('Cancelar o pedido');
    const told = page.store
      .get(toastsAtom)
      .map(({ title, text }) => `${title}: ${text}`.replaceAll('\u00a0', ' '));
    expect(told).toEqual([
      'Devolva R$ 8,00 (Dinheiro): ' +
        'Pedido 7. R$ 12,00 voltam sozinhos pelo Mercado Pago: não devolva em mãos.',
    ]);
  });

  it('are called off by whoever has no leave for it with the PIN of a manager', async () => {
    const needed = refused(403, 'Isto precisa de um gerente.', { code: 'manager-needed', hasPin: true });
    const page = await list({
      [MOVE]: ({ pin }: { pin?: string }) =>
        pin === '1234' ? { order: order({ status: 'CANCELLED' }) } : needed,
    });
    await page.tap('Abrir o pedido 7');
    await page.tap('Cancelar');
    await page.tap('Cancelar o pedido');
    expect(page.said()).toEqual([]);
    await page.type('PIN', '1234');
    await page.tap('OK');
    expect(page.said()[0]).toMatch(/^Devolva R\$ /);
    expect(page.words()).not.toContain('Pedido 7');
  });

  it('that were paid online, handed over or called off are not called off here', async () => {
    const off = async (changes: Partial<Order>) => {
      const page = await list({ [LIST]: { orders: [order(changes)] } });
      await page.tap('Abrir o pedido 7');
      return page.buttons().includes('Cancelar');
    };
    expect(await off({ ...paid, paymentMethod: 'pix' })).toBe(false);
    expect(await off({ ...paid, status: 'DELIVERED' })).toBe(false);
    expect(await off({ ...paid, status: 'CANCELLED' })).toBe(false);
    expect(await off({ status: 'PENDING', paymentMethod: 'pix' })).toBe(true);
    expect(await off(paid)).toBe(true);
  });
});

describe('what is ready', () => {
  it('is handed over by its own button, and taken back while that is short ago', async () => {
    const ready = ['a', 'b'].map((id, at) =>
      order({ id, panelNumber: 7 + at, status: 'READY', createdAtMs: 900_000 + at }),
    );
    const delivered = [
      order({ id: 'd', panelNumber: 9, status: 'DELIVERED', deliveredAtMs: 999_000 }),
      order({ id: 'e', panelNumber: 10, status: 'DELIVERED', deliveredAtMs: -10_000_000 }),
    ];
    const page = await open(createElement(PickupScreen), {}, ready.toReversed(), delivered);
    const named = page.all('[role="group"]').map((one) => one.getAttribute('aria-label'));
    expect(named).toEqual(['Pedido 7', 'Pedido 8']);
    expect(page.words()).toMatch(/^7 .* 8 .*Desfazer entrega nº 9 Em preparo \(0\)$/);
    await page.tap('Entregar', 1);
    await page.tap('Desfazer entrega nº 9');
    expect(page.store.get(pendingMovesAtom)).toMatchObject([
      { orderId: 'b', move: { kind: 'deliver', seen: 'READY' } },
      { orderId: 'd', move: { kind: 'undo-delivery', seen: 'DELIVERED' } },
    ]);
    expect(page.buttons()).toEqual(['Entregar', 'Enviando… (off)', 'Desfazer entrega nº 9']);
  });
});

describe('what is still being made', () => {
  it('has waited by the clock of the store, whatever the one of this device says', async () => {
    const made = order({ status: 'PREPARING', createdAtMs: 1_000_000 });
    const page = await open(createElement(PickupScreen), {}, [made]);
    expect(page.words()).toContain('0 min');
    await page.when(() => page.store.set(clockSkewAtom, 12 * 60_000));
    expect(page.words()).toContain('12 min');
  });
});

describe('the head of the counter', () => {
  const head = async (role: string) => {
    const store = createStore();
    serve({
      'GET /api/staff/me': { id: 'u', name: 'Ana', email: 'a@b.c', role },
      'POST /api/auth/sign-out': refused(503, 'fora'),
    });
    await store.set(loadSessionAtom, 'sign-in');
    const tools: string[] = [];
    const screens: string[] = [];
    const props = {
      screen: 'pending',
      onScreen: (one: string) => screens.push(one),
      counts: { pending: 1, pickup: 0 },
      onTool: (one: string) => tools.push(one),
    } as const;
    const page = await openScreen(createElement(CounterHeader, props), { store });
    return { ...page, tools, screens };
  };

  it('has each screen with what waits there, and marks where one is', async () => {
    const page = await head('ATTENDANT');
    expect(page.buttons().slice(0, 5)).toEqual(['Venda', 'Pendentes 1', 'Entregar', 'Pedidos', 'Caixa']);
    expect(page.markup().match(/aria-current="page"[^>]*>/g)).toHaveLength(1);
    await page.tap('Caixa');
    expect(page.screens).toEqual(['cash']);
    await page.tap('Acabou');
    await page.tap('Pausar');
    expect(page.tools).toEqual(['sold-out', 'pause']);
    expect(page.words()).not.toContain('Admin');
  });

  it('says what its colours would be, which are its own', async () => {
    const page = await head('ATTENDANT');
    await page.tap('Usar cores escuras');
    expect(page.buttons()).toContain('Usar cores claras');
    // The same device may be the kitchen's: its screen has colours of its own.
    expect((await openHook(() => useStaffTheme('cozinha', 'light'))).now()[0]).toBe('light');
  });

  it('wears the colours of its device until somebody chooses others', async () => {
    const AtNight = () => {
      Object.assign(window, { matchMedia: () => ({ matches: true }) });
      const nothing = () => undefined;
      return createElement(CounterHeader, {
        screen: 'sale',
        onScreen: nothing,
        counts: {},
        onTool: nothing,
      });
    };
    const page = await open(createElement(AtNight));
    expect(page.window.document.documentElement.dataset['theme']).toBe('acai-noite');
    expect(page.buttons()).toContain('Usar cores claras');
  });

  it('says why one could not leave', async () => {
    const page = await head('ATTENDANT');
    await page.tap('Sair');
    expect(page.store.get(toastsAtom)).toMatchObject([{ title: 'Não deu para sair', tone: 'error' }]);
    expect(page.alerts()).toEqual([expect.stringMatching(/^Não deu para sair\. /)]);
  });

  it('leads an administrator to the panel', async () => {
    expect((await head('ADMIN')).markup()).toContain('href="/admin"');
  });
});

describe('an order that waits', () => {
  it('is called off after a question, and said to the store as it was seen', async () => {
    const counter = order({ status: 'PENDING', source: 'counter' });
    const page = await open(
      createElement(PendingScreen, {
        onChange: () => undefined,
        onAmend: () => undefined,
        onResume: () => false,
      }),
      { [MOVE]: { order: counter } },
      [counter],
    );
    await page.tap('Cancelar');
    await page.tap('Cancelar o pedido');
    expect(page.asked.at(-1)).toMatchObject({
      route: MOVE,
      body: { kind: 'cancel', reason: 'cliente', seen: 'PENDING' },
    });
    expect(page.words()).not.toContain('Cancelar o pedido 7?');
  });
});

it('a part goes back that was asked for, and how its money goes is said', async () => {
  const back = vi.fn<(id: string) => Promise<void>>(() => Promise.resolve());
  const proved = { paymentId: '1', method: 'pix' } as unknown as NonNullable<Tender['proved']>;
  const tenders = [part(), part({ id: 'p2', cents: 500, method: 'pix_manual', proved })];
  const page = await open(createElement(TenderList, { tenders, busy: false, onGiveBack: back }));
  await page.tap('Devolver R$ 5,00, PIX');
  expect(page.words()).toContain(
    'R$ 5,00 voltam ao cliente pelo Mercado Pago (PIX): não devolva em dinheiro. O pedido volta a esperar por esta parte.',
  );
  await page.tap('Devolver');
  expect(back).toHaveBeenCalledWith('p2');
  expect(page.words()).not.toContain('Devolver R$ 5,00?');
  await page.tap('Devolver R$ 8,00, Dinheiro');
  expect(page.words()).toContain('Devolva R$ 8,00 ao cliente (Dinheiro).');
});

describe('at a terminal', () => {
  const TERMINALS = { terminals: [{ id: 't1', name: 'Caixa 1' }], isAway: false };
  const SEND = 'POST /api/staff/orders/o/terminal';
  const LOOK = 'GET /api/staff/orders/o/terminal/a1';
  const payment = (state: string, more = {}) => ({
    attemptId: 'a1',
    terminalId: 't1',
    state,
    amountCents: 2_000,
    statusDetail: null,
    ...more,
  });
  const pay = async (answers: Record<string, unknown> = {}, more = {}) => {
    const ends = {
      onPaid: vi.fn<(order: Order) => void>(),
      onByHand: vi.fn<(card: string) => void>(),
      onLeave: vi.fn<() => void>(),
      onLeavePart: vi.fn<() => void>(),
    };
    const props = {
      totalCents: 2_000,
      orderOf: () => Promise.resolve({ order: order() }),
      busy: false,
      ...ends,
      ...more,
    };
    const page = await open(createElement(TerminalPay, props), {
      'GET /api/staff/terminals': TERMINALS,
      [SEND]: payment('sent'),
      [LOOK]: payment('sent'),
      ...answers,
    });
    return { ...page, ...ends };
  };

  it('is sent with one tap, or typed there and confirmed with the kind of card', async () => {
    const page = await pay();
    expect(page.words()).toMatch(/^Enviar para a maquininha Ou digite R\$ 20,00 na maquininha\./);
    await page.tap('Crédito');
    expect(page.onByHand).toHaveBeenCalledWith('credito');
    await page.tap('Enviar para a maquininha');
    expect(page.asked.at(-1)).toMatchObject({ route: SEND, body: { terminalId: 't1' } });
    expect(page.words()).toContain('Peça para passar o cartão na maquininha R$ 20,00 Enviado.');
    expect(page.buttons()).not.toContain('Enviar de novo');
  });

  it('of several is sent to the one that is named; without one it is typed', async () => {
    const two = { terminals: [...TERMINALS.terminals, { id: 't2', name: 'Varanda' }], isAway: false };
    const page = await pay({ 'GET /api/staff/terminals': two });
    await page.tap('Enviar para Varanda');
    expect(page.asked.at(-1)).toMatchObject({ body: { terminalId: 't2' } });
    const none = await pay({ 'GET /api/staff/terminals': { terminals: [], isAway: true } });
    expect(none.words()).toMatch(/^Passe R\$ 20,00 na maquininha\./);
  });

  /** Left and looked at again, with what is there then. */
  const lookAgain = async (before: object, ...since: object[]) => {
    let now = before;
    const shownAtom = atom(true);
    const Pay = () =>
      useAtomValue(shownAtom) &&
      createElement(TerminalPay, {
        totalCents: 2_000,
        orderOf: () => Promise.resolve({ order: order() }),
        busy: false,
        onPaid: () => undefined,
        onByHand: () => undefined,
      });
    const page = await open(createElement(Pay), {
      'GET /api/staff/terminals': () => now,
    });
    expect(page.words()).not.toContain('Sem conexão');
    for (now of since)
      for (const isShown of [false, true]) await page.when(() => page.store.set(shownAtom, isShown));
    return page.words();
  };

  it('that was there and cannot be reached now says so, and is typed', async () => {
    expect(await lookAgain(TERMINALS, { terminals: [], isAway: true })).toMatch(
      /^Sem conexão agora: o valor não vai sozinho para a maquininha\. Passe R\$ 20,00/,
    );
  });

  it('that was missed already is missed on, as often as somebody looks', async () => {
    const away = { terminals: [], isAway: true };
    expect(await lookAgain(TERMINALS, away, away)).toContain('Sem conexão agora');
  });

  it('that the shop has none of is not missed by it, with or without a connection', async () => {
    const none = { terminals: [], isAway: false };
    expect(await lookAgain(none, { terminals: [], isAway: true })).toMatch(/^Passe R\$ 20,00/);
  });

  it('that was taken from the counter meanwhile is not missed', async () => {
    expect(await lookAgain(TERMINALS, { terminals: [], isAway: false })).toMatch(/^Passe R\$ 20,00/);
  });

  it('is waited for longer than another answer: the amount goes through the provider', async () => {
    const page = await pay();
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    await page.tap('Enviar para a maquininha');
    expect(bounds.mock.calls).toEqual([[15_000]]);
    bounds.mockRestore();
  });

  it('of a part names the part and its amount', async () => {
    const page = await pay({}, { partId: () => 'p9', totalCents: 800 });
    await page.tap('Enviar para a maquininha');
    expect(page.asked.at(-1)?.body).toEqual({ terminalId: 't1', part: { id: 'p9', cents: 800 } });
  });

  it('is looked at until its end, which is said with what to do next', async () => {
    const page = await pay({
      [LOOK]: payment('refused', { statusDetail: 'cc_rejected_insufficient_amount' }),
    });
    await page.tap('Enviar para a maquininha');
    await page.later(3_000);
    expect(page.words()).toContain(
      'Cartão recusado: sem limite ou saldo. Nada foi cobrado. Enviar de novo Pagar de outro jeito',
    );
    const looks = page.asked.length;
    await page.later(6_000);
    expect(page.asked).toHaveLength(looks);
    await page.tap('Pagar de outro jeito');
    expect(page.onLeave).toHaveBeenCalledTimes(1);
    await page.tap('Enviar de novo');
    expect(page.asked.at(-1)).toMatchObject({ route: SEND, body: { terminalId: 't1' } });
    expect(page.onLeavePart).not.toHaveBeenCalled();
  });

  it('that went back is another part when it is sent again', async () => {
    const page = await pay({ [LOOK]: payment('returned') });
    await page.tap('Enviar para a maquininha');
    await page.later(3_000);
    expect(page.words()).not.toContain('Pago na maquininha');
    await page.tap('Enviar de novo');
    expect(page.onLeavePart).toHaveBeenCalledTimes(1);
  });

  it('is taken off it, which is said while it lets go', async () => {
    const page = await pay({ [`${SEND}/a1/cancel`]: payment('shown') });
    await page.tap('Enviar para a maquininha');
    await page.tap('Tirar da maquininha');
    expect(page.words()).toContain('A maquininha está largando o valor.');
    await page.tap('Confirmar à mão');
    expect(page.words()).toContain('Só se a maquininha mostrou aprovado');
  });

  it('is green once the provider or the store has the money, and tells the order after a moment', async () => {
    const page = await pay();
    await page.tap('Enviar para a maquininha');
    const done = order({ ...paid, paymentMethod: 'terminal' });
    await page.when(() => page.store.set(orderEventAtom, { turn: 1, order: done }));
    expect(page.words()).toBe('Pago na maquininha');
    expect(page.onPaid).not.toHaveBeenCalled();
    await page.later(1_200);
    expect(page.onPaid).toHaveBeenCalledWith(done);
    const other = await pay();
    await other.tap('Enviar para a maquininha');
    await other.when(() =>
      other.store.set(orderEventAtom, { turn: 1, order: order({ ...paid, id: 'other' }) }),
    );
    expect(other.words()).not.toContain('Pago na');
  });

  it('is looked at no more once the order has the money', async () => {
    const page = await pay();
    await page.tap('Enviar para a maquininha');
    const done = order({ ...paid, paymentMethod: 'terminal' });
    await page.when(() => page.store.set(orderEventAtom, { turn: 1, order: done }));
    const looks = page.asked.length;
    await page.later(9_000);
    expect(page.asked).toHaveLength(looks);
  });

  it('of a part is not green before the order has it, and is said to go back where it has no room', async () => {
    const page = await pay({ [LOOK]: payment('approved') }, { partId: () => 'p9' });
    await page.tap('Enviar para a maquininha');
    await page.later(3_000);
    expect(page.words()).toBe('O dinheiro veio. Falta a loja pôr no pedido…');
    expect(page.onLeavePart).not.toHaveBeenCalled();
    await page.later(10_000);
    expect(page.words()).toBe('O dinheiro veio e não coube no pedido: volta ao cliente.');
    expect(page.onLeavePart).toHaveBeenCalledTimes(1);
  });

  it('that is being sent can be sent once more', async () => {
    const page = await pay({ [SEND]: payment('sending') });
    await page.tap('Enviar para a maquininha');
    expect(page.buttons()).toContain('Enviar de novo');
  });
});

describe('by PIX at the counter', () => {
  const ASK = 'POST /api/staff/orders/o/counter-pix';
  const LOOK = 'GET /api/staff/orders/o/counter-pix/a1';
  /** Of 200 characters a QR code has 57 × 57 modules, and a margin of two around them. */
  const LONG = '0'.repeat(100) + 'x'.repeat(100);
  const DRAWN = 'viewBox="0 0 61 61"';
  const proved = { kind: 'proved', payment: { attemptId: 'a1', qrCode: LONG }, totalCents: 2_000 };
  const own = {
    kind: 'static',
    why: 'away',
    code: { brCode: LONG, holder: 'Praça Ltda.', totalCents: 2_000 },
  };
  const pay = async (answers: Record<string, unknown> = {}, more = {}) => {
    const ends = {
      onPaid: vi.fn<(order: Order) => void>(),
      onReceived: vi.fn<() => void>(),
      onLeavePart: vi.fn<() => void>(),
    };
    const page = await open(
      createElement(PixPay, {
        orderOf: () => Promise.resolve({ order: order() }),
        busy: false,
        ...ends,
        ...more,
      }),
      { [ASK]: proved, [LOOK]: { status: 'pending' }, ...answers },
    );
    return { ...page, ...ends };
  };

  it('waits for the provider’s code to be paid', async () => {
    const page = await pay();
    expect(page.words()).toContain(
      'Mostre o QR ao cliente. Quando o dinheiro chegar, esta tela fica verde sozinha',
    );
    expect(page.markup()).toContain(DRAWN);
    expect(page.words()).toContain('R$ 20,00 Esperando o pagamento Usar a chave PIX da loja');
    page.answers[LOOK] = { status: 'approved' };
    await page.later(3_000);
    expect(page.words()).toBe('PIX recebido');
    const done = order({ ...paid, paymentMethod: 'pix' });
    await page.when(() => page.store.set(orderEventAtom, { turn: 1, order: done }));
    await page.later(1_200);
    expect(page.onPaid).toHaveBeenCalledWith(done);
    const looks = page.asked.length;
    await page.later(6_000);
    expect(page.asked).toHaveLength(looks);
  });

  it.each([
    ['the provider', { [LOOK]: { status: 'approved' } }, null],
    ['the order', {}, order({ ...paid, paymentMethod: 'pix' })],
  ])('is looked for no more once %s has it, whatever the other says', async (_who, answers, done) => {
    const page = await pay(answers);
    if (done !== null) await page.when(() => page.store.set(orderEventAtom, { turn: 1, order: done }));
    await page.later(3_000);
    expect(page.words()).toBe('PIX recebido');
    const looks = page.asked.length;
    await page.later(9_000);
    expect(page.asked).toHaveLength(looks);
  });

  it('that cannot be paid any more is asked for anew', async () => {
    const page = await pay({ [LOOK]: { status: 'expired' } });
    await page.later(3_000);
    expect(page.words()).toContain('Este código não vale mais. R$ 20,00 Gerar outro código');
    await page.tap('Gerar outro código');
    expect(page.asked.filter(({ route }) => route === ASK)).toHaveLength(2);
  });

  it('of a part asks for its amount, and leaves the part where the shop’s own key is used', async () => {
    const ids = ['p9', 'p10'];
    const page = await pay(
      {
        [`${ASK}?part=p9&cents=800`]: { ...proved, totalCents: 800 },
        'GET /api/staff/orders/o/pix-code?part=p10&cents=800': own.code,
      },
      { cents: 800, partId: () => ids.shift() ?? '' },
    );
    await page.tap('Usar a chave PIX da loja');
    expect(page.onLeavePart).toHaveBeenCalledTimes(1);
    expect(page.words()).toContain('Recebe: Praça Ltda.');
    expect(page.words()).toContain('Pela chave da loja, este PIX não se confirma sozinho.');
  });

  it('of another amount than was asked for first shows that one, however late the first answer comes', async () => {
    const first = Promise.withResolvers<typeof proved>();
    const Amounts = () => {
      const [cents, setCents] = useState(800);
      const props = {
        orderOf: () => Promise.resolve({ order: order() }),
        cents,
        partId: () => 'p9',
        busy: false,
        onReceived: () => undefined,
      };
      return createElement(
        'div',
        null,
        createElement('button', { onClick: () => setCents(500) }, 'Outra parte'),
        createElement(PixPay, props),
      );
    };
    const page = await open(createElement(Amounts), {
      [`${ASK}?part=p9&cents=800`]: () => first.promise,
      [`${ASK}?part=p9&cents=500`]: { ...proved, totalCents: 500 },
      [LOOK]: { status: 'pending' },
    });
    await page.tap('Outra parte');
    expect(page.words()).toContain('R$ 5,00 Esperando o pagamento');
    await page.when(() => first.resolve({ ...proved, totalCents: 800 }));
    expect(page.words()).toContain('R$ 5,00 Esperando o pagamento');
  });

  it('by the shop’s own key is confirmed by whoever saw it', async () => {
    const page = await pay({ [ASK]: own });
    expect(page.words()).toContain('Sem internet agora: este PIX não se confirma sozinho.');
    expect(page.markup()).toContain(DRAWN);
    await page.tap('Recebi o PIX');
    expect(page.onReceived).toHaveBeenCalledTimes(1);
    expect((await pay({ [ASK]: own }, { busy: true })).buttons()).toContain('Recebi o PIX (off)');
  });

  it('that cannot be had says why, and is tried again', async () => {
    const page = await pay({ [ASK]: refused(503, 'Sem chave PIX.') });
    expect(page.words()).toBe('Sem chave PIX. Tentar de novo');
    page.answers[ASK] = proved;
    await page.tap('Tentar de novo');
    expect(page.words()).toContain('Esperando o pagamento');
  });
});

describe('in parts', () => {
  const split = async (changes: Partial<Order> = {}, answers: Record<string, unknown> = {}) => {
    const ends = {
      onDone: vi.fn<(result: unknown) => void>(),
      onClose: vi.fn<() => void>(),
      onStarted: vi.fn<() => void>(),
    };
    const page = await open(createElement(SplitDialog, { subject: { order: order(changes) }, ...ends }), {
      'GET /api/staff/terminals': { terminals: [], isAway: false },
      ...answers,
    });
    return { ...page, ...ends };
  };
  const taken = (tenders: Tender[], more: Partial<Order> = {}) => ({
    order: order({ tenders, updatedAtMs: 950_000, ...more }),
  });

  it('each next of them is what is left among those who still pay', async () => {
    const page = await split({}, { [MOVE]: ({ id }: { id: string }) => taken([part({ id, cents: 668 })]) });
    await page.tap('Uma pessoa a mais');
    expect(page.words()).toContain('3 pessoas a próxima paga R$ 6,68');
    await page.tap('Dinheiro');
    await page.tap('Exato · R$ 6,68');
    expect(page.asked.at(-1)).toMatchObject({
      body: { kind: 'take-tender', method: 'cash', cents: 668, receivedCents: 668 },
    });
    expect(page.onStarted).toHaveBeenCalledTimes(1);
    expect(page.words()).toContain('Falta R$ 13,32');
    expect(page.words()).toContain('2 pessoas a próxima paga R$ 6,66');
    await page.tap('Fechar');
    expect(page.said()).toEqual(['Faltam R$ 13,32']);
    expect(page.onClose).toHaveBeenCalledTimes(1);
  });

  it('the amount that is typed begins anew over the share, and is no more than what is left', async () => {
    const page = await split();
    await page.tap('5');
    expect(page.words()).toContain('R$ 0,05');
    await page.tap('00');
    await page.tap('0');
    await page.tap('0');
    await page.tap('PIX');
    expect(page.words()).toContain('PIX · R$ 20,00');
    await page.tap('Voltar');
    expect(page.words()).toContain('Dividir · R$ 20,00');
  });

  it('the share that nobody has typed over stays whole where a figure of it is taken back', async () => {
    const page = await split({ totalCents: 2_468 });
    expect(page.words()).toContain('a próxima paga R$ 12,34');
    await page.tap('Apagar');
    expect(page.all('output')[0]?.textContent).toMatch(/^R\$\s12,34$/);
    await page.tap('PIX');
    expect(page.words()).toContain('PIX · R$ 12,34');
  });

  it('the amount that was typed gives way to the share once the persons are changed', async () => {
    const page = await split();
    for (const key of ['5', '00', 'Uma pessoa a mais']) await page.tap(key);
    await page.tap('PIX');
    expect(page.words()).toContain('PIX · R$ 6,68');
  });

  it('none is left: the order is paid, with the change of the last of them', async () => {
    const page = await split(
      { tenders: [part({ cents: 1_000 })] },
      {
        [MOVE]: taken([part({ cents: 1_000 }), part({ id: 'p2', cents: 1_000, receivedCents: 1_500 })], paid),
      },
    );
    await page.tap('Uma pessoa a menos');
    await page.tap('Dinheiro');
    await page.tap('R$ 20,00 troco R$ 10,00');
    expect(page.onDone).toHaveBeenCalledWith(expect.objectContaining({ kind: 'paid', receivedCents: 2_500 }));
  });

  it('by card or by the shop’s PIX are sent by their way', async () => {
    const page = await split({}, { [MOVE]: taken([part()]) });
    await page.tap('Maquininha');
    await page.tap('Débito');
    expect(page.asked.at(-1)).toMatchObject({
      body: { kind: 'take-tender', method: 'terminal', card: 'debito', cents: 1_000 },
    });
  });

  it('by a card whose money went back is another part when it is sent again', async () => {
    const SEND = 'POST /api/staff/orders/o/terminal';
    const parts: string[] = [];
    const payment = (state: string) => ({
      attemptId: `a${parts.length}`,
      terminalId: 't1',
      state,
      amountCents: 1_000,
      statusDetail: null,
    });
    const page = await split(
      {},
      {
        'GET /api/staff/terminals': { terminals: [{ id: 't1', name: 'Caixa 1' }], isAway: false },
        [SEND]: ({ part: sent }: { part: { id: string } }) => {
          parts.push(sent.id);
          return payment('returned');
        },
      },
    );
    await page.tap('Maquininha');
    await page.tap('Enviar para a maquininha');
    expect(page.words()).toContain('já voltou ao cliente');
    await page.tap('Enviar de novo');
    expect(parts).toHaveLength(2);
    expect(new Set(parts).size).toBe(2);
  });

  it('goes back with a manager’s leave, and one more pays then', async () => {
    const page = await split({ tenders: [part()] }, { [MOVE]: taken([]) });
    await page.tap('Devolver R$ 8,00, Dinheiro');
    await page.tap('Devolver');
    expect(page.asked.at(-1)).toMatchObject({ body: { kind: 'give-tender-back', id: 'p1' } });
    expect(page.words()).toContain('3 pessoas');
    expect(page.words()).toContain('Falta R$ 20,00');
  });

  it('that another device took, or that ends the order elsewhere, count here', async () => {
    const page = await split();
    await page.when(() => page.board([order({ tenders: [part()], updatedAtMs: 950_000 })]));
    expect(page.words()).toContain('Falta R$ 12,00');
    await page.when(() => page.board([order({ updatedAtMs: 800_000 })]));
    expect(page.words()).toContain('Falta R$ 20,00');
    await page.when(() => page.board([order({ status: 'CANCELLED', updatedAtMs: 960_000 })]));
    expect(page.said()).toEqual(['Este pedido foi cancelado']);
    expect(page.onClose).toHaveBeenCalledTimes(1);
  });

  it('the store’s question is said, and nothing failed', async () => {
    const page = await split(
      {},
      { [MOVE]: refused(409, 'O PIX de R$ 8,00 chegou. É outro?', { code: 'part-beside', partIds: ['p5'] }) },
    );
    await page.tap('Dinheiro');
    await page.tap('Exato · R$ 10,00');
    expect(page.words()).toContain('O PIX de R$ 8,00 chegou. É outro?');
    expect(page.said()).toEqual([]);
    page.answers[MOVE] = taken([part()]);
    await page.tap('Exato · R$ 10,00');
    expect(page.asked.at(-1)).toMatchObject({ body: { besideParts: ['p5'] } });
  });

  it('with the drawer closed wait for it', async () => {
    const page = await split({}, { [MOVE]: refused(409, 'Fechado.', { code: 'drawer-closed' }) });
    await page.tap('Dinheiro');
    await page.tap('Exato · R$ 10,00');
    expect(page.words()).toContain('Abrir o caixa');
    await page.tap('Fechar');
    expect(page.words()).toContain('Dinheiro · R$ 10,00');
  });
});

describe('what a change left open', () => {
  const DIFFERENCE = 'POST /api/staff/orders/o/difference';
  const differ = async (changes: Partial<Order>, answers: Record<string, unknown> = {}) => {
    const onClose = vi.fn<() => void>();
    const page = await open(
      createElement(DifferenceDialog, { order: order({ ...paid, ...changes }), onClose }),
      answers,
    );
    return { ...page, onClose };
  };

  it('is taken in cash with its change, once however often it is sent', async () => {
    const page = await differ({ balanceCents: 360 }, { [DIFFERENCE]: refused(503, 'fora') });
    await page.tap('Dinheiro');
    await page.tap('R$ 10,00 troco R$ 6,40');
    page.answers[DIFFERENCE] = { order: order() };
    await page.tap('R$ 10,00 troco R$ 6,40');
    const [first, second] = page.asked.map(({ body }) => body as { id: string });
    expect(second).toMatchObject({
      kind: 'take',
      cents: 360,
      method: 'cash',
      receivedCents: 1_000,
      drawer: 'open',
      id: first?.id,
    });
    expect(page.said()).toEqual(['Troco: R$ 6,40']);
    expect(page.onClose).toHaveBeenCalledTimes(1);
  });

  it('is taken by card, or later', async () => {
    const page = await differ({ balanceCents: 360 }, { [DIFFERENCE]: { order: order() } });
    await page.tap('Maquininha');
    await page.tap('Vale');
    expect(page.asked[0]?.body).toMatchObject({ kind: 'take', method: 'terminal', card: 'vale' });
    expect(page.asked[0]?.body).not.toHaveProperty('drawer');
    expect(page.said()).toEqual(['Diferença recebida']);
    const later = await differ({ balanceCents: 360 });
    await later.tap('Receber depois (fica em Pendentes)');
    expect(later.onClose).toHaveBeenCalledTimes(1);
  });

  it('waits for the drawer, and is booked then', async () => {
    const page = await differ(
      { balanceCents: 360 },
      { [DIFFERENCE]: refused(409, 'x', { code: 'drawer-closed' }) },
    );
    await page.tap('Dinheiro');
    await page.tap('Exato · R$ 3,60');
    expect(page.words()).toContain('Depois o pagamento continua.');
  });

  it('goes back, and what went by which way is said', async () => {
    const after = order({ ...paid, givenBack: [{ method: 'cash', card: null, cents: 360 }] } as never);
    const page = await differ({ balanceCents: -360 }, { [DIFFERENCE]: { order: after } });
    await page.tap('Devolvi R$ 3,60');
    expect(page.asked[0]?.body).toMatchObject({ kind: 'give-back', cents: 360 });
    expect(page.said()).toEqual(['Devolução registrada']);
    const online = await differ({ balanceCents: -360, paymentMethod: 'pix' });
    expect(online.buttons()).toContain('Devolver R$ 3,60');
    expect(online.words()).toContain('O resto um administrador devolve pelo Mercado Pago');
  });
});
