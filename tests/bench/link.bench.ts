// The link after an outage and on a quiet evening: how fast the relay catches up, what live orders feel of it, how soon a
// change is on the relay's live stream, and whether any of it grows with the length of the log. On both databases of a relay.
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { sql } from 'drizzle-orm';
import { openDatabase } from '../../cloud/db/open.ts';
import { createChild } from '../../scripts/child.ts';
import { hydratePostgres } from '../../scripts/hydrate-postgres.ts';
import { freePorts } from '../../scripts/ports.ts';
import { root } from '../../scripts/root.ts';
import { createCable, type Cable } from '../support/cable.ts';
import { startPostgres } from '../support/postgres.ts';
import { signInAs } from '../support/staff-session.ts';
import { compared, interleaved, judged, median, percentile } from './figures.ts';
import { get, load, openCaller, post, type Caller } from './http-load.ts';
import { orderBodies } from './order-bodies.ts';
import { residentMB } from './process-stats.ts';
import type { Bench, Scenario } from './scenario.ts';
import { RELAY_BUNDLE, startStore, type StoreServer } from './store-server.ts';

const WAITING_ORDERS = 10_000;
const OUTAGES = 5;
const AIM_PER_SECOND = { PostgreSQL: 4000, PGlite: 2500 };
const CHANGES = 200;
const WARM_UP = 20;
/** The longer log over which the cost of an order is looked at. */
const LOG_LONG = 1_000_000;
const COST_ORDERS = 1500;
const COST_ROUNDS = 5;
const COST_WARM_UPS = 3;
/** A crowd at both counters: ten orders in a second each. */
const LIVE_EVERY_MS = 100;
const PAIRING_CODE = 'bench-pairing-code';
const CAUGHT_UP_MS_MAX = 120_000;
const HEARD_MS_MAX = 30_000;

type DatabaseName = keyof typeof AIM_PER_SECOND;

/** A store, a relay, and a cable between them that can be pulled. */
type Pair = {
  store: StoreServer;
  relay: { url: string; port: number; pid: number; restart(whileDown: () => Promise<void>): Promise<void> };
  cable: Cable;
  /** The last row that the relay has said it holds, and the last one there is. */
  cursor(): { acknowledged: number; head: number };
  storeFile: string;
  relayDatabase: { databaseUrl: string | null; dataDir: string };
  stop(): Promise<void>;
};

export const scenario: Scenario = {
  name: 'link',
  title: `The link: catching up with ${WAITING_ORDERS.toLocaleString('en')} orders, live changes, long logs`,
  async run(bench) {
    hydratePostgres();
    const postgres = await startPostgres();
    bench.atEnd(() => postgres.stop());
    for (const [database, databaseUrl] of [
      ['PostgreSQL', postgres.url],
      ['PGlite', ''],
    ] as const) {
      const pair = await openPair(bench, database, databaseUrl);
      await live(bench, pair, database);
      await catchUp(bench, pair, database);
      // What a statement costs over a long table is PostgreSQL's own either way.
      if (database === 'PostgreSQL') await longLog(bench, pair);
      await pair.stop();
    }
  },
};

