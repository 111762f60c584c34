// Cash sales that a device kept: how they reach the store, in their order, and what is done with those that it does not take as they were.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { atom, createStore, useAtomValue } from 'jotai';
import { createElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubStorage } from '../../data/testing/stub-storage.ts';
import { reachableAtom, staffLiveAtom } from '../../data/staff/board/live.ts';
import { sessionAtom } from '../../data/staff/session/session.ts';
import { closeScreen, openScreen } from '../../testing/screen.ts';
import { refused, serve } from '../../testing/shop.ts';
import { newSale, type Sale } from './sale.ts';
import { useWaitingSaleSender, waitingSalesAtom } from './use-waiting-sales.ts';
import { WaitingSalesNotice } from './waiting-sales-notice.tsx';
import { loadWaitingSales, saveWaitingSales, type WaitingSale } from './waiting-sales.ts';

const PLACE = 'POST /api/staff/orders';
const MOVE = 'POST /api/staff/orders/o/moves';
const kept = (id: string, changes: Partial<WaitingSale> = {}): WaitingSale => ({
  keptId: id,
  sale: { ...newSale(), id, phone: '(11) 98765-4321' },
  totalCents: 2_000,
  receivedCents: 5_000,
  askedCents: 2_000,
  userId: 'u',
  atMs: Date.parse('2026-11-21T18:04:00-03:00'),
  outcome: null,
  ...changes,
});
const order = (totalCents = 2_000) => sampleOrder({ id: 'o', panelNumber: 7, totalCents });
const sold = { [PLACE]: { order: order(), trackingToken: 't' }, [MOVE]: { order: order() } };
const ids = (): string[] => loadWaitingSales().map(({ keptId }) => keptId);

beforeEach(() => {
  stubStorage();
  vi.useFakeTimers();
});
afterEach(async () => {
  await closeScreen();
  vi.useRealTimers();
});

async function send(
  sales: WaitingSale[],
  answers: Record<string, unknown>,
  onResume: (sale: Sale) => boolean = () => true,
) {
  saveWaitingSales(sales);
  const asked = serve(answers);
  const store = createStore();
  const Counter = () => {
    useWaitingSaleSender();
    return createElement(WaitingSalesNotice, { onResume });
  };
  const page = await openScreen(createElement(Counter), { store });
  return { ...page, asked, answers, store };
}

describe('a kept sale', () => {
  it('is sent as soon as the page is there, and nothing is left of it', async () => {
    const page = await send([kept('a'), kept('b')], sold);
    expect(page.asked.map(({ body }) => (body as { id?: string }).id)).toEqual([
      'a',
      undefined,
      'b',
      undefined,
    ]);
    expect(page.asked[1]?.body).toMatchObject({
      kind: 'confirm-payment',
      method: 'cash',
      receivedCents: 5_000,
    });
    expect(ids()).toEqual([]);
    expect(page.words()).toBe('');
  });

  it('waits on while the store is not heard, those behind it too, and is sent when it is', async () => {
    const page = await send([kept('a'), kept('b')], { [PLACE]: refused(503, 'fora') });
    expect(page.asked).toHaveLength(1);
    expect(page.words()).toBe('2 vendas em dinheiro guardadas aqui esperam a loja.');
    await page.when(() => page.store.set(reachableAtom, false));
    expect(page.asked).toHaveLength(1);
    await page.when(() => page.store.set(reachableAtom, true));
    expect(page.asked).toHaveLength(2);
    await page.when(() => page.store.set(staffLiveAtom, 'live'));
    await page.when(() => page.window.dispatchEvent(new page.window.Event('online')));
    expect(page.asked).toHaveLength(4);
    Object.assign(page.answers, sold);
    await page.later(4_000);
    expect(ids()).toEqual([]);
  });

  it('is not sent twice at once', async () => {
    const page = await send([kept('a')], { [PLACE]: () => new Promise(() => undefined) });
    await page.later(12_000);
    expect(page.asked).toHaveLength(1);
  });

  it('is sent no more by a page that was left, whatever is heard then', async () => {
    saveWaitingSales([kept('a')]);
    const asked = serve({ [PLACE]: refused(503, 'fora') });
    const isThereAtom = atom(true);
    const Sender = () => {
      useWaitingSaleSender();
      return null;
    };
    const Page = () => useAtomValue(isThereAtom) && createElement(Sender);
    const { store, ...page } = await openScreen(createElement(Page), { store: createStore() });
    expect(asked).toHaveLength(1);
    await page.when(() => store.set(isThereAtom, false));
    for (const isHeard of [false, true]) await page.when(() => store.set(reachableAtom, isHeard));
    await page.when(() => store.set(staffLiveAtom, 'live'));
    await page.when(() => page.window.dispatchEvent(new page.window.Event('online')));
    await page.later(12_000);
    expect(asked).toHaveLength(1);
  });

  it('that another tab keeps is shown here', async () => {
    const page = await send([], sold);
    saveWaitingSales([kept('a')]);
    await page.when(() =>
      page.window.dispatchEvent(Object.assign(new page.window.Event('storage'), { key: 'other' })),
    );
    expect(page.store.get(waitingSalesAtom)).toEqual([]);
    await page.when(() =>
      page.window.dispatchEvent(
        Object.assign(new page.window.Event('storage'), { key: 'balcao-waiting-sales' }),
      ),
    );
    expect(page.store.get(waitingSalesAtom)).toHaveLength(1);
  });

  it('of somebody whose session has ended waits for the next', async () => {
    const page = await send([kept('a')], { [PLACE]: refused(401, 'x') });
    expect(page.store.get(sessionAtom).state).toBe('out');
    expect(ids()).toEqual(['a']);
  });
});

