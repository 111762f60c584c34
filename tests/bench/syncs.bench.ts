// Syncs to disk per order, counted by the kernel's own account, and the proof that no reply leaves before its sync.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judged, median } from './figures.ts';
import { load } from './http-load.ts';
import { orderBodies } from './order-bodies.ts';
import type { Scenario } from './scenario.ts';
import { hasStrace, traced } from '../support/strace.ts';
import { startStore } from './store-server.ts';
import { readSyncTrace, TRACED, type SyncTrace } from './sync-trace.ts';

const ROUNDS = 3;
const ORDERS = 160;

export const scenario: Scenario = {
  name: 'syncs',
  title: 'Syncs to disk per order (POST /api/orders on the store)',
  async run(bench) {
    if (!hasStrace()) {
      bench.say(
        'Skipped: strace is not here, and could not be installed (Linux, apt and root are needed for that).',
      );
      return;
    }
    const store = await startStore(bench, await bench.sampleStore('syncs'));
    const target = { port: store.port, path: '/api/orders' };
    const body = await orderBodies(store.url);
    await load(target, { callers: 4, count: 200, body, expect: 201 });
    const folder = bench.folder('strace');

    async function trace(callers: number, name: string): Promise<SyncTrace | null> {
      const file = join(folder, name);
      const looked = await traced(store.pid, TRACED, file, () =>
        load(target, { callers, count: ORDERS, body, expect: 201 }),
      );
      return looked ? readSyncTrace(readFileSync(file, 'utf8').split('\n')) : null;
    }

    const traces: Record<number, SyncTrace[]> = { 1: [], 16: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const callers of [1, 16]) {
        const seen = await trace(callers, `${round}-${callers}`);
        if (!seen) {
          bench.say('Skipped: this machine does not let strace look at another process.');
          return;
        }
        if (seen.replies !== ORDERS)
          throw new Error(`strace saw ${seen.replies} replies to ${ORDERS} orders: its count means nothing`);
        traces[callers]?.push(seen);
      }
    }
    for (const callers of [1, 16]) {
      const rounds = (traces[callers] ?? []).map(({ syncs, replies }) => syncs / replies);
      bench.add(
        judged({
          what: `POST /api/orders, ${callers} at once`,
          value: median(rounds),
          unit: 'syncs/order',
          rounds,
          aim: { of: 'value', atMost: 1.1 },
        }),
      );
    }
    const all = Object.values(traces).flat();
    const early = all.flatMap((trace) => trace.early);
    bench.add(
      judged({
        what: `replies before their sync, of ${all.reduce((sum, { replies }) => sum + replies, 0)}`,
        value: early.length,
        unit: 'replies',
        aim: { of: 'value', atMost: 0 },
      }),
    );
    for (const line of early.slice(0, 3)) bench.say(`left early: ${line}`);
  },
};
