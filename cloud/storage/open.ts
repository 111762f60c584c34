// Opens the relay's database: PostgreSQL by its address, else the embedded PGlite. One type for both.
import { join } from 'node:path';
import { sql, type SQL } from 'drizzle-orm';
import type { Client } from 'pg';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { DatabaseSemaphore } from './database-semaphore.ts';

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
  /** A connection of its own, not opened yet, to hear what others publish; null with PGlite, which nobody shares. */
  createClient: (() => Client) | null;
  close(): Promise<void>;
};

/** Within a transaction, or as a source of the only statement of one: its commit does not wait for the disk. What it wrote may be lost by a power cut. */
export const withoutSync = sql`select set_config('synchronous_commit', 'off', true)`;

/** Opens and migrates. Each driver is loaded only when it is used: PGlite alone takes a third of a gigabyte. */
export async function openDatabase(options: {
  databaseUrl: string | null;
  /** Past a pooler that stands at `databaseUrl`; without it none does. */
  directUrl?: string | null;
  dataDir: string | null;
  migrationsFolder: string;
  /** Told of idle connections that broke; the pool replaces them. */
  onLost?: (error: Error) => void;
  /** How long a visit waits for its turn at the embedded database. */
  turnMsMax?: number | undefined;
  /** Told of every statement's text, before it is sent: for who counts or judges them. */
  onStatement?: ((text: string) => void) | undefined;
}): Promise<OpenDatabase> {
  const {
    databaseUrl,
    directUrl = null,
    dataDir,
    migrationsFolder,
    onLost = () => undefined,
    turnMsMax,
    onStatement,
  } = options;
  if (databaseUrl !== null) {
    const { openPostgres } = await import('./open-postgres.ts');
    return openPostgres({ databaseUrl, directUrl, migrationsFolder, onLost, onStatement });
  }
  const { openPglite } = await import('./open-pglite.ts');
  const folder = dataDir === null ? null : join(dataDir, 'cloud', 'pg');
  return openPglite({ folder, migrationsFolder, turnMsMax, onStatement });
}
