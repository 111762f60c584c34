// The shop as anybody sees it: its state, its menu, its best customers, and what changes while one looks.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { respondJsonIfChanged } from '@balcao/shared/host/respond-if-changed.ts';
import * as contracts from '@balcao/shared/http/contracts/shop.ts';
import { orderSeen } from '@balcao/shared/http/orders.ts';
import { storeInfoOf } from '@balcao/shared/http/store-info.ts';
import { keptFor } from '@balcao/shared/host/kept.ts';
import { maskPhone } from '@balcao/shared/phone.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Config } from '../../config.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Stores } from '../stores/stores.ts';
import type { Replica } from '../orders/replica.ts';
import type { Documents } from './documents.ts';
import type { Payments } from '../../payments/payments.ts';
import type { StoreStreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import type { FollowedOrders } from '../orders/followed-orders.ts';
import type { Streams } from '@balcao/shared/host/live-streams.ts';
import { clientOf, type Env } from '../../http/context.ts';
import { requireStore } from '../../http/guards.ts';
import { slowed, type Limit, type Limits } from '../../http/limits.ts';
import { offeredMethods } from './offers.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  clock: () => number;
  wake: Wake;
  stores: Stores;
  replica: Replica;
  documents: Documents;
  gateway: { presence(storeId: string): Promise<'linked' | 'grace' | 'away'> };
  payments: Payments;
  streamTokens: StoreStreamTokens;
  followed: FollowedOrders;
  wholesale: { follow(storeId: string, orderIds: readonly string[], changed: () => void): () => void };
  streams: Streams;
  limits: Limits;
};

const RANKING_KEPT_MS = 10_000;
/** What sold in a month changes little in a while. */
const MOST_ORDERED_KEPT_MS = 600_000;

export function shopRoutes(deps: Deps): OpenAPIHono<Env> {
  const { replica, documents, gateway, streamTokens, clock, config, limits } = deps;
  const app = new OpenAPIHono<Env>();
  const store = requireStore(deps.stores);
  const limited = (limit: Limit) => slowed(limit, config.trustedProxies);

  /** What adds up many orders is read at most once in a while for each store, however many ask. */
  function keptByStore<T>(
    forMs: number,
    readMenu: (storeId: string) => Promise<T>,
  ): (storeId: string) => Promise<T> {
    const cached = new Map<string, () => Promise<T>>();
    return (storeId) => {
      const knownTag = cached.get(storeId) ?? keptFor(forMs, clock, () => readMenu(storeId));
      cached.set(storeId, knownTag);
      return knownTag();
    };
  }
  const topOf = keptByStore(RANKING_KEPT_MS, (storeId) => replica.topOfMonth(storeId));
  const soldMost = keptByStore(MOST_ORDERED_KEPT_MS, (storeId) => replica.mostOrdered(storeId));

  handle(app, contracts.readStore, [store, limited(limits.reads)], async ({ context }) => {
    const storeId = context.get('storeId');
    const { settings, paymentMethods } = await documents.catalog(storeId);
    const offered = await offeredMethods(deps, storeId);
    context.header('cache-control', 'no-cache');
    return accepted({
      ...storeInfoOf(settings, clock(), config.timeZone),
      readyTime: await replica.readyTime(storeId),
      mostOrdered: await soldMost(storeId),
      paymentMethods: paymentMethods
        .filter((method) => offered.has(method.id))
        .map(({ id, displayName, description }) => ({ method: id, displayName, description })),
      storeOnline: (await gateway.presence(storeId)) !== 'away',
      publicUrl: config.publicUrl,
      host: 'relay',
    });
  });

  handle(app, contracts.readMenu, store, async ({ context }) =>
    respondJsonIfChanged(context.req, await documents.publicMenu(context.get('storeId'))),
  );

  handle(app, contracts.readRanking, store, async ({ context }) => {
    const clients = await topOf(context.get('storeId'));
    return accepted({ clients: clients.map((client) => ({ ...client, phone: maskPhone(client.phone) })) });
  });

  handle(app, contracts.hearEvents, store, ({ context, query: { ticket } }) => {
    const storeId = context.get('storeId');
    const grant = ticket === undefined ? null : streamTokens.read(ticket);
    if (ticket !== undefined && grant?.storeId !== storeId) return refused('ticket');
    return deps.streams.open(
      context,
      clientOf(context, config.trustedProxies),
      (push) => {
        push({ event: 'hello', data: { now: clock() } });
        const stops = [
          deps.wake.on(storeId, 'menu', () => {
            push({ event: 'menu', data: {} });
            push({ event: 'store', data: {} });
          }),
          deps.wake.on(storeId, 'store', () => push({ event: 'store', data: {} })),
        ];
        if (grant?.wholesale)
          stops.push(
            deps.wholesale.follow(
              storeId,
              grant.orders.map(([id]) => id),
              () => push({ event: 'wholesale', data: {} }),
            ),
          );
        else if (grant)
          stops.push(
            deps.followed.followOrders(storeId, grant, (order, streamSight) =>
              push({ event: 'order', data: orderSeen(order, streamSight) }),
            ),
          );
        return () => stops.forEach((stop) => stop());
      },
      storeId,
    );
  });

  return app;
}
