// Questions at the counter that somebody thinks better of, and what could not be done: nothing goes, and the way on stays.
import type { Order, Tender } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boardOf } from '../../data/staff/board/board.ts';
import { boardLoadAtom } from '../../data/staff/board/live.ts';
import { openScreen, refusal, type Answers } from '../../testing/screen.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import { CashPay } from './cash-pay.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { OrderCard } from './order-card.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { newSale } from './sale.ts';
import { SplitDialog } from './split-dialog.tsx';
import { changeWaitingSalesAtom, waitingSalesAtom } from './use-waiting-sales.ts';
import { WaitingSalesNotice } from './waiting-sales-notice.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const MOVE = 'POST /api/staff/orders/o/moves';
const AWAY = refusal(503, 'away', 'A loja reinicia.');
const nothing = (): void => {};
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ id: 'o', panelNumber: 7, totalCents: 2_000, updatedAtMs: 900_000, ...changes });
const paid = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
const open = async (screen: ReactElement, answers: Answers = {}) => {
  const page = await openScreen(screen, { answers });
  const said = () => page.store.get(toastsAtom).map(({ title }) => title);
  return { ...page, said, sentTo: () => page.changes().map(({ route }) => route) };
};

it('less cash than it costs is not taken, whichever way it is confirmed', async () => {
  const onReceived = vi.fn<(cents: number) => void>();
  const page = await open(createElement(CashPay, { totalCents: 2_000, busy: false, onReceived }));
  for (const key of ['1', '9', '9', '9']) await page.tap(key);
  expect(page.words()).toContain('Falta R$ 0,01');
  expect(page.buttons()).toContain('Confirmar (off)');
  await page.press('Enter');
  expect(onReceived).not.toHaveBeenCalled();
});

describe('the drawer that is closed', () => {
  const closed = { [MOVE]: refusal(409, 'drawer-closed', 'Fechado.') };

  it('may stay so: the difference waits, and may be paid another way', async () => {
    const onClose = vi.fn<() => void>();
    const DIFFERENCE = 'POST /api/staff/orders/o/difference';
    const page = await open(
      createElement(DifferenceDialog, { order: order({ ...paid, balanceCents: 360 }), onClose }),
      { [DIFFERENCE]: refusal(409, 'drawer-closed', 'Fechado.') },
    );
    await page.tap('Dinheiro');
    await page.tap('Exato · R$ 3,60');
    expect(page.words()).toContain('O caixa está fechado.');
    await page.tap('Fechar');
    expect(page.words()).toContain('Falta R$ 3,60 · pedido 7');
    await page.tap('Voltar');
    expect(page.buttons()).toContain('Maquininha');
    expect(page.sentTo()).toEqual([DIFFERENCE]);
    expect([page.said(), onClose.mock.calls]).toEqual([[], []]);
  });

  it.each<[string, ReactElement, string[]]>([
    [
      'a sale',
      createElement(PayDialog, {
        way: 'cash',
        subject: { order: order() },
        onClose: nothing,
        onDone: nothing,
      }),
      ['Exato · R$ 20,00'],
    ],
    [
      'a part',
      createElement(SplitDialog, { subject: { order: order() }, onClose: nothing, onDone: nothing }),
      ['Dinheiro', 'Exato · R$ 10,00'],
    ],
  ])('may stay so over %s, whose ways to pay stand there again', async (_what, dialog, taps) => {
    const page = await open(dialog, closed);
    for (const name of taps) await page.tap(name);
    expect(page.words()).toContain('O caixa está fechado.');
    await page.tap('Fechar');
    expect(page.words()).not.toContain('O caixa está fechado.');
    expect(page.buttons()).toContain(taps.at(-1));
    expect(page.sentTo()).toEqual([MOVE]);
  });
});

describe('calling an order off', () => {
  const card = (changes: Partial<Order>, answers: Answers) => {
    const onClose = vi.fn<() => void>();
    const props = { onClose, onChange: nothing, onPrint: nothing, failed: null };
    return open(createElement(OrderCard, { order: order(changes), ...props }), answers).then((page) => ({
      ...page,
      onClose,
    }));
  };

  it('is thought better of: the order stands as it was', async () => {
    const page = await card(paid, {});
    await page.tap('Cancelar');
    await page.tap('Voltar');
    expect(page.words()).not.toContain('Cancelar o pedido 7?');
    expect([page.sentTo(), page.onClose.mock.calls]).toEqual([[], []]);
  });

  it('that the store refuses says so, gives nothing back and leaves the order open', async () => {
    const page = await card(paid, { [MOVE]: AWAY });
    await page.tap('Cancelar');
    await page.tap('Cancelar o pedido');
    expect(page.alerts()).toEqual(expect.arrayContaining([expect.stringContaining('A loja reinicia.')]));
    expect(page.said()).not.toContainEqual(expect.stringContaining('Devolva'));
    expect(page.onClose).not.toHaveBeenCalled();
  });

  it('of which nothing was paid gives nothing back', async () => {
    const waits = { status: 'PENDING', paymentStatus: 'pending', paymentMethod: null } as const;
    const page = await card(waits, { [MOVE]: { order: order({ status: 'CANCELLED' }) } });
    await page.tap('Cancelar');
    await page.tap('Cancelar o pedido');
    expect(page.said()).toEqual([]);
    expect(page.onClose).toHaveBeenCalledOnce();
  });
});

