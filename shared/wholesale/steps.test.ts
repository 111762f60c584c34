import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { problemOf } from '../http/refusals/order.ts';
import { decideWholesale } from './decide.ts';
import { WholesaleStatus } from './order.ts';
import { sampleWholesaleOrder } from './sample.ts';
import { WHOLESALE_COMMANDS } from './transitions.ts';

const CommandName = z.enum(WHOLESALE_COMMANDS);

// Written out from the spec: a status is where the order goes, `=` accepts and leaves it there, the rest refuses.
const TABLE = `
             NOVO          EM_ANDAMENTO  FINALIZADO  CANCELADO
  start      EM_ANDAMENTO  =             over        over
  finish     not-started   FINALIZADO    =           over
  cancel     CANCELADO     CANCELADO     over        =
  withdraw   CANCELADO     CANCELADO     over        =
`;

describe('[A7] every status × command', () => {
  const [statuses = [], ...rows] = TABLE.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const cells = rows.flatMap(([kind, ...wanted]) =>
    wanted.map((cell, at) => [WholesaleStatus.parse(statuses[at]), CommandName.parse(kind), cell] as const),
  );

  it('is in the table', () => {
    expect(new Set(cells.map(([status, kind]) => `${status} ${kind}`)).size).toBe(
      WholesaleStatus.options.length * WHOLESALE_COMMANDS.length,
    );
    expect(cells).toHaveLength(4 * 4);
  });

  it.each(cells)('%s × %s: %s', (status, kind, cell) => {
    const order = sampleWholesaleOrder({ status });
    const result = decideWholesale(order, { kind }, 20_000);
    if (cell === '=') expect(result).toEqual({ ok: true, value: { order, changed: false } });
    else if (cell === 'over' || cell === 'not-started') {
      expect(result).toEqual({ ok: false, refusal: { code: `wholesale-${cell}`, status } });
      if (!result.ok) expect(problemOf(result.refusal)).toMatchObject({ status: 409, orderStatus: status });
    } else
      expect(result).toMatchObject({
        ok: true,
        value: { changed: true, order: { status: cell, updatedAtMs: 20_000 } },
      });
  });
});

describe('the times of a wholesale order', () => {
  it('say when it was begun and when it was over', () => {
    const started = decideWholesale(sampleWholesaleOrder(), { kind: 'start' }, 20_000);
    const order = started.ok ? started.value.order : sampleWholesaleOrder();
    expect(order).toMatchObject({ startedAtMs: 20_000, endedAtMs: null, updatedAtMs: 20_000 });
    for (const kind of ['finish', 'cancel', 'withdraw'] as const)
      expect(decideWholesale(order, { kind }, 30_000)).toMatchObject({
        value: { order: { startedAtMs: 20_000, endedAtMs: 30_000, updatedAtMs: 30_000 } },
      });
  });

  it('say nothing of a beginning where there was none', () => {
    expect(decideWholesale(sampleWholesaleOrder(), { kind: 'cancel' }, 30_000)).toMatchObject({
      value: { order: { startedAtMs: null, endedAtMs: 30_000 } },
    });
  });
});

describe('[A8] two people at one order', () => {
  const started = sampleWholesaleOrder({ status: 'EM_ANDAMENTO' });
  const ended = sampleWholesaleOrder({ status: 'FINALIZADO' });

  it('a step from the status that was seen is taken', () => {
    expect(decideWholesale(started, { kind: 'finish', seen: 'EM_ANDAMENTO' }, 1)).toMatchObject({
      value: { changed: true, order: { status: 'FINALIZADO' } },
    });
  });

  it.each([
    ['from a status that is gone', started, 'cancel', 'NOVO'],
    ['that could not be taken now either', ended, 'cancel', 'EM_ANDAMENTO'],
  ] as const)('a step %s is refused with the present one', (_case, order, kind, seen) => {
    expect(decideWholesale(order, { kind, seen }, 1)).toEqual({
      ok: false,
      refusal: { code: 'wholesale-stale', status: order.status },
    });
  });

  it('a step already taken is answered, whatever was seen', () => {
    expect(decideWholesale(started, { kind: 'start', seen: 'NOVO' }, 1)).toEqual({
      ok: true,
      value: { order: started, changed: false },
    });
  });
});
