// Wholesale buyers on the public site: the catalogue, orders, finding them again. The store decides all of it.
import { createHash } from 'node:crypto';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { problemOf } from '@balcao/shared/http/refusals/order.ts';
import {
  PlacedWholesale,
  publicWholesaleOrder,
  WholesaleCatalogueBody,
  WholesaleOutcome,
  WholesaleTrack,
  WholesaleTracked,
} from '@balcao/shared/http/wholesale.ts';
import { WaitingOrder } from '@balcao/shared/http/orders.ts';
import { WHOLE_STORE } from '@balcao/shared/host/search-limits.ts';
import { wholesaleSearchesSpent } from '@balcao/shared/http/tracking-problem.ts';
import type { Catalog } from '@balcao/shared/menu/menu.ts';
import { phoneDigits } from '@balcao/shared/phone.ts';
import { wholesaleCatalogue } from '@balcao/shared/wholesale/catalogue.ts';
import { PlaceWholesaleBody } from '@balcao/shared/wholesale/place.ts';
import type { Config } from '../../config.ts';
import type { Stores } from '../stores/stores.ts';
import type { WholesaleReplica } from './replica.ts';
import type { Documents } from '../menu/documents.ts';
import { holdsClaim, withClaimHash } from '@balcao/shared/host/claim.ts';
import { hashCommand, type Placement, type Commands } from '../orders/commands.ts';
import { clientOf, type Env } from '../../http/context.ts';
import { body, json, trouble } from '../../http/contract.ts';
import { requireStore } from '../../http/guards.ts';
import { slowed, type Limit, type Limits } from '../../http/limits.ts';
import { answerMsFor, unreachableNow } from '../orders/routes.ts';
import { invalidHook, problemResponse, refusalResponse } from '@balcao/shared/host/problems.ts';
import { giveBackAll, takeAll } from '../orders/tracking-routes.ts';
import { householdOf } from '@balcao/shared/host/household.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  newId: () => string;
  stores: Stores;
  wholesale: WholesaleReplica;
  commands: Commands;
  documents: Documents;
  gateway: { presence(storeId: string): Promise<'linked' | 'grace' | 'away'> };
  limits: Limits;
  answerMsMax: () => number;
};

export function wholesaleRoutes(deps: Deps): OpenAPIHono<Env> {
  const { commands, documents, wholesale, config, limits } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const store = requireStore(deps.stores);
  const slowly = (limit: Limit) => slowed(limit, config.trustedProxies);
  // A catalogue is the same object until something on it changed.
  const shown = new WeakMap<Catalog, { text: string; etag: string }>();

  function shownOf(catalog: Catalog): { text: string; etag: string } {
    const known = shown.get(catalog);
    if (known) return known;
    const text = JSON.stringify(wholesaleCatalogue(catalog));
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    shown.set(catalog, { text, etag });
    return { text, etag };
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/wholesale/catalogue',
      summary: 'What wholesale buyers may choose from, and what they are asked for',
      middleware: store,
      responses: {
        200: json(WholesaleCatalogueBody, 'The catalogue'),
        304: { description: 'As it was' },
        503: trouble,
      },
    }),
    async (context) => {
      const { text, etag } = shownOf(await documents.catalog(context.get('storeId')));
      const headers = { etag, 'cache-control': 'no-cache' };
      if (context.req.header('if-none-match') === etag)
        return new Response(null, { status: 304, headers }) as never;
      return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } }) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/wholesale/orders',
      summary: 'Place a wholesale order',
      middleware: [store, slowly(limits.orders)] as const,
      request: body(PlaceWholesaleBody),
      responses: {
        201: json(PlacedWholesale, 'The store has it'),
        202: json(WaitingOrder, 'It waits for the store'),
        '4XX': trouble,
        503: trouble,
      },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const request = withClaimHash(context.req.valid('json'));
      const command = {
        id: deps.newId(),
        kind: 'wholesale.place' as const,
        payload: { wholesale: request },
      };
      // Hours and pauses do not matter here: nothing is made at once. A store that cannot be reached does.
      const away = await unreachableNow(deps, storeId);
      if (away && !(await commands.placedBy(storeId, request.id, 'wholesale.place'))) return away as never;
      const placement = await commands.place(storeId, command, await answerMsFor(deps, storeId));
      if (placement.requestHash !== hashCommand(command))
        return refusalResponse({ code: 'id-reused' }) as never;
      return outcomeResponse(request.id, placement, 201) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/wholesale/orders/by-id/{id}',
      summary: 'The outcome of a wholesale order by its client id; needs its claim as a bearer',
      middleware: [store, slowly(limits.outcomes)] as const,
      request: { params: z.object({ id: z.uuid() }) },
      responses: { 200: json(WholesaleOutcome, 'The outcome'), '4XX': trouble },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      const row = await commands.placedBy(context.get('storeId'), id, 'wholesale.place');
      const mine = holdsClaim(row?.claimHash ?? null, context.req.header('authorization'));
      if (!row || !mine) return refusalResponse({ code: 'order-not-found' }) as never;
      return outcomeResponse(id, row, 200) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/wholesale/track',
      summary: 'Find wholesale orders by phone',
      middleware: [store, slowly(limits.lookups)] as const,
      request: body(WholesaleTrack),
      responses: { 200: json(WholesaleTracked, 'What anyone may see of them'), '4XX': trouble },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const misses = [
        [limits.search.phoneMisses, householdOf(clientOf(context, config.trustedProxies))],
        [limits.search.storePhoneMisses, WHOLE_STORE],
      ] as const;
      const wait = await takeAll(storeId, misses);
      if (wait > 0) return problemResponse(wholesaleSearchesSpent(wait)) as never;
      const found = await wholesale.byPhone(storeId, phoneDigits(context.req.valid('json').phone));
      if (found.length > 0) await giveBackAll(storeId, misses);
      return context.json({ orders: found.map(publicWholesaleOrder) }, 200);
    },
  );

  return app;
}

function outcomeResponse(id: string, { state, outcome }: Placement, placedStatus: 200 | 201): Response {
  if (outcome?.status === 'wholesale')
    return Response.json(
      { state: 'placed', order: publicWholesaleOrder(outcome.wholesale) },
      { status: placedStatus },
    );
  if (outcome?.status === 'refused') return problemResponse(problemOf(outcome.refusal));
  if (state === 'lapsed') return Response.json({ state: 'lapsed', id }, { status: 200 });
  return Response.json({ state: 'waiting', id }, { status: placedStatus === 201 ? 202 : 200 });
}
