// How many stores one relay carries: what an idle link and a watching customer hold in memory, orders over many stores and over one beside a
// bare route with two commits on the same PostgreSQL, what a slow or a noisy store costs the others, and how long a redeploy keeps stores
// away. Relay, PostgreSQL, stores and customers share the machine. `FLEET=0.05` runs a twentieth of everything, to try the bench itself.
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { compared, interleaved, judged, median, percentile } from './figures.ts';
import { openCustomers, watch, type Offered } from './fleet/customers.ts';
import { startFleet, type Fleet } from './fleet/fleet.ts';
import { load } from './http-load.ts';
import { familyMs, processorMs, residentMB } from './process-stats.ts';
import type { Bench, Scenario } from './scenario.ts';

const SCALE = Number(process.env['FLEET'] ?? 1);
const scaled = (count: number): number => Math.max(1, Math.round(count * SCALE));
const STORES = scaled(2000);
const WATCHING = scaled(10_000);
/** Over which orders are spread. */
const ORDERING = Math.min(200, STORES);
/** However small the fleet: what is too short says nothing. */
const CARRIED_MS = Math.max(10_000, scaled(180_000));
const ROUNDS = 3;
const ROUND_MS = Math.max(2000, scaled(8000));
/** Short and many: a collection of the heap, every half minute, is in few of them and so not in their median. */
const DISTURBED_ROUNDS = 12;
const DISTURBED_MS = Math.max(1000, scaled(2000));
const CALLERS = 32;
const STEPS = 4;
const LOOKS = 20;
const DRAINED_MS_MAX = 60_000;
/** Garbage of the connecting itself goes. */
const SETTLE_MS = 3000;
const AIM_OF_BARE = 0.3;
const SLOW_MS = 5;
const SLOW_STORES = Math.ceil(Math.min(20, ORDERING / 4));

type Customers = Awaited<ReturnType<typeof openCustomers>>;
type Compared = { barePerSecond: number; perSecond: number };

export const scenario: Scenario = {
  name: 'fleet',
  title: `One relay with ${STORES} stores`,
  async run(bench) {
    const fleet = await startFleet(bench, STORES);
    await holding(bench, fleet);
    const customers = await openCustomers(fleet.relay.port);
    bench.atEnd(() => customers.close());
    const { barePerSecond, perSecond } = await compare(bench, fleet, customers);
    await carry(bench, fleet, customers, { barePerSecond, perSecond });
    await disturb(bench, fleet, customers, perSecond / 2);
    await redeploy(bench, fleet);
  },
};

const hostOf =
  ({ hosts }: Fleet, from: number, to: number) =>
  (count: number): string =>
    hosts[from + (count % (to - from))] ?? '';

/** What one more of it holds: the slope from the first step on, for what the first ones alone bring (compiled code, tables that grow once) is
 * no more when there are thousands; and the memory after the last. */
async function grow(
  fleet: Fleet,
  count: number,
  more: (from: number, to: number) => Promise<unknown>,
): Promise<{ kB: number; firstMB: number; totalMB: number }> {
  const memory = (): number => residentMB(fleet.relay.child.pid ?? 0) ?? Number.NaN;
  const beforeMB = memory();
  const seen: { count: number; totalMB: number }[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const to = Math.round((count * (step + 1)) / STEPS);
    await more(Math.round((count * step) / STEPS), to);
    await pause(SETTLE_MS);
    seen.push({ count: to, totalMB: memory() });
  }
  return {
    kB: 1024 * slope(seen.map(({ count: at, totalMB }) => [at, totalMB])),
    firstMB: (seen[0]?.totalMB ?? Number.NaN) - beforeMB,
    totalMB: seen.at(-1)?.totalMB ?? Number.NaN,
  };
}

async function holding(bench: Bench, fleet: Fleet): Promise<void> {
  const links = await grow(fleet, STORES, async (from, to) => {
    await fleet.dial(from, to);
    await fleet.linked(to);
  });
  bench.add(
    judged({
      what: `an idle link, of ${STORES}`,
      value: links.kB,
      unit: 'kB',
      aim: { of: 'value', atMost: 60 },
    }),
  );
  bench.add({
    what: `what the first ${Math.round(STORES / STEPS)} brought`,
    value: links.firstMB,
    unit: 'MB',
  });
  const watching = await grow(fleet, WATCHING, async (from, to) => {
    for (let at = from; at < to; at += 1) {
      const socket = await watch(fleet.relay.port, hostOf(fleet, 0, STORES)(at));
      bench.atEnd(() => socket.destroy());
    }
  });
  bench.add({ what: `a watching customer, of ${WATCHING}`, value: watching.kB, unit: 'kB' });
  bench.add(
    judged({
      what: 'memory of the relay with all of them',
      value: watching.totalMB,
      unit: 'MB',
      aim: { of: 'value', atMost: 1500 },
    }),
  );
}

