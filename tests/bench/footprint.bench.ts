// Memory and start-up of both servers as released: the store with ten thousand orders behind it, the relay with two
// thousand replicated, on both of its databases. Beside them a bare server of the same Node.
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hydratePostgres } from '../../scripts/hydrate-postgres.ts';
import { freePorts } from '../../scripts/ports.ts';
import { root } from '../../scripts/root.ts';
import { startPostgres } from '../support/postgres.ts';
import { compared, interleaved, judged, median } from './figures.ts';
import { load, openCaller, post } from './http-load.ts';
import { orderBodies } from './order-bodies.ts';
import type { Bench, Scenario } from './scenario.ts';
import { residentMB } from './process-stats.ts';
import { RELAY_BUNDLE, startStore, STORE_BUNDLE, storeEnv } from './store-server.ts';

const ORDERS = 10_000;
const REPLICATED_ORDERS = 2000;
const STARTS = 5;
const READY_MS_MAX = 60_000;
const READY_POLL_MS = 3;
const REPLICATED_MS_MAX = 40_000;
/** Rarer than the bound on looking for other people's orders. */
const REPLICATED_POLL_MS = 1200;
const PAIRING_CODE = 'bench-pairing-code';

type Running = { pid: number; readyMs: number; stop(signal?: NodeJS.Signals): Promise<void> };

export const scenario: Scenario = {
  name: 'footprint',
  title: 'Memory and start-up of the release bundles',
  async run(bench) {
    if (process.platform !== 'linux') {
      bench.say('Skipped: what a process holds in memory is read from /proc, which only Linux has.');
      return;
    }
    const fresh = await startStore(bench, bench.folder('sample-shop'), { DEMO: '1' });
    bench.add(
      judged({
        what: "store server's memory once it has made the sample shop, its pictures too",
        value: residentMB(fresh.pid) ?? Number.NaN,
        unit: 'MB',
        aim: { of: 'value', atMost: 200 },
      }),
    );
    await fresh.child.stop();
    const dataDir = await bench.sampleStore('footprint');
    const full = await storeWithOrders(bench, dataDir, ORDERS);
    const { residentMB: fullMB, idleMB } = full;
    bench.add(
      judged({
        what: `store server's memory after ${ORDERS} orders`,
        value: fullMB ?? Number.NaN,
        unit: 'MB',
        aim: { of: 'value', atMost: 150 },
        note: `${idleMB?.toFixed(0)} MB before the first`,
      }),
    );
    const storePort = (await freePorts(1))[0] ?? 0;
    const bareEnv = await bareServerEnv(bench, full.order);

    const startOnce = async (file: string, env: Record<string, string>, port: number): Promise<number> => {
      const { readyMs, stop } = await launch(file, env, port);
      bench.atEnd(() => stop('SIGKILL'));
      await stop();
      return readyMs;
    };
    const starts = await interleaved(STARTS, {
      store: () => startOnce(STORE_BUNDLE, storeEnv(dataDir, storePort), storePort),
      bare: () => startOnce('tests/bench/bare/main.ts', bareEnv.fresh(), bareEnv.port),
    });
    bench.add(
      compared({
        what: `store server ready, ${ORDERS} orders in its database`,
        unit: 'ms',
        ours: starts.store,
        theirs: starts.bare,
        yardstick: 'bare Hono + SQLite',
        aim: { of: 'value', atMost: 600 },
      }),
    );

    hydratePostgres();
    const postgres = await startPostgres(true);
    bench.atEnd(() => postgres.stop());
    const replicated = await bench.sampleStore('replicated');
    const { order } = await storeWithOrders(bench, replicated, REPLICATED_ORDERS);
    // A store is paired with one relay, and another refuses it: each relay is given a store that knows none.
    const replicatedAgain = bench.folder('replicated-again');
    cpSync(replicated, replicatedAgain, { recursive: true });
    await relayWithOrders(bench, 'PostgreSQL', postgres.url, replicated, order.code);
    await relayWithOrders(bench, 'PGlite', '', replicatedAgain, order.code);
  },
};

type Filled = { order: { code: string }; idleMB: number | null; residentMB: number | null };

