// Small histories for the judge's own tests, written as they would be seen.
import type { Action, Charge, Completion, Event, History, Host, LogRow, View } from './history.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Result = Without<Completion, 'atMs' | 'op'>;

export const view = (change: Partial<View> = {}): View => ({
  code: 'AAAA',
  number: 1,
  panel: null,
  totalCents: 1500,
  items: 1,
  toppings: 0,
  status: 'PENDING',
  paymentStatus: 'pending',
  method: null,
  changeForCents: null,
  cancelReason: null,
  ...change,
});

export const panel = (number: number, date = '2026-11-21'): View['panel'] => ({ date, series: 1, number });
/** An order that was paid in cash. */
export const received = (change: Partial<View> = {}): View =>
  view({ status: 'RECEBIDO', paymentStatus: 'approved', method: 'cash', panel: panel(1), ...change });

export const place = (change: Partial<Extract<Action, { kind: 'place' }>> = {}): Action => ({
  kind: 'place',
  content: 'an açaí',
  items: 1,
  toppings: 0,
  expectedCents: null,
  ...change,
});
export const move = (step: string): Action => ({ kind: 'move', step });
export const cash = (changeForCents: number | null): Action => ({ kind: 'choose-cash', changeForCents });

export const ok = (shown: View): Result => ({ type: 'ok', view: shown });
export const fail = (code: string): Result => ({ type: 'fail', code });
export const unknown = (status = 0): Result => ({ type: 'unknown', status });
export const waiting: Result = { type: 'waiting' };

export const row = (seq: number, id: string, shown: View | null = null): LogRow => ({
  seq,
  hash: `hash ${seq}`,
  kind: 'order',
  id,
  view: shown,
});

export const charge = (change: Partial<Charge> = {}): Charge => ({
  id: 'pix-1',
  order: 'o1',
  amountCents: 1500,
  approvedAtMs: 1000,
  returnedCents: 0,
  returnedAtMs: null,
  returnedByHand: false,
  ...change,
});

/** Writes a history; an operation is over at once unless `begin` and `end` are written apart. */
export function story() {
  const events: Event[] = [];
  let ops = 0;
  let atMs = 0;
  const self = {
    begin(order: string, action: Action, host: Host = 'store'): number {
      ops += 1;
      events.push({ type: 'invoke', atMs, op: ops, host, order, action });
      return ops;
    },
    end(op: number, result: Result) {
      events.push({ ...result, atMs, op } as Event);
      return self;
    },
    did(order: string, action: Action, result: Result, host: Host = 'store') {
      return self.end(self.begin(order, action, host), result);
    },
    after(ms: number) {
      atMs += ms;
      return self;
    },
    saw(...more: Without<Extract<Event, { atMs: number }>, 'atMs'>[]) {
      for (const event of more) events.push({ ...event, atMs } as Event);
      return self;
    },
    stands(...more: Exclude<Event, { atMs: number }>[]) {
      events.push(...more);
      return self;
    },
    log(side: Host, after: number, ...rows: LogRow[]) {
      return self.saw({ type: 'log', side, after, rows });
    },
    told: (): History => events,
  };
  return self;
}
