// One's own sessions over HTTP: where one is signed in, and signing out there.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/users.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from './users.ts';
import { actorOf, type Env, type RouteContext } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

export function sessionRoutes({ users, wake }: { wake: Wake; users: Users }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const anyone = requireRole(users);
  const { sessions } = users;
  const currentId = (context: RouteContext) =>
    users.sessionId(context.req.raw.headers, context.env.transport);

  handle(app, contracts.listOwnSessions, anyone, async ({ context }) =>
    accepted({ sessions: sessions.list(context.get('me').id, await currentId(context)) }),
  );

  handle(app, contracts.endOwnSession, anyone, ({ context, params }) => {
    const ended = sessions.end(actorOf(context), context.get('me').id, params.id);
    wake.notify('log');
    return ended ? accepted(null) : refused('unknown-session');
  });

  handle(app, contracts.endOwnSessions, anyone, ({ context }) => {
    sessions.endAll(actorOf(context), context.get('me').id);
    wake.notify('log');
    return accepted(null);
  });

  handle(app, contracts.confirmNewDevice, anyone, async ({ context }) => {
    const { id } = context.get('me');
    if (!sessions.confirm(actorOf(context), id, await currentId(context))) return refused('not-from-here');
    wake.notify('log');
    return accepted(null);
  });

  return app;
}
