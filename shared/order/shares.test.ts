// What a station's own step does to an order that others make too.
import { describe, expect, it } from 'vitest';
import type { OrderCommand } from './command.ts';
import { decide, setStatus } from './decide.ts';
import type { Order } from './order.ts';
import { sampleOrder } from './sample.ts';

const AT = { nowMs: 20_000, panel: { date: '2026-11-21', series: 1, number: 7 } };
const STATIONS = ['bar', 'copa', 'chapa'];

const making = (...madeAt: string[]): Order =>
  sampleOrder({ status: 'PREPARING', preparingAtMs: 1, ...(madeAt.length > 0 ? { madeAt } : {}) });
const take = (order: Order, command: OrderCommand) => {
  const decided = decide(order, command, AT);
  if (!decided.ok) throw new Error(decided.refusal.code);
  return decided.value;
};
const ready = (station: string, stations = STATIONS) =>
  ({ kind: 'mark-ready', seen: 'PREPARING', share: { station, stations } }) satisfies OrderCommand;
const back = (station: string, stations = STATIONS): OrderCommand => ({
  kind: 'back-to-preparing',
  share: { station, stations },
});

describe('[O33] a station that marks its share as made', () => {
  it.each([
    ['first of three', making(), 'copa', ['copa']],
    ['second of three', making('copa'), 'bar', ['copa', 'bar']],
  ])('%s leaves the order in the making', (_, order, station, madeAt) => {
    const { order: after, changed, ticket } = take(order, ready(station));
    expect([after.status, after.madeAt, after.readyAtMs, after.updatedAtMs]).toEqual([
      'PREPARING',
      madeAt,
      order.readyAtMs,
      AT.nowMs,
    ]);
    expect([changed, ticket]).toEqual([true, null]);
  });

  it('last makes the order ready, and nothing is said of shares any more', () => {
    const { order } = take(making('bar', 'copa'), ready('chapa'));
    expect([order.status, order.readyAtMs]).toEqual(['READY', AT.nowMs]);
    expect(order).not.toHaveProperty('madeAt');
  });

  it('is all that makes the order makes it ready at once', () => {
    expect(take(making(), ready('bar', ['bar'])).order.status).toBe('READY');
  });

  it('counts no station that has lost its share since', () => {
    expect(take(making('gone', 'copa'), ready('bar', ['bar', 'copa'])).order.status).toBe('READY');
    expect(take(making('gone'), ready('bar', ['bar', 'copa'])).order.status).toBe('PREPARING');
  });

  it('ends the order where the only other station is gone since, though its share was made before', () => {
    expect(take(making('bar'), ready('bar', ['bar'])).order.status).toBe('READY');
  });

  it.each([
    ['a second time', making('bar'), 'bar'],
    ['without a share of the order', making('bar'), 'elsewhere'],
  ])('%s changes nothing', (_, order, station) => {
    expect(take(order, ready(station))).toEqual({ order, changed: false, ticket: null });
  });

  it('is refused while nobody has begun, as every other', () => {
    const { seen: _, ...unseen } = ready('bar');
    const decided = decide(sampleOrder({ status: 'RECEBIDO' }), unseen, AT);
    expect(decided).toMatchObject({ ok: false, refusal: { code: 'not-from-here' } });
  });
});

describe('[O33] a station that takes its share back', () => {
  it('takes back no other’s, in the making and out of what is ready', () => {
    expect(take(making('bar', 'copa'), back('bar')).order.madeAt).toEqual(['copa']);
    expect(take(making('bar'), back('bar')).order).not.toHaveProperty('madeAt');
    const { order } = take(sampleOrder({ status: 'READY', readyAtMs: 9 }), back('bar'));
    expect([order.status, order.madeAt, order.readyAtMs]).toEqual(['PREPARING', ['copa', 'chapa'], 9]);
  });

  it('changes nothing where it has made none, or has no share', () => {
    for (const station of ['bar', 'elsewhere'])
      expect(take(making('copa'), back(station)).changed).toBe(false);
    expect(take(sampleOrder({ status: 'READY' }), back('elsewhere')).changed).toBe(false);
  });
});

describe('[O33] a step of the whole order', () => {
  it.each([
    ['mark-ready', 'READY'],
    ['back-to-received', 'RECEBIDO'],
    ['cancel', 'CANCELLED'],
  ] as const)('%s forgets whose share was made', (kind, status) => {
    const command = kind === 'cancel' ? ({ kind, reason: 'loja' } as const) : { kind };
    const { order } = take(making('bar'), command);
    expect(order.status).toBe(status);
    expect(order).not.toHaveProperty('madeAt');
  });

  it('back from ready takes back every share', () => {
    const { order } = take(sampleOrder({ status: 'READY' }), { kind: 'back-to-preparing' });
    expect(order.status).toBe('PREPARING');
    expect(order).not.toHaveProperty('madeAt');
  });

  it('by the administrator’s list does so too', () => {
    const set = setStatus(making('bar'), 'READY', AT);
    expect(set.ok && set.value.order).not.toHaveProperty('madeAt');
  });
});
