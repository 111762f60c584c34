import { describe, expect, it } from 'vitest';
import { newOrder } from './new-order.ts';
import { decide, isCancelledInWork, setStatus, UNDO_DELIVERY_MS_MAX } from './decide.ts';
import type { OrderStatus } from './order.ts';
import { sampleOrder, sampleRequest } from './sample.ts';

const AT = { nowMs: 20_000, panel: { date: '2026-11-21', series: 1, number: 7 } };

const APPROVE = { kind: 'approve', method: 'pix', lateButMakeable: true } as const;
const inStatus = (status: OrderStatus) =>
  sampleOrder({
    status,
    deliveredAtMs: status === 'DELIVERED' ? 19_000 : null,
    cancelReason: status === 'CANCELLED' ? 'expirado' : null,
  });

describe('a new order', () => {
  it('is pending, unpaid, not late, and has no number of the panel yet', () => {
    const { items, subtotalCents, discountPercent, discountCents, totalCents } = sampleOrder();
    const quoted = { items, subtotalCents, discountPercent, discountCents, totalCents };
    const request = sampleRequest({ observations: 'sem canudo' });
    expect(newOrder(request, quoted, { code: 'C0DE', number: 41, source: 'lan', nowMs: 9 })).toEqual({
      ...quoted,
      id: request.id,
      code: 'C0DE',
      simpleId: 41,
      orderNumber: 41,
      panelNumber: null,
      panelDate: null,
      panelSeries: null,
      source: 'lan',
      customerPhone: request.customerPhone,
      consumptionType: request.consumptionType,
      observations: 'sem canudo',
      status: 'PENDING',
      paymentStatus: 'pending',
      paymentMethod: null,
      changeForCents: null,
      cancelReason: null,
      late: false,
      createdAtMs: 9,
      updatedAtMs: 9,
      receivedAtMs: null,
      preparingAtMs: null,
      readyAtMs: null,
      deliveredAtMs: null,
    });
  });
});

describe('the times of an order', () => {
  it.each([
    ['RECEBIDO', 'receivedAtMs'],
    ['PREPARING', 'preparingAtMs'],
    ['READY', 'readyAtMs'],
    ['DELIVERED', 'deliveredAtMs'],
  ] as const)('say when it became %s, and nothing of what it is not yet', (status, field) => {
    const before = sampleOrder({
      status: status === 'RECEBIDO' ? 'READY' : 'RECEBIDO',
      receivedAtMs: null,
      preparingAtMs: null,
      readyAtMs: null,
      deliveredAtMs: null,
    });
    const times = { receivedAtMs: null, preparingAtMs: null, readyAtMs: null, deliveredAtMs: null };
    expect(setStatus(before, status, { nowMs: 77 })).toMatchObject({
      ok: true,
      value: { changed: true, order: { ...times, [field]: 77, status, updatedAtMs: 77 } },
    });
  });

  it.each(['receivedAtMs', 'preparingAtMs', 'readyAtMs'] as const)('keep the first %s', (field) => {
    const to = { receivedAtMs: 'RECEBIDO', preparingAtMs: 'PREPARING', readyAtMs: 'READY' } as const;
    const before = sampleOrder({ status: 'DELIVERED', [field]: 5 });
    expect(setStatus(before, to[field], { nowMs: 77 })).toMatchObject({ value: { order: { [field]: 5 } } });
  });

  it('say of a delivery the last one: the two minutes to undo it begin anew', () => {
    const again = sampleOrder({ status: 'READY', deliveredAtMs: 5 });
    expect(decide(again, { kind: 'deliver' }, AT)).toMatchObject({
      value: { order: { deliveredAtMs: AT.nowMs } },
    });
  });
});

describe('[O10] the panel number', () => {
  it('is given with the approval and kept by everything after', () => {
    const received = decide(inStatus('PENDING'), APPROVE, AT);
    if (!received.ok) throw new Error('an approval must be accepted');
    expect(received.value.order).toMatchObject({ panelNumber: 7, panelDate: '2026-11-21', panelSeries: 1 });
    const started = decide(
      received.value.order,
      { kind: 'start' },
      { ...AT, panel: { ...AT.panel, number: 8 } },
    );
    expect(started).toMatchObject({ ok: true, value: { order: { panelNumber: 7 } } });
  });

  it('is given when cash is chosen, and not given again when it is paid', () => {
    const chosen = decide(inStatus('PENDING'), { kind: 'choose-cash', changeForCents: null }, AT);
    if (!chosen.ok) throw new Error('cash must be accepted');
    expect(chosen.value.order.panelNumber).toBe(7);
    const paid = decide(
      chosen.value.order,
      { kind: 'approve', method: 'cash' },
      { ...AT, panel: { ...AT.panel, number: 8 } },
    );
    expect(paid).toMatchObject({
      ok: true,
      value: { order: { panelNumber: 7, paymentStatus: 'approved', paymentMethod: 'cash' } },
    });
  });
});