/** Fills a store, weighs it before and after, and answers its last order. */
async function storeWithOrders(bench: Bench, dataDir: string, count: number): Promise<Filled> {
  const store = await startStore(bench, dataDir);
  const target = { port: store.port, path: '/api/orders' };
  const body = await orderBodies(store.url);
  const idleMB = residentMB(store.pid);
  await load(target, { callers: 16, count: count - 1, body, expect: 201 });
  const caller = await openCaller(store.port);
  const last = await caller.ask(post(target, body()));
  caller.close();
  const { order } = JSON.parse(last.body) as { order: { code: string } };
  const filled = { order, idleMB, residentMB: residentMB(store.pid) };
  await store.child.stop();
  return filled;
}

async function relayWithOrders(
  bench: Bench,
  database: string,
  databaseUrl: string,
  storeDataDir: string,
  lastCode: string,
): Promise<void> {
  const [port = 0, storePort = 0] = await freePorts(2);
  const url = `http://127.0.0.1:${port}`;
  const env = {
    DATA_DIR: bench.folder(`relay-${database}`),
    WEB_DIR: join(root, 'dist', 'web'),
    DATABASE_URL: databaseUrl,
    CLOUD_PORT: `${port}`,
    CLOUD_HOST: '127.0.0.1',
    OPERATOR_PORT: '0',
    PUBLIC_URL: url,
    SECRETS_KEY: randomBytes(32).toString('hex'),
    PAIRING_CODE,
    SIMULATORS: '1',
    NODE_ENV: 'production',
  };
  const relay = await launch(RELAY_BUNDLE, env, port);
  bench.atEnd(() => relay.stop('SIGKILL'));
  const store = await launch(
    STORE_BUNDLE,
    { ...storeEnv(storeDataDir, storePort), RELAY_URL: url, PAIRING_CODE },
    storePort,
  );
  bench.atEnd(() => store.stop('SIGKILL'));
  const startedAt = performance.now();
  while ((await fetch(`${url}/api/orders/${lastCode}`)).status !== 200) {
    if (performance.now() - startedAt > REPLICATED_MS_MAX)
      throw new Error(
        `on ${database} the ${REPLICATED_ORDERS} orders were not replicated within ${REPLICATED_MS_MAX / 1000} s`,
      );
    await delay(REPLICATED_POLL_MS);
  }
  const tookMs = performance.now() - startedAt;
  bench.add({
    what: `relay's memory on ${database}, ${REPLICATED_ORDERS} orders replicated`,
    value: residentMB(relay.pid) ?? Number.NaN,
    unit: 'MB',
    note: `replicated in ${(tookMs / 1000).toFixed(1)} s`,
  });
  await store.stop();
  await relay.stop();
  const readyMs: number[] = [];
  for (let start = 0; start < 3; start += 1) {
    const again = await launch(RELAY_BUNDLE, env, port);
    readyMs.push(again.readyMs);
    await again.stop();
  }
  bench.add({
    what: `relay ready on ${database}, existing database`,
    value: median(readyMs),
    unit: 'ms',
    rounds: readyMs,
  });
}

async function bareServerEnv(bench: Bench, sample: unknown) {
  const [port = 0, webSocketPort = 0] = await freePorts(2);
  const sampleFile = join(bench.folder('bare-sample'), 'sample.json');
  writeFileSync(sampleFile, JSON.stringify(sample));
  return {
    port,
    fresh: (): Record<string, string> => ({
      BARE_PORT: `${port}`,
      BARE_WEB_SOCKET_PORT: `${webSocketPort}`,
      BARE_FILE: join(bench.folder('bare-start'), 'bare.db'),
      BARE_SAMPLE: sampleFile,
      NODE_ENV: 'production',
    }),
  };
}

/** Starts a server as a supervisor would, with nothing in between, and waits for its first ready answer. */
async function launch(file: string, env: Record<string, string>, port: number): Promise<Running> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [resolve(root, file)], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += String(text)));
  const gone = once(child, 'exit');
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`${file} ended before it was ready: ${complaint.slice(0, 500)}`);
    if (performance.now() - startedAt > READY_MS_MAX)
      throw new Error(`${file} was not ready in ${READY_MS_MAX} ms`);
    try {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`);
      await response.arrayBuffer();
      if (response.status === 200) break;
    } catch {
      // Nobody listens yet.
    }
    await delay(READY_POLL_MS);
  }
  return {
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedAt,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), 8000);
      await gone;
      clearTimeout(late);
    },
  };
}
