// The public site's contract: store, menu, orders, tracking, live. The store offers the same on its own Wi-Fi.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { isCode, normalizeCode } from '@balcao/shared/ids.ts';
import {
  CashPayment,
  OrderOutcome,
  OrderView,
  PlacedOrder,
  PUBLIC_ORDER_AGE_MS_MAX,
  publicOrder,
  TrackReply,
  TrackRequest,
  WaitingOrder,
} from '@balcao/shared/http/orders.ts';
import { problem, problemOf } from '@balcao/shared/http/problem.ts';
import { StoreInfo, storeInfoOf } from '@balcao/shared/http/store-info.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { PlaceOrder } from '@balcao/shared/order/place.ts';
import { maskPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { businessDay } from '@balcao/shared/store/business-day.ts';
import { describeClosed, openState } from '@balcao/shared/store/opening.ts';
import type { Deps } from '../app.ts';
import { hashCommand, type Placement } from '../orders/commands.ts';
import { clientOf, type Env, type RouteContext } from './context.ts';
import { body, codeParam, json, MenuBody, Ranking, trouble } from './contract.ts';
import { requireStore } from './guards.ts';
import type { Limits } from './limits.ts';
import { invalidHook, problemResponse, refusalResponse } from './problems.ts';

/** While there is no link: long enough for one that is just coming back, short enough to tell the customer what one waits for. */
const UNLINKED_ANSWER_MS_MAX = 1500;

export function publicRoutes(deps: Deps): OpenAPIHono<Env> {
  const { replica, commands, documents, gateway, payments, tickets, clock, config, limits } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const store = requireStore(deps.stores);
  const caller = (context: RouteContext): string => clientOf(context, config.trustedProxies);
  /** Before the body is looked at: what is malformed counts too. */
  const slowly = (limit: Limits[keyof Limits]) =>
    createMiddleware<Env>(async (context, next) => (await limit(caller(context))) ?? next());

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/store',
      summary: 'The store, as visitors see it',
      middleware: store,
      responses: { 200: json(StoreInfo, 'The store'), 503: trouble },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const { settings, paymentMethods } = await documents.catalog(storeId);
      const offered = await offeredMethods(deps, storeId);
      return context.json(
        {
          ...storeInfoOf(settings, clock(), config.timeZone),
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
      method: 'post',
      path: '/api/orders',
      summary: 'Place an order',
      middleware: [store, slowly(limits.orders)] as const,
      request: body(PlaceOrder),
      responses: {
        201: json(PlacedOrder, 'The store has it'),
        202: json(WaitingOrder, 'It waits for the store'),
        '4XX': trouble,
        503: trouble,
      },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const order = context.req.valid('json');
      const command = { id: deps.newId(), kind: 'order.place' as const, payload: { order } };
      const closed = await closedNow(deps, storeId);
      // A closed shop takes no order, but still answers for one that it was sent while it was open.
      if (closed && !(await commands.placedBy(storeId, order.id))) return closed as never;
      const patienceMs = gateway.session(storeId)
        ? deps.answerMsMax
        : Math.min(deps.answerMsMax, UNLINKED_ANSWER_MS_MAX);
      const placement = await commands.place(storeId, command, patienceMs);
      if (placement.requestHash !== hashCommand(command))
        return refusalResponse({ code: 'id-reused' }) as never;
      return outcomeResponse(order.id, placement) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/orders/by-id/{id}',
      summary: 'The outcome of an order by its client id',
      middleware: [store, slowly(limits.outcomes)] as const,
      request: { params: z.object({ id: z.uuid() }) },
      responses: { 200: json(OrderOutcome, 'The outcome'), '4XX': trouble },
    }),
    async (context) => {
      const { id } = context.req.valid('param');
      const row = await commands.placedBy(context.get('storeId'), id);
      if (!row) return refusalResponse({ code: 'order-not-found' }) as never;
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
      summary: 'An order: whole with its tracking token, else public fields',
      middleware: store,
      request: codeParam,
      responses: { 200: json(OrderView, 'The order'), '4XX': trouble },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const order = await replica.byCode(storeId, normalizeCode(context.req.valid('param').code));
      const whole = order !== null && (await holdsToken(deps, context, order));
      if (!whole) {
        const slow = await limits.lookups(caller(context));
        if (slow) return slow as never;
      }
      if (!order || (!whole && order.createdAtMs < clock() - PUBLIC_ORDER_AGE_MS_MAX))
        return refusalResponse({ code: 'order-not-found' }) as never;
      const ticket = tickets.issue(storeId, [order.id]);
      return whole
        ? context.json({ access: 'whole' as const, order, ticket }, 200)
        : context.json({ access: 'public' as const, order: publicOrder(order), ticket }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders/{code}/cash',
      summary: 'Pay at the counter',
      middleware: store,
      request: { ...codeParam, ...body(CashPayment) },
      responses: { 200: json(z.object({ order: z.any() }), 'The order'), '4XX': trouble, 503: trouble },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const order = await replica.byCode(storeId, normalizeCode(context.req.valid('param').code));
      if (!order) return refusalResponse({ code: 'order-not-found' }) as never;
      if (!(await holdsToken(deps, context, order))) return noToken() as never;
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
      const outcome = await commands.waitForOutcome(storeId, command.id, deps.answerMsMax);
      if (!outcome)
        return storeAway(
          'A loja ainda não respondeu. Espere um instante e confira o pedido antes de tentar de novo.',
        ) as never;
      if (outcome.status === 'refused') return problemResponse(problemOf(outcome.refusal)) as never;
      if (outcome.status === 'deferred')
        return storeAway('A loja precisa ser atualizada para receber este pagamento.') as never;
      // Paid otherwise from here on: an open code at the provider is closed.
      await payments.cancelOpen(storeId, order.id);
      return context.json({ order: outcome.order }, 200);
    },
  );

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

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/ranking',
      summary: 'The three best customers of the month, masked',
      middleware: store,
      responses: { 200: json(Ranking, 'At most three'), 503: trouble },
    }),
    async (context) => {
      const clients = await replica.topOfMonth(context.get('storeId'));
      return context.json({ clients: clients.map((one) => ({ ...one, phone: maskPhone(one.phone) })) }, 200);
    },
  );

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
    const grant = ticket === undefined ? null : tickets.read(ticket);
    if (ticket !== undefined && grant?.storeId !== storeId)
      return problemResponse(
        problem(401, 'ticket', 'Acompanhamento vencido', 'Recarregue a página para continuar acompanhando.'),
      ) as never;
    return deps.streams.open(context, caller(context), (push) => {
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
          deps.followed.hear(storeId, grant, (order) => push({ event: 'order', data: publicOrder(order) })),
        );
      return () => stops.forEach((stop) => stop());
    }) as never;
  });

  return app;
}

/** What can be paid with, here and now: switched on in the settings, and possible. */
async function offeredMethods({ documents, payments }: Deps, storeId: string): Promise<ReadonlySet<string>> {
  const [{ paymentMethods }, online] = await Promise.all([
    documents.catalog(storeId),
    payments.methodsOnOffer(storeId),
  ]);
  const possible: Record<string, boolean> = { pix: online.pix, credit_card: online.card, cash: true };
  return new Set(
    paymentMethods.filter((method) => method.enabled && possible[method.id]).map((method) => method.id),
  );
}

/** Why the relay takes no order for this store now, or null. */
async function closedNow(
  { documents, gateway, stores, commands, clock, config }: Deps,
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
  const open = openState((await documents.catalog(storeId)).settings, clock(), config.timeZone);
  if (open.state === 'closed' || open.state === 'paused')
    return refusalResponse({ code: 'store-closed', reason: describeClosed(open, config.timeZone) });
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
