// PostgreSQL, by its address.
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import type { OpenDatabase } from './open.ts';
import { openPostgresServers } from './postgres-servers.ts';
import { createRepeated } from './repeated.ts';
import { describeUnreachable } from './unreachable.ts';

const POOL_MAX = 10;

/** Any number that nobody else locks in this database. */
const MIGRATION_LOCK = 20_261_121;

/** Opens the pool and migrates. `onLost` is told of idle connections that broke; the pool replaces them. */
export async function openPostgres(options: {
  databaseUrl: string;
  /** Past a pooler that stands at `databaseUrl` and gives each transaction another connection; null where none does. */
  directUrl: string | null;
  migrationsFolder: string;
  onLost: (error: Error) => void;
  onStatement: ((text: string) => void) | undefined;
}): Promise<OpenDatabase> {
  const { databaseUrl, directUrl, migrationsFolder, onLost, onStatement } = options;
  const servers = openPostgresServers(databaseUrl, directUrl !== null);
  const direct = directUrl === null ? servers : openPostgresServers(directUrl);
  const pool = servers.pool(POOL_MAX);
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', onLost);
  // One that breaks while somebody has it, too: whoever waits for its answer is told by that.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const db = drizzle({ client: pool, ...(onStatement && { logger: { logQuery: onStatement } }) });
  try {
    const named = directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
    await migrateInTurn({
      ...{ client: direct.client(), named, url: directUrl ?? databaseUrl },
      migrationsFolder,
    });
    if (directUrl !== null)
      await pool.query('select 1').catch((error: unknown) => {
        throw describeUnreachable(databaseUrl, error);
      });
  } catch (error) {
    await pool.end();
    throw error;
  }
  servers.watch(onLost);
  if (direct !== servers) direct.watch(onLost);
  const repeated = createRepeated();
  // A pooler may give the next transaction a connection that has never heard of the name.
  const nameOf = (name: string | undefined) => (name === undefined || directUrl !== null ? {} : { name });
  return {
    db,
    kind: 'postgres',
    async query({ name, ...statement }) {
      onStatement?.(statement.text);
      const { rows, rowCount } = await pool.query<Record<string, unknown>>({ ...nameOf(name), ...statement });
      return { rows, rowCount: rowCount ?? 0 };
    },
    repeat(name: string, statement: SQL) {
      const { text, values } = repeated(name, statement);
      onStatement?.(text);
      return pool.query({ ...nameOf(name), text, values });
    },
    semaphore: null,
    createClient: direct.client,
    async close() {
      await servers.stop();
      await direct.stop();
      await pool.end();
    },
  };
}

/** One process at a time: two that start at once must not both create the same table. With its connection goes its lock. */
async function migrateInTurn(options: {
  client: pg.Client;
  /** The setting that leads to it, and where. */
  named: string;
  url: string;
  migrationsFolder: string;
}): Promise<void> {
  const { client, named, url, migrationsFolder } = options;
  // One that breaks fails what was asked of it; without a listener it would end the process as well.
  client.on('error', () => undefined);
  try {
    await client.connect().catch((error: unknown) => {
      throw describeUnreachable(url, error, named);
    });
    await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migrate(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end().catch(() => undefined);
  }
}
