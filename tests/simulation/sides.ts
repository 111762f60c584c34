// Both sides as they are in production, in one process, over databases that can be taken away from them: a crash is a
// side whose statements never answer again.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { pino } from 'pino';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { sampleWholesale } from '@balcao/shared/wholesale/sample.ts';
import { readConfig as readRelayConfig } from '../../cloud/config.ts';
import type { OpenDatabase } from '../../cloud/storage/open.ts';
import { PreparedPglite } from '../../cloud/storage/prepared-pglite.ts';
import { createRepeated } from '../../cloud/storage/repeated.ts';
import type { Provider } from '../../cloud/payments/provider/provider.ts';
import { openRelay } from '../../cloud/relay.ts';
import type { Relay } from '../../cloud/relay-port.ts';
import { readConfig as readStoreConfig } from '../../edge/config.ts';
import { openStore, type Store } from '../../edge/store.ts';

/** Where customers find the shop. */
export const PUBLIC_URL = 'https://acai.example';
const PAIRING_CODE = 'codigo-da-simulacao';
const log = pino({ level: 'silent' });
class Dead extends Error {}
const PATIENCE_MS = 10;
/** As the relay's worker does. */
const WAKE_DUE_EVERY_MS = 2000;

/** One PGlite for many runs; each run begins with empty tables. `image`: of a database that was made before, in a sixth of the time. */
export async function openRelayDatabase(image?: Blob) {
  const client = new PreparedPglite(image ? { loadDataDir: image } : {});
  await migrate(drizzle({ client }), { migrationsFolder: 'cloud/storage/migrations' });
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const tables = rows.map((row) => `"${row.name}"`).join(', ');
  return {
    client,
    clear: () => client.exec(`truncate ${tables} restart identity`),
    close: () => client.close(),
  };
}
export type RelayDatabase = Awaited<ReturnType<typeof openRelayDatabase>>;

/** A client of the shared database whose owner can die: from then on no statement of it has any effect or any answer. */
function mortal(client: PGlite, options: { busy: <T>(work: Promise<T>) => Promise<T> }) {
  let dead = false;
  let hanging: PromiseWithResolvers<void> | null = null;
  const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
  // Whoever died waits for ever, but nobody waits for the dead.
  const guarded =
    (run: (...args: never[]) => Promise<unknown>, end: () => Promise<never>) =>
    async (...args: never[]): Promise<unknown> => {
      if (hanging) await hanging.promise;
      else if (dead) return end();
      const answer = await options.busy(run(...args));
      return dead ? end() : answer;
    };
  const proxy = new Proxy(client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key === 'query' || key === 'exec')
        return guarded((value as typeof target.query).bind(target) as never, never);
      if (key !== 'transaction') return typeof value === 'function' ? value.bind(target) : value;
      return async (work: (tx: unknown) => Promise<unknown>) => {
        if (hanging) await hanging.promise;
        else if (dead) return never();
        try {
          return await options.busy(
            target.transaction(async (tx) => {
              // Within a transaction death is an error: it must roll back, for others use this database too.
              const die = (): Promise<never> => Promise.reject(new Dead());
              const inner = new Proxy(tx, {
                get(innerTarget, innerKey) {
                  const member: unknown = Reflect.get(innerTarget, innerKey, innerTarget);
                  if (typeof member !== 'function') return member;
                  const bound = member.bind(innerTarget) as never;
                  return innerKey === 'query' || innerKey === 'exec' ? guarded(bound, die) : bound;
                },
              });
              const result = await work(inner);
              if (dead) throw new Dead();
              return result;
            }),
          );
        } catch (error) {
          if (error instanceof Dead) return never();
          throw error;
        }
      };
    },
  });
  return {
    client: proxy,
    kill(): void {
      dead = true;
    },
    hang(): void {
      hanging = Promise.withResolvers();
    },
    wakeUp(): void {
      dead = true;
      hanging?.resolve();
      hanging = null;
    },
  };
}

