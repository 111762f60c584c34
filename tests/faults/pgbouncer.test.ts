// Between the relay and PostgreSQL stands PgBouncer in transaction mode: nothing of a session outlives its transaction, and what needs a
// session goes past it (DATABASE_DIRECT_URL).
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../cloud/storage/open.ts';
import { MIGRATIONS } from '../harness/database.ts';
import { createTestRelay, type TestRelay } from '../harness/relay.ts';
import { NO_PGBOUNCER, startPgbouncer, type Pgbouncer } from '../support/pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { lostOrDoubled, openBusyRelay, startRelayCrowd, type BusyRelay } from './relay-crowd.ts';
import { seeded, seedOf } from './seeded.ts';
import type { RelayDatabase } from './shop-findings.ts';
import { connectTo } from './shop-kills.ts';

const seed = seedOf();
const ORDERS_BETWEEN = 20;
const WAIT_MS_MAX = 60_000;

let postgres: TestPostgres;
let pooler: Pgbouncer | null;
let busy: BusyRelay;
let second: TestRelay;
let database: RelayDatabase;
beforeAll(async () => {
  postgres = await startPostgres();
  pooler = await startPgbouncer(postgres.url);
  if (pooler === null) return;
  const pooled = { url: pooler.url, stop: () => Promise.resolve() };
  const environment = { DATABASE_DIRECT_URL: postgres.url };
  busy = await openBusyRelay(pooled, environment);
  // It migrates as well: a lock that stayed with a pooled connection would keep it out.
  second = await createTestRelay('postgres', {
    shared: { postgres: pooled, secretsKey: busy.relay.secretsKey.toString('hex') },
    databaseMsMax: null,
    environment: () => environment,
  });
  database = connectTo(postgres.url);
});
afterAll(async () => {
  await database?.close();
  await second?.close();
  await busy?.close();
  await pooler?.stop();
  await postgres?.stop();
});

describe(`PgBouncer in transaction mode (seed ${seed})`, () => {
  it('[154] wakes are heard past it, whichever connection published them', async (test) => {
    if (pooler === null) return test.skip(NO_PGBOUNCER);
    const opened = await openDatabase({
      databaseUrl: pooler.url,
      directUrl: postgres.url,
      dataDir: null,
      migrationsFolder: MIGRATIONS,
    });
    const listener = opened.createClient?.();
    if (!listener) throw new Error('nobody listens');
    await listener.connect();
    await listener.query('listen tried');
    const heard = once(listener, 'notification', { signal: AbortSignal.timeout(WAIT_MS_MAX) });
    await opened.query({ text: `select pg_notify('tried', 'word')` });
    expect((await heard)[0]).toMatchObject({ channel: 'tried', payload: 'word' });
    await listener.end();
    await opened.close();
  });

  it('[154] two processes over it sell through one store, and through a restart of it: nothing is lost or doubled', async (test) => {
    if (pooler === null) return test.skip(NO_PGBOUNCER);
    const chance = seeded(seed);
    const crowds = [busy.relay, second].map((relay) => startRelayCrowd({ relay }, chance.fork()));
    const acknowledged = () => Promise.all(crowds.map((crowd) => crowd.acknowledged(ORDERS_BETWEEN)));
    await acknowledged();
    expect(crowds.flatMap(({ turnedAway }) => turnedAway)).toEqual([]);
    await pooler.restart();
    await acknowledged();
    await Promise.all(crowds.map((crowd) => crowd.stop()));

    for (const { status, retryAfter } of crowds.flatMap(({ turnedAway }) => turnedAway))
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '5' });
    const told = crowds.flatMap((crowd) => crowd.told);
    expect(await lostOrDoubled(busy, { told }, database.query)).toEqual([]);
  });
});
