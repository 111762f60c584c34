// What only an administrator does with orders that are over: find any, delete one, clear the history. And offline PIX of one.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/staff-orders.ts';
import { orderSeenBy } from '@balcao/shared/http/staff-order.ts';
import { leftOf } from '@balcao/shared/payment/tender.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { OrderContext } from './context.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from '../audit/audit.ts';
import type { Erasure } from '../privacy/erasure.ts';
import type { PixKeys } from '../settings/pix-key.ts';
import { cancelText } from '../audit/sentences.ts';
import { cancelUnpaid } from './cancel-unpaid.ts';
import { createOrderSearch } from './order-search.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  orders: OrderContext;
  users: Users;
  audit: Audit;
  erasure: Erasure;
  pixKeys: PixKeys;
};

export function orderAdminRoutes({ users, orders, audit, erasure, pixKeys }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const front = requireRole(users, 'ADMIN', 'ATTENDANT');
  const admin = requireRole(users, 'ADMIN');
  const search = createOrderSearch(orders);

  handle(app, contracts.searchOrders, front, ({ context, query }) => {
    const { role } = context.get('me');
    const { orders: found, ...rest } = search(query);
    return accepted({ ...rest, orders: found.map((order) => orderSeenBy(role, order)) });
  });

  handle(app, contracts.cancelUnpaidOrders, admin, ({ context, body: { ids, reason } }) => {
    const actor = actorOf(context);
    const outcomes = cancelUnpaid(orders, ids, reason, (_before, after) =>
      audit.record(actor, 'order', 'cancel', cancelText(after, reason)),
    );
    return accepted({ outcomes });
  });

  handle(app, contracts.deleteOrder, admin, ({ context, params }) =>
    erasure.deleteOrder(actorOf(context), params.id),
  );

  handle(app, contracts.clearHistory, admin, ({ context }) => erasure.clearHistory(actorOf(context)));

  handle(app, contracts.readPixCode, front, ({ params, query }) => {
    const order = orders.repository.byId(params.id);
    if (!order) return refused({ code: 'order-not-found' });
    const dueCents = order.balanceCents ?? 0;
    if (order.status !== 'PENDING' && dueCents > 0) {
      const code = pixKeys.codeOf({ ...order, totalCents: dueCents }, query.part);
      return code ? accepted(code) : refused({ code: 'no-pix-key' });
    }
    // Nobody is shown a code to pay twice, or to pay what nobody makes.
    if (order.paymentStatus === 'approved') return refused({ code: 'already-paid' });
    if (order.status !== 'PENDING') return refused({ code: 'order-over', status: order.status });
    const leftCents = leftOf(order);
    if ((query.cents ?? 0) > leftCents) return refused({ code: 'tender-too-much', leftCents });
    // Of what is paid in parts no code asks for more than is left.
    const code = pixKeys.codeOf({ ...order, totalCents: query.cents ?? leftCents }, query.part);
    return code ? accepted(code) : refused({ code: 'no-pix-key' });
  });

  return app;
}
