// PGlite, PostgreSQL inside this process: it has one connection, and what asks it waits for its turn.
import { mkdirSync } from 'node:fs';
import type { PGliteOptions, QueryOptions, Results, Transaction } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { createDatabaseSemaphore, type DatabaseSemaphore } from './database-semaphore.ts';
import type { OpenDatabase } from './open.ts';
import { PreparedPglite } from './prepared-pglite.ts';
import { createRepeated } from './repeated.ts';

/** Opens the database in `folder`, or in memory, and migrates it. */
export async function openPglite(options: {
  folder: string | null;
  migrationsFolder: string;
  /** How long a visit waits for its turn. */
  turnMsMax: number | undefined;
  onStatement: ((text: string) => void) | undefined;
}): Promise<OpenDatabase> {
  const { folder, migrationsFolder, turnMsMax, onStatement } = options;
  if (folder !== null) mkdirSync(folder, { recursive: true });
  const semaphore = createDatabaseSemaphore(turnMsMax);
  const client = new QueuedPglite(semaphore, folder === null ? {} : { dataDir: folder });
  await client.waitReady;
  const db = drizzle({ client, ...(onStatement && { logger: { logQuery: onStatement } }) });
  await migrate(drizzle({ client }), { migrationsFolder });
  await client.planForValues();
  const repeated = createRepeated();
  return {
    db,
    kind: 'pglite',
    async query({ text, values }) {
      onStatement?.(text);
      const { rows } = await client.query<Record<string, unknown>>(text, values);
      return { rows, rowCount: rows.length };
    },
    repeat(name, statement) {
      // By drizzle it would copy three hundred parsers first, each time.
      const { text, values } = repeated(name, statement);
      onStatement?.(text);
      return client.query(text, values);
    },
    semaphore,
    createClient: null,
    close: () => client.close(),
  };
}

class QueuedPglite extends PreparedPglite {
  readonly #semaphore: DatabaseSemaphore;

  constructor(semaphore: DatabaseSemaphore, options: PGliteOptions) {
    super(options);
    this.#semaphore = semaphore;
  }

  override query<T>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    return this.#semaphore.run(() => super.query<T>(text, values, options));
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#semaphore.run(() => super.transaction(work));
  }
}
