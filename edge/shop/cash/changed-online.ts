// Online money that changed after its drawer was closed: a refund, a chargeback, a dispute that was won. A close is
// final, so the next close lists the change.
import { readMeta, writeMeta } from '../../storage/identity.ts';
import type { Db } from '../../storage/open.ts';

/** So long the provider takes refunds and disputes; what is older does not change. */
const CHANGES_MS_MAX = 190 * 86_400_000;

export const IS_ONLINE = "payment_method in ('pix', 'credit_card', 'debit_card')";
/** The order's money is there: what was called off, went back whole or was taken back by the bank is not. */
export const IS_KEPT = "payment_status in ('approved', 'partially_refunded') and status <> 'CANCELLED'";
const OF_ITS_GOOD_PAYMENTS = `from payments
   where order_id = orders.id and fact ->> 'status' in ('approved', 'partially_refunded') and fact ->> 'mismatch' is null
     and fact ->> 'part' is null`;
/** What of it was given back by now is off, as in the reports. Of an order whose lines changed a part may have been paid by hand. */
export const KEPT_CENTS = `case when changes is not null then (
   select coalesce(sum((fact ->> 'amountCents') - (fact ->> 'refundedCents')), 0) ${OF_ITS_GOOD_PAYMENTS}
 ) else total_cents - case payment_status when 'partially_refunded' then (
   select coalesce(sum(fact ->> 'refundedCents'), 0) ${OF_ITS_GOOD_PAYMENTS}
 ) else 0 end end`;

/** What of the order's money is there. */
export const NOW_CENTS = `case when ${IS_KEPT} then ${KEPT_CENTS} else 0 end`;
/** All that came of it through the provider, whatever went back since. */
export const CAME_CENTS = `max(${NOW_CENTS}, coalesce((
   select sum(fact ->> 'amountCents') from payments where order_id = orders.id and fact ->> 'mismatch' is null and fact ->> 'part' is null
     and fact ->> 'status' in ('approved', 'partially_refunded', 'refunded', 'charged_back')
 ), 0))`;

/** `cents`: received less returned; `wentCents`: returned, absent in what was stored before it was recorded. */
export type OnlineChange = { method: string; orders: number; cents: number; wentCents?: number };
const WENT_CENTS = `sum(max(counted.cents - ${NOW_CENTS}, 0))`;
/** Where the changes of orders that were deleted since the last close wait for the next one. */
const OF_DELETED = 'counted_online_deleted';

/** What the closes have counted of each order is kept in `counted_online`. Each call stands in the running transaction. */
export function createChangedOnline(db: Db) {
  const sqlite = db.$client;
  const isEmpty = sqlite.prepare<[], { empty: number }>(
    'select not exists (select 1 from counted_online) as empty',
  );
  // Closes of before they counted so, or of a store that was restored: what those had is known as it stands.
  const countEarlier = sqlite.prepare<{ fromMs: number; sinceMs: number }>(
    `insert or ignore into counted_online (order_id, cents) select id, ${NOW_CENTS} from orders
     where received_at_ms >= :fromMs and received_at_ms < :sinceMs and ${IS_ONLINE}`,
  );
  const beginIfFirst = ({ openedAtMs, sinceMs }: { openedAtMs: number; sinceMs: number }): void => {
    if (isEmpty.get()?.empty === 1) countEarlier.run({ fromMs: openedAtMs - CHANGES_MS_MAX, sinceMs });
  };
  const FROM_CHANGED = `from counted_online as counted join orders on orders.id = counted.order_id
     where orders.id = coalesce(:id, orders.id) and ${IS_ONLINE} and ${NOW_CENTS} <> counted.cents`;
  const changesOf = sqlite.prepare<{ id: string | null }, OnlineChange>(
    `select payment_method as method, count(*) as orders, sum(${NOW_CENTS} - counted.cents) as cents, ${WENT_CENTS} as wentCents ${FROM_CHANGED}
     group by payment_method order by payment_method`,
  );
  const forgetCounted = sqlite.prepare<{ id: string | null }>(
    'delete from counted_online where order_id = coalesce(:id, order_id)',
  );
  const changesOfDeleted = (): OnlineChange[] =>
    JSON.parse(readMeta(db, OF_DELETED) ?? '[]') as OnlineChange[];
  const UPSERT = 'on conflict (order_id) do update set cents = excluded.cents';
  const countAgain = sqlite.prepare<{ id: string | null }>(
    `insert into counted_online (order_id, cents) select orders.id, ${NOW_CENTS} ${FROM_CHANGED} ${UPSERT}`,
  );
  const countNew = sqlite.prepare<{ fromNumber: number; fromMs: number; toMs: number }>(
    `insert into counted_online (order_id, cents) select id, ${NOW_CENTS} from orders
     where number >= :fromNumber and received_at_ms >= :fromMs and received_at_ms <= :toMs and ${IS_ONLINE} ${UPSERT}`,
  );
  const deleteOld = sqlite.prepare<[number]>(
    `delete from counted_online where not exists (
       select 1 from orders where orders.id = counted_online.order_id and received_at_ms >= ?
     )`,
  );

  return {
    /** When a drawer opens and nothing was counted yet: records what each online order that may still change is worth now. */
    recordBaseline: beginIfFirst,

    /**
     * When a drawer closes: how far the orders that an earlier close counted have changed since, by method; each change is returned once. Orders
     * after the previous close, numbered from `fromNumber` on, are counted from now on.
     */
    takeChanges(
      { fromNumber, openedAtMs, sinceMs }: { fromNumber: number; openedAtMs: number; sinceMs: number },
      nowMs: number,
    ): OnlineChange[] {
      // The drawer was open before closes counted so.
      beginIfFirst({ openedAtMs, sinceMs });
      const changes = addUp([...changesOf.all({ id: null }), ...changesOfDeleted()]);
      writeMeta(db, OF_DELETED, '[]');
      countAgain.run({ id: null });
      countNew.run({ fromNumber, fromMs: sinceMs, toMs: nowMs });
      deleteOld.run(nowMs - CHANGES_MS_MAX);
      return changes;
    },

    /** Before an order is deleted, or all of them (null): keeps its change since it was counted for the next close. */
    purgeOrder(id: string | null): void {
      const changes = changesOf.all({ id });
      if (changes.length > 0)
        writeMeta(db, OF_DELETED, JSON.stringify(addUp([...changesOfDeleted(), ...changes])));
      forgetCounted.run({ id });
    },
  };
}

/** Of one method one line, by its name. */
export function addUp(changes: readonly OnlineChange[]): OnlineChange[] {
  const sums = new Map<string, OnlineChange>();
  for (const { method, orders, cents, wentCents = Math.max(0, -cents) } of changes) {
    const sumSoFar = sums.get(method) ?? { method, orders: 0, cents: 0, wentCents: 0 };
    sums.set(method, {
      method,
      orders: sumSoFar.orders + orders,
      cents: sumSoFar.cents + cents,
      wentCents: (sumSoFar.wentCents ?? 0) + wentCents,
    });
  }
  return [...sums.values()].toSorted((a, b) => (a.method < b.method ? -1 : 1));
}
