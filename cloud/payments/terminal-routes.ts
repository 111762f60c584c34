// Card terminals as the store's own device asks for them.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/terminals.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { DeviceEnv, PaymentDeps } from './ports.ts';
import type { PaymentService } from './service.ts';
import { terminalPayment } from './terminals.ts';

export function terminalRoutes(
  { requireDevice }: PaymentDeps,
  { terminals, poll }: PaymentService,
): OpenAPIHono<DeviceEnv> {
  const app = new OpenAPIHono<DeviceEnv>();

  handle(app, contracts.listTerminalsOfStore, requireDevice, async ({ context }) =>
    accepted(await terminals.list(context.get('storeId'))),
  );

  handle(app, contracts.listTerminalsOfAccount, requireDevice, ({ context }) =>
    terminals.listAll(context.get('storeId')),
  );

  handle(app, contracts.keepTerminalOfStore, requireDevice, ({ params, body, context }) =>
    terminals.keep(context.get('storeId'), params.terminalId, body.name),
  );

  handle(app, contracts.forgetTerminalOfStore, requireDevice, async ({ params, context }) =>
    accepted(await terminals.forget(context.get('storeId'), params.terminalId)),
  );

  handle(app, contracts.sendOrderToTerminal, requireDevice, ({ body: { order, terminalId }, context }) =>
    terminals.send(
      context.get('storeId'),
      { orderId: order.id, code: order.code, totalCents: order.totalCents, items: [] },
      terminalId,
    ),
  );

  handle(app, contracts.sendPartToTerminal, requireDevice, ({ body: { order, terminalId, part }, context }) =>
    terminals.send(
      context.get('storeId'),
      { orderId: order.id, code: order.code, totalCents: order.totalCents, items: [], partId: part },
      terminalId,
    ),
  );

  handle(app, contracts.readTerminalOfStore, requireDevice, async ({ params, query, context }) => {
    const attempt = await poll(context.get('storeId'), query.orderId, params.attemptId);
    return attempt === null || attempt.terminalId === null
      ? refused({ code: 'attempt-not-found' })
      : accepted(terminalPayment(attempt));
  });

  return app;
}