it('a kept sale that was about to be thrown away stays', async () => {
  const sale = { ...newSale(), id: 'k' };
  const words = 'O preço mudou.';
  const money = { totalCents: 400, receivedCents: 500, askedCents: 400, userId: 'u', atMs: 900_000 };
  const page = await open(createElement(WaitingSalesNotice, { onResume: () => false }));
  const outcome = { kind: 'refused', words } as const;
  await page.when(() =>
    page.store.set(changeWaitingSalesAtom, () => [{ keptId: 'k', sale, ...money, outcome }]),
  );
  await page.tap('Tirar daqui');
  expect(page.words()).toContain('Apagar uma venda já paga?');
  await page.tap('Voltar');
  expect(page.words()).not.toContain('Apagar uma venda já paga?');
  expect(page.store.get(waitingSalesAtom)).toHaveLength(1);
});

it('a part that could not be given back is still paid, and nobody more pays', async () => {
  const part: Tender = { id: 'p', method: 'cash', card: null, cents: 800, receivedCents: null, atMs: 0 };
  const subject = { order: order({ status: 'PENDING', tenders: [part] }) };
  const page = await open(createElement(SplitDialog, { subject, onClose: nothing, onDone: nothing }), {
    [MOVE]: AWAY,
  });
  await page.tap('Devolver R$ 8,00, Dinheiro');
  await page.tap('Devolver');
  expect(page.alerts()).toContain('A loja reinicia.');
  expect(page.words()).toContain('Falta R$ 12,00');
  expect(page.words()).toContain('2 pessoas');
});

it('the share is taken away as a whole by the key that takes back a digit', async () => {
  const subject = { order: order({ status: 'PENDING' }) };
  const page = await open(createElement(SplitDialog, { subject, onClose: nothing, onDone: nothing }));
  await page.tap('5');
  expect(page.words()).toContain('R$ 0,05');
  await page.press('Backspace');
  // Nothing typed: the share again, and not a tenth of it.
  await page.press('Backspace');
  await page.tap('Dinheiro');
  expect(page.words()).toContain('Dinheiro · R$ 10,00');
});

it('one person more is not one more with each Enter: the keyboard stays with the amount', async () => {
  const subject = { order: order({ status: 'PENDING' }) };
  const page = await open(createElement(SplitDialog, { subject, onClose: nothing, onDone: nothing }));
  for (const name of ['Uma pessoa a mais', 'Uma pessoa a menos']) {
    const press = new page.window.MouseEvent('mousedown', { bubbles: true, cancelable: true });
    page.all(`[aria-label="${name}"]`)[0]?.dispatchEvent(press);
    expect([name, press.defaultPrevented]).toEqual([name, true]);
  }
});

describe('what went wrong', () => {
  it('with one order is not said of the next that is called off', async () => {
    const waits = { status: 'PENDING', source: 'counter', paymentStatus: 'pending' } as const;
    const orders = [order(waits), order({ ...waits, id: 'x', panelNumber: 8 })];
    const props = { onChange: nothing, onAmend: nothing, onResume: () => false };
    const page = await open(createElement(PendingScreen, props), { [MOVE]: AWAY });
    const read = { delivered: [], deliveredToday: 0, unpaidMore: 0, seq: 0, now: 0, begun: orders };
    await page.when(() =>
      page.store.set(boardLoadAtom, { state: 'ready', board: boardOf({ ...read, orders: [] }, 0) }),
    );
    await page.tap('Cancelar', 0);
    await page.tap('Cancelar o pedido');
    expect(page.alerts()).toContain('A loja reinicia.');
    await page.tap('Voltar');
    await page.tap('Cancelar', 1);
    expect(page.words()).toContain('Cancelar o pedido 8?');
    expect(page.all('dialog[open] [role="alert"]')).toEqual([]);
  });

  it('by one way to take a difference is not said beside the others', async () => {
    const page = await open(
      createElement(DifferenceDialog, { order: order({ ...paid, balanceCents: 360 }), onClose: nothing }),
      { 'POST /api/staff/orders/o/difference': AWAY },
    );
    await page.tap('Dinheiro');
    await page.tap('Exato · R$ 3,60');
    expect(page.alerts()).toContain('A loja reinicia.');
    await page.tap('Voltar');
    expect(page.alerts()).toEqual([]);
  });
});

it('a kept sale that is being sent again is not sent twice, nor thrown away meanwhile', async () => {
  const sale = { ...newSale(), id: 'k' };
  const money = { totalCents: 400, receivedCents: 500, askedCents: 400, userId: 'u', atMs: 900_000 };
  const outcome = { kind: 'refused', words: 'O preço mudou.' } as const;
  const page = await open(createElement(WaitingSalesNotice, { onResume: () => false }), {
    'POST /api/staff/orders': () => new Promise(() => undefined),
  });
  await page.when(() =>
    page.store.set(changeWaitingSalesAtom, () => [{ keptId: 'k', sale, ...money, outcome }]),
  );
  await page.tap('Enviar de novo');
  expect(page.buttons()).toEqual(['Enviar de novo (off)', 'Pôr na venda (off)', 'Tirar daqui (off)']);
});
