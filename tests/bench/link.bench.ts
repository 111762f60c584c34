// The link after an outage and on a quiet evening: how fast the relay catches up, what live orders feel of it, how soon a
// change is on the relay's live stream, and whether any of it grows with the length of the log. On both databases of a relay.
import { setTimeout as delay } from 'node:timers/promises';
import { hydratePostgres } from '../../scripts/hydrate-postgres.ts';
import { startPostgres } from '../support/postgres.ts';
import { signInAs } from '../support/staff-session.ts';
import { compared, interleaved, judged, median, percentile } from './figures.ts';
import { get, load, openCaller, post, type Caller } from './http-load.ts';
import { caughtUp, lengthen, linked, openPair, type Pair } from './link-pair.ts';
import { orderBodies } from './order-bodies.ts';
import { residentMB } from './process-stats.ts';
import type { Bench, Scenario } from './scenario.ts';

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
const HEARD_MS_MAX = 30_000;

type DatabaseName = keyof typeof AIM_PER_SECOND;

export const scenario: Scenario = {
  name: 'link',
  title: `The link: catching up with ${WAITING_ORDERS.toLocaleString('en')} orders, live changes, long logs`,
  async run(bench) {
    hydratePostgres();
    const postgres = await startPostgres(true);
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
  const postgres = await startPostgres(true);
  bench.atEnd(() => postgres.stop());
  const short = await openPair(bench, 'short', postgres.url);
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
