// What goes back when an order is called off, deleted or given back, and what each question sends.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { openScreen, refusal, type Answers } from '../../../testing/screen.ts';
import { awayAtom } from '../../../data/staff/board/live.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { OrderActions } from './order-actions.tsx';
import { RefundForm } from './refund-form.tsx';

const MOVES = 'POST /api/staff/orders/one/moves';
const REFUND = 'POST /api/staff/orders/one/refund';
const DELETE = 'DELETE /api/staff/orders/one';
const DONE = { state: 'done', refundedCents: 2_365 };
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ id: 'one', simpleId: 41, status: 'RECEBIDO', totalCents: 2_365, ...changes });
const online: Partial<Order> = { paymentMethod: 'pix', paymentStatus: 'approved' };
const byHand: Partial<Order> = { paymentMethod: 'cash', paymentStatus: 'approved' };

async function openActions(given: Order, answers: Answers = {}, store = createStore()) {
  const seen = {
    onOpen: vi.fn<(id: string) => void>(),
    onChanged: vi.fn<(order: Order) => void>(),
    onGone: vi.fn<() => void>(),
  };
  const screen = await openScreen(
    createElement(
      'div',
      null,
      createElement(OrderActions, { order: given, ...seen }),
      createElement(Toaster),
    ),
    { answers: { [MOVES]: { order: order({ status: 'CANCELLED' }) }, [REFUND]: DONE, ...answers }, store },
  );
  return { screen, ...seen };
}

describe('an order', () => {
  it('is seen, printed again, called off or deleted; one that is over is not called off', async () => {
    const { screen, onOpen } = await openActions(order());
    expect(screen.buttons()).toEqual([
      'Ver pedido 41',
      'Imprimir pedido 41',
      'Cancelar pedido 41',
      'Excluir pedido 41',
    ]);
    await screen.tap('Ver pedido 41');
    expect(onOpen).toHaveBeenCalledWith('one');
    await screen.tap('Imprimir pedido 41');
    expect(screen.changes().map(({ route }) => route)).toEqual(['POST /api/staff/orders/one/reprint']);
    expect(screen.words()).toContain('Comanda enviada para a impressora');
    for (const status of ['DELIVERED', 'CANCELLED'] as const)
      expect((await openActions(order({ status }))).screen.buttons()).not.toContain('Cancelar pedido 41');
  });

  it('of a store that is away is looked at alone', async () => {
    const store = createStore();
    store.set(awayAtom, true);
    expect((await openActions(order(), {}, store)).screen.buttons()).toEqual(['Ver pedido 41']);
  });
});

describe('an order that is called off', () => {
  const cancel = async (given: Order, answers: Answers = {}) => {
    const opened = await openActions(given, answers);
    await opened.screen.tap('Cancelar pedido 41');
    return opened;
  };

  it('by the customer unless it is said otherwise, with the status that was seen; the kitchen hears of it', async () => {
    const { screen, onChanged } = await cancel(order(byHand));
    expect(screen.words()).toContain('A cozinha recebe um aviso “CANCELADO”');
    await screen.tap('Cancelar pedido');
    expect(screen.changes()).toEqual([
      { route: MOVES, body: { kind: 'cancel', reason: 'cliente', seen: 'RECEBIDO' } },
    ]);
    expect(onChanged).toHaveBeenCalledWith(order({ status: 'CANCELLED' }));
    expect(screen.words()).toContain('Pedido cancelado');
    expect(screen.buttons()).not.toContain('Cancelar pedido');
    const unpaid = await cancel(order({ status: 'PENDING' }));
    expect(unpaid.screen.words()).not.toContain('A cozinha recebe um aviso');
  });

  it('and was paid online is given back with it, in one request, and for the reason given', async () => {
    const { screen, onChanged } = await cancel(order(online));
    expect(screen.isChecked('Devolver R$ 23,65 ao cliente')).toBe(true);
    await screen.tap('A loja não pode fazer');
    await screen.tap('Cancelar pedido');
    expect(screen.changes()).toEqual([
      { route: REFUND, body: { amountCents: null, reason: 'loja', seen: 'RECEBIDO' } },
    ]);
    expect(onChanged).toHaveBeenCalledWith(
      expect.objectContaining({ status: 'CANCELLED', cancelReason: 'loja' }),
    );
    expect(screen.words()).toContain('Devolução feita');
  });

  it('and whose money stays says so', async () => {
    const { screen } = await cancel(order(online));
    await screen.tap('Devolver R$ 23,65 ao cliente');
    await screen.tap('Cancelar pedido');
    expect(screen.changes()).toEqual([
      { route: MOVES, body: { kind: 'cancel', reason: 'cliente', seen: 'RECEBIDO', keepsMoney: true } },
    ]);
    expect(screen.words()).not.toContain('Devolução');
  });

  it('and could not be is not', async () => {
    const { screen, onChanged } = await cancel(order(), {
      [MOVES]: refusal(409, 'stale', 'Ele já foi entregue.'),
    });
    await screen.tap('Cancelar pedido');
    expect(screen.alerts()).toContain('Ele já foi entregue.');
    expect(onChanged).not.toHaveBeenCalled();
  });
});

