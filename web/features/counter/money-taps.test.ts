// Money at the counter to the cent: what was handed over, what waits for the drawer, which part it is, and what a change left open.
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createStore } from 'jotai';
import { createElement, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boardOf } from '../../data/staff/board/board.ts';
import { boardLoadAtom } from '../../data/staff/board/live.ts';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { refused, serve } from '../../testing/shop.ts';
import { toastsAtom } from '../../ui/toast.tsx';
import { ConcessionDialog } from './concession-dialog.tsx';
import { DifferenceCards } from './difference-cards.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';
import { PayDialog } from './pay-dialog.tsx';
import type { PaidResult } from './paid.tsx';
import { PixPay } from './pix-pay.tsx';
import type { PayWay } from './sale-ticket.tsx';
import { SplitDialog } from './split-dialog.tsx';

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
  sampleOrder({ id: 'o', panelNumber: 7, totalCents: 2_000, updatedAtMs: 900_000, ...changes });
const paid = { status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod: 'cash' } as const;
const closed = refused(409, 'Fechado.', { code: 'drawer-closed' });
const OPEN = { 'POST /api/staff/cash-session': { session: null } };
/** Refused until the drawer is open. */
const onceOpen = (reply: (sent: { id: string }) => object) => {
  let isOpen = false;
  return (sent: { id: string }): unknown => {
    const answer = isOpen ? reply(sent) : closed;
    isOpen = true;
    return answer;
  };
};

async function open(screen: ReactElement, answers: Record<string, unknown> = {}) {
  const asked = serve(answers);
  const store = createStore();
  const page = await openScreen(screen, { store });
  return {
    ...page,
    asked,
    store,
    tap: async (...names: string[]) => {
      for (const name of names) await page.tap(name);
    },
    said: () => store.get(toastsAtom).map(({ title }) => title),
  };
}

describe('an order that is paid', () => {
  const pay = async (way: PayWay, answers: Record<string, unknown>) => {
    const onDone = vi.fn<(result: PaidResult) => void>();
    const props = { way, subject: { order: order() }, onClose: () => undefined, onDone };
    return { ...(await open(createElement(PayDialog, props), answers)), onDone };
  };

  it('in cash offers the notes above what it costs, not the exact one twice', async () => {
    const page = await pay('cash', {});
    expect(page.buttons().filter((name) => name.includes('R$'))).toEqual([
      'Exato · R$ 20,00',
      'R$ 50,00 troco R$ 30,00',
      'R$ 100,00 troco R$ 80,00',
      'R$ 200,00 troco R$ 180,00',
    ]);
  });

  it('in cash with exactly what it costs, typed, is enough', async () => {
    const page = await pay('cash', { [MOVE]: { order: order(paid) } });
    await page.tap('2', '00', '0');
    expect(page.words()).toContain('Troco R$ 0,00');
    await page.tap('Confirmar');
    expect(page.asked.at(-1)).toMatchObject({ body: { receivedCents: 2_000 } });
  });

  it('in cash is confirmed with Enter as well, with what was handed over', async () => {
    const page = await pay('cash', { [MOVE]: { order: order(paid) } });
    await page.tap('3', '00', '0');
    await page.press('Enter');
    expect(page.asked.at(-1)).toMatchObject({ body: { receivedCents: 3_000 } });
    expect(page.onDone).toHaveBeenCalledWith(expect.objectContaining({ kind: 'paid', receivedCents: 3_000 }));
  });

  it('is paid once the drawer is open, with the change of what was handed over', async () => {
    const page = await pay('cash', { ...OPEN, [MOVE]: onceOpen(() => ({ order: order(paid) })) });
    await page.tap('R$ 50,00 troco R$ 30,00');
    expect(page.onDone).not.toHaveBeenCalled();
    await page.tap('Abrir caixa');
    expect(page.asked.at(-1)).toMatchObject({
      route: MOVE,
      body: { kind: 'confirm-payment', method: 'cash', receivedCents: 5_000 },
    });
    expect(page.onDone).toHaveBeenCalledWith(expect.objectContaining({ kind: 'paid', receivedCents: 5_000 }));
  });

  it('by the shop’s own PIX key is confirmed as that', async () => {
    const page = await pay('pix', {
      'POST /api/staff/orders/o/counter-pix': {
        kind: 'static',
        why: 'away',
        code: { brCode: '000201', holder: 'Praça Ltda.', totalCents: 2_000 },
      },
      [MOVE]: { order: order(paid) },
    });
    await page.tap('Recebi o PIX');
    expect(page.asked.at(-1)).toMatchObject({ body: { kind: 'confirm-payment', method: 'pix_manual' } });
    expect(page.onDone).toHaveBeenCalledWith(expect.objectContaining({ receivedCents: null }));
  });
});

