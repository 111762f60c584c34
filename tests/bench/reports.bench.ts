// What an administrator and the kitchen wait for when 200,000 orders lie in the database: any report, any search, and the board, also
// while somebody reads reports.
import { join } from 'node:path';
import { signInAs } from '../support/staff-session.ts';
import { generateOrders } from '../../scripts/generate-orders.ts';
import { judged, percentile } from './figures.ts';
import { get, openCaller, post, type Caller } from './http-load.ts';
import { orderBodies } from './order-bodies.ts';
import type { Bench, Scenario } from './scenario.ts';
import { NOTHING_STOLEN, quietest } from './stolen.ts';
import { startStore } from './store-server.ts';

const ORDERS = 200_000;
const DAYS = 730;
const OPEN_ORDERS = 40;
const REPEATS = 25;
const BOARDS = 100;
const BOARD_ROUNDS = 3;
const REPORT_MS_MAX = 300;
const SEARCH_MS_MAX = 50;
const BOARD_MS_MAX = 20;

type Reading = { name: string; path: string };

export const scenario: Scenario = {
  name: 'reports',
  title: `Reports, search and the kitchen board over ${ORDERS.toLocaleString('en')} orders`,
  async run(bench) {
    const dataDir = await bench.sampleStore('reports');
    const startedAt = performance.now();
    await generateOrders({
      file: join(dataDir, 'edge', 'store.db'),
      count: ORDERS,
      days: DAYS,
      endMs: Date.now(),
    });
    bench.say(`The orders were generated in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
    const store = await startStore(bench, dataDir);
    const cookie = await signInAs(store.url, 'ADMIN');
    const headers = { cookie };
    const caller = await openCaller(store.port);
    bench.atEnd(() => caller.close());
    const ask = async (path: string, by: Caller = caller): Promise<{ tookMs: number; body: string }> => {
      const askedAt = performance.now();
      const { status, body } = await by.ask(get({ port: store.port, path, headers }));
      if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 300)}`);
      return { tookMs: performance.now() - askedAt, body };
    };

    await openOrders(store, caller, headers);
    const read = async <T>(path: string): Promise<T> => JSON.parse((await ask(path)).body) as T;
    const { orders } = await read<{ orders: { id: string; code: string; customerPhone: string }[] }>(
      '/api/staff/orders?state=finished&limit=200',
    );
    const old = orders[150];
    if (!old) throw new Error('the generated orders are not there');
    const today = new Date().toISOString().slice(0, 10);
    const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

    const reports: Reading[] = [
      { name: 'two years', path: `/api/staff/reports/sales?from=${ago(DAYS)}&to=${today}` },
      { name: 'thirty days', path: '/api/staff/reports/sales' },
      {
        name: 'two years of one phone',
        path: `/api/staff/reports/sales?from=${ago(DAYS)}&to=${today}&phone=${old.customerPhone}`,
      },
      { name: 'dashboard', path: '/api/staff/reports/dashboard' },
      { name: 'ranking', path: '/api/staff/ranking' },
    ];
    const search = (by: string, q: string): string =>
      `/api/staff/orders?limit=100&by=${by}&q=${encodeURIComponent(q)}`;
    const searches: Reading[] = [
      { name: 'whole phone', path: search('phone', old.customerPhone) },
      { name: 'part of a phone', path: search('phone', old.customerPhone.slice(-4)) },
      { name: 'a phone that nobody has', path: search('phone', '99999999') },
      { name: 'number', path: search('id', '1234') },
      { name: 'beginning of an id', path: search('id', old.id.slice(0, 8)) },
      { name: 'code', path: search('panel', old.code) },
      { name: 'panel number', path: search('panel', '12') },
      { name: 'what nobody has', path: search('panel', 'zzzz') },
      { name: 'the open ones', path: '/api/staff/orders?state=active&limit=200' },
    ];
    await slowest(bench, 'report', reports, REPORT_MS_MAX, ask);
    await slowest(bench, 'search', searches, SEARCH_MS_MAX, ask);

    const board = async (): Promise<number[]> => {
      const times: number[] = [];
      for (let n = 0; n < BOARDS; n += 1) times.push((await ask('/api/staff/board')).tookMs);
      return times;
    };
    const aim = { of: 'value', atMost: BOARD_MS_MAX } as const;
    await board();
    const alone = percentile((await quietest(BOARD_ROUNDS, board, NOTHING_STOLEN)).flat(), 0.99);
    bench.add(judged({ what: 'the kitchen board, 99 of 100', value: alone, unit: 'ms', aim }));
    // Somebody at the reports: all of them, one after another, without a pause.
    const other = await openCaller(store.port);
    bench.atEnd(() => other.close());
    for (const [what, readings] of [
      [
        'while reports run',
        reports.map(
          ({ path }) =>
            () =>
              ask(path, other),
        ),
      ],
      [
        'while two years are downloaded',
        [(ended: AbortSignal) => download(`${store.url}${sheet(ago(DAYS), today)}`, cookie, ended)],
      ],
    ] as const) {
      let asked = 0;
      const round = async (): Promise<number[]> => {
        const ending = new AbortController();
        const reading = async (): Promise<void> => {
          while (!ending.signal.aborted)
            for (const read of readings) {
              if (ending.signal.aborted) break;
              asked += 1;
              await read(ending.signal);
            }
        };
        const [times] = await Promise.all([board().finally(() => ending.abort()), reading()]);
        return times;
      };
      const times = (await quietest(BOARD_ROUNDS, round, NOTHING_STOLEN)).flat();
      bench.add(
        judged({
          what: `the kitchen board, 99 of 100, ${what}`,
          value: percentile(times, 0.99),
          unit: 'ms',
          aim,
          note: `${asked} asked for meanwhile; the board took ${percentile(times, 0.5).toFixed(1)} ms in the middle, ${Math.max(...times).toFixed(1)} ms at most`,
        }),
      );
    }
  },
};

