// What customers on the shop's own Wi-Fi use: store, menu, orders, tracking, live. The relay offers the same contract.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
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
} from '@balcao/shared/http/orders.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { StoreInfo, storeInfoOf } from '@balcao/shared/http/store-info.ts';
import { READY_WINDOW_MS, readyTime } from '@balcao/shared/store/ready-time.ts';
import { PlaceOrder } from '@balcao/shared/order/place.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { maskPhone, phoneDigits } from '@balcao/shared/phone.ts';
import { changeOrder } from '../orders/change-order.ts';
import { placeOrder } from '../orders/place-order.ts';
import type { Deps } from '../app.ts';
import type { Env, RouteContext } from './context.ts';
import { invalidHook, problemResponse, refusalResponse } from './problems.ts';

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = {
  description: 'A problem, in Portuguese',
  content: { 'application/problem+json': { schema: z.object({ title: z.string(), detail: z.string() }) } },
};
const codeParam = { params: z.object({ code: z.string().max(40) }) };
const TRACKED_MAX = 20;

export function publicRoutes(deps: Deps): OpenAPIHono<Env> {
  const { orders, menu, config, clock, limits } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/store',
      summary: 'The store, as visitors see it',
      responses: { 200: json(StoreInfo, 'The store') },
    }),
    (context) => {
      const nowMs = clock();
      const { settings, paymentMethods } = menu.catalog();
      return context.json(
        {
          ...storeInfoOf(settings, nowMs, config.timeZone),
          readyTime: readyTime(orders.repository.madeSince(nowMs - READY_WINDOW_MS), nowMs),
          // Online payments need the relay. Cards never: the provider's form does not run on plain http.
          paymentMethods: paymentMethods
            .filter(
              (method) =>
                method.enabled &&
                (method.id === 'cash' || (method.id === 'pix' && deps.payments.pixOnOffer())),
            )
            .map(({ id, displayName, description }) => ({ method: id, displayName, description })),
          storeOnline: true,
          publicUrl: deps.publicUrl(),
          host: 'store' as const,
        },
        200,
        { 'cache-control': 'no-cache' },
      );
    },
  );

  app.get('/api/menu', (context) => {
    const { json: text, etag } = menu.publicMenu(clock());
    const headers = { etag, 'cache-control': 'no-cache' };
    if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
    return new Response(text, { headers: { ...headers, 'content-type': 'application/json' } });
  });

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders',
      summary: 'Place an order',
      request: body(PlaceOrder),
      responses: { 201: json(PlacedOrder, 'The store has it'), '4XX': trouble },
    }),
    async (context) => {
      const slow = await limits.orders(clientOf(context));
      if (slow) return slow as never;
      const request = context.req.valid('json');
      const placed = await deps.commits.run(() => placeOrder(orders, request, 'lan'));
      if (!placed.ok) return refusalResponse(placed.refusal) as never;
      return context.json(placedReply(deps, placed.value.order), 201);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/orders/by-id/{id}',
      summary: 'The outcome of an order by its client id',
      request: { params: z.object({ id: z.uuid() }) },
      responses: { 200: json(OrderOutcome, 'The outcome'), 404: trouble },
    }),
    async (context) => {
      const slow = await limits.lookups(clientOf(context));
      if (slow) return slow as never;
      const order = orders.repository.byId(context.req.valid('param').id);
      if (!order) return refusalResponse({ code: 'order-not-found' }) as never;
      return context.json(placedReply(deps, order), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/orders/{code}',
      summary: 'An order: whole with its tracking token, else public fields',
      request: codeParam,
      responses: { 200: json(OrderView, 'The order'), 404: trouble },
    }),
    async (context) => {
      const order = orders.repository.byCode(normalizeCode(context.req.valid('param').code));
      const whole = order !== null && holdsToken(deps, context, order);
      if (!whole) {
        const slow = await limits.lookups(clientOf(context));
        if (slow) return slow as never;
      }
      if (!order || (!whole && order.createdAtMs < clock() - PUBLIC_ORDER_AGE_MS_MAX))
        return refusalResponse({ code: 'order-not-found' }) as never;
      const ticket = deps.tickets.issue([order.id]);
      return whole
        ? context.json(
            { access: 'whole' as const, order, ticket, money: deps.payments.moneyOf(order.id) },
            200,
          )
        : context.json({ access: 'public' as const, order: publicOrder(order), ticket }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders/{code}/cash',
      summary: 'Pay at the counter',
      request: { ...codeParam, ...body(CashPayment) },
      responses: { 200: json(z.object({ order: z.any() }), 'The order'), '4XX': trouble },
    }),
    (context) => {
      const order = orders.repository.byCode(normalizeCode(context.req.valid('param').code));
      // A stranger is not told whether the order exists.
      if (!order || !holdsToken(deps, context, order)) return noToken() as never;
      if (!menu.catalog().paymentMethods.some((method) => method.id === 'cash' && method.enabled))
        return refusalResponse({ code: 'method-off' }) as never;
      const changed = changeOrder(orders, order.id, {
        kind: 'choose-cash',
        changeForCents: context.req.valid('json').changeForCents,
      });
      return changed.ok
        ? context.json({ order: changed.value }, 200)
        : (refusalResponse(changed.refusal) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/track',
      summary: 'Find orders by phone, code or number',
      request: body(TrackRequest),
      responses: { 200: json(TrackReply, 'What anyone may see of them'), '4XX': trouble },
    }),
    async (context) => {
      const slow = await limits.lookups(clientOf(context));
      if (slow) return slow as never;
      const found = find(deps, context.req.valid('json'));
      return context.json(
        { orders: found.map(publicOrder), ticket: deps.tickets.issue(found.map((order) => order.id)) },
        200,
      );
    },
  );

  app.get('/api/ranking', async (context) => {
    await deps.rollups.upToDate();
    return context.json({
      clients: deps.reports.topClients().clients.map((one) => ({ ...one, phone: maskPhone(one.phone) })),
    });
  });

  app.get('/api/live', (context) => {
    const ticket = context.req.query('ticket');
    const grant = ticket === undefined ? { orderIds: [] } : deps.tickets.read(ticket);
    if (!grant)
      return problemResponse(
        problem(401, 'ticket', 'Acompanhamento vencido', 'Recarregue a página para continuar acompanhando.'),
      );
    const mine = new Set(grant.orderIds);
    return deps.streams.open(context, clientOf(context), (push) => {
      push({ event: 'hello', data: { now: clock() } });
      const stops = [
        deps.broadcast.hear(({ order }) => {
          if (mine.has(order.id)) push({ event: 'order', data: publicOrder(order) });
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

export const placedReply = ({ orders }: Pick<Deps, 'orders'>, order: Order) => ({
  state: 'placed' as const,
  order,
  trackingToken: orders.tokens.tokenOf(order.id),
});

export const clientOf = (context: RouteContext): string => context.env.clientIp;

export const noToken = (): Response =>
  problemResponse(
    problem(
      401,
      'no-token',
      'Pedido de outro aparelho',
      'Só quem fez o pedido pode pagar por aqui. Pague no balcão com o número do pedido.',
    ),
  );

export function holdsToken({ orders }: Pick<Deps, 'orders'>, context: RouteContext, order: Order): boolean {
  const bearer = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1];
  return bearer !== undefined && orders.tokens.matches(order.id, bearer);
}

function find({ orders, clock }: Deps, request: z.infer<typeof TrackRequest>): Order[] {
  const { repository, panel } = orders;
  const nowMs = clock();
  const since = nowMs - PUBLIC_ORDER_AGE_MS_MAX;
  if ('phone' in request) {
    const digits = phoneDigits(request.phone);
    return digits.length < 10 ? [] : repository.byPhone(digits, since, TRACKED_MAX);
  }
  const code = normalizeCode(request.query);
  if (isCode(code)) {
    const byCode = repository.byCode(code);
    if (byCode && byCode.createdAtMs >= since) return [byCode];
  }
  if (!/^\d{1,9}$/.test(request.query)) return [];
  const number = Number(request.query);
  const found = [
    ...repository.byPanelNumber(number, panel.today(nowMs), since),
    ...repository.byNumber(number, since),
  ];
  return found.filter((order, index) => found.findIndex((one) => one.id === order.id) === index);
}
