// Payments as the customer's page uses them. Amounts come from the store's order, never from the request.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import type { Context } from 'hono';
import { problem } from '@balcao/shared/http/problem.ts';
import { normalizeCode } from '@balcao/shared/ids.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { accepted, refused, type Result } from '@balcao/shared/result.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';
import { CardAnswer, CardBody, PixPayment, PublicKey } from './contract.ts';
import type { Count } from '../storage/limits/counts.ts';
import type { PaymentRefusal } from './payment-refusal.ts';
import { problemOfPayment } from './payment-refusal.ts';
import type { PaymentDeps } from './ports.ts';
import type { PaymentService } from './service.ts';

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
const codeParam = z.object({ code: z.string().max(40) });
const attemptParam = z.object({ code: z.string().max(40), attemptId: z.uuid() });

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

const refusalResponse = (refusal: PaymentRefusal): never =>
  problemResponse(problemOfPayment(refusal)) as never;

function endOf(made: Result<CardAnswer, PaymentRefusal>): 'approved' | 'declined' | 'open' | 'not-tried' {
  if (!made.ok) return made.refusal.code === 'provider-refused' ? 'declined' : 'not-tried';
  const { status } = made.value;
  return status === 'approved' ? status : status === 'rejected' ? 'declined' : 'open';
}

