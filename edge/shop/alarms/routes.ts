// Which devices are rung when something is wrong with the shop. For the owner alone; the relay keeps them.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/notifications.ts';
import type { Wake } from '../../storage/wake.ts';
import type { Users } from '../users/users.ts';
import type { Audit } from '../audit/audit.ts';
import type { OwnerPhones } from './owner-phones.ts';
import { actorOf, type Env } from '../../http/context.ts';
import { requireRole } from '../../http/guards.ts';

/** What these routes use. */
type Deps = {
  wake: Wake;
  users: Users;
  audit: Audit;
  phones: OwnerPhones;
};

export function pushRoutes({ users, phones, audit, wake }: Deps) {
  const app = new OpenAPIHono<Env>();
  const admin = requireRole(users, 'ADMIN');

  handle(app, contracts.readAlarms, admin, () => phones.read());

  handle(app, contracts.addAlarmDevice, admin, async ({ context, body: device }) => {
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
    return added;
  });

  handle(app, contracts.removeAlarmDevice, admin, async ({ context, params }) => {
    const removed = await phones.remove(params.id);
    if (removed.ok && removed.value.removed) {
      audit.record(actorOf(context), 'settings', 'push-device', 'removeu um aparelho dos avisos');
      wake.notify('log');
    }
    return removed;
  });

  handle(app, contracts.testAlarms, admin, () => phones.test());

  return app;
}
