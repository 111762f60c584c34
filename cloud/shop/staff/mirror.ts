// The relay's copy of the orders as an administrator, or who sells wholesale, reads it while the store is away. Only to be looked at.
import { and, asc, desc, eq, gte, inArray, like, lt, sql, type SQL } from 'drizzle-orm';
import { normalizeCode } from '@balcao/shared/ids.ts';
import type { OrderList, OrderSearch } from '@balcao/shared/http/order-search.ts';
import {
  WHOLESALE_OPEN_MAX,
  WHOLESALE_PAGE,
  type WholesaleList,
  type WholesaleSearch,
} from '@balcao/shared/http/wholesale.ts';
import type { Board } from '@balcao/shared/http/staff.ts';
import type { Order, OrderStatus } from '@balcao/shared/order/order.ts';
import { UNPAID_SHOWN_MAX } from '@balcao/shared/order/unpaid.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { businessDay, businessDayStart } from '@balcao/shared/store/business-day.ts';
import type { WholesaleStatus } from '@balcao/shared/wholesale/order.ts';
import type { z } from 'zod';
import type { Db } from '../../storage/open.ts';
import { orderBody, orders, wholesaleOrders } from '../../storage/schema.ts';
import { openWholesale } from '../wholesale/replica.ts';
import type { Persons } from '../../storage/persons/persons.ts';

const PAID_OPEN: OrderStatus[] = ['RECEBIDO', 'PREPARING', 'READY'];
const ACTIVE: OrderStatus[] = ['PENDING', ...PAID_OPEN];
const FINISHED: OrderStatus[] = ['DELIVERED', 'CANCELLED'];
const WHOLESALE_IN: Record<'open' | 'over', WholesaleStatus[]> = {
  open: ['NOVO', 'EM_ANDAMENTO'],
  over: ['FINALIZADO', 'CANCELADO'],
};
const DELIVERED_SHOWN = 12;
/** What has been open for longer is not made any more. */
const OPEN_MS_MAX = 3 * 86_400_000;
const WHOLE_PHONE_DIGITS = 10;
const CODE_LENGTH_MIN = 4;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** As the store orders them: who stands at the counter before strangers on the site. */
const WHO_STANDS_THERE = sql`case ${orderBody}::jsonb ->> 'source' when 'counter' then 0 when 'lan' then 1 else 2 end`;

export type Mirror = ReturnType<typeof createMirror>;

