// The relay's copy of the orders: what the store said last, asked for by customers. Never decides anything.
import { createHash, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, gte, inArray, isNotNull, lt, ne, sql, type SQL } from 'drizzle-orm';
import { readBearerToken } from '@balcao/shared/host/bearer-token.ts';
import { normalizeCode } from '@balcao/shared/ids.ts';
import { PUBLIC_ORDER_AGE_MS_MAX } from '@balcao/shared/http/orders.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { monthSpan } from '@balcao/shared/store/business-day.ts';
import {
  MOST_ORDERED_ORDERS_MAX,
  MOST_ORDERED_WINDOW_MS,
  rankOrdered,
} from '@balcao/shared/menu/most-ordered.ts';
import { READY_WINDOW_MS, readyTime, type ReadyTime } from '@balcao/shared/store/ready-time.ts';
import type { OpenDatabase } from '../../storage/open.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import { newestBody, orders } from '../../storage/schema.ts';

const FOUND_MAX = 20;
const TOP_CLIENTS = 3;
const READY_TIME_KEPT_MS = 30_000;
/** An order that took longer than this was forgotten, and says nothing about the kitchen. */
const MADE_WITHIN_MS = READY_WINDOW_MS + 2 * 3_600_000;

export type Replica = ReturnType<typeof createReplica>;

/** What is asked for of an order, without its body. */
export const orderRow = (order: Order, tokenHash: string) => ({
  id: order.id,
  code: order.code,
  number: order.orderNumber,
  panelNumber: order.panelNumber,
  panelDate: order.panelDate,
  customerPhone: order.customerPhone,
  totalCents: order.totalCents,
  status: order.status,
  paymentStatus: order.paymentStatus,
  tokenHash,
  createdAtMs: order.createdAtMs,
});

/**
 * Writes what the store's outcome says of an order, until its log says it again: a row of the log always outranks it. Once for each
 * row of `source`, which is none or one. `kept`: the order with its person sealed, where it was sealed already.
 */
export function upsertProvisionalOrder(
  persons: Persons,
  storeId: string,
  order: Order,
  tokenHash: string,
  source: SQL,
  kept: Order = persons.close({ storeId, id: order.id }, order),
): SQL {
  const row = orderRow(order, tokenHash);
  return sql`
    insert into orders (store_id, id, seq, code, number, panel_number, panel_date, customer_phone, total_cents, status,
      payment_status, token_hash, created_at_ms, body)
    select ${storeId}::uuid, ${row.id}::uuid, 0, ${row.code}::text, ${row.number}::integer, ${row.panelNumber}::integer,
      ${row.panelDate}::text, ${persons.phoneKey(storeId, row.customerPhone)}::text, ${row.totalCents}::integer, ${row.status}::text,
      ${row.paymentStatus}::text, ${row.tokenHash}::text, ${row.createdAtMs}::bigint, ${JSON.stringify(kept)}::text
    from ${source}
    on conflict (store_id, id) do update set
      panel_number = excluded.panel_number, panel_date = excluded.panel_date, status = excluded.status,
      payment_status = excluded.payment_status, body = excluded.body
    where orders.seq = 0`;
}

const isTokenOf = (storedHash: string, token: string): boolean =>
  timingSafeEqual(Buffer.from(storedHash), Buffer.from(createHash('sha256').update(token).digest('hex')));

