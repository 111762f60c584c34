// What a card shows while its taps have not reached the store.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  loadPendingMoves,
  projectOrder,
  savePendingMoves,
  statusAfter,
  type PendingMove,
} from './pending-moves.ts';

const order = sampleOrder({ status: 'RECEBIDO' });
const tap = (
  kind: 'start' | 'mark-ready' | 'deliver' | 'back-to-received',
  orderId = order.id,
): PendingMove => ({
  key: kind,
  orderId,
  move: { kind },
  atMs: 1,
});

// spec/staff-and-wholesale.md: what each button of a card leads to.
it.each([
  ['start', 'PREPARING'],
  ['mark-ready', 'READY'],
  ['deliver', 'DELIVERED'],
  ['back-to-received', 'RECEBIDO'],
  ['back-to-preparing', 'PREPARING'],
  ['undo-delivery', 'READY'],
  ['confirm-payment', 'RECEBIDO'],
  ['cancel', 'CANCELLED'],
  // A part that was paid, or given back, leaves the order to be paid.
  ['take-tender', 'PENDING'],
  ['give-tender-back', 'PENDING'],
] as const)('%s leads to %s', (kind, status) => {
  expect(statusAfter({ kind } as PendingMove['move'])).toBe(status);
});

describe('taps on a device', () => {
  const HALF_HOUR_MS = 30 * 60_000;
  const kept = new Map<string, string>();
  const store = () =>
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
  afterEach(() => {
    kept.clear();
    vi.unstubAllGlobals();
  });

  it('come back as they were, until they are half an hour old', () => {
    store();
    const pendingMoves = [tap('start'), { ...tap('deliver'), atMs: 1000 }];
    savePendingMoves(pendingMoves);
    expect(loadPendingMoves(HALF_HOUR_MS)).toEqual(pendingMoves);
    expect(loadPendingMoves(HALF_HOUR_MS + 1)).toEqual(pendingMoves.slice(1));
    expect(loadPendingMoves(HALF_HOUR_MS + 1000)).toEqual([]);
  });

  it('are the newest two hundred', () => {
    store();
    savePendingMoves(Array.from({ length: 201 }, (_, at) => ({ ...tap('start'), key: `${at}` })));
    expect(loadPendingMoves(1)).toHaveLength(200);
    expect(loadPendingMoves(1)[0]?.key).toBe('1');
  });

  it.each([
    '{',
    '{}',
    '[null]',
    '[1]',
    '[{"key":"a","orderId":"b","move":{}}]',
    '[{"key":"a","atMs":1,"move":{}}]',
  ])('are none when %s is kept', (text) => {
    store();
    kept.set('balcao-staff-taps', text);
    expect(loadPendingMoves(1)).toEqual([]);
  });
});

describe('taps that wait for the store', () => {
  it('show the card where the last of them leads', () => {
    expect(projectOrder(order, [tap('start'), tap('mark-ready')]).status).toBe('READY');
    expect(projectOrder(order, [tap('start'), tap('back-to-received')]).status).toBe('RECEBIDO');
  });

  it('leave every other card alone, as the same object, so that it is not drawn again', () => {
    expect(projectOrder(order, [tap('start', 'another')])).toBe(order);
  });

  it('know where a free choice of status leads', () => {
    expect(statusAfter({ kind: 'set-status', status: 'DELIVERED' })).toBe('DELIVERED');
  });
});

describe('a tap of one station', () => {
  const share = (kind: 'mark-ready' | 'back-to-preparing', station: string): PendingMove => ({
    ...tap('mark-ready'),
    key: `${kind} ${station}`,
    move: { kind, station },
  });
  const making = sampleOrder({ status: 'PREPARING', madeAt: ['copa'] });

  it('is of its share alone until the store says more', () => {
    expect(projectOrder(making, [share('mark-ready', 'bar')])).toMatchObject({
      status: 'PREPARING',
      madeAt: ['copa', 'bar'],
    });
    expect(
      projectOrder(making, [share('mark-ready', 'bar'), share('back-to-preparing', 'bar')]),
    ).toMatchObject({
      status: 'PREPARING',
      madeAt: ['copa'],
    });
  });
});
