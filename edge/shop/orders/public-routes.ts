// What customers on the shop's own Wi-Fi use: store, menu, orders, tracking, live. The relay offers the same contract.
import { readBearerToken } from '@balcao/shared/host/bearer-token.ts';
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { respondJsonIfChanged } from '@balcao/shared/host/respond-if-changed.ts';
import { normalizeCode } from '@balcao/shared/ids.ts';
import * as contracts from '@balcao/shared/http/contracts/orders.ts';
import * as shopContracts from '@balcao/shared/http/contracts/shop.ts';
import { orderSeen, PUBLIC_ORDER_AGE_MS_MAX, statusOrder } from '@balcao/shared/http/orders.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import { storeInfoOf } from '@balcao/shared/http/store-info.ts';
import { READY_WINDOW_MS, readyTime } from '@balcao/shared/store/ready-time.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { handedBackCents } from '@balcao/shared/payment/given-back.ts';
import { keptFor } from '@balcao/shared/host/kept.ts';
import { maskPhone } from '@balcao/shared/phone.ts';
import { callerDigest } from './caller.ts';
import { holdsClaim, withClaimHash } from '@balcao/shared/host/claim.ts';
import { cancelOwn } from './cancel-own.ts';
import { placeOrder } from './place-order.ts';
import { createMostOrdered } from './most-ordered.ts';
import { chooseCash } from './unpaid.ts';
import type { Db } from '../../storage/open.ts';
import type { GroupCommit } from '../../storage/group-commit.ts';
import type { Config } from '../../config.ts';
import type { Identity } from '../../storage/identity.ts';
import type { Wake } from '../../storage/wake.ts';
import type { MenuStore } from '../menu/menu-store.ts';
import type { OrderContext } from './context.ts';
import type { RelayPayments } from '../payments/relay-payments.ts';
import type { Rollups } from '../reports/rollups.ts';
import type { Reports } from '../reports/reports.ts';
import type { StreamGrant, StreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import type { Broadcast } from '../../http/live/broadcast.ts';
import type { Streams } from '@balcao/shared/host/live-streams.ts';
import type { Limits } from '../../http/limits.ts';
import type { Env, RouteContext } from '../../http/context.ts';

/** What these routes use. */
type Deps = {
  db: Db;
  commits: GroupCommit;
  config: Config;
  identity: Identity;
  clock: () => number;
  wake: Wake;
  menu: MenuStore;
  orders: OrderContext;
  payments: RelayPayments;
  rollups: Rollups;
  reports: Reports;
  streamTokens: StreamTokens;
  broadcast: Broadcast;
  wholesale: { follow(orderIds: readonly string[], changed: () => void): () => void };
  streams: Streams;
  limits: Limits;
  publicUrl: () => string | null;
};

const RANKING_KEPT_MS = 5000;
/** What sold in a month changes little in a while. */
const MOST_ORDERED_KEPT_MS = 600_000;

export function publicRoutes(deps: Deps): OpenAPIHono<Env> {
  const { orders, menu, config, clock, limits } = deps;
  const app = new OpenAPIHono<Env>();
  const sold = createMostOrdered(deps.db);
  const mostOrdered = keptFor(MOST_ORDERED_KEPT_MS, clock, () => Promise.resolve(sold.ids(clock())));

  handle(app, shopContracts.readStore, [], async ({ context }) => {
    const nowMs = clock();
    const { settings, paymentMethods } = menu.catalog();
    const { pix, card } = deps.payments.methodsOnOffer();
    // The provider's card form does not run on plain http: it is drawn on the site.
    const possible = { cash: true, pix, credit_card: card && deps.publicUrl() !== null };
    context.header('cache-control', 'no-cache');
    return accepted({
      ...storeInfoOf(settings, nowMs, config.timeZone),
      readyTime: readyTime(
        orders.repository.madeSince(nowMs - READY_WINDOW_MS),
        nowMs,
        orders.repository.inKitchen(),
      ),
      mostOrdered: await mostOrdered(),
      paymentMethods: paymentMethods
        .filter(({ id, enabled }) => enabled && possible[id])
        .map(({ id, displayName, description }) => ({ method: id, displayName, description })),
      storeOnline: true,
      publicUrl: deps.publicUrl(),
      host: 'store',
    });
  });

  handle(app, shopContracts.readMenu, [], ({ context }) =>
    respondJsonIfChanged(context.req, menu.publicMenu(clock())),
  );

  handle(app, contracts.placeOrder, [], async ({ context, body }) => {
    const slow = await limits.orders(clientOf(context));
    if (slow) return slow;
    const request = withClaimHash(body);
    const placed = await deps.commits.run(() =>
      placeOrder(orders, request, 'lan', callerDigest(deps.identity.tokenSecret, clientOf(context))),
    );
    return placed.ok
      ? accepted({ status: 201, body: placedReply(deps, placed.value.order) })
      : refused(placed.refusal);
  });

  handle(app, contracts.readOrderOutcome, [], async ({ context, params: { id } }) => {
    const slow = await limits.lookups(clientOf(context));
    if (slow) return slow;
    // Who has the id and not the claim is told what one is told of an order that never was.
    const mine = holdsClaim(orders.repository.claimHashOf(id), context.req.header('authorization'));
    const order = mine ? orders.repository.byId(id) : null;
    return order ? accepted(placedReply(deps, order)) : refused({ code: 'order-not-found' });
  });

  handle(app, contracts.readOrder, [], async ({ context, params }) => {
    const code = normalizeCode(params.code);
    const order = context.req.header('authorization') === undefined ? null : orders.repository.byCode(code);
    if (order && holdsToken(deps, context, order)) {
      const ticket = deps.streamTokens.issue({ orders: [[order.id, 'public']], phone: null });
      const money = { ...deps.payments.moneyOf(order.id), handedBackCents: handedBackCents(order) };
      return accepted({ access: 'whole', order, ticket, money });
    }
    const slow = await limits.lookups(clientOf(context));
    if (slow) return slow;
    const seen = orders.repository.recentByCode(code, clock() - PUBLIC_ORDER_AGE_MS_MAX);
    if (!seen) return refused({ code: 'order-not-found' });
    const ticket = deps.streamTokens.issue({ orders: [[seen.id, 'code']], phone: null });
    return accepted({ access: 'status', order: statusOrder(seen, 'code'), ticket });
  });

  handle(app, contracts.chooseCash, [], async ({ context, params, body }) => {
    const slow = await limits.orders(clientOf(context));
    if (slow) return slow;
    const order = orders.repository.byCode(normalizeCode(params.code));
    // A stranger is not told whether the order exists.
    if (!order || !holdsToken(deps, context, order)) return refused({ code: 'no-token' });
    if (!menu.catalog().paymentMethods.some((method) => method.id === 'cash' && method.enabled))
      return refused({ code: 'method-off' });
    const changed = chooseCash(orders, order.id, body.changeForCents);
    if (!changed.ok) return changed;
    void deps.payments.cancelOpen(order.id);
    return accepted({ order: changed.value });
  });

  handle(app, contracts.cancelOrder, [], async ({ context, params }) => {
    const slow = await limits.orders(clientOf(context));
    if (slow) return slow;
    const order = orders.repository.byCode(normalizeCode(params.code));
    if (!order || !holdsToken(deps, context, order)) return refused({ code: 'no-token' });
    const cancelled = cancelOwn(orders, order.id);
    if (!cancelled.ok) return cancelled;
    void deps.payments.cancelOpen(order.id);
    return accepted({ order: cancelled.value });
  });

  // However many ask, the sums are brought up to date for them once in a while.
  const topClients = keptFor(RANKING_KEPT_MS, clock, async () => {
    await deps.rollups.upToDate();
    return deps.reports.topClients().clients;
  });
  handle(app, shopContracts.readRanking, [], async () =>
    accepted({ clients: (await topClients()).map((one) => ({ ...one, phone: maskPhone(one.phone) })) }),
  );

  handle(app, shopContracts.hearEvents, [], ({ context, query: { ticket } }) => {
    const grant: StreamGrant | null =
      ticket === undefined ? { orders: [], phone: null } : deps.streamTokens.read(ticket);
    if (!grant) return refused('ticket');
    const sights = new Map(grant.orders);
    return deps.streams.open(context, clientOf(context), (push) => {
      push({ event: 'hello', data: { now: clock() } });
      const stops = [
        ...(grant.wholesale
          ? [deps.wholesale.follow([...sights.keys()], () => push({ event: 'wholesale', data: {} }))]
          : []),
        deps.broadcast.subscribe(({ order }) => {
          const ofPhone = grant.phone !== null && order.customerPhone === grant.phone;
          const sight = ofPhone ? 'public' : sights.get(order.id);
          if (sight) push({ event: 'order', data: orderSeen(order, sight) });
        }),
        deps.wake.on('menu', () => {
          push({ event: 'menu', data: {} });
          push({ event: 'store', data: {} });
        }),
      ];
      return () => stops.forEach((stop) => stop());
    });
  });

  return app;
}

export const placedReply = ({ orders }: { orders: OrderContext }, order: Order) => ({
  state: 'placed' as const,
  order,
  trackingToken: orders.tokens.tokenOf(order.id),
});

export const clientOf = (context: RouteContext): string => context.env.clientIp;

export function holdsToken(
  { orders }: { orders: OrderContext },
  context: RouteContext,
  order: Order,
): boolean {
  const token = readBearerToken(context.req.header('authorization'));
  return token !== null && orders.tokens.matches(order.id, token);
}
