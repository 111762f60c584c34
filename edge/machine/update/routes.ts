// The store's release for an administrator: its state, the upload of a release file, and the request to install one. Upload and request
// only in the shop's network: a release is code, and who sends it must stand where the machine does.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/update.ts';
import type { UpdateState } from '@balcao/shared/http/update.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../../shop/users/users.ts';
import type { NightUpdates } from './night.ts';
import type { Updates } from './updates.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireLan, requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  version: string;
  wake: Wake;
  users: Users;
  updates: Updates;
  nightUpdates: NightUpdates;
};

/** The path of the upload, whose body is longer than any other and is not JSON. */
export const RELEASE_PATH = contracts.uploadRelease.path;
export const RELEASE_BYTES_MAX = 512 * 1024 * 1024;

export function updateRoutes({ users, updates, nightUpdates, version, wake }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');
  const present = async (context: { env: Env['Bindings'] }): Promise<UpdateState> => ({
    version,
    available: updates.available,
    allowed: context.env.transport === 'lan',
    updateUrl: updates.updateUrl,
    ...updates.choice(),
    source: await updates.source(),
    looking: await updates.isLooking(),
    waitsFor: nightUpdates.waitsFor(),
    run: await updates.run(),
  });

  handle(app, contracts.readUpdate, admin, async ({ context }) => accepted(await present(context)));

  handle(app, contracts.uploadRelease, [admin, requireLan], ({ context }) => {
    const { body } = context.req.raw;
    if (body === null) return refused('not-a-release');
    const sum = context.req.header('x-sha256')?.trim() ?? '';
    return updates.takeFile(
      body,
      Number(context.req.header('content-length') ?? RELEASE_BYTES_MAX),
      sum === '' ? null : sum,
    );
  });

  handle(app, contracts.requestUpdate, [admin, requireLan], async ({ context, body }) => {
    const result = await updates.requestUpdate(actorOf(context), body.from);
    if (!result.ok) return result;
    wake.notify('log');
    return accepted(await present(context));
  });

  handle(app, contracts.lookForUpdate, [admin, requireLan], async ({ context }) => {
    const result = await updates.requestCheck();
    return result.ok ? accepted(await present(context)) : result;
  });

  handle(app, contracts.chooseUpdates, [admin, requireLan], async ({ context, body }) => {
    updates.choose(actorOf(context), body);
    wake.notify('log');
    return accepted(await present(context));
  });

  return app;
}
