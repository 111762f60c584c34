// PIX at the counter: the provider's code while the line and the account are there, else the shop's own, whose sales are listed until
// they are proved.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import type { CounterPix } from '@balcao/shared/http/counter-pix.ts';
import * as contracts from '@balcao/shared/http/contracts/counter-pix.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { hasTenders } from '@balcao/shared/payment/tender.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import type { OrderContext } from '../orders/context.ts';
import type { PixKeys } from '../settings/pix-key.ts';
import type { Users } from '../users/users.ts';
import { askedAmount, askedDifference, type AskedAmount } from './asked-amount.ts';
import type { RelayPayments } from './relay-payments.ts';
import type { StaticPixBook } from './static-pix.ts';

/** What these routes use. */
type Deps = {
  orders: OrderContext;
  users: Users;
  payments: RelayPayments;
  pixKeys: PixKeys;
  staticPix: StaticPixBook;
};

/** Somebody stands there and waits for the code. */
const START_MS_MAX = 7_000;

export function counterPixRoutes(deps: Deps): OpenAPIHono<Env> {
  const { users, orders, payments, pixKeys, staticPix } = deps;
  const app = new OpenAPIHono<Env>();
  const front = requireRole(users, 'ADMIN', 'ATTENDANT');
  const admin = requireRole(users, 'ADMIN');

  async function codeFor(
    order: Order,
    asked: AskedAmount,
  ): Promise<
    Result<
      CounterPix,
      Problem | { code: 'no-pix-key' } | { code: 'already-paid' } | { code: 'at-terminal'; attemptId: string }
    >
  > {
    // A customer's order that was to be paid in cash keeps its place in Pendentes: the shop's own code takes nothing of that away.
    const isKept = asked.part === null && order.source !== 'counter' && order.paymentMethod === 'cash';
    // The shop's own code goes past the relay, which would have taken the amount off the terminal first.
    const attemptId = isKept ? payments.atTerminal(order.id) : null;
    if (attemptId !== null) {
      await payments.cancelOpen(order.id);
      return refused({ code: 'at-terminal', attemptId });
    }
    const { totalCents } = asked.order;
    const begun = totalCents === 0 || isKept ? null : await payments.startPix(asked, START_MS_MAX);
    if (begun?.ok) return accepted({ kind: 'proved', payment: begun.value, totalCents });
    // Another try of this order is being decided, or it was paid meanwhile: a second code beside it would be paid twice.
    if (begun !== null && ['payment-in-process', 'at-terminal', 'already-paid'].includes(begun.refusal.code))
      return refused(begun.refusal);
    // It may cost another amount by now, or be paid in part.
    const now = orders.repository.byId(order.id) ?? order;
    if (isPaidBy(now, asked)) return refused({ code: 'already-paid' });
    const code = pixKeys.codeOf(asked.part === null ? now : asked.order, asked.part ?? '');
    const why = begun === null ? 'provider' : whyOf(begun.refusal);
    if (code !== null) return accepted({ kind: 'static', code, why });
    return refused(begun !== null && why === 'provider' ? begun.refusal : { code: 'no-pix-key' });
  }

  handle(app, contracts.showCounterPix, front, async ({ params, query: { part, cents }, context }) => {
    context.header('cache-control', 'no-store');
    const order = orders.repository.byId(params.id);
    if (!order) return refused({ code: 'order-not-found' });
    const isPart = part !== undefined && cents !== undefined;
    const askedPart = isPart ? { id: part, cents } : null;
    const asked =
      askedPart !== null && order.status !== 'PENDING'
        ? askedDifference(order, askedPart)
        : askedAmount(order, askedPart);
    return asked.ok ? await codeFor(order, asked.value) : asked;
  });

  handle(app, contracts.readCounterPix, front, ({ params, context }) => {
    context.header('cache-control', 'no-store');
    return payments.readPix(params.id, params.attemptId);
  });

  handle(app, contracts.listUnprovedPix, front, () => accepted(staticPix.list()));

  // Before the route that names one: no transaction is called so.
  handle(app, contracts.proveStaticPix, admin, ({ context, body: { proved } }) =>
    accepted({ proved: staticPix.proveByStatement(actorOf(context), proved) }),
  );

  handle(app, contracts.sayOfPix, front, ({ context, params: { txid }, body: { said } }) =>
    staticPix.recordReport(actorOf(context), txid, said),
  );

  return app;
}

/** Whether what was asked was paid meanwhile, or is not owed any more. */
const isPaidBy = (order: Order, { order: { totalCents }, part, isDifference }: AskedAmount): boolean =>
  isDifference
    ? order.balanceCents !== totalCents
    : order.paymentStatus === 'approved' || (part === null && hasTenders(order));

const whyOf = ({ code }: Problem): 'away' | 'no-account' | 'provider' =>
  code === 'relay-away' ? 'away' : code === 'method-off' ? 'no-account' : 'provider';
