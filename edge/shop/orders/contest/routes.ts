// The file that answers a dispute of one order: put together from the store's tables and, where it answers, the relay's books. Administrators
// only, and audited.
import { OpenAPIHono } from '@hono/zod-openapi';
import { z } from 'zod';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/contest.ts';
import { Attempt, type AttemptBody } from '@balcao/shared/http/payments.ts';
import type { UnresolvedPayment } from '@balcao/shared/http/refunds.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { PaymentFact } from '@balcao/shared/payment/payment.ts';
import { refused } from '@balcao/shared/result.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { Config } from '../../../config.ts';
import { actorOf, type Env } from '../../../http/context.ts';
import { requireRole } from '../../../http/guards.ts';
import { handPayments } from '../../../storage/schema/cash.ts';
import { payments as paymentRows, staticPix } from '../../../storage/schema/payments.ts';
import { printJobs } from '../../../storage/schema/printing.ts';
import type { Audit } from '../../audit/audit.ts';
import { BY_HAND } from '../../cash/hand-rows.ts';
import type { MenuStore } from '../../menu/menu-store.ts';
import type { RelayPayments } from '../../payments/relay-payments.ts';
import type { Users } from '../../users/users.ts';
import type { OrderContext } from '../context.ts';
import { contestFileOf, type ContestFacts } from './contest-file.ts';
import { drawPdf } from './draw-pdf.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  orders: OrderContext;
  menu: MenuStore;
  users: Users;
  audit: Audit;
  payments: RelayPayments;
};

/** Somebody waits for the file: without the relay it has the store's copy. */
const RELAY_MS_MAX = 5_000;

export function contestRoutes(deps: Deps): OpenAPIHono<Env> {
  const { orders, users, audit, config } = deps;
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');
  const text = (atMs: number): string =>
    new Date(atMs).toLocaleString('pt-BR', {
      timeZone: config.timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });

  handle(app, contracts.downloadContestFile, admin, async ({ params, context }) => {
    const order = orders.repository.byId(params.id);
    if (!order) return refused({ code: 'order-not-found' });
    const facts = await factsOf(deps, order);
    const made = `Feito em ${text(orders.clock())} (${config.timeZone}), dos registros da loja.`;
    const pdf = await drawPdf(contestFileOf(facts, text), made);
    audit.record(
      actorOf(context),
      'privacy',
      'contest-file',
      `fez o arquivo para contestação do pedido nº ${order.simpleId}`,
    );
    orders.wake.notify('log');
    return context.body(new Uint8Array(pdf), 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="contestacao-${order.simpleId}.pdf"`,
      'cache-control': 'no-store',
    });
  });

  return app;
}

async function factsOf({ orders: { db }, menu, payments }: Deps, order: Order): Promise<ContestFacts> {
  const { storeName, storeAddress, legalName, taxId } = menu.catalog().settings;
  const isOnline = payments.hasAttempts(order.id);
  const [attempts, unresolved] = isOnline
    ? await Promise.all([
        payments.ask(`/edge/payments/attempts?orderId=${order.id}`, Attempts, { timeoutMs: RELAY_MS_MAX }),
        payments.unresolved(),
      ])
    : [null, null];
  const told = attempts?.ok === true ? attempts.value.attempts : [];
  return {
    order,
    shop: { name: storeName, legalName: legalName ?? '', taxId: taxId ?? '', address: storeAddress },
    attempts: attempts === null ? [] : attempts.ok ? attempts.value.attempts : null,
    facts: db
      .select({ fact: paymentRows.fact })
      .from(paymentRows)
      .where(eq(paymentRows.orderId, order.id))
      .all()
      .map(({ fact }) => JSON.parse(fact) as PaymentFact),
    // What came through the provider is told by its own facts.
    hand: db
      .select()
      .from(handPayments)
      .where(and(eq(handPayments.orderId, order.id), inArray(handPayments.method, BY_HAND)))
      .all(),
    staticPix: db.select().from(staticPix).where(eq(staticPix.orderId, order.id)).all(),
    slips: db
      .select({
        purpose: printJobs.purpose,
        copy: printJobs.copy,
        atMs: printJobs.updatedAtMs,
        state: printJobs.state,
      })
      .from(printJobs)
      .where(eq(printJobs.orderId, order.id))
      .all()
      .filter(({ state }) => state === 'printed' || state === 'sent'),
    disputes: noticesOf(told, unresolved?.ok === true ? unresolved.value : [], order),
  };
}

/** What a person has seen is listed no more, and the bank is told of it all the same. */
function noticesOf(
  attempts: readonly AttemptBody[],
  unresolved: readonly UnresolvedPayment[],
  { id }: Order,
): ContestFacts['disputes'] {
  const listed = unresolved.filter(({ orderId }) => orderId === id);
  const seen = attempts.flatMap(({ attemptId, notices = [] }) =>
    notices
      .map(({ kind, text, raisedAtMs }) => ({ id: `${attemptId}.${kind}`, reason: text, atMs: raisedAtMs }))
      .filter((notice) => !listed.some((one) => one.id === notice.id)),
  );
  return [...seen, ...listed]
    .map(({ reason, atMs }) => ({ text: reason, atMs }))
    .toSorted((a, b) => a.atMs - b.atMs);
}

const Attempts = z.object({ attempts: z.array(Attempt) });
