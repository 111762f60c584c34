import { describe, expect, it } from 'vitest';
import { decide, setStatus, UNDO_DELIVERY_MS_MAX, type OrderCommand } from './decide.ts';
import { OrderStatus } from './order.ts';
import { sampleOrder } from './sample.ts';
import { ORDER_COMMANDS, ORDER_TRANSITIONS, type OrderCommandKind } from './transitions.ts';

const AT = { nowMs: 20_000, panel: { date: '2026-11-21', series: 1, number: 7 } };

const commandOf = (kind: OrderCommandKind): OrderCommand => {
  switch (kind) {
    case 'approve':
      return { kind, method: 'pix', lateButMakeable: true };
    case 'choose-cash':
      return { kind, changeForCents: null };
    case 'cancel':
      return { kind, reason: 'loja' };
    default:
      return { kind };
  }
};
const inStatus = (status: OrderStatus) =>
  sampleOrder({
    status,
    deliveredAtMs: status === 'DELIVERED' ? 19_000 : null,
    cancelReason: status === 'CANCELLED' ? 'expirado' : null,
  });

describe('[O7] every status × command', () => {
  const cells = OrderStatus.options.flatMap((status) =>
    ORDER_COMMANDS.map((kind) => [status, kind, ORDER_TRANSITIONS[status][kind]] as const),
  );

  it('has a decided cell', () => {
    expect(cells).toHaveLength(6 * 10);
    expect(cells.every(([, , cell]) => cell !== undefined)).toBe(true);
  });

  it.each(cells)('%s × %s does what the table says', (status, kind, cell) => {
    const order = inStatus(status);
    const result = decide(order, commandOf(kind), AT);
    if ('refuse' in cell) expect(result).toMatchObject({ ok: false, refusal: { code: cell.refuse } });
    else if ('to' in cell)
      expect(result).toMatchObject({ ok: true, value: { changed: true, order: { status: cell.to } } });
    else expect(result).toMatchObject({ ok: true, value: { order: { status } } });
  });
});

describe('[O8] nothing is cooked unpaid', () => {
  it.each(['start', 'mark-ready', 'deliver'] as const)('refuses %s while the order is pending', (kind) => {
    expect(decide(inStatus('PENDING'), { kind }, AT)).toEqual({ ok: false, refusal: { code: 'unpaid' } });
  });

  it('refuses the dropdown of the administrator too', () => {
    expect(setStatus(inStatus('PENDING'), 'PREPARING', { nowMs: 1 })).toEqual({
      ok: false,
      refusal: { code: 'unpaid' },
    });
  });
});

describe('[O9] repeated and stale steps', () => {
  it('answers a step already taken with the present state, also to who saw an older one', () => {
    const order = inStatus('PREPARING');
    expect(decide(order, { kind: 'start', seen: 'RECEBIDO' }, AT)).toEqual({
      ok: true,
      value: { order, changed: false, ticket: null },
    });
  });

  it('refuses a step from a state that is gone and says which one holds now', () => {
    expect(decide(inStatus('READY'), { kind: 'back-to-preparing', seen: 'PREPARING' }, AT)).toEqual({
      ok: false,
      refusal: { code: 'stale', status: 'READY' },
    });
  });
});

describe('[O10] the panel number', () => {
  it('is given with the approval and kept by everything after', () => {
    const received = decide(inStatus('PENDING'), commandOf('approve'), AT);
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

describe('[O11] tickets', () => {
  it('are asked for at approval and again at the start of preparation', () => {
    expect(decide(inStatus('PENDING'), commandOf('approve'), AT)).toMatchObject({
      value: { ticket: 'kitchen' },
    });
    expect(decide(inStatus('RECEBIDO'), { kind: 'start' }, AT)).toMatchObject({
      value: { ticket: 'kitchen' },
    });
  });

  it('say CANCELADO for an order that the kitchen knew, and nothing for one it never saw', () => {
    expect(decide(inStatus('PREPARING'), commandOf('cancel'), AT)).toMatchObject({
      value: { ticket: 'cancelled' },
    });
    expect(decide(inStatus('PENDING'), commandOf('cancel'), AT)).toMatchObject({ value: { ticket: null } });
  });
});

describe('[O12] undoing a delivery', () => {
  const delivered = sampleOrder({ status: 'DELIVERED', readyAtMs: 5, deliveredAtMs: 1_000 });

  it('works for two minutes and keeps the original ready time', () => {
    const result = decide(
      delivered,
      { kind: 'undo-delivery' },
      { ...AT, nowMs: 1_000 + UNDO_DELIVERY_MS_MAX },
    );
    expect(result).toMatchObject({ ok: true, value: { order: { status: 'READY', readyAtMs: 5 } } });
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
