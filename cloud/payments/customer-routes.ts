// Payments as the customer's page uses them. Amounts come from the store's order, never from the request.
import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { z } from 'zod';
import { bodyUpTo } from '@balcao/shared/host/body-up-to.ts';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/payments.ts';
import type { CardAnswer } from '@balcao/shared/http/payments.ts';
import type { PaymentRefusal } from '@balcao/shared/http/refusals/payment.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { hasTenders } from '@balcao/shared/payment/tender.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { problemResponse } from '@balcao/shared/host/problems.ts';
import type { Count } from '../storage/limits/counts.ts';
import type { Payable } from './attempts/begin.ts';
import type { PaymentDeps } from './ports.ts';
import type { PaymentService } from './service.ts';

const KIND_NAMES = { acai: 'Açaí', cup: 'Taça', product: 'Produto' } as const;
const BODY_BYTES_MAX = 64 * 1024;
const MINUTE = 60;
/** For one order each. */
const STARTS = { points: 20, seconds: MINUTE };
const POLLS = { points: 60, seconds: MINUTE };
/** For one address: each start asks the provider. */
const STARTS_OF_ADDRESS = { points: 40, seconds: MINUTE };
/** For one address: what every payment page asks for once. */
const KEYS = { points: 600, seconds: MINUTE };
/** For one address: notices that are not signed, and are written to the log. */
const FOREIGN_NOTICES = { points: 60, seconds: MINUTE };

function outcomeOf(
  payment: Result<CardAnswer, PaymentRefusal>,
): 'approved' | 'declined' | 'open' | 'not-tried' {
  if (!payment.ok) return payment.refusal.code === 'provider-refused' ? 'declined' : 'not-tried';
  const { status } = payment.value;
  return status === 'approved' ? status : status === 'rejected' ? 'declined' : 'open';
}

