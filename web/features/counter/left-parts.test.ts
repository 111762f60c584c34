// What a part of the counter still does once somebody has closed it: nothing is asked for any more, and nothing told.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { atom, createStore, useAtomValue } from 'jotai';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { orderEventAtom } from '../../data/staff/board/live.ts';
import { NOW } from '../../testing/evening.ts';
import { openScreen, type Answers } from '../../testing/screen.ts';
import { beginEvening } from '../../testing/staff-screen.ts';
import { terminalPayment } from '../../testing/till.ts';
import { CashPay } from './cash-pay.tsx';
import { OrdersScreen } from './orders-screen.tsx';
import { PixPay } from './pix-pay.tsx';
import { TerminalPay } from './terminal-pay.tsx';

beforeEach(beginEvening);
afterEach(() => void vi.useRealTimers());

const order: Order = sampleOrder({ id: 'o', status: 'PENDING', paymentStatus: 'pending', totalCents: 2_000 });
const paid: Order = { ...order, status: 'RECEBIDO', paymentStatus: 'approved' };
const told = vi.fn<() => void>();
const given = { orderOf: () => Promise.resolve({ order }), busy: false, onPaid: told, onReceived: told };
const PIX = createElement(PixPay, given);
const TERMINAL = createElement(TerminalPay, { ...given, totalCents: 2_000, onByHand: told });
const LIST = createElement(OrdersScreen, { onChange: told });
const CASH = createElement(CashPay, { totalCents: 2_000, busy: false, onReceived: told });
const payment = { attemptId: 'a', qrCode: '00020126BR', expiresAtMs: NOW + 600_000 };
const ANSWERS: Answers = {
  'GET /api/staff/orders?limit=40': { orders: [order] },
  'GET /api/staff/terminals': { terminals: [{ id: 't1', name: 'Balcão' }], isAway: false },
  'POST /api/staff/orders/o/terminal': terminalPayment('sent'),
  'GET /api/staff/orders/o/terminal/tentativa': terminalPayment('sent'),
  'POST /api/staff/orders/o/counter-pix': { kind: 'proved', payment, totalCents: 2_000 },
  'GET /api/staff/orders/o/counter-pix/a': { status: 'pending' },
};

/** The part as it stands after these touches, and a way to take it away. */
async function open(part: ReactElement, touches: readonly string[]) {
  told.mockClear();
  const isThereAtom = atom(true);
  const Page = () => useAtomValue(isThereAtom) && part;
  const screen = await openScreen(createElement(Page), { store: createStore(), answers: ANSWERS });
  for (const touch of touches) await screen.tap(touch);
  return { ...screen, leave: () => screen.when(() => screen.store.set(isThereAtom, false)) };
}

describe('a part of the counter that was closed', () => {
  it.each([
    ['a card at the terminal', TERMINAL, ['Enviar para a maquininha']],
    ['a PIX', PIX, []],
  ])('looks no more at %s, which it did while it was open', async (_what, part, touches) => {
    const screen = await open(part, touches);
    const before = screen.sent.length;
    await screen.later(3_000);
    expect(screen.sent).toHaveLength(before + 1);
    await screen.leave();
    await screen.later(30_000);
    expect(screen.sent).toHaveLength(before + 1);
  });

  it.each([
    ['a card at the terminal', TERMINAL, ['Enviar para a maquininha']],
    ['a PIX', PIX, []],
  ])('does not go on to the receipt of %s that came just before', async (_what, part, touches) => {
    const screen = await open(part, touches);
    await screen.when(() => screen.store.set(orderEventAtom, { turn: 1, order: paid }));
    await screen.leave();
    await screen.later(5_000);
    expect(told).not.toHaveBeenCalled();
  });

  it('does not read the last orders again for news of just before', async () => {
    const screen = await open(LIST, []);
    await screen.when(() => screen.store.set(orderEventAtom, { turn: 1, order: paid }));
    await screen.leave();
    const before = screen.sent.length;
    await screen.later(5_000);
    expect(screen.sent).toHaveLength(before);
  });

  it('takes no money for an Enter that comes after it', async () => {
    const screen = await open(CASH, ['2', '0', '00']);
    await screen.leave();
    await screen.when(() =>
      screen.body.dispatchEvent(
        new screen.window.KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
      ),
    );
    expect(told).not.toHaveBeenCalled();
    const still = await open(CASH, ['2', '0', '00']);
    await still.press('Enter');
    expect(told).toHaveBeenCalledOnce();
  });
});

it('news that follow each other closely have the last orders read once', async () => {
  const screen = await open(LIST, []);
  const before = screen.sent.length;
  for (const turn of [1, 2, 3]) {
    await screen.when(() => screen.store.set(orderEventAtom, { turn, order: paid }));
    await screen.later(200);
  }
  await screen.later(5_000);
  expect(screen.sent).toHaveLength(before + 1);
});
