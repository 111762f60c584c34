// Payments as the store's own device uses them. Whoever gets in here is the store: its amounts are the truth.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/payments.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Payable } from './attempts/begin.ts';
import type { DeviceEnv, PaymentDeps } from './ports.ts';
import { refusalOfFailure } from './refusal-of-failure.ts';
import type { PaymentService } from './service.ts';
import { refundView } from './views.ts';

export function edgeRoutes({ requireDevice }: PaymentDeps, service: PaymentService): OpenAPIHono<DeviceEnv> {
  const app = new OpenAPIHono<DeviceEnv>();

  // Of what is bought the store says nothing here, and a PIX is not judged by it.
  const startPix = (
    storeId: string,
    { id: orderId, code, totalCents }: { id: string; code: string; totalCents: number },
    part: Pick<Payable, 'partId' | 'isDifference'> = {},
  ) => service.startPix(storeId, { orderId, code, totalCents, items: [], ...part });

  handle(app, contracts.startPixOfOrder, requireDevice, ({ body: { order }, context }) =>
    startPix(context.get('storeId'), order),
  );

  handle(app, contracts.startPixOfPart, requireDevice, ({ body: { order, part }, context }) =>
    startPix(context.get('storeId'), order, { partId: part }),
  );

  handle(app, contracts.startPixOfDifference, requireDevice, ({ body: { order, part }, context }) =>
    startPix(context.get('storeId'), order, { partId: part, isDifference: true }),
  );

  handle(app, contracts.readPixOfStore, requireDevice, async ({ params, query, context }) => {
    const attempt = await service.poll(context.get('storeId'), query.orderId ?? null, params.attemptId);
    return attempt === null ? refused({ code: 'attempt-not-found' }) : accepted(service.pixAnswer(attempt));
  });

  handle(app, contracts.findStaticPix, requireDevice, ({ body: { pix }, context }) =>
    service.findStaticPix(context.get('storeId'), pix),
  );

  handle(app, contracts.cancelOpenAttempt, requireDevice, async ({ body, context }) =>
    accepted({ cancelled: await service.cancelOpen(context.get('storeId'), body.orderId) }),
  );

  handle(app, contracts.refundAttempt, requireDevice, async ({ body, context }) => {
    const { attemptId, amountCents = null, refundId = null } = body;
    const asked = await service.refund(context.get('storeId'), attemptId, amountCents, refundId);
    return asked.ok ? accepted(refundView(asked.value)) : asked;
  });

  handle(app, contracts.listAttempts, requireDevice, async ({ query, context }) =>
    accepted({ attempts: await service.attempts(context.get('storeId'), query.orderId) }),
  );

  handle(app, contracts.readCardOfStore, requireDevice, async ({ params, context }) => {
    const attempt = await service.poll(context.get('storeId'), null, params.attemptId);
    return attempt === null ? refused({ code: 'attempt-not-found' }) : accepted(service.cardAnswer(attempt));
  });

  handle(app, contracts.listAttention, requireDevice, async ({ context }) =>
    accepted({ items: await service.reviewItems(context.get('storeId')) }),
  );

  handle(app, contracts.endAttention, requireDevice, ({ body, context }) =>
    service.endReviewItem(context.get('storeId'), body.attemptId, body.kind),
  );

  handle(app, contracts.acceptAttention, requireDevice, ({ body, context }) =>
    service.accept(context.get('storeId'), body.attemptId),
  );

  handle(app, contracts.listBooked, requireDevice, async ({ query, context }) =>
    accepted(await service.booked(context.get('storeId'), query.month, query.timeZone)),
  );

  handle(app, contracts.matchDay, requireDevice, async ({ query, context }) => {
    const matched = await service.matchDay(context.get('storeId'), query.day, query.timeZone);
    return matched.ok ? matched : refused(refusalOfFailure(matched.refusal));
  });

  return app;
}
