// Settings that are the store's alone: its PIX key.
import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import { PixKey } from '@balcao/shared/http/pix.ts';
import { invalid } from '@balcao/shared/http/problem.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../users/users.ts';
import type { PixKeys } from './pix-key.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  pixKeys: PixKeys;
};

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const body = <T extends z.ZodType>(schema: T) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});
const trouble = { description: 'A problem, in Portuguese' };

export function privateSettingsRoutes({ users, pixKeys, wake }: Deps): OpenAPIHono<Env> {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const middleware = requireRole(users, 'ADMIN');

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/pix-key',
      middleware,
      responses: { 200: json(PixKey, 'The key; empty when there is none'), '4XX': trouble },
    }),
    (context) => context.json(pixKeys.get(), 200),
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: '/api/staff/pix-key',
      middleware,
      request: body(PixKey),
      responses: { 200: json(PixKey, 'The key as banks write it'), '4XX': trouble },
    }),
    (context) => {
      const saved = pixKeys.set(actorOf(context), context.req.valid('json'));
      if (!saved.ok) return problemResponse(invalid(saved.refusal)) as never;
      wake.notify('log');
      return context.json(saved.value, 200);
    },
  );

  return app;
}
