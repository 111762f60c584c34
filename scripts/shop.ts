// A whole shop on one machine: printer simulator, Mercado Pago simulator, relay and store server, each a
// process of its own. `npm start`, browser tests and fault tests all start it here: there is no second way.
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DEMO_ACCESS_TOKEN,
  DEMO_PUBLIC_KEY,
  DEMO_WEBHOOK_SECRET,
} from '../tests/simulators/mercado-pago/demo-credentials.ts';
import { createChild, tail, type Child } from './child.ts';
import { root } from './root.ts';

export const PARTS = ['printer', 'payments', 'relay', 'store'] as const;
export type Part = (typeof PARTS)[number];

/** One port each; `printer` speaks raw TCP, all others HTTP. Without `operator` the relay's commands find nobody. */
export type ShopPorts = Record<Part | 'printerPage', number> & { operator?: number };

export type ShopOptions = {
  dataDir: string;
  ports: ShopPorts;
  webDir?: string;
  /** Where the servers listen. */
  host?: string;
  /** The name that browsers use for this machine: sessions and trusted origins hang on it. */
  hostName?: string;
  /** Announce the store on the network. */
  mdns?: boolean;
  /** Fill an empty store with the sample menu and the sample users. */
  demo?: boolean;
  /** False: the store has never heard of the relay, which lets in who brings the pairing code of `shop.json`. */
  paired?: boolean;
  /** What the store dials, when that is not the relay itself but, say, a cable that a test can cut. */
  relayUrl?: string;
  /** Also write what each part says to this folder. */
  logDir?: string;
  readyMsMax?: number;
  /** More for one part's environment; wins over what stands here. */
  env?: Partial<Record<Part, Record<string, string>>>;
  /** Other files to run, for the tests of this very code and for the release bundles. */
  files?: Partial<Record<Part, string>>;
};

export type Shop = {
  readonly children: Readonly<Record<Part, Child>>;
  readonly urls: { store: string; relay: string; payments: string; printerPage: string };
  readonly dataDir: string;
  readonly ports: ShopPorts;
  /**
   * Starts all parts at once and waits until every one is ready and the relay shows the store's menu. When one
   * fails, none is left running.
   */
  start(onReady?: (part: Part) => void): Promise<void>;
  /** Waits until store and relay hold hands and the store's menu is on the relay. Throws when they do not. */
  joined(): Promise<void>;
  /** Stops all parts: those that hold data first, simulators last. */
  stop(): Promise<void>;
};

const FILES: Record<Part, string> = {
  printer: 'tests/simulators/printer/main.ts',
  payments: 'tests/simulators/mercado-pago/main.ts',
  relay: 'cloud/main.ts',
  store: 'edge/main.ts',
};

/** What `npm run build` makes of the two servers. */
export const BUILT_SERVERS = { store: 'dist/edge/main.js', relay: 'dist/cloud/main.js' } as const;

/**
 * Set by a run that built them a moment ago: its shops are what is released then, which loads in half the time of its
 * sources. Elsewhere sources run, for a bundle older than they are would be tested in their place.
 */
export const BUILT_VARIABLE = 'BALCAO_TEST_BUILT';

const JOIN_MS_MAX = 30_000;
const JOIN_POLL_MS = 50;