describe('a kept sale that the store does not take as it was', () => {
  it('at another price says what is too much or too little, until it is read', async () => {
    const page = await send([kept('a')], {
      [PLACE]: { order: order(2_360), trackingToken: 't' },
      [MOVE]: { order: order(2_360) },
    });
    expect(page.words()).toMatch(
      /^Venda das \d\d:04, nº 7: você cobrou R\$ 20,00 e o preço da loja agora é R\$ 23,60\. Faltaram R\$ 3,60\. Entendi$/,
    );
    await page.tap('Entendi');
    expect(ids()).toEqual([]);
    const cheaper = await send([kept('b')], {
      [PLACE]: { order: order(1_900), trackingToken: 't' },
      [MOVE]: { order: order(1_900) },
    });
    expect(cheaper.words()).toContain('Sobraram R$ 1,00.');
    const unnumbered = { ...order(1_900), panelNumber: null };
    const before = await send([kept('c')], {
      [PLACE]: { order: unnumbered, trackingToken: 't' },
      [MOVE]: { order: unnumbered },
    });
    // By its own number where none is called.
    expect(before.words()).toMatch(/^Venda das \d\d:04, nº 41: /);
  });

  it('is sent again, changed, or thrown away after a question', async () => {
    const page = await send([kept('a'), kept('b')], { [PLACE]: refused(422, 'Sem açaí.') });
    expect(page.words()).toContain(
      'R$ 20,00 recebidos, não entrou na loja: Sem açaí. Envie de novo, mude a venda ou devolva o dinheiro.',
    );
    await page.tap('Tirar daqui');
    expect(page.words()).toContain('Apagar uma venda já paga?');
    expect(ids()).toEqual(['a', 'b']);
    await page.tap('Apagar a venda');
    expect(ids()).toEqual(['b']);
    // It was answered: the other one is in sight again.
    expect(page.words()).not.toContain('Apagar uma venda já paga?');
    Object.assign(page.answers, sold);
    await page.tap('Enviar de novo');
    expect(ids()).toEqual([]);
  });

  it('goes on the ticket where there is room, and stays where there is none', async () => {
    const resumed: string[] = [];
    const refusing = { [PLACE]: refused(422, 'Sem açaí.') };
    const page = await send([kept('a')], refusing, ({ id }) => resumed.push(id) > 0);
    await page.tap('Pôr na venda');
    expect(resumed).toEqual(['a']);
    expect(ids()).toEqual([]);
    const full = await send([kept('b')], refusing, () => false);
    await full.tap('Pôr na venda');
    expect(ids()).toEqual(['b']);
  });

  it('that a manager has to approve says so', async () => {
    const page = await send([kept('a')], {
      [PLACE]: refused(403, 'Peça a um gerente.', { code: 'manager-needed' }),
    });
    expect(page.buttons()).toContain('Aprovar com PIN');
    expect(page.words()).not.toContain('mude a venda');
  });
});