export function customerRoutes(deps: PaymentDeps, service: PaymentService): OpenAPIHono {
  const app = new OpenAPIHono();
  const starts = deps.counts.limit('payment-starts', STARTS);
  const startsOfAddress = deps.counts.limit('payment-starts-address', STARTS_OF_ADDRESS);
  const polls = deps.counts.limit('payment-polls', POLLS);
  const keys = deps.counts.limit('payment-keys', KEYS);
  const foreignNotices = deps.counts.limit('foreign-notices', FOREIGN_NOTICES);
  const limited = bodyUpTo(BODY_BYTES_MAX, () =>
    problemResponse(
      problem(413, 'too-large', 'Conteúdo grande demais', 'O conteúdo enviado é grande demais.'),
    ),
  );
  app.use('/api/orders/*', limited);
  app.use('/api/webhooks/mercadopago', limited);

  /** The order, for who holds its token. To a stranger it makes no difference whether it exists. */
  async function orderFor(
    context: Context,
    code: string,
  ): Promise<Result<{ storeId: string; order: Order }, PaymentRefusal>> {
    const storeId = await deps.storeOf(context);
    if (storeId === null) return refused({ code: 'no-token' });
    const order = await deps.orders.heldByCode(storeId, code, context.req.header('authorization'));
    return order === null ? refused({ code: 'no-token' }) : accepted({ storeId, order });
  }

  async function slow(count: Count, storeId: string, subject: string): Promise<PaymentRefusal | null> {
    const seconds = await count(storeId, subject);
    return seconds === 0 ? null : { code: 'too-often', retryAfterSeconds: seconds };
  }

  const payableOf = (order: Order): Result<Payable, PaymentRefusal> => {
    if (order.paymentStatus === 'approved' || order.paymentStatus === 'partially_refunded')
      return refused({ code: 'already-paid' });
    if (order.status === 'CANCELLED' || order.status === 'DELIVERED')
      return refused({ code: 'order-over', status: order.status });
    // Of what staff took a part of, the rest is paid to them.
    if (order.status !== 'PENDING' || hasTenders(order)) return refused({ code: 'already-paid' });
    if (order.totalCents <= 0) return refused({ code: 'method-off' });
    const items = order.items.map(({ id, kind, productName, sizeName, priceCents }) => ({
      id,
      title: productName ?? `${KIND_NAMES[kind]}${sizeName === null ? '' : ` ${sizeName}`}`,
      unitCents: priceCents,
    }));
    return accepted({ orderId: order.id, code: order.code, totalCents: order.totalCents, items });
  };

  async function toPay(context: Context, code: string, method: 'pix' | 'credit_card') {
    const found = await orderFor(context, code);
    if (!found.ok) return found;
    const { storeId, order } = found.value;
    const wait =
      (await slow(startsOfAddress, storeId, deps.householdOf(context))) ??
      (await slow(starts, storeId, order.id));
    if (wait !== null) return refused(wait);
    const payable = payableOf(order);
    if (!payable.ok) return payable;
    if (deps.methodEnabled !== undefined && !(await deps.methodEnabled(storeId, method)))
      return refused({ code: 'method-off' } as const);
    return accepted({ storeId, payable: payable.value });
  }

  async function toPoll(context: Context, code: string, attemptId: string) {
    const found = await orderFor(context, code);
    if (!found.ok) return found;
    const { storeId, order } = found.value;
    const wait = await slow(polls, storeId, order.id);
    if (wait !== null) return refused(wait);
    const attempt = await service.poll(storeId, order.id, attemptId);
    return attempt === null ? refused({ code: 'attempt-not-found' } as const) : accepted(attempt);
  }

  handle(app, contracts.readCardFormKey, [], async ({ context }) => {
    const storeId = await deps.storeOf(context);
    const wait = storeId === null ? null : await slow(keys, storeId, deps.householdOf(context));
    if (wait !== null) return refused(wait);
    const key = storeId === null ? null : await service.publicKey(storeId);
    if (key === null) return refused({ code: 'method-off' });
    context.header('cache-control', 'no-cache');
    return accepted(key);
  });

  handle(app, contracts.startPix, [], async ({ params, context }) => {
    const ready = await toPay(context, params.code, 'pix');
    if (!ready.ok) return ready;
    context.header('cache-control', 'no-store');
    return await service.startPix(ready.value.storeId, ready.value.payable);
  });

  handle(app, contracts.readPix, [], async ({ params, context }) => {
    const found = await toPoll(context, params.code, params.attemptId);
    if (!found.ok) return found;
    context.header('cache-control', 'no-store');
    return accepted(service.pixAnswer(found.value));
  });

  handle(app, contracts.payByCard, [], async ({ params, body: card, context }) => {
    const ready = await toPay(context, params.code, 'credit_card');
    if (!ready.ok) return ready;
    const { storeId, payable } = ready.value;
    const tried = {
      storeId,
      orderId: payable.orderId,
      household: deps.householdOf(context),
      payer: card.payer,
    };
    const wait = await service.cardTrials.admitTrial(tried);
    if (wait > 0) return refused({ code: 'too-many-cards', retryAfterSeconds: wait });
    const payment = await service.payCard(storeId, payable, card);
    await service.cardTrials.recordOutcome(tried, outcomeOf(payment));
    context.header('cache-control', 'no-store');
    return payment;
  });

  handle(app, contracts.readCard, [], async ({ params, context }) => {
    const found = await toPoll(context, params.code, params.attemptId);
    if (!found.ok) return found;
    context.header('cache-control', 'no-store');
    return accepted(service.cardAnswer(found.value));
  });

  handle(app, contracts.hearProvider, [], async ({ context }) => {
    // The store only says whose secret the signature is checked with.
    const storeParam = z.uuid().safeParse(context.req.query('store'));
    const storeId = storeParam.success ? storeParam.data : await deps.storeOf(context);
    if (storeId === null) return context.body(null, 401);
    const receipt = await service.notices.receive(storeId, {
      signature: context.req.header('x-signature') ?? null,
      requestId: context.req.header('x-request-id') ?? null,
      dataId: context.req.query('data.id') ?? null,
      body: await context.req.json<unknown>().catch(() => null),
    });
    if (!receipt.ok) {
      // It was judged all the same: behind the same address the provider's own may come. Whoever sends it names the store.
      if ((await foreignNotices(null, deps.householdOf(context))) === 0)
        deps.log.warn({ storeId, reason: receipt.refusal }, 'a notice was refused');
      return context.body(null, 401);
    }
    return context.body(null, 200);
  });

  return app;
}
