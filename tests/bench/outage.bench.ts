// What a customer sees of a minute in which the store was cut off, on a machine that has other work: how late the public state of an open
// order is, although its rows stand at the end of all that waits; and how long somebody waits for any answer when more is asked than a relay
// with its embedded database can do.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { hydratePostgres } from '../../scripts/hydrate-postgres.ts';
import { startPostgres } from '../support/postgres.ts';
import { signInAs } from '../support/staff-session.ts';
import { judged, percentile } from './figures.ts';
import { get, load, openCaller, post } from './http-load.ts';
import { caughtUp, openPair, type Pair } from './link-pair.ts';
import { orderBodies } from './order-bodies.ts';
import type { Bench, Scenario } from './scenario.ts';

const WAITING_ROWS = 740;
const OPEN_ORDERS = 20;
const OUTAGES = 3;
const LATE_MS_MAX = 3000;
const LIVE_EVERY_MS = 67;
const LOOK_EVERY_MS = 50;
/** What is done with an open order while the store is cut off, and how it stands then. */
const MOVES = [{ kind: 'confirm-payment', method: 'cash' }, { kind: 'start' }, { kind: 'mark-ready' }];
const STANDS = 'READY';
const CROWD_PER_SECOND = 200;
const CROWD_SECONDS = 10;
const ANSWERED_MS_MAX = 5000;
const UNANSWERED = 0;

export const scenario: Scenario = {
  name: 'outage',
  title: `A minute without the store: ${WAITING_ROWS} rows wait, ${OPEN_ORDERS} open orders among the last, other work on every core`,
  async run(bench) {
    hydratePostgres();
    const postgres = await startPostgres(true);
    bench.atEnd(() => postgres.stop());
    for (const [database, databaseUrl] of [
      ['PostgreSQL', postgres.url],
      ['PGlite', ''],
    ] as const) {
      const pair = await openPair(bench, `outage-${database}`, databaseUrl);
      const late: number[] = [];
      const rest = otherWork(bench);
      for (let round = 0; round < OUTAGES; round += 1) late.push(...(await outage(pair, round)));
      rest();
      bench.add(
        judged({
          what: `an open order's public state after the network is back, the latest of ${late.length}, on ${database}`,
          value: Math.max(...late),
          unit: 'ms',
          aim: { of: 'value', atMost: LATE_MS_MAX },
          note: `p50 ${percentile(late, 0.5).toFixed(0)} ms, from the network being back; live orders beside it`,
        }),
      );
      if (database === 'PGlite') await crowd(bench, pair);
      await pair.stop();
    }
  },
};

/** One process for each core that does nothing else than count. */
function otherWork(bench: Bench): () => void {
  const busy = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const rest = (): void => busy.forEach((one) => void one.kill('SIGKILL'));
  bench.atEnd(rest);
  return rest;
}

/** Answers how late each of the open orders was, in ms. */
async function outage({ store, relay, cable, ...pair }: Pair, round: number): Promise<number[]> {
  const body = await orderBodies(store.url);
  const target = { port: store.port, path: '/api/orders' };
  const cookie = await signInAs(store.url, 'ADMIN');
  const caller = await openCaller(store.port);
  const open: { id: string; code: string }[] = [];
  for (let placed = 0; placed < OPEN_ORDERS; placed += 1) {
    const answer = await caller.ask(post(target, body()));
    open.push((JSON.parse(answer.body) as { order: { id: string; code: string } }).order);
  }
  await caughtUp(pair);
  cable.pull();
  await load(target, { callers: 4, count: WAITING_ROWS - OPEN_ORDERS * MOVES.length, body, expect: 201 });
  for (const { id } of open)
    for (const move of MOVES) {
      const path = `/api/staff/orders/${id}/moves`;
      const headers = { cookie, origin: store.url };
      const { status } = await caller.ask(post({ port: store.port, path, headers }, JSON.stringify(move)));
      if (status !== 200) throw new Error(`a move was answered ${status}`);
    }
  let isBehind = true;
  const pluggedAt = performance.now();
  cable.plug();
  const living = (async () => {
    while (isBehind) {
      await caller.ask(post(target, body()));
      await delay(LIVE_EVERY_MS);
    }
    caller.close();
  })();
  let looks = 0;
  const late = await Promise.all(
    open.map(async ({ code }, index) => {
      const customer = await openCaller(relay.port);
      for (;;) {
        looks += 1;
        const headers = { 'x-forwarded-for': `10.${10 + round}.${looks >> 8}.${looks & 255}` };
        const answer = await customer.ask(get({ port: relay.port, path: `/api/orders/${code}`, headers }));
        if (answer.status === 200 && answer.body.includes(`"${STANDS}"`)) break;
        await delay(LOOK_EVERY_MS + index);
      }
      customer.close();
      return performance.now() - pluggedAt;
    }),
  );
  isBehind = false;
  await living;
  await caughtUp(pair);
  return late;
}

/** Many more orders than it can do, each from somebody else: all are answered, most of them with when to come back. */
async function crowd(bench: Bench, { relay }: Pair): Promise<void> {
  const body = await orderBodies(relay.url);
  const answered: { status: number; ms: number }[] = [];
  const asking: Promise<void>[] = [];
  for (let asked = 0; asked < CROWD_PER_SECOND * CROWD_SECONDS; asked += 1) {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `10.99.${asked >> 8}.${asked & 255}`,
    };
    const askedAt = performance.now();
    asking.push(
      fetch(`${relay.url}/api/orders`, { method: 'POST', headers, body: body() })
        .then(async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        })
        // Nobody took the connection, or nobody answered on it.
        .catch(() => UNANSWERED)
        .then((status) => void answered.push({ status, ms: performance.now() - askedAt })),
    );
    await delay(1000 / CROWD_PER_SECOND);
  }
  await Promise.all(asking);
  const of = (statuses: number[]): number =>
    answered.filter(({ status }) => statuses.includes(status)).length;
  bench.add(
    judged({
      what: `the answer to an order among ${CROWD_PER_SECOND} in a second on PGlite, 99 of 100`,
      value: percentile(
        answered.map(({ ms }) => ms),
        0.99,
      ),
      unit: 'ms',
      aim: { of: 'value', atMost: ANSWERED_MS_MAX },
      note: `${of([201])} taken, ${of([202])} waiting, ${of([503, 429])} told to come back, ${of([UNANSWERED])} without an answer; p50 ${percentile(
        answered.map(({ ms }) => ms),
        0.5,
      ).toFixed(0)} ms`,
    }),
  );
}
