// Who wants notifications: customers for one order of theirs, by its tracking token; owners through their store, which has
// asked for ADMIN.
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { normalizeCode } from '@balcao/shared/ids.ts';
import { problem } from '@balcao/shared/http/problem.ts';
import { NewPushDevice, OwnerPush, PushKey, PushSubscriptionBody } from '@balcao/shared/http/push.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import type { Config } from '../config.ts';
import type { Stores } from '../shop/stores/stores.ts';
import type { Replica } from '../shop/orders/replica.ts';
import type { Push } from './push.ts';
import type { Env, RouteContext } from '../http/context.ts';
import { body, codeParam, json, trouble } from '../http/contract.ts';
import { requireStore } from '../http/guards.ts';
import { slowed, type Limit, type Limits } from '../http/limits.ts';
import { invalidHook, problemResponse, refusalResponse } from '@balcao/shared/host/problems.ts';

/** What these routes use. */
type Deps = {
  config: Config;
  stores: Stores;
  replica: Replica;
  push: Push;
  limits: Limits;
};

const nothing = { 204: { description: 'Done' }, '4XX': trouble };
const OVER = new Set<Order['status']>(['READY', 'DELIVERED', 'CANCELLED']);

const notOurs = (): Response =>
  problemResponse(
    problem(
      422,
      'push-service',
      'Navegador não reconhecido',
      'Os avisos deste navegador não são aceitos por este site. Use o Chrome, o Edge, o Firefox ou o Safari.',
    ),
  );
const full = (): Response =>
  problemResponse(
    problem(
      409,
      'too-many-devices',
      'Aparelhos demais',
      'Já há aparelhos demais recebendo estes avisos. Remova um e tente de novo.',
    ),
  );

export function pushRoutes(deps: Deps): OpenAPIHono<Env> {
  const { push, replica, limits, config } = deps;
  const app = new OpenAPIHono<Env>({ defaultHook: invalidHook });
  const store = requireStore(deps.stores);
  const slowly = (limit: Limit) => slowed(limit, config.trustedProxies);

  /** The order, for who holds its token; to a stranger it makes no difference whether it exists. */
  async function orderFor(context: RouteContext, code: string): Promise<Order | null> {
    const storeId = context.get('storeId');
    const order = await replica.byCode(storeId, normalizeCode(code));
    const token = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1];
    const holds =
      order !== null && token !== undefined && (await replica.verifyToken(storeId, order.id, token));
    return holds ? order : null;
  }
  const unknown = (): Response => refusalResponse({ code: 'order-not-found' });

  app.openapi(
    createRoute({
      method: 'get',
      path: '/api/push/public-key',
      summary: 'What a browser subscribes to notifications with',
      middleware: [store, slowly(limits.reads)] as const,
      responses: { 200: json(PushKey, 'The public key'), '4XX': trouble, 503: trouble },
    }),
    async (context) => {
      const { publicKey } = await push.keys.of(context.get('storeId'));
      return context.json({ publicKey }, 200, { 'cache-control': 'no-cache' });
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/api/orders/{code}/push',
      summary: 'Be told when the order is ready',
      middleware: [store, slowly(limits.lookups)] as const,
      request: { ...codeParam, ...body(PushSubscriptionBody) },
      responses: nothing,
    }),
    async (context) => {
      const subscription = context.req.valid('json');
      const order = await orderFor(context, context.req.valid('param').code);
      if (!order) return unknown() as never;
      if (OVER.has(order.status))
        return refusalResponse({ code: 'order-over', status: order.status }) as never;
      if (!push.allowed(subscription.endpoint)) return notOurs() as never;
      const added = await push.subscriptions.add(context.get('storeId'), { orderId: order.id }, subscription);
      return added === null ? (full() as never) : context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: '/api/orders/{code}/push',
      summary: 'Not be told after all',
      middleware: [store, slowly(limits.lookups)] as const,
      request: { ...codeParam, ...body(PushSubscriptionBody.pick({ endpoint: true })) },
      responses: nothing,
    }),
    async (context) => {
      const order = await orderFor(context, context.req.valid('param').code);
      if (!order) return unknown() as never;
      const { endpoint } = context.req.valid('json');
      await push.subscriptions.removeOfOrder(context.get('storeId'), order.id, endpoint);
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'get',
      path: '/edge/push',
      summary: 'Who is told of alarms, and what was told',
      responses: { 200: json(OwnerPush, 'Devices and alarms') },
    }),
    async (context) => {
      const storeId = context.get('storeId');
      const [{ publicKey }, devices, recent] = await Promise.all([
        push.keys.of(storeId),
        push.subscriptions.devices(storeId),
        push.alarms.recent(storeId),
      ]);
      return context.json(
        {
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
        },
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/edge/push/devices',
      summary: "An owner's device hears alarms from now on",
      request: body(NewPushDevice.extend({ userId: z.string().min(1).max(100) })),
      responses: { 200: json(z.object({ id: z.string() }), 'The device'), '4XX': trouble },
    }),
    async (context) => {
      const { label, userId, subscription } = context.req.valid('json');
      if (!push.allowed(subscription.endpoint)) return notOurs() as never;
      const id = await push.subscriptions.add(context.get('storeId'), { label, userId }, subscription);
      return id === null ? (full() as never) : context.json({ id }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: 'put',
      path: '/edge/push/owners',
      summary: 'The users who may hear alarms; the devices of all others are forgotten',
      request: body(z.object({ userIds: z.array(z.string().max(100)).max(500) })),
      responses: nothing,
    }),
    async (context) => {
      await push.subscriptions.keepDevicesOf(context.get('storeId'), context.req.valid('json').userIds);
      return context.body(null, 204);
    },
  );

  app.openapi(
    createRoute({
      method: 'delete',
      path: '/edge/push/devices/{id}',
      summary: 'A device hears no more alarms',
      request: { params: z.object({ id: z.uuid() }) },
      responses: { 200: json(z.object({ removed: z.boolean() }), 'Whether it was known') },
    }),
    async (context) =>
      context.json(
        {
          removed: await push.subscriptions.remove(context.get('storeId'), context.req.valid('param').id),
        },
        200,
      ),
  );

  app.openapi(
    createRoute({
      method: 'post',
      path: '/edge/push/test',
      summary: 'Sends every device a message',
      responses: { 200: json(z.object({ sent: z.number() }), 'To how many') },
    }),
    async (context) => {
      const sent = await push.alarms.test(context.get('storeId'));
      push.wake();
      return context.json({ sent }, 200);
    },
  );

  return app;
}
