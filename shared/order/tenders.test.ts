// An order that staff take the money of in parts.
import { describe, expect, it } from 'vitest';
import type { OrderCommand } from './command.ts';
import { decide } from './decide.ts';
import type { Order, Tender } from './order.ts';
import { sampleOrder } from './sample.ts';

const AT = { nowMs: 20_000, panel: { date: '2026-11-21', series: 1, number: 7 } };
const asked = (id: string, cents: number, fields: Partial<Tender> = {}) => ({
  id,
  method: 'cash' as const,
  card: null,
  cents,
  receivedCents: null,
  ...fields,
});
const take = (order: Order, ...given: Parameters<typeof asked>) =>
  decide(order, { kind: 'take-tender', tender: asked(...given) }, AT);
function done(result: ReturnType<typeof decide>): Order {
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value.order;
}
const TOTAL = sampleOrder().totalCents;
const half = Math.floor(TOTAL / 2);
const fresh = () => sampleOrder({ source: 'counter' });
const partly = () => done(take(fresh(), 'a', half, { receivedCents: half + 100 }));

describe('[O30] an order that is paid in part', () => {
  it('waits as for cash, with its number, and is in no kitchen', () => {
    expect(take(fresh(), 'a', half, { receivedCents: half + 100 })).toEqual({
      ok: true,
      value: {
        order: {
          ...fresh(),
          panelNumber: 7,
          panelDate: '2026-11-21',
          panelSeries: 1,
          paymentMethod: 'cash',
          tenders: [{ ...asked('a', half, { receivedCents: half + 100 }), atMs: 20_000 }],
          updatedAtMs: 20_000,
        },
        changed: true,
        ticket: null,
      },
    });
  });

  it('waits as for cash by whatever its first part came, and its customer’s note for the change is off', () => {
    const noted = { ...fresh(), changeForCents: TOTAL + 500 };
    expect(done(take(noted, 'a', half, { method: 'pix_manual' }))).toMatchObject({
      status: 'PENDING',
      paymentMethod: 'cash',
      changeForCents: null,
    });
  });

  it('is paid by the part that ends it, by the way that brought the most', () => {
    const before = done(take(partly(), 'b', 1, { method: 'pix_manual' }));
    const last = take(before, 'c', TOTAL - half - 1, { method: 'terminal', card: 'debito' });
    expect(last).toMatchObject({
      ok: true,
      value: {
        ticket: 'kitchen',
        order: {
          status: 'RECEBIDO',
          receivedAtMs: 20_000,
          panelNumber: 7,
          paymentStatus: 'approved',
          changeForCents: null,
          tenders: [{ id: 'a' }, { id: 'b' }, { id: 'c', card: 'debito' }],
        },
      },
    });
    expect(done(last).paymentMethod).toBe(TOTAL - half - 1 > half ? 'terminal' : 'cash');
  });

  it('is not paid while less is left than its first part was', () => {
    const most = done(take(fresh(), 'a', TOTAL - 1));
    expect(most).toMatchObject({ status: 'PENDING', paymentStatus: 'pending', paymentMethod: 'cash' });
    expect(done(take(most, 'b', 1))).toMatchObject({ status: 'RECEBIDO', paymentStatus: 'approved' });
  });

  it('[O29] has each part once, however often it is sent, also the one that paid it', () => {
    const before = partly();
    expect(take(before, 'a', half)).toEqual({
      ok: true,
      value: { order: before, changed: false, ticket: null },
    });
    const paid = done(take(before, 'b', TOTAL - half));
    expect(take(paid, 'b', TOTAL - half)).toEqual({
      ok: true,
      value: { order: paid, changed: false, ticket: null },
    });
  });

  it('[O24] takes nothing above its total: who comes second with the last part is told', () => {
    expect(take(partly(), 'b', TOTAL - half + 1)).toEqual({
      ok: false,
      refusal: { code: 'tender-too-much', leftCents: TOTAL - half },
    });
    const paid = done(take(partly(), 'b', TOTAL - half));
    expect(take(paid, 'c', TOTAL - half)).toEqual({
      ok: false,
      refusal: { code: 'paid-otherwise', method: null },
    });
    const method = paid.paymentMethod;
    expect(decide(paid, { kind: 'approve', method }, AT)).toEqual({
      ok: false,
      refusal: { code: 'paid-otherwise', method: null },
    });
  });

  it.each<[OrderCommand, string]>([
    [{ kind: 'approve', method: 'cash' }, 'partly-paid'],
    [{ kind: 'cancel', reason: 'cliente' }, 'already-paid'],
    [{ kind: 'cancel', reason: 'retirado', seen: 'PENDING' }, 'already-paid'],
    [{ kind: 'expire' }, 'already-paid'],
  ])('refuses %j', (command, code) => {
    const left = code === 'partly-paid' ? { leftCents: TOTAL - half } : {};
    expect(decide(partly(), command, AT)).toMatchObject({ ok: false, refusal: { code, ...left } });
  });

  it.each([null, TOTAL - half, TOTAL + 500])(
    'waits as before where its customer chooses cash with %s in hand',
    (changeForCents) => {
      expect(decide(partly(), { kind: 'choose-cash', changeForCents }, AT)).toEqual({
        ok: true,
        value: { order: partly(), changed: false, ticket: null },
      });
    },
  );

  it('[O31] is called off by who gives the money back, and says what that was', () => {
    const over = decide(partly(), { kind: 'cancel', reason: 'cliente', givesBack: true }, AT);
    expect(over).toMatchObject({
      value: { order: { status: 'CANCELLED', tenders: [{ id: 'a' }] }, ticket: null },
    });
  });

  it('[O31] waits on without a part that was given back, and once', () => {
    const both = done(take(partly(), 'b', 1));
    const back = (order: Order, tenderId: string) =>
      decide(order, { kind: 'give-tender-back', tenderId }, AT);
    const one = done(back(both, 'a'));
    expect(one).toMatchObject({ status: 'PENDING', paymentMethod: 'cash', tenders: [{ id: 'b' }] });
    expect(back(one, 'a')).toEqual({ ok: true, value: { order: one, changed: false, ticket: null } });
    expect(done(back(one, 'b'))).not.toHaveProperty('tenders');
  });

  it('[O31] says when a part of it was given back, and nothing is printed of that', () => {
    const before = partly();
    const later = { ...AT, nowMs: AT.nowMs + 5_000 };
    expect(decide(before, { kind: 'give-tender-back', tenderId: 'a' }, later)).toMatchObject({
      value: { order: { updatedAtMs: later.nowMs }, changed: true, ticket: null },
    });
  });

  it('keeps nothing of what was given back when late money brings it back', () => {
    const over = { ...done(decide(partly(), { kind: 'cancel', reason: 'expirado', givesBack: true }, AT)) };
    const again = done(decide(over, { kind: 'approve', method: 'pix', lateButMakeable: true }, AT));
    expect(again).toMatchObject({ status: 'RECEBIDO', paymentMethod: 'pix', late: true });
    expect(again.tenders).toBeUndefined();
  });
});
