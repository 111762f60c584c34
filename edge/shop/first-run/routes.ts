// The first run: the door that leads to it, how far it is, and the sample menu.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/first-run.ts';
import { accepted } from '@balcao/shared/result.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../users/users.ts';
import type { FirstRuns } from './first-run.ts';
import type { SampleMenu } from './sample-menu.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  firstRun: FirstRuns;
  sampleMenu: SampleMenu;
};

const FIRST_SCREEN = '/admin/primeiros-passos';

export function firstRunRoutes({ users, firstRun, sampleMenu, wake }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  // A store without an owner has nothing else to show. Customers never see it: the relay has pages of its own.
  app.on('GET', ['/', '/auth'], async (context, next) => {
    if (context.env.transport !== 'lan' || !firstRun.leads()) return next();
    return context.redirect(FIRST_SCREEN, 302);
  });

  handle(app, contracts.readFirstRun, admin, async () => accepted(await firstRun.readSteps()));

  handle(app, contracts.chooseFirstRun, admin, async ({ body }) => {
    firstRun.choose(body);
    wake.notify('log');
    return accepted(await firstRun.readSteps());
  });

  handle(app, contracts.installSampleMenu, admin, async ({ context }) => {
    const installed = await sampleMenu.install(actorOf(context));
    if (installed.ok) wake.notify('log');
    return installed;
  });

  return app;
}
