// Online payments as people on the LAN ask for them: a customer's PIX, refunds, what is to be resolved, the account, the
// daily matching. All of it is the relay's to answer.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { PixPayment } from '@balcao/shared/http/orders.ts';
import { normalizeCode } from '@balcao/shared/ids.ts';
import {
  RefundReply,
  RefundRequest,
  UnresolvedPayment,
  UnresolvedPayments,
} from '@balcao/shared/http/refunds.ts';
import type { Config } from '../../config.ts';
import type { Wake } from '../../storage/wake.ts';
import type { MenuStore } from '../menu/menu-store.ts';
import type { OrderContext } from '../orders/context.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from '../audit/audit.ts';
import type { RelayPayments } from './relay-payments.ts';
import type { Limits } from '../../http/limits.ts';
import { MatchingDay } from '@balcao/shared/http/matching.ts';
import { matchingCsv } from './matching-csv.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse, refusalResponse } from '@balcao/shared/host/problems.ts';
import { clientOf, holdsToken, noToken } from '../orders/public-routes.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  wake: Wake;
  menu: MenuStore;
  orders: OrderContext;
  users: Users;
  audit: Audit;
  payments: RelayPayments;
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
const code = z.string().max(40);
const anything = z.looseObject({});

export function paymentRoutes(deps: Deps): OpenAPIHono<Env> {
  const { users, orders, menu, payments, limits } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const admin = requireRole(users, 'ADMIN');

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders/{code}/pix',
      summary: 'Pay by PIX; needs the relay',
      request: { params: z.object({ code }) },
      responses: { 200: json(PixPayment, 'What to pay'), '4XX': trouble, 503: trouble },
    }),
    async (context) => {
      const slow = await limits.orders(clientOf(context));
      if (slow) return slow as never;
      const order = orders.repository.byCode(normalizeCode(context.req.valid('param').code));
      if (!order || !holdsToken(deps, context, order)) return noToken() as never;
      if (order.paymentStatus === 'approved') return refusalResponse({ code: 'already-paid' }) as never;
      if (order.status !== 'PENDING')
        return refusalResponse({ code: 'order-over', status: order.status }) as never;
      if (!menu.catalog().paymentMethods.some((method) => method.id === 'pix' && method.enabled))
        return refusalResponse({ code: 'method-off' }) as never;
      const started = await payments.startPix(order);
      return started.ok ? context.json(started.value, 200) : (problemResponse(started.refusal) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/orders/{code}/pix/{attemptId}',
      summary: 'How a PIX stands',
      request: { params: z.object({ code, attemptId: z.uuid() }) },
      responses: { 200: json(PixPayment, 'The payment'), '4XX': trouble, 503: trouble },
    }),
    async (context) => {
      const slow = await limits.polls(clientOf(context));
      if (slow) return slow as never;
      const order = orders.repository.byCode(normalizeCode(context.req.valid('param').code));
      if (!order || !holdsToken(deps, context, order)) return noToken() as never;
      const read = await payments.readPix(order.id, context.req.valid('param').attemptId);
      return read.ok ? context.json(read.value, 200) : (problemResponse(read.refusal) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/orders/{id}/refund',
      middleware: admin,
      request: { params: z.object({ id: z.uuid() }), ...body(RefundRequest) },
      responses: { 200: json(RefundReply, 'How far it got'), '4XX': trouble, '5XX': trouble },
    }),
    async (context) => {
      const given = await payments.refund(
        actorOf(context),
        context.req.valid('param').id,
        context.req.valid('json').amountCents,
      );
      return given.ok ? context.json(given.value, 200) : (problemResponse(given.refusal) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/payments/unresolved',
      middleware: admin,
      responses: { 200: json(UnresolvedPayments, 'Oldest first'), 503: trouble },
    }),
    async (context) => {
      const listed = await payments.unresolved();
      return listed.ok
        ? context.json({ payments: listed.value }, 200)
        : (problemResponse(listed.refusal) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/payments/{id}/resolve',
      middleware: admin,
      request: {
        params: z.object({ id: z.string().max(80) }),
        ...body(UnresolvedPayment.pick({ action: true })),
      },
      responses: { 200: json(z.object({ done: z.boolean() }), 'Ended'), '4XX': trouble, 503: trouble },
    }),
    async (context) => {
      const ended = await payments.resolve(
        actorOf(context),
        context.req.valid('param').id,
        context.req.valid('json').action,
      );
      return ended.ok ? context.json({ done: true }, 200) : (problemResponse(ended.refusal) as never);
    },
  );

  // The provider's account passes straight through: never read, never stored, never logged here.
  for (const [method, tail, said] of ACCOUNT_CALLS) {
    app.on(method, `/api/staff/payments/credentials${tail}`, admin, async (context) => {
      const withBody = method === 'PUT' || method === 'POST';
      const sent: unknown = withBody ? await context.req.json() : undefined;
      const answer = await payments.ask(`/edge/payments/credentials${tail}`, anything, {
        method,
        ...(withBody ? { json: sent } : {}),
      });
      if (!answer.ok) return problemResponse(answer.refusal);
      if (said !== null) {
        deps.audit.record(actorOf(context), 'settings', 'credentials', said);
        deps.wake.notify('log');
      }
      return context.json(answer.value, 200, { 'cache-control': 'no-store' });
    });
  }

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/payments/{view}',
      middleware: admin,
      request: {
        params: z.object({ view: z.enum(['matching', 'matching.csv']) }),
        query: z.object({ day: z.iso.date() }),
      },
      responses: {
        200: { description: "A day's payments at the provider against ours" },
        '4XX': trouble,
        '5XX': trouble,
      },
    }),
    async (context) => {
      const { day } = context.req.valid('query');
      const matched = await payments.ask(
        `/edge/payments/matching?day=${day}&timeZone=${encodeURIComponent(deps.config.timeZone)}`,
        MatchingDay,
      );
      if (!matched.ok) return problemResponse(matched.refusal) as never;
      if (context.req.valid('param').view === 'matching') return context.json(matched.value, 200);
      return context.body(matchingCsv(matched.value), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="pagamentos-${day}.csv"`,
        'cache-control': 'no-store',
      });
    },
  );

  return app;
}

const ACCOUNT_CALLS = [
  ['GET', '', null],
  ['PUT', '', 'mudou a conta do Mercado Pago'],
  ['DELETE', '', 'removeu a conta do Mercado Pago'],
  ['POST', '/test', null],
] as const;
