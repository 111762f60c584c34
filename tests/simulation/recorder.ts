// Writes down what an evening looks like from outside, for the auditor: each request and its answer, the two logs, the provider's books.
import type { Completion, Action, Event, Host, LogRow, View } from '../auditor/history.ts';
import type { Order } from '@balcao/shared/order/order.ts';

export type Recorder = ReturnType<typeof createRecorder>;

/** `Omit` of each member of a union. */
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

export const viewOf = (order: Order): View => ({
  code: order.code,
  number: order.orderNumber,
  panel:
    order.panelNumber === null || order.panelDate === null || order.panelSeries === null
      ? null
      : { date: order.panelDate, series: order.panelSeries, number: order.panelNumber },
  totalCents: order.totalCents,
  items: order.items.length,
  toppings: order.items.reduce((sum, { toppings }) => sum + toppings.length, 0),
  status: order.status,
  paymentStatus: order.paymentStatus,
  method: order.paymentMethod,
  changeForCents: order.changeForCents,
  cancelReason: order.cancelReason,
});

/** What is asked with an order, as the judge knows it. */
export const placing = (body: {
  items: readonly { toppings: readonly unknown[] }[];
  expectedTotalCents?: number;
}): Action => ({
  kind: 'place',
  content: JSON.stringify(body),
  items: body.items.length,
  toppings: body.items.reduce((sum, { toppings }) => sum + toppings.length, 0),
  expectedCents: body.expectedTotalCents ?? null,
});

/** A refusal of a shop that is away or too busy says nothing of the order. */
const SAYS_NOTHING = new Set([429, 503]);

export function createRecorder(clock: () => number) {
  const events: Event[] = [];
  let operations = 0;
  let good = false;

  function add(event: Without<Extract<Event, { atMs: number }>, 'atMs'>): void {
    events.push({ ...event, atMs: clock() } as Event);
  }
  function begin(host: Host, order: string, action: Action): number {
    operations += 1;
    add({ type: 'invoke', op: operations, host, order, action });
    return operations;
  }

  return {
    events,
    add,
    begin,
    /** How the books and the last looks stand, which no time belongs to. */
    state: (event: Exclude<Event, { atMs: number }>): void => void events.push(event),

    /** What an HTTP answer to `op` says. A 503 to a payment may come after the request was stored. */
    answered(op: number, status: number, body: unknown, mayBeStored = false): void {
      const { order, state, code } = (body ?? {}) as { order?: Order; state?: string; code?: string };
      const said: Without<Completion, 'atMs' | 'op'> =
        (status === 201 || status === 200) && order
          ? { type: 'ok', view: viewOf(order) }
          : status === 202 || state === 'waiting'
            ? { type: 'waiting' }
            : state === 'lapsed'
              ? { type: 'given-up' }
              : SAYS_NOTHING.has(status)
                ? mayBeStored
                  ? { type: 'unknown', status }
                  : { type: 'fail', code: 'away' }
                : status >= 500 || status < 200
                  ? { type: 'unknown', status }
                  : { type: 'fail', code: code ?? String(status) };
      add({ ...said, op });
    },

    /** From now on nothing is lost on the link, or something may be. */
    link(now: boolean): void {
      if (now === good) return;
      good = now;
      add({ type: 'link', good });
    },
    log: (side: Host, after: number, rows: readonly LogRow[]): void =>
      add({ type: 'log', side, after, rows }),
  };
}
