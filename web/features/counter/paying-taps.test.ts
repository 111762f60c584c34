// Money that reaches an order in more than one way: beside the provider's code, part by part, on another device, and what is said of it then.
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boardOf } from '../../data/staff/board/board.ts';
import { boardLoadAtom } from '../../data/staff/board/live.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { openScreen, type Answers, refusal } from '../../testing/screen.ts';
import { Toaster } from '../../ui/toast.tsx';
import { CallOffDialog } from './call-off-dialog.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { OrderCard } from './order-card.tsx';
import { PaidPanel } from './paid.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { PixPay } from './pix-pay.tsx';
import { newSale } from './sale.ts';
import { SplitDialog } from './split-dialog.tsx';
import { waitingSalesAtom } from './use-waiting-sales.ts';
import { loadWaitingSales, saveWaitingSales } from './waiting-sales.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const MOVE = 'POST /api/staff/orders/o/moves';
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ id: 'o', panelNumber: 7, totalCents: 2_000, updatedAtMs: 900_000, ...changes });
const paid = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
const cash = (cents: number, changes: Partial<Tender> = {}): Tender => ({
  id: `cash-${cents}`,
  method: 'cash',
  card: null,
  cents,
  receivedCents: null,
  atMs: 0,
  ...changes,
});
/** One that the provider proved. */
const pix = (id: string, cents: number): Tender => ({
  ...cash(cents),
  id,
  method: 'pix_manual',
  proved: { attemptId: '01890a5d-ac96-774b-bcce-b302099a8057', method: 'pix' },
});
const nothing = (): void => {};

/** The board as the store tells it; `begun`: sales of the counter that are not paid yet. */
function storeWith({ orders = [], begun = [] }: { orders?: Order[]; begun?: Order[] }) {
  const store = createStore();
  const put = (board: { orders?: Order[]; begun?: Order[] }) =>
    store.set(boardLoadAtom, {
      state: 'ready',
      board: boardOf(
        { orders: [], delivered: [], deliveredToday: 0, unpaidMore: 0, seq: 0, now: 0, ...board },
        0,
      ),
    });
  put({ orders, begun });
  return { store, put };
}
const bodyOf = ({ body }: { body: unknown }) => body as Record<string, unknown>;

it('a difference that is said to have come by the shop’s own key is another payment than the code that may still be paid', async () => {
  const asked: string[] = [];
  const screen = await openScreen(
    createElement(DifferenceDialog, { order: order({ ...paid, balanceCents: 360 }), onClose: nothing }),
    {
      answers: {
        'POST /api/staff/orders/o/difference': { order: order(paid) },
        'POST *': ({ route }: { route: string }) => {
          asked.push(/part=([^&]+)/.exec(route)?.[1] ?? '');
          return { kind: 'proved', payment: { attemptId: 'a1', qrCode: '000201' }, totalCents: 360 };
        },
        'GET *': ({ route }: { route: string }) =>
          route.includes('/pix-code?')
            ? { brCode: '000201', holder: 'Praça Ltda.', totalCents: 360 }
            : undefined,
      },
    },
  );
  await screen.tap('PIX');
  await screen.tap('Usar a chave PIX da loja');
  await screen.tap('Recebi o PIX');
  expect(asked).toHaveLength(1);
  const said = screen.sent.find(({ route }) => route === 'POST /api/staff/orders/o/difference');
  expect(said?.body).toMatchObject({ kind: 'take', method: 'pix_manual', cents: 360 });
  expect(said && bodyOf(said)['id']).not.toBe(asked[0]);
});

it('what is printed of a sale that was just paid is the customer’s slip, not the kitchen’s', async () => {
  const result = { kind: 'paid', order: order(paid), receivedCents: null } as const;
  const screen = await openScreen(createElement(PaidPanel, { result, onDone: nothing }));
  await screen.tap('Imprimir via');
  expect(screen.changes().map(({ route }) => route)).toEqual([
    'POST /api/staff/orders/o/reprint?purpose=counter',
  ]);
});

it('a slip that could not be printed after the sale says why above its button', async () => {
  const result = { kind: 'paid', order: order(paid), receivedCents: null } as const;
  const screen = await openScreen(createElement(PaidPanel, { result, onDone: nothing }), {
    answers: { 'POST *': refusal(503, 'away', 'A loja reinicia.') },
  });
  await screen.tap('Imprimir via');
  expect(screen.alerts()).toEqual(['A loja reinicia.']);
});