export function customerRoutes(deps: PaymentDeps, service: PaymentService): OpenAPIHono {
  const app = new OpenAPIHono({ defaultHook: invalidHook });
  const starts = deps.counts.limit('payment-starts', STARTS);
  const startsOfAddress = deps.counts.limit('payment-starts-address', STARTS_OF_ADDRESS);
  const polls = deps.counts.limit('payment-polls', POLLS);
  const keys = deps.counts.limit('payment-keys', KEYS);
  const foreignNotices = deps.counts.limit('foreign-notices', FOREIGN_NOTICES);
  const limited = bodyLimit({
    maxSize: BODY_BYTES_MAX,
    onError: () =>
      problemResponse(
        problem(413, 'too-large', 'Conteúdo grande demais', 'O conteúdo enviado é grande demais.'),
      ),
  });
  app.use('/api/orders/*', limited);
  app.use('/api/webhooks/mercadopago', limited);

  /** The order, for who holds its token. To a stranger it makes no difference whether it exists. */
  async function orderFor(
    context: Context,
    code: string,
  ): Promise<Result<{ storeId: string; order: Order }, PaymentRefusal>> {
    const storeId = await deps.storeOf(context);
    const order = storeId === null ? null : await deps.orders.byCode(storeId, normalizeCode(code));
    const token = /^Bearer ([\x21-\x7e]{16,512})$/.exec(context.req.header('authorization') ?? '')?.[1];
    if (
      storeId === null ||
      order === null ||
      token === undefined ||
      !(await deps.orders.verifyToken(storeId, order.id, token))
    ) {
      return refused({ code: 'no-token' });
    }
    return accepted({ storeId, order });
  }

  async function slow(count: Count, storeId: string, subject: string): Promise<PaymentRefusal | null> {
    const seconds = await count(storeId, subject);
    return seconds === 0 ? null : { code: 'too-often', retryAfterSeconds: seconds };
  }

  const payableOf = (
    order: Order,
  ): Result<{ orderId: string; code: string; totalCents: number }, PaymentRefusal> => {
    if (order.paymentStatus === 'approved' || order.paymentStatus === 'partially_refunded')
      return refused({ code: 'already-paid' });
    if (order.status === 'CANCELLED' || order.status === 'DELIVERED')
      return refused({ code: 'order-over', status: order.status });
    if (order.status !== 'PENDING') return refused({ code: 'already-paid' });
    if (order.totalCents <= 0) return refused({ code: 'method-off' });
    return accepted({ orderId: order.id, code: order.code, totalCents: order.totalCents });
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

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/payments/public-key',
      summary: 'What the card form needs',
      responses: { 200: json(PublicKey, 'The public key'), '4XX': trouble },
    }),
    async (context) => {
      const storeId = await deps.storeOf(context);
      const wait = storeId === null ? null : await slow(keys, storeId, deps.householdOf(context));
      if (wait !== null) return refusalResponse(wait);
      const key = storeId === null ? null : await service.publicKey(storeId);
      if (key === null) return refusalResponse({ code: 'method-off' });
      return context.json(key, 200, { 'cache-control': 'no-cache' });
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders/{code}/pix',
      summary: 'Pay by PIX: the open code, or a new one',
      request: { params: codeParam },
      responses: { 200: json(PixPayment, 'The code to pay'), '4XX': trouble, '5XX': trouble },
    }),
    async (context) => {
      const ready = await toPay(context, context.req.valid('param').code, 'pix');
      if (!ready.ok) return refusalResponse(ready.refusal);
      const made = await service.startPix(ready.value.storeId, ready.value.payable);
      return made.ok
        ? context.json(made.value, 200, { 'cache-control': 'no-store' })
        : refusalResponse(made.refusal);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/orders/{code}/pix/{attemptId}',
      summary: 'How a PIX stands; looks at the provider while it is waited for',
      request: { params: attemptParam },
      responses: { 200: json(PixPayment, 'The payment'), '4XX': trouble },
    }),
    async (context) => {
      const { code, attemptId } = context.req.valid('param');
      const found = await toPoll(context, code, attemptId);
      return found.ok
        ? context.json(service.pixAnswer(found.value), 200, { 'cache-control': 'no-store' })
        : refusalResponse(found.refusal);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders/{code}/card',
      summary: 'Pay by card',
      request: { params: codeParam, ...body(CardBody) },
      responses: { 200: json(CardAnswer, 'What became of it'), '4XX': trouble, '5XX': trouble },
    }),
    async (context) => {
      const ready = await toPay(context, context.req.valid('param').code, 'credit_card');
      if (!ready.ok) return refusalResponse(ready.refusal);
      const { storeId, payable } = ready.value;
      const card = context.req.valid('json');
      const tried = {
        storeId,
        orderId: payable.orderId,
        household: deps.householdOf(context),
        payer: card.payer,
      };
      const wait = await service.cardTrials.enter(tried);
      if (wait > 0) return refusalResponse({ code: 'too-many-cards', retryAfterSeconds: wait });
      const made = await service.payCard(storeId, payable, card);
      await service.cardTrials.ended(tried, endOf(made));
      return made.ok
        ? context.json(made.value, 200, { 'cache-control': 'no-store' })
        : refusalResponse(made.refusal);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/orders/{code}/card/{attemptId}',
      summary: 'How a card payment stands',
      request: { params: attemptParam },
      responses: { 200: json(CardAnswer, 'The payment'), '4XX': trouble },
    }),
    async (context) => {
      const { code, attemptId } = context.req.valid('param');
      const found = await toPoll(context, code, attemptId);
      return found.ok
        ? context.json(service.cardAnswer(found.value), 200, { 'cache-control': 'no-store' })
        : refusalResponse(found.refusal);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/webhooks/mercadopago',
      summary: "The provider's notices; signed, or without effect",
      responses: { 200: { description: 'Heard' }, 401: { description: 'Not signed by the provider' } },
    }),
    async (context) => {
      // The store only says whose secret the signature is checked with.
      const named = z.uuid().safeParse(context.req.query('store'));
      const storeId = named.success ? named.data : await deps.storeOf(context);
      if (storeId === null) return context.body(null, 401);
      const heard = await service.notices.receive(storeId, {
        signature: context.req.header('x-signature') ?? null,
        requestId: context.req.header('x-request-id') ?? null,
        dataId: context.req.query('data.id') ?? null,
        body: await context.req.json<unknown>().catch(() => null),
      });
      if (!heard.ok) {
        // It was judged all the same: behind the same address the provider's own may come. Whoever sends it names the store.
        if ((await foreignNotices(null, deps.householdOf(context))) === 0)
          deps.log.warn({ storeId, reason: heard.refusal }, 'a notice was refused');
        return context.body(null, 401);
      }
      return context.body(null, 200);
    },
  );

  return app;
}
