// Money that comes through the provider at the counter, while answers fail: what is looked at again, what is said, and what is told at once.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boardOf } from '../../data/staff/board/board.ts';
import { boardLoadAtom, orderEventAtom } from '../../data/staff/board/live.ts';
import { openScreen, refusal, type Answers } from '../../testing/screen.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { PayDialog } from './pay-dialog.tsx';
import { PixPay } from './pix-pay.tsx';
import { TerminalPay } from './terminal-pay.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const AWAY = refusal(503, 'away', 'A loja reinicia.');
const nothing = (): void => {};
const order = (changes: Partial<Order> = {}): Order =>
  sampleOrder({ id: 'o', panelNumber: 7, totalCents: 2_000, updatedAtMs: 900_000, ...changes });
const paid = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
const open = async (screen: ReactElement, answers: Answers = {}) => {
  const page = await openScreen(screen, { answers });
  return { ...page, said: () => page.store.get(toastsAtom).map(({ title }) => title) };
};

describe('by PIX', () => {
  const ASK = 'POST /api/staff/orders/o/counter-pix';
  const LOOK = 'GET /api/staff/orders/o/counter-pix/a1';
  const proved = { kind: 'proved', payment: { attemptId: 'a1', qrCode: '000201' }, totalCents: 2_000 };

  it('what is paid by the provider’s code is told without another tap, with the order as it is then', async () => {
    const onDone = vi.fn<(result: object) => void>();
    const subject = { order: order({ status: 'PENDING' }) };
    const props = { way: 'pix', subject, onClose: nothing, onDone } as const;
    const page = await open(createElement(PayDialog, props), {
      [ASK]: proved,
      [LOOK]: { status: 'pending' },
    });
    const after = order({ ...paid, paymentMethod: 'pix', updatedAtMs: 950_000 });
    const read = { delivered: [], deliveredToday: 0, unpaidMore: 0, seq: 0, now: 0, orders: [after] };
    await page.when(() => page.store.set(boardLoadAtom, { state: 'ready', board: boardOf(read, 0) }));
    await page.later(1_200);
    expect(onDone.mock.calls).toEqual([[{ kind: 'paid', order: after, receivedCents: null }]]);
  });

  it('a code that waits, or cannot be looked at for a moment, is looked at again', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const props = { orderOf: () => Promise.resolve({ order: order() }), busy: false, onReceived: nothing };
    const answers: Answers = { [ASK]: proved, [LOOK]: { status: 'pending' } };
    const page = await open(createElement(PixPay, props), answers);
    await page.later(3_000);
    answers[LOOK] = AWAY;
    await page.later(3_000);
    expect(warned).toHaveBeenCalledOnce();
    expect(page.words()).toContain('Esperando o pagamento');
    answers[LOOK] = { status: 'approved' };
    await page.later(3_000);
    expect(page.words()).toBe('PIX recebido');
  });

  it('the shop’s own key that cannot be had says why, and another try is possible', async () => {
    const props = { orderOf: () => Promise.resolve({ order: order() }), busy: false, onReceived: nothing };
    const page = await open(createElement(PixPay, props), {
      [ASK]: proved,
      'GET /api/staff/orders/o/pix-code': refusal(409, 'no-key', 'A loja não tem chave PIX.'),
    });
    await page.tap('Usar a chave PIX da loja');
    expect(page.alerts()).toEqual(['A loja não tem chave PIX. Tentar de novo']);
    await page.tap('Tentar de novo');
    expect(page.words()).toContain('Esperando o pagamento');
  });

  it('a difference that came by itself is said, and the dialog goes', async () => {
    const onClose = vi.fn<() => void>();
    const owed = order({ ...paid, balanceCents: 360 });
    const page = await open(createElement(DifferenceDialog, { order: owed, onClose }), {
      'POST *': ({ route }: { route: string }) => ({
        ...proved,
        totalCents: 360,
        payment: { attemptId: /part=([^&]+)/.exec(route)?.[1], qrCode: '000201' },
      }),
      'GET *': { status: 'pending' },
    });
    await page.tap('PIX');
    const id = /part=([^&]+)/.exec(page.changes()[0]?.route ?? '')?.[1] ?? '';
    const came = { id, cents: 360, atMs: 0, proved: { attemptId: id, method: 'pix' } } as const;
    await page.when(() =>
      page.store.set(orderEventAtom, { turn: 1, order: order({ ...paid, paidDifferences: [came] }) }),
    );
    await page.later(1_200);
    expect(page.said()).toEqual(['Diferença recebida']);
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('at the terminal', () => {
  const SEND = 'POST /api/staff/orders/o/terminal';
  const LOOK = 'GET /api/staff/orders/o/terminal/a1';
  const payment = (state: string, more: object = {}) => ({
    ...{ attemptId: 'a1', terminalId: 't1', state, amountCents: 2_000, method: null, statusDetail: null },
    ...more,
  });
  const pay = async (answers: Answers) => {
    const props = { totalCents: 2_000, orderOf: () => Promise.resolve({ order: order() }), busy: false };
    const ends = { onPaid: nothing, onByHand: nothing, onLeave: nothing };
    return await open(createElement(TerminalPay, { ...props, ...ends }), {
      'GET /api/staff/terminals': { terminals: [{ id: 't1', name: 'Caixa 1' }], isAway: false },
      [SEND]: payment('shown'),
      [LOOK]: payment('shown'),
      ...answers,
    });
  };

  it('an amount that could not be sent says why, and may be sent again', async () => {
    const page = await pay({ [SEND]: AWAY });
    await page.tap('Enviar para a maquininha');
    expect(page.alerts()).toEqual(['A loja reinicia.']);
    expect(page.buttons()).toContain('Enviar para a maquininha');
  });

  it('an amount that could not be taken off it says why, and is not said to be on its way off', async () => {
    const page = await pay({ [`${SEND}/a1/cancel`]: AWAY });
    await page.tap('Enviar para a maquininha');
    await page.tap('Tirar da maquininha');
    expect(page.alerts()).toEqual(['A loja reinicia.']);
    expect(page.words()).toContain('O valor está na maquininha.');
  });

  it('money that was put aside is said to be there, and not to be charged again', async () => {
    const page = await pay({ [LOOK]: payment('checking', { isSetAside: true }) });
    await page.tap('Enviar para a maquininha');
    await page.later(3_000);
    expect(page.words()).toContain('O dinheiro veio e está separado');
    expect(page.words()).toContain('Não cobre de novo');
    expect(page.all('[role="status"] .loading')).toEqual([]);
  });

  it('an amount that cannot be looked at for a moment is looked at again', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    const answers: Answers = { [LOOK]: AWAY };
    const page = await pay(answers);
    await page.tap('Enviar para a maquininha');
    await page.later(3_000);
    expect(warned).toHaveBeenCalledOnce();
    expect(page.words()).toContain('O valor está na maquininha.');
    page.sent.splice(0);
    await page.later(3_000);
    expect(page.sent).toHaveLength(1);
  });

  it('whose list could not be read is used by hand', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const page = await pay({ 'GET /api/staff/terminals': AWAY });
    expect(page.words()).toMatch(/^Passe R\$ 20,00 na maquininha\./);
  });

  it('of which the provider knows nothing is to be looked at before anything is sent again', async () => {
    const page = await pay({ [LOOK]: payment('expired', { statusDetail: 'never_created' }) });
    await page.tap('Enviar para a maquininha');
    await page.later(3_000);
    expect(page.words()).toContain(
      'O valor não chegou à maquininha. Veja na maquininha antes de enviar de novo: se o valor estiver nela, cancele na tecla vermelha.',
    );
    expect(page.words()).not.toContain('Nada foi cobrado');
  });

  it('an amount that the store has is not looked at any more', async () => {
    const page = await pay({});
    await page.tap('Enviar para a maquininha');
    const after = order({ ...paid, paymentMethod: 'terminal' });
    await page.when(() => page.store.set(orderEventAtom, { turn: 1, order: after }));
    page.sent.splice(0);
    await page.later(9_000);
    expect(page.sent).toEqual([]);
  });
});
