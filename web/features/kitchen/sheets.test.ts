// What the kitchen's tools show over the board, and what came to a ticket and went from it.
import type { Order, OrderItem } from '@balcao/shared/order/order.ts';
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { createElement, type ComponentProps } from 'react';
import { describe, expect, it } from 'vitest';
import { openScreen, refusal } from '../../testing/screen.ts';
import { wordsOf } from '../../testing/words.ts';
import { Toaster } from '../../ui/toast.tsx';
import type { Card } from './columns.ts';
import { HelpSheet } from './help-sheet.tsx';
import { ResetPanel } from './reset.tsx';
import { Sheets } from './sheets.tsx';
import { TicketItems } from './ticket-items.tsx';

const nothing = (): void => {};
const now = Date.parse('2026-11-21T18:20:00-03:00');
const [ITEM = never()] = sampleOrder().items;
function never(): never {
  throw new Error('the sample order has an item');
}
const card = (changes: Partial<Order>): Card => ({
  order: sampleOrder({ createdAtMs: now, ...changes }),
  tappedAtMs: null,
  past: false,
});

describe('a tool of the kitchen', () => {
  const cup = (name: string, id: string): OrderItem => ({ ...ITEM, id, sizeName: name });
  const columns = {
    received: [
      card({ id: 'unpaid', status: 'PENDING', items: [cup('Sem pagar', 'u')] }),
      card({ id: 'a', status: 'RECEBIDO', items: [cup('Recebido', 'r')] }),
    ],
    preparing: [card({ id: 'b', status: 'PREPARING', items: [cup('Em preparo', 'p')] })],
    ready: [card({ id: 'c', status: 'READY', items: [cup('Pronto', 'o')] })],
  };
  const open = async (sheet: ComponentProps<typeof Sheets>['sheet']): Promise<string> => {
    const board = {
      orders: new Map([
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ]),
      delivered: [],
      unpaidMore: 4,
      ageLimits: null,
    };
    const props = { sheet, board, columns, printing: null, now, onClose: nothing };
    return (
      await openScreen(createElement(Sheets, props as unknown as ComponentProps<typeof Sheets>))
    ).words();
  };

  it('counts what is still to be made: of what is paid, begun or not', async () => {
    const words = await open('all-day');
    expect(words).toContain('1× Em preparo 1× Recebido');
    // What nothing is needed of has no heading.
    expect(words).not.toContain('Taças e produtos');
    for (const name of ['Sem pagar', 'Pronto']) expect(words).not.toContain(`× ${name}`);
  });

  it('shows what is not paid, and how many more there are', async () => {
    const words = await open('unpaid');
    expect(words).toContain('Sem pagar');
    expect(words).not.toContain('Recebido R');
    expect(words).toContain('E mais 4 pedidos não pagos');
    expect(words.match(/Aguardando pagamento/g)).toHaveLength(1);
  });

  it('says before the numbers begin again how many open orders lose theirs', async () => {
    expect(await open('reset')).toContain('3 pedidos abertos perdem o número do painel.');
  });
});

it('numbers that could not begin again are not said to have failed while that is tried again', async () => {
  let sent = 0;
  const reset = createElement(ResetPanel, { openOrders: 0, onClose: nothing });
  const screen = await openScreen(createElement('div', null, reset, createElement(Toaster)), {
    answers: {
      'POST /api/staff/panel/reset': () =>
        (sent += 1) === 1 ? refusal(503, 'away', 'A loja reinicia.') : new Promise(() => undefined),
    },
  });
  await screen.tap('Resetar');
  expect(screen.alerts().join(' ')).toContain('Erro ao resetar painel. A loja reinicia.');
  expect(screen.alerts().join(' ')).toContain('Tente novamente.');
  await screen.tap('Resetar');
  expect(screen.alerts()).toEqual([]);
});

describe('what is to be made', () => {
  const items = (given: ComponentProps<typeof TicketItems>): string =>
    wordsOf(createElement(TicketItems, given));

  it('that came later says so, and what went is struck through', () => {
    const other = { ...ITEM, id: 'later', sizeName: 'Pequeno' };
    const gone = { ...ITEM, id: 'gone', sizeName: 'Gigante' };
    const news = { changeIds: [], bellKeys: [], added: new Set(['later']), takenOff: [gone] };
    const words = items({ items: [ITEM, other], news });
    expect(words.match(/ACRÉSCIMO/g)).toHaveLength(1);
    expect(words).toMatch(/Grande.*ACRÉSCIMO.*Pequeno.*CANCELADO.*Gigante/);
    expect(words.match(/Pequeno/g)).toHaveLength(1);
    expect(items({ items: [ITEM] })).not.toMatch(/ACRÉSCIMO|CANCELADO/);
  });

  it('names the ice cream, and toppings one by one; none is said of a cup alone', () => {
    const toppings = [
      { id: 't1', name: 'Banana', layer: 'TOP' },
      { id: 't2', name: 'Granola', layer: 'TOP' },
    ];
    const words = items({
      items: [
        { ...ITEM, iceCreamName: 'Creme', secondaryIceCreamName: null, toppings } as unknown as OrderItem,
      ],
    });
    expect(words).toContain('Sorvete: Creme');
    expect(words).toMatch(/Banana , Granola$/);
    const bare = { ...ITEM, iceCreamName: null, secondaryIceCreamName: null, toppings: [] };
    expect(items({ items: [bare as OrderItem] })).toContain('Sem toppings');
    expect(items({ items: [bare as OrderItem] })).not.toContain('Sorvete:');
    const water = { ...bare, kind: 'pronto', productName: 'Água', sizeName: null, baseName: null };
    expect(items({ items: [water as OrderItem] })).toBe('Água');
  });
});

it('each key of a bump bar is told by what it does', async () => {
  const { words } = await openScreen(createElement(HelpSheet, { onClose: nothing }));
  for (const line of [
    '1 a 9 Passa adiante um dos nove pedidos',
    'N Vai para o próximo pedido.',
    'P Volta para o pedido anterior.',
    'Enter Passa adiante o pedido escolhido.',
  ])
    expect(words()).toContain(line);
});
