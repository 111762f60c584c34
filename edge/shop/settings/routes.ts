// Settings that are the store's alone: its PIX key.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/settings.ts';
import { invalid } from '@balcao/shared/http/problem.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../users/users.ts';
import type { PixKeys } from './pix-key.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  pixKeys: PixKeys;
};

export function privateSettingsRoutes({ users, pixKeys, wake }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.readPixKey, admin, () => accepted(pixKeys.get()));

  handle(app, contracts.setPixKey, admin, ({ context, body }) => {
    const saved = pixKeys.set(actorOf(context), body);
    if (!saved.ok) return refused(invalid(saved.refusal));
    wake.notify('log');
    return saved;
  });

  return app;
}
