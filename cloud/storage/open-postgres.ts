// PostgreSQL, by its address.
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { OpenDatabase } from './open.ts';
import { openPostgresServers } from './postgres-servers.ts';
import { describeUnreachable } from './unreachable.ts';

const POOL_MAX = 10;
const dialect = new PgDialect();

/** Any number that nobody else locks in this database. */
const MIGRATION_LOCK = 20_261_121;

/** Opens the pool and migrates. `onLost` is told of idle connections that broke; the pool replaces them. */
export async function openPostgres(options: {
  databaseUrl: string;
  migrationsFolder: string;
  onLost: (error: Error) => void;
  onStatement: ((text: string) => void) | undefined;
}): Promise<OpenDatabase> {
  const { databaseUrl, migrationsFolder, onLost, onStatement } = options;
  const servers = openPostgresServers(databaseUrl);
  const pool = servers.pool(POOL_MAX);
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', onLost);
  // One that breaks while somebody has it, too: whoever waits for its answer is told by that.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const db = drizzle({ client: pool, ...(onStatement && { logger: { logQuery: onStatement } }) });
  const turn = await pool.connect().catch(async (error: unknown) => {
    await pool.end();
    throw describeUnreachable(databaseUrl, error);
  });
  try {
    // Two processes that start at once must not both create the same table.
    await turn.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migrate(drizzle({ client: pool }), { migrationsFolder });
  } finally {
    // With its connection goes its lock.
    turn.release(true);
  }
  servers.watch(onLost);
  return {
    db,
    kind: 'postgres',
    async query(statement) {
      onStatement?.(statement.text);
      const { rows, rowCount } = await pool.query<Record<string, unknown>>(statement);
      return { rows, rowCount: rowCount ?? 0 };
    },
    repeat(name: string, statement: SQL) {
      const { sql: text, params: values } = dialect.sqlToQuery(statement);
      onStatement?.(text);
      return pool.query({ name, text, values });
    },
    semaphore: null,
    createClient: servers.client,
    async close() {
      await servers.stop();
      await pool.end();
    },
  };
}
