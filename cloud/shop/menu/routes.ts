// The shop as anybody sees it: its state, its menu, its best customers, and what changes while one looks.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { orderSeen } from '@balcao/shared/http/orders.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { StoreInfo, storeInfoOf } from '@balcao/shared/http/store-info.ts';
import { keptFor } from '@balcao/shared/host/kept.ts';
import { maskPhone } from '@balcao/shared/phone.ts';
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
import { json, MenuBody, Ranking, trouble } from '../../http/contract.ts';
import { requireStore } from '../../http/guards.ts';
import { slowed, type Limit, type Limits } from '../../http/limits.ts';
import { offeredMethods } from './offers.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

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
  streams: Streams;
  limits: Limits;
};

const RANKING_KEPT_MS = 10_000;

export function shopRoutes(deps: Deps): OpenAPIHono<Env> {
  const { replica, documents, gateway, streamTokens, clock, config, limits } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const store = requireStore(deps.stores);
  const slowly = (limit: Limit) => slowed(limit, config.trustedProxies);

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/store',
      summary: 'The store, as visitors see it',
      middleware: [store, slowly(limits.reads)] as const,
      responses: { 200: json(StoreInfo, 'The store'), '4XX': trouble, 503: trouble },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const { settings, paymentMethods } = await documents.catalog(storeId);
      const offered = await offeredMethods(deps, storeId);
      return context.json(
        {
          ...storeInfoOf(settings, clock(), config.timeZone),
          readyTime: await replica.readyTime(storeId),
          paymentMethods: paymentMethods
            .filter((method) => offered.has(method.id))
            .map(({ id, displayName, description }) => ({ method: id, displayName, description })),
          storeOnline: (await gateway.presence(storeId)) !== 'away',
          publicUrl: config.publicUrl,
          host: 'relay' as const,
        },
        200,
        { 'cache-control': 'no-cache' },
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/menu',
      summary: 'Everything that the order wizard needs',
      middleware: store,
      responses: { 200: json(MenuBody, 'The menu'), 304: { description: 'As it was' }, 503: trouble },
    }),
    async (context) => {
      const { json: text, etag } = await documents.publicMenu(context.get('storeId'));
      const headers = { etag, 'cache-control': 'no-cache' };
      if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
      return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } }) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/ranking',
      summary: 'The three best customers of the month, masked',
      middleware: store,
      responses: { 200: json(Ranking, 'At most three'), 503: trouble },
    }),
    async (context) => {
      const clients = await topOf(context.get('storeId'));
      return context.json({ clients: clients.map((one) => ({ ...one, phone: maskPhone(one.phone) })) }, 200);
    },
  );

  const tops = new Map<string, () => ReturnType<typeof replica.topOfMonth>>();
  /** It adds up a month: at most once in a while for each store, however many ask. */
  function topOf(storeId: string) {
    const known = tops.get(storeId) ?? keptFor(RANKING_KEPT_MS, clock, () => replica.topOfMonth(storeId));
    tops.set(storeId, known);
    return known();
  }

  const live = createRoute({
    method: 'get',
    path: '/api/live',
    summary: 'Server-sent events: hello, menu, store, and order for what the ticket admits to',
    middleware: store,
    request: { query: z.object({ ticket: z.string().max(4096).optional() }) },
    responses: {
      200: { description: 'The events', content: { 'text/event-stream': { schema: z.string() } } },
      401: trouble,
      503: trouble,
    },
  });
  app.openapi(live, (context) => {
    const storeId = context.get('storeId');
    const { ticket } = context.req.valid('query');
    const grant = ticket === undefined ? null : streamTokens.read(ticket);
    if (ticket !== undefined && grant?.storeId !== storeId)
      return problemResponse(
        problem(401, 'ticket', 'Acompanhamento vencido', 'Recarregue a página para continuar acompanhando.'),
      ) as never;
    return deps.streams.open(context, clientOf(context, config.trustedProxies), (push) => {
      push({ event: 'hello', data: { now: clock() } });
      const stops = [
        deps.wake.on(storeId, 'menu', () => {
          push({ event: 'menu', data: {} });
          push({ event: 'store', data: {} });
        }),
        deps.wake.on(storeId, 'store', () => push({ event: 'store', data: {} })),
      ];
      if (grant)
        stops.push(
          deps.followed.hear(storeId, grant, (order, sight) =>
            push({ event: 'order', data: orderSeen(order, sight) }),
          ),
        );
      return () => stops.forEach((stop) => stop());
    }) as never;
  });

  return app;
}
