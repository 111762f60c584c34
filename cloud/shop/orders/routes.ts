// Orders of customers on the public site: placed, answered, shown to their owner, paid at the counter. The store decides all of it.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { normalizeCode } from '@balcao/shared/ids.ts';
import {
  CashPayment,
  OrderOutcome,
  OrderView,
  PlacedOrder,
  statusOrder,
  WaitingOrder,
} from '@balcao/shared/http/orders.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { problemOf } from '@balcao/shared/http/refusals/order.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { PlaceOrderBody } from '@balcao/shared/order/place.ts';
import { describeClosed, openState } from '@balcao/shared/store/opening.ts';
import type { Config } from '../../config.ts';
import type { Stores } from '../stores/stores.ts';
import type { Replica } from './replica.ts';
import type { Documents } from '../menu/documents.ts';
import type { Payments } from '../../payments/payments.ts';
import type { StoreStreamTokens } from '@balcao/shared/host/stream-tokens.ts';
import { callerDigest } from './caller.ts';
import { holdsClaim, withClaimHash } from '@balcao/shared/host/claim.ts';
import { hashCommand, type Placement, type Commands } from './commands.ts';
import { clientOf, type Env, type RouteContext } from '../../http/context.ts';
import { body, codeParam, json, trouble } from '../../http/contract.ts';
import { requireStore } from '../../http/guards.ts';
import { slowed, type Limit, type Limits } from '../../http/limits.ts';
import { offeredMethods } from '../menu/offers.ts';
import { invalidHook, problemResponse, refusalResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  clock: () => number;
  newId: () => string;
  stores: Stores;
  replica: Replica;
  commands: Commands;
  documents: Documents;
  gateway: { presence(storeId: string): Promise<'linked' | 'grace' | 'away'> };
  payments: Payments;
  streamTokens: StoreStreamTokens;
  limits: Limits;
  answerMsMax: () => number;
};

/** While there is no link: long enough for one that is just coming back, short enough to tell the customer what one waits for. */
const UNLINKED_ANSWER_MS_MAX = 1500;

export function orderRoutes(deps: Deps): OpenAPIHono<Env> {
  const { replica, commands, gateway, payments, streamTokens, config, limits } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const store = requireStore(deps.stores);
  const slowly = (limit: Limit) => slowed(limit, config.trustedProxies);

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders',
      summary: 'Place an order',
      middleware: [store, slowly(limits.orders)] as const,
      request: body(PlaceOrderBody),
      responses: {
        201: json(PlacedOrder, 'The store has it'),
        202: json(WaitingOrder, 'It waits for the store'),
        '4XX': trouble,
        503: trouble,
      },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const order = withClaimHash(context.req.valid('json'));
      const caller = callerDigest(config.secretsKey, storeId, clientOf(context, config.trustedProxies));
      const command = {
        id: deps.newId(),
        kind: 'order.place' as const,
        payload: { order },
        ...(caller === null ? {} : { caller }),
      };
      const closed = await closedNow(deps, storeId);
      // A closed shop takes no order, but still answers for one that it was sent while it was open.
      if (closed && !(await commands.placedBy(storeId, order.id))) return closed as never;
      const placement = await commands.place(storeId, command, await answerMsFor(deps, storeId));
      if (placement.requestHash !== hashCommand(command))
        return refusalResponse({ code: 'id-reused' }) as never;
      return outcomeResponse(order.id, placement) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/orders/by-id/{id}',
      summary: 'The outcome of an order by its client id; needs its claim as a bearer',
      middleware: [store, slowly(limits.outcomes)] as const,
      request: { params: z.object({ id: z.uuid() }) },
      responses: { 200: json(OrderOutcome, 'The outcome'), '4XX': trouble },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      const row = await commands.placedBy(context.get('storeId'), id);
      // Who has the id and not the claim is told what one is told of an order that never was.
      const mine = holdsClaim(row?.claimHash ?? null, context.req.header('authorization'));
      if (!row || !mine) return refusalResponse({ code: 'order-not-found' }) as never;
      const response = outcomeResponse(id, row);
      // The customer's page reads the state from the body; only refusals are errors here.
      return (
        response.ok ? new Response(response.body, { status: 200, headers: response.headers }) : response
      ) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/orders/{code}',
      summary: 'An order: whole with its tracking token, else how it stands',
      middleware: store,
      request: codeParam,
      responses: { 200: json(OrderView, 'The order'), '4XX': trouble },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const code = normalizeCode(context.req.valid('param').code);
      const order =
        context.req.header('authorization') === undefined ? null : await replica.byCode(storeId, code);
      if (order && (await holdsToken(deps, context, order))) {
        const ticket = streamTokens.issue({ storeId, orders: [[order.id, 'public']], phone: null });
        const money = await payments.moneyOf(storeId, order.id);
        return context.json({ access: 'whole' as const, order, ticket, money }, 200);
      }
      const slow = await limits.lookups(clientOf(context, config.trustedProxies), storeId);
      if (slow) return slow as never;
      const seen = await replica.recentByCode(storeId, code);
      if (!seen) return refusalResponse({ code: 'order-not-found' }) as never;
      const ticket = streamTokens.issue({ storeId, orders: [[seen.id, 'code']], phone: null });
      return context.json({ access: 'status' as const, order: statusOrder(seen, 'code'), ticket }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders/{code}/cash',
      summary: 'Pay at the counter',
      middleware: [store, slowly(limits.orders)] as const,
      request: { ...codeParam, ...body(CashPayment) },
      responses: { 200: json(z.object({ order: z.any() }), 'The order'), '4XX': trouble, 503: trouble },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const order = await replica.byCode(storeId, normalizeCode(context.req.valid('param').code));
      // A stranger is not told whether the order exists.
      if (!order || !(await holdsToken(deps, context, order))) return noToken() as never;
      if (!(await offeredMethods(deps, storeId)).has('cash'))
        return refusalResponse({ code: 'method-off' }) as never;
      const command = {
        id: deps.newId(),
        kind: 'order.choose-cash' as const,
        payload: { orderId: order.id, changeForCents: context.req.valid('json').changeForCents },
      };
      if ((await gateway.presence(storeId)) === 'away')
        return storeAway('Loja sem conexão no momento. Tente de novo em alguns minutos.') as never;
      await commands.enqueue(storeId, command);
      const outcome = await commands.waitForOutcome(storeId, command.id, deps.answerMsMax());
      if (!outcome)
        return storeAway(
          'A loja ainda não respondeu. Espere um instante e confira o pedido antes de tentar de novo.',
        ) as never;
      if (outcome.status === 'refused') return problemResponse(problemOf(outcome.refusal)) as never;
      if (outcome.status !== 'done')
        return storeAway('A loja precisa ser atualizada para receber este pagamento.') as never;
      // Paid otherwise from here on: an open code at the provider is closed.
      await payments.cancelOpen(storeId, order.id);
      return context.json({ order: outcome.order }, 200);
    },
  );

  return app;
}