/** Orders per second that the fleet is offered next: what the aim asks for, or what there is. */
async function compare(bench: Bench, fleet: Fleet, customers: Customers): Promise<Compared> {
  const body = JSON.stringify({ id: 'x'.repeat(600) });
  const through = (path: string) => async (): Promise<number> => {
    const target = { port: fleet.barePort, path };
    return (await load(target, { callers: CALLERS, forMs: ROUND_MS, expect: 201, body: () => body }))
      .perSecond;
  };
  const many = (): Promise<number> => customers.hurry(hostOf(fleet, 0, ORDERING), CALLERS, ROUND_MS);
  const one = (): Promise<number> => customers.hurry(hostOf(fleet, 0, 1), CALLERS, ROUND_MS);
  await many();
  const rates = await interleaved(ROUNDS, {
    ...{ bare: through('/api/orders'), pair: through('/api/pair') },
    ...{ many, one },
  });
  for (const [what, ours, yardstick, theirs] of [
    [`orders over ${ORDERING} stores`, rates.many, 'a bare route with two commits', rates.bare],
    ['orders at one store', rates.one, 'the same with a bare WebSocket between', rates.pair],
  ] as const)
    bench.add(
      compared({
        ...{ what, ours, theirs, yardstick, unit: 'per s' },
        aim: { of: 'ratio', atLeast: AIM_OF_BARE },
        note: `${CALLERS} at once, in turns`,
      }),
    );
  const barePerSecond = median(rates.bare);
  return { barePerSecond, perSecond: Math.min(AIM_OF_BARE * barePerSecond, 0.7 * median(rates.many)) };
}

async function carry(
  bench: Bench,
  fleet: Fleet,
  customers: Customers,
  { barePerSecond, perSecond }: Compared,
): Promise<void> {
  const behind: [seconds: number, rows: number][] = [[0, (await fleet.state()).behind]];
  const startedAt = performance.now();
  const looking = setInterval(
    () => {
      fleet.state().then(
        (state) => behind.push([(performance.now() - startedAt) / 1000, state.behind]),
        // One look less; the next one says as much.
        () => undefined,
      );
    },
    Math.min(1000, CARRIED_MS / LOOKS),
  );
  const usedBefore = processorsOf(fleet);
  const ownDelay = monitorEventLoopDelay({ resolution: 5 });
  ownDelay.enable();
  const offered = await customers.offer(hostOf(fleet, 0, ORDERING), perSecond, CARRIED_MS);
  clearInterval(looking);
  ownDelay.disable();
  const usedAfter = processorsOf(fleet);
  const eachMs = (of: keyof typeof usedAfter): number => (usedAfter[of] - usedBefore[of]) / offered.answers;
  const endedAt = performance.now();
  behind.push([(endedAt - startedAt) / 1000, (await fleet.state()).behind]);
  while ((await fleet.state()).behind > 0 && performance.now() - endedAt < DRAINED_MS_MAX) await pause(10);
  const drainedMs = performance.now() - endedAt;
  const over = `${offered.perSecond.toFixed(0)} orders/s for ${(CARRIED_MS / 1000).toFixed(0)} s`;
  const bounds = [
    { what: 'orders that were not taken', value: offered.failed, unit: 'orders', atMost: 0 },
    { what: `p99 of ${over}`, value: percentile(offered.latenciesMs, 0.99), unit: 'ms', atMost: 250 },
    { what: 'median of them', value: median(offered.latenciesMs), unit: 'ms' },
    { what: 'processor of the relay for each', value: eachMs('relay'), unit: 'ms' },
    { what: 'of PostgreSQL, the stores and the customers', value: eachMs('others'), unit: 'ms' },
    { what: 'the relay behind the logs, slope', value: slope(behind), unit: 'rows per s', atMost: 0.1 },
    { what: 'until it held the last row', value: drainedMs, unit: 'ms', atMost: 500 },
  ];
  for (const { atMost, ...figure } of bounds)
    bench.add(judged({ ...figure, ...(atMost !== undefined && { aim: { of: 'value', atMost } }) }));
  const mostPerSecond = (availableParallelism() * 1000) / eachMs('others');
  bench.say(
    `if the relay took no time at all: ${mostPerSecond.toFixed(0)} orders/s, ${(mostPerSecond / barePerSecond).toFixed(2)} of the bare route`,
  );
  explain(bench, offered, ownDelay.percentile(99) / 1e6);
}

