// A whole shop for one test: real processes on free ports, with a data folder that goes with them.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeMeta } from '../../edge/storage/identity.ts';
import { openDatabase } from '../../edge/storage/open.ts';
import { PUBLIC_URL } from '../../edge/replication/link/link.ts';
import { freePorts } from '../../scripts/ports.ts';
import {
  BUILT_SERVERS,
  BUILT_VARIABLE,
  createShop,
  PARTS,
  type Part,
  type Shop,
  type ShopOptions,
} from '../../scripts/shop.ts';
import { createCable, type Cable } from './cable.ts';
import { copyDatabase } from './postgres.ts';

export type TestShop = Pick<Shop, 'urls' | 'ports' | 'dataDir'> & {
  /** The only way from the store to its relay: pull it, stall it, plug it in. */
  cable: Cable;
  /** Sends a signal (SIGKILL unless told) and waits until the process is gone; SIGSTOP and SIGCONT only send. */
  kill(part: Part, signal?: NodeJS.Signals): Promise<void>;
  /** Starts a part that was killed, on its old port and data, and waits until it is ready. */
  start(part: Part): Promise<void>;
  /** Waits until store and relay hold hands, after one of them was away. */
  joined(): Promise<void>;
  /** What a part printed so far. */
  log(part: Part): readonly string[];
  /** Stops everything and removes the data. Throws with the log of a part that died by itself. */
  stop(): Promise<void>;
};

/** A shop that stood, paired and with its menu on the relay: its data folder, and the relay's database. */
export type PreparedShop = { dataDir: string; databaseUrl: string };

/** Holds a `PreparedShop` as JSON: what a shop with nothing else asked for begins from, with a copy of each. */
export const PREPARED_SHOP_VARIABLE = 'BALCAO_PREPARED_SHOP';

export async function startShop(options: Omit<Partial<ShopOptions>, 'relayUrl'> = {}): Promise<TestShop> {
  const ownDataDir = options.dataDir === undefined;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'balcao-'));
  const ports = options.ports ?? (await testPorts());
  const prepared = process.env[PREPARED_SHOP_VARIABLE];
  const isCopy = ownDataDir && prepared !== undefined && options.demo !== false && options.paired !== false;
  const database = isCopy ? await copyShop(JSON.parse(prepared) as PreparedShop, dataDir, ports) : null;
  const cable = await createCable(ports.relay);
  const env = {
    ...options.env,
    ...(database && { relay: { DATABASE_URL: database.url, ...options.env?.relay } }),
    // Whoever kills it again and again wants it back as it was.
    store: { SAFE_MODE_AFTER: '0', ...options.env?.store },
  };
  const files = { ...(process.env[BUILT_VARIABLE] ? BUILT_SERVERS : {}), ...options.files };
  const shop = createShop({ ...options, files, env, dataDir, ports, relayUrl: cable.url });
  const deaths: string[] = [];
  for (const part of PARTS) {
    const child = shop.children[part];
    child.onDeath(({ code, signal }) => {
      deaths.push(`${part} died by itself (${signal ?? `exit code ${code}`}):\n${child.log().join('\n')}`);
    });
  }
  const clear = async () => {
    await cable.close();
    await database?.stop();
    if (ownDataDir) rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await shop.start();
  } catch (error) {
    await clear();
    throw error;
  }
  return {
    urls: shop.urls,
    ports,
    dataDir,
    cable,
    kill: (part, signal) => shop.children[part].kill(signal),
    start: (part) => shop.children[part].start(),
    joined: () => shop.joined(),
    log: (part) => shop.children[part].log(),
    async stop() {
      await shop.stop();
      await clear();
      if (deaths.length > 0) throw new Error(deaths.join('\n\n'));
    },
  };
}

/** Lays a shop's data into `dataDir`; the value is the database that its relay is to use. */
async function copyShop(prepared: PreparedShop, dataDir: string, ports: ShopOptions['ports']) {
  cpSync(prepared.dataDir, dataDir, { recursive: true });
  moveSite(dataDir, `http://127.0.0.1:${ports.relay}`);
  return copyDatabase(prepared.databaseUrl);
}

/** A copied shop's site is at another address than that of the shop it was copied from, which its store was told when they were paired. */
function moveSite(dataDir: string, publicUrl: string): void {
  const db = openDatabase(join(dataDir, 'edge', 'store.db'), 'edge/storage/migrations');
  writeMeta(db, PUBLIC_URL, publicUrl);
  db.$client.close();
}

async function testPorts(): Promise<ShopOptions['ports']> {
  const [store = 0, relay = 0, payments = 0, printer = 0, printerPage = 0, operator = 0] = await freePorts(6);
  return { store, relay, payments, printer, printerPage, operator };
}
