// The frame of the relay's tests: the real relay on a real port, over either database, with a clock that tests move.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SQL } from 'drizzle-orm';
import { pino, type Logger } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, vi } from 'vitest';
import { readConfig } from '../../cloud/config.ts';
import { logOptions } from '@balcao/shared/host/log.ts';
import { openMeters } from '@balcao/shared/host/meters.ts';
import { createListener } from '../../cloud/http/listener.ts';
import { withMetrics } from '../../cloud/http/with-metrics.ts';
import { loadPersonKey } from '../../cloud/storage/persons/person-key.ts';
import { createPersons } from '../../cloud/storage/persons/persons.ts';
import { openRelay } from '../../cloud/relay.ts';
import type { Relay, RelayOptions } from '../../cloud/relay-port.ts';
import { sampleCatalog } from '@balcao/shared/order/sample.ts';
import { freePorts } from '../../scripts/ports.ts';
import { BOTH, ONE, type DatabaseKind } from '../support/databases.ts';
import { listen } from '../support/listen.ts';
import type { TestPostgres } from '../support/postgres.ts';
import { clearTables, dumpTables, layDatabase, MIGRATIONS, rowsOf, unheard } from './database.ts';
import { createFakeStore, type FakeStore } from './fake-store.ts';
import { openedPersons } from './opened-persons.ts';
import { ALONE, askRelay, ENVIRONMENT, writeWebFiles, type RelayRequest } from './relay-request.ts';
import { createStatementWatch, refuseWithoutStore } from './store-named.ts';

export const PAIRING_CODE = 'codigo-de-teste';

/** A store that answers is waited for, however slow the machine. */
const PATIENCE_MS = 120_000;

export type TestRelay = Awaited<ReturnType<typeof createTestRelay>>;

export async function createTestRelay(
  kind: DatabaseKind,
  deps: {
    /** One of several processes of a relay, over a database that is there already. */
    shared?: { postgres: TestPostgres; secretsKey: string };
    /** Over its usual settings; `url` is where it will be. */
    environment?: (url: string) => Record<string, string>;
    /** Null of either: the patience that a relay has. `answerMsMax` is for a store. */
    databaseMsMax?: number | null;
    answerMsMax?: number | null;
    /** Instead of `logged`. */
    log?: Logger;
    /** Its background jobs wait for `round()`, and nothing of it is by chance. */
    isStill?: boolean;
  } & Pick<RelayOptions, 'admission' | 'limitPoints' | 'traces'> = {},
) {
  const { shared, limitPoints, databaseMsMax = PATIENCE_MS } = deps;
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-relay-'));
  const postgres = shared?.postgres ?? (await layDatabase(kind, dataDir));
  const secretsKey = shared?.secretsKey ?? randomBytes(32).toString('hex');
  let offsetMs = 0;
  let answerMsMax = deps.answerMsMax ?? PATIENCE_MS;
  let skewMs = 0;
  let relay: Relay | null = null;
  let server: Server | null = null;
  let operator: Server | null = null;
  let operatorUrl = '';
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  let callers = 0;
  const logged: string[] = [];
  const watch = createStatementWatch();
  writeWebFiles(join(dataDir, 'web'));

  async function start(environment: Record<string, string> = {}): Promise<void> {
    const config = readConfig({
      ...ENVIRONMENT,
      WEB_DIR: join(dataDir, 'web'),
      DATA_DIR: dataDir,
      SECRETS_KEY: secretsKey,
      PAIRING_CODE,
      ...(shared ? { INSTANCE_URL: url } : {}),
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
      ...deps.environment?.(url),
      ...environment,
    });
    const meters = await openMeters({ ofProcess: false });
    const opened = await openRelay({
      config,
      meters,
      traces: deps.traces ?? null,
      migrationsFolder: MIGRATIONS,
      clock: () => Date.now() + offsetMs + skewMs,
      steadyMs: () => Date.now() + offsetMs,
      log: deps.log ?? pino(logOptions('info'), { write: (line: string) => void logged.push(line) }),
      ...(deps.answerMsMax === null ? {} : { answerMsMax: () => answerMsMax }),
      ...(deps.isStill ? { random: () => 0 } : {}),
      ...(databaseMsMax === null ? {} : { databaseMsMax }),
      ...(limitPoints === undefined ? {} : { limitPoints }),
      ...(deps.admission === undefined ? {} : { admission: deps.admission }),
      onStatement: watch.hear,
    });
    server = createListener(opened.app).server;
    opened.attach(server);
    await listen(server, port);
    operator = createListener(withMetrics(opened.operator, meters)).server;
    ({ url: operatorUrl } = await listen(operator));
    if (!deps.isStill) opened.start();
    relay = { ...opened, db: unheard(kind, opened.db) };
  }

  async function stop(answered?: () => Promise<void>): Promise<void> {
    const closed = new Promise<void>((resolve) => server?.close(() => resolve()));
    await relay?.stop(answered);
    relay = null;
    await Promise.race([closed, delay(500)]);
    server?.closeAllConnections();
    operator?.close();
    operator?.closeAllConnections();
  }

  await start();
  const current = (): Relay => {
    if (!relay) throw new Error('the relay is down');
    return relay;
  };
  /** Limits count by address: each test is somebody else. */
  const caller = (): string => `198.51.100.${callers % 250}`;

  return {
    url,
    get operatorUrl(): string {
      return operatorUrl;
    },
    dataDir,
    secretsKey: Buffer.from(secretsKey, 'hex'),
    logged,
    get relay(): Relay {
      return current();
    },
    start,
    stop,
    /** What is asked while the store will not answer: the relay waits for it no moment. */
    async waitingForNobody<T>(ask: () => Promise<T>): Promise<T> {
      answerMsMax = 0;
      try {
        return await ask();
      } finally {
        answerMsMax = PATIENCE_MS;
      }
    },
    advance(ms: number): void {
      offsetMs += ms;
    },
    /** What the machine's clock says is wrong by so much from now on; time itself goes on as ever. */
    setClock(ms: number): void {
      skewMs = ms;
    },
    get nowMs(): number {
      return Date.now() + offsetMs;
    },

    /** A browser's request; `json` becomes the body. */
    ask: (path: string, init: RelayRequest = {}): Promise<Response> => askRelay(url + path, caller(), init),

    rows: <T>(query: SQL): Promise<T[]> => rowsOf<T>(current().db, query),

    /** What persons are sealed with here. */
    persons: async () =>
      createPersons(
        await loadPersonKey(current().db, Buffer.from(secretsKey, 'hex'), { error: () => undefined }),
      ),

    /** Everything that stands in the database, as whoever has SECRETS_KEY reads it: what is sealed of persons follows opened. */
    async everything(): Promise<string> {
      const text = await this.dump();
      return `${text}\n${openedPersons(await this.persons(), text).join('\n')}`;
    },

    dump: () => dumpTables(current().db),

    /** Forgets everything, so that the next test finds a relay without a store. */
    async clear(): Promise<void> {
      offsetMs = 0;
      skewMs = 0;
      callers += 1;
      logged.length = 0;
      await clearTables(current().db);
      current().stores.invalidate();
    },

    async close(): Promise<void> {
      if (relay) await stop();
      if (!shared) await postgres?.stop();
      rmSync(dataDir, { recursive: true, force: true });
      refuseWithoutStore(watch);
    },
  };
}