it('a part by PIX is not green before the order has it, and goes back where it has no room', async () => {
  const onLeavePart = vi.fn<() => void>();
  const page = await open(
    createElement(PixPay, {
      orderOf: () => Promise.resolve({ order: order() }),
      cents: 800,
      partId: () => 'p9',
      busy: false,
      onLeavePart,
      onReceived: () => undefined,
    }),
    {
      'POST /api/staff/orders/o/counter-pix?part=p9&cents=800': {
        kind: 'proved',
        payment: { attemptId: 'a1', qrCode: '000201' },
        totalCents: 800,
      },
      'GET /api/staff/orders/o/counter-pix/a1': { status: 'approved' },
    },
  );
  await page.later(3_000);
  expect(page.words()).toBe('O dinheiro veio. Falta a loja pôr no pedido…');
  await page.later(9_000);
  expect(page.words()).toBe('O dinheiro veio. Falta a loja pôr no pedido…');
  await page.later(1_000);
  expect(page.words()).toBe('O dinheiro veio e não coube no pedido: volta ao cliente.');
});

describe('in parts', () => {
  const split = async (answers: Record<string, unknown> = {}) => {
    const ends = { onDone: () => undefined, onClose: () => undefined };
    const page = await open(createElement(SplitDialog, { subject: { order: order() }, ...ends }), answers);
    const board = (shown: Order) =>
      page.when(() =>
        page.store.set(boardLoadAtom, {
          state: 'ready',
          board: boardOf(
            { orders: [shown], delivered: [], deliveredToday: 0, unpaidMore: 0, seq: 0, now: 0 },
            0,
          ),
        }),
      );
    return { ...page, board };
  };
  const part = { id: 'p1', method: 'cash', card: null, cents: 500, receivedCents: null, atMs: 0 } as const;
  const taken = ({ id }: { id: string }) => ({
    order: order({ tenders: [{ ...part, id }], updatedAtMs: 950_000 }),
  });

  it('what was typed for one is not asked of the next', async () => {
    const page = await split({ [MOVE]: taken });
    await page.tap('5', '00', 'Dinheiro', 'Exato · R$ 5,00');
    expect(page.words()).toContain('1 pessoa');
    await page.tap('Dinheiro');
    expect(page.words()).toContain('Dinheiro · R$ 15,00');
  });

  it('one is paid in cash with Enter, and nothing is no part', async () => {
    const page = await split();
    await page.press('Enter');
    expect(page.words()).toContain('Dinheiro · R$ 10,00');
    const paidUp = await open(
      createElement(SplitDialog, {
        subject: { order: order({ totalCents: 0 }) },
        onDone: () => undefined,
        onClose: () => undefined,
      }),
    );
    expect(paidUp.buttons()).toEqual(
      expect.arrayContaining(['Dinheiro (off)', 'Maquininha (off)', 'PIX (off)']),
    );
  });

  it('a code that is shown stays at its amount, whatever another device takes meanwhile', async () => {
    const page = await split();
    await page.tap('PIX');
    expect(page.words()).toContain('PIX · R$ 10,00');
    await page.board(order({ tenders: [part], updatedAtMs: 950_000 }));
    expect(page.words()).toContain('PIX · R$ 10,00');
  });

  it('goes on once the drawer is open', async () => {
    const page = await split({ ...OPEN, [MOVE]: onceOpen(taken) });
    await page.tap('5', '00', 'Dinheiro', 'Exato · R$ 5,00', 'Abrir caixa');
    expect(page.asked.at(-1)).toMatchObject({ route: MOVE, body: { kind: 'take-tender', cents: 500 } });
    expect(page.words()).toContain('Falta R$ 15,00');
  });
});