export type RelaySide = {
  relay: Relay;
  kill(): void;
  /** Its statements wait, until it wakes up: those that waited are carried out, and then it is dead. */
  hang(): void;
  wakeUp(): void;
};

export async function openRelaySide(deps: {
  database: RelayDatabase;
  clock: () => number;
  random: () => number;
  busy: <T>(work: Promise<T>) => Promise<T>;
  provider: Provider;
}): Promise<RelaySide> {
  const { client, kill, hang, wakeUp } = mortal(deps.database.client, deps);
  const db = drizzle({ client }) as unknown as OpenDatabase['db'];
  const repeated = createRepeated();
  const database: OpenDatabase = {
    db,
    kind: 'pglite',
    async query({ text, values }) {
      const { rows } = await client.query<Record<string, unknown>>(text, values);
      return { rows, rowCount: rows.length };
    },
    repeat(name, statement) {
      const { text, values } = repeated(name, statement);
      return client.query(text, values);
    },
    // The evening has a time of its own.
    semaphore: null,
    createClient: null,
    close: () => Promise.resolve(),
  };
  const relay = await openRelay({
    config: readRelayConfig({
      DATA_DIR: 'unused',
      // The same in every run, so that a seed tells the same story.
      SECRETS_KEY: createHash('sha256').update('two sides').digest('hex'),
      PAIRING_CODE,
      PUBLIC_URL,
      SIMULATORS: '1',
      MP_ACCESS_TOKEN: 'of-the-simulation',
      WEB_DIR: 'unused',
    }),
    migrationsFolder: 'cloud/storage/migrations',
    clock: deps.clock,
    random: deps.random,
    log,
    database,
    provider: deps.provider,
  });
  // The one worker that no wake stands in for; the others run in the rounds of an evening.
  const waking = setInterval(() => void relay.commands.wakeDue(), WAKE_DUE_EVERY_MS);
  return {
    relay,
    kill() {
      clearInterval(waking);
      kill();
    },
    hang,
    wakeUp() {
      clearInterval(waking);
      wakeUp();
    },
  };
}

/** Makes the store known to the relay, as pairing does. */
export async function pair(relay: Relay, store: Store): Promise<void> {
  const { storeId, deviceKey } = store.identity;
  const answer = await relay.pairing.pair({
    code: PAIRING_CODE,
    storeId,
    publicKey: deviceKey.publicJwk as never,
    name: 'Loja',
  });
  if (!answer.paired) throw new Error(`pairing: ${answer.reason}`);
}

export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-simulation-'));
  mkdirSync(join(folder, 'edge'));
  return folder;
};
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** `before` it begins its work. */
export async function openStoreSide(
  folder: string,
  clock: () => number,
  before: (store: Store) => void = () => undefined,
): Promise<Store> {
  const store = await openStore({
    config: readStoreConfig({
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      SIMULATORS: '1',
      ORDERS_PER_MINUTE: '100000',
      UNPAID_ORDERS_FACTOR: '1000',
    }),
    file: join(folder, 'edge', 'store.db'),
    migrationsFolder: 'edge/storage/migrations',
    clock,
    log,
  });
  if (store.menu.isEmpty()) store.menu.seed({ ...sampleCatalog(), ...sampleWholesale() });
  // Nothing dies but what is killed here, and that has committed: the syncs would only cost time.
  store.db.$client.pragma('synchronous = OFF');
  before(store);
  store.start();
  // Whether the file is whole is asked in a process of its own, whose time is not ours.
  store.damage.stop();
  return store;
}

/**
 * SIGKILL: what was not committed is gone, and nothing that still runs reaches the file. Resolves when nothing of it runs any more,
 * which may wait for time to pass: nobody but `untilOver` can.
 */
export function killStore(store: Store): Promise<void> {
  store.db.$client.close();
  return store.stop().catch(() => undefined);
}

/** Lets time pass until `work` is over. */
export async function untilOver(work: Promise<unknown>, pass: (ms: number) => Promise<void>): Promise<void> {
  let over = false;
  void work.finally(() => (over = true)).catch(() => undefined);
  while (!over) await pass(PATIENCE_MS);
}
