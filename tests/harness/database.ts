// The relay's database for tests, made by its own migrations: PGlite, or a real PostgreSQL.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type SQL } from 'drizzle-orm';
import { drizzle as overPostgres } from 'drizzle-orm/node-postgres';
import { drizzle as overPglite } from 'drizzle-orm/pglite';
import { openDatabase as open, type Db, type OpenDatabase } from '../../cloud/storage/open.ts';
import { hydratePostgres } from '../../scripts/hydrate-postgres.ts';
import { root } from '../../scripts/root.ts';
import type { DatabaseKind } from '../support/databases.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { layEmbeddedDatabase } from '../support/prepared.ts';
import { createStatementWatch, refuseWithoutStore } from './store-named.ts';

export type TestDatabase = Pick<OpenDatabase, 'db' | 'query' | 'repeat' | 'close'> & {
  /** As `db`, for the relay's own parts: their statements are heard. */
  relaysDb: Db;
  clear(): Promise<void>;
};

export const MIGRATIONS = join(root, 'cloud', 'storage', 'migrations');

/** A server of its own, or null: then the database lies in `dataDir`, where the relay looks for it. */
export async function layDatabase(kind: DatabaseKind, dataDir: string): Promise<TestPostgres | null> {
  if (kind === 'pglite') {
    await layEmbeddedDatabase(dataDir);
    return null;
  }
  hydratePostgres();
  return startPostgres();
}

export async function openDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'balcao-database-'));
  const server = await layDatabase(kind, dataDir);
  const watch = createStatementWatch();
  const opened = await open({
    databaseUrl: server?.url ?? null,
    dataDir,
    migrationsFolder: MIGRATIONS,
    onStatement: watch.hear,
  });
  const db = unheard(kind, opened.db);
  return {
    db,
    relaysDb: opened.db,
    query: opened.query,
    repeat: opened.repeat,
    clear: () => clearTables(db),
    async close() {
      await opened.close();
      await server?.stop();
      rmSync(dataDir, { recursive: true, force: true });
      refuseWithoutStore(watch);
    },
  };
}

/** The same connections for what a test asks by itself: it may look at every store. */
export function unheard(kind: DatabaseKind, db: Db): Db {
  const { $client } = db as unknown as { $client: never };
  return (kind === 'pglite' ? overPglite({ client: $client }) : overPostgres({ client: $client })) as Db;
}

/** Both drivers hand rows over under the same name. */
export async function rowsOf<T>(db: Db, query: SQL): Promise<T[]> {
  return ((await db.execute(query)) as unknown as { rows: T[] }).rows;
}

const tablesOf = async (db: Db): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      db,
      sql`select tablename as name from pg_tables where schemaname = 'public'`,
    )
  ).map(({ name }) => name);

/** Everything that stands in the database, as a stolen copy of it reads. */
export async function dumpTables(db: Db): Promise<string> {
  const contents: string[] = [];
  for (const name of await tablesOf(db))
    contents.push(JSON.stringify(await rowsOf(db, sql`select * from ${sql.identifier(name)}`)));
  return contents.join('\n');
}

/** Forgets everything but the keys, which a relay that runs reads once. */
export async function clearTables(db: Db): Promise<void> {
  // One after another: work of another process that still ends must not meet all the locks at once.
  for (const name of await tablesOf(db))
    if (name !== 'relay_facts') await db.execute(sql`delete from ${sql.identifier(name)}`);
}