describe('an order that is deleted', () => {
  const remove = async (given: Order, answers: Answers = {}) => {
    const opened = await openActions(given, answers);
    await opened.screen.tap('Excluir pedido 41');
    return opened;
  };
  const routes = (screen: Awaited<ReturnType<typeof remove>>['screen']) =>
    screen.changes().map(({ route }) => route);

  it('is gone, and its list is read again', async () => {
    const { screen, onGone } = await remove(order(byHand));
    expect(screen.words()).toContain('Pago em Dinheiro: devolva R$ 23,65 ao cliente no balcão.');
    await screen.tap('Excluir');
    expect(routes(screen)).toEqual([DELETE]);
    expect(onGone).toHaveBeenCalledOnce();
    expect(screen.words()).toContain('Pedido excluído');
    expect(screen.buttons()).not.toContain('Excluir');
    const over = (await remove(order({ ...byHand, status: 'DELIVERED' }))).screen;
    expect(over.words()).not.toContain('devolva');
  });

  it('while it is open and was paid online gives it back first', async () => {
    const { screen } = await remove(order(online));
    await screen.tap('Devolver e excluir');
    expect(routes(screen)).toEqual([REFUND, DELETE]);
    expect(screen.words()).toContain('R$ 23,65 voltam pelo Mercado Pago.');
  });

  it('and kept its money when it was called off is asked about before that goes back', async () => {
    let asked = 0;
    const { screen, onGone } = await remove(order({ ...online, status: 'CANCELLED' }), {
      [DELETE]: () =>
        (asked += 1) === 1
          ? refusal(409, 'refund-first', 'Devolva antes o que foi pago.')
          : { deleted: true },
    });
    await screen.tap('Excluir');
    expect(screen.words()).toContain('Este pedido foi cancelado sem devolver o que foi pago');
    expect(screen.words()).not.toContain('Pedido excluído');
    expect(screen.alerts()).toEqual([]);
    await screen.tap('Devolver e excluir');
    expect(routes(screen)).toEqual([DELETE, REFUND, DELETE]);
    expect(onGone).toHaveBeenCalledTimes(2);
    expect(screen.buttons()).not.toContain('Devolver e excluir');
  });

  it('and could not be stays to be asked about; its list is read again all the same', async () => {
    const { screen, onGone } = await remove(order(online), {
      [DELETE]: refusal(503, 'away', 'A loja não respondeu.'),
    });
    await screen.tap('Devolver e excluir');
    expect(screen.alerts()).toContain('Erro ao excluir pedido. A loja não respondeu.');
    expect(screen.buttons()).toContain('Devolver e excluir');
    expect(onGone).toHaveBeenCalledOnce();
  });
});

describe('what was paid online', () => {
  const open = (changes: Partial<Order> = {}, answers: Answers = {}) =>
    openScreen(
      createElement(
        'div',
        null,
        createElement(RefundForm, { order: order({ ...online, ...changes }) }),
        createElement(Toaster),
      ),
      {
        answers: { [REFUND]: { state: 'done', refundedCents: 500 }, ...answers },
      },
    );
  const FIELD = 'Devolver (R$)';
  const BUTTON = 'Devolver pelo Mercado Pago';

  it('goes back in part, and the field is empty again', async () => {
    const screen = await open();
    await screen.type(FIELD, '5');
    await screen.tap(BUTTON);
    expect(screen.changes()).toEqual([{ route: REFUND, body: { amountCents: 500 } }]);
    expect(screen.words()).toContain('R$ 5,00 voltam para o cliente.');
    expect(screen.valueOf(FIELD)).toBe('');
  });

  it('goes back whole after a question, which one may leave', async () => {
    const screen = await open();
    await screen.tap(BUTTON);
    expect(screen.words()).toContain('Devolver tudo o que resta ao cliente? O pedido será cancelado.');
    expect(screen.changes()).toEqual([]);
    await screen.press('x', 'Voltar');
    expect(screen.buttons()).toContain('Devolver tudo');
    await screen.press('Escape', 'Voltar');
    expect(screen.buttons()).toEqual([BUTTON]);
    await screen.tap(BUTTON);
    await screen.tap('Devolver tudo');
    expect(screen.changes()).toEqual([{ route: REFUND, body: { amountCents: null } }]);
    // It is asked once: the question is over.
    expect(screen.buttons()).toContain(BUTTON);
    expect(screen.buttons()).not.toContain('Devolver tudo');
    for (const status of ['DELIVERED', 'CANCELLED'] as const) {
      const over = await open({ status });
      await over.tap(BUTTON);
      expect(over.words()).toContain('Devolver tudo o que resta ao cliente?');
      expect(over.words()).not.toContain('O pedido será cancelado');
    }
  });

  it('leaves its question alone by Escape, not the dialog around it too', async () => {
    const screen = await open();
    await screen.tap(BUTTON);
    const key = new screen.window.KeyboardEvent('keydown', {
      key: 'Escape',
      bubbles: true,
      cancelable: true,
    });
    await screen.when(() => screen.window.document.activeElement?.dispatchEvent(key));
    // What a browser would close by it stays open.
    expect(key.defaultPrevented).toBe(true);
    expect(screen.focused()).toBe(BUTTON);
  });

  it('is no more than was paid', async () => {
    const screen = await open();
    await screen.type(FIELD, '23,66');
    await screen.tap(BUTTON);
    expect(screen.words()).toContain('Informe um valor de R$ 0,01 a R$ 23,65');
    expect(screen.changes()).toEqual([]);
  });

  it('and could not be given back says why beside the field too, which keeps what was typed', async () => {
    const screen = await open({}, { [REFUND]: refusal(503, 'away', 'A loja não respondeu.') });
    await screen.type(FIELD, '5');
    await screen.tap(BUTTON);
    expect(screen.alerts()).toContain('A loja não respondeu.');
    expect(screen.words()).toContain('Não deu para devolver');
    expect(screen.valueOf(FIELD)).toBe('5');
  });

  it('alone goes back from here', async () => {
    expect((await open(byHand)).words()).toBe('');
  });
});
