// The first run: the door that leads to it, how far it is, and the sample menu.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { FirstRun, FirstRunChoices } from '@balcao/shared/http/first-run.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../users/users.ts';
import type { FirstRuns } from './first-run.ts';
import type { SampleMenu } from './sample-menu.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  firstRun: FirstRuns;
  sampleMenu: SampleMenu;
};

const FIRST_SCREEN = '/admin/primeiros-passos';

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function firstRunRoutes({ users, firstRun, sampleMenu, wake }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const middleware = requireRole(users, 'ADMIN');

  // A store without an owner has nothing else to show. Customers never see it: the relay has pages of its own.
  app.on('GET', ['/', '/auth'], async (context, next) => {
    if (context.env.transport !== 'lan' || !firstRun.leads()) return next();
    return context.redirect(FIRST_SCREEN, 302);
  });

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/first-run',
      middleware,
      responses: { 200: json(FirstRun, 'How far it is'), '4XX': trouble },
    }),
    async (context) => context.json(await firstRun.look(), 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: '/api/staff/first-run',
      middleware,
      request: { body: { required: true, content: { 'application/json': { schema: FirstRunChoices } } } },
      responses: { 200: json(FirstRun, 'How far it is'), '4XX': trouble },
    }),
    async (context) => {
      firstRun.choose(context.req.valid('json'));
      wake.notify('log');
      return context.json(await firstRun.look(), 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/sample-menu',
      middleware,
      responses: {
        200: json(z.object({ entries: z.number().int() }), 'How many entries it has'),
        '4XX': trouble,
      },
    }),
    async (context) => {
      const installed = await sampleMenu.install(actorOf(context));
      if (!installed.ok)
        return problemResponse(
          problem(
            409,
            installed.refusal,
            'O cardápio já tem itens',
            'O cardápio de exemplo só entra em um cardápio vazio, para não misturar com o seu.',
          ),
        ) as never;
      wake.notify('log');
      return context.json(installed.value, 200);
    },
  );
  return app;
}