it('of several orders that changed, the one is settled that was tapped', async () => {
  const orders = [
    order({ ...paid, balanceCents: 360, customerPhone: '11987654321' }),
    order({
      ...paid,
      id: 'x',
      panelNumber: 8,
      simpleId: 42,
      totalCents: 2_300,
      balanceCents: -500,
      observations: 'Cliente: Ana',
    }),
  ];
  const page = await open(createElement(DifferenceCards, { orders }));
  expect(page.words()).toMatch(
    /#41 · Recebido \(11\) 98765-4321 .*Total agora: R\$ 20,00\. Falta R\$ 3,60 .*#42 · Recebido Ana .*Total agora: R\$ 23,00\. Devolver R\$ 5,00$/,
  );
  await page.tap('Devolver R$ 5,00');
  expect(page.words()).toContain('Devolver R$ 5,00 · pedido 8');
});

it('a difference is booked once the drawer is open', async () => {
  const DIFFERENCE = 'POST /api/staff/orders/o/difference';
  const onClose = vi.fn<() => void>();
  const page = await open(
    createElement(DifferenceDialog, { order: order({ ...paid, balanceCents: 360 }), onClose }),
    { ...OPEN, [DIFFERENCE]: onceOpen(() => ({ order: order(paid) })) },
  );
  await page.tap('Dinheiro', 'R$ 10,00 troco R$ 6,40', 'Abrir caixa');
  expect(page.asked.at(-1)).toMatchObject({
    route: DIFFERENCE,
    body: { kind: 'take', cents: 360, receivedCents: 1_000 },
  });
  expect(page.said()).toContain('Troco: R$ 6,40');
  expect(onClose).toHaveBeenCalledTimes(1);
});

it('what goes back says how: in hand what was taken by hand, and only what went just now', async () => {
  const change = { id: 'c', atMs: 0, addedIds: [], takenOff: [], inKitchen: false };
  const back = (cents: number) => [
    { ...change, givenBack: [{ method: 'cash', card: null, cents } as const] },
  ];
  const before = order({ ...paid, balanceCents: -360, changes: back(100) });
  const page = await open(createElement(DifferenceDialog, { order: before, onClose: () => undefined }), {
    'POST /api/staff/orders/o/difference': { order: order({ ...paid, changes: back(460) }) },
  });
  await page.tap('Devolvi R$ 3,60');
  expect(page.store.get(toastsAtom)[0]?.text).toBe('R$ 3,60 em mãos (Dinheiro)');
});

it('what goes back to one card is not taken for what went back to another before', async () => {
  const back = (...ways: { card: 'debito' | 'credito'; cents: number }[]) => [
    {
      ...{ id: 'c', atMs: 0, addedIds: [], takenOff: [], inKitchen: false },
      givenBack: ways.map((way) => ({ method: 'terminal' as const, ...way })),
    },
  ];
  const debit = { card: 'debito', cents: 100 } as const;
  const before = order({ ...paid, balanceCents: -360, changes: back(debit) });
  const page = await open(createElement(DifferenceDialog, { order: before, onClose: () => undefined }), {
    'POST /api/staff/orders/o/difference': {
      order: order({ ...paid, changes: back(debit, { card: 'credito', cents: 360 }) }),
    },
  });
  await page.tap('Devolvi R$ 3,60');
  expect(page.store.get(toastsAtom)[0]?.text).toBe('R$ 3,60 em mãos (Maquininha: crédito)');
});

it('nothing is given away without a reason, whichever way it is confirmed', async () => {
  const onGive = vi.fn<() => void>();
  const page = await open(
    createElement(ConcessionDialog, {
      chargedCents: 2_000,
      concession: null,
      onGive,
      onClose: () => undefined,
    }),
  );
  await page.tap('10%');
  expect(page.buttons()).toContain('Aplicar −R$ 2,00 · fica R$ 18,00 (off)');
  await page.submit();
  await page.press('Enter');
  expect(onGive).not.toHaveBeenCalled();
});

it('a reason stays where the same is given once more, and goes where something else is', async () => {
  const props = { chargedCents: 2_000, concession: null, onGive: () => undefined, onClose: () => undefined };
  const page = await open(createElement(ConcessionDialog, props));
  await page.tap('10%', 'Demora no pedido', 'Desconto');
  expect(page.buttons()).toContain('Demora no pedido (pressed)');
  expect(page.buttons()).toContain('Aplicar −R$ 2,00 · fica R$ 18,00');
  await page.tap('Cortesia', 'Desconto');
  expect(page.buttons()).not.toContain('Demora no pedido (pressed)');
});