describe('why an order is over', () => {
  it.each(['loja', 'cliente', 'expirado'] as const)('is kept as whoever cancelled it says: %s', (reason) => {
    const over = decide(inStatus('PENDING'), { kind: 'cancel', reason }, AT);
    expect(over).toMatchObject({ value: { order: { cancelReason: reason } } });
  });

  it('is that it expired when nobody paid', () => {
    expect(decide(inStatus('PENDING'), { kind: 'expire' }, AT)).toMatchObject({
      value: { order: { status: 'CANCELLED', cancelReason: 'expirado' }, ticket: null },
    });
  });
});

describe('[O12] undoing a delivery', () => {
  it('has two minutes', () => {
    expect(UNDO_DELIVERY_MS_MAX).toBe(120_000);
  });

  const delivered = sampleOrder({ status: 'DELIVERED', readyAtMs: 5, deliveredAtMs: 1_000 });

  it('works for two minutes and keeps the original ready time', () => {
    const result = decide(
      delivered,
      { kind: 'undo-delivery' },
      { ...AT, nowMs: 1_000 + UNDO_DELIVERY_MS_MAX },
    );
    expect(result).toMatchObject({ ok: true, value: { order: { status: 'READY', readyAtMs: 5 } } });
  });

  it('bounds no other step in time', () => {
    const ready = sampleOrder({ status: 'READY', deliveredAtMs: 1_000 });
    const late = { ...AT, nowMs: 1_001 + UNDO_DELIVERY_MS_MAX };
    expect(decide(ready, { kind: 'deliver' }, late)).toMatchObject({
      ok: true,
      value: { order: { status: 'DELIVERED' } },
    });
  });

  it('is refused after that', () => {
    const result = decide(
      delivered,
      { kind: 'undo-delivery' },
      { ...AT, nowMs: 1_001 + UNDO_DELIVERY_MS_MAX },
    );
    expect(result).toEqual({ ok: false, refusal: { code: 'too-late-to-undo' } });
  });
});

describe('[O13] change for cash', () => {
  it.each([
    ['below the total', 2_564, null, 'change-too-small'],
    ['equal to the total', 2_565, null, null],
    ['above the total', 5_000, 5_000, null],
    ['not asked for', null, null, null],
  ])('%s', (_case, given, kept, refusal) => {
    const result = decide(sampleOrder(), { kind: 'choose-cash', changeForCents: given }, AT);
    if (refusal) expect(result).toMatchObject({ ok: false, refusal: { code: refusal } });
    else
      expect(result).toMatchObject({
        ok: true,
        value: { order: { changeForCents: kept, status: 'PENDING', paymentMethod: 'cash' } },
      });
  });
});

describe('cash that was chosen', () => {
  const withCash = sampleOrder({ paymentMethod: 'cash', changeForCents: 5_000 });

  it('again with the same note changes nothing', () => {
    expect(decide(withCash, { kind: 'choose-cash', changeForCents: 5_000 }, AT)).toEqual({
      ok: true,
      value: { order: withCash, changed: false, ticket: null },
    });
  });

  it('with another note, or after another method, changes the order and keeps it unpaid', () => {
    for (const [order, given] of [
      [withCash, 10_000],
      [withCash, null],
      [sampleOrder({ paymentMethod: 'pix', changeForCents: 5_000, paymentStatus: 'rejected' }), 5_000],
    ] as const)
      expect(decide(order, { kind: 'choose-cash', changeForCents: given }, AT)).toMatchObject({
        value: {
          changed: true,
          ticket: null,
          order: {
            paymentMethod: 'cash',
            paymentStatus: 'pending',
            changeForCents: given,
            updatedAtMs: AT.nowMs,
          },
        },
      });
  });

  it('is refused while as many wait as may, unless nothing would change', () => {
    const full = { kind: 'choose-cash', changeForCents: null, isFull: true } as const;
    expect(decide(sampleOrder(), full, AT)).toEqual({ ok: false, refusal: { code: 'cash-full' } });
    const same = { ...full, changeForCents: 5_000 };
    expect(decide(withCash, same, AT)).toMatchObject({ ok: true, value: { changed: false } });
  });

  it.each([
    [5_000, 5_000],
    [10_000, 10_000],
    [sampleOrder().totalCents, null],
  ])('gives way to the %i centavos that were handed over', (receivedCents, changeForCents) => {
    expect(decide(withCash, { kind: 'approve', method: 'cash', receivedCents }, AT)).toMatchObject({
      value: { order: { status: 'RECEBIDO', changeForCents } },
    });
  });

  it('is not made up from less than the total', () => {
    const receivedCents = withCash.totalCents - 1;
    expect(decide(withCash, { kind: 'approve', method: 'cash', receivedCents }, AT)).toEqual({
      ok: false,
      refusal: { code: 'change-too-small' },
    });
  });

  it('is of cash alone', () => {
    expect(decide(withCash, { kind: 'approve', method: 'terminal', receivedCents: 5_000 }, AT)).toMatchObject(
      {
        value: { order: { changeForCents: null } },
      },
    );
  });

  it('keeps the note when it is paid in cash, and forgets it when it is paid otherwise', () => {
    const paid = (method: 'cash' | 'pix') => decide(withCash, { kind: 'approve', method }, AT);
    expect(paid('cash')).toMatchObject({ value: { order: { changeForCents: 5_000 } } });
    expect(paid('pix')).toMatchObject({ value: { order: { changeForCents: null, paymentMethod: 'pix' } } });
  });
});