/** What the browser of a test proves with that an order is its own. */
export const CLAIM = 'c0ffee'.repeat(8);

export type Scene = {
  readonly relay: TestRelay;
  /** A paired store that is not linked yet. `url` when it does not reach the relay directly. */
  pairedStore(url?: string): Promise<FakeStore>;
  /** A paired store with the sample menu, whose log is followed and whose commands are delivered. */
  linkedStore(prepare?: (store: FakeStore) => void): Promise<FakeStore>;
  /** Any store of this test, closed at its end. */
  newStore(): Promise<FakeStore>;
};

// One relay per database and file, however many suites the file has: starting one is the slow part.
const relays = new Map<DatabaseKind, Promise<TestRelay>>();
const relayOf = (kind: DatabaseKind): Promise<TestRelay> => {
  const relay = relays.get(kind) ?? createTestRelay(kind);
  relays.set(kind, relay);
  return relay;
};
async function closeRelays(): Promise<void> {
  const open = [...relays.values()];
  relays.clear();
  for (const relay of open) await (await relay).close();
}

/** Runs the suite on both databases, with a fresh relay state for every test. */
export const onBothDatabases = (name: string, suite: (scene: Scene) => void): void =>
  onDatabases(BOTH, name, suite);

/** For what the database has no part in. */
export const onOneDatabase = (name: string, suite: (scene: Scene) => void): void =>
  onDatabases(ONE, name, suite);

function onDatabases(kinds: readonly DatabaseKind[], name: string, suite: (scene: Scene) => void): void {
  // Said by each file for itself: where files share a process, this one is loaded for the first of them alone.
  afterAll(closeRelays);
  describe.each(kinds)(`${name}, on %s`, (kind) => {
    let relay: TestRelay;
    const stores: FakeStore[] = [];
    beforeAll(async () => {
      relay = await relayOf(kind);
    });
    beforeEach(() => relay.clear());
    afterEach(async () => {
      for (const store of stores.splice(0)) {
        store.close();
        // What a test leaves under way must not reach into the next one.
        await unlinked(relay, store);
      }
    });
    const newStore = async (url = relay.url): Promise<FakeStore> => {
      const store = await createFakeStore(url);
      stores.push(store);
      return store;
    };
    const pairedStore = async (url?: string): Promise<FakeStore> => {
      const store = await newStore(url);
      // PAIRING_CODE is for the first store only; the others have a host name each.
      const others = await relay.relay.stores.all();
      const { code } = await relay.relay.pairing.makeCode({
        host: others.length > 0 ? `${store.storeId}.example` : undefined,
      });
      const answer = await store.pair(code);
      if (!answer.ok) throw new Error(`pairing: ${answer.status} ${await answer.text()}`);
      return store;
    };
    suite({
      get relay() {
        return relay;
      },
      newStore,
      pairedStore,
      async linkedStore(prepare) {
        const store = await pairedStore();
        prepare?.(store);
        await store.syncDocument(sampleCatalog());
        await store.dial();
        await linked(relay, store);
        await soon(async () =>
          expect(await (await fetch(`${relay.url}/api/menu`, { headers: ALONE })).json()).toMatchObject({
            sizes: [{ id: 'p' }, { id: 'g' }],
          }),
        );
        return store;
      },
    });
  });
}

/** Waits until `look` does not throw. The time-out is for a machine that has much else to do. */
export const soon = <T>(look: () => T | Promise<T>, { interval = 10 } = {}): Promise<T> =>
  vi.waitFor(look, { interval, timeout: 60_000 });

/** Waits until the relay holds the store's link and has greeted it. */
export async function linked(relay: TestRelay, store: FakeStore): Promise<void> {
  await soon(() => expect(relay.relay.gateway.session(store.storeId)).not.toBeNull());
}
export const unlinked = (relay: TestRelay, store: FakeStore): Promise<void> =>
  soon(() => expect(relay.relay.gateway.session(store.storeId)).toBeNull());

export const bodyOf = async (response: Response): Promise<Record<string, any>> =>
  (await response.json()) as Record<string, any>;