export function createMirror(deps: { db: Db; persons: Persons; clock: () => number; timeZone: string }) {
  const { db, persons, clock, timeZone } = deps;

  async function findOrders(
    storeId: string,
    condition: SQL | undefined,
    order: SQL | SQL[],
    limit?: number,
  ): Promise<Order[]> {
    const query = db
      .select({ body: orderBody })
      .from(orders)
      .where(and(eq(orders.storeId, storeId), condition))
      .orderBy(...[order].flat())
      .$dynamic();
    const rows = await (limit === undefined ? query : query.limit(limit));
    return rows.map((row) => {
      const order = JSON.parse(row.body) as Order;
      return persons.open({ storeId, id: order.id }, order);
    });
  }
  const newest = desc(orders.createdAtMs);
  const deliveredAt = sql<number>`(${orderBody}::jsonb ->> 'deliveredAtMs')::bigint`;

  function searchCondition(
    storeId: string,
    by: z.infer<typeof OrderSearch>['by'],
    q: string,
  ): SQL | undefined {
    const noMatch = sql`false`;
    if (by === 'phone') {
      const digits = phoneDigits(q).slice(0, 11);
      // A phone is kept as its digest: here it is found whole or not at all.
      return digits.length >= WHOLE_PHONE_DIGITS
        ? eq(orders.customerPhone, persons.phoneKey(storeId, digits))
        : noMatch;
    }
    if (by === 'id') {
      if (/^\d{1,9}$/.test(q)) return eq(orders.number, Number(q));
      if (UUID.test(q)) return eq(orders.id, q.toLowerCase());
      return /^[0-9a-f-]+$/i.test(q) ? sql`${orders.id}::text like ${`${q.toLowerCase()}%`}` : noMatch;
    }
    const code = normalizeCode(q);
    if (/^\d{1,9}$/.test(q)) {
      const number = Number(q);
      return sql`(${orders.number} = ${number} or ${orders.panelNumber} = ${number} or ${orders.code} = ${code})`;
    }
    // Letters and digits alone: nothing in it means anything to `like`.
    return code.length >= CODE_LENGTH_MIN ? like(orders.code, `${code}%`) : noMatch;
  }

  return {
    async board(storeId: string, seq: number): Promise<Board> {
      const nowMs = clock();
      const recent = gte(orders.createdAtMs, nowMs - OPEN_MS_MAX);
      const delivered = and(eq(orders.status, 'DELIVERED'), recent);
      const awaitsCash = and(
        eq(orders.status, 'PENDING'),
        recent,
        sql`${orderBody}::jsonb ->> 'paymentMethod' = 'cash'`,
      );
      const paid = await findOrders(
        storeId,
        and(inArray(orders.status, PAID_OPEN), recent),
        asc(orders.createdAtMs),
      );
      const unpaid = await findOrders(storeId, awaitsCash, [WHO_STANDS_THERE, newest], UNPAID_SHOWN_MAX);
      const waiting = await db.$count(orders, and(eq(orders.storeId, storeId), awaitsCash));
      const [today] = await db
        .select({ n: sql<number>`count(*)::int` })
        .from(orders)
        .where(
          and(eq(orders.storeId, storeId), delivered, gte(deliveredAt, businessDayStart(nowMs, timeZone))),
        );
      return {
        orders: [...paid, ...unpaid.toSorted((a, b) => a.createdAtMs - b.createdAtMs)],
        unpaidMore: waiting - unpaid.length,
        delivered: await findOrders(storeId, delivered, desc(deliveredAt), DELIVERED_SHOWN),
        deliveredToday: today?.n ?? 0,
        seq,
        now: nowMs,
        away: true,
      };
    },

    async search(storeId: string, { by, q, state, limit }: z.infer<typeof OrderSearch>): Promise<OrderList> {
      const inState =
        state === undefined ? undefined : inArray(orders.status, state === 'active' ? ACTIVE : FINISHED);
      if (q === undefined) return { orders: await findOrders(storeId, inState, newest, limit) };
      const found = await findOrders(storeId, and(inState, searchCondition(storeId, by, q)), newest, limit);
      if (by === 'phone' || by === 'id') return { orders: found };
      const today = businessDay(clock(), timeZone);
      const number = /^\d{1,9}$/.test(q) ? Number(q) : null;
      const shown = found.filter(({ panelNumber }) => number !== null && panelNumber === number);
      const showsNow = shown.some(({ panelDate }) => panelDate === today);
      const present = found.filter(
        ({ panelNumber, panelDate, orderNumber, code }) =>
          (panelNumber === number && panelDate === today) ||
          orderNumber === number ||
          code.startsWith(normalizeCode(q)),
      );
      // As in the store: expired also where an order of long ago has the number for its own.
      const expired = shown.length > 0 && !showsNow;
      return { orders: expired ? found : present, panelExpired: expired };
    },

    async wholesale(
      storeId: string,
      { state, before }: z.infer<typeof WholesaleSearch>,
    ): Promise<WholesaleList> {
      const max = state === 'open' ? WHOLESALE_OPEN_MAX : WHOLESALE_PAGE;
      const rows = await db
        .select({ body: wholesaleOrders.body })
        .from(wholesaleOrders)
        .where(
          and(
            eq(wholesaleOrders.storeId, storeId),
            inArray(wholesaleOrders.status, WHOLESALE_IN[state]),
            before === undefined ? undefined : lt(wholesaleOrders.number, before),
          ),
        )
        .orderBy(desc(wholesaleOrders.number))
        .limit(max + 1);
      const count = (status: WholesaleStatus[]) =>
        db.$count(
          wholesaleOrders,
          and(eq(wholesaleOrders.storeId, storeId), inArray(wholesaleOrders.status, status)),
        );
      return {
        orders: rows.slice(0, max).map((row) => openWholesale(persons, storeId, row.body)),
        more: rows.length > max,
        open: await count(WHOLESALE_IN.open),
        over: await count(WHOLESALE_IN.over),
        away: true,
      };
    },
  };
}