export function createShop(options: ShopOptions): Shop {
  const {
    ports,
    dataDir,
    host = '127.0.0.1',
    hostName = '127.0.0.1',
    webDir = join(root, 'dist', 'web'),
  } = options;
  const secrets = readSecrets(dataDir);
  const urls = {
    store: `http://${hostName}:${ports.store}`,
    relay: `http://${hostName}:${ports.relay}`,
    payments: `http://${hostName}:${ports.payments}`,
    printerPage: `http://${hostName}:${ports.printerPage}`,
  };
  const common = { DATA_DIR: dataDir, WEB_DIR: webDir, PAIRING_CODE: secrets.pairingCode, SIMULATORS: '1' };
  const env: Record<Part, Record<string, string>> = {
    printer: { PRINTER_SIM_PORT: `${ports.printer}`, PRINTER_SIM_PAGE_PORT: `${ports.printerPage}` },
    payments: {
      MP_SIM_PORT: `${ports.payments}`,
      MP_SIM_PUBLIC_URL: urls.payments,
      MP_SIM_PANEL_URL: `${urls.relay}/api/webhooks/mercadopago`,
    },
    relay: {
      ...common,
      CLOUD_PORT: `${ports.relay}`,
      CLOUD_HOST: host,
      OPERATOR_PORT: `${ports.operator ?? 0}`,
      PUBLIC_URL: urls.relay,
      SECRETS_KEY: secrets.secretsKey,
      MP_BASE_URL: urls.payments,
      MP_SDK_URL: `${urls.payments}/sdk/js/v2`,
      MP_ACCESS_TOKEN: DEMO_ACCESS_TOKEN,
      MP_PUBLIC_KEY: DEMO_PUBLIC_KEY,
      MP_WEBHOOK_SECRET: DEMO_WEBHOOK_SECRET,
    },
    store: {
      ...common,
      EDGE_PORT: `${ports.store}`,
      EDGE_HOST: host,
      RELAY_URL: options.paired === false ? '' : (options.relayUrl ?? urls.relay),
      ...(options.paired === false ? { PAIRING_CODE: '' } : {}),
      PRINTER_SIM_PORT: `${ports.printer}`,
      MDNS: options.mdns ? '1' : '0',
      DEMO: options.demo === false ? '0' : '1',
    },
  };
  const readyUrls: Record<Part, string> = {
    printer: `${urls.printerPage}/`,
    payments: `${urls.payments}/`,
    relay: `${urls.relay}/readyz`,
    store: `${urls.store}/readyz`,
  };
  const childOf = (part: Part): Child =>
    createChild({
      name: part,
      file: options.files?.[part] ?? FILES[part],
      env: { ...env[part], ...options.env?.[part] },
      readyUrl: readyUrls[part],
      // A simulator that answers anything listens; a server says for itself when it is ready.
      isReady: (response) => part === 'printer' || part === 'payments' || response.status === 200,
      readyMsMax: options.readyMsMax ?? 120_000,
      ...(options.logDir ? { logFile: join(options.logDir, `${part}.log`) } : {}),
    });
  const children: Record<Part, Child> = {
    printer: childOf('printer'),
    payments: childOf('payments'),
    relay: childOf('relay'),
    store: childOf('store'),
  };

  async function stop(): Promise<void> {
    await Promise.all([children.store.stop(), children.relay.stop()]);
    await Promise.all([children.printer.stop(), children.payments.stop()]);
  }

  async function joined(): Promise<void> {
    if (options.paired === false) return;
    const deadline = Date.now() + JOIN_MS_MAX;
    for (;;) {
      const store = await readJson(`${urls.store}/readyz`);
      const menu = await readJson(`${urls.relay}/api/menu`);
      const isMirrored = options.demo === false || (Array.isArray(menu.sizes) && menu.sizes.length > 0);
      if (store.link === 'linked' && isMirrored) return;
      if (Date.now() > deadline) {
        const logs = (['store', 'relay'] as const).map((part) => `${part}:${tail(children[part].log())}`);
        throw new Error(
          `store and relay did not find each other within ${JOIN_MS_MAX / 1000} s\n${logs.join('\n')}`,
        );
      }
      await delay(JOIN_POLL_MS);
    }
  }

  return {
    children,
    urls,
    dataDir,
    ports,
    joined,
    async start(onReady) {
      const starts = PARTS.map(async (part) => {
        await children[part].start();
        onReady?.(part);
      });
      try {
        await Promise.all(starts);
        await joined();
      } catch (error) {
        await stop();
        // The others fail too, for they were stopped: the first failure is the one to tell.
        await Promise.allSettled(starts);
        throw error;
      }
    },
    stop,
  };
}

/** What an address answers as JSON; nothing while it does not answer so. */
async function readJson(url: string): Promise<Record<string, unknown>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(JOIN_MS_MAX) });
    return (await response.json()) as Record<string, unknown>;
  } catch {
    // A server that is being restarted: the caller asks again.
    return {};
  }
}

type Secrets = { secretsKey: string; pairingCode: string };

/** Made once per data folder: the relay's stored credentials can be read only with the key they were sealed with. */
function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'shop.json');
  if (existsSync(file)) {
    const { secretsKey, pairingCode } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
    if (typeof secretsKey !== 'string' || typeof pairingCode !== 'string') {
      throw new Error(`${file} holds no keys. Remove the whole folder ${dataDir} to begin anew.`);
    }
    return { secretsKey, pairingCode };
  }
  const secrets = {
    secretsKey: randomBytes(32).toString('hex'),
    pairingCode: `${randomInt(10_000_000, 100_000_000)}`,
  };
  mkdirSync(dataDir, { recursive: true });
  // Whole or not at all: power may go at any moment.
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}
