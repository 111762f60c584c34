// A store and its relay as two processes, for the benches of the link: how far their logs are, and years of trade behind them.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../cloud/storage/open.ts';
import { createChild } from '../../scripts/child.ts';
import { freePorts } from '../../scripts/ports.ts';
import { root } from '../../scripts/root.ts';
import { createCable, type Cable } from '../support/cable.ts';
import { get, openCaller } from './http-load.ts';
import type { Bench } from './scenario.ts';
import { RELAY_BUNDLE, startStore, type StoreServer } from './store-server.ts';

const PAIRING_CODE = 'bench-pairing-code';
const CAUGHT_UP_MS_MAX = 120_000;

/** A store, a relay, and a cable between them that can be pulled. */
export type Pair = {
  store: StoreServer;
  relay: { url: string; port: number; pid: number; restart(whileDown: () => Promise<void>): Promise<void> };
  cable: Cable;
  /** The last row that the relay has said it holds, and the last one there is. */
  cursor(): { acknowledged: number; head: number };
  storeFile: string;
  relayDatabase: { databaseUrl: string | null; dataDir: string };
  stop(): Promise<void>;
};

/** `databaseUrl` is empty for a relay with PGlite. */
export async function openPair(bench: Bench, name: string, databaseUrl: string): Promise<Pair> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const cable = await createCable(port);
  bench.atEnd(() => cable.close());
  const dataDir = bench.folder(`link-relay-${name}`);
  const relay = createChild({
    name: 'relay',
    file: RELAY_BUNDLE,
    env: {
      DATA_DIR: dataDir,
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
      LOG_LEVEL: 'warn',
      // Behind a proxy every customer has an address of their own, and so a bound of their own.
      TRUSTED_PROXIES: '127.0.0.1',
    },
    readyUrl: `${url}/readyz`,
    isReady: (response) => response.status === 200,
    readyMsMax: 60_000,
  });
  bench.atEnd(() => relay.stop());
  await relay.start();
  const storeDir = await bench.sampleStore(`link-${name}`);
  const store = await startStore(bench, storeDir, { RELAY_URL: cable.url, PAIRING_CODE, LOG_LEVEL: 'warn' });
  const storeFile = join(storeDir, 'edge', 'store.db');
  const file = new Database(storeFile, { readonly: true });
  bench.atEnd(() => file.close());
  const acknowledged = file.prepare(`select seq from checkpoints where follower = 'relay'`).pluck();
  const head = file.prepare('select max(seq) from outbox').pluck();
  const pair: Pair = {
    store,
    relay: {
      url,
      port,
      pid: relay.pid ?? 0,
      async restart(whileDown) {
        await relay.stop();
        await whileDown();
        await relay.start();
        this.pid = relay.pid ?? 0;
      },
    },
    cable,
    cursor: () => ({ acknowledged: Number(acknowledged.get() ?? 0), head: Number(head.get() ?? 0) }),
    storeFile,
    relayDatabase: { databaseUrl: databaseUrl === '' ? null : databaseUrl, dataDir },
    async stop() {
      await Promise.all([store.child.stop(), relay.stop()]);
    },
  };
  await caughtUp(pair);
  return pair;
}

/** Resolves when the relay holds every row that there is now, with the time it did. */
export async function caughtUp({ cursor }: Pick<Pair, 'cursor'>, upTo = cursor().head): Promise<number> {
  const startedAt = performance.now();
  while (cursor().acknowledged < upTo) {
    if (performance.now() - startedAt > CAUGHT_UP_MS_MAX) throw new Error('the relay does not catch up');
    await delay(2);
  }
  return performance.now();
}

/** Asks the store until its link is up; answers when it was. */
export async function linked(port: number): Promise<number> {
  const caller = await openCaller(port);
  try {
    for (;;) {
      const { body } = await caller.ask(get({ port, path: '/readyz' }));
      if ((JSON.parse(body) as { link: string }).link === 'linked') return performance.now();
      await delay(2);
    }
  } finally {
    caller.close();
  }
}

/** Rows as years of trade leave them, on both sides. What hashes hold matters only where both sides compare them: at the end. */
export async function lengthen(pair: Pair, rows: number): Promise<void> {
  await pair.store.child.stop();
  const { head } = pair.cursor();
  const file = new Database(pair.storeFile);
  file.pragma('synchronous = OFF');
  file.exec(
    `insert into outbox (seq, lineage, epoch, kind, aggregate_id, sealed, body, body_hash, hash, at_ms)
     with recursive n(seq) as (select ${head + 1} union all select seq + 1 from n where seq < ${rows})
     select n.seq, last.lineage, last.epoch, 'order', printf('%08x-0000-7000-8000-%012x', n.seq, n.seq), 0, last.body, last.body_hash,
       printf('%064x', n.seq), last.at_ms
     from n, (select * from outbox where kind = 'order' order by seq desc limit 1) as last`,
  );
  file.exec(`update checkpoints set seq = ${rows}, hash = printf('%064x', ${rows})`);
  // Its reports have counted them long ago.
  file.prepare(`update meta set value = json_set(value, '$.seq', ?) where key = 'report_cursor'`).run(rows);
  file.pragma('wal_checkpoint(TRUNCATE)');
  file.close();
  await pair.relay.restart(async () => {
    const { db, close } = await openDatabase({
      ...pair.relayDatabase,
      migrationsFolder: join(root, 'cloud/storage/migrations'),
    });
    await db.execute(
      sql.raw(`
      with last as (select * from change_log where seq = ${head}), n as (select generate_series(${head + 1}, ${rows}) as seq)
      insert into change_log (store_id, seq, kind, aggregate_id, lineage, epoch, sealed, body_hash, hash, at_ms)
      select store_id, n.seq, 'order', lpad(to_hex(n.seq), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n.seq), 12, '0'), lineage,
        epoch, false, body_hash, lpad(to_hex(n.seq), 64, '0'), at_ms from last, n`),
    );
    await db.execute(
      sql.raw(`
      insert into aggregates (store_id, kind, aggregate_id, seq, sealed, body)
      select store_id, kind, aggregate_id, seq, false, '{}' from change_log where seq > ${head}`),
    );
    await db.execute(
      sql.raw(`
      with last as (select * from orders order by number desc limit 1)
      insert into orders
      select last.store_id, c.aggregate_id::uuid, c.seq, 'L' || c.seq, 0, null, null, null, last.total_cents, 'DELIVERED', 'approved', last.token_hash,
        last.created_at_ms - 1000000000, '{}'
      from last, change_log c where c.seq > ${head}`),
    );
    await db.execute(sql.raw(`update stores set seq = ${rows}, hash = lpad(to_hex(${rows}), 64, '0')`));
    await db.execute(sql.raw('vacuum analyze'));
    await close();
  });
  await pair.store.child.start();
  await caughtUp(pair);
}