describe('[O25] a payment that takes the place of one that went back', () => {
  const over = (cancelReason: 'estornado' | 'cliente', replacesRefund: boolean, lateButMakeable = true) =>
    decide(
      sampleOrder({ status: 'CANCELLED', cancelReason }),
      { kind: 'approve', method: 'pix', lateButMakeable, replacesRefund },
      AT,
    ).ok;

  it('brings back the order that the return took out of the kitchen, and no other', () => {
    expect(over('estornado', true)).toBe(true);
    expect(over('estornado', false)).toBe(false);
    expect(over('estornado', true, false)).toBe(false);
    expect(over('cliente', true)).toBe(false);
  });
});

describe('[O15] money for an order that is over', () => {
  it('brings back an expired order that can still be made, marked late', () => {
    const expired = sampleOrder({ status: 'CANCELLED', cancelReason: 'expirado' });
    expect(decide(expired, { kind: 'approve', method: 'pix', lateButMakeable: true }, AT)).toMatchObject({
      ok: true,
      value: { order: { status: 'RECEBIDO', late: true, cancelReason: null } },
    });
  });

  it.each([
    ['can no longer be made', 'expirado', false],
    ['was cancelled by the store', 'loja', true],
  ] as const)('leaves one that %s alone', (_case, cancelReason, lateButMakeable) => {
    const over = sampleOrder({ status: 'CANCELLED', cancelReason });
    expect(decide(over, { kind: 'approve', method: 'pix', lateButMakeable }, AT)).toEqual({
      ok: false,
      refusal: { code: 'order-over', status: 'CANCELLED' },
    });
  });
});

describe('[O43] an order whose lines were changed is handed over', () => {
  it.each([
    [1, false],
    [0, true],
    [-1, true],
  ])('with %i centavos owed: %s', (balanceCents, may) => {
    const ready = sampleOrder({ status: 'READY', paymentStatus: 'approved', balanceCents });
    const refusal = { ok: false, refusal: { code: 'difference-due', cents: balanceCents } };
    const handedOver = { ok: true, value: { order: { status: 'DELIVERED' } } };
    expect(decide(ready, { kind: 'deliver' }, AT)).toMatchObject(may ? handedOver : refusal);
    expect(setStatus(ready, 'DELIVERED', { nowMs: 1 })).toMatchObject(may ? handedOver : refusal);
    // What it owes keeps it from no other step.
    expect(setStatus(ready, 'PREPARING', { nowMs: 1 })).toMatchObject({ ok: true });
  });
});

describe('[O27] a confirmation without a way to pay', () => {
  it.each([
    [0, true],
    [1, false],
  ])('of an order of %i centavos: %s', (totalCents, may) => {
    const order = sampleOrder({ status: 'PENDING', totalCents });
    expect(decide(order, { kind: 'approve', method: null }, AT)).toMatchObject(
      may
        ? { ok: true, value: { order: { status: 'RECEBIDO', paymentMethod: null } } }
        : { ok: false, refusal: { code: 'unpaid' } },
    );
  });
});

describe('[O24] money by hand for an order that is paid', () => {
  it.each([
    ['cash', 'cash', true],
    ['cash', 'terminal', false],
    ['cash', 'pix', false],
    ['cash', null, false],
    // What the provider says of it is sorted out by its attempts.
    ['pix', 'cash', true],
  ] as const)('%s beside what was paid as %s: taken for said before: %s', (method, paymentMethod, same) => {
    const paid = sampleOrder({ status: 'RECEBIDO', paymentStatus: 'approved', paymentMethod });
    expect(decide(paid, { kind: 'approve', method }, AT)).toEqual(
      same
        ? { ok: true, value: { order: paid, changed: false, ticket: null } }
        : { ok: false, refusal: { code: 'paid-otherwise', method: paymentMethod } },
    );
  });
});

describe('an order that is called off', () => {
  it.each([500, -500])(
    'owes nothing any more, nor is it owed anything (%i): all that was paid goes back',
    (balanceCents) => {
      const order = sampleOrder({ status: 'PREPARING', paymentStatus: 'approved', balanceCents });
      const over = decide(order, { kind: 'cancel', reason: 'loja' }, AT);
      expect(over).toMatchObject({ ok: true, value: { order: { status: 'CANCELLED' } } });
      expect(over.ok && 'balanceCents' in over.value.order).toBe(false);
    },
  );

  it.each([
    ['CANCELLED', 1, true],
    ['CANCELLED', null, false],
    ['PREPARING', 1, false],
    ['DELIVERED', 1, false],
  ] as const)('was begun where it is %s and was begun at %j: %s', (status, preparingAtMs, was) => {
    expect(isCancelledInWork({ status, preparingAtMs })).toBe(was);
  });
});
