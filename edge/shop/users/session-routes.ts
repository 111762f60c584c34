// One's own sessions over HTTP: where one is signed in, and signing out there.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { problem } from '@balcao/shared/http/problem.ts';
import { OwnSessions } from '@balcao/shared/http/sessions.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from './users.ts';
import { actorOf, type Env, type RouteContext } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

const trouble = { description: 'A problem, in Portuguese' };

export function sessionRoutes({ users, wake }: { wake: Wake; users: Users }): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const middleware = requireRole(users);
  const { sessions } = users;
  const currentId = (context: RouteContext) =>
    users.sessionId(context.req.raw.headers, context.env.transport);

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/me/sessions',
      middleware,
      responses: {
        200: {
          description: 'This one first',
          content: { 'application/json': { schema: OwnSessions } },
        },
        '4XX': trouble,
      },
    }),
    async (context) =>
      context.json({ sessions: sessions.list(context.get('me').id, await currentId(context)) }, 200),
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: '/api/staff/me/sessions/{id}',
      middleware,
      request: { params: z.object({ id: z.string().min(1).max(64) }) },
      responses: { 204: { description: 'Signed out there' }, '4XX': trouble },
    }),
    (context) => {
      const ended = sessions.end(actorOf(context), context.get('me').id, context.req.valid('param').id);
      wake.notify('log');
      return ended
        ? context.body(null, 204)
        : (problemResponse(
            problem(404, 'unknown-session', 'Acesso não encontrado', 'Este acesso já foi encerrado.'),
          ) as never);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: '/api/staff/me/sessions',
      middleware,
      responses: { 204: { description: 'Signed out everywhere' }, '4XX': trouble },
    }),
    (context) => {
      sessions.endAll(actorOf(context), context.get('me').id);
      wake.notify('log');
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/me/new-device',
      middleware,
      responses: { 204: { description: 'It was them' }, '4XX': trouble },
    }),
    async (context) => {
      const { id } = context.get('me');
      const confirmed = sessions.confirm(actorOf(context), id, await currentId(context));
      if (confirmed) wake.notify('log');
      return confirmed
        ? context.body(null, 204)
        : (problemResponse(
            problem(
              409,
              'not-from-here',
              'Confirme em outro aparelho',
              'Um aparelho novo não pode dizer de si mesmo que é seu. Confirme num aparelho em que você já entrava.',
            ),
          ) as never);
    },
  );

  return app;
}
