// How the machine does, for the administrator's screen and as a file for whoever helps.
import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { Diagnostics, DiagnosticsBundle } from '@balcao/shared/http/diagnostics.ts';
import type { Users } from '../../shop/users/users.ts';
import type { StoreDiagnostics } from './diagnostics.ts';
import type { Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

const trouble = { description: 'A problem, in Portuguese' };

export function diagnosticsRoutes({
  users,
  diagnostics,
}: {
  users: Users;
  diagnostics: StoreDiagnostics;
}): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const middleware = requireRole(users, 'ADMIN');
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/diagnostics',
      middleware,
      responses: {
        200: { description: 'How it does', content: { 'application/json': { schema: Diagnostics } } },
        '4XX': trouble,
      },
    }),
    async (context) => context.json(await diagnostics.look(), 200),
  );
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/diagnostics/bundle',
      middleware,
      responses: {
        200: {
          description: 'The same as a file that names nobody',
          content: { 'application/json': { schema: DiagnosticsBundle } },
        },
        '4XX': trouble,
      },
    }),
    async (context) =>
      context.body(JSON.stringify(await diagnostics.bundle(), null, 2), 200, {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="balcao-diagnostico.json"',
        'cache-control': 'no-store',
      }) as never,
  );
  return app;
}