describe('an order that waits for its money', () => {
  const props = { onChange: nothing, onAmend: nothing, onResume: () => false };

  it('and is paid to its end in parts shows its number, and the change of the last part', async () => {
    const begun = [cash(1_500)];
    const waiting = order({ status: 'PENDING', tenders: begun });
    const { store } = storeWith({ orders: [waiting] });
    const tenders = [...begun, cash(500, { receivedCents: 1_000 })];
    const screen = await openScreen(createElement(PendingScreen, props), {
      store,
      answers: { [MOVE]: { order: order({ ...paid, tenders, updatedAtMs: 950_000 }) } },
    });
    await screen.tap('Receber o resto');
    await screen.tap('Uma pessoa a menos');
    await screen.tap('Dinheiro');
    await screen.tap('R$ 10,00 troco R$ 5,00');
    expect(screen.words()).toContain('Número do cliente 7');
    expect(screen.words()).toContain('Troco: R$ 5,00');
    // Nothing of it is asked for any more.
    expect(screen.all('dialog[open]')).toHaveLength(1);
  });
});

it('a sale whose money was taken stays kept here where the ticket has no room for it', async () => {
  stubStorage();
  const times = { atMs: 1_000_000, userId: 'u' };
  const money = { totalCents: 400, receivedCents: 500, askedCents: 400 };
  saveWaitingSales([{ keptId: 'k', sale: newSale(), ...money, ...times, outcome: null }]);
  let hasRoom = false;
  const { store } = storeWith({});
  store.set(waitingSalesAtom, loadWaitingSales());
  const props = { onChange: nothing, onAmend: nothing, onResume: () => hasRoom };
  const screen = await openScreen(createElement(PendingScreen, props), { store });
  await screen.tap('Pôr na venda');
  expect(loadWaitingSales()).toHaveLength(1);
  hasRoom = true;
  await screen.tap('Pôr na venda');
  expect(loadWaitingSales()).toEqual([]);
});

describe('a sale of the counter that was begun and not paid', () => {
  it('is green once the part of it that was asked for has come, also where only the board says so', async () => {
    const onPaid = vi.fn<(order: Order) => void>();
    const { store, put } = storeWith({ begun: [order({ status: 'PENDING', source: 'counter' })] });
    const screen = await openScreen(
      createElement(PixPay, {
        orderOf: () => Promise.resolve({ order: order() }),
        cents: 800,
        partId: () => 'p9',
        busy: false,
        onPaid,
        onReceived: nothing,
      }),
      {
        store,
        answers: {
          'POST *': { kind: 'proved', payment: { attemptId: 'a1', qrCode: '000201' }, totalCents: 800 },
          'GET *': { status: 'pending' },
        },
      },
    );
    const after = order({ status: 'PENDING', source: 'counter', tenders: [pix('p9', 800)] });
    await screen.when(() => put({ begun: [after] }));
    expect(screen.words()).toBe('PIX recebido');
    await screen.later(1_200);
    expect(onPaid).toHaveBeenCalledExactlyOnceWith(after);
  });

  it('counts what another device took of it', async () => {
    const sale = order({ status: 'PENDING', source: 'counter' });
    const { store, put } = storeWith({ begun: [sale] });
    const ends = { onDone: nothing, onClose: nothing };
    const screen = await openScreen(createElement(SplitDialog, { subject: { order: sale }, ...ends }), {
      store,
    });
    expect(screen.words()).toContain('Falta R$ 20,00');
    await screen.when(() => put({ begun: [{ ...sale, tenders: [cash(800)], updatedAtMs: 950_000 }] }));
    expect(screen.words()).toContain('Falta R$ 12,00');
  });
});

