// A store whose disk takes 30 ms for each sync, as an SD card does, beside the same store while it does not.
import { failingDisk, NO_FAILING_DISK } from '../faults/failing-disk.ts';
import { signInAs } from '../support/staff-session.ts';
import { compared, interleaved, judged, percentile } from './figures.ts';
import { load } from './http-load.ts';
import { orderBodies } from './order-bodies.ts';
import type { Scenario } from './scenario.ts';
import { startStore } from './store-server.ts';

const ROUNDS = 5;
const ROUND_MS = 2000;
const SYNC_MS = 30;
const CALLERS = [1, 16] as const;

export const scenario: Scenario = {
  name: 'slow-disk',
  title: `Orders and the board while each sync to disk takes ${SYNC_MS} ms`,
  async run(bench) {
    const dataDir = await bench.sampleStore('slow-disk');
    const disk = failingDisk(dataDir);
    if (disk === null) {
      bench.say(`Skipped: ${NO_FAILING_DISK}.`);
      return;
    }
    bench.atEnd(() => disk.remove());
    const store = await startStore(bench, dataDir, { ...disk.env, DEMO: '1' });
    const orders = { port: store.port, path: '/api/orders' };
    const board = {
      port: store.port,
      path: '/api/staff/board',
      headers: { cookie: await signInAs(store.url, 'KITCHEN') },
    };
    const body = await orderBodies(store.url);
    await load(orders, { callers: 16, forMs: ROUND_MS, body, expect: 201 });

    const boardMs = { slow: [] as number[], quick: [] as number[] };
    const syncsPerOrder = new Map(CALLERS.map((callers) => [callers, [] as number[]]));
    /** One screen reads the board again and again meanwhile. */
    const round = (speed: keyof typeof boardMs, callers: (typeof CALLERS)[number]) => async () => {
      if (speed === 'slow') disk.fail('syncs take 30 ms');
      else disk.mend();
      const before = disk.syncs();
      const [placed, seen] = await Promise.all([
        load(orders, { callers, forMs: ROUND_MS, body, expect: 201 }),
        load(board, { callers: 1, forMs: ROUND_MS, expect: 200 }),
      ]);
      if (speed === 'slow') syncsPerOrder.get(callers)?.push((disk.syncs() - before) / placed.answers);
      if (callers === 16) boardMs[speed].push(...seen.latenciesMs);
      disk.mend();
      return placed.perSecond;
    };
    const rates = await interleaved(ROUNDS, {
      slow1: round('slow', 1),
      quick1: round('quick', 1),
      slow16: round('slow', 16),
      quick16: round('quick', 16),
    });

    for (const [callers, ours, theirs] of [
      [1, rates.slow1, rates.quick1],
      [16, rates.slow16, rates.quick16],
    ] as const) {
      const what = `POST /api/orders, ${callers} at once`;
      const yardstick = 'without the slowness';
      bench.add(compared({ what, unit: 'orders/s', ours, theirs, yardstick }));
      const most = (callers * 1000) / SYNC_MS;
      bench.add(
        compared({
          what,
          unit: 'orders/s',
          ours,
          theirs: ours.map(() => most),
          yardstick: 'when each answer waits for one sync and nothing else',
        }),
      );
      const syncs = syncsPerOrder.get(callers) ?? [];
      bench.add(
        judged({
          what,
          unit: 'syncs/order',
          value: percentile(syncs, 0.5),
          rounds: syncs,
          ...(callers === 16 ? { aim: { of: 'value', atMost: 0.1 } as const } : {}),
        }),
      );
    }
    for (const [share, name] of [
      [0.5, 'median'],
      [0.99, 'p99'],
    ] as const) {
      bench.add(
        judged({
          what: `the board while 16 order, ${name}`,
          unit: 'ms',
          value: percentile(boardMs.slow, share),
          against: { what: 'without the slowness', value: percentile(boardMs.quick, share) },
          ...(share === 0.99 ? { aim: { of: 'value', atMost: 20 } as const } : {}),
        }),
      );
    }
  },
};
