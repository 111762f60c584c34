// What the board keeps and drops as the store's log comes in.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import type { Board } from '@balcao/shared/http/staff.ts';
import { describe, expect, it } from 'vitest';
import { boardOf, byAge, HISTORY_MAX, withOrder, withReply } from './board.ts';

const board = (changes: Partial<Board> = {}) =>
  boardOf(
    {
      orders: [],
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
});
