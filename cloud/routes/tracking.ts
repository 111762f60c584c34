// Finding an order again without its token: by phone, code or number, for two days, with no more than anybody may see.
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { isCode, normalizeCode } from '@balcao/shared/ids.ts';
import {
  PUBLIC_ORDER_AGE_MS_MAX,
  publicOrder,
  TrackReply,
  TrackRequest,
} from '@balcao/shared/http/orders.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { businessDay } from '@balcao/shared/store/business-day.ts';
import type { Deps } from '../app.ts';
import type { Env } from './context.ts';
import { body, json, trouble } from './contract.ts';
import { requireStore } from './guards.ts';
import { slowed, type Limit } from './limits.ts';
import { invalidHook } from './problems.ts';

export function trackingRoutes(deps: Deps): OpenAPIHono<Env> {
  const { replica, tickets, config, limits } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const store = requireStore(deps.stores);
  const slowly = (limit: Limit) => slowed(limit, config.trustedProxies);

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/track',
      summary: 'Find orders by phone, code or number',
      middleware: [store, slowly(limits.lookups)] as const,
      request: body(TrackRequest),
      responses: { 200: json(TrackReply, 'What anyone may see of them'), '4XX': trouble },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const request = context.req.valid('json');
      const phone = 'phone' in request ? phoneDigits(request.phone) : null;
      const found =
        'query' in request
          ? await byQuery(deps, storeId, request.query)
          : phone !== null && phone.length >= 10
            ? await replica.byPhone(storeId, phone)
            : [];
      return context.json(
        {
          orders: found.map(publicOrder),
          ticket: tickets.issue(
            storeId,
            found.map((order) => order.id),
            phone,
          ),
        },
        200,
      );
    },
  );

  return app;
}

async function byQuery({ replica, clock, config }: Deps, storeId: string, query: string): Promise<Order[]> {
  const code = normalizeCode(query);
  if (isCode(code)) {
    const order = await replica.byCode(storeId, code);
    if (order && order.createdAtMs >= clock() - PUBLIC_ORDER_AGE_MS_MAX) return [order];
  }
  if (!/^\d{1,9}$/.test(query)) return [];
  const number = Number(query);
  const found = [
    ...(await replica.byPanelNumber(storeId, number, businessDay(clock(), config.timeZone))),
    ...(await replica.byNumber(storeId, number)),
  ];
  return found.filter((order, index) => found.findIndex((one) => one.id === order.id) === index);
}