export function createReplica(
  deps: Pick<OpenDatabase, 'db' | 'repeat'> & { persons: Persons; clock: () => number; timeZone: string },
) {
  const { db, repeat, persons, clock, timeZone } = deps;
  const opened = (storeId: string, body: string): Order => {
    const order = JSON.parse(body) as Order;
    return persons.open({ storeId, id: order.id }, order);
  };
  const readyTimes = new Map<string, { atMs: number; value: ReadyTime | null }>();
  const recent = () => gte(orders.createdAtMs, clock() - PUBLIC_ORDER_AGE_MS_MAX);
  const find = async (storeId: string, ...where: SQL[]): Promise<Order[]> => {
    const rows = await db
      .select({ body: newestBody })
      .from(orders)
      .where(and(eq(orders.storeId, storeId), ...where))
      .orderBy(desc(orders.createdAtMs))
      .limit(FOUND_MAX);
    return rows.map((row) => opened(storeId, row.body));
  };

  /** The phone that a digest stands for, read from one of its orders. */
  async function phoneOf(storeId: string, phoneKey: string): Promise<string> {
    const [row] = await db
      .select({ body: newestBody })
      .from(orders)
      .where(and(eq(orders.storeId, storeId), eq(orders.customerPhone, phoneKey)))
      .limit(1);
    return row ? (opened(storeId, row.body).customerPhone ?? '') : '';
  }

  return {
    /**
     * The order under a code as it was typed, for who has its token: to a stranger it makes no difference whether it exists.
     * `authorization`: the header.
     */
    async heldByCode(
      storeId: string,
      code: string,
      authorization: string | undefined,
    ): Promise<Order | null> {
      const token = readBearerToken(authorization);
      if (token === null) return null;
      const { rows } = (await repeat(
        'order-held-by-code',
        sql`select ${newestBody} as body, ${orders.tokenHash} as hash from ${orders}
            where ${and(eq(orders.storeId, storeId), eq(orders.code, normalizeCode(code)))}`,
      )) as { rows: { body: string; hash: string }[] };
      const [row] = rows;
      return row && isTokenOf(row.hash, token) ? opened(storeId, row.body) : null;
    },

    /** For a stranger: an older one is looked for as one that never was. */
    recentByCode: async (storeId: string, code: string): Promise<Order | null> =>
      (await find(storeId, eq(orders.code, code), recent()))[0] ?? null,

    async byId(storeId: string, orderId: string): Promise<Order | null> {
      const { rows } = (await repeat(
        'order-by-id',
        sql`select ${newestBody} as body from ${orders}
            where ${and(eq(orders.storeId, storeId), eq(orders.id, orderId))}`,
      )) as { rows: { body: string }[] };
      const [row] = rows;
      return row ? opened(storeId, row.body) : null;
    },

    async byIds(storeId: string, orderIds: readonly string[]): Promise<Order[]> {
      return orderIds.length === 0 ? [] : find(storeId, inArray(orders.id, [...orderIds]));
    },

    /** Whether one of the tokens is the order's. */
    async verifyToken(storeId: string, orderId: string, ...tokens: string[]): Promise<boolean> {
      const [row] = await db
        .select({ tokenHash: orders.tokenHash })
        .from(orders)
        .where(and(eq(orders.storeId, storeId), eq(orders.id, orderId)));
      return row !== undefined && tokens.some((token) => isTokenOf(row.tokenHash, token));
    },

    byPhone: (storeId: string, phone: string): Promise<Order[]> =>
      find(storeId, eq(orders.customerPhone, persons.phoneKey(storeId, phone)), recent()),

    byNumber: (storeId: string, number: number): Promise<Order[]> =>
      find(storeId, eq(orders.number, number), recent()),

    byPanelNumber: (storeId: string, number: number, panelDate: string): Promise<Order[]> =>
      find(storeId, eq(orders.panelNumber, number), eq(orders.panelDate, panelDate), recent()),

    /** Asked for with every page, and looked at once in a while. */
    async readyTime(storeId: string): Promise<ReadyTime | null> {
      const nowMs = clock();
      const cached = readyTimes.get(storeId);
      if (cached && nowMs - cached.atMs < READY_TIME_KEPT_MS) return cached.value;
      const rows = await db
        .select({ body: newestBody, status: orders.status })
        .from(orders)
        .where(
          and(
            eq(orders.storeId, storeId),
            gte(orders.createdAtMs, nowMs - MADE_WITHIN_MS),
            inArray(orders.status, ['RECEBIDO', 'PREPARING', 'READY', 'DELIVERED']),
          ),
        );
      const made = rows.filter(({ status }) => status === 'READY' || status === 'DELIVERED');
      const value = readyTime(
        made.map((row) => JSON.parse(row.body) as Order),
        nowMs,
        rows.length - made.length,
      );
      readyTimes.set(storeId, { atMs: nowMs, value });
      return value;
    },

    /** Ids of what sold most of late. Reads some hundred orders by an index: whoever asks often keeps the answer. */
    async mostOrdered(storeId: string): Promise<string[]> {
      const rows = await db
        .select({ body: newestBody })
        .from(orders)
        .where(
          and(
            eq(orders.storeId, storeId),
            gt(orders.createdAtMs, clock() - MOST_ORDERED_WINDOW_MS),
            ne(orders.status, 'CANCELLED'),
            inArray(orders.paymentStatus, ['approved', 'partially_refunded']),
          ),
        )
        .orderBy(desc(orders.createdAtMs))
        .limit(MOST_ORDERED_ORDERS_MAX);
      return rankOrdered(rows.map((row) => JSON.parse(row.body) as Order));
    },

    async topOfMonth(
      storeId: string,
    ): Promise<{ phone: string; orderCount: number; totalSpentCents: number }[]> {
      const { fromMs, toMs } = monthSpan(clock(), timeZone);
      const orderCount = sql<number>`count(*)::int`;
      const totalSpentCents = sql<number>`sum(${orders.totalCents})::int`;
      const rows = await db
        .select({ phoneKey: orders.customerPhone, orderCount, totalSpentCents })
        .from(orders)
        .where(
          and(
            eq(orders.storeId, storeId),
            gte(orders.createdAtMs, fromMs),
            lt(orders.createdAtMs, toMs),
            eq(orders.paymentStatus, 'approved'),
            isNotNull(orders.customerPhone),
          ),
        )
        .groupBy(orders.customerPhone)
        .orderBy(desc(orderCount), desc(totalSpentCents))
        .limit(TOP_CLIENTS);
      return Promise.all(
        rows.map(async ({ phoneKey, ...row }) => ({ ...row, phone: await phoneOf(storeId, phoneKey ?? '') })),
      );
    },
  };
}
