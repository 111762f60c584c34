// How the machine does, for the administrator's screen and as a file for whoever helps.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/diagnostics.ts';
import { accepted } from '@balcao/shared/result.ts';
import type { Users } from '../../shop/users/users.ts';
import type { StoreDiagnostics } from './diagnostics.ts';
import type { Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

export function diagnosticsRoutes({
  users,
  diagnostics,
}: {
  users: Users;
  diagnostics: StoreDiagnostics;
}): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.readDiagnostics, admin, async () => accepted(await diagnostics.collectDiagnostics()));

  handle(app, contracts.downloadDiagnostics, admin, async ({ context }) =>
    context.body(JSON.stringify(await diagnostics.bundle(), null, 2), 200, {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="balcao-diagnostico.json"',
      'cache-control': 'no-store',
    }),
  );

  return app;
}
