// A machine with next to no processor: what is acknowledged is whole, and nothing runs wild afterwards.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { asAdmin, keptIn, layShop, loneStore, type LoneStore } from './lone-store.ts';
import { starve } from './starved.ts';

const ORDERS = 12;
const CALLERS = 2;

let folder: string;
let store: LoneStore;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-starved-'));
  await layShop(folder, { sold: 1000 });
  store = await loneStore(folder, { LOG_LEVEL: 'silent', UNPAID_ORDERS_FACTOR: '1000' });
  await store.process.start();
  return async () => {
    await store.process.stop();
    rmSync(folder, { recursive: true, force: true });
  };
});

const pid = (): number => {
  if (store.process.pid === undefined) throw new Error('the store does not run');
  return store.process.pid;
};

/** Several at once, one after another. Answers the ids of those that were acknowledged; every other answer is a refusal in words. */
async function sell(count: number, callers: number): Promise<string[]> {
  const acknowledged: string[] = [];
  const one = async (): Promise<void> => {
    const answer = await store.place();
    const said = (await answer.json()) as { order?: { id: string }; detail?: string };
    if (answer.status === 201 && said.order) acknowledged.push(said.order.id);
    else expect(said.detail).toMatch(/\S/);
  };
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let n = 0; n < count / callers; n += 1) await one();
    }),
  );
  return acknowledged;
}

/** The jobs that run every ten minutes at most, with when they did. */
async function seldom(): Promise<{ name: string; lastRunAtMs: number | null; failures: number }[]> {
  const { workers } = (await (await store.ask('/readyz')).json()) as {
    workers: { name: string; everyMs: number; lastRunAtMs: number | null; failures: number }[];
  };
  return workers
    .filter(({ everyMs }) => everyMs >= 10 * 60_000)
    .map(({ name, lastRunAtMs, failures }) => ({ name, lastRunAtMs, failures }));
}

/** All of them, each once, in a file that is whole. */
async function expectKept(acknowledged: readonly string[]): Promise<void> {
  const kept = await keptIn(folder);
  expect(kept.filter((id) => acknowledged.includes(id)).toSorted()).toEqual(acknowledged.toSorted());
}

describe('[105] a store', () => {
  it('with a tenth of a processor sells and shows the board, and is quiet again when it has the whole one', async () => {
    const admin = await asAdmin(store);
    const feed = starve(pid());
    let acknowledged: string[];
    try {
      acknowledged = await sell(ORDERS, CALLERS);
      expect(acknowledged).toHaveLength(ORDERS);
      expect((await admin('/api/staff/board')).status).toBe(200);
    } finally {
      feed();
    }
    const before = await seldom();
    expect(before.filter(({ failures }) => failures > 0)).toEqual([]);
    for (let looks = 0; looks < 20; looks += 1) expect((await store.ask('/api/menu')).status).toBe(200);
    // What was late is not made up for again and again.
    expect(await seldom()).toEqual(before);
    await store.process.kill();
    await expectKept(acknowledged);
  });
});
