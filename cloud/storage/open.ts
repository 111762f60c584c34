// Opens the relay's database: PostgreSQL by its address, else the embedded PGlite. One type for both.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Results, Transaction } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { PgDialect, type PgDatabase, type PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { createDatabaseSemaphore, type DatabaseSemaphore } from './database-semaphore.ts';
import { describeUnreachable } from './unreachable.ts';

export type Db = PgDatabase<PgQueryResultHKT, Record<string, unknown>>;
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type Statement = { name?: string; text: string; values?: unknown[] };
export type OpenDatabase = {
  db: Db;
  kind: 'postgres' | 'pglite';
  /** Runs a statement as the driver takes it. Named, PostgreSQL reads and plans it once for each connection. */
  query(statement: Statement): Promise<{ rows: Record<string, unknown>[]; rowCount: number }>;
  /** Runs a statement that differs only in its values: PostgreSQL reads and plans it once for each connection. Answers its `rows`. */
  repeat(name: string, statement: SQL): PromiseLike<unknown>;
  /** Where visits wait for their turn; null with PostgreSQL, which has a connection for several. */
  semaphore: DatabaseSemaphore | null;
  close(): Promise<void>;
};

const POOL_MAX = 10;
const dialect = new PgDialect();

/** Any number that nobody else locks in this database. */
const MIGRATION_LOCK = 20_261_121;

/** Opens and migrates. Each driver is loaded only when it is used: PGlite alone takes a third of a gigabyte. */
export async function openDatabase(deps: {
  databaseUrl: string | null;
  dataDir: string | null;
  migrationsFolder: string;
  /** Told of idle connections that broke; the pool replaces them. */
  onLost?: (error: Error) => void;
  /** How long a visit waits for its turn at the embedded database. */
  turnMsMax?: number | undefined;
}): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, migrationsFolder } = deps;
  if (databaseUrl !== null) {
    const [{ Pool }, { drizzle }, { migrate }] = await Promise.all([
      import('pg').then((module) => module.default),
      import('drizzle-orm/node-postgres'),
      import('drizzle-orm/node-postgres/migrator'),
    ]);
    const pool = new Pool({ connectionString: databaseUrl, max: POOL_MAX });
    // Without a listener an idle connection that breaks would end the process.
    pool.on('error', (error) => deps.onLost?.(error));
    const db = drizzle({ client: pool });
    const turn = await pool.connect().catch(async (error: unknown) => {
      await pool.end();
      throw describeUnreachable(databaseUrl, error);
    });
    try {
      // Two processes that start at once must not both create the same table.
      await turn.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
      await migrate(db, { migrationsFolder });
    } finally {
      // With its connection goes its lock.
      turn.release(true);
    }
    return {
      db: db as unknown as Db,
      kind: 'postgres',
      async query(statement) {
        const { rows, rowCount } = await pool.query<Record<string, unknown>>(statement);
        return { rows, rowCount: rowCount ?? 0 };
      },
      repeat(name, statement) {
        const { sql: text, params: values } = dialect.sqlToQuery(statement);
        return pool.query({ name, text, values });
      },
      semaphore: null,
      close: () => pool.end(),
    };
  }

  const [{ PGlite, types }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  const folder = dataDir === null ? undefined : join(dataDir, 'cloud', 'pg');
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const client = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: folder }),
    // Its own way with bytes is a text of their digits.
    serializers: { [types.BYTEA]: (bytes: Uint8Array) => bytes as unknown as string },
  });
  const db = drizzle({ client });
  await migrate(db, { migrationsFolder });
  const semaphore = createDatabaseSemaphore(deps.turnMsMax);
  const { query, transaction } = client;
  client.query = <T>(...asked: Parameters<typeof query>) =>
    semaphore.run(() => query.apply(client, asked) as Promise<Results<T>>);
  client.transaction = <T>(work: (tx: Transaction) => Promise<T>) =>
    semaphore.run(() => transaction.call(client, work) as Promise<T>);
  return {
    db: db as unknown as Db,
    kind: 'pglite',
    async query({ text, values }) {
      const { rows } = await client.query<Record<string, unknown>>(text, values);
      return { rows, rowCount: rows.length };
    },
    repeat(_name, statement) {
      // By drizzle it would copy three hundred parsers first, each time.
      const { sql: text, params } = dialect.sqlToQuery(statement);
      return client.query(text, params);
    },
    semaphore,
    close: () => client.close(),
  };
}