/** What the relay has used of the processors, and what all others of this bench have, in ms. */
function processorsOf({ relay, stores, postgresPid }: Fleet): { relay: number; others: number } {
  const { user, system } = process.cpuUsage();
  const ofOthers = [processorMs(stores.pid ?? 0), familyMs(postgresPid), (user + system) / 1000];
  return {
    relay: processorMs(relay.child.pid ?? 0) ?? Number.NaN,
    others: ofOthers.reduce<number>((sum, ms) => sum + (ms ?? Number.NaN), 0),
  };
}

/** Where the time of the slowest went: to moments or all along, to the relay or to who asked. */
function explain(bench: Bench, { reasons, latenciesMs }: Offered, ownDelayMs: number): void {
  const size = Math.ceil(latenciesMs.length / 10);
  const tenths = Array.from({ length: 10 }, (_, at) => latenciesMs.slice(at * size, (at + 1) * size)).filter(
    (one) => one.length > 0,
  );
  bench.say(
    `p99 of each tenth of it, as they were taken: ${tenths.map((one) => percentile(one, 0.99).toFixed(0)).join(', ')} ms`,
  );
  bench.say(
    `the event loop of who ordered and watched: 99 % of its delays below ${ownDelayMs.toFixed(0)} ms`,
  );
  for (const [reason, count] of reasons) bench.say(`not taken: ${count} × ${reason}`);
}

/** The p99 of the stores beside some that answer late, and beside one that everybody orders at. */
async function disturb(bench: Bench, fleet: Fleet, customers: Customers, perSecond: number): Promise<void> {
  const others = hostOf(fleet, SLOW_STORES, ORDERING);
  const p99 = async (): Promise<number> =>
    percentile((await customers.offer(others, perSecond, DISTURBED_MS)).latenciesMs, 0.99);
  const beside = (host: (count: number) => string, rate: number) => async (): Promise<number> => {
    const [ours] = await Promise.all([p99(), customers.offer(host, rate, DISTURBED_MS)]);
    return ours;
  };
  const quiet = beside(hostOf(fleet, 0, SLOW_STORES), perSecond / 10);
  const slow = async (): Promise<number> => {
    await fleet.delay(0, SLOW_STORES, SLOW_MS);
    const ours = await quiet();
    await fleet.delay(0, SLOW_STORES, 0);
    return ours;
  };
  // As much as the quiet ones have together, at one.
  const noisy = beside(hostOf(fleet, 0, 1), perSecond / 10);
  const rounds = await interleaved(DISTURBED_ROUNDS, { quiet, slow, noisy });
  for (const [what, ours] of [
    [`p99 of the others beside ${SLOW_STORES} slow stores`, rounds.slow],
    ['p99 of the others beside a noisy store', rounds.noisy],
  ] as const)
    bench.add(
      judged({
        what,
        value: median(ours),
        unit: 'ms',
        against: { what: 'beside ones that are neither', value: median(rounds.quiet) },
        ratio: median(ours.map((ms, round) => ms / (rounds.quiet[round] ?? Number.NaN))),
        aim: { of: 'ratio', atMost: 1.05 },
        rounds: ours,
        note: `${perSecond.toFixed(0)} orders/s`,
      }),
    );
}

async function redeploy(bench: Bench, fleet: Fleet): Promise<void> {
  await fleet.relay.child.stop();
  await fleet.relay.child.start();
  const readyAtMs = Date.now();
  const linkedAtMs = await fleet.linked(STORES);
  const seconds = linkedAtMs.map((atMs) => (atMs - readyAtMs) / 1000);
  bench.add(
    judged({
      what: 'after a redeploy until the last store is linked',
      value: Math.max(...seconds),
      unit: 's',
      aim: { of: 'value', atMost: 30 },
    }),
  );
  const perSecond = new Map<number, number>();
  for (const second of seconds.map(Math.floor)) perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
  bench.add({ what: 'links in the fullest second', value: Math.max(...perSecond.values()), unit: 'links' });
}

/** How much y grows with each x, by least squares. Of less than two it says nothing. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  if (new Set(points.map(([x]) => x)).size < 2) throw new Error('a slope of less than two points');
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([at]) => at)), mean(points.map(([, at]) => at))];
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0) / spread;
}
