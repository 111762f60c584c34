// Orders that come back from the relay: those that the log tells, those that a customer was told of without a row, and the numbers that
// go on above both.
import type { Order } from '@balcao/shared/order/order.ts';
import { raiseCounter, readCounter } from '../../storage/counters.ts';
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';
import { createOrderRepository, RESTORED_REQUEST } from './order-repository.ts';

/** So far may the relay's word alone carry the numbers on: orders without a row are those of a link's last seconds. */
const NUMBER_LEAP_MAX = 100;
/** An order that still has a number on today's panel is no older: a day from four to four, and its late ones. */
const PANEL_DAY_MS_MAX = 36 * 3_600_000;

// Orders are numbered in the order of their first rows: erased ones that came after the last known one had higher numbers.
const ERASED_SINCE = `with erased as (
    select min(seq) as first, min(at_ms) as at_ms from outbox where kind = 'order'
    group by aggregate_id having aggregate_id not in (select id from orders)
  ), last as (
    select max(
      coalesce((select min(seq) from outbox where kind = 'order'
                and aggregate_id = (select id from orders order by number desc limit 1)), 0),
      coalesce((select max(seq) from outbox where kind = 'erasure'
                and json_extract(body, '$.scope') = 'history'), 0)
    ) as seq
  )
  select count(*) filter (where first > (select seq from last)),
         count(*) filter (where at_ms >= ?) from erased`;

export type RestoredOrders = ReturnType<typeof createRestoredOrders>;

export function createRestoredOrders(db: Db) {
  const repository = createOrderRepository(db);
  const erasedSince = db.$client.prepare<[number], [later: number, recent: number]>(ERASED_SINCE).raw();
  const isUnknown = db.$client
    .prepare<[id: string, number: number, code: string]>(
      'select 1 from orders where id = ? or number = ? or code = ?',
    )
    .pluck();
  const remove = db.$client.prepare<[id: string]>('delete from orders where id = ?');

  function put(order: Order, claimHash: string | null): void {
    const requestHash = repository.requestHashOf(order.id) ?? RESTORED_REQUEST;
    remove.run(order.id);
    repository.insert(order, requestHash, { claimHash });
    raiseCounter(db, 'order_number', order.orderNumber);
    const { panelDate, panelSeries, panelNumber } = order;
    if (panelDate === null || panelSeries === null || panelNumber === null) return;
    raiseCounter(db, `panel:${panelDate}:${panelSeries}`, panelNumber);
    raiseCounter(db, `panel_series:${panelDate}`, panelSeries - 1);
    if (panelDate > (readMeta(db, 'business_day') ?? '')) writeMeta(db, 'business_day', panelDate);
  }

  return {
    /** As the log tells it, in place of what was here. Inside a transaction. */
    put,

    /**
     * Orders that a customer was told of, and that no row came from: the relay's word alone, so they come unpaid, and only where their
     * number may be. Answers those that were not here. Inside a transaction.
     */
    insertUnlogged(orders: readonly Order[]): Order[] {
      const highest = readCounter(db, 'order_number') + NUMBER_LEAP_MAX;
      return orders.flatMap((told) => {
        const order = asUnpaid(told);
        const isFree = isUnknown.get(order.id, order.orderNumber, order.code) === undefined;
        if (!isFree || order.orderNumber > highest) return [];
        put(order, null);
        return [order];
      });
    },

    /**
     * Numbers go on above `known`, and above whatever orders had that were erased: of those only rows without a word are left.
     * `today` is the business day at `nowMs`, whose panel numbers are still being given. Inside a transaction.
     */
    numbersAbove(known: number, { today, nowMs }: { today: string; nowMs: number }): void {
      const last = (): number => readCounter(db, 'order_number');
      // Each number that was told to somebody has a row, but for those told in a link's last seconds.
      raiseCounter(db, 'order_number', Math.min(known, last() + NUMBER_LEAP_MAX));
      const [later = 0, recent = 0] = erasedSince.get(nowMs - PANEL_DAY_MS_MAX) ?? [];
      if (later > 0) raiseCounter(db, 'order_number', last() + later);
      if (recent === 0) return;
      const panel = `panel:${today}:${readCounter(db, `panel_series:${today}`) + 1}`;
      raiseCounter(db, panel, readCounter(db, panel) + recent);
    },
  };
}

/** Paid, made and called is what the store itself said, or what its provider says again. */
const asUnpaid = ({ balanceCents: _owed, ...order }: Order): Order => ({
  ...order,
  simpleId: order.orderNumber,
  status: order.status === 'CANCELLED' ? 'CANCELLED' : 'PENDING',
  paymentStatus: order.status === 'CANCELLED' ? 'cancelled' : 'pending',
  paymentMethod: order.paymentMethod === 'cash' ? 'cash' : null,
  changeForCents: order.paymentMethod === 'cash' ? order.changeForCents : null,
  tenders: undefined,
  paidDifferences: undefined,
  cancelReason: order.status === 'CANCELLED' ? (order.cancelReason ?? 'loja') : null,
  panelNumber: null,
  panelDate: null,
  panelSeries: null,
  late: false,
  receivedAtMs: null,
  preparingAtMs: null,
  readyAtMs: null,
  deliveredAtMs: null,
});
