// The disk of the relay's PostgreSQL is full: nothing more is taken, which is said in words, and all goes on when there is room.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  NOT_DURABLE,
  preparedFolder,
  startRestartedPostgres,
  type RestartedPostgres,
} from '../support/postgres.ts';
import { lostOrDoubled, openBusyRelay, startRelayCrowd, type BusyRelay } from './relay-crowd.ts';
import { seeded, seedOf } from './seeded.ts';
import { connectTo } from './shop-kills.ts';
import { fill, NO_SMALL_DISK, smallDisk } from './small-disk.ts';

const seed = seedOf();
const ORDERS_BETWEEN = 20;
const REFUSED_MIN = 20;
const POLL = { timeout: 60_000, interval: 50 };
/** Of the log it keeps two pieces of 16 MB. */
const SMALL_LOG = ['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'];

let disk: ReturnType<typeof smallDisk>;
let postgres: RestartedPostgres;
let busy: BusyRelay;
beforeAll(async () => {
  disk = smallDisk('200m');
  if (disk === null) return;
  const databaseDir = join(disk.folder, 'data');
  mkdirSync(databaseDir);
  await preparedFolder(databaseDir);
  postgres = await startRestartedPostgres({ databaseDir, flags: [...NOT_DURABLE, ...SMALL_LOG] });
  busy = await openBusyRelay(postgres);
});
afterAll(async () => {
  await busy?.close();
  await postgres?.stop();
  disk?.remove();
});

describe(`PostgreSQL on a disk that is full (seed ${seed})`, () => {
  it('[153] is told in words, loses and doubles nothing that was acknowledged, and goes on when there is room', async (test) => {
    if (disk === null) return test.skip(NO_SMALL_DISK);
    const crowd = startRelayCrowd(busy, seeded(seed));
    await crowd.acknowledged(ORDERS_BETWEEN);
    expect(crowd.turnedAway).toEqual([]);
    const filler = join(disk.folder, 'filler');
    fill(filler);
    await expect.poll(() => crowd.turnedAway.length, POLL).toBeGreaterThan(REFUSED_MIN);
    expect((await busy.relay.ask('/healthz')).status).toBe(200);
    rmSync(filler);
    // It may have ended itself, as it does where its log has no room: a service manager starts it again.
    await postgres.up();
    await crowd.acknowledged(ORDERS_BETWEEN);
    await crowd.stop();

    for (const { status, retryAfter, code } of crowd.turnedAway)
      expect({ status, retryAfter, code }).toEqual({ status: 503, retryAfter: '5', code: 'database-away' });
    const database = connectTo(postgres.url);
    expect(await lostOrDoubled(busy, crowd, database.query)).toEqual([]);
    await database.close();
  });
});
