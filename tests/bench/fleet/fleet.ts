// A relay with PostgreSQL, a fleet of light stores that it knows, and the bare route that it is held against: four processes.
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import * as Y from 'yjs';
import { GENESIS_HASH } from '@balcao/shared/link/hello.ts';
import { seedDocument } from '@balcao/shared/menu/document.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { createChild, type Child } from '../../../scripts/child.ts';
import { hydratePostgres } from '../../../scripts/hydrate-postgres.ts';
import { freePorts } from '../../../scripts/ports.ts';
import { root } from '../../../scripts/root.ts';
import { startPostgres } from '../../support/postgres.ts';
import { parentOf } from '../process-stats.ts';
import type { Bench } from '../scenario.ts';
import { RELAY_BUNDLE } from '../store-server.ts';
import type { FleetState } from './stores-main.ts';

const LINKED_MS_MAX = 180_000;
const READY_MS_MAX = 60_000;

export type Fleet = {
  relay: { port: number; child: Child };
  stores: Child;
  /** The process of PostgreSQL that the others come from. */
  postgresPid: number;
  barePort: number;
  hosts: string[];
  /** Stores `from` to `to` dial, all at once. */
  dial(from: number, to: number): Promise<void>;
  /** They take so long for each answer. */
  delay(from: number, to: number, ms: number): Promise<void>;
  state(): Promise<FleetState>;
  /** Resolves when so many are linked, with when each link began. */
  linked(count: number): Promise<number[]>;
};

export async function startFleet(bench: Bench, count: number): Promise<Fleet> {
  hydratePostgres();
  const postgres = await startPostgres(true);
  bench.atEnd(() => postgres.stop());
  const [relayPort = 0, storesPort = 0, barePort = 0] = await freePorts(3);
  const storeIds = Array.from({ length: count }, () => randomUUID());
  const hosts = storeIds.map((_id, at) => `loja-${at}.fleet.example`);
  const keys = generateKeyPairSync('ed25519');
  const postgresPid = await knowStores(postgres.url, {
    storeIds,
    hosts,
    publicKey: keys.publicKey.export({ format: 'jwk' }),
  });

  const relay = createChild({
    name: 'relay',
    file: RELAY_BUNDLE,
    env: {
      DATABASE_URL: postgres.url,
      DATA_DIR: bench.folder('fleet-relay'),
      WEB_DIR: join(root, 'dist', 'web'),
      CLOUD_PORT: `${relayPort}`,
      CLOUD_HOST: '127.0.0.1',
      OPERATOR_PORT: '0',
      PUBLIC_URL: `http://127.0.0.1:${relayPort}`,
      SECRETS_KEY: randomBytes(32).toString('hex'),
      SIMULATORS: '1',
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    readyUrl: `http://127.0.0.1:${relayPort}/readyz`,
    isReady: ({ status }) => status === 200,
    readyMsMax: READY_MS_MAX,
  });
  bench.atEnd(() => relay.stop());
  await relay.start();

  const file = join(bench.folder('fleet-stores'), 'stores.json');
  const key = keys.privateKey.export({ format: 'jwk' });
  writeFileSync(file, JSON.stringify({ storeIds, key }));
  const url = `http://127.0.0.1:${storesPort}`;
  await startOne(bench, 'bare', 'tests/bench/fleet/two-commits-main.ts', `http://127.0.0.1:${barePort}`, {
    BARE_PORT: `${barePort}`,
    BARE_DATABASE_URL: postgres.url,
  });
  const stores = await startOne(bench, 'stores', 'tests/bench/fleet/stores-main.ts', url, {
    FLEET_PORT: `${storesPort}`,
    FLEET_RELAY: `http://127.0.0.1:${relayPort}`,
    FLEET_FILE: file,
    FLEET_BARE: `ws://127.0.0.1:${barePort}`,
  });

  const tell = async (path: string, body: object): Promise<void> => {
    await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  };
  const state = async (): Promise<FleetState> => (await (await fetch(`${url}/state`)).json()) as FleetState;
  return {
    relay: { port: relayPort, child: relay },
    stores,
    postgresPid,
    barePort,
    hosts,
    dial: (from, to) => tell('/dial', { from, to }),
    delay: (from, to, ms) => tell('/delay', { from, to, ms }),
    state,
    async linked(wanted) {
      const endAt = performance.now() + LINKED_MS_MAX;
      for (;;) {
        const { linkedAtMs } = await state();
        if (linkedAtMs.length >= wanted) return linkedAtMs;
        if (performance.now() > endAt)
          throw new Error(`${linkedAtMs.length} of ${wanted} stores are linked after ${LINKED_MS_MAX} ms`);
        await pause(100);
      }
    },
  };
}

async function startOne(
  bench: Bench,
  name: string,
  file: string,
  url: string,
  env: Record<string, string>,
): Promise<Child> {
  const child = createChild({
    name,
    file,
    env: { ...env, NODE_ENV: 'production' },
    readyUrl: `${url}/readyz`,
    isReady: ({ ok }) => ok,
    readyMsMax: READY_MS_MAX,
  });
  bench.atEnd(() => child.kill());
  await child.start();
  return child;
}

/** As pairing leaves them, all with one key; each has the menu of the tests, synced before. Answers the process that PostgreSQL's others come from. */
async function knowStores(
  connectionString: string,
  { storeIds, hosts, publicKey }: { storeIds: string[]; hosts: string[]; publicKey: object },
): Promise<number> {
  const doc = new Y.Doc();
  seedDocument(doc, sampleCatalog());
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `insert into stores (store_id, host, name, public_key, paired_at_ms, hash)
     select id, host, host, $3, $4, $5 from unnest($1::uuid[], $2::text[]) as known (id, host)`,
    [storeIds, hosts, publicKey, Date.now(), GENESIS_HASH],
  );
  await client.query('insert into doc_updates (store_id, update) select store_id, $1 from stores', [
    Buffer.from(Y.encodeStateAsUpdate(doc)),
  ]);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postgresPid = parentOf(rows[0]?.pid ?? 0) ?? 0;
  await client.end();
  return postgresPid;
}
