// A whole shop for one test: real processes on free ports, with a data folder that goes with them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../../scripts/ports.ts';
import { createShop, PARTS, type Part, type Shop, type ShopOptions } from '../../scripts/shop.ts';
import { createCable, type Cable } from './cable.ts';

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

export async function startShop(options: Omit<Partial<ShopOptions>, 'relayUrl'> = {}): Promise<TestShop> {
  const ownDataDir = options.dataDir === undefined;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'balcao-'));
  const ports = options.ports ?? (await testPorts());
  const cable = await createCable(ports.relay);
  const shop = createShop({ ...options, dataDir, ports, relayUrl: cable.url });
  const deaths: string[] = [];
  for (const part of PARTS) {
    const child = shop.children[part];
    child.onDeath(({ code, signal }) => {
      deaths.push(`${part} died by itself (${signal ?? `exit code ${code}`}):\n${child.log().join('\n')}`);
    });
  }
  const clear = async () => {
    await cable.close();
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

async function testPorts(): Promise<ShopOptions['ports']> {
  const [store = 0, relay = 0, payments = 0, printer = 0, printerPage = 0] = await freePorts(5);
  return { store, relay, payments, printer, printerPage };
}