async function openPair(
  bench: Bench,
  database: DatabaseName,
  databaseUrl: string,
  name: string = database,
): Promise<Pair> {
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
      PUBLIC_URL: url,
      SECRETS_KEY: 'b'.repeat(64),
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
async function caughtUp({ cursor }: Pick<Pair, 'cursor'>, upTo = cursor().head): Promise<number> {
  const startedAt = performance.now();
  while (cursor().acknowledged < upTo) {
    if (performance.now() - startedAt > CAUGHT_UP_MS_MAX) throw new Error('the relay does not catch up');
    await delay(2);
  }
  return performance.now();
}

/** Asks the store until its link is up; answers when it was. */
async function linked(port: number): Promise<number> {
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

type Outage = {
  perSecond: number;
  linkedMs: number;
  firstRowMs: number;
  /** What orders took that customers placed meanwhile, at each host. */
  meanwhileMs: { relay: number[]; store: number[] };
  /** Null where the machine does not say. */
  grewMB: { store: number; relay: number } | null;
};

/** Several outages, one after another: how a relay that has just started does, and how one does that runs. */
async function catchUp(bench: Bench, pair: Pair, database: DatabaseName): Promise<void> {
  const outages: Outage[] = [];
  for (let round = 0; round < OUTAGES; round += 1) outages.push(await outage(pair));
  const [each, worst] = [
    (of: (one: Outage) => number) => outages.map((one) => of(one).toFixed(0)).join(', '),
    (of: (one: Outage) => number) => Math.max(...outages.map(of)),
  ];
  bench.add(
    judged({
      what: `catching up on ${database}`,
      value: median(outages.map((one) => one.perSecond)),
      unit: 'orders/s',
      aim: { of: 'value', atLeast: AIM_PER_SECOND[database] },
      note: `from the handshake to the store's last checkpoint, live orders beside it; each outage: ${each((one) => one.perSecond)}`,
    }),
  );
  bench.add(
    judged({
      what: `cable plugged in → linked, ${database}, the slowest`,
      value: worst((one) => one.linkedMs),
      unit: 'ms',
      aim: { of: 'value', atMost: 1000 },
    }),
  );
  bench.add(
    judged({
      what: `handshake → first rows applied and checkpointed, ${database}, the slowest`,
      value: worst((one) => one.firstRowMs),
      unit: 'ms',
      aim: { of: 'value', atMost: 200 },
    }),
  );
  for (const host of ['relay', 'store'] as const) {
    const took = outages.flatMap((one) => one.meanwhileMs[host]);
    bench.add(
      judged({
        what: `live order at the ${host} while the relay catches up on ${database}, p95`,
        value: percentile(took, 0.95),
        unit: 'ms',
        aim: { of: 'value', atMost: 50 },
        note: `${took.length} orders, p50 ${median(took).toFixed(1)} ms; p95 of each outage: ${each((one) => percentile(one.meanwhileMs[host], 0.95))}`,
      }),
    );
  }
  if (outages.some((one) => one.grewMB === null)) return;
  for (const side of ['store', 'relay'] as const)
    bench.add(
      judged({
        what: `${side}'s memory grows while catching up, ${database}, the most`,
        value: worst((one) => one.grewMB?.[side] ?? 0),
        unit: 'MB',
        // PGlite is a whole database in the relay's own memory.
        ...(side === 'store' || database === 'PostgreSQL'
          ? { aim: { of: 'value', atMost: 30 } as const }
          : {}),
        note: `each outage: ${each((one) => one.grewMB?.[side] ?? 0)}`,
      }),
    );
}

async function outage(pair: Pair): Promise<Outage> {
  const { store, relay, cable } = pair;
  const body = await orderBodies(store.url);
  cable.pull();
  await load(
    { port: store.port, path: '/api/orders' },
    { callers: 16, count: WAITING_ORDERS, body, expect: 201 },
  );
  const isSaid = residentMB(store.pid) !== null;
  const weigh = () => ({ store: residentMB(store.pid) ?? 0, relay: residentMB(relay.pid) ?? 0 });
  const before = weigh();
  const most = { ...before };
  const weighing = setInterval(() => {
    const now = weigh();
    for (const side of ['store', 'relay'] as const) most[side] = Math.max(most[side], now[side]);
  }, 50);
  const from = pair.cursor();
  const pluggedAt = performance.now();
  cable.plug();
  const linkedAt = await linked(store.port);
  const catching = caughtUp(pair, from.head);
  let isBehind = true;
  const firstRow = (async () => {
    while (pair.cursor().acknowledged === from.acknowledged) await delay(1);
    return performance.now();
  })();
  const ordering = customers(pair, () => isBehind);
  const firstRowAt = await firstRow;
  const doneAt = await catching;
  isBehind = false;
  const meanwhileMs = await ordering;
  await delay(1000);
  clearInterval(weighing);
  return {
    perSecond: ((from.head - from.acknowledged) * 1000) / (doneAt - linkedAt),
    linkedMs: linkedAt - pluggedAt,
    firstRowMs: firstRowAt - linkedAt,
    meanwhileMs,
    grewMB: isSaid ? { store: most.store - before.store, relay: most.relay - before.relay } : null,
  };
}

/** Orders on both hosts, one after another, while `goOn`. */
async function customers(pair: Pair, goOn: () => boolean): Promise<{ relay: number[]; store: number[] }> {
  const ordersAt = async (url: string, port: number): Promise<number[]> => {
    const body = await orderBodies(url);
    const caller = await openCaller(port);
    const took: number[] = [];
    while (goOn() || took.length === 0) {
      const headers = { 'x-forwarded-for': `10.2.${took.length >> 8}.${took.length & 255}` };
      const askedAt = performance.now();
      const answer = await caller.ask(post({ port, path: '/api/orders', headers }, body()));
      if (answer.status === 201) took.push(performance.now() - askedAt);
      // The relay takes orders again once it has met the store: a moment after the handshake.
      else if (answer.status === 503) await delay(5);
      else throw new Error(`an order was answered ${answer.status}: ${answer.body.slice(0, 300)}`);
      await delay(LIVE_EVERY_MS);
    }
    caller.close();
    return took;
  };
  const [relay, store] = await Promise.all([
    ordersAt(pair.relay.url, pair.relay.port),
    ordersAt(pair.store.url, pair.store.port),
  ]);
  return { relay, store };
}

/** From the store's answer to a change to the event on an open page of the relay. */
async function live(bench: Bench, pair: Pair, database: DatabaseName): Promise<void> {
  const { store, relay } = pair;
  const body = await orderBodies(store.url);
  const caller = await openCaller(store.port);
  bench.atEnd(() => caller.close());
  const cookie = await signInAs(store.url, 'ADMIN');
  const headers = { cookie, origin: store.url };
  const took: number[] = [];
  const pages = await openCaller(relay.port);
  bench.atEnd(() => pages.close());
  const MOVES = [
    { kind: 'confirm-payment', method: 'cash' },
    { kind: 'start' },
    { kind: 'mark-ready' },
    { kind: 'deliver' },
  ];
  for (let change = 0; change < WARM_UP + CHANGES;) {
    const placed = await caller.ask(post({ port: store.port, path: '/api/orders' }, body()));
    const { order, trackingToken } = JSON.parse(placed.body) as {
      order: { id: string; code: string };
      trackingToken: string;
    };
    await caughtUp(pair);
    const page = await follow(relay, pages, order.code, trackingToken);
    for (const move of MOVES) {
      const heard = page.next();
      const answer = await caller.ask(
        post(
          { port: store.port, path: `/api/staff/orders/${order.id}/moves`, headers },
          JSON.stringify(move),
        ),
      );
      const committedAt = performance.now();
      if (answer.status !== 200)
        throw new Error(`a move was answered ${answer.status}: ${answer.body.slice(0, 200)}`);
      const ms = Math.max(0, (await heard) - committedAt);
      if (change >= WARM_UP) took.push(ms);
      change += 1;
      await delay(5);
    }
    page.close();
  }
  for (const [share, atMost] of [
    [0.5, 5],
    [0.99, 15],
  ] as const)
    bench.add(
      judged({
        what: `change at the store → the relay's live stream on ${database}, p${share * 100}`,
        value: percentile(took, share),
        unit: 'ms',
        aim: { of: 'value', atMost },
        note: `${took.length} changes, from the store's answer to the event; p95 ${percentile(took, 0.95).toFixed(1)} ms`,
      }),
    );
}

/** A page that follows one order; `next` resolves with the time of its next event. */
async function follow(relay: Pair['relay'], pages: Caller, code: string, token: string) {
  const headers = {
    authorization: `Bearer ${token}`,
    'x-forwarded-for': `10.3.${Math.random().toString().slice(2, 4)}.1`,
  };
  const view = await pages.ask(get({ port: relay.port, path: `/api/orders/${code}`, headers }));
  const { ticket } = JSON.parse(view.body) as { ticket: string };
  const ending = new AbortController();
  const response = await fetch(`${relay.url}/api/live?ticket=${encodeURIComponent(ticket)}`, {
    signal: ending.signal,
  });
  let resolve: (atMs: number) => void = () => undefined;
  const opened = Promise.withResolvers<void>();
  const reading = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      const text = decoder.decode(chunk as Uint8Array);
      if (text.includes('event: hello')) opened.resolve();
      if (text.includes('event: order')) resolve(performance.now());
    }
  };
  reading().catch(() => undefined);
  await opened.promise;
  return {
    next: (): Promise<number> =>
      new Promise((done, fail) => {
        const late = setTimeout(
          () => fail(new Error(`${code}: the page hears nothing of a change`)),
          HEARD_MS_MAX,
        );
        resolve = (atMs) => {
          clearTimeout(late);
          done(atMs);
        };
      }),
    close: () => ending.abort(),
  };
}

