// One order that is looked for and looked at, and the day that is closed by one switch.
import { sampleCatalog, sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { atom, useAtomValue } from 'jotai';
import { createElement } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { PixMark } from '../../../data/staff/cash/pix-mark.tsx';
import { openScreen, type Sent } from '../../../testing/screen.ts';
import { Toaster } from '../../../ui/toast.tsx';
import { ClosedToday } from './closed-today.tsx';
import { OrderTable } from './order-table.tsx';
import { OrderSlips } from './order-slips.tsx';
import { SearchForm } from './search-form.tsx';

const order = (changes: Partial<Order> = {}): Order => sampleOrder({ id: 'one', simpleId: 41, ...changes });

describe('a day that is closed', () => {
  // The 22nd in UTC already.
  const NIGHT = Date.parse('2026-11-21T22:30:00-03:00');
  const TODAY = { date: '2026-11-21', intervals: [] };
  const open = (holidays: object[], weekly = sampleCatalog().settings.openingHours.weekly) => {
    const openingHours = { ...sampleCatalog().settings.openingHours, weekly };
    return openScreen(
      createElement('div', null, createElement(ClosedToday, { nowMs: NIGHT }), createElement(Toaster)),
      {
        answers: {
          'GET /api/staff/catalog': () => ({
            ...sampleCatalog(),
            settings: { ...sampleCatalog().settings, openingHours: { ...openingHours, holidays } },
          }),
          'PATCH /api/staff/settings': ({ body }: Sent) => ({ ...sampleCatalog().settings, ...Object(body) }),
        },
      },
    );
  };
  const holidaysOf = (sent: readonly Sent[]): unknown => Object(sent[0]?.body).openingHours.holidays;

  it('is so by one switch, by the shop’s own date, and the site is told', async () => {
    const screen = await open([]);
    expect(screen.isChecked('Fechado hoje')).toBe(false);
    await screen.tap('Fechado hoje');
    expect(holidaysOf(screen.changes())).toEqual([TODAY]);
    expect(screen.isChecked('Fechado hoje')).toBe(true);
    expect(screen.words()).toContain('O site não recebe pedidos hoje e abre amanhã, sozinho.');
    expect(screen.sent.at(-1)?.route).toBe('GET /api/store');
  });

  it('is told with the day on which the site opens again, where that is not the next', async () => {
    const screen = await open([{ date: '2026-11-22', intervals: [] }]);
    await screen.tap('Fechado hoje');
    // A line may end after the slash.
    expect(screen.words()).toMatch(/O site não recebe pedidos hoje e abre em 23\/ ?11, sozinho\./);
  });

  it('is told without a day on which the site opens again, where no day has hours', async () => {
    const screen = await open(
      [],
      Array.from({ length: 7 }, () => []),
    );
    await screen.tap('Fechado hoje');
    expect(screen.words()).toContain('O site não recebe pedidos hoje.');
  });

  it('is opened again the same way', async () => {
    const screen = await open([TODAY]);
    expect(screen.isChecked('Fechado hoje')).toBe(true);
    await screen.tap('Fechado hoje');
    expect(holidaysOf(screen.changes())).toEqual([]);
    expect(screen.words()).toContain('O site volta ao horário de hoje');
  });
});

describe('a PIX that nothing proves', () => {
  const PIX = 'GET /api/staff/static-pix';
  const mark = (given: Partial<Order>, list: { unconfirmed?: string[]; lost?: string[] } = {}) =>
    openScreen(createElement(PixMark, { order: order(given) }), {
      answers: {
        [PIX]: {
          unconfirmed: (list.unconfirmed ?? []).map((orderId) => ({ orderId })),
          lost: (list.lost ?? []).map((orderId) => ({ orderId })),
        },
      },
    });

  it('is marked at its own order, as not confirmed or as not received', async () => {
    const paid: Partial<Order> = { paymentMethod: 'pix_manual' };
    expect((await mark(paid, { unconfirmed: ['one'] })).words()).toBe('PIX não confirmado');
    expect((await mark(paid, { lost: ['one'] })).words()).toBe('PIX não recebido');
    expect((await mark(paid, { unconfirmed: ['other'], lost: ['another'] })).words()).toBe('');
  });

  it('is marked no more once the order changes and it is proved', async () => {
    const orderAtom = atom(order({ paymentMethod: 'pix_manual', updatedAtMs: 1 }));
    const answers = { [PIX]: { unconfirmed: [{ orderId: 'one' }], lost: [] as object[] } };
    const Mark = () => createElement(PixMark, { order: useAtomValue(orderAtom) });
    const screen = await openScreen(createElement(Mark), { answers: { [PIX]: () => answers[PIX] } });
    expect(screen.words()).toBe('PIX não confirmado');
    answers[PIX] = { unconfirmed: [], lost: [] };
    await screen.when(() => screen.store.set(orderAtom, (before) => ({ ...before, updatedAtMs: 2 })));
    expect(screen.words()).toBe('');
  });

  it('is marked also where only the difference of a change was paid so', async () => {
    const changes = [{ id: 'c', atMs: 0, addedIds: [], takenOff: [], inKitchen: true }];
    expect((await mark({ paymentMethod: 'cash', changes }, { unconfirmed: ['one'] })).words()).toBe(
      'PIX não confirmado',
    );
  });

  it('is asked about only where the order was paid so', async () => {
    const asked = async (given: Partial<Order>) => (await mark(given)).sent.length;
    expect(await asked({ paymentMethod: 'cash' })).toBe(0);
    expect(await asked({ paymentMethod: 'pix_manual' })).toBe(1);
  });
});

describe('an order on paper', () => {
  it('is shown as the paper is wide, for the kitchen or the customer, and printed so', async () => {
    const screen = await openScreen(
      createElement('div', null, createElement(OrderSlips, { order: order() }), createElement(Toaster)),
    );
    expect(screen.all('img')).toEqual([]);
    await screen.tap('Ver no papel');
    const picture = () => screen.all('img')[0];
    expect(picture()?.getAttribute('src')).toBe('/api/staff/print-preview/orders/one/kitchen?columns=48');
    await screen.type('O quê', 'counter');
    await screen.type('Papel', '32');
    expect(picture()?.getAttribute('src')).toBe('/api/staff/print-preview/orders/one/counter?columns=32');
    expect(picture()?.getAttribute('alt')).toBe('Prévia: Via do cliente, papel de 58 mm');
    await screen.tap('Imprimir na loja');
    expect(screen.changes().map(({ route }) => route)).toEqual([
      'POST /api/staff/orders/one/reprint?purpose=counter',
    ]);
    expect(screen.words()).toContain('Na fila de impressão Via do cliente');
  });

  it('that could not be drawn says so, until another one is asked for', async () => {
    const screen = await openScreen(createElement(OrderSlips, { order: order() }));
    await screen.tap('Ver no papel');
    await screen.happen('img', 'error');
    expect(screen.alerts()).toEqual(['A prévia não pôde ser mostrada. Tente de novo daqui a pouco.']);
    await screen.type('O quê', 'counter');
    expect(screen.alerts()).toEqual([]);
  });
});

describe('the search for an order', () => {
  const open = async (searching = false) => {
    const onSearch = vi.fn<(search: object | null) => void>();
    const screen = await openScreen(createElement(SearchForm, { searching, busy: false, onSearch }));
    return { screen, onSearch };
  };

  it('finds out by itself what was typed, or takes it for what was chosen', async () => {
    const { screen, onSearch } = await open();
    await screen.tap('Buscar');
    expect(screen.alerts()).toEqual(['Digite algo para buscar.']);
    await screen.type('Buscar pedido', '11987654321');
    await screen.tap('Buscar');
    expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ by: 'phone' }));
    await screen.type('Buscar por', 'id');
    expect(screen.valueOf('ID')).toBe('');
    await screen.type('ID', '41');
    await screen.tap('Buscar');
    expect(onSearch).toHaveBeenLastCalledWith({ by: 'id', q: '41' });
  });

  it('of a phone writes it as it is read, and takes no more figures than it has', async () => {
    const { screen, onSearch } = await open();
    await screen.type('Buscar por', 'phone');
    await screen.type('Telefone', 'sem número');
    await screen.tap('Buscar');
    expect(onSearch).not.toHaveBeenCalled();
    await screen.type('Telefone', '119876543219');
    expect(screen.valueOf('Telefone')).toBe('(11) 98765-4321');
  });

  it('is over by a button, which is there while something was searched', async () => {
    expect((await open()).screen.buttons()).not.toContain('Limpar busca');
    const { screen, onSearch } = await open(true);
    await screen.type('Buscar pedido', '7');
    await screen.tap('Limpar busca');
    expect(onSearch).toHaveBeenCalledWith(null);
    expect(screen.valueOf('Buscar pedido')).toBe('');
  });
});

