// The amount of an order at a card terminal of the shop, and which terminals the shop uses. The relay does it; the order moves by the
// payment's fact, as any order of the site.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/terminals.ts';
import { AccountTerminals, ShopTerminals, TerminalPayment } from '@balcao/shared/http/terminals.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { actorOf, type Env, type RouteContext } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Audit } from '../audit/audit.ts';
import type { OrderContext } from '../orders/context.ts';
import type { Users } from '../users/users.ts';
import { askedAmount } from './asked-amount.ts';
import type { RelayPayments } from './relay-payments.ts';

/** What these routes use. */
type Deps = { orders: OrderContext; users: Users; payments: RelayPayments; audit: Audit; wake: Wake };

/** Of the relay. */
const TERMINALS = '/edge/payments/terminals';
const TERMINAL = '/edge/payments/terminal';
/** A path of its own: an older relay would take the part for all of the order, and does not know this one. */
const PART_AT_TERMINAL = '/edge/payments/parts/terminal';
/** Somebody stands there with the card in their hand. */
const SEND_MS_MAX = 12_000;
/** Who pays by hand does not wait for the list. */
const LIST_MS_MAX = 3_000;

export function terminalRoutes(deps: Deps): OpenAPIHono<Env> {
  const { users, orders, payments } = deps;
  const app = new OpenAPIHono<Env>();
  const front = requireRole(users, 'ADMIN', 'ATTENDANT');
  const admin = requireRole(users, 'ADMIN');
  const readPayment = (orderId: string, attemptId: string): Promise<Result<TerminalPayment, Problem>> =>
    payments.ask(`${TERMINAL}/${attemptId}?orderId=${orderId}`, TerminalPayment);
  const auditChange = (context: RouteContext, auditText: string): void => {
    deps.audit.record(actorOf(context), 'settings', 'credentials', auditText);
    deps.wake.notify('log');
  };

  handle(app, contracts.listTerminals, front, async ({ context }) => {
    context.header('cache-control', 'no-store');
    const terminals = await payments.ask(TERMINALS, ShopTerminals, { timeoutMs: LIST_MS_MAX });
    // A relay of before terminals answers that there is no such route: then there are none.
    return accepted(
      terminals.ok
        ? { ...terminals.value, isAway: false }
        : { terminals: [], isAway: terminals.refusal.code === 'relay-away' },
    );
  });

  handle(app, contracts.sendToTerminal, front, async ({ params, body, context }) => {
    context.header('cache-control', 'no-store');
    const order = orders.repository.byId(params.id);
    if (!order) return refused({ code: 'order-not-found' });
    if (order.totalCents === 0) return refused({ code: 'already-paid' });
    const amount = askedAmount(order, body.part ?? null);
    if (!amount.ok) return amount;
    const { part } = amount.value;
    return await payments.ask(part === null ? TERMINAL : PART_AT_TERMINAL, TerminalPayment, {
      method: 'POST',
      timeoutMs: SEND_MS_MAX,
      json: { order: amount.value.order, terminalId: body.terminalId, ...(part === null ? {} : { part }) },
    });
  });

  handle(app, contracts.readTerminal, front, ({ params, context }) => {
    context.header('cache-control', 'no-store');
    return readPayment(params.id, params.attemptId);
  });

  handle(app, contracts.cancelTerminal, front, async ({ params, context }) => {
    context.header('cache-control', 'no-store');
    await payments.cancelOpen(params.id);
    return readPayment(params.id, params.attemptId);
  });

  handle(app, contracts.listAccountTerminals, admin, ({ context }) => {
    context.header('cache-control', 'no-store');
    return payments.ask(`${TERMINALS}/account`, AccountTerminals);
  });

  handle(app, contracts.keepTerminal, admin, async ({ params, body, context }) => {
    const path = `${TERMINALS}/${encodeURIComponent(params.terminalId)}`;
    const chosen = await payments.ask(path, AccountTerminals, { method: 'PUT', json: body });
    if (chosen.ok) auditChange(context, `escolheu a maquininha ${body.name} para o balcão`);
    return chosen;
  });

  handle(app, contracts.forgetTerminal, admin, async ({ params, context }) => {
    const path = `${TERMINALS}/${encodeURIComponent(params.terminalId)}`;
    const remaining = await payments.ask(path, ShopTerminals, { method: 'DELETE' });
    if (remaining.ok) auditChange(context, 'tirou uma maquininha do balcão');
    return remaining;
  });

  return app;
}
