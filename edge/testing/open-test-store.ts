// A store for tests: the real one, in a folder of its own, with a clock that the test moves.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { readConfig } from '../config.ts';
import type { RelayClient } from '../shop/relay/relay-client.ts';
import type { Meters } from '@balcao/shared/host/meters.ts';
import type { Traces } from '@balcao/shared/host/traces.ts';
import type { Restoring } from '../replication/recovery/restoring.ts';
import { logOptions } from '@balcao/shared/host/log.ts';
import { openDatabase } from '../storage/open.ts';
import type { StoreOptions } from '../assembly/store-options.ts';
import { openStore, type Store } from '../store.ts';

export const START_MS = Date.parse('2026-11-21T15:00:00-03:00');
// better-auth counts tries per address for the whole process: each store of a test is asked from one of its own.
let storesOpened = 0;

const MIGRATIONS = 'edge/storage/migrations';
let emptyDatabase: Buffer | undefined;

/** A database of the present schema with nothing in it: migrating one anew for each store took a fifth of its start. */
function writeEmptyDatabase(file: string): void {
  if (emptyDatabase === undefined) {
    const { $client } = openDatabase(':memory:', MIGRATIONS);
    emptyDatabase = $client.serialize();
    $client.close();
  }
  writeFileSync(file, emptyDatabase);
}

type Asked = {
  method?: string;
  json?: unknown;
  body?: Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

export type TestStore = Omit<Store, 'clock'> & {
  /** `skewMs`: by how much it was set since, while time went on as ever. */
  clock: { nowMs: number; skewMs: number };
  /** Its DATA_DIR. */
  folder: string;
  /** A request as a browser in the shop sends it; `json` becomes the body, or `body` as it is. */
  ask(path: string, init?: Asked): Promise<Response>;
  /** The same from the relay, over the link. */
  askLink(path: string, init?: Asked): Promise<Response>;
  close(): Promise<void>;
};

export async function openTestStore(
  deps: {
    seed?: boolean;
    environment?: Record<string, string>;
    relay?: Pick<RelayClient, 'request'>;
    sticks?: () => Promise<string[]>;
    usbPrinters?: () => Promise<string[]>;
    isClockDoubted?: () => boolean;
    restoring?: Restoring;
    deaths?: StoreOptions['deaths'];
    chores?: StoreOptions['chores'];
    /** Hears each line of its log. */
    printLine?: (line: string) => void;
    log?: Logger;
    meters?: Meters;
    traces?: Traces | null;
    /** The folder of an earlier one, to open it again. */
    folder?: string;
    nowMs?: number;
    /** One that goes by itself. */
    clock?: TestStore['clock'];
  } = {},
): Promise<TestStore> {
  const folder = deps.folder ?? mkdtempSync(join(tmpdir(), 'balcao-store-'));
  const clock = deps.clock ?? { nowMs: deps.nowMs ?? START_MS, skewMs: 0 };
  storesOpened += 1;
  const host = `${storesOpened >> 8}.${storesOpened & 255}`;
  const file = join(folder, 'store.db');
  if (!existsSync(file)) writeEmptyDatabase(file);
  const store = await openStore({
    config: readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', SIMULATORS: '1', ...deps.environment }),
    file,
    migrationsFolder: MIGRATIONS,
    clock: () => clock.nowMs + clock.skewMs,
    steadyMs: () => clock.nowMs,
    log:
      deps.log ??
      (deps.printLine === undefined
        ? pino({ level: 'silent' })
        : pino(logOptions('info'), { write: deps.printLine })),
    ...(deps.meters === undefined ? {} : { meters: deps.meters }),
    traces: deps.traces ?? null,
    ...(deps.relay === undefined ? {} : { relay: deps.relay }),
    isClockDoubted: deps.isClockDoubted ?? (() => false),
    ...(deps.restoring === undefined ? {} : { restoring: deps.restoring }),
    ...(deps.deaths === undefined ? {} : { deaths: deps.deaths }),
    ...(deps.chores === undefined ? {} : { chores: deps.chores }),
    usbDrives: deps.sticks ?? (() => Promise.resolve([])),
    usbPrinters: deps.usbPrinters ?? (() => Promise.resolve([])),
  });
  if (deps.seed !== false && store.menu.isEmpty()) store.menu.seed(sampleCatalog());

  const asking =
    (from: { transport: 'lan' | 'link'; clientIp: string; origin: string }) =>
    async (path: string, { method, json, body: raw, headers = {} }: Asked = {}) => {
      const sent = json === undefined ? raw : typeof json === 'string' ? json : JSON.stringify(json);
      const body = sent === undefined ? {} : { body: sent };
      const type = json === undefined ? {} : { 'content-type': 'application/json' };
      return store.app.request(
        path,
        {
          method: method ?? (json === undefined ? 'GET' : 'POST'),
          headers: { ...type, ...headers },
          ...body,
        },
        from,
      );
    };

  return {
    ...store,
    clock,
    folder,
    ask: asking({ transport: 'lan', clientIp: `192.168.${host}`, origin: 'http://balcao.local' }),
    askLink: asking({ transport: 'link', clientIp: `198.18.${host}`, origin: 'https://acai.example' }),
    async close() {
      await store.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
