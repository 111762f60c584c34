// The store server as it is released, for a bench: the bundle as a process, without a relay.
import { join } from 'node:path';
import { createChild, type Child } from '../../scripts/child.ts';
import { freePorts } from '../../scripts/ports.ts';
import { root } from '../../scripts/root.ts';
import { BUILT_SERVERS } from '../../scripts/shop.ts';
import type { Bench } from './scenario.ts';

export const { store: STORE_BUNDLE, relay: RELAY_BUNDLE } = BUILT_SERVERS;

/** More than any bench can reach: what is measured is the order, not the bound on it. */
export const UNLIMITED = `${1_000_000_000}`;

export type StoreServer = { url: string; port: number; pid: number; child: Child };

export function storeEnv(dataDir: string, port: number): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    WEB_DIR: join(root, 'dist', 'web'),
    EDGE_PORT: `${port}`,
    EDGE_HOST: '127.0.0.1',
    MDNS: '0',
    SIMULATORS: '1',
    ORDERS_PER_MINUTE: UNLIMITED,
    UNPAID_ORDERS_FACTOR: UNLIMITED,
    NODE_ENV: 'production',
    // An empty one counts as unset: nothing that the caller's shell says may reach a bench.
    RELAY_URL: '',
    PAIRING_CODE: '',
    DEMO: '0',
  };
}

export async function startStore(
  bench: Pick<Bench, 'atEnd'>,
  dataDir: string,
  env: Record<string, string> = {},
): Promise<StoreServer> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const child = createChild({
    name: 'store',
    file: STORE_BUNDLE,
    env: { ...storeEnv(dataDir, port), ...env },
    readyUrl: `${url}/readyz`,
    isReady: (response) => response.status === 200,
    readyMsMax: 60_000,
  });
  bench.atEnd(() => child.stop());
  await child.start();
  return { url, port, pid: child.pid ?? 0, child };
}
