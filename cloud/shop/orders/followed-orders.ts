// Tells open streams about changed orders, however many are open: of what was applied in this process at once, else by one read of the
// new rows per wake.
import { and, asc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { Sight } from '@balcao/shared/http/orders.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Db } from '../../storage/open.ts';
import { newestBody, orders } from '../../storage/schema.ts';
import type { Persons } from '../../storage/persons/persons.ts';
import type { Wake } from '../../storage/wake.ts';
import type { AppliedOrder } from './applied-order.ts';

const BATCH_MAX = 200;
/** Where a feed is before it is known how far the log is. */
const UNKNOWN = Number.MAX_SAFE_INTEGER;

type TellOrder = (order: Order, sight: Sight) => void;
/** `phone` is its digest. */
type Follower = { sights: Map<string, Sight>; phone: string | null; onOrder: TellOrder };
/** `ofOrder` and `ofPhone`: a shop has thousands of followers, and an order few. */
type Feed = {
  followers: Set<Follower>;
  ofOrder: Map<string, Set<Follower>>;
  ofPhone: Map<string, Set<Follower>>;
  seq: number;
  reading: Promise<void>;
  /** A reading was asked for that has not begun: it will find what this one would. */
  isAskedFor: boolean;
  stop: () => void;
};

const decoder = new TextDecoder();

export type FollowedOrders = ReturnType<typeof createFollowedOrders>;

export function createFollowedOrders(deps: {
  db: Db;
  persons: Persons;
  wake: Wake;
  head: (storeId: string) => Promise<number>;
  log: { error(details: object, message: string): void };
}) {
  const { db, persons, wake, log } = deps;
  const feeds = new Map<string, Feed>();

  /** Whether somebody may follow the order: a relay that catches up passes thousands that nobody does, and reads no body of them. */
  function isFollowed({ followers }: Feed): SQL<boolean> {
    const allFollowers = [...followers];
    const ids = `{${allFollowers.flatMap(({ sights }) => [...sights.keys()]).join(',')}}`;
    const hasPhones = allFollowers.some(({ phone }) => phone !== null);
    return sql<boolean>`(orders.id = any(${ids}::uuid[]) or (${hasPhones} and orders.customer_phone is not null))`;
  }

  async function readChanges(storeId: string, feed: Feed): Promise<void> {
    // Whatever the log has up to here is found now, or is no order.
    const upTo = await deps.head(storeId);
    // The database was away when the first page came: what was written since is among the last rows.
    if (feed.seq === UNKNOWN) feed.seq = Math.max(0, upTo - BATCH_MAX);
    if (upTo <= feed.seq) return;
    for (;;) {
      const followed = isFollowed(feed);
      const rows = await db
        .select({
          seq: orders.seq,
          phone: orders.customerPhone,
          id: orders.id,
          followed,
          body: sql<string | null>`case when ${followed} then ${newestBody} end`,
        })
        .from(orders)
        .where(and(eq(orders.storeId, storeId), gt(orders.seq, feed.seq)))
        .orderBy(asc(orders.seq))
        .limit(BATCH_MAX);
      let cameMeanwhile = false;
      for (const row of rows) {
        const rowFollowers = followersOf(feed, row);
        cameMeanwhile = rowFollowers.length > 0 && !row.followed;
        if (cameMeanwhile) break;
        feed.seq = row.seq;
        if (rowFollowers.length === 0 || row.body === null) continue;
        const order = persons.open({ storeId, id: row.id }, JSON.parse(row.body) as Order);
        for (const { follower, sight } of rowFollowers) follower.onOrder(order, sight);
      }
      if (cameMeanwhile || rows.length === BATCH_MAX) continue;
      feed.seq = Math.max(feed.seq, upTo);
      return;
    }
  }

  function followersOf(
    { ofOrder, ofPhone }: Feed,
    { id, phone }: { id: string; phone: string | null },
  ): { follower: Follower; sight: Sight }[] {
    const sights = new Map<Follower, Sight>();
    for (const follower of ofOrder.get(id) ?? []) {
      const sight = follower.sights.get(id);
      if (sight) sights.set(follower, sight);
    }
    if (phone !== null) for (const follower of ofPhone.get(phone) ?? []) sights.set(follower, 'public');
    return [...sights].map(([follower, sight]) => ({ follower, sight }));
  }

  /** Where a follower is found, by what may be told of. */
  function placesOf({ ofOrder, ofPhone }: Feed, { sights, phone }: Follower) {
    const ofOrders = [...sights.keys()].map((id) => [ofOrder, id] as const);
    return phone === null ? ofOrders : [...ofOrders, [ofPhone, phone] as const];
  }

  function openFeed(storeId: string): Feed {
    const feed: Feed = {
      followers: new Set(),
      ofOrder: new Map(),
      ofPhone: new Map(),
      seq: UNKNOWN,
      reading: Promise.resolve(),
      isAskedFor: false,
      stop: () => undefined,
    };
    queueRead(storeId, feed, async () => {
      feed.seq = await deps.head(storeId);
    });
    feed.stop = wake.on(storeId, 'orders', () => {
      if (feed.isAskedFor) return;
      feed.isAskedFor = true;
      queueRead(storeId, feed, () => {
        feed.isAskedFor = false;
        return readChanges(storeId, feed);
      });
    });
    feeds.set(storeId, feed);
    return feed;
  }

  /** One after another: an older state is never told after a newer one. */
  function queueRead(storeId: string, feed: Feed, work: () => Promise<void>): void {
    feed.reading = feed.reading
      .then(work)
      .catch((error: unknown) => log.error({ err: error, storeId }, 'changed orders could not be read'));
  }

  return {
    /** The store told how these stand, ahead of its log. */
    publishReportedStates(storeId: string, orderIds: ReadonlySet<string>): void {
      const feed = feeds.get(storeId);
      if (!feed) return;
      queueRead(storeId, feed, async () => {
        const rows = await db
          .select({ id: orders.id, phone: orders.customerPhone, body: newestBody })
          .from(orders)
          .where(and(eq(orders.storeId, storeId), inArray(orders.id, [...orderIds]), isFollowed(feed)));
        for (const row of rows) {
          const order = persons.open({ storeId, id: row.id }, JSON.parse(row.body) as Order);
          for (const { follower, sight } of followersOf(feed, row)) follower.onOrder(order, sight);
        }
      });
    },

    /** These orders changed between two positions of the log, and no others. */
    publishAppliedOrders(
      storeId: string,
      { from, to, orders: changed }: { from: number; to: number; orders: readonly AppliedOrder[] },
    ): void {
      const feed = feeds.get(storeId);
      if (!feed) return;
      queueRead(storeId, feed, async () => {
        // Something before was missed, or this was read meanwhile.
        if (feed.seq !== from) return readChanges(storeId, feed);
        feed.seq = to;
        for (const order of changed) {
          const orderFollowers = followersOf(feed, order);
          if (orderFollowers.length === 0) continue;
          const summary = JSON.parse(decoder.decode(order.body)) as { order: Order };
          for (const { follower, sight } of orderFollowers) follower.onOrder(summary.order, sight);
        }
      });
    },

    /** Tells of every change of the granted orders until the returned function is called. */
    followOrders(
      storeId: string,
      grant: { orders: [orderId: string, sight: Sight][]; phone: string | null },
      onOrder: TellOrder,
    ): () => void {
      const feed = feeds.get(storeId) ?? openFeed(storeId);
      const follower = {
        sights: new Map(grant.orders),
        phone: persons.phoneKey(storeId, grant.phone),
        onOrder,
      };
      feed.followers.add(follower);
      const places = placesOf(feed, follower);
      for (const [index, key] of places) index.set(key, (index.get(key) ?? new Set()).add(follower));
      return () => {
        feed.followers.delete(follower);
        for (const [index, key] of places) {
          const followersThere = index.get(key);
          followersThere?.delete(follower);
          if (followersThere?.size === 0) index.delete(key);
        }
        if (feed.followers.size > 0) return;
        feed.stop();
        feeds.delete(storeId);
      };
    },
  };
}
