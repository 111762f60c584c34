// Online payments as people on the LAN ask for them: a customer's PIX, refunds, what is to be resolved, the account, the
// daily matching. All of it is the relay's to answer.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as account from '@balcao/shared/http/contracts/payment-account.ts';
import * as contracts from '@balcao/shared/http/contracts/payments.ts';
import { BookedMonth, MatchingDay, movedOf, type MatchedDay } from '@balcao/shared/http/matching.ts';
import { CredentialsState, CredentialsTest } from '@balcao/shared/http/payments.ts';
import { normalizeCode } from '@balcao/shared/ids.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import { closeWaysOf } from '@balcao/shared/payment/close-ways.ts';
import { hasTenders } from '@balcao/shared/payment/tender.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import type { Config } from '../../config.ts';
import type { Wake } from '../../storage/wake.ts';
import type { MenuStore } from '../menu/menu-store.ts';
import type { OrderContext } from '../orders/context.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from '../audit/audit.ts';
import type { RelayPayments } from './relay-payments.ts';
import type { Limits } from '../../http/limits.ts';
import { matchingCsv } from './matching-csv.ts';
import { actorOf, type Env, type RouteContext } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { clientOf, holdsToken } from '../orders/public-routes.ts';

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

/** Of the relay; passed on as it is: never stored, never logged here. */
const ACCOUNT = '/edge/payments/credentials';

export function paymentRoutes(deps: Deps): OpenAPIHono<Env> {
  const { users, orders, menu, payments, limits } = deps;
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.startPix, [], async ({ params, context }) => {
    const slow = await limits.orders(clientOf(context));
    if (slow) return slow;
    const order = orders.repository.byCode(normalizeCode(params.code));
    if (!order || !holdsToken(deps, context, order)) return refused({ code: 'no-token' });
    if (order.paymentStatus === 'approved' || hasTenders(order)) return refused({ code: 'already-paid' });
    if (order.status !== 'PENDING') return refused({ code: 'order-over', status: order.status });
    if (!menu.catalog().paymentMethods.some((method) => method.id === 'pix' && method.enabled))
      return refused({ code: 'method-off' });
    return await payments.startPix({ order, part: null, isDifference: false });
  });

  handle(app, contracts.readPix, [], async ({ params, context }) => {
    const slow = await limits.polls(clientOf(context));
    if (slow) return slow;
    const order = orders.repository.byCode(normalizeCode(params.code));
    if (!order || !holdsToken(deps, context, order)) return refused({ code: 'no-token' });
    return await payments.readPix(order.id, params.attemptId);
  });

  handle(app, contracts.refundOrder, admin, ({ params, body, context }) =>
    payments.refunds.refund(actorOf(context), params.id, body),
  );

  handle(app, contracts.listUnresolved, admin, async () => {
    const unresolved = await payments.unresolved();
    return unresolved.ok ? accepted({ payments: unresolved.value }) : unresolved;
  });

  handle(app, contracts.resolvePayment, admin, async ({ params, body, context }) => {
    const resolved = await payments.resolve(actorOf(context), params.id, body.action);
    if (!resolved.ok) return resolved;
    return accepted({ done: true, ...(resolved.value && { refund: resolved.value }) });
  });

  const auditChange = (context: RouteContext, auditText: string): void => {
    deps.audit.record(actorOf(context), 'settings', 'credentials', auditText);
    deps.wake.notify('log');
  };

  handle(app, account.readAccount, admin, ({ context }) => {
    context.header('cache-control', 'no-store');
    return payments.ask(ACCOUNT, CredentialsState);
  });

  handle(app, account.keepAccount, admin, async ({ body, context }) => {
    context.header('cache-control', 'no-store');
    const saved = await payments.ask(ACCOUNT, CredentialsTest, { method: 'PUT', json: body });
    if (saved.ok) auditChange(context, 'mudou a conta do Mercado Pago');
    return saved;
  });

  handle(app, account.changeAccountApi, admin, async ({ body, context }) => {
    context.header('cache-control', 'no-store');
    const saved = await payments.ask(`${ACCOUNT}/api`, CredentialsState, { method: 'PUT', json: body });
    if (saved.ok)
      auditChange(context, `passou a cobrar pela API de ${body.api === 'orders' ? 'Orders' : 'Pagamentos'}`);
    return saved;
  });

  handle(app, account.forgetAccount, admin, async ({ context }) => {
    context.header('cache-control', 'no-store');
    const removed = await payments.ask(ACCOUNT, CredentialsState, { method: 'DELETE' });
    if (removed.ok) auditChange(context, 'removeu a conta do Mercado Pago');
    return removed;
  });

  handle(app, account.testAccount, admin, ({ body, context }) => {
    context.header('cache-control', 'no-store');
    return payments.ask(`${ACCOUNT}/test`, CredentialsTest, { method: 'POST', json: body });
  });

  const matchDay = async (day: string): Promise<Result<MatchedDay, Problem>> => {
    const matching = await payments.ask(
      `/edge/payments/matching?day=${day}&timeZone=${encodeURIComponent(deps.config.timeZone)}`,
      MatchingDay,
    );
    const rates = menu.catalog().settings.feePercents;
    return matching.ok
      ? accepted({ ...matching.value, ways: closeWaysOf(movedOf(matching.value.rows), rates) })
      : matching;
  };

  handle(app, contracts.readMatching, admin, ({ query }) => matchDay(query.day));

  handle(app, contracts.readBooked, admin, ({ query: { month } }) =>
    payments.ask(
      `/edge/payments/booked?month=${month}&timeZone=${encodeURIComponent(deps.config.timeZone)}`,
      BookedMonth,
    ),
  );

  handle(app, contracts.downloadMatching, admin, async ({ query: { day }, context }) => {
    const matching = await matchDay(day);
    if (!matching.ok) return matching;
    return context.body(matchingCsv(matching.value), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="pagamentos-${day}.csv"`,
      'cache-control': 'no-store',
    });
  });

  return app;
}
