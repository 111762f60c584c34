// A whole shop in one process for the tests of payments: the real store behind the real link of the real relay, with the
// simulated provider behind that. Every line that either side logs is kept.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { v7 } from 'uuid';
import { expect, vi } from 'vitest';
import type { Order } from '@balcao/shared/order/order.ts';
import { sampleCatalog, sampleRequest } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { readConfig as readRelayConfig } from '../../cloud/config.ts';
import { logOptions } from '@balcao/shared/host/log.ts';
import { openRelay } from '../../cloud/relay.ts';
import { readConfig as readStoreConfig } from '../../edge/config.ts';
import { lanListener } from '../../edge/http/transport.ts';
import { openStore } from '../../edge/store.ts';
import { freePorts } from '../../scripts/ports.ts';
import {
  DEMO_ACCESS_TOKEN,
  DEMO_PUBLIC_KEY,
  DEMO_WEBHOOK_SECRET,
} from '../simulators/mercado-pago/demo-credentials.ts';
import { startMercadoPagoSimulator } from '../simulators/mercado-pago/simulator.ts';
import { startPostgres } from '../support/postgres.ts';

export const PAIRING_CODE = 'codigo-da-loja-inteira';
const ADMIN = {
  name: 'Dona Lúcia',
  email: 'dona@loja.com',
  password: 'segredo-da-dona',
  role: 'ADMIN',
} as const;

export type Answer = { status: number; body: Record<string, any>; text: string };
export type WholeShop = Awaited<ReturnType<typeof openWholeShop>>;

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** `relayEnvironment` stands over the relay's usual settings. */
export async function openWholeShop(relayEnvironment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-whole-'));
  mkdirSync(join(folder, 'edge'));
  const postgres = await startPostgres();
  const simulator = await startMercadoPagoSimulator({ port: 0, webhookRetryDelaysMs: [20, 50] });
  const [relayPort = 0, storePort = 0] = await freePorts(2);
  const relayUrl = `http://127.0.0.1:${relayPort}`;
  const storeUrl = `http://127.0.0.1:${storePort}`;
  const logged: string[] = [];
  const keep = { write: (line: string) => void logged.push(line) };

  const relay = await openRelay({
    config: readRelayConfig({
      CLOUD_PORT: String(relayPort),
      PUBLIC_URL: relayUrl,
      DATABASE_URL: postgres.url,
      SECRETS_KEY: randomBytes(32).toString('hex'),
      PAIRING_CODE,
      SIMULATORS: '1',
      MP_BASE_URL: simulator.url,
      WEB_DIR: folder,
      ...relayEnvironment,
    }),
    migrationsFolder: 'cloud/storage/migrations',
    clock: Date.now,
    log: pino(logOptions('debug'), keep),
    databaseMsMax: 60_000,
  });
  const relayListener = getRequestListener((request, env) => relay.app.fetch(request, env as never));
  const relayServer = createServer((incoming, outgoing) => void relayListener(incoming, outgoing));
  relay.attach(relayServer);
  await listen(relayServer, relayPort);
  relay.start();

  const store = await openStore({
    config: readStoreConfig({
      DATA_DIR: folder,
      EDGE_PORT: String(storePort),
      RELAY_URL: relayUrl,
      PAIRING_CODE,
      SIMULATORS: '1',
      MDNS: '0',
      WEB_DIR: folder,
    }),
    file: join(folder, 'edge', 'store.db'),
    migrationsFolder: 'edge/storage/migrations',
    clock: Date.now,
    log: pino({ level: 'debug', base: null }, keep),
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
  await store.users.create(ADMIN);
  const storeListener = lanListener(store.app);
  const storeServer = createServer(storeListener);
  await listen(storeServer, storePort);
  store.start();
  async function ask(
    host: string,
    path: string,
    init: { method?: string; json?: unknown; token?: string; cookie?: string } = {},
  ): Promise<Answer> {
    const { json, token, cookie } = init;
    const response = await fetch(host + path, {
      method: init.method ?? (json === undefined ? 'GET' : 'POST'),
      headers: {
        origin: host,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === undefined ? {} : { cookie }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, body: isJson ? (JSON.parse(text) as Record<string, any>) : {}, text };
  }

  // Both say that they are linked, and the site has the shop's menu.
  await soon(async () => {
    expect(store.link?.state()).toBe('linked');
    expect((await ask(relayUrl, '/api/store')).body).toMatchObject({ storeOnline: true });
    expect((await ask(relayUrl, '/api/menu')).body).toMatchObject({ sizes: [{}, {}] });
  });

  async function signIn(host: string): Promise<string> {
    const response = await fetch(`${host}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: host },
      body: JSON.stringify({ email: ADMIN.email, password: ADMIN.password }),
    });
    if (!response.ok) throw new Error(`sign-in at ${host}: ${response.status}`);
    return response.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
  }

  return {
    relayUrl,
    storeUrl,
    relay,
    store,
    control: simulator.control,
    logged,
    ask,
    credentials: {
      accessToken: DEMO_ACCESS_TOKEN,
      publicKey: DEMO_PUBLIC_KEY,
      webhookSecret: DEMO_WEBHOOK_SECRET,
    },
    /** As the owner, in the shop or from afar. */
    async asOwner(host: string) {
      const cookie = await signIn(host);
      return Object.assign(
        (path: string, init: { method?: string; json?: unknown } = {}) =>
          ask(host, path, { ...init, cookie }),
        { cookie },
      );
    },
    /** Orders at either address. */
    async order(
      host: string,
      changes: Record<string, unknown> = {},
    ): Promise<{ order: Order; token: string }> {
      const placed = await ask(host, '/api/orders', { json: { ...sampleRequest(), id: v7(), ...changes } });
      expect(placed.status).toBe(201);
      return { order: placed.body['order'] as Order, token: String(placed.body['trackingToken']) };
    },
    /** What the store has of an order. */
    orderNow(id: string): Order {
      const order = store.orders.repository.byId(id);
      if (!order) throw new Error('the store has no such order');
      return order;
    },
    async cardToken(holder: string, number: string): Promise<string> {
      const made = await fetch(`${simulator.url}/v1/card_tokens?public_key=${DEMO_PUBLIC_KEY}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          card_number: number,
          security_code: '123',
          expiration_month: 11,
          expiration_year: 2030,
          cardholder: { name: holder },
        }),
      });
      return ((await made.json()) as { id: string }).id;
    },
    async close(): Promise<void> {
      await store.drain();
      await close(storeServer);
      await relay.drain();
      await close(relayServer);
      await simulator.close();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until `look` does not throw. The time-out is for a machine that has much else to do. */
export const soon = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { interval: 20, timeout: 60_000 });
