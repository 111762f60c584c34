// What the board keeps and drops as the store's log comes in.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Board } from '@balcao/shared/http/staff.ts';
import { describe, expect, it } from 'vitest';
import { boardOf, byAge, withOrder, withReply, withShownCancelled } from './board.ts';

const HISTORY_MAX = 12;

const board = (changes: Partial<Board> = {}) =>
  boardOf(
    {
      orders: [],
      unpaidMore: 0,
      delivered: [],
      deliveredToday: 0,
      seq: 7,
      now: 1_000,
      ageLimits: { warnMinutes: 5, lateMinutes: 8 },
      ...changes,
    },
    1_000,
  );
const order = (id: string, changes: Parameters<typeof sampleOrder>[0] = {}) =>
  sampleOrder({ id, status: 'RECEBIDO', paymentStatus: 'approved', ...changes });

describe('the staff board', () => {
  it('shows a paid order and cash that waits, but no order whose customer is still paying online', () => {
    let state = board();
    state = withOrder(state, order('paid'), 2_000);
    state = withOrder(state, order('cash', { status: 'PENDING', paymentMethod: 'cash' }), 2_000);
    state = withOrder(state, order('pix', { status: 'PENDING', paymentMethod: 'pix' }), 2_000);
    expect([...state.orders.keys()]).toEqual(['paid', 'cash']);
  });

  it('has a sale of the counter among the begun ones until its money is there, or it is called off', () => {
    const sale = (id: string, changes: Parameters<typeof order>[1] = {}) =>
      order(id, { source: 'counter', status: 'PENDING', paymentStatus: 'pending', ...changes });
    const begun = (state: ReturnType<typeof board>) => [...state.begun.keys()];
    let state = board({ begun: [sale('a')] });
    for (const id of ['b', 'c']) state = withOrder(state, sale(id), 2_000);
    state = withOrder(state, sale('customer', { source: 'lan' }), 2_000);
    expect(begun(state)).toEqual(['a', 'b', 'c']);
    state = withOrder(state, sale('a', { status: 'RECEBIDO', paymentStatus: 'approved' }), 3_000);
    state = withOrder(state, sale('b', { status: 'CANCELLED' }), 3_000);
    state = withOrder(state, sale('c', { paymentMethod: 'cash' }), 3_000);
    expect(begun(state)).toEqual([]);
    expect([...state.orders.keys()]).toEqual(['a', 'c']);
  });

  it('keeps what is cancelled after it was begun, once, and at most twelve of them', () => {
    const begun = (n: number) => order(`o${n}`, { status: 'PREPARING', preparingAtMs: 5 });
    let state = board({ orders: [begun(0)], cancelled: [] });
    const gone = { ...begun(0), status: 'CANCELLED' as const, cancelReason: 'cliente' as const };
    for (const atMs of [2_000, 2_001]) state = withOrder(state, gone, atMs);
    expect([state.orders.size, state.cancelled.map(({ id }) => id)]).toEqual([0, ['o0']]);
    state = withOrder(state, order('fresh', { status: 'CANCELLED', preparingAtMs: null }), 2_002);
    expect(state.cancelled).toHaveLength(1);
    for (let n = 1; n <= 12; n += 1) state = withOrder(state, { ...gone, id: `o${n}` }, 3_000 + n);
    expect([state.cancelled.length, state.cancelled[0]?.id, state.cancelled.at(-1)?.id]).toEqual([
      12,
      'o12',
      'o1',
    ]);
  });

  it('goes on showing what was cancelled and then deleted, for the day, and nothing that is made again', () => {
    const panel = { date: '2026-11-21', series: 1 };
    const gone = (id: string, panelDate = panel.date) =>
      order(id, { status: 'CANCELLED', preparingAtMs: 5, panelNumber: 3, panelSeries: 1, panelDate });
    const before = board({
      panel,
      cancelled: [gone('deleted'), gone('told'), gone('yesterday', '2026-11-20'), gone('again')],
    });
    const read = board({ panel, cancelled: [gone('told')], orders: [order('again')] });
    expect(withShownCancelled(read, before).cancelled.map(({ id }) => id)).toEqual(['told', 'deleted']);
    expect(withShownCancelled(read, null)).toEqual(read);
  });

  it('shows nothing cancelled of a store that does not say it', () => {
    expect(board().cancelled).toEqual([]);
  });

  it('counts no order that it never had open, and never fewer than none', () => {
    const old = order('old', { status: 'DELIVERED', deliveredAtMs: 1 });
    expect(withOrder(board({ deliveredToday: 3 }), old, 2_000).deliveredToday).toBe(3);
    // Handed over before four in the morning, taken back after.
    const taken = withOrder(board({ delivered: [old] }), { ...old, status: 'READY' }, 2_000);
    expect([taken.deliveredToday, [...taken.orders.keys()]]).toEqual([0, ['old']]);
  });

  it('moves a delivered order into the history, counts it once, and takes the count back when the delivery is undone', () => {
    const ready = order('a', { status: 'READY' });
    const delivered = { ...ready, status: 'DELIVERED' as const, deliveredAtMs: 5_000 };
    let state = withOrder(board({ orders: [ready] }), delivered, 5_000);
    state = withOrder(state, delivered, 5_001);
    expect(state).toMatchObject({ deliveredToday: 1, delivered: [{ id: 'a' }] });
    expect(state.orders.size).toBe(0);
    state = withOrder(state, ready, 6_000);
    expect(state).toMatchObject({ deliveredToday: 0, delivered: [] });
    expect(state.orders.has('a')).toBe(true);
  });

  it('keeps its memory flat over 2,000 orders: no open order is left and the history holds the newest twelve', () => {
    let state = board();
    for (let n = 1; n <= 2_000; n += 1) {
      for (const status of ['RECEBIDO', 'PREPARING', 'READY'] as const)
        state = withOrder(state, order(`o${n}`, { status }), n);
      state = withOrder(state, order(`o${n}`, { status: 'DELIVERED', deliveredAtMs: n }), n);
    }
    expect(state.orders.size).toBe(0);
    expect(state.delivered).toHaveLength(HISTORY_MAX);
    expect(state.delivered[0]?.id).toBe('o2000');
    expect(state.deliveredToday).toBe(2_000);
  });

  it('[41] holds of unpaid orders no more than the store lists: the counter first, then the newest, and counts the others', () => {
    const unpaid = (id: string, createdAtMs: number, source: 'counter' | 'lan' | 'relay') =>
      order(id, { status: 'PENDING', paymentStatus: 'pending', paymentMethod: 'cash', source, createdAtMs });
    let state = board({ orders: [order('paid')] });
    state = withOrder(state, unpaid('wifi', -1, 'lan'), 1);
    state = withOrder(state, unpaid('counter', 0, 'counter'), 1);
    for (let n = 1; n <= 100; n += 1) state = withOrder(state, unpaid(`remote${n}`, n, 'relay'), n);
    expect(state.unpaidMore).toBe(2);
    expect(state.orders.size).toBe(1 + 100);
    expect(['remote1', 'remote2'].some((id) => state.orders.has(id))).toBe(false);
    expect([...state.orders.keys()]).toEqual(
      expect.arrayContaining(['paid', 'counter', 'wifi', 'remote3', 'remote100']),
    );
  });

  it('drops a cancelled order', () => {
    const state = withOrder(board({ orders: [order('a')] }), order('a', { status: 'CANCELLED' }), 2_000);
    expect(state.orders.size).toBe(0);
  });

  it('does not let the late answer to a tap undo what the stream has told since', () => {
    const newer = order('a', { status: 'READY', updatedAtMs: 50 });
    const state = withReply(
      board({ orders: [newer] }),
      order('a', { status: 'PREPARING', updatedAtMs: 40 }),
      60,
    );
    expect(state.orders.get('a')?.status).toBe('READY');
  });

  it('puts the longest waiting first: by when the kitchen got it, not by when it was placed', () => {
    const early = order('early', { createdAtMs: 1, receivedAtMs: 900 });
    const late = order('late', { createdAtMs: 500, receivedAtMs: 600 });
    expect([early, late].sort(byAge).map((one) => one.id)).toEqual(['late', 'early']);
  });

  it('takes an answer that is as new as what it holds, and one about an order that it does not hold', () => {
    const held = order('a', { status: 'RECEBIDO', updatedAtMs: 50 });
    const same = withReply(board({ orders: [held] }), order('a', { status: 'READY', updatedAtMs: 50 }), 60);
    expect(same.orders.get('a')?.status).toBe('READY');
    const other = withReply(board({ orders: [held] }), order('b', { updatedAtMs: 10 }), 60);
    expect([...other.orders.keys()]).toEqual(['a', 'b']);
  });

  it('does not let a late answer bring back what was delivered since', () => {
    const delivered = order('a', { status: 'DELIVERED', deliveredAtMs: 50, updatedAtMs: 50 });
    const state = withReply(
      board({ delivered: [order('z', { status: 'DELIVERED', updatedAtMs: 1 }), delivered] }),
      order('a', { status: 'READY', updatedAtMs: 40 }),
      60,
    );
    expect(state.orders.size).toBe(0);
    expect(state.delivered).toHaveLength(2);
  });

  it('begins with the twelve newest deliveries, and the shop’s own ages or five and eight minutes', () => {
    const delivered = Array.from({ length: 13 }, (_, at) => order(`d${at}`, { status: 'DELIVERED' }));
    const state = board({ delivered, ageLimits: { warnMinutes: 2, lateMinutes: 3 } });
    expect(state.delivered).toEqual(delivered.slice(0, 12));
    expect(state.ageLimits).toEqual({ warnMinutes: 2, lateMinutes: 3 });
    const { ageLimits: _none, ...older } = {
      orders: [],
      unpaidMore: 0,
      delivered: [],
      deliveredToday: 0,
      seq: 1,
      now: 0,
      ageLimits: undefined,
    };
    expect(boardOf(older, 0).ageLimits).toEqual({ warnMinutes: 5, lateMinutes: 8 });
  });

  it('has the last delivered first, whatever order the store told them in', () => {
    const of = (id: string, deliveredAtMs: number) => order(id, { status: 'DELIVERED', deliveredAtMs });
    let state = board();
    for (const one of [of('second', 20), of('third', 30), of('first', 10)]) state = withOrder(state, one, 40);
    expect(state.delivered.map(({ id }) => id)).toEqual(['third', 'second', 'first']);
  });

  it('keeps one in preparation, and puts the lower number first where two waited as long', () => {
    const preparing = order('a', { status: 'PREPARING' });
    expect(withOrder(board(), preparing, 1).orders.has('a')).toBe(true);
    const [seven, nine] = [7, 9].map((simpleId) => order(`n${simpleId}`, { simpleId, receivedAtMs: 5 }));
    expect([nine, seven].map((one) => one!).sort(byAge)).toEqual([seven, nine]);
  });
});
