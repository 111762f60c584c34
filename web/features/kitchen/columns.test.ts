// Which column a card stands in.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { describe, expect, it } from 'vitest';
import { boardOf } from '../../data/staff/board/board.ts';
import type { PendingMove } from '../../data/staff/board/pending-moves.ts';
import { countParts } from './parts.ts';
import { cancelledOf, columnsOf } from './columns.ts';

const order = (id: string, changes: Parameters<typeof sampleOrder>[0] = {}) =>
  sampleOrder({
    id,
    status: 'RECEBIDO',
    panelNumber: 3,
    panelDate: '2026-11-21',
    panelSeries: 2,
    ...changes,
  });
const boardWith = (...orders: ReturnType<typeof order>[]) =>
  boardOf(
    {
      orders,
      unpaidMore: 0,
      delivered: [],
      deliveredToday: 0,
      seq: 1,
      now: 0,
      panel: { date: '2026-11-21', series: 2 },
      ageLimits: { warnMinutes: 5, lateMinutes: 8 },
    },
    0,
  );
const tap = (orderId: string, kind: 'start' | 'deliver'): PendingMove => ({
  key: 'k',
  orderId,
  move: { kind },
  atMs: 40,
});

describe('the kitchen columns', () => {
  it('put cash that waits below everything that can be made', () => {
    const { received } = columnsOf(
      boardWith(
        order('cash', { status: 'PENDING', paymentMethod: 'cash', createdAtMs: 1 }),
        order('paid', { createdAtMs: 9 }),
      ),
      [],
    );
    expect(received.map((card) => card.order.id)).toEqual(['paid', 'cash']);
  });

  it('move a card at the tap and say since when the store has not confirmed it', () => {
    const { received, preparing } = columnsOf(boardWith(order('a')), [tap('a', 'start')]);
    expect(received).toEqual([]);
    expect(preparing).toMatchObject([{ order: { id: 'a', status: 'PREPARING' }, tappedAtMs: 40 }]);
  });

  it('say of several taps since when the first of them waits', () => {
    const ready: PendingMove = { key: 'r', orderId: 'a', move: { kind: 'mark-ready' }, atMs: 90 };
    expect(
      columnsOf(boardWith(order('a')), [tap('other', 'start'), tap('a', 'start'), ready]).ready,
    ).toMatchObject([{ order: { status: 'READY' }, tappedAtMs: 40 }]);
  });

  it('keep a delivered card in sight until the store has heard of it', () => {
    expect(columnsOf(boardWith(order('a', { status: 'READY' })), [tap('a', 'deliver')]).ready).toHaveLength(
      1,
    );
  });

  it('mark a number of the series before a reset as a past one', () => {
    const { received } = columnsOf(boardWith(order('old', { panelSeries: 1 }), order('new')), []);
    expect(received.map((card) => [card.order.id, card.past])).toEqual([
      ['old', true],
      ['new', false],
    ]);
  });
});

describe('the kitchen columns, further', () => {
  const delivered = order('gone', { status: 'DELIVERED', deliveredAtMs: 5 });
  const other = order('other', { status: 'DELIVERED', deliveredAtMs: 6 });
  const board = {
    ...boardWith(order('b', { receivedAtMs: 2 }), order('a', { receivedAtMs: 1 })),
    delivered: [delivered, other],
  };

  it('are empty before the board is there', () => {
    expect(columnsOf(null, [tap('a', 'start')])).toEqual({ received: [], preparing: [], ready: [] });
  });

  it('have the longest waiting first, and nothing that was delivered', () => {
    const { received, ready } = columnsOf(board, []);
    expect(received.map((card) => card.order.id)).toEqual(['a', 'b']);
    expect(received.map((card) => card.tappedAtMs)).toEqual([null, null]);
    expect(ready).toEqual([]);
  });

  it('show a delivery that is being undone on this screen, and no other', () => {
    const undo: PendingMove = { key: 'u', orderId: 'gone', move: { kind: 'undo-delivery' }, atMs: 50 };
    const { ready } = columnsOf(board, [undo, tap('a', 'start')]);
    expect(ready).toMatchObject([{ order: { id: 'gone', status: 'READY' }, tappedAtMs: 50 }]);
  });

  it('drop a card that is being cancelled', () => {
    const cancel = { key: 'c', orderId: 'a', move: { kind: 'cancel' }, atMs: 1 } as PendingMove;
    const columns = columnsOf(board, [cancel]);
    expect(columns.received.map((card) => card.order.id)).toEqual(['b']);
    expect([...columns.preparing, ...columns.ready]).toEqual([]);
  });
});

describe('the all-day count', () => {
  it('counts each part over all orders, both halves of a half-and-half included, most first', () => {
    const groups = countParts([
      order('a'),
      order('b', { items: [...order('b').items, ...order('b').items] }),
    ]);
    const of = (name: string) => groups.find((group) => group.name === name)?.counts;
    expect(of('Tamanhos')).toEqual([['Grande', 3]]);
    expect(of('Sorvetes')).toEqual([
      ['Morango', 3],
      ['Ninho', 3],
    ]);
    expect(of('Complementos')).toEqual([
      ['Banana', 3],
      ['Nutella', 3],
    ]);
  });
});

describe('what was cancelled in the making', () => {
  const gone = { status: 'CANCELLED', cancelReason: 'cliente', preparingAtMs: 5 } as const;
  const board = { ...boardWith(), cancelled: [order('a', gone), order('b', { ...gone, readyAtMs: 6 })] };

  it('stands where the cup stands', () => {
    const { preparing, ready } = cancelledOf(board, []);
    expect([preparing.map(({ id }) => id), ready.map(({ id }) => id)]).toEqual([['a'], ['b']]);
  });

  it('goes from this screen when somebody here took it away', () => {
    expect(cancelledOf(board, ['a'])).toMatchObject({ preparing: [], ready: [{ id: 'b' }] });
    expect(cancelledOf(null, [])).toEqual({ preparing: [], ready: [] });
  });

  it('is nothing to make', () => {
    expect(columnsOf(board, [])).toEqual({ received: [], preparing: [], ready: [] });
  });
});
