// Payments that wait for somebody to decide, and the history that is cleared: never by one tap where something goes for good.
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { orderEventAtom } from '../../../data/staff/board/live.ts';
import { openScreen, refusal } from '../../../testing/screen.ts';
import { Toaster, toastsAtom } from '../../../ui/toast.tsx';
import { ClearHistory } from './clear-history.tsx';
import { Resolve } from './resolve.tsx';

describe('payments that wait for somebody', () => {
  const LIST = 'GET /api/staff/payments/unresolved';
  const PAYMENT = {
    id: 'p',
    amountCents: 2_365,
    reason: 'Pago depois do prazo.',
    atMs: 0,
    simpleId: 41,
    code: null,
    action: 'accept',
    actionText: 'Aceitar o pedido',
    other: { action: 'refund', actionText: 'Devolver' },
  };
  const open = (payment: object = PAYMENT) =>
    openScreen(createElement('div', null, createElement(Resolve), createElement(Toaster)), {
      answers: { [LIST]: { payments: [payment] }, 'POST /api/staff/payments/p/resolve': { refund: null } },
    });

  it('are ended by one tap where nothing goes back, and the list is read again', async () => {
    const screen = await open();
    await screen.tap('Aceitar o pedido');
    expect(screen.changes().map(({ body }) => body)).toEqual([{ action: 'accept' }]);
    expect(screen.words()).toContain('Resolvido Aceitar o pedido');
    expect(screen.sent.at(-1)?.route).toBe(LIST);
  });

  it('that somebody gave back by hand are asked about too: what is said of them leaves the list', async () => {
    const screen = await open({ ...PAYMENT, other: { action: 'acknowledge', actionText: 'Já devolvi' } });
    await screen.tap('Já devolvi');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Sim, devolvi R$ 23,65');
    expect(screen.changes().map(({ body }) => body)).toEqual([{ action: 'acknowledge' }]);
  });

  it('are given back after a question alone', async () => {
    const screen = await open();
    await screen.tap('Devolver');
    expect(screen.words()).toContain('Devolver tudo a quem pagou?');
    await screen.tap('Voltar');
    expect(screen.changes()).toEqual([]);
    await screen.tap('Devolver');
    await screen.tap('Devolver R$ 23,65');
    expect(screen.changes().map(({ body }) => body)).toEqual([{ action: 'refund' }]);
  });

  it('that could not be ended say why themselves, and no other does', async () => {
    const answers = {
      [LIST]: { payments: [PAYMENT, { ...PAYMENT, id: 'q' }] },
      'POST *': refusal(503, 'away', 'O Mercado Pago não respondeu.'),
    };
    const screen = await openScreen(createElement(Resolve), { answers });
    await screen.tap('Aceitar o pedido', 1);
    const said = screen.all('li').map((one) => one.textContent.includes('O Mercado Pago não respondeu.'));
    expect(said).toEqual([false, true]);
  });

  it('are read again with each order that changes: what was settled meanwhile is listed no more', async () => {
    const payments = [PAYMENT];
    const screen = await openScreen(createElement(Resolve), { answers: { [LIST]: () => ({ payments }) } });
    expect(screen.words()).toContain('Pago depois do prazo.');
    payments.pop();
    await screen.when(() => screen.store.set(orderEventAtom, { turn: 1, order: null }));
    expect(screen.words()).toContain('Nenhum pagamento precisa de você.');
  });

  it('have the keyboard on what does nothing while it is asked, and then where it was', async () => {
    const screen = await open();
    for (const leave of [() => screen.tap('Voltar'), () => screen.press('Escape')]) {
      await screen.tap('Devolver');
      expect(screen.focused()).toBe('Voltar');
      await screen.press('ArrowDown');
      expect(screen.words()).toContain('Devolver tudo a quem pagou?');
      await leave();
      expect(screen.words()).not.toContain('Devolver tudo a quem pagou?');
      expect(screen.focused()).toBe('Devolver');
    }
    expect(screen.changes()).toEqual([]);
  });
});

describe('the history', () => {
  const CLEAR = 'POST /api/staff/orders/clear';
  const open = async (openOrders: number) => {
    const onCleared = vi.fn<() => void>();
    const screen = await openScreen(
      createElement(
        'div',
        null,
        createElement(ClearHistory, { openOrders, onCleared }),
        createElement(Toaster),
      ),
      { answers: { [CLEAR]: { orders: 1, backup: 'copia.db' } } },
    );
    await screen.tap('Limpar histórico');
    return { screen, onCleared };
  };

  it('is cleared once its word is typed, and says what went and where its copy is', async () => {
    const bounds = vi.spyOn(AbortSignal, 'timeout');
    const { screen, onCleared } = await open(0);
    await screen.tap('Continuar');
    expect(screen.changes()).toEqual([]);
    await screen.type('Digite CONFIRMAR para apagar tudo', 'CONFIRMAR');
    await screen.tap('Apagar todo o histórico');
    expect(screen.changes()).toEqual([{ route: CLEAR, body: { confirm: 'CONFIRMAR' } }]);
    // A minute: a copy of all of it is made before.
    expect(bounds).toHaveBeenLastCalledWith(60_000);
    bounds.mockRestore();
    expect(screen.words()).toContain('1 pedido apagado. Cópia guardada: copia.db.');
    // The name of the copy stands nowhere else on this screen.
    expect(screen.store.get(toastsAtom)[0]?.durationMs).toBeGreaterThan(8_000);
    expect(onCleared).toHaveBeenCalledOnce();
    expect(screen.buttons()).not.toContain('Apagar todo o histórico');
  });

  it('is not cleared while one order is open', async () => {
    const { screen } = await open(1);
    expect(screen.buttons()).toContain('Continuar (off)');
    expect(screen.words()).toContain('Há 1 pedido aberto.');
  });
});
