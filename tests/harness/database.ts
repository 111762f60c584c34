// The relay's database for payment tests, made by its own migrations: PGlite, or a real PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openDatabase as open, type Db, type OpenDatabase } from '../../cloud/storage/open.ts';
import { hydratePostgres } from '../../scripts/hydrate-postgres.ts';
import { root } from '../../scripts/root.ts';
import type { DatabaseKind } from '../support/databases.ts';
import { startPostgres } from '../support/postgres.ts';
import { layEmbeddedDatabase } from '../support/prepared.ts';

export type TestDatabase = {
  db: Db;
  query: OpenDatabase['query'];
  clear(): Promise<void>;
  close(): Promise<void>;
};

const migrationsFolder = join(root, 'cloud', 'storage', 'migrations');

export async function openDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'postgres') hydratePostgres();
  const server = kind === 'postgres' ? await startPostgres() : null;
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-payments-'));
  if (server === null) await layEmbeddedDatabase(dataDir);
  const opened = await open({ databaseUrl: server?.url ?? null, dataDir, migrationsFolder });
  return {
    db: opened.db,
    query: opened.query,
    async clear() {
      await opened.db.execute(
        sql`truncate payment_attempts, payment_notices, payment_refunds, payment_attention, provider_credentials, commands, orders, limit_counts`,
      );
    },
    async close() {
      await opened.close();
      await server?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
