// Somebody holds the tables that every order needs: a migration by hand, a forgotten transaction, a VACUUM FULL. Whoever orders meanwhile is
// told to come back, and all goes on when the tables are let go.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { lostOrDoubled, openBusyRelay, startRelayCrowd, type BusyRelay } from './relay-crowd.ts';
import { seeded, seedOf } from './seeded.ts';
import type { RelayDatabase } from './shop-findings.ts';
import { connectTo } from './shop-kills.ts';

const seed = seedOf();
const ORDERS_BETWEEN = 20;
const LOCKED_MS = 10_000;
/** Ten seconds for a connection and five for a table, twice, and room for a slow machine. */
const ANSWER_MS_MAX = 45_000;
const POOL_MAX = 10;
const HOT = 'commands, orders, change_log, store_links';

let postgres: TestPostgres;
let busy: BusyRelay;
let database: RelayDatabase;
let other: pg.Client | null = null;
beforeAll(async () => {
  postgres = await startPostgres();
  busy = await openBusyRelay(postgres);
  database = connectTo(postgres.url);
});
afterAll(async () => {
  // Else nothing of the relay would end.
  await other?.end();
  await database?.close();
  await busy?.close();
  await postgres?.stop();
});

describe(`tables that somebody holds for ten seconds (seed ${seed})`, () => {
  it('[152] keep nobody without an answer: people are told to come back, and nothing acknowledged is lost or doubled', async () => {
    const crowd = startRelayCrowd(busy, seeded(seed));
    await crowd.acknowledged(ORDERS_BETWEEN);
    other = new pg.Client({ connectionString: postgres.url });
    await other.connect();
    await other.query('begin');
    await other.query(`lock table ${HOT} in access exclusive mode`);
    const heldAt = performance.now();
    const before = crowd.turnedAway.length;
    // Held until people were told: without a bound they never are.
    await expect
      .poll(() => crowd.turnedAway.length - before, { timeout: 60_000, interval: 50 })
      .toBeGreaterThan(POOL_MAX);
    await expect
      .poll(() => performance.now() - heldAt, { timeout: 60_000, interval: 50 })
      .toBeGreaterThan(LOCKED_MS);
    const waiting = await database.query(`select pid from pg_stat_activity where wait_event_type = 'Lock'`);
    expect(waiting.length).toBeLessThanOrEqual(POOL_MAX);
    // What needs none of them is answered.
    expect((await busy.relay.ask('/healthz')).status).toBe(200);
    expect((await busy.relay.ask('/')).status).toBe(200);
    // The menu wants a connection, for which it waits its turn.
    expect([200, 503]).toContain((await busy.relay.ask('/api/menu')).status);
    await other.query('rollback');
    await crowd.acknowledged(ORDERS_BETWEEN);
    await crowd.stop();

    for (const { status, retryAfter, waitMs } of crowd.turnedAway) {
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' });
      expect(waitMs).toBeLessThan(ANSWER_MS_MAX);
    }
    expect(await lostOrDoubled(busy, crowd, database.query)).toEqual([]);
  });
});
