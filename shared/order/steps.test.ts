// From which status which step leads where, and who is refused with what.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OrderCommand } from './command.ts';
import { decide, setStatus } from './decide.ts';
import { OrderStatus } from './order.ts';
import { sampleOrder } from './sample.ts';
import { ORDER_COMMANDS, type OrderCommandKind } from './transitions.ts';

const OrderCommandName = z.enum(ORDER_COMMANDS);
const AT = { nowMs: 20_000, panel: { date: '2026-11-21', series: 1, number: 7 } };

const commandOf = (kind: OrderCommandKind): OrderCommand => {
  switch (kind) {
    case 'approve':
      return { kind, method: 'pix', lateButMakeable: true };
    case 'choose-cash':
      return { kind, changeForCents: null };
    case 'cancel':
      return { kind, reason: 'loja' };
    case 'take-tender':
      return { kind, tender: { id: 't1', method: 'cash', card: null, cents: 1, receivedCents: null } };
    case 'give-tender-back':
      return { kind, tenderId: 't2' };
    case 'expire':
      return { kind };
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

// Written out from the design of order states: a status is where the order goes, `=` accepts and leaves it there, the rest refuses.
const TABLE = `
                    PENDING        RECEBIDO       PREPARING      READY          DELIVERED      CANCELLED
  approve           RECEBIDO       =              =              =              =              RECEBIDO
  choose-cash       =              already-paid   already-paid   already-paid   already-paid   order-over
  take-tender       =              paid-otherwise paid-otherwise paid-otherwise paid-otherwise order-over
  give-tender-back  =              already-paid   already-paid   already-paid   already-paid   order-over
  start             unpaid         PREPARING      =              not-from-here  order-over     order-over
  mark-ready        unpaid         not-from-here  READY          =              order-over     order-over
  deliver           unpaid         not-from-here  not-from-here  DELIVERED      =              order-over
  back-to-received  unpaid         =              RECEBIDO       not-from-here  order-over     order-over
  back-to-preparing unpaid         not-from-here  =              PREPARING      order-over     order-over
  undo-delivery     not-from-here  not-from-here  not-from-here  =              READY          order-over
  cancel            CANCELLED      CANCELLED      CANCELLED      CANCELLED      order-over     =
  expire            CANCELLED      already-paid   already-paid   already-paid   order-over     =
`;

describe('[O7] every status × command', () => {
  const [statuses = [], ...rows] = TABLE.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const cells = rows.flatMap(([kind, ...wanted]) =>
    wanted.map((cell, at) => [OrderStatus.parse(statuses[at]), OrderCommandName.parse(kind), cell] as const),
  );

  it('is in the table', () => {
    expect(new Set(cells.map(([status, kind]) => `${status} ${kind}`)).size).toBe(
      OrderStatus.options.length * ORDER_COMMANDS.length,
    );
    expect(cells).toHaveLength(6 * 12);
  });

  it.each(cells)('%s × %s: %s', (status, kind, cell) => {
    const order = inStatus(status);
    const result = decide(order, commandOf(kind), AT);
    if (cell === '=' && (kind === 'choose-cash' || kind === 'take-tender'))
      expect(result).toMatchObject({ ok: true, value: { changed: true, order: { status } } });
    else if (cell === '=')
      expect(result).toEqual({ ok: true, value: { order, changed: false, ticket: null } });
    else if (cell === 'order-over')
      expect(result).toEqual({ ok: false, refusal: { code: 'order-over', status } });
    else if (cell === 'not-from-here')
      expect(result).toEqual({ ok: false, refusal: { code: 'not-from-here', status } });
    else if (cell === 'paid-otherwise')
      expect(result).toEqual({ ok: false, refusal: { code: cell, method: order.paymentMethod } });
    else if (/^[a-z-]+$/.test(cell)) expect(result).toEqual({ ok: false, refusal: { code: cell } });
    else
      expect(result).toMatchObject({
        ok: true,
        value: { changed: true, order: { status: cell, updatedAtMs: AT.nowMs } },
      });
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

describe("the administrator's dropdown", () => {
  const FREE = ['RECEBIDO', 'PREPARING', 'READY', 'DELIVERED'] as const;
  it.each(FREE.flatMap((from) => FREE.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'moves a paid order from %s to %s, and asks for the ticket when that is to be prepared',
    (from, to) => {
      expect(setStatus(inStatus(from), to, { nowMs: 7, seen: from })).toMatchObject({
        ok: true,
        value: { changed: true, order: { status: to }, ticket: to === 'PREPARING' ? 'kitchen' : null },
      });
    },
  );

  it.each(FREE)('leaves %s as it is when it is chosen again, whatever was seen', (status) => {
    const order = inStatus(status);
    expect(setStatus(order, status, { nowMs: 7, seen: 'PENDING' })).toEqual({
      ok: true,
      value: { order, changed: false, ticket: null },
    });
  });

  it('refuses from a status that is gone, and says which one holds', () => {
    expect(setStatus(inStatus('READY'), 'DELIVERED', { nowMs: 7, seen: 'PREPARING' })).toEqual({
      ok: false,
      refusal: { code: 'stale', status: 'READY' },
    });
  });

  it('brings no cancelled order back', () => {
    expect(setStatus(inStatus('CANCELLED'), 'READY', { nowMs: 7 })).toEqual({
      ok: false,
      refusal: { code: 'order-over', status: 'CANCELLED' },
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

  it('takes a step from the state that was seen', () => {
    expect(decide(inStatus('RECEBIDO'), { kind: 'start', seen: 'RECEBIDO' }, AT)).toMatchObject({
      ok: true,
      value: { changed: true, order: { status: 'PREPARING' } },
    });
  });

  it('refuses a step from a state that is gone and says which one holds now', () => {
    expect(decide(inStatus('READY'), { kind: 'back-to-preparing', seen: 'PREPARING' }, AT)).toEqual({
      ok: false,
      refusal: { code: 'stale', status: 'READY' },
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

  it.each([
    ['PREPARING', 'mark-ready'],
    ['READY', 'deliver'],
    ['READY', 'back-to-preparing'],
    ['PREPARING', 'back-to-received'],
    ['DELIVERED', 'undo-delivery'],
  ] as const)('are asked for by nothing else: %s, %s', (status, kind) => {
    expect(decide(inStatus(status), { kind }, AT)).toMatchObject({ value: { changed: true, ticket: null } });
  });

  it.each([
    ['PENDING', null],
    ['RECEBIDO', 'cancelled'],
    ['PREPARING', 'cancelled'],
    ['READY', 'cancelled'],
  ] as const)(
    'say CANCELADO for an order that the kitchen knew, and nothing for one it never saw: %s',
    (status, ticket) => {
      expect(decide(inStatus(status), commandOf('cancel'), AT)).toMatchObject({ value: { ticket } });
    },
  );
});
