// The relay's database for payment tests, made by its own migrations: PGlite in memory, or a real PostgreSQL.
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openDatabase as open, type Db } from '../../../cloud/db/open.ts';
import { hydratePostgres } from '../../../scripts/hydrate-postgres.ts';
import { root } from '../../../scripts/root.ts';
import { startPostgres } from '../../support/postgres.ts';

type DatabaseKind = 'pglite' | 'postgres';
export type TestDatabase = { db: Db; clear(): Promise<void>; close(): Promise<void> };

const migrationsFolder = join(root, 'cloud', 'db', 'migrations');

export async function openDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  if (kind === 'postgres') hydratePostgres();
  const server = kind === 'postgres' ? await startPostgres() : null;
  const opened = await open({ databaseUrl: server?.url ?? null, dataDir: null, migrationsFolder });
  return {
    db: opened.db,
    async clear() {
      await opened.db.execute(
        sql`truncate payment_attempts, payment_notices, payment_refunds, payment_attention, provider_credentials, commands, orders`,
      );
    },
    async close() {
      await opened.close();
      await server?.stop();
    },
  };
}
