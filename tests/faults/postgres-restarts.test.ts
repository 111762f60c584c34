// The relay's PostgreSQL is restarted while people order: stopped by its operator, and killed. One machine, one process of the relay.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRestartedPostgres, type RestartedPostgres } from '../support/postgres.ts';
import { lostOrDoubled, openBusyRelay, startRelayCrowd, type BusyRelay } from './relay-crowd.ts';
import { seeded, seedOf } from './seeded.ts';
import { connectTo } from './shop-kills.ts';

const seed = seedOf();
const chance = seeded(seed);
const ORDERS_BETWEEN = 20;
/** Before the connection that listens is asked whether it is alive, which it is every ten seconds. */
const POLL = { timeout: 60_000, interval: 20 };
/** A restart takes some seconds, and who was told to come back comes after as many as it was told. */
const WAIT_MS_MAX = 30_000;

let postgres: RestartedPostgres;
let busy: BusyRelay;
beforeAll(async () => {
  postgres = await startRestartedPostgres();
  busy = await openBusyRelay(postgres);
});
afterAll(async () => {
  await busy?.close();
  await postgres?.stop();
});

/** A connection that was told to hear what other processes say, and was asked nothing since. */
const LISTENERS = `select pid from pg_stat_activity where query = 'listen balcao_wake'`;

describe(`a PostgreSQL that is restarted while people order (seed ${seed})`, () => {
  it.each(['fast', 'killed'] as const)(
    '[151] loses and doubles nothing that was acknowledged (%s): people wait for seconds, and the relay comes back by itself',
    async (how) => {
      const crowd = startRelayCrowd(busy, chance);
      await crowd.acknowledged(ORDERS_BETWEEN);
      await postgres.down(how);
      expect((await busy.relay.ask('/readyz')).status).toBe(503);
      await postgres.up();
      const database = connectTo(postgres.url);
      await expect.poll(async () => (await database.query(LISTENERS)).length, POLL).toBe(1);
      await crowd.acknowledged(ORDERS_BETWEEN);
      await crowd.stop();

      for (const { status, retryAfter } of crowd.turnedAway)
        expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' });
      expect(Math.max(...crowd.told.map(({ waitMs }) => waitMs))).toBeLessThan(WAIT_MS_MAX);
      expect(await lostOrDoubled(busy, crowd, database.query)).toEqual([]);
      await database.close();
    },
  );
});
