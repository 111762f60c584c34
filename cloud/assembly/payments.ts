// Money through the provider, and who is told of it: the owners' alarms and the customers' notifications.
import { householdOf } from '@balcao/shared/host/household.ts';
import { clientOf, type RouteContext } from '../http/context.ts';
import { requireDevice } from '../http/guards.ts';
import { createPush } from '../notifications/push.ts';
import { createPayments } from '../payments/payments.ts';
import type { Provider } from '../payments/provider/provider.ts';
import type { RelayBase } from './base.ts';
import type { RelayShop } from './shop.ts';

export function assemblePayments(
  { config, db, wake, stores, counts, clock, log, traces }: RelayBase,
  { commands, documents, gateway, replica }: RelayShop,
  provider: Provider | undefined,
) {
  const push = createPush({
    ...{ db, config, clock, log, traces },
    isLinked: (storeId) => gateway.session(storeId) !== null,
    settings: async (storeId) => (await documents.catalogOnce(storeId)).settings,
  });
  const payments = createPayments({
    ...{ db, config, log, clock, counts, traces, ...(provider && { provider }) },
    alarms: push.paymentAlarms,
    commands: { enqueue: commands.enqueue, wake: (storeId) => wake.notify(storeId, 'commands') },
    orders: replica,
    requireDevice: requireDevice(stores),
    householdOf: (context) => householdOf(clientOf(context as RouteContext, config.trustedProxies)),
    storeOf: async (context) =>
      (await stores.byHost((context as RouteContext).req.header('host') ?? ''))?.storeId ?? null,
    methodEnabled: async (storeId, method) =>
      (await documents.catalog(storeId)).paymentMethods.some((one) => one.id === method && one.enabled),
  });
  return { push, payments };
}
