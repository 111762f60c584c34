// What a card shows while its taps have not reached the store.
import { sampleOrder } from '@balcao/shared/order/sample.ts';
import { describe, expect, it } from 'vitest';
import { projected, statusAfter, type Tap } from './taps.ts';

const order = sampleOrder({ status: 'RECEBIDO' });
const tap = (kind: 'start' | 'mark-ready' | 'deliver' | 'back-to-received', orderId = order.id): Tap => ({
  key: kind,
  orderId,
  move: { kind },
  atMs: 1,
});

describe('taps that wait for the store', () => {
  it('show the card where the last of them leads', () => {
    expect(projected(order, [tap('start'), tap('mark-ready')]).status).toBe('READY');
    expect(projected(order, [tap('start'), tap('back-to-received')]).status).toBe('RECEBIDO');
  });

  it('leave every other card alone, as the same object, so that it is not drawn again', () => {
    expect(projected(order, [tap('start', 'another')])).toBe(order);
  });

  it('know where a free choice of status leads', () => {
    expect(statusAfter({ kind: 'set-status', status: 'DELIVERED' })).toBe('DELIVERED');
  });
});
