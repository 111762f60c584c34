// The orders that nobody has paid yet, as they are shown, counted against limits, and ended when their time is over.
import { and, asc, desc, eq, gte, isNull, lt, lte, ne, or, sql } from 'drizzle-orm';
import type { Order } from '@balcao/shared/order/order.ts';
import type { OpenUnpaid } from '@balcao/shared/order/unpaid.ts';
import type { Db } from '../../storage/open.ts';
import { orders } from '../../storage/schema/orders.ts';
import type { OrderReads } from './order-reads.ts';
import { IS_OPEN } from './order-rows.ts';

// Of the orders that wait for their money: first what staff took at the counter, then who is on the shop's Wi-Fi, then the site, where
// strangers can order without end.
const WHO_STANDS_HERE = sql`case ${orders.source} when 'counter' then 0 when 'lan' then 1 else 2 end`;

const isUnpaidOfCustomer = and(IS_OPEN, eq(orders.status, 'PENDING'), ne(orders.source, 'counter'));

export function createUnpaidRepository(db: Db, { inTurn, many }: Pick<OrderReads, 'inTurn' | 'many'>) {
  const reads = prepareReads(db);

  return {
    /**
     * Cash orders that wait for their payment: of more than `limit`, those of the counter first, then those of the shop's Wi-Fi, then the
     * newest. Answered oldest first, with how many more there are.
     */
    awaitingCash(limit: number): { orders: Order[]; more: number } {
      const rows = reads.unpaidRows.all({ limit });
      const more = rows.length < limit ? 0 : (reads.countUnpaid.get()?.count ?? 0) - rows.length;
      return { orders: inTurn(rows), more };
    },

    /** Sales of the counter that were begun and neither paid nor kept for later; the newest of them, oldest first. */
    begunAtCounter: (limit: number): Order[] => inTurn(reads.begunRows.all({ limit })),

    /** What customers have open and unpaid: in all, and of this phone and caller. What staff took at the counter does not count. */
    openUnpaid: (phone: string | null, caller: string | null): OpenUnpaid => ({
      ofPhone: phone === null ? 0 : (reads.countUnpaidOfPhone.get({ phone })?.count ?? 0),
      ofCaller: caller === null ? 0 : (reads.countUnpaidOfCaller.get({ caller })?.count ?? 0),
      ...(reads.countUnpaidRemote.get() ?? { remote: 0, remoteCash: 0 }),
    }),

    /** How many orders customers placed since then and left unpaid. */
    unpaidPlacedSince: (sinceMs: number): number => reads.countUnpaidSince.get({ sinceMs })?.count ?? 0,

    /** The oldest order of this phone and caller for which no payment was begun. */
    oldestUnbegun: (phone: string | null, caller: string | null): Order | null =>
      many(
        and(
          isUnpaidOfCustomer,
          isNull(orders.paymentMethod),
          eq(orders.paymentStatus, 'pending'),
          // With a plus the index of phones is out of the question: that of the open orders is the shorter way.
          sql`+${orders.customerPhone} is ${phone}`,
          sql`${orders.caller} is ${caller}`,
        ),
        asc(orders.createdAtMs),
        1,
      )[0] ?? null,

    /** Unpaid orders whose time is over, oldest first. */
    unpaidDue: (
      at: {
        /** Of what is to be paid online, or not decided yet. */
        unpaidBeforeMs: number;
        /** Of cash that the shop itself was told of. */
        dayStartMs: number;
        remoteChosenBeforeMs: number;
        remotePlacedBeforeMs: number;
      },
      limit: number,
    ): Order[] =>
      many(
        and(
          IS_OPEN,
          eq(orders.status, 'PENDING'),
          // Money of it lies in the drawer: a person gives it back, or takes the rest.
          isNull(orders.tenders),
          or(
            and(sql`${orders.paymentMethod} is not 'cash'`, lt(orders.createdAtMs, at.unpaidBeforeMs)),
            and(
              eq(orders.paymentMethod, 'cash'),
              ne(orders.source, 'relay'),
              lt(orders.createdAtMs, at.dayStartMs),
            ),
            and(
              eq(orders.paymentMethod, 'cash'),
              eq(orders.source, 'relay'),
              or(
                lte(orders.updatedAtMs, at.remoteChosenBeforeMs),
                lte(orders.createdAtMs, at.remotePlacedBeforeMs),
              ),
            ),
          ),
        ),
        asc(orders.createdAtMs),
        limit,
      ),
  };
}

function prepareReads(db: Db) {
  const awaitsCash = and(IS_OPEN, eq(orders.status, 'PENDING'), eq(orders.paymentMethod, 'cash'));
  const unpaidRows = db
    .select()
    .from(orders)
    .where(awaitsCash)
    .orderBy(WHO_STANDS_HERE, desc(orders.createdAtMs))
    .limit(sql.placeholder('limit'))
    .prepare();
  const begunRows = db
    .select()
    .from(orders)
    .where(
      and(
        IS_OPEN,
        eq(orders.status, 'PENDING'),
        eq(orders.source, 'counter'),
        sql`${orders.paymentMethod} is not 'cash'`,
      ),
    )
    .orderBy(desc(orders.createdAtMs))
    .limit(sql.placeholder('limit'))
    .prepare();
  const countUnpaid = db
    .select({ count: sql<number>`count(*)` })
    .from(orders)
    .where(awaitsCash)
    .prepare();
  // Of each an index of its own, whose conditions these repeat word for word: an order is not to wait for the reading of all that is unpaid.
  const IS_PENDING = sql`${orders.status} = 'PENDING'`;
  const countUnpaidOfPhone = db
    .select({ count: sql<number>`count(*)` })
    .from(orders)
    .where(and(IS_PENDING, ne(orders.source, 'counter'), eq(orders.customerPhone, sql.placeholder('phone'))))
    .prepare();
  const countUnpaidOfCaller = db
    .select({ count: sql<number>`count(*)` })
    .from(orders)
    .where(and(IS_PENDING, ne(orders.source, 'counter'), eq(orders.caller, sql.placeholder('caller'))))
    .prepare();
  const countUnpaidRemote = db
    .select({
      remote: sql<number>`count(*)`,
      remoteCash: sql<number>`count(*) filter (where ${orders.paymentMethod} = 'cash')`,
    })
    .from(orders)
    .where(and(IS_PENDING, sql`${orders.source} = 'relay'`))
    .prepare();
  const countUnpaidSince = db
    .select({ count: sql<number>`count(*)` })
    .from(orders)
    .where(and(isUnpaidOfCustomer, gte(orders.createdAtMs, sql.placeholder('sinceMs'))))
    .prepare();
  return {
    unpaidRows,
    begunRows,
    countUnpaid,
    countUnpaidOfPhone,
    countUnpaidOfCaller,
    countUnpaidRemote,
    countUnpaidSince,
  };
}
