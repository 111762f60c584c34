// Who changed what, for an administrator. Read only.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import { readAuditPage } from '@balcao/shared/http/contracts/audit.ts';
import { accepted } from '@balcao/shared/result.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from './audit.ts';
import type { Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

export function auditRoutes({ audit, users }: { users: Users; audit: Audit }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  handle(app, readAuditPage, requireRole(users, 'ADMIN'), ({ query }) => accepted(audit.page(query)));
  return app;
}
