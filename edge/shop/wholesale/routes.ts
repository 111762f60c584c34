// Wholesale: what buyers on the shop's own Wi-Fi use, and what its operator works with. The relay offers buyers the same contract.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import {
  MovedWholesale,
  PlacedWholesale,
  PrintedWholesale,
  publicWholesaleOrder,
  WholesaleCatalogueBody,
  WholesaleList,
  WholesaleMove,
  WholesaleOutcome,
  WholesaleSearch,
  WholesaleTrack,
  WholesaleTracked,
} from '@balcao/shared/http/wholesale.ts';
import { WHOLE_STORE } from '@balcao/shared/host/search-limits.ts';
import { wholesaleSearchesSpent } from '@balcao/shared/http/tracking-problem.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { PlaceWholesaleBody } from '@balcao/shared/wholesale/place.ts';
import { holdsClaim, withClaimHash } from '@balcao/shared/host/claim.ts';
import type { GroupCommit } from '../../storage/group-commit.ts';
import type { Wholesale } from './wholesale.ts';
import type { Users } from '../users/users.ts';
import type { Limits } from '../../http/limits.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse, refusalResponse } from '@balcao/shared/host/problems.ts';
import { clientOf } from '../orders/public-routes.ts';
import { giveBackAll, takeAll } from '../orders/tracking-routes.ts';

/** What these routes use. */
type Deps = {
  commits: GroupCommit;
  wholesale: Wholesale;
  users: Users;
  limits: Limits;
};

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = { description: 'A problem, in Portuguese' };
const orderId = { params: z.object({ id: z.uuid() }) };

export function wholesaleRoutes({ wholesale, users, limits, commits }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const operator = requireRole(users, 'ADMIN', 'WHOLESALE');

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/wholesale/catalogue',
      summary: 'What wholesale buyers may choose from, and what they are asked for',
      responses: {
        200: json(WholesaleCatalogueBody, 'The catalogue'),
        304: { description: 'As it was' },
      },
    }),
    (context) => {
      const shown = wholesale.catalogue();
      const headers = { etag: shown.etag, 'cache-control': 'no-cache' };
      if (context.req.header('if-none-match') === shown.etag)
        return new Response(null, { status: 304, headers }) as never;
      return new Response(shown.json, {
        headers: { ...headers, 'content-type': 'application/json' },
      }) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/wholesale/orders',
      summary: 'Place a wholesale order',
      request: body(PlaceWholesaleBody),
      responses: { 201: json(PlacedWholesale, 'The store has it'), '4XX': trouble },
    }),
    async (context) => {
      const slow = await limits.orders(clientOf(context));
      if (slow) return slow as never;
      const request = withClaimHash(context.req.valid('json'));
      const placed = await commits.run(() => wholesale.place(request, 'lan'));
      if (!placed.ok) return refusalResponse(placed.refusal) as never;
      return context.json({ state: 'placed' as const, order: publicWholesaleOrder(placed.value) }, 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/wholesale/orders/by-id/{id}',
      summary: 'The outcome of a wholesale order by its client id; needs its claim as a bearer',
      request: orderId,
      responses: { 200: json(WholesaleOutcome, 'The outcome'), 404: trouble },
    }),
    async (context) => {
      const slow = await limits.lookups(clientOf(context));
      if (slow) return slow as never;
      const { id } = context.req.valid('param');
      const mine = holdsClaim(wholesale.repository.claimHashOf(id), context.req.header('authorization'));
      const order = mine ? wholesale.repository.byId(id) : null;
      if (!order) return refusalResponse({ code: 'order-not-found' }) as never;
      return context.json({ state: 'placed' as const, order: publicWholesaleOrder(order) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/wholesale/track',
      summary: 'Find wholesale orders by phone',
      request: body(WholesaleTrack),
      responses: { 200: json(WholesaleTracked, 'What anyone may see of them'), '4XX': trouble },
    }),
    async (context) => {
      const slow = await limits.lookups(clientOf(context));
      if (slow) return slow as never;
      const misses = [
        [limits.search.phoneMisses, clientOf(context)],
        [limits.search.storePhoneMisses, WHOLE_STORE],
      ] as const;
      const wait = await takeAll(misses);
      if (wait > 0)
        return problemResponse(wholesaleSearchesSpent(wait), { 'retry-after': String(wait) }) as never;
      const found = wholesale.byPhone(phoneDigits(context.req.valid('json').phone));
      if (found.length > 0) await giveBackAll(misses);
      return context.json({ orders: found.map(publicWholesaleOrder) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/wholesale/orders',
      middleware: operator,
      request: { query: WholesaleSearch },
      responses: { 200: json(WholesaleList, 'Newest first'), '4XX': trouble },
    }),
    (context) => {
      const { state, before } = context.req.valid('query');
      return context.json(wholesale.list(state, before), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/wholesale/orders/{id}/moves',
      middleware: operator,
      request: { ...orderId, ...body(WholesaleMove) },
      responses: { 200: json(MovedWholesale, 'The order as it is now'), '4XX': trouble },
    }),
    (context) => {
      const { id } = context.req.valid('param');
      const moved = wholesale.move(actorOf(context), id, context.req.valid('json'));
      return moved.ok ? context.json({ order: moved.value }, 200) : (refusalResponse(moved.refusal) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/wholesale/orders/{id}/print',
      middleware: operator,
      request: orderId,
      responses: { 200: json(PrintedWholesale, 'How many printers print it'), '4XX': trouble },
    }),
    (context) => {
      const printed = wholesale.print(context.req.valid('param').id);
      if (!printed.ok) return refusalResponse(printed.refusal) as never;
      if (printed.value > 0) return context.json({ printers: printed.value }, 200);
      return problemResponse(
        problem(
          409,
          'no-printer',
          'Não foi possível imprimir',
          'Nenhuma impressora ligada imprime os pedidos do atacado. Peça ao administrador para marcar Atacado em Configurações, Impressoras.',
        ),
      ) as never;
    },
  );

  return app;
}
