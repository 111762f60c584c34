// Printers and waiting tickets, for staff: what state they are in, and the one tap that mends it.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Deps } from '../app.ts';
import type { Env } from './context.ts';
import { requireRole } from './guards.ts';
import { invalidHook, problemResponse, refusalResponse } from './problems.ts';

const jobId = z.object({ id: z.coerce.number().int().positive() });
const done = { 200: { description: 'Done' }, '4XX': { description: 'A problem, in Portuguese' } };

export function printingRoutes(deps: Deps): OpenAPIHono<Env> {
  const { printing, orders, users, clock, wake } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const shop = requireRole(users, 'ADMIN', 'KITCHEN', 'ATTENDANT');
  const admin = requireRole(users, 'ADMIN');

  app.get('/api/staff/printing', shop, (context) => context.json({ printers: printing.status(), jobs: printing.queue.list() }));

  app.openapi(
    createRoute({ method: 'post', path: '/api/staff/print-jobs/{id}/{action}', middleware: shop, request: { params: jobId.extend({ action: z.enum(['retry', 'cancel', 'release']) }) }, responses: done }),
    (context) => {
      const { id, action } = context.req.valid('param');
      if (!printing.queue[action](id)) {
        return problemResponse(problem(409, 'print-job', 'Impressão não encontrada', 'Esta impressão já terminou ou foi descartada.')) as never;
      }
      wake.notify('print');
      wake.notify('printer');
      return context.json({ done: true }, 200);
    },
  );

  app.openapi(
    createRoute({ method: 'post', path: '/api/staff/orders/{id}/reprint', middleware: shop, request: { params: z.object({ id: z.uuid() }) }, responses: done }),
    (context) => {
      const order = orders.repository.byId(context.req.valid('param').id);
      if (!order) return refusalResponse({ code: 'order-not-found' }) as never;
      printing.queue.reprint(order, 'kitchen', clock());
      wake.notify('print');
      return context.json({ done: true }, 200);
    },
  );

  app.openapi(
    createRoute({ method: 'post', path: '/api/staff/printers/{id}/test', middleware: admin, request: { params: z.object({ id: z.string().max(64) }) }, responses: done }),
    async (context) => {
      const result = await printing.testPrint(context.req.valid('param').id);
      return context.json(result, 200);
    },
  );

  return app;
}
