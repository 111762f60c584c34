// Whether the store server runs: what changes its database by itself must not, while it does.
import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Whether a process has the database open. False for a file that is broken or missing. */
export function isInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  let sqlite: Database.Database | null = null;
  try {
    sqlite = new Database(file, { timeout: 0 });
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.exec('begin exclusive; rollback');
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
  } finally {
    sqlite?.close();
  }
}
