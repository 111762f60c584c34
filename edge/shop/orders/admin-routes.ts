// What only an administrator does with orders that are over: find any, delete one, clear the history. And offline PIX of one.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { ClearedHistory, ClearHistory, OrderList, OrderSearch } from '@balcao/shared/http/order-search.ts';
import { PixCode } from '@balcao/shared/http/pix.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { CancelUnpaid, UnpaidOutcome } from '@balcao/shared/http/staff.ts';
import { orderSeenBy } from '@balcao/shared/http/staff-order.ts';
import type { OrderContext } from './context.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from '../audit/audit.ts';
import type { Cash } from '../cash/cash.ts';
import type { Erasure } from '../privacy/erasure.ts';
import type { PixKeys } from '../settings/pix-key.ts';
import { cancelText } from '../audit/sentences.ts';
import { cancelUnpaid } from './cancel-unpaid.ts';
import { createOrderSearch } from './order-search.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse, refusalResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  orders: OrderContext;
  users: Users;
  audit: Audit;
  cash: Cash;
  erasure: Erasure;
  pixKeys: PixKeys;
};

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const trouble = { description: 'A problem, in Portuguese' };
const orderId = z.object({ id: z.uuid() });

export function orderAdminRoutes({ users, orders, audit, cash, erasure, pixKeys }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const front = requireRole(users, 'ADMIN', 'ATTENDANT');
  const admin = requireRole(users, 'ADMIN');
  const search = createOrderSearch(orders);

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/orders',
      middleware: front,
      request: { query: OrderSearch },
      responses: { 200: json(OrderList, 'Newest first'), '4XX': trouble },
    }),
    (context) => {
      const { role } = context.get('me');
      const { orders: found, ...rest } = search(context.req.valid('query'));
      return context.json({ ...rest, orders: found.map((order) => orderSeenBy(role, order)) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/orders/cancel-unpaid',
      middleware: admin,
      request: { body: { required: true, content: { 'application/json': { schema: CancelUnpaid } } } },
      responses: {
        200: json(z.object({ outcomes: z.array(UnpaidOutcome) }), 'What became of each'),
        '4XX': trouble,
      },
    }),
    (context) => {
      const actor = actorOf(context);
      const { ids, reason } = context.req.valid('json');
      const outcomes = cancelUnpaid(orders, ids, reason, (_before, after) => {
        cash.gaveBack(actor, after);
        audit.record(actor, 'order', 'cancel', cancelText(after, reason));
      });
      return context.json({ outcomes }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: '/api/staff/orders/{id}',
      middleware: admin,
      request: { params: orderId },
      responses: { 204: { description: 'Gone' }, '4XX': trouble },
    }),
    async (context) => {
      const deleted = await erasure.deleteOrder(actorOf(context), context.req.valid('param').id);
      return deleted.ok ? context.body(null, 204) : (refusalResponse({ code: deleted.refusal }) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/orders/clear',
      middleware: admin,
      request: { body: { required: true, content: { 'application/json': { schema: ClearHistory } } } },
      responses: { 200: json(ClearedHistory, 'How many went, and where the copy is'), '4XX': trouble },
    }),
    async (context) => {
      const cleared = await erasure.clearHistory(actorOf(context));
      if (cleared.ok) return context.json(cleared.value, 200);
      const { count } = cleared.refusal;
      return problemResponse(
        problem(
          409,
          'orders-open',
          'Há pedidos em aberto',
          `Há ${count} ${count === 1 ? 'pedido em aberto' : 'pedidos em aberto'}. Entregue ou cancele todos antes de limpar o histórico.`,
          { openOrders: count },
        ),
      ) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/orders/{id}/pix-code',
      middleware: front,
      request: { params: orderId },
      responses: { 200: json(PixCode, 'What to pay'), '4XX': trouble },
    }),
    (context) => {
      const order = orders.repository.byId(context.req.valid('param').id);
      if (!order) return refusalResponse({ code: 'order-not-found' }) as never;
      const code = pixKeys.codeOf(order);
      return code
        ? context.json(code, 200)
        : (problemResponse(
            problem(
              409,
              'no-pix-key',
              'PIX da loja não configurado',
              'Cadastre a chave PIX da loja em Configurações, Pagamentos.',
            ),
          ) as never);
    },
  );

  return app;
}