/**
 * What an order costs over a short log and over a long one: at the store's door, and on its way into the relay. A pair of each, in
 * turns: what the machine does meanwhile falls on both.
 */
async function longLog(bench: Bench, long: Pair): Promise<void> {
  const postgres = await startPostgres();
  bench.atEnd(() => postgres.stop());
  const short = await openPair(bench, 'PostgreSQL', postgres.url, 'short');
  await lengthen(long, LOG_LONG);
  const cost = { short: await costOf(short), long: await costOf(long) };
  // Processes that have just started, and caches that a shop which runs has filled.
  for (let round = 0; round < COST_WARM_UPS; round += 1)
    for (const measure of [cost.short, cost.long]) await measure();
  const { head } = short.cursor();
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  await interleaved(COST_ROUNDS, {
    short: () => cost.short().then((each) => theirs.push(each)),
    long: () => cost.long().then((each) => ours.push(each)),
  });
  for (const [what, at] of [
    ['order at the store', 'atStoreMs'],
    ['order caught up by the relay on PostgreSQL', 'caughtUpMs'],
  ] as const)
    bench.add(
      compared({
        what: `${what}, with ${LOG_LONG.toLocaleString('en')} rows behind it`,
        unit: 'ms',
        ours: ours.map((each) => each[at]),
        theirs: theirs.map((each) => each[at]),
        yardstick: `with ${head.toLocaleString('en')}`,
        aim: { of: 'ratio', atMost: 1.2 },
      }),
    );
  await short.stop();
}

type Cost = { atStoreMs: number; caughtUpMs: number };

/** Measures orders that come one after another while the cable is pulled, and each of them when it is plugged in again. */
async function costOf({ store, cable, cursor }: Pair): Promise<() => Promise<Cost>> {
  const body = await orderBodies(store.url);
  return async () => {
    cable.pull();
    const { latenciesMs } = await load(
      { port: store.port, path: '/api/orders' },
      { callers: 1, count: COST_ORDERS, body, expect: 201 },
    );
    const from = cursor();
    cable.plug();
    const linkedAt = await linked(store.port);
    const doneAt = await caughtUp({ cursor });
    return {
      atStoreMs: median(latenciesMs),
      caughtUpMs: (doneAt - linkedAt) / (from.head - from.acknowledged),
    };
  };
}

/** Rows as years of trade leave them, on both sides. What hashes hold matters only where both sides compare them: at the end. */
async function lengthen(pair: Pair, rows: number): Promise<void> {
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
      migrationsFolder: join(root, 'cloud/db/migrations'),
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
