// Who wants to be told. Bounded per order and per store; forgotten when the order is over, or the browser says so.
import { and, asc, count, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql } from 'drizzle-orm';
import type { PushSubscriptionBody } from '@balcao/shared/http/push.ts';
import type { Db } from '../storage/open.ts';
import { orders } from '../storage/schema.ts';
import { stableId } from '../storage/stable-id.ts';
import { pushSubscriptions, type SubscriptionRow } from './schema.ts';

/** A family around one order. */
const PER_ORDER_MAX = 5;
const PER_STORE_MAX = 5000;
const DEVICES_MAX = 20;
const KEPT_MS = 86_400_000;

export type Subscriptions = ReturnType<typeof createSubscriptions>;

export function createSubscriptions({ db, clock }: { db: Db; clock: () => number }) {
  const ofStore = (storeId: string) => eq(pushSubscriptions.storeId, storeId);
  const idOf = (orderId: string | null, endpoint: string): string =>
    stableId('push', orderId ?? 'owner', endpoint);

  async function counted(where: ReturnType<typeof and>): Promise<number> {
    const [row] = await db.select({ n: count() }).from(pushSubscriptions).where(where);
    return row?.n ?? 0;
  }

  /** The id, or null when there is no room. The same browser again only renews its keys. */
  async function add(
    storeId: string,
    who: { orderId: string } | { userId: string; label: string },
    { endpoint, keys }: PushSubscriptionBody,
  ): Promise<string | null> {
    const orderId = 'orderId' in who ? who.orderId : null;
    const id = idOf(orderId, endpoint);
    const hasRoom =
      (await counted(and(ofStore(storeId), eq(pushSubscriptions.id, id)))) > 0 ||
      (orderId === null
        ? (await counted(and(ofStore(storeId), isNull(pushSubscriptions.orderId)))) < DEVICES_MAX
        : (await counted(and(ofStore(storeId), eq(pushSubscriptions.orderId, orderId)))) < PER_ORDER_MAX &&
          (await counted(and(ofStore(storeId), isNotNull(pushSubscriptions.orderId)))) < PER_STORE_MAX);
    if (!hasRoom) return null;
    const row = { ...who, endpoint, p256dh: keys.p256dh, auth: keys.auth };
    await db
      .insert(pushSubscriptions)
      .values({ storeId, id, createdAtMs: clock(), ...row })
      .onConflictDoUpdate({ target: [pushSubscriptions.storeId, pushSubscriptions.id], set: row });
    return id;
  }

  return {
    add,

    async remove(storeId: string, id: string): Promise<boolean> {
      const gone = await db
        .delete(pushSubscriptions)
        .where(and(ofStore(storeId), eq(pushSubscriptions.id, id)))
        .returning({ id: pushSubscriptions.id });
      return gone.length > 0;
    },

    removeOfOrder: (storeId: string, orderId: string, endpoint: string) =>
      db
        .delete(pushSubscriptions)
        .where(and(ofStore(storeId), eq(pushSubscriptions.id, idOf(orderId, endpoint)))),

    byId: async (storeId: string, id: string): Promise<SubscriptionRow | null> =>
      (
        await db
          .select()
          .from(pushSubscriptions)
          .where(and(ofStore(storeId), eq(pushSubscriptions.id, id)))
      )[0] ?? null,

    /** The owner's devices, oldest first. */
    devices: (storeId: string, tx: Pick<Db, 'select'> = db): Promise<SubscriptionRow[]> =>
      tx
        .select()
        .from(pushSubscriptions)
        .where(and(ofStore(storeId), isNull(pushSubscriptions.orderId)))
        .orderBy(asc(pushSubscriptions.createdAtMs))
        .limit(DEVICES_MAX),

    /** The devices of users who may no longer hear alarms. */
    keepDevicesOf: (storeId: string, userIds: readonly string[]) =>
      db
        .delete(pushSubscriptions)
        .where(
          and(
            ofStore(storeId),
            isNull(pushSubscriptions.orderId),
            userIds.length === 0 ? sql`true` : notInArray(pushSubscriptions.userId, [...userIds]),
          ),
        ),

    /** Customers' subscriptions of orders that are over, or that nobody will make any more. */
    purgeOld: async (): Promise<void> => {
      const over = db
        .select({ id: orders.id })
        .from(orders)
        .where(
          and(
            eq(orders.storeId, pushSubscriptions.storeId),
            eq(orders.id, pushSubscriptions.orderId),
            inArray(orders.status, ['DELIVERED', 'CANCELLED']),
          ),
        );
      await db
        .delete(pushSubscriptions)
        .where(
          and(
            isNotNull(pushSubscriptions.orderId),
            or(
              lt(pushSubscriptions.createdAtMs, clock() - KEPT_MS),
              inArray(pushSubscriptions.orderId, over),
            ),
          ),
        );
    },
  };
}