describe('the list of orders', () => {
  const ORDERS = [
    order({ id: 'a', simpleId: 1, totalCents: 500, subtotalCents: 900, status: 'DELIVERED' }),
    order({ id: 'b', simpleId: 2, totalCents: 300, subtotalCents: 1_000, status: 'PENDING' }),
    order({ id: 'c', simpleId: 3, totalCents: 400, subtotalCents: 400, status: 'READY' }),
  ];
  const open = async (orders = ORDERS) => {
    const onOpen = vi.fn<(id: string) => void>();
    const screen = await openScreen(
      createElement(OrderTable, { orders, empty: '', onOpen, onChanged: () => {}, onGone: () => {} }),
    );
    const numbers = () => screen.buttons().filter((name) => name.startsWith('#'));
    return { screen, onOpen, numbers };
  };

  it('stands in the order of what was paid or of the steps, and says which way', async () => {
    const { screen, numbers } = await open();
    const heads = () => screen.all('th[aria-sort]').map((one) => one.getAttribute('aria-sort'));
    await screen.tap('Total');
    expect(numbers()).toEqual(['#2', '#3', '#1']);
    expect(heads().filter((one) => one !== 'none')).toEqual(['ascending']);
    await screen.tap('Total');
    expect(numbers()).toEqual(['#1', '#3', '#2']);
    expect(heads().filter((one) => one !== 'none')).toEqual(['descending']);
    await screen.tap('Status');
    expect(numbers()).toEqual(['#2', '#3', '#1']);
  });

  it.each([
    ['Painel', ['#2', '#1', '#3']],
    ['Cliente', ['#3', '#1', '#2']],
    ['Pedido', ['#1', '#2', '#3']],
  ])('stands in the order of "%s"', async (head, expected) => {
    const some = [
      order({ id: 'a', simpleId: 1, panelNumber: 20, customerPhone: '11980000002', code: 'B000000000' }),
      order({ id: 'b', simpleId: 2, panelNumber: 10, customerPhone: '11980000003', code: 'A000000000' }),
      order({ id: 'c', simpleId: 3, panelNumber: 30, customerPhone: '11980000001', code: 'C000000000' }),
    ];
    const { screen, numbers } = await open(some);
    await screen.tap(head);
    expect(numbers()).toEqual(expected);
  });

  it('opens the one that is tapped, and names how its payment stands', async () => {
    const { screen, onOpen } = await open();
    await screen.tap('#3');
    expect(onOpen).toHaveBeenCalledWith('c');
    for (const [paymentStatus, said] of [
      ['rejected', 'Recusado'],
      ['expired', 'Expirado'],
      ['partially_refunded', 'Devolvido em parte'],
      ['charged_back', 'Contestado'],
    ] as const) {
      const one = await open([order({ paymentStatus })]);
      expect(one.screen.words()).toContain(` ${said} `);
    }
  });
});
