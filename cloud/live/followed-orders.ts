// Tells open streams about changed orders: one read of the new rows per wake, however many streams are open.
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../db/open.ts';
import { orders } from '../db/schema.ts';
import type { Tickets } from './tickets.ts';
import type { Wake } from './wake.ts';

const BATCH_MAX = 200;

type Follower = { orderIds: Set<string>; phone: string | null; tell: (order: Order) => void };
type Feed = { followers: Set<Follower>; seq: number; reading: Promise<void>; stop: () => void };

export type FollowedOrders = ReturnType<typeof createFollowedOrders>;

export function createFollowedOrders(given: {
  db: Db;
  wake: Wake;
  tickets: Tickets;
  head: (storeId: string) => Promise<number>;
  log: { error(details: object, message: string): void };
}) {
  const { db, wake, tickets, log } = given;
  const feeds = new Map<string, Feed>();

  async function read(storeId: string, feed: Feed): Promise<void> {
    for (;;) {
      const rows = await db
        .select({ seq: orders.seq, phone: orders.customerPhone, id: orders.id, body: orders.body })
        .from(orders)
        .where(and(eq(orders.storeId, storeId), gt(orders.seq, feed.seq)))
        .orderBy(asc(orders.seq))
        .limit(BATCH_MAX);
      for (const row of rows) {
        feed.seq = row.seq;
        const phone = row.phone === null ? null : tickets.phoneKey(row.phone);
        const mine = [...feed.followers].filter(
          (one) => one.orderIds.has(row.id) || (phone !== null && one.phone === phone),
        );
        if (mine.length === 0) continue;
        const order = JSON.parse(row.body) as Order;
        for (const follower of mine) follower.tell(order);
      }
      if (rows.length < BATCH_MAX) return;
    }
  }

  function open(storeId: string): Feed {
    const feed: Feed = {
      followers: new Set(),
      seq: Number.MAX_SAFE_INTEGER,
      reading: Promise.resolve(),
      stop: () => undefined,
    };
    const next = (work: () => Promise<void>): void => {
      feed.reading = feed.reading
        .then(work)
        .catch((error: unknown) => log.error({ err: error, storeId }, 'changed orders could not be read'));
    };
    next(async () => {
      feed.seq = await given.head(storeId);
    });
    feed.stop = wake.on(storeId, 'orders', () => next(() => read(storeId, feed)));
    feeds.set(storeId, feed);
    return feed;
  }

  return {
    /** Tells of every change of the granted orders until the returned function is called. */
    hear(
      storeId: string,
      grant: { orderIds: string[]; phone: string | null },
      tell: (order: Order) => void,
    ): () => void {
      const feed = feeds.get(storeId) ?? open(storeId);
      const follower = { orderIds: new Set(grant.orderIds), phone: grant.phone, tell };
      feed.followers.add(follower);
      return () => {
        feed.followers.delete(follower);
        if (feed.followers.size > 0) return;
        feed.stop();
        feeds.delete(storeId);
      };
    },
  };
}
