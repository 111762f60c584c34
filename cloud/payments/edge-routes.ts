// Payments as the store's own device uses them. Whoever gets in here is the store: its amounts are the truth.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import {
  Attempt,
  AttentionDone,
  AttentionItem,
  CardAnswer,
  EdgePixBody,
  PixPayment,
  Refund,
  RefundBody,
} from './contract.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';
import { MatchingDay } from '@balcao/shared/http/matching.ts';
import { problemOfPayment, problemOfRefund, refusalOfFailure } from './payment-refusal.ts';
import type { PaymentDeps } from './ports.ts';
import { refundView } from './views.ts';
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

export function edgeRoutes(
  deps: PaymentDeps,
  service: PaymentService,
): OpenAPIHono<{ Variables: { storeId: string } }> {
  const app = new OpenAPIHono<{ Variables: { storeId: string } }>({ defaultHook: invalidHook });
  app.use('/edge/payments/*', deps.requireDevice);
  const storeOf = (context: Context<{ Variables: { storeId: string } }>): string => context.get('storeId');

  app.openapi(
    createRoute({
      method: 'post',
      path: '/edge/payments/pix',
      summary: 'A PIX for an order that was taken on the LAN',
      request: body(EdgePixBody),
      responses: { 200: json(PixPayment, 'The code to pay'), '4XX': trouble, '5XX': trouble },
    }),
    async (context) => {
      const { order } = context.req.valid('json');
      const made = await service.startPix(storeOf(context), {
        orderId: order.id,
        code: order.code,
        totalCents: order.totalCents,
      });
      return made.ok
        ? context.json(made.value, 200)
        : (problemResponse(problemOfPayment(made.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/edge/payments/pix/{attemptId}',
      summary: 'How a PIX stands; looks at the provider while it is waited for',
      request: {
        params: z.object({ attemptId: z.uuid() }),
        // An older store does not say whose it should be.
        query: z.object({ orderId: z.uuid().optional() }),
      },
      responses: { 200: json(PixPayment, 'The payment'), 404: trouble },
    }),
    async (context) => {
      const { attemptId } = context.req.valid('param');
      const { orderId = null } = context.req.valid('query');
      const attempt = await service.poll(storeOf(context), orderId, attemptId);
      if (attempt === null) return problemResponse(problemOfPayment({ code: 'attempt-not-found' })) as never;
      return context.json(service.pixAnswer(attempt), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/edge/payments/cancel',
      summary: 'Ends the open attempt of an order that is paid otherwise',
      request: body(z.object({ orderId: z.uuid() })),
      responses: {
        200: json(z.object({ cancelled: z.boolean() }), 'Whether nothing is open any more'),
        '4XX': trouble,
      },
    }),
    async (context) =>
      context.json(
        { cancelled: await service.cancelOpen(storeOf(context), context.req.valid('json').orderId) },
        200,
      ),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/edge/payments/refund',
      summary: 'Gives a payment back, whole or in part; asked twice, it happens once',
      request: body(RefundBody),
      responses: { 200: json(Refund, 'The refund and how far it got'), '4XX': trouble },
    }),
    async (context) => {
      const { attemptId, amountCents, refundId } = context.req.valid('json');
      const asked = await service.refund(storeOf(context), attemptId, amountCents ?? null, refundId ?? null);
      return asked.ok
        ? context.json(refundView(asked.value), 200)
        : (problemResponse(problemOfRefund(asked.refusal)) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/edge/payments/attempts',
      summary: 'The attempts of an order, with their refunds',
      request: { query: z.object({ orderId: z.uuid() }) },
      responses: { 200: json(z.object({ attempts: z.array(Attempt) }), 'Oldest first') },
    }),
    async (context) =>
      context.json(
        { attempts: await service.attempts(storeOf(context), context.req.valid('query').orderId) },
        200,
      ),
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/edge/payments/card/{attemptId}',
      summary: 'How a card payment stands',
      request: { params: z.object({ attemptId: z.uuid() }) },
      responses: { 200: json(CardAnswer, 'The payment'), 404: trouble },
    }),
    async (context) => {
      const attempt = await service.poll(storeOf(context), null, context.req.valid('param').attemptId);
      if (attempt === null) return problemResponse(problemOfPayment({ code: 'attempt-not-found' })) as never;
      return context.json(service.cardAnswer(attempt), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/edge/payments/attention',
      summary: 'What a person must look at',
      responses: { 200: json(z.object({ items: z.array(AttentionItem) }), 'Oldest first') },
    }),
    async (context) => context.json({ items: await service.reviewItems(storeOf(context)) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/edge/payments/attention/done',
      summary: 'A person has dealt with it',
      request: body(AttentionDone),
      responses: { 200: json(z.object({ ended: z.boolean() }), 'Whether it was still open') },
    }),
    async (context) => {
      const { attemptId, kind } = context.req.valid('json');
      return context.json({ ended: await service.endReviewItem(storeOf(context), attemptId, kind) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/edge/payments/matching',
      summary: "A day's payments at the provider against ours and the orders",
      request: {
        query: z.object({
          day: z.iso.date(),
          timeZone: z
            .string()
            .max(60)
            .default('America/Sao_Paulo')
            .refine(isTimeZone, 'Fuso horário desconhecido'),
        }),
      },
      responses: {
        200: json(MatchingDay, 'The matching'),
        '5XX': trouble,
      },
    }),
    async (context) => {
      const { day, timeZone } = context.req.valid('query');
      const matched = await service.matchDay(storeOf(context), day, timeZone);
      return matched.ok
        ? context.json(matched.value, 200)
        : (problemResponse(problemOfPayment(refusalOfFailure(matched.refusal))) as never);
    },
  );

  return app;
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