const sheet = (from: string, to: string): string => `/api/staff/reports/sales.csv?from=${from}&to=${to}`;

/** Reads a file to its end, or until nobody needs it any more, and keeps nothing of it. */
async function download(url: string, cookie: string, ended: AbortSignal): Promise<void> {
  try {
    const response = await fetch(url, { headers: { cookie }, signal: ended });
    if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
    for await (const chunk of response.body) void chunk;
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}

/** Every reading in turn, so that what the machine does meanwhile falls on all alike; the slowest one is the figure. */
async function slowest(
  bench: Bench,
  kind: string,
  readings: readonly Reading[],
  atMost: number,
  ask: (path: string) => Promise<{ tookMs: number }>,
): Promise<void> {
  const turn = async (): Promise<[string, number][]> => {
    const times: [string, number][] = [];
    for (const { name, path } of readings) times.push([name, (await ask(path)).tookMs]);
    return times;
  };
  // The first one of all fills caches that a store which runs has filled.
  await turn();
  const times = Map.groupBy((await quietest(REPEATS, turn)).flat(), ([name]) => name);
  const table = [...times]
    .map(([name, all]) => ({ name, values: all.map(([, ms]) => ms) }))
    .map(({ name, values }) => ({
      name,
      middle: percentile(values, 0.5),
      most: percentile(values, 0.99),
    }));
  const worst = table.toSorted((a, b) => b.most - a.most)[0];
  bench.add(
    judged({
      what: `the slowest ${kind}, 99 of 100`,
      value: worst?.most ?? NaN,
      unit: 'ms',
      aim: { of: 'value', atMost },
      note: table.map(({ name, middle }) => `${name} ${middle.toFixed(1)} ms`).join(', '),
    }),
  );
}

/** A busy evening: so many orders stand in the kitchen. */
async function openOrders(
  store: { url: string; port: number },
  caller: Caller,
  headers: Record<string, string>,
): Promise<void> {
  const body = await orderBodies(store.url);
  const target = (path: string) => ({ port: store.port, path, headers });
  for (let n = 0; n < OPEN_ORDERS; n += 1) {
    const placed = await caller.ask(post(target('/api/orders'), body()));
    const { order } = JSON.parse(placed.body) as { order: { id: string } };
    const paid = await caller.ask(
      post(target(`/api/staff/orders/${order.id}/moves`), '{"kind":"confirm-payment","method":"cash"}'),
    );
    if (paid.status !== 200) throw new Error(`an order could not be paid: ${paid.body.slice(0, 300)}`);
  }
}
