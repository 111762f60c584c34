// Who wants notifications: customers for one order of theirs, by its tracking token; owners through their store, which has
// asked for ADMIN.
import { OpenAPIHono } from '@hono/zod-openapi';
import { handle } from '@balcao/shared/host/handle.ts';
import * as contracts from '@balcao/shared/http/contracts/notifications.ts';
import * as ofTheStore from '@balcao/shared/http/contracts/relay-notifications.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { accepted, refused } from '@balcao/shared/result.ts';
import type { Config } from '../config.ts';
import type { Stores } from '../shop/stores/stores.ts';
import type { Replica } from '../shop/orders/replica.ts';
import type { Push } from './push.ts';
import type { Env, RouteContext } from '../http/context.ts';
import { requireStore } from '../http/guards.ts';
import { slowed, type Limit, type Limits } from '../http/limits.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  stores: Stores;
  replica: Replica;
  push: Push;
  limits: Limits;
};

const OVER = new Set<Order['status']>(['READY', 'DELIVERED', 'CANCELLED']);

export function pushRoutes(deps: Deps): OpenAPIHono<Env> {
  const { push, replica, limits, config } = deps;
  const app = new OpenAPIHono<Env>();
  const store = requireStore(deps.stores);
  const slowly = (limit: Limit) => slowed(limit, config.trustedProxies);

  const orderFor = (context: RouteContext, code: string): Promise<Order | null> =>
    replica.heldByCode(context.get('storeId'), code, context.req.header('authorization'));

  handle(app, contracts.readPushKey, [store, slowly(limits.reads)], async ({ context }) => {
    const { publicKey } = await push.keys.loadOrCreateKeys(context.get('storeId'));
    context.header('cache-control', 'no-cache');
    return accepted({ publicKey });
  });

  handle(
    app,
    contracts.turnReadyNoticeOn,
    [store, slowly(limits.lookups)],
    async ({ context, params, body }) => {
      const order = await orderFor(context, params.code);
      if (!order) return refused({ code: 'order-not-found' });
      if (OVER.has(order.status)) return refused({ code: 'order-over', status: order.status });
      if (!push.allowed(body.endpoint)) return refused('push-service');
      const added = await push.subscriptions.add(context.get('storeId'), { orderId: order.id }, body);
      return added === null ? refused('too-many-devices') : accepted(null);
    },
  );

  handle(
    app,
    contracts.turnReadyNoticeOff,
    [store, slowly(limits.lookups)],
    async ({ context, params, body }) => {
      const order = await orderFor(context, params.code);
      if (!order) return refused({ code: 'order-not-found' });
      await push.subscriptions.removeOfOrder(context.get('storeId'), order.id, body.endpoint);
      return accepted(null);
    },
  );

  handle(app, ofTheStore.readAlarms, [], async ({ context }) => {
    const storeId = context.get('storeId');
    const [{ publicKey }, devices, recent] = await Promise.all([
      push.keys.loadOrCreateKeys(storeId),
      push.subscriptions.devices(storeId),
      push.alarms.recent(storeId),
    ]);
    return accepted({
      publicKey,
      webhook: push.hasWebhook,
      devices: devices.map(({ id, label, createdAtMs }) => ({ id, label: label ?? '', createdAtMs })),
      alarms: recent.map(({ id, title, text, sinceMs, endedAtMs }) => ({
        id,
        title,
        text,
        sinceMs,
        endedAtMs,
      })),
    });
  });

  handle(app, ofTheStore.addAlarmDevice, [], async ({ context, body: { label, userId, subscription } }) => {
    if (!push.allowed(subscription.endpoint)) return refused('push-service');
    const id = await push.subscriptions.add(context.get('storeId'), { label, userId }, subscription);
    return id === null ? refused('too-many-devices') : accepted({ id });
  });

  handle(app, ofTheStore.keepAlarmDevices, [], async ({ context, body }) => {
    await push.subscriptions.keepDevicesOf(context.get('storeId'), body.userIds);
    return accepted(null);
  });

  handle(app, ofTheStore.removeAlarmDevice, [], async ({ context, params }) =>
    accepted({ removed: await push.subscriptions.remove(context.get('storeId'), params.id) }),
  );

  handle(app, ofTheStore.testAlarms, [], async ({ context }) => {
    const sent = await push.alarms.test(context.get('storeId'));
    push.wake();
    return accepted({ sent });
  });

  return app;
}
