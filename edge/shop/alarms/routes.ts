// Which devices are rung when something is wrong with the shop. For the owner alone; the relay keeps them.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { NewPushDevice, OwnerPush } from '@balcao/shared/http/push.ts';
import type { Problem } from '@balcao/shared/http/problem.ts';
import type { Result } from '@balcao/shared/result.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from '../audit/audit.ts';
import type { OwnerPhones } from './owner-phones.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';
import { invalidHook, problemResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  audit: Audit;
  phones: OwnerPhones;
};

const json = <T extends z.ZodType>(schema: T, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
const trouble = { description: 'A problem, in Portuguese' };
const troubles = { '4XX': trouble, 503: trouble };

export function pushRoutes({ users, phones, audit, wake }: Deps) {
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const admin = requireRole(users, 'ADMIN');
  const answered = <T>(answer: Result<T, Problem>): Response =>
    answer.ok
      ? Response.json(answer.value, { headers: { 'cache-control': 'no-store' } })
      : problemResponse(answer.refusal);

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/staff/push',
      middleware: admin,
      responses: { 200: json(OwnerPush, 'Devices, and the alarms of late'), ...troubles },
    }),
    async () => answered(await phones.read()) as never,
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/push/devices',
      middleware: admin,
      request: { body: { required: true, content: { 'application/json': { schema: NewPushDevice } } } },
      responses: { 200: json(z.object({ id: z.string() }), 'The device'), ...troubles },
    }),
    async (context) => {
      const device = context.req.valid('json');
      const added = await phones.add(context.get('me').id, device);
      if (added.ok) {
        audit.record(
          actorOf(context),
          'settings',
          'push-device',
          `passou a receber avisos no aparelho ${device.label}`,
        );
        wake.notify('log');
      }
      return answered(added) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: '/api/staff/push/devices/{id}',
      middleware: admin,
      request: { params: z.object({ id: z.uuid() }) },
      responses: { 200: json(z.object({ removed: z.boolean() }), 'Whether it was known'), ...troubles },
    }),
    async (context) => {
      const removed = await phones.remove(context.req.valid('param').id);
      if (removed.ok && removed.value.removed) {
        audit.record(actorOf(context), 'settings', 'push-device', 'removeu um aparelho dos avisos');
        wake.notify('log');
      }
      return answered(removed) as never;
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/staff/push/test',
      middleware: admin,
      responses: { 200: json(z.object({ sent: z.number() }), 'To how many devices'), ...troubles },
    }),
    async () => answered(await phones.test()) as never,
  );

  return app;
}
