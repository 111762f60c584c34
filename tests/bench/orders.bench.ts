// Orders per second through `POST /api/orders` on the store, over the bare transaction and over a bare route.
import { startBare } from './bare/start.ts';
import { compared, interleaved, median } from './figures.ts';
import { load, openCaller, post } from './http-load.ts';
import { orderBodies } from './order-bodies.ts';
import { processorMs } from './process-stats.ts';
import type { Scenario } from './scenario.ts';
import { startStore } from './store-server.ts';

const ROUNDS = 5;
const ROUND_MS = 1500;
const WARM_UP_MS = 1500;

export const scenario: Scenario = {
  name: 'orders',
  title: 'Orders through the store (3 items, 8 toppings), synchronous=FULL',
  async run(bench) {
    const store = await startStore(bench, await bench.sampleStore('orders'));
    const target = { port: store.port, path: '/api/orders' };
    const body = await orderBodies(store.url);
    const caller = await openCaller(store.port);
    const first = await caller.ask(post(target, body()));
    caller.close();
    if (first.status !== 201) throw new Error(`the first order was answered ${first.status}: ${first.body}`);
    const bare = await startBare(bench, (JSON.parse(first.body) as { order: unknown }).order);
    const bareTarget = { port: bare.port, path: '/api/orders' };
    const pids = new Map([
      [target, store.pid],
      [bareTarget, bare.pid],
    ]);

    const cpuShares: number[] = [];
    // Processor time per order, by server: what a busy machine does not change.
    const work = new Map<typeof target, number[]>([
      [target, []],
      [bareTarget, []],
    ]);
    const through =
      (to: typeof target, callers: number, forMs = ROUND_MS) =>
      async () => {
        const pid = pids.get(to) ?? 0;
        const before = processorMs(pid);
        const { perSecond, cpuShare, answers } = await load(to, { callers, forMs, body, expect: 201 });
        const after = processorMs(pid);
        cpuShares.push(cpuShare);
        if (callers === 1 && before !== null && after !== null)
          work.get(to)?.push((after - before) / answers);
        return perSecond;
      };
    await bare.loop(WARM_UP_MS / 2);
    for (const to of [target, bareTarget]) await through(to, 16, WARM_UP_MS)();
    cpuShares.length = 0;
    for (const values of work.values()) values.length = 0;

    const rates = await interleaved(ROUNDS, {
      transaction: () => bare.loop(ROUND_MS),
      route1: through(bareTarget, 1),
      store1: through(target, 1),
      route16: through(bareTarget, 16),
      store16: through(target, 16),
    });
    const unit = 'orders/s';
    for (const [at, ours, route] of [
      [1, rates.store1, rates.route1],
      [16, rates.store16, rates.route16],
    ] as const) {
      const what = `POST /api/orders, ${at} at once`;
      const overTransaction = { of: 'ratio', atLeast: 0.4 } as const;
      const overRoute = { of: 'ratio', atLeast: 0.75 } as const;
      bench.add(
        compared({
          what,
          unit,
          ours,
          theirs: rates.transaction,
          yardstick: 'bare transaction',
          aim: overTransaction,
        }),
      );
      bench.add(compared({ what, unit, ours, theirs: route, yardstick: 'bare Hono route', aim: overRoute }));
    }
    const [ours = [], theirs = []] = [work.get(target), work.get(bareTarget)];
    if (ours.length > 0)
      bench.add(
        compared({
          what: "the server's processor time per order, 1 at once",
          unit: 'ms',
          ours,
          theirs,
          yardstick: 'bare Hono route',
        }),
      );
    bench.say(
      `The load generator took ${(median(cpuShares) * 100).toFixed(0)} % of a core (median), ${(Math.max(...cpuShares) * 100).toFixed(0)} % at most.`,
    );
  },
};
