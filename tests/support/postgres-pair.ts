// Two PostgreSQL servers with the relay's tables: a primary, and a standby that has every transaction before it is acknowledged.
import { execFile } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { NOT_DURABLE, PASSWORD, preparedFolder, serverOn } from './postgres.ts';

const copy = promisify(execFile);
const POLL_MS = 50;

export type PostgresPair = {
  primary: { url: string; port: number; restart(): Promise<void>; kill(): Promise<void> };
  standby: { url: string; port: number; promote(): Promise<void> };
  stop(): Promise<void>;
};

export async function startPostgresPair(): Promise<PostgresPair> {
  const first = await preparedFolder();
  const second = await mkdtemp(join(tmpdir(), 'balcao-standby-'));
  // The primary is not started yet, so that a copy of its files is a standby of it.
  await copy('cp', ['-a', `${first}/.`, second]);
  await copy('chown', ['--reference', first, second]);
  writeFileSync(join(second, 'standby.signal'), '');
  const primary = await serverOn(first, [...NOT_DURABLE, '-c', 'synchronous_standby_names=*']);
  const follows = `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD}`;
  const standby = await serverOn(second, [...NOT_DURABLE, '-c', `primary_conninfo=${follows}`]);
  await primary.start();
  // It is ready for readers alone, which is not what `start` waits for.
  standby.start().catch(() => undefined);
  await until(primary.url, `select 1 from pg_stat_replication where sync_state = 'sync'`);

  let isKilled = false;
  const killPrimary = async (): Promise<void> => {
    const [pid = ''] = readFileSync(join(first, 'postmaster.pid'), 'utf8').split('\n');
    // The whole machine: a connection's own process would go on for a moment, and take what it is told.
    process.kill(Number(pid), 'SIGSTOP');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    for (const child of [...children, pid]) process.kill(Number(child), 'SIGKILL');
    isKilled = true;
    while (await answers(primary.url)) await pause(POLL_MS);
  };
  const restart = async (): Promise<void> => {
    await primary.start();
    isKilled = false;
  };
  return {
    primary: { url: primary.url, port: primary.port, restart, kill: killPrimary },
    standby: {
      url: standby.url,
      port: standby.port,
      promote: () => until(standby.url, 'select 1 where pg_promote()'),
    },
    async stop() {
      await Promise.all([isKilled ? null : primary.stop(), standby.stop()]);
      for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Asks until there is a row. */
async function until(connectionString: string, query: string): Promise<void> {
  for (;;) {
    const rows = await rowsOf(connectionString, query).catch(() => []);
    if (rows.length > 0) return;
    await pause(POLL_MS);
  }
}

const answers = (url: string): Promise<boolean> =>
  rowsOf(url, 'select 1').then(
    () => true,
    () => false,
  );

async function rowsOf(connectionString: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(query)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