/** How long a browser's request waits for the store's answer. */
export const answerMsFor = async (
  {
    gateway,
    answerMsMax,
  }: {
    gateway: { presence(storeId: string): Promise<'linked' | 'grace' | 'away'> };
    answerMsMax: () => number;
  },
  storeId: string,
): Promise<number> =>
  (await gateway.presence(storeId)) === 'linked'
    ? answerMsMax()
    : Math.min(answerMsMax(), UNLINKED_ANSWER_MS_MAX);

/** Why the relay takes no order from customers for this store now, or null. */
async function closedNow(deps: Deps, storeId: string): Promise<Response | null> {
  const away = await unreachableNow(deps, storeId);
  if (away) return away;
  const { documents, clock, config } = deps;
  const open = openState((await documents.catalog(storeId)).settings, clock(), config.timeZone);
  return open.state === 'closed' || open.state === 'paused'
    ? refusalResponse({ code: 'store-closed', reason: describeClosed(open, config.timeZone) })
    : null;
}

/** Why no order of any kind can be passed on to this store now, or null. */
export async function unreachableNow(
  {
    gateway,
    stores,
    commands,
  }: {
    stores: Stores;
    commands: Commands;
    gateway: { presence(storeId: string): Promise<'linked' | 'grace' | 'away'> };
  },
  storeId: string,
): Promise<Response | null> {
  const store = await stores.byId(storeId);
  if (store && store.condition !== 'following')
    return storeAway(
      'A loja está recuperando os seus dados e volta em instantes. Seu carrinho está guardado.',
    );
  if ((await gateway.presence(storeId)) === 'away')
    return storeAway(
      'Loja sem conexão no momento. Seu carrinho está guardado: tente de novo em alguns minutos.',
    );
  if (!(await commands.hasRoom(storeId))) {
    return problemResponse(
      problem(
        429,
        'store-busy',
        'Muitos pedidos',
        'Há muitos pedidos esperando a loja. Tente de novo em um minuto.',
        { retryAfterSeconds: 60 },
      ),
    );
  }
  return null;
}

const storeAway = (detail: string): Response =>
  problemResponse(problem(503, 'store-away', 'Loja sem conexão no momento', detail), { 'retry-after': '10' });

function outcomeResponse(id: string, { state, outcome }: Placement): Response {
  if (outcome?.status === 'done')
    return Response.json(
      { state: 'placed', order: outcome.order, trackingToken: outcome.trackingToken },
      { status: 201 },
    );
  if (outcome?.status === 'refused') return problemResponse(problemOf(outcome.refusal));
  if (state === 'lapsed') return Response.json({ state: 'lapsed', id }, { status: 200 });
  return Response.json({ state: 'waiting', id }, { status: 202 });
}

const noToken = (): Response =>
  problemResponse(
    problem(
      401,
      'no-token',
      'Pedido de outro aparelho',
      'Só quem fez o pedido pode pagar por aqui. Pague no balcão com o número do pedido.',
    ),
  );

async function holdsToken({ replica }: Deps, context: RouteContext, order: Order): Promise<boolean> {
  const bearer = /^Bearer ([\x21-\x7e]{16,128})$/.exec(context.req.header('authorization') ?? '')?.[1];
  return bearer !== undefined && replica.verifyToken(context.get('storeId'), order.id, bearer);
}
