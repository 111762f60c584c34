// A whole shop in one process: the real store behind the real link of the real relay, with a cable between them that a test pulls and
// the simulated provider behind both. Every line that either side logs is kept.
import { createServer } from 'node:http';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { expect } from 'vitest';
import { logOptions } from '@balcao/shared/host/log.ts';
import type { Traces } from '@balcao/shared/host/traces.ts';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { lanListener } from '../../edge/http/transport.ts';
import { openTestStore } from '../../edge/testing/open-test-store.ts';
import { DEMO_ACCOUNT } from '../simulators/mercado-pago/demo-credentials.ts';
import { startMercadoPagoSimulator } from '../simulators/mercado-pago/simulator.ts';
import { createCable } from '../support/cable.ts';
import type { DatabaseKind } from '../support/databases.ts';
import { signInAt } from '../support/staff-session.ts';
import { ask, type Ask, type Asked } from './ask.ts';
import { makeCardToken } from './card-token.ts';
import { closeServer, listen } from '../support/listen.ts';
import { inStep } from './real-store.ts';
import { createTestRelay, PAIRING_CODE, soon } from './relay.ts';

const OWNER = { name: 'Dona Lúcia', email: 'dona@loja.com', password: 'segredo-da-dona' };

export type WholeShop = Awaited<ReturnType<typeof openWholeShop>>;

/** `relayEnvironment` stands over the relay's usual settings. */
export async function openWholeShop(
  relayEnvironment: Record<string, string> = {},
  kind: DatabaseKind = 'postgres',
  /** Where the spans of either side begin. */
  traces: { relay: Traces | null; store: Traces | null } = { relay: null, store: null },
) {
  const logged: string[] = [];
  const log = pino(logOptions('debug'), { write: (line: string) => void logged.push(line) });
  const simulator = await startMercadoPagoSimulator({ port: 0, webhookRetryDelaysMs: [20, 50] });
  const testRelay = await createTestRelay(kind, {
    log,
    traces: traces.relay,
    environment: (url) => ({
      PUBLIC_URL: url,
      TRUSTED_PROXIES: 'none',
      MP_BASE_URL: simulator.url,
      ...relayEnvironment,
    }),
  });
  const { relay, url: relayUrl } = testRelay;
  // As a shop sets it up in the panel: orders name no address of their own.
  simulator.control.setPanelUrl(`${relayUrl}/api/webhooks/mercadopago`);
  const cable = await createCable(Number(new URL(relayUrl).port));
  const store = await openTestStore({
    log,
    traces: traces.store,
    seed: false,
    clock: {
      get nowMs() {
        return Date.now();
      },
      skewMs: 0,
    },
    environment: { RELAY_URL: cable.url, PAIRING_CODE, MDNS: '0', WEB_DIR: testRelay.dataDir },
  });
  const catalog = sampleCatalog();
  store.menu.seed({
    ...catalog,
    ...sampleWholesale(),
    paymentMethods: [
      ...catalog.paymentMethods,
      { id: 'credit_card', enabled: true, displayName: 'Cartão', description: null, position: 2 },
    ],
  });
  await store.users.create({ ...OWNER, role: 'ADMIN' });
  const storeServer = createServer(lanListener(store.app));
  const { url: storeUrl } = await listen(storeServer);
  store.start();

  // Both say that they are linked, and the site has the shop's menu.
  await inStep(testRelay, store);
  await soon(async () => {
    expect((await ask(`${relayUrl}/api/store`)).body).toMatchObject({ storeOnline: true });
    expect((await ask(`${relayUrl}/api/menu`)).body).toMatchObject({ sizes: [{}, {}] });
  });

  return {
    relayUrl,
    storeUrl,
    testRelay,
    relay,
    store,
    cable,
    control: simulator.control,
    logged,
    credentials: DEMO_ACCOUNT,
    ask: (host: string, path: string, init?: Asked) => ask(host + path, init),
    /** As the owner, in the shop or from afar. */
    async asOwner(host: string): Promise<Ask & { cookie: string }> {
      const cookie = await signInAt(host, OWNER);
      return Object.assign<Ask, { cookie: string }>((path, init) => ask(host + path, { ...init, cookie }), {
        cookie,
      });
    },
    /** Orders at either address. */
    async order(
      host: string,
      changes: Record<string, unknown> = {},
    ): Promise<{ order: Order; token: string }> {
      const placed = await ask(`${host}/api/orders`, { json: { ...sampleRequest(), id: v7(), ...changes } });
      expect(placed.status).toBe(201);
      return { order: placed.body.order as Order, token: String(placed.body.trackingToken) };
    },
    /** What the store has of an order. */
    orderNow(id: string): Order {
      const order = store.orders.repository.byId(id);
      if (!order) throw new Error('the store has no such order');
      return order;
    },
    cardToken: (holder: string, number: string) => makeCardToken(simulator.url, holder, number),
    async close(): Promise<void> {
      await store.close();
      await closeServer(storeServer);
      await testRelay.close();
      await cable.close();
      await simulator.close();
    },
  };
}
