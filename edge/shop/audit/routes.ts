// Who changed what, for an administrator. Read only.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { AuditPage, AuditSubject } from '@balcao/shared/http/audit.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from './audit.ts';
import type { Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook } from '@balcao/shared/host/problems.ts';

const query = z.object({
  before: z.coerce.number().int().positive().optional(),
  subject: AuditSubject.optional(),
});

export function auditRoutes({ audit, users }: { users: Users; audit: Audit }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/audit',
      middleware: requireRole(users, 'ADMIN'),
      request: { query },
      responses: {
        200: { description: 'Newest first', content: { 'application/json': { schema: AuditPage } } },
        '4XX': { description: 'A problem, in Portuguese' },
      },
    }),
    (context) => context.json(audit.page(context.req.valid('query')), 200),
  );
  return app;
}