describe('in parts', () => {
  const split = (changes: Partial<Order>, answers: Answers = {}) =>
    openScreen(
      createElement(SplitDialog, { subject: { order: order(changes) }, onDone: nothing, onClose: nothing }),
      { answers },
    );

  it('one by hand is said to be beside those that came by themselves and stood on the screen', async () => {
    const screen = await split(
      { status: 'PENDING', tenders: [pix('p1', 800)] },
      { [MOVE]: ({ body }: { body: { id: string } }) => ({ order: order({ tenders: [cash(600, body)] }) }) },
    );
    await screen.tap('Dinheiro');
    await screen.tap('Exato · R$ 6,00');
    expect(screen.changes().map(bodyOf)).toMatchObject([
      { kind: 'take-tender', cents: 600, besideParts: ['p1'] },
    ]);
  });

  it('one that was refused is not said to be any more where another way is chosen', async () => {
    const screen = await split({ status: 'PENDING' }, { [MOVE]: refusal(422, 'no', 'Assim não dá.') });
    await screen.tap('Dinheiro');
    await screen.tap('Exato · R$ 10,00');
    expect(screen.alerts()).toContain('Assim não dá.');
    await screen.tap('Voltar');
    expect(screen.alerts()).toEqual([]);
  });

  it('one goes back with the PIN of a manager where the store asks for it', async () => {
    const needed = refusal(403, 'manager-needed', 'Isto precisa de um gerente.', { hasPin: true });
    const back = ({ body }: { body: { pin?: string } }) =>
      body.pin === '1234' ? { order: order({ status: 'PENDING', updatedAtMs: 950_000 }) } : needed;
    const screen = await split({ status: 'PENDING', tenders: [cash(800)] }, { [MOVE]: back });
    await screen.tap('Devolver R$ 8,00, Dinheiro');
    await screen.tap('Devolver');
    await screen.type('PIN', '1234');
    await screen.tap('OK');
    expect(screen.words()).toContain('Nada pago ainda.');
    // Whoever had paid pays again.
    expect(screen.words()).toContain('3 pessoas');
  });

  it('is divided among twenty at most', async () => {
    const screen = await split({ status: 'PENDING' });
    for (let persons = 2; persons < 20; persons += 1) await screen.tap('Uma pessoa a mais');
    expect(screen.words()).toContain('20 pessoas a próxima paga R$ 1,00');
    expect(screen.buttons()).toContain('Uma pessoa a mais (off)');
  });
});

describe('what is to be handed to a customer', () => {
  const DIFFERENCE = 'POST /api/staff/orders/o/difference';
  const settled = { [DIFFERENCE]: { order: order(paid) } };
  const called = (changes: Partial<Order>) => ({
    [MOVE]: { order: order({ status: 'CANCELLED', ...changes }) },
  });
  const props = { onClose: nothing, onDone: nothing, onChange: nothing, onPrint: nothing, failed: null };
  const difference = (balanceCents: number) =>
    createElement(DifferenceDialog, { order: order({ ...paid, balanceCents }), onClose: nothing });
  const sale = { ...newSale(), earlier: ['o'] };

  it.each<[string, ReactElement, Answers, string[]]>([
    [
      'Devolva R$ 10,00',
      createElement(CallOffDialog, { sale, ...props }),
      called({ tenders: [cash(1_000)] }),
      ['Cancelar a venda'],
    ],
    [
      'Devolva R$ 20,00',
      createElement(OrderCard, { order: order(paid), ...props }),
      called(paid),
      ['Cancelar', 'Cancelar o pedido'],
    ],
    ['Devolução registrada', difference(-360), settled, ['Devolvi R$ 3,60']],
    ['Troco: R$ 6,40', difference(360), settled, ['Dinheiro', 'R$ 10,00 troco R$ 6,40']],
  ])(
    'is said for as long as it takes to count it out of the drawer: %s',
    async (said, part, answers, taps) => {
      const screen = await openScreen(createElement('div', null, part, createElement(Toaster)), { answers });
      for (const name of taps) await screen.tap(name);
      await screen.later(10_000);
      expect(screen.words()).toContain(said);
    },
  );
});

it('a code that nobody can pay any more is not shown while another is made', async () => {
  let isFirst = true;
  const screen = await openScreen(
    createElement(PixPay, {
      orderOf: () => Promise.resolve({ order: order() }),
      busy: false,
      onReceived: nothing,
    }),
    {
      answers: {
        'POST *': () => {
          if (!isFirst) return new Promise(() => undefined);
          isFirst = false;
          return { kind: 'proved', payment: { attemptId: 'a1', qrCode: '000201' }, totalCents: 2_000 };
        },
        'GET *': { status: 'expired' },
      },
    },
  );
  await screen.later(3_000);
  expect(screen.words()).toContain('Este código não vale mais.');
  await screen.tap('Gerar outro código');
  expect(screen.words()).toBe('');
  expect(screen.all('[role="status"]').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Gerando o código',
  ]);
});
