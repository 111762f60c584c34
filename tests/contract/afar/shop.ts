// A real store and a real relay in one process, with a cable between them that a test pulls.
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { readConfig as readRelayConfig } from '../../../cloud/config.ts';
import { openRelay, type Relay } from '../../../cloud/relay.ts';
import { readConfig as readStoreConfig } from '../../../edge/config.ts';
import { lanListener } from '../../../edge/http/transport.ts';
import { openStore, type Store } from '../../../edge/store.ts';
import { createCable } from '../../support/cable.ts';

export const PASSWORD = 'segredo-da-loja';
export const soon = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { interval: 20, timeout: 60_000 });

export type Ask = (
  path: string,
  init?: { method?: string; json?: unknown },
) => Promise<{ status: number; body: any; cookies: string[] }>;
export type Apart = Awaited<ReturnType<typeof openShop>>;

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

export async function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-afar-'));
  const log = pino({ level: 'silent' });
  let offsetMs = 0;
  const relay: Relay = await openRelay({
    config: readRelayConfig({
      DATA_DIR: folder,
      SECRETS_KEY: randomBytes(32).toString('hex'),
      PAIRING_CODE: 'codigo-de-teste',
      SIMULATORS: '1',
      WEB_DIR: 'unused',
    }),
    migrationsFolder: 'cloud/storage/migrations',
    clock: () => Date.now() + offsetMs,
    log,
    databaseMsMax: 60_000,
  });
  const answer = getRequestListener((request, env) => relay.app.fetch(request, env as never));
  const relayServer = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  relay.attach(relayServer);
  const relayUrl = await listen(relayServer);
  relay.start();
  const cable = await createCable(Number(new URL(relayUrl).port));

  const store: Store = await openStore({
    config: readStoreConfig({
      DATA_DIR: folder,
      RELAY_URL: cable.url,
      PAIRING_CODE: 'codigo-de-teste',
      LOG_LEVEL: 'silent',
      SIMULATORS: '1',
    }),
    file: join(folder, 'store.db'),
    migrationsFolder: 'edge/storage/migrations',
    clock: Date.now,
    log,
  });
  store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
  for (const [name, role] of [
    ['Ana', 'ADMIN'],
    ['Bia', 'ADMIN'],
    ['Dora', 'ADMIN'],
    ['Caio', 'KITCHEN'],
    ['Vera', 'WHOLESALE'],
  ] as const)
    await store.users.create({ name, email: `${name.toLowerCase()}@loja.com`, password: PASSWORD, role });
  const onLan = lanListener(store.app);
  const storeServer = createServer(onLan);
  const storeUrl = await listen(storeServer);
  store.start();

  const devices = new Map<string, string>();
  const asking =
    (url: string, cookie = ''): Ask =>
    async (path, { method, json } = {}) => {
      const response = await fetch(url + path, {
        method: method ?? (json === undefined ? 'GET' : 'POST'),
        headers: {
          ...(cookie === '' ? {} : { cookie }),
          origin: url,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: text === '' ? null : (JSON.parse(text) as unknown),
        cookies: [
          ...response.headers.getSetCookie(),
          ...[...response.headers.keys()].filter((one) => one.startsWith('x-')),
        ],
      };
    };
  const linked = (): Promise<void> =>
    soon(() => expect(relay.gateway.session(store.identity.storeId)).not.toBeNull());
  const settled = (): Promise<void> =>
    soon(async () =>
      expect((await relay.stores.byId(store.identity.storeId))?.hash).toBe(store.outbox.head().hash),
    );
  await linked();
  await soon(async () =>
    expect((await relay.stores.byId(store.identity.storeId))?.condition).toBe('following'),
  );
  await settled();

  return {
    relay,
    store,
    cable,
    urls: { relay: relayUrl, store: storeUrl },
    linked,
    /** The relay has the whole log. */
    settled,
    advanceRelay(ms: number): void {
      offsetMs += ms;
    },
    resetRelay(): void {
      offsetMs = 0;
    },
    async signIn(url: string, name: 'ana' | 'bia' | 'dora' | 'caio' | 'vera'): Promise<Ask> {
      // Like a browser that was there before: a device of one's own has a budget of its own.
      const { status, body, cookies } = await asking(url, devices.get(name))('/api/auth/sign-in/email', {
        json: { email: `${name}@loja.com`, password: PASSWORD },
      });
      if (status !== 200) throw new Error(`${name} could not sign in: ${status} ${JSON.stringify(body)}`);
      const device = cookies.find((one) => /balcao\.device=/.test(one))?.split(';')[0];
      if (device !== undefined) devices.set(name, device);
      return asking(url, cookies.map((one) => one.split(';')[0]).join('; '));
    },
    stranger: asking,
    async part(): Promise<void> {
      cable.pull();
      await soon(() => expect(relay.gateway.session(store.identity.storeId)).toBeNull());
    },
    async join(): Promise<void> {
      cable.plug();
      await linked();
    },
    async close(): Promise<void> {
      await store.drain();
      storeServer.closeAllConnections();
      storeServer.close();
      await relay.drain();
      relayServer.closeAllConnections();
      relayServer.close();
      await cable.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
