// Opens the store's SQLite and brings it to the present schema. Refuses to go on without full durability.
import { accessSync, constants, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { drizzle, type BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';

export type Sqlite = Database.Database;
export type Db = BetterSQLite3Database & { $client: Sqlite };

/** Opens (or makes) the database file. Throws when it is corrupt or cannot promise that a commit survives a power cut. */
export function openDatabase(file: string, migrationsFolder: string): Db {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const sqlite = new Database(file);
  try {
    // What is read-only SQLite opens all the same, and says so at the first write only.
    if (!sqlite.memory) accessSync(file, constants.W_OK);
    return prepareDatabase(sqlite, migrationsFolder);
  } catch (error) {
    // Whoever tries again must not find it open.
    sqlite.close();
    throw error;
  }
}

function prepareDatabase(sqlite: Sqlite, migrationsFolder: string): Db {
  sqlite.pragma('journal_mode = WAL');
  // better-sqlite3 defaults to NORMAL in WAL, which loses acknowledged commits when the power goes.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('busy_timeout = 2000');
  // What is deleted or written over must not stay readable in the free space of the file: an erasure could not find it there.
  sqlite.pragma('secure_delete = ON');
  // Every 16 MB instead of every 4: an order writes a dozen pages, mostly the same ones, and folding the log into the
  // file costs two syncs more.
  sqlite.pragma('wal_autocheckpoint = 4000');
  // In kB. The system caches the file already; the driver's own 16 MB would be a tenth of the whole process.
  sqlite.pragma('cache_size = -4000');
  const synchronous = sqlite.pragma('synchronous', { simple: true });
  if (synchronous !== 2)
    throw new Error(`SQLite answered synchronous=${String(synchronous)}; FULL (2) is needed`);
  refuseNewer(sqlite, migrationsFolder);
  const db = drizzle({ client: sqlite }) as Db;
  migrate(db, { migrationsFolder });
  return db;
}

/** The file was written by a newer version of this program. The message says what to do. */
export class NewerDatabase extends Error {}

/** An older program would write rows that the newer one's rules forbid, and lose what it does not know of. */
function refuseNewer(sqlite: Sqlite, migrationsFolder: string): void {
  const known = sqlite.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (known === undefined) return;
  const newest = sqlite.prepare('select max(created_at) from __drizzle_migrations').pluck().get();
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
    entries: { when: number }[];
  };
  if (Number(newest) <= Math.max(0, ...entries.map(({ when }) => when))) return;
  throw new NewerDatabase(
    'Este banco de dados é de uma versão mais nova do Balcão. Instale a versão mais nova, ou restaure um backup feito por esta.',
  );
}
